/* temporary.h: folders of one process, which go with it: by itself, or, where
 * it was killed, with the next one that makes such a folder.
 *
 * A folder BASE/NAME-XXXXXX is private, and holds a file automat.lock, which
 * its process has locked: only a folder of the same user whose file can be
 * locked is removed. */
#ifndef AM_BASE_TEMPORARY_H
#define AM_BASE_TEMPORARY_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct {
  const char *path;
  int lock; /* a descriptor of automat.lock */
} am_temporary;

/* False, and errno, where it cannot be made. */
bool am_temporary_make(am_arena *arena, const char *base, const char *name,
                       am_temporary *folder);

/* With all that is in it. */
void am_temporary_remove(const am_temporary *folder);

/* Removes what killed processes of this user have left in `base`: folders
 * NAME-XXXXXX, and with `files` files of that name, which their processes
 * have locked themselves. */
void am_temporary_sweep(am_arena *arena, const char *base, const char *name,
                        bool files);

#endif
