#include "check/axes.h"

#include "base/basis.h"
#include "base/text.h"

static am_axis *add(am_arena *arena, am_axes *axes, am_axis axis) {
  size_t size = (size_t)axes->count * sizeof axis;
  axes->items = am_arena_grow(arena, axes->items, size, size + sizeof axis);
  axes->items[axes->count] = axis;
  return &axes->items[axes->count++];
}

void am_axes_push(am_arena *arena, am_axes *axes, const char *name,
                  int offset) {
  add(arena, axes, (am_axis){.name = name, .offset = offset, .size = 1,
                             .weight = {1}, .group = name});
}

/* The coordinates of a tensor, or of a deviator, which lacks the first, are
 * offset … */
static void add_tensor(am_arena *arena, am_axes *axes, const char *name,
                       int offset, int size, am_axis_use use) {
  int skipped = 6 - size;
  for (int k = 0; k < 6; k++) {
    double unit[6] = {0}, motion[6];
    unit[k] = 1;
    am_basis_from_tensor(unit, motion);
    am_axis *axis = add(
        arena, axes,
        (am_axis){.name = am_format(arena, "%s[%s]", name,
                                    am_component_names[k]),
                  .offset = offset, .size = size, .group = name});
    for (int c = skipped; c < 6; c++)
      axis->weight[c - skipped] =
          use == AM_AXIS_VALUE ? am_basis[c][k] : motion[c];
  }
}

am_axes am_axes_of_tensor(am_arena *arena, const char *name,
                          am_axis_use use) {
  am_axes axes = {0};
  add_tensor(arena, &axes, name, 0, 6, use);
  return axes;
}

am_axes am_axes_of_state(am_arena *arena, const am_law *law,
                         const char *prefix, int end, am_axis_use use) {
  am_axes axes = {0};
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    const char *name = am_format(arena, "%s%s", prefix, v->name);
    if (v->offset >= end) continue;
    if (v->kind == AM_SCALAR)
      am_axes_push(arena, &axes, name, v->offset);
    else
      add_tensor(arena, &axes, name, v->offset, v->size, use);
  }
  return axes;
}

double am_axis_value(const am_axis *axis, const double *coordinates) {
  double sum = 0;
  for (int i = 0; i < axis->size; i++)
    sum += axis->weight[i] * coordinates[axis->offset + i];
  return sum;
}
