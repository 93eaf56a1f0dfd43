/* lock.h: files that belong to a process for as long as it has them open
 * (flock), so that nobody takes them for left behind. */
#ifndef AM_BASE_LOCK_H
#define AM_BASE_LOCK_H

#include <stdbool.h>

typedef enum {
  AM_LOCK_OURS,
  AM_LOCK_HELD, /* by another process */
  AM_LOCK_NONE  /* the file system has none; errno says why */
} am_lock;

am_lock am_lock_take(int file);

/* Is the open file still the one of that name?  It may have been removed or
 * renamed before it was locked.  True where that cannot be found out. */
bool am_lock_has_name(int file, const char *name);

#endif
