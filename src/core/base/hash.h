/* hash.h: the hash FNV-1a of Fowler, Noll and Vo, with 64 and with 128 bits. */
#ifndef AM_BASE_HASH_H
#define AM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

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
