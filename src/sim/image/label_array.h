/* label_array.h: labels of voxels in memory, stored as the smallest integers
 * (8, 16 or 32 bits) that hold the largest label. */
#ifndef AM_IMAGE_LABEL_ARRAY_H
#define AM_IMAGE_LABEL_ARRAY_H

#include "base/base.h"

typedef struct {
  am_arena *parent, *arena; /* arena of the labels, freed when they are
                               widened */
  void *at;        /* [count] uint8_t, uint16_t or int32_t */
  long count;
  int bytes;       /* bytes per label: 1, 2 or 4 */
} am_labels;

/* Creates labels of value zero. */
am_labels *am_labels_new(am_arena *arena, long count);

/* Size (bytes) of the smallest integer that holds a label >= 0. */
int am_labels_bytes(int label);

/* Widens all labels to at least this many bytes. */
void am_labels_widen(am_labels *l, int bytes);

static inline int am_labels_get(const am_labels *l, long n) {
  return l->bytes == 1   ? ((const uint8_t *)l->at)[n]
         : l->bytes == 2 ? ((const uint16_t *)l->at)[n]
                         : ((const int32_t *)l->at)[n];
}

/* Sets a label; widens all labels if necessary. */
void am_labels_put(am_labels *l, long n, int label);

/* Copies labels first … first + count - 1. */
void am_labels_copy(const am_labels *l, long first, long count, int *to);

#endif
