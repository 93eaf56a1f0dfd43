#include "engine/folder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OTHERS = S_IWGRP | S_IWOTH };

bool am_is_private(const struct stat *status) {
  return status->st_uid == geteuid() && !(status->st_mode & OTHERS);
}

/* In a name space of users root may have another number. */
static bool is_trusted(uid_t owner) {
  struct stat root;
  return owner == geteuid() || owner == 0 ||
         (!stat("/", &root) && owner == root.st_uid);
}

static bool is_safe(const char *path) {
  struct stat status;
  if (stat(path, &status) || !S_ISDIR(status.st_mode)) return false;
  if (!is_trusted(status.st_uid)) return false;
  if (status.st_mode & S_ISVTX) return true;
  bool own = status.st_gid == getegid() || status.st_gid == 0;
  return !(status.st_mode & (own ? (mode_t)S_IWOTH : (mode_t)OTHERS));
}

bool am_folder_is_safe(const char *path) {
  char real[PATH_MAX];
  if (!realpath(path, real)) return false;
  for (char *slash; is_safe(real); *slash = 0) {
    slash = strrchr(real, '/');
    if (slash == real) return is_safe("/");
  }
  return false;
}
