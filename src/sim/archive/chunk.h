/* chunk.h: values as HDF5 keeps them in a chunk behind its filters shuffle
 * (the first bytes of all values, then the second bytes, …), deflate (zlib) and
 * Fletcher32 (a checksum at the end), made by several threads. */
#ifndef AM_ARCHIVE_CHUNK_H
#define AM_ARCHIVE_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

/* Bytes of the checksum. */
enum { AM_CHUNK_SUM = 4 };

/* One chunk. */
typedef struct {
  const void *bytes; /* [size] */
  size_t size;
  uint32_t skipped; /* bit i: the chunk has not gone through filter i */
} am_encoded;

typedef struct {
  bool filtered; /* through shuffle and deflate, too */
  int level;     /* of deflate, 0 … 9 */
  int capacity;  /* chunks that are encoded at a time */
  size_t largest; /* bytes of the largest chunk without its checksum */
  unsigned char *space;
  am_encoded *chunks; /* [capacity] */
} am_encoder;

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level);

/* The chunks [ceil(count/length)], at most `capacity`, of values [count];
 * what lacks of the last one is NaN.  They are valid until the next call. */
const am_encoded *am_encode(am_encoder *encoder, const double *values,
                            size_t count, size_t length);

/* Does the checksum at the end of a chunk fit its bytes? */
bool am_chunk_fits(const void *bytes, size_t size);

#endif
