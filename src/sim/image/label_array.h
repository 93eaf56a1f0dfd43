/* label_array.h: labels of voxels in memory, all of them in the smallest
 * integer, of 8, 16 or 32 bits, that holds the largest. */
#ifndef AM_IMAGE_LABEL_ARRAY_H
#define AM_IMAGE_LABEL_ARRAY_H

#include <stdint.h>

#include "base/base.h"

typedef struct {
  am_arena *parent, *arena; /* theirs, freed where they are widened */
  void *at;        /* [count] uint8_t, uint16_t or int32_t */
  long count;
  int bytes;       /* of one: 1, 2 or 4 */
} am_labels;

/* All are zero. */
am_labels *am_labels_new(am_arena *arena, long count);

/* Bytes of the smallest integer that holds a label, at least 0. */
int am_labels_bytes(int label);

/* Each takes so many bytes at least. */
void am_labels_widen(am_labels *l, int bytes);

static inline int am_labels_get(const am_labels *l, long n) {
  return l->bytes == 1   ? ((const uint8_t *)l->at)[n]
         : l->bytes == 2 ? ((const uint16_t *)l->at)[n]
                         : ((const int32_t *)l->at)[n];
}

/* Widens all of them where they are too small for it. */
void am_labels_put(am_labels *l, long n, int label);

/* Labels first … first + count - 1. */
void am_labels_copy(const am_labels *l, long first, long count, int *to);

#endif
