#include "engine/cache.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/temporary.h"
#include "base/text.h"
#include "engine/folder.h"

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

static bool is_private(const char *folder) {
  struct stat status;
  return !stat(folder, &status) && S_ISDIR(status.st_mode) &&
         am_is_private(&status) && am_folder_is_safe(folder);
}

const char *am_cache_folder(am_arena *arena) {
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  if (!base || base[0] != '/') {
    if (!home || home[0] != '/') return NULL;
    base = am_format(arena, "%s/.cache", home);
  }
  const char *folder = am_format(arena, "%s/automat", base);
  mkdir(base, 0700);
  mkdir(folder, 0700);
  return is_private(folder) ? folder : NULL;
}

static const char *entry(am_arena *arena, const char *folder,
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

/* A file's bytes in memory; NULL when it cannot be read, is empty, or is or
 * was somebody else's to write. */
static const char *map(const char *path, size_t *size) {
  struct stat status;
  int file =
      open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (file < 0) return NULL;
  void *data = MAP_FAILED;
  if (!fstat(file, &status) && S_ISREG(status.st_mode) &&
      am_is_private(&status) && status.st_size > 0) {
    *size = (size_t)status.st_size;
    data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
  }
  close(file);
  return data == MAP_FAILED ? NULL : data;
}

/* Length and key are compared first: a stray file may be large. */
static bool fits(const am_key *key, const char *data, size_t size) {
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

static bool is_valid(const char *path, const am_key *key) {
  size_t size = 0;
  const char *data = map(path, &size);
  if (!data) return false;
  bool valid = fits(key, data, size);
  unmap(data, size);
  return valid;
}

const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix) {
  const char *path = entry(arena, folder, key, suffix);
  return is_valid(path, key) ? path : NULL;
}

const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix,
                          size_t *size) {
  size_t whole = 0;
  const char *data = map(entry(arena, folder, key, suffix), &whole);
  void *copy = NULL;
  if (!data) return NULL;
  if (fits(key, data, whole)) {
    *size = whole - sizeof(trailer);
    copy = am_arena_room(arena, *size);
    memcpy(copy, data, *size);
  }
  unmap(data, whole);
  return copy;
}

static bool append(const char *path, const void *data, size_t size) {
  FILE *stream = fopen(path, "ab");
  if (!stream) return false;
  bool written = fwrite(data, size, 1, stream) == 1;
  return !fclose(stream) && written;
}

bool am_cache_store(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const char *object) {
  size_t size = 0;
  if (chmod(object, S_IRUSR | S_IWUSR)) return false;
  const char *data = map(object, &size);
  if (!data) return false;
  trailer t = trailer_of(key, data, size);
  unmap(data, size);
  return append(object, &t, sizeof t) &&
         !rename(object, entry(arena, folder, key, suffix));
}

bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size) {
  char *path = am_format(arena, "%s/automat-XXXXXX", folder);
  am_temporary_sweep(arena, folder, "automat", true);
  int file = mkostemp(path, O_CLOEXEC);
  if (file < 0) return false;
  bool stored = am_lock_take(file) != AM_LOCK_HELD &&
                append(path, data, size) &&
                am_cache_store(arena, folder, key, suffix, path);
  if (!stored) unlink(path);
  close(file);
  return stored;
}
