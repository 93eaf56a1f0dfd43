/* binary.h: converts numbers from their binary form in files. */
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

/* Type of a name, case-insensitive; NULL: unknown. */
const am_binary_type *am_binary_find(const char *name);

/* Bits of `count` <= 8 bytes; big: most significant byte first. */
uint64_t am_binary_bits(const unsigned char *bytes, int count, bool big);

/* Decodes numbers [count]; integers beyond 2^53 are rounded. big: most
 * significant byte first. */
void am_binary_decode(const am_binary_type *type, bool big,
                      const unsigned char *bytes, size_t count,
                      double *values);

/* True on machines that store the most significant byte first. */
static inline bool am_binary_host_is_big(void) {
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 0;
}

#endif
