/* compiler.h: the processor, and the system's C compiler: $AUTOMAT_CC (with
 * optional arguments) or cc. */
#ifndef AM_ENGINE_COMPILER_H
#define AM_ENGINE_COMPILER_H

#include "base/base.h"
#include "kernel/points/fields.h"

/* Maximum number of lanes of generated code on this processor: 8 with AVX-512,
 * 4 with AVX2 and FMA, else 1. */
int am_processor_lanes(void);

typedef struct {
  const char **words;   /* [word_count] words of the command */
  int word_count;
  const char *file;     /* path of the program, NULL: not found */
  const char *identity; /* changes with the compiler and with the processor */
} am_compiler;

/* False if no compiler is found. */
bool am_compiler_find(am_arena *arena, am_compiler *compiler);

/* Flags of generated units, terminated by NULL */
extern const char *const am_compiler_flags[];

/* Files, flags and libraries of one compilation; lists are terminated by
 * NULL. */
typedef struct {
  const char *const *flags, *const *libraries;
  const char *source, *object;
} am_compilation;

/* Compiles a source to a shared object, next to which the output of the
 * compiler is written; AM_ENVIRONMENT with its first error message.  *hopeless:
 * another attempt would fail, too. */
AM_MUST_USE am_status am_compiler_run(am_arena *arena, am_report *report,
                                      const am_compiler *compiler,
                                      const am_compilation *files,
                                      bool *hopeless);

/* " and said: ..." with an excerpt of compiler output: the first line that
 * contains the word error, from that word on, else the first line; "" if the
 * output is empty. */
const char *am_compiler_complaint(am_arena *arena, const char *text);

/* Compiles the source of a unit into functions of this process; internal to
 * engine. */

typedef void am_object_advance(const am_fields *fields,
                               const am_tolerances *solver, double *sequence,
                               long first, long end);

typedef struct {
  am_object_advance *advance;
  bool cached; /* loaded from the cache */
} am_object;

/* AM_ENVIRONMENT if the compiled code computes wrong results. */
typedef am_status am_object_check(void *data, am_report *report,
                                  const am_object *object);

typedef struct {
  const char *text;
  am_object_check *check; /* not applied to objects from the cache */
  void *data;             /* argument of the check */
} am_object_request;

/* Loads the object from the cache, or compiles, checks and stores it; the arena
 * unloads it. AM_ENVIRONMENT on failure. */
AM_MUST_USE am_status am_object_load(am_arena *arena, am_report *report,
                                     const am_object_request *request,
                                     am_object *object);

#endif
