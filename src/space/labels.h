/* labels.h: which phase a voxel belongs to; internal to cell.c and labels.c.
 */
#ifndef AM_SPACE_LABELS_H
#define AM_SPACE_LABELS_H

#include "space/cell.h"

/* Fills voxel and count of the phases [phase_count], from the keys `label` or
 * `labels` of their entries in `phases`.  AM_INPUT with a message for a label
 * that belongs to no phase or to two, and for a phase without voxels. */
AM_MUST_USE am_status am_labels_assign(am_arena *arena, am_report *report,
                                       const am_yaml *phases,
                                       const am_microstructure *micro,
                                       am_phase *result);

#endif
