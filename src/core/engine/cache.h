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

#include "base/report.h"

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

/* $XDG_CACHE_HOME/automat or ~/.cache/automat, made when it is not there;
 * NULL when there is none, or when others may write to it or exchange it.
 * Its entries are the user's own and writable for nobody else, or they are
 * none. */
const char *am_cache_folder(am_arena *arena);

/* Bytes that the folder may hold: 1 GB, or what the variable
 * AUTOMAT_CACHE_LIMIT says, with k, M, G or T behind it.  AM_ENVIRONMENT with a
 * message where that is no number. */
AM_MUST_USE am_status am_cache_limit(am_report *report, double *bytes);

/* Entries of a folder. */
typedef struct {
  long count;
  double bytes;
  time_t oldest; /* use of them, 0: there are none */
} am_cache_content;

am_cache_content am_cache_look(am_arena *arena, const char *folder);

/* Removes those that were used least recently until the others take at most
 * `limit` bytes, 0: all; what was removed. */
am_cache_content am_cache_trim(am_arena *arena, const char *folder,
                               double limit);

/* The file is an entry that is used now. */
void am_cache_use(const char *path);

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
