/* compiler.h: the processor, and the system's C compiler for it: $AUTOMAT_CC
 * (which may have arguments) or cc. */
#ifndef AM_ENGINE_COMPILER_H
#define AM_ENGINE_COMPILER_H

#include <signal.h>
#include <stdbool.h>

#include "base/base.h"

/* The most points at once that generated code may do on this processor: 8 with
 * AVX-512, 4 with AVX2 and FMA, 1 without. */
int am_processor_lanes(void);

/* SIGINT, SIGTERM and SIGHUP held back, so that files can be removed before
 * they take effect. */
typedef struct {
  sigset_t held, before;
} am_signals;

void am_signals_hold(am_signals *signals);
void am_signals_release(const am_signals *signals);

typedef struct {
  const char **words;   /* [word_count] the command */
  int word_count;
  const char *file;     /* where it is found, NULL: nowhere */
  const char *identity; /* changes when the compiler or processor does */
} am_compiler;

/* False when there is none. */
bool am_compiler_find(am_arena *arena, am_compiler *compiler);

/* The flags of generated units, closed by NULL. */
extern const char *const am_compiler_flags[];

/* Files of one compilation, and what goes around them in the command; lists
 * are closed by NULL. */
typedef struct {
  const char *const *flags, *const *libraries;
  const char *source, *object;
} am_compilation;

/* Compiles a source to a shared object; AM_ENVIRONMENT with the
 * first line that tells of an error among what the compiler says.  *hopeless:
 * another attempt would not help. */
AM_MUST_USE am_status am_compiler_run(am_arena *arena, am_report *report,
                                      const am_compiler *compiler,
                                      const am_signals *signals,
                                      const am_compilation *files,
                                      bool *hopeless);

/* " and said: ..." of what a compiler printed: from the word error on, in the
 * first line that has it, else the first line; "" when it said nothing. */
const char *am_compiler_complaint(am_arena *arena, const char *text);

#endif
