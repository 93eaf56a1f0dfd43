/* digest.h: checksums of long data, and hashes of short texts. */
#ifndef AM_BASE_DIGEST_H
#define AM_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A 64-bit digest that detects accidental changes of bytes.  The digest is fast
 * (one multiplication for eight bytes), but does not protect against deliberate
 * collisions. */
enum { AM_DIGEST_START = 1 };

/* Continues the digest `sum` (AM_DIGEST_START for a new one) with `size` bytes.
 * The result depends on how the bytes are divided into calls. */
uint64_t am_digest(uint64_t sum, const void *data, size_t size);

/* Digest of the first `length` bytes of a file.  Returns 0 or an errno; EIO if
 * the file is shorter. */
int am_digest_file(int file, off_t length, uint64_t *sum);

/* The hash FNV-1a of Fowler, Noll and Vo, with 64 and with 128 bits. */
typedef unsigned __int128 am_wide;

/* Hash of a text without its terminating NUL. */
static inline uint64_t am_hash(const char *text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
  return hash;
}

static inline am_wide am_wide_hash_start(void) {
  return ((am_wide)0x6c62272e07bb0142 << 64) | 0x62b821756295c58d;
}

/* Continues the hash with `size` bytes. */
static inline am_wide am_wide_hash(am_wide hash, const void *data,
                                   size_t size) {
  const am_wide prime = ((am_wide)1 << 88) | 0x13b;
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * prime;
  return hash;
}

#endif
