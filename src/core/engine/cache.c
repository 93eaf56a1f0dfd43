/* cache.c: safe folders, entries with trailers, removal of old entries. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>

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

/* Statistics of entries last used before a time; removes them if `removing`. */
static am_cache_content walk(am_arena *arena, const char *folder,
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

am_cache_content am_cache_look(am_arena *arena, const char *folder) {
  return walk(arena, folder, INFINITY, false);
}

am_cache_content am_cache_remove(am_arena *arena, const char *folder,
                                 double before) {
  return walk(arena, folder, before, true);
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
  am_cache_remove(arena, folder, difftime(time(NULL), 0) - longest_unused);
  return folder;
}

/* ---- entries --------------------------------------------------------- */

static const char magic[8] = "automat1";

typedef struct {
  char magic[8], key[AM_KEY_LENGTH];
  uint64_t length, hash[2];
} trailer;

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

static trailer trailer_of(const am_key *key, const void *data, size_t size) {
  trailer t = {.length = size};
  am_wide hash = am_wide_hash(am_wide_hash_start(), data, size);
  memcpy(t.magic, magic, sizeof magic);
  memcpy(t.key, key->text, AM_KEY_LENGTH);
  t.hash[0] = (uint64_t)(hash >> 64);
  t.hash[1] = (uint64_t)hash;
  return t;
}

/* Maps a file into memory; NULL if it is unreadable or empty, or if another
 * user owns it or could write to it. */
static const char *map_file(const char *path, size_t *size) {
  struct stat status;
  int file =
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) return NULL;
  void *data = MAP_FAILED;
  if (!fstat(file, &status) && S_ISREG(status.st_mode) &&
      is_private(&status) && status.st_size > 0) {
    *size = (size_t)status.st_size;
    data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return data == MAP_FAILED ? NULL : data;
}

/* Compares length and key before the hash, because an unrelated file can be
 * large. */
static bool is_entry(const am_key *key, const char *data, size_t size) {
  trailer found;
  if (size <= sizeof found) return false;
  size_t length = size - sizeof found;
  memcpy(&found, data + length, sizeof found);
  if (found.length != length || memcmp(found.key, key->text, AM_KEY_LENGTH))
    return false;
  trailer expected = trailer_of(key, data, length);
  return !memcmp(&expected, &found, sizeof expected);
}

static void unmap(const char *data, size_t size) {
  munmap((void *)(uintptr_t)data, size);
}

/* Sets the time of modification, which stores the last use. */
static void mark_used(const char *path) {
  (void)!utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}

const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix) {
  const char *path = entry_path(arena, folder, key, suffix);
  size_t size = 0;
  const char *data = map_file(path, &size);
  if (!data) return NULL;
  bool valid = is_entry(key, data, size);
  unmap(data, size);
  if (valid) mark_used(path);
  return valid ? path : NULL;
}

const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix,
                          size_t *size) {
  size_t whole = 0;
  const char *path = entry_path(arena, folder, key, suffix);
  const char *data = map_file(path, &whole);
  void *copy = NULL;
  if (!data) return NULL;
  if (is_entry(key, data, whole)) {
    mark_used(path);
    *size = whole - sizeof(trailer);
    copy = am_arena_room(arena, *size);
    memcpy(copy, data, *size);
  }
  unmap(data, whole);
  return copy;
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
  const char *data = map_file(object, &size);
  if (!data) return false;
  trailer t = trailer_of(key, data, size);
  unmap(data, size);
  return append_bytes(object, &t, sizeof t) &&
         !rename(object, entry_path(arena, folder, key, suffix));
}

bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size) {
  char *path = am_format(arena, "%s/automat-XXXXXX", folder);
  am_temporary_sweep(arena, folder, "automat", true);
  int file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return false;
  bool stored = am_lock_take(file) != AM_LOCK_HELD &&
                append_bytes(path, data, size) &&
                am_cache_store(arena, folder, key, suffix, path);
  if (!stored) unlink(path);
  close(file);
  return stored;
}
