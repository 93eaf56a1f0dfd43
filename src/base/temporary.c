#include "base/temporary.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/text.h"

static const char *lock_of(am_arena *arena, const char *folder) {
  return am_format(arena, "%s/automat.lock", folder);
}

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

static void remove_all(const char *folder) {
  nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

/* ---- what is left ------------------------------------------------------- */

/* NAME-XXXXXX as mkstemp and mkdtemp make it. */
static bool is_such(const char *entry, const char *name) {
  size_t length = strlen(name);
  if (strlen(entry) != length + 7 || strncmp(entry, name, length) ||
      entry[length] != '-')
    return false;
  for (const char *at = entry + length + 1; *at; at++)
    if (!isalnum((unsigned char)*at)) return false;
  return true;
}

/* Nobody else can have put anything there. */
static bool is_own(const struct stat *status) {
  return status->st_uid == geteuid() &&
         !(status->st_mode & (S_IRWXG | S_IRWXO));
}

/* Does nobody hold this file of ours?  Then this process does, until it closes
 * the descriptor, which is negative otherwise. */
static int take_unused(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return -1;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      is_own(&status) && am_lock_take(file) == AM_LOCK_OURS &&
      am_lock_has_name(file, path))
    return file;
  close(file);
  return -1;
}

static void remove_unused(am_arena *arena, const char *path, bool files) {
  struct stat status;
  if (lstat(path, &status) || !is_own(&status)) return;
  bool folder = S_ISDIR(status.st_mode);
  if (!folder && !files) return;
  int lock = take_unused(folder ? lock_of(arena, path) : path);
  if (lock < 0) return;
  if (folder)
    remove_all(path);
  else
    unlink(path);
  close(lock);
}

void am_temporary_sweep(am_arena *arena, const char *base, const char *name,
                        bool files) {
  DIR *stream = opendir(base);
  if (!stream) return;
  for (struct dirent *entry; (entry = readdir(stream));)
    if (is_such(entry->d_name, name))
      remove_unused(arena, am_format(arena, "%s/%s", base, entry->d_name),
                    files);
  closedir(stream);
}

/* ---- a new one ----------------------------------------------------------- */

/* Another process may take it for left behind before it is locked. */
static bool hold(am_arena *arena, am_temporary *folder) {
  const char *name = lock_of(arena, folder->path);
  folder->lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (folder->lock < 0) return false;
  if (am_lock_take(folder->lock) != AM_LOCK_HELD &&
      am_lock_has_name(folder->lock, name))
    return true;
  close(folder->lock);
  errno = EAGAIN;
  return false;
}

bool am_temporary_make(am_arena *arena, const char *base, const char *name,
                       am_temporary *folder) {
  enum { ATTEMPTS = 3 };
  am_temporary_sweep(arena, base, name, false);
  for (int i = 0; i < ATTEMPTS; i++) {
    char *path = am_format(arena, "%s/%s-XXXXXX", base, name);
    if (!mkdtemp(path)) return false;
    folder->path = path;
    if (hold(arena, folder)) return true;
    int error = errno;
    remove_all(path);
    errno = error;
  }
  return false;
}

void am_temporary_remove(const am_temporary *folder) {
  remove_all(folder->path);
  close(folder->lock);
}
