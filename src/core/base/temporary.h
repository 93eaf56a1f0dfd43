/* temporary.h: folders of one process, which go with it: by itself, or, where
 * it was killed, with the next one that makes such a folder; and the locks
 * that tell whether a process still lives.
 *
 * A folder BASE/NAME-XXXXXX is private, and holds a file automat.lock, which
 * its process has locked: only a folder of the same user whose file can be
 * locked is removed. */
#ifndef AM_BASE_TEMPORARY_H
#define AM_BASE_TEMPORARY_H

#include <stdbool.h>

#include "base/arena.h"

/* A locked file (flock) belongs to a process for as long as it has it open, so
 * that nobody takes it for left behind. */
typedef enum {
  AM_LOCK_OURS,
  AM_LOCK_HELD, /* by another process */
  AM_LOCK_NONE  /* the file system has none; errno says why */
} am_lock;

am_lock am_lock_take(int file);

/* Is the open file still the one of that name?  It may have been removed or
 * renamed before it was locked.  True where that cannot be found out. */
bool am_lock_has_name(int file, const char *name);

typedef struct {
  const char *path; /* NULL: there is none */
  const char *name; /* of the file automat.lock in it, … */
  int lock;         /* … and its descriptor */
} am_temporary;

/* NULL, or why it cannot be made. */
const char *am_temporary_make(am_arena *arena, const char *base,
                              const char *name, am_temporary *folder);

/* With all that is in it. */
void am_temporary_remove(const am_temporary *folder);

/* Removes what killed processes of this user have left in `base`: folders
 * NAME-XXXXXX, and with `files` files of that name, which their processes
 * have locked themselves. */
void am_temporary_sweep(am_arena *arena, const char *base, const char *name,
                        bool files);

#endif
