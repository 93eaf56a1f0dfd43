/* chunk.c: HDF5 filters shuffle, deflate and Fletcher32. */
#include <zlib.h>

#include "archive/archive_file.h"

enum { MOST_CHUNKS = 64, MOST_BYTES = 32 << 20 };

/* HDF5 numbers filters by bits: first shuffle, second deflate. */
enum { DEFLATE = 1 << 1 };

/* Bytes for a chunk before and after deflate, each with checksum. */
static size_t room_of(const am_encoder *e) {
  return 2 * (e->largest + sizeof(double));
}

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level) {
  am_encoder e = {.filtered = filtered, .level = level, .largest = largest};
  e.capacity = MOST_CHUNKS;
  while (e.capacity > 1 && (size_t)e.capacity * largest > MOST_BYTES)
    e.capacity /= 2;
  e.space = am_arena_alloc(arena, room_of(&e) * (size_t)e.capacity);
  e.chunks = AM_ARRAY(arena, am_encoded, e.capacity);
  return e;
}

static void shuffle(unsigned char *to, const unsigned char *from,
                    size_t count, size_t stride) {
  for (size_t byte = 0; byte < sizeof(double); byte++)
    for (size_t i = 0; i < count; i++)
      to[byte * stride + i] = from[i * sizeof(double) + byte];
}

/* Checksum as computed by HDF5 (H5checksum.c): sums of 16-bit words, most
 * significant byte first, reduced before they overflow. */
static uint32_t fletcher32(const unsigned char *bytes, size_t size) {
  enum { WORDS = 360 };
  uint32_t one = 0, two = 0;
  for (size_t i = 0; i < size; i += 2 * WORDS) {
    size_t end = size - i < 2 * WORDS ? size : i + 2 * WORDS;
    for (size_t k = i; k < end; k += 2) {
      one += (uint32_t)bytes[k] << 8 | (k + 1 < size ? bytes[k + 1] : 0);
      two += one;
    }
    one = (one & 0xffff) + (one >> 16);
    two = (two & 0xffff) + (two >> 16);
  }
  one = (one & 0xffff) + (one >> 16);
  two = (two & 0xffff) + (two >> 16);
  return two << 16 | one;
}

/* Appends the checksum of `size` bytes, least significant byte first. */
static void append_sum(unsigned char *bytes, size_t size) {
  uint32_t sum = fletcher32(bytes, size);
  for (int i = 0; i < AM_CHUNK_SUM; i++)
    bytes[size + (size_t)i] = (unsigned char)(sum >> 8 * i);
}

bool am_chunk_fits(const void *data, size_t size) {
  const unsigned char *bytes = data;
  if (size < AM_CHUNK_SUM) return false;
  size -= AM_CHUNK_SUM;
  uint32_t sum = fletcher32(bytes, size);
  for (int i = 0; i < AM_CHUNK_SUM; i++)
    if (bytes[size + (size_t)i] != (unsigned char)(sum >> 8 * i)) return false;
  return true;
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

  unsigned char *packed = space + room_of(e) / 2;
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
    *chunk = encode(e, e->space + (size_t)i * room_of(e), values + begin, most,
                    length);
    append_sum((unsigned char *)(uintptr_t)chunk->bytes, chunk->size);
    chunk->size += AM_CHUNK_SUM;
  }
  return e->chunks;
}
