/* label_array.c: labels of voxels in memory. */
#include "image/parts.h"

/* Allocates labels in a separate arena, so that they can be freed. */
static am_labels room_for(am_arena *parent, long count, int bytes) {
  am_arena *arena = am_arena_child(parent);
  size_t size = (size_t)count * (size_t)bytes;
  return (am_labels){.parent = parent,
                     .arena = arena,
                     .at = am_arena_room(arena, size),
                     .count = count,
                     .bytes = bytes};
}

am_labels *am_labels_new(am_arena *arena, long count) {
  am_labels *l = AM_NEW(arena, am_labels);
  *l = room_for(arena, count, 1);
  memset(l->at, 0, (size_t)count);
  return l;
}

int am_labels_bytes(int label) {
  return label <= UINT8_MAX ? 1 : label <= UINT16_MAX ? 2 : 4;
}

static void set_label(am_labels *l, long n, int label) {
  if (l->bytes == 1)
    ((uint8_t *)l->at)[n] = (uint8_t)label;
  else if (l->bytes == 2)
    ((uint16_t *)l->at)[n] = (uint16_t)label;
  else
    ((int32_t *)l->at)[n] = label;
}

void am_labels_widen(am_labels *l, int bytes) {
  if (l->bytes >= bytes) return;
  am_labels wide = room_for(l->parent, l->count, bytes);
  for (long n = 0; n < l->count; n++) set_label(&wide, n, am_labels_get(l, n));
  am_arena_free(l->arena);
  *l = wide;
}

void am_labels_put(am_labels *l, long n, int label) {
  am_labels_widen(l, am_labels_bytes(label));
  set_label(l, n, label);
}

void am_labels_copy(const am_labels *l, long first, long count, int *to) {
  for (long n = 0; n < count; n++) to[n] = am_labels_get(l, first + n);
}
