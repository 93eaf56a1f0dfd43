/* binary.c: converts numbers from their binary form in files. */
#include <strings.h>

#include "image/parts.h"

static const am_binary_type types[] = {
    {"int8", 1, false, true},     {"uint8", 1, false, false},
    {"int16", 2, false, true},    {"uint16", 2, false, false},
    {"int32", 4, false, true},    {"uint32", 4, false, false},
    {"int64", 8, false, true},    {"uint64", 8, false, false},
    {"float32", 4, true, true},   {"float64", 8, true, true},
};

const am_binary_type *am_binary_find(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcasecmp(name, types[i].name)) return &types[i];
  return NULL;
}

uint64_t am_binary_bits(const unsigned char *bytes, int count, bool big) {
  uint64_t bits = 0;
  for (int i = 0; i < count; i++)
    bits = bits << 8 | bytes[big ? i : count - 1 - i];
  return bits;
}

static double floating(uint64_t bits, int bytes) {
  if (bytes == 4) {
    uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
  }
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Value of a two's complement number of this many bytes. */
static double with_sign(uint64_t bits, int bytes) {
  uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
  return bits & sign ? -(double)((~bits & (sign - 1)) + 1) : (double)bits;
}

void am_binary_decode(const am_binary_type *type, bool big,
                      const unsigned char *bytes, size_t count,
                      double *values) {
  for (size_t i = 0; i < count; i++) {
    uint64_t bits = am_binary_bits(bytes + i * (size_t)type->bytes,
                                   type->bytes, big);
    values[i] = type->floating    ? floating(bits, type->bytes)
                : type->with_sign ? with_sign(bits, type->bytes)
                                  : (double)bits;
  }
}
