/* cache.h: compiled units on disk, so that a kernel is compiled once.
 *
 * An entry is what was compiled (a shared object, or code for a device) with
 * a trailer that holds its key, length and hash; what does not fit them is no
 * entry.  Entries appear whole, by rename, so that any number of processes
 * may work in one folder.  The suffix of an entry's name tells its kind:
 * ".so". */
#ifndef AM_ENGINE_CACHE_H
#define AM_ENGINE_CACHE_H

#include <stdbool.h>
#include <time.h>

#include "base/base.h"

enum { AM_KEY_LENGTH = 32 };

/* A key in hexadecimal digits: the wide hash of base/digest.h. */
typedef struct {
  char text[AM_KEY_LENGTH + 1];
} am_key;

am_key am_key_of(const char *const *texts, int count);

/* Can only the user, or who owns the system, rename what is made in a folder?
 * What is compiled is run, so it must lie in such a folder from its first byte
 * on.  Nobody else has laid a link on the way (base/link.h).  All folders above
 * it count, links followed: each belongs to one of them,
 * and is writable for nobody else, but for the user's own group, unless it is
 * sticky, like /tmp. */
bool am_folder_is_safe(am_arena *arena, const char *path);

/* $XDG_CACHE_HOME/automat or ~/.cache/automat, which is made if it does not
 * exist; entries that were not used for 90 days are removed from it.  NULL if
 * no such folder can be had that only the user can write to.  Entries belong to
 * the user and are writable for nobody else. */
const char *am_cache_folder(am_arena *arena);

/* Entries of a folder. */
typedef struct {
  long count;
  double bytes;
  time_t oldest; /* last use of the oldest entry, 0 if there are none */
} am_cache_content;

am_cache_content am_cache_look(am_arena *arena, const char *folder);

/* Removes entries last used before a time (s since 1970), INFINITY: all of
 * them; returns the removed ones. */
am_cache_content am_cache_remove(am_arena *arena, const char *folder,
                                 double before);

/* The path of the entry in `folder`, NULL when there is no valid one. */
const char *am_cache_find(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix);

/* The bytes of the entry, [*size] without the trailer; NULL when there is no
 * valid one. */
const void *am_cache_read(am_arena *arena, const char *folder,
                          const am_key *key, const char *suffix,
                          size_t *size);

/* Adds the trailer to the object, a file of the same file system, and makes
 * it the entry; false when that failed. */
bool am_cache_store(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const char *object);

/* Makes an entry of `size` bytes; false when that failed. */
bool am_cache_write(am_arena *arena, const char *folder, const am_key *key,
                    const char *suffix, const void *data, size_t size);

#endif
