/* temporary.c: locked files and folders of one process. */
#include "base/temporary.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/symlink.h"
#include "base/text.h"

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

static char *lock_of(am_arena *arena, const char *folder) {
  return am_format(arena, "%s/automat.lock", folder);
}

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

static void remove_folder(const char *folder) {
  nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* ---- remainders of killed processes ------------------------------------- */

/* True for NAME-XXXXXX as mkstemp and mkdtemp make it. */
static bool is_temporary_name(const char *entry, const char *name) {
  size_t length = strlen(name);
  if (strlen(entry) != length + 7 || strncmp(entry, name, length) ||
      entry[length] != '-')
    return false;
  for (const char *at = entry + length + 1; *at; at++)
    if (!isalnum((unsigned char)*at)) return false;
  return true;
}

/* True if the entry belongs to this user and others have no access. */
static bool is_own(const struct stat *status) {
  return status->st_uid == geteuid() &&
         !(status->st_mode & (S_IRWXG | S_IRWXO));
}

/* Removes a folder of this user, or with `files` a file, unless a process holds
 * its lock. */
static void remove_unused(am_arena *arena, const char *path, bool files) {
  struct stat status;
  if (lstat(path, &status) || !is_own(&status)) return;
  bool folder = S_ISDIR(status.st_mode);
  if (!folder && !files) return;
  const char *lock = folder ? lock_of(arena, path) : path;
  int file = open(lock, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      is_own(&status) && am_lock_take(file) == AM_LOCK_OURS &&
      am_lock_has_name(file, lock)) {
    if (folder)
      remove_folder(path);
    else
      unlink(path);
  }
  close(file);
}

void am_temporary_sweep(am_arena *arena, const char *base, const char *name,
                        bool files) {
  DIR *stream = opendir(base);
  if (!stream) return;
  for (struct dirent *entry; (entry = readdir(stream));)
    if (is_temporary_name(entry->d_name, name))
      remove_unused(arena, am_format(arena, "%s/%s", base, entry->d_name),
                    files);
  closedir(stream);
}

/* ---- a new folder
 * --------------------------------------------------------- */

/* Locks the new folder.  Before that, another process may remove it as
 * abandoned; then errno is EAGAIN. */
static bool lock_folder(am_temporary *folder) {
  const char *name = folder->name;
  folder->lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (folder->lock < 0) return false;
  if (am_lock_take(folder->lock) != AM_LOCK_HELD &&
      am_lock_has_name(folder->lock, name))
    return true;
  errno = EAGAIN;
  return false;
}

const char *am_temporary_make(am_arena *arena, const char *base,
                              const char *name, am_temporary *folder) {
  enum { ATTEMPTS = 3 };
  const char *planted = am_symlink_obstacle(arena, base), *why = NULL;
  if (planted) return planted;
  am_temporary_sweep(arena, base, name, false);
  for (int i = 0; i < ATTEMPTS; i++) {
    char *path = am_format(arena, "%s/%s-XXXXXX", base, name);
    char *lock = lock_of(arena, path);
    if (!mkdtemp(path)) return am_errno_text(errno);
    *folder = (am_temporary){path, memcpy(lock, path, strlen(path)), -1};
    if (lock_folder(folder)) return NULL;
    why = am_errno_text(errno);
    am_temporary_remove(folder);
    folder->path = NULL;
  }
  return why;
}

/* Removes the folder.  Without memory, nftw fails; a folder that contains only
 * the lock is still removed. */
void am_temporary_remove(const am_temporary *folder) {
  if (!folder->path) return;
  remove_folder(folder->path);
  unlink(folder->name);
  rmdir(folder->path);
  if (folder->lock >= 0) close(folder->lock);
}
