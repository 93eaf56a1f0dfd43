#include "homogenization/place.h"

am_place am_cell_place(const am_cell *cell) {
  const am_case *c = cell->description;
  return c->path ? c->path->place : c->entries ? c->entries->place
                                               : am_nowhere;
}

static bool holds(const am_phase *phase, long voxel) {
  for (long i = 0; i < phase->count; i++)
    if (phase->voxel[i] == voxel) return true;
  return false;
}

const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel) {
  const int *grid = cell->micro->grid;
  const am_phase *phase = cell->phases;
  if (voxel < 0) return "some voxel";
  while (phase + 1 < cell->phases + cell->phase_count && !holds(phase, voxel))
    phase++;
  return am_format(arena, "phase '%s', voxel (%ld, %ld, %ld)", phase->name,
                   voxel % grid[0], voxel / grid[0] % grid[1],
                   voxel / grid[0] / grid[1]);
}
