/* program.h: other programs, which are started without a shell. */
#ifndef AM_BASE_PROGRAM_H
#define AM_BASE_PROGRAM_H

#include "base/arena.h"

/* Where a program is found: a name with '/' is a path; others are searched in
 * the folders of PATH, relative ones left out: what lies beside a case that
 * somebody gave away is not run.  NULL: nowhere. */
const char *am_program_find(am_arena *arena, const char *name);

#endif
