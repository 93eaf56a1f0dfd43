/* cell.h: a volume element: voxels, the phase of each, and the laws of the
 * phases. */
#ifndef AM_SPACE_CELL_H
#define AM_SPACE_CELL_H

#include "engine/engine.h"
#include "microstructure/microstructure.h"
#include "path/case.h"

/* Voxels of one material.  Their fields are dense: place 0 … count - 1 of a
 * phase is voxel `voxel[place]`, in increasing order. */
typedef struct {
  const char *name;
  am_place place;           /* in the case */
  am_law *law;
  am_strategy strategy;     /* the solver's, or automatic where the material
                               has nothing for it */
  const am_engine *engine;
  am_engine_program *program;      /* without tangent */
  am_engine_program *tangents;     /* with the full tangent; NULL until
                                      am_cell_need_tangents */
  int *voxel;               /* [count] */
  long count;
} am_phase;

typedef struct {
  const am_case *description;
  am_microstructure *micro;
  am_phase *phases;        /* [phase_count], each with at least one voxel */
  int phase_count;
  bool rotated;            /* wave vectors, see space.h */
  am_solver solver;        /* of the material laws */
  const char *stress_unit, *time_unit;
} am_cell;

/* Reads `phases`, builds laws and compiles them for the engine of the case
 * (auto: native), for as many threads as OpenMP has at this time
 * (am_blocks_limit).  Wave vectors are rotated on grids of an even number of
 * voxels in some direction, where the others leave frequencies without a
 * gradient.  AM_INPUT, AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_cell_new(am_arena *arena, am_report *report,
                                  const am_case *description,
                                  am_microstructure *micro, am_cell **cell);

/* Fills voxel and count of the phases [phase_count], from the keys `label` or
 * `labels` of their entries in `phases`.  AM_INPUT with a message for a label
 * that belongs to no phase or to two, and for a phase without voxels. */
AM_MUST_USE am_status am_labels_assign(am_arena *arena, am_report *report,
                                       const am_yaml *phases,
                                       const am_microstructure *micro,
                                       am_phase *result);

/* Compiles phase->tangents of all phases where that has not been done. */
AM_MUST_USE am_status am_cell_need_tangents(am_arena *arena,
                                            am_report *report, am_cell *cell);

/* Where something is, for messages: the path of the case. */
am_place am_cell_place(const am_cell *cell);

/* "phase 'matrix', voxel (3, 0, 14)", counted from 0; "some voxel" where
 * `voxel` is negative. */
const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel);

#endif
