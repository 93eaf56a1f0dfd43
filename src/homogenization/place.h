/* place.h: where in a volume element something is, for messages. */
#ifndef AM_HOMOGENIZATION_PLACE_H
#define AM_HOMOGENIZATION_PLACE_H

#include "homogenization/cell.h"

/* The path of the case. */
am_place am_cell_place(const am_cell *cell);

/* "phase 'matrix', voxel (3, 0, 14)", counted from 0; "some voxel" where
 * `voxel` is negative. */
const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel);

#endif
