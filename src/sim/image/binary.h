/* binary.h: numbers as the bytes of files. */
#ifndef AM_IMAGE_BINARY_H
#define AM_IMAGE_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AM_BINARY_WIDEST = 8 };

typedef struct {
  const char *name; /* "int8" … "uint64", "float32", "float64" */
  int bytes;
  bool floating, with_sign;
} am_binary_type;

/* The type of a name in capitals or not; NULL: there is none. */
const am_binary_type *am_binary_find(const char *name);

/* The bits of `count` <= 8 bytes. */
uint64_t am_binary_bits(const unsigned char *bytes, int count, bool big);

/* Numbers [count] of their bytes; integers beyond 2^53 are rounded.
 * big: the most significant byte is the first. */
void am_binary_decode(const am_binary_type *type, bool big,
                      const unsigned char *bytes, size_t count,
                      double *values);

/* Is this machine of that kind? */
static inline bool am_binary_host_is_big(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 0;
}

#endif
