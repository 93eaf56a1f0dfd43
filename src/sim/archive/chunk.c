/* chunk.c: shuffle and deflate, as the filters of HDF5 do them. */
#include "archive/chunk.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

#include "base/digest.h"

enum { MOST_CHUNKS = 64, MOST_BYTES = 32 << 20 };

/* HDF5 counts the filters as bits: shuffle is the first, deflate the second. */
enum { DEFLATE = 1 << 1 };

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level) {
  am_encoder e = {.filtered = filtered, .level = level, .largest = largest};
  e.capacity = MOST_CHUNKS;
  while (e.capacity > 1 && (size_t)e.capacity * largest > MOST_BYTES)
    e.capacity /= 2;
  e.space = am_arena_alloc(arena, 2 * largest * (size_t)e.capacity);
  e.chunks = AM_ARRAY(arena, am_encoded, e.capacity);
  return e;
}

static void shuffle(unsigned char *to, const unsigned char *from,
                    size_t count, size_t stride) {
  for (size_t byte = 0; byte < sizeof(double); byte++)
    for (size_t i = 0; i < count; i++)
      to[byte * stride + i] = from[i * sizeof(double) + byte];
}

/* Encodes values [count], padded with NaN up to `length`. */
static am_encoded encode(const am_encoder *e, unsigned char *space,
                         const double *values, size_t count, size_t length) {
  const double lacking = NAN;
  size_t bytes = length * sizeof(double);
  if (!e->filtered) {
    double *plain = (double *)space;
    memcpy(plain, values, count * sizeof *plain);
    for (size_t i = count; i < length; i++) plain[i] = lacking;
    return (am_encoded){.bytes = space, .size = bytes};
  }
  shuffle(space, (const unsigned char *)values, count, length);
  for (size_t i = count; i < length; i++)
    shuffle(space + i, (const unsigned char *)&lacking, 1, length);

  unsigned char *packed = space + e->largest;
  uLongf size = bytes;
  if (compress2(packed, &size, space, bytes, e->level) == Z_OK)
    return (am_encoded){.bytes = packed, .size = size};
  return (am_encoded){.bytes = space, .size = bytes, .skipped = DEFLATE};
}

const am_encoded *am_encode(am_encoder *e, const double *values, size_t count,
                            size_t length) {
  long chunks = (long)((count + length - 1) / length);
#pragma omp parallel for schedule(dynamic) if (chunks > 1)
  for (long i = 0; i < chunks; i++) {
    size_t begin = (size_t)i * length;
    size_t most = count - begin < length ? count - begin : length;
    am_encoded *chunk = &e->chunks[i];
    *chunk = encode(e, e->space + (size_t)i * 2 * e->largest, values + begin,
                    most, length);
    chunk->digest = am_digest(AM_DIGEST_START, chunk->bytes, chunk->size);
  }
  return e->chunks;
}
