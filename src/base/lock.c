#include "base/lock.h"

#include <errno.h>
#include <sys/file.h>
#include <sys/stat.h>

am_lock am_lock_take(int file) {
  if (flock(file, LOCK_EX | LOCK_NB) == 0) return AM_LOCK_OURS;
  return errno == EWOULDBLOCK ? AM_LOCK_HELD : AM_LOCK_NONE;
}

bool am_lock_has_name(int file, const char *name) {
  struct stat open, named;
  if (lstat(name, &named)) return errno != ENOENT;
  return fstat(file, &open) ||
         (open.st_dev == named.st_dev && open.st_ino == named.st_ino);
}
