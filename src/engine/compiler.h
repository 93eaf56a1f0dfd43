/* compiler.h: the system's C compiler: $AUTOMAT_CC (which may have arguments)
 * or cc. */
#ifndef AM_ENGINE_COMPILER_H
#define AM_ENGINE_COMPILER_H

#include <stdbool.h>

#include "base/report.h"
#include "engine/process.h"

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

/* Compiles `source` to the shared object `object`; AM_ENVIRONMENT with the
 * first line that tells of an error among what the compiler says.  *hopeless:
 * another attempt would not help. */
AM_MUST_USE am_status am_compiler_run(am_arena *arena, am_report *report,
                                      const am_compiler *compiler,
                                      const am_signals *signals,
                                      const char *source, const char *object,
                                      bool *hopeless);

/* " and said: ..." of what a compiler printed: from the word error on, in the
 * first line that has it, else the first line; "" when it said nothing. */
const char *am_compiler_complaint(am_arena *arena, const char *text);

#endif
