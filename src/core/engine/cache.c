/* cache.c: safe folders, entries with hashes, removal of old entries. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>

#include "engine/parts.h"

/* ---- folders --------------------------------------------------------- */

enum { OTHERS = S_IWGRP | S_IWOTH };

/* True if a file or folder belongs to the user, and nobody else can write to
 * it. */
static bool is_private(const struct stat *status) {
  return status->st_uid == geteuid() && !(status->st_mode & OTHERS);
}

/* Accepts the owner of "/" as administrator, because root can have another user
 * ID in a user namespace. */
static bool is_safe(const char *path) {
  struct stat status, root;
  if (stat(path, &status) || !S_ISDIR(status.st_mode)) return false;
  bool trusted = status.st_uid == geteuid() || status.st_uid == 0 ||
                 (!stat("/", &root) && status.st_uid == root.st_uid);
  if (!trusted) return false;
  if (status.st_mode & S_ISVTX) return true;
  bool own = status.st_gid == getegid() || status.st_gid == 0;
  return !(status.st_mode & (own ? (mode_t)S_IWOTH : (mode_t)OTHERS));
}

bool am_folder_is_safe(am_arena *arena, const char *path) {
  char resolved[PATH_MAX];
  if (am_symlink_obstacle(arena, path) || !realpath(path, resolved))
    return false;
  for (char *slash; is_safe(resolved); *slash = 0) {
    slash = strrchr(resolved, '/');
    if (slash == resolved) return is_safe("/");
  }
  return false;
}

/* ---- old entries ------------------------------------------------------- */

static const double longest_unused = 90 * 86400.0; /* seconds */

/* True for names of entries, a key and a suffix. */
static bool is_name(const char *name) {
  size_t digits = strspn(name, "0123456789abcdef");
  return digits == AM_KEY_LENGTH && name[digits] == '.' && name[digits + 1];
}

static bool is_kept(const struct stat *status) {
  return S_ISREG(status->st_mode) && status->st_uid == geteuid();
}

am_cache_content am_cache_scan(am_arena *arena, const char *folder,
                               double before, bool removing) {
  am_cache_content c = {0};
  DIR *stream = opendir(folder);
  const struct dirent *found;
  struct stat status;
  while (stream && (found = readdir(stream))) {
    if (!is_name(found->d_name)) continue;
    const char *path = am_format(arena, "%s/%s", folder, found->d_name);
    if (lstat(path, &status) || !is_kept(&status)) continue;
    if (difftime(status.st_mtime, 0) >= before) continue;
    if (removing && unlink(path)) continue;
    if (!c.count++ || status.st_mtime < c.oldest) c.oldest = status.st_mtime;
    c.bytes += (double)status.st_size;
  }
  if (stream) closedir(stream);
  return c;
}

const char *am_cache_folder(am_arena *arena) {
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (!base || base[0] != '/') {
    if (!home || home[0] != '/') return NULL;
    base = am_format(arena, "%s/.cache", home);
  }
  const char *folder = am_format(arena, "%s/automat", base);
  struct stat status;
  if (am_symlink_obstacle(arena, base) || am_symlink_obstacle(arena, folder))
    return NULL;
  mkdir(base, 0700);
  mkdir(folder, 0700);
  bool own = !stat(folder, &status) && S_ISDIR(status.st_mode) &&
             is_private(&status) && am_folder_is_safe(arena, folder);
  if (!own) return NULL;
  double now = difftime(time(NULL), 0);
  am_cache_scan(arena, folder, now - longest_unused, true);
  return folder;
}

/* ---- entries --------------------------------------------------------- */

am_key am_key_of(const char *const *texts, int count) {
  am_wide hash = am_wide_hash_start();
  am_key key;
  for (int i = 0; i < count; i++)
    hash = am_wide_hash(hash, texts[i], strlen(texts[i]) + 1);
  snprintf(key.text, sizeof key.text, "%016llx%016llx",
           (unsigned long long)(hash >> 64), (unsigned long long)hash);
  return key;
}

static const char *entry_path(am_arena *arena, const char *folder,
                              const am_key *key, const char *suffix) {
  return am_format(arena, "%s/%s%s", folder, key->text, suffix);
}

/* Trailer of an entry: hash of key and data */
static am_wide trailer_of(const am_key *key, const void *data, size_t size) {
  am_wide hash = am_wide_hash(am_wide_hash_start(), key->text, AM_KEY_LENGTH);
  return am_wide_hash(hash, data, size);
}

/* Reads a file; NULL if it is unreadable or empty, or if another user owns it
 * or could write to it. */
static const char *read_file(am_arena *arena, const char *path, size_t *size) {
  struct stat status;
  char *data = NULL;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  FILE *stream = file < 0 ? NULL : fdopen(file, "r");
  if (!stream) return NULL;
  if (!fstat(file, &status) && S_ISREG(status.st_mode) &&
      is_private(&status) && status.st_size > 0) {
    *size = (size_t)status.st_size;
    data = am_arena_room(arena, *size);
    if (fread(data, 1, *size, stream) != *size) data = NULL;
  }
  fclose(stream);
  return data;
}

const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix, size_t *size) {
  const char *path = entry_path(arena, folder, key, suffix);
  const char *data = read_file(arena, path, size);
  if (!data || *size <= sizeof(am_wide)) return NULL;
  *size -= sizeof(am_wide);
  am_wide trailer = trailer_of(key, data, *size);
  if (memcmp(data + *size, &trailer, sizeof trailer)) return NULL;
  /* The time of modification stores the last use. */
  (void)!utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
  return data;
}

const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix) {
  size_t size;
  am_arena *own = am_arena_child(arena);
  bool valid = am_cache_read(own, folder, key, suffix, &size);
  am_arena_free(own);
  return valid ? entry_path(arena, folder, key, suffix) : NULL;
}

static bool append_bytes(const char *path, const void *data, size_t size) {
  FILE *stream = fopen(path, "ab");
  if (!stream) return false;
  bool written = fwrite(data, size, 1, stream) == 1;
  return !fclose(stream) && written;
}

bool am_cache_store(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const char *object) {
  size_t size = 0;
  if (chmod(object, S_IRUSR | S_IWUSR)) return false;
  const char *data = read_file(arena, object, &size);
  if (!data) return false;
  am_wide trailer = trailer_of(key, data, size);
  return append_bytes(object, &trailer, sizeof trailer) &&
         !rename(object, entry_path(arena, folder, key, suffix));
}

bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size) {
  char *path = am_format(arena, "%s/automat-XXXXXX", folder);
  am_temporary_sweep(arena, folder, "automat");
  int file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return false;
  close(file);
  bool stored = append_bytes(path, data, size) &&
                am_cache_store(arena, folder, key, suffix, path);
  if (!stored) unlink(path);
  return stored;
}
