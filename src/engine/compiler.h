/* compiler.h: the system's C compiler: $AUTOMAT_CC (which may have arguments)
 * or cc. */
#ifndef AM_ENGINE_COMPILER_H
#define AM_ENGINE_COMPILER_H

#include <stdbool.h>

#include "base/report.h"

typedef struct {
  const char **words;   /* [word_count] the command */
  int word_count;
  const char *identity; /* changes when the compiler or processor does */
} am_compiler;

/* False when there is none. */
bool am_compiler_find(am_arena *arena, am_compiler *compiler);

/* The flags of generated units, closed by NULL. */
extern const char *const am_compiler_flags[];

/* Compiles `source` to the shared object `object`; AM_ENVIRONMENT with the
 * first lines of what the compiler says. */
AM_MUST_USE am_status am_compiler_run(am_arena *arena, am_report *report,
                                      const am_compiler *compiler,
                                      const char *source, const char *object);

#endif
