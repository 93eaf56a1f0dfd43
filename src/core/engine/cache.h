/* cache.h: caches compiled units on disk, so that a kernel is compiled once.
 *
 * An entry is a shared object, or code for a device, followed by a hash of
 * its key and data; a file that does not match it is ignored. Entries are
 * renamed into place when complete, so that any number of processes can share a
 * folder. The suffix of the file name is the kind of the entry, for example
 * ".so". */
#ifndef AM_ENGINE_CACHE_H
#define AM_ENGINE_CACHE_H

#include <time.h>

#include "base/base.h"

enum { AM_KEY_LENGTH = 32 };

/* Key in hexadecimal digits: the wide hash of base/digest.h. */
typedef struct {
  char text[AM_KEY_LENGTH + 1];
} am_key;

am_key am_key_of(const char *const *texts, int count);

/* True if only the user or the administrator can rename files in this folder.
 * Compiled code is executed, so it must stay in such a folder from its first
 * byte. Every folder above it, after following links, must belong to the user
 * or the administrator, and must not be writable for others except the user's
 * own group, unless it is sticky, like /tmp. A link on the path must belong to
 * the user or to the owner of its folder (base/files.h). */
bool am_folder_is_safe(am_arena *arena, const char *path);

/* $XDG_CACHE_HOME/automat or ~/.cache/automat, created if missing;
 * removes entries that were not used for 90 days. NULL if no folder exists that
 * only the user can write to. Entries belong to the user and are not writable
 * for others. */
const char *am_cache_folder(am_arena *arena);

/* Statistics of the entries of a folder */
typedef struct {
  long count;
  double bytes;
  time_t oldest; /* last use of the oldest entry, 0 if there is none */
} am_cache_content;

am_cache_content am_cache_look(am_arena *arena, const char *folder);

/* Removes entries last used before a time (s since 1970), INFINITY: all
 * entries; returns the statistics of the removed entries. */
am_cache_content am_cache_remove(am_arena *arena, const char *folder,
                                 double before);

/* Path of the entry in `folder`; NULL if there is no valid one. */
const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix);

/* Content of the entry, [*size] bytes; NULL if there is no
 * valid one. */
const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix,
                          size_t *size);

/* Appends the hash to the object, a file on the same file system, and
 * renames it to the entry; false on failure. */
bool am_cache_store(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const char *object);

/* Creates an entry of `size` bytes; false on failure. */
bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size);

#endif
