#include <string.h>

#include "homogenization/scheme.h"

static const am_acceleration *const accelerations[] = {
    &am_acceleration_anderson, &am_acceleration_basic,
    &am_acceleration_barzilai_borwein, &am_acceleration_newton_cg};

const am_acceleration *const *am_accelerations(size_t *count) {
  *count = sizeof accelerations / sizeof *accelerations;
  return accelerations;
}

const am_acceleration *am_acceleration_find(const char *name) {
  size_t count;
  const am_acceleration *const *rows = am_accelerations(&count);
  for (size_t i = 0; i < count; i++)
    if (!strcmp(rows[i]->name, name)) return rows[i];
  return NULL;
}
