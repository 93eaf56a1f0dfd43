/* slice.h: what a picture shows of a volume element. */
#ifndef AM_HOMOGENIZATION_SLICE_H
#define AM_HOMOGENIZATION_SLICE_H

#include "space/space.h"
#include "output/plot.h"

/* A panel with the von Mises stress on the middle plane normal to z; where the
 * cell is one voxel wide in x or y and not in z, to that direction. */
am_panel am_cell_slice(am_arena *arena, am_space *space);

#endif
