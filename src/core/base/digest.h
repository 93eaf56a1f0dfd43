/* digest.h: numbers that stand for bytes: digests of what is long, and hashes
 * of what is short. */
#ifndef AM_BASE_DIGEST_H
#define AM_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* 64 bits that tell whether bytes are what they were.  Made for speed (a
 * multiplication for eight bytes) and against accidents, not against somebody
 * who wants two texts of one digest. */
enum { AM_DIGEST_START = 1 };

/* The digest of what gave `sum` (AM_DIGEST_START: nothing) and these bytes
 * behind it.  The same bytes in other pieces have another digest. */
uint64_t am_digest(uint64_t sum, const void *data, size_t size);

/* The digest of the first `length` bytes of a file; an errno, 0: done.  EIO
 * where it is shorter. */
int am_digest_file(int file, off_t length, uint64_t *sum);

/* FNV-1a, the hash of Fowler, Noll and Vo, in 64 and in 128 bits: from its
 * offset basis, byte after byte. */
typedef unsigned __int128 am_wide;

/* Of a text without its end. */
static inline uint64_t am_hash(const char *text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
  return hash;
}

static inline am_wide am_wide_hash_start(void) {
  return ((am_wide)0x6c62272e07bb0142 << 64) | 0x62b821756295c58d;
}

/* The hash with more bytes in it. */
static inline am_wide am_wide_hash(am_wide hash, const void *data,
                                   size_t size) {
  const am_wide prime = ((am_wide)1 << 88) | 0x13b;
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * prime;
  return hash;
}

#endif
