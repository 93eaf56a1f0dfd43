/* chunk.h: values as HDF5 keeps them in a chunk behind its filters shuffle
 * (the first bytes of all values, then the second bytes, …) and deflate
 * (zlib), made by several threads. */
#ifndef AM_ARCHIVE_CHUNK_H
#define AM_ARCHIVE_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* One chunk. */
typedef struct {
  const void *bytes; /* [size] */
  size_t size;
  uint64_t digest;  /* of the bytes */
  uint32_t skipped; /* bit i: the chunk has not gone through filter i */
} am_encoded;

typedef struct {
  bool filtered; /* through shuffle and deflate */
  int level;     /* of deflate, 0 … 9 */
  int capacity;  /* chunks that are encoded at a time */
  size_t largest; /* bytes of the largest chunk */
  unsigned char *space;
  am_encoded *chunks; /* [capacity] */
} am_encoder;

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level);

/* The chunks [ceil(count/length)], at most `capacity`, of values [count];
 * what lacks of the last one is NaN.  They are valid until the next call. */
const am_encoded *am_encode(am_encoder *encoder, const double *values,
                            size_t count, size_t length);

#endif
