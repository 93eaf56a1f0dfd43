/* temporary.h: folders that are removed with their process, and file locks.
 *
 * A process removes its folder itself; if it is killed, the next process that
 * creates such a folder does.  Locks show whether a process is alive.
 *
 * A folder BASE/NAME-XXXXXX is private and contains a file automat.lock, locked
 * by its process.  Only folders of the same user whose file can be locked are
 * removed. */
#ifndef AM_BASE_TEMPORARY_H
#define AM_BASE_TEMPORARY_H

#include <stdbool.h>

#include "base/arena.h"

/* Result of an attempt to lock a file (flock).  The lock lasts until the
 * process closes the file. */
typedef enum {
  AM_LOCK_OURS,
  AM_LOCK_HELD, /* held by another process */
  AM_LOCK_NONE  /* the file system has no locks; see errno */
} am_lock;

am_lock am_lock_take(int file);

/* True if the open file is still the file called `name`; it may have been
 * removed or renamed before it was locked.  Also true if this cannot be
 * determined. */
bool am_lock_has_name(int file, const char *name);

typedef struct {
  const char *path; /* NULL: no folder */
  const char *name; /* path of the file automat.lock */
  int lock;         /* descriptor of this file */
} am_temporary;

/* Creates a folder.  Returns NULL, or the reason of a failure. */
const char *am_temporary_make(am_arena *arena, const char *base,
                              const char *name, am_temporary *folder);

/* Removes the folder with its contents. */
void am_temporary_remove(const am_temporary *folder);

/* Removes the folders NAME-XXXXXX in `base` that killed processes of this user
 * have left; with `files`, also files of such names, which their processes
 * locked directly. */
void am_temporary_sweep(am_arena *arena, const char *base, const char *name,
                        bool files);

#endif
