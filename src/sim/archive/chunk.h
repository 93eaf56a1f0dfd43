/* chunk.h: encodes chunks as HDF5 stores them after the filters shuffle (first
 * bytes of all values, then second bytes, …), deflate (zlib) and Fletcher32
 * (checksum at the end), with several threads. */
#ifndef AM_ARCHIVE_CHUNK_H
#define AM_ARCHIVE_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/base.h"

/* Size of the checksum (bytes). */
enum { AM_CHUNK_SUM = 4 };

/* One chunk. */
typedef struct {
  const void *bytes; /* [size] */
  size_t size;
  uint32_t skipped; /* bit i: filter i was skipped for this chunk */
} am_encoded;

typedef struct {
  bool filtered; /* true: with shuffle and deflate */
  int level;     /* deflate level 0 … 9 */
  int capacity;  /* maximum number of chunks encoded together */
  size_t largest; /* bytes of the largest chunk without checksum */
  unsigned char *space;
  am_encoded *chunks; /* [capacity] */
} am_encoder;

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level);

/* Encodes values [count] into chunks [ceil(count/length)], at most `capacity`;
 * the last one is padded with NaN. The chunks are valid until the next call. */
const am_encoded *am_encode(am_encoder *encoder, const double *values,
                            size_t count, size_t length);

/* True if the checksum at the end of a chunk matches its bytes. */
bool am_chunk_fits(const void *bytes, size_t size);

#endif
