/* cell.h: a volume element: voxels, the phase of each, and how equilibrium is
 * found. */
#ifndef AM_HOMOGENIZATION_CELL_H
#define AM_HOMOGENIZATION_CELL_H

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

/* Whose C0 the iteration is preconditioned with. */
typedef enum { AM_REFERENCE_FIXED, AM_REFERENCE_UPDATED, AM_REFERENCE_GIVEN }
    am_reference_kind;

/* The mapping `homogenization` of a case. */
typedef struct {
  const char *scheme;      /* a row of am_accelerations, "anderson", … */
  int depth;               /* of Anderson's history */
  bool rotated;            /* discretization */
  am_reference_kind reference;
  double lambda, mu;       /* of a given reference [stress] */
  double equilibrium;      /* |div sigma| L/|<sigma>|, and of mean stress */
  long iterations;         /* at most so many in a loading step */
  bool extrapolate;
} am_homogenization;

typedef struct {
  const am_case *description;
  am_microstructure *micro;
  am_phase *phases;        /* [phase_count], each with at least one voxel */
  int phase_count;
  am_homogenization settings;
  am_solver solver;        /* of the material laws */
  const char *stress_unit, *time_unit;
} am_cell;

/* Reads `microstructure`, `phases` and `homogenization`, builds laws and
 * compiles them for the engine of the case (auto: native), for as many threads
 * as OpenMP has at this time (am_blocks_limit).  AM_INPUT, AM_ENVIRONMENT with
 * a message. */
AM_MUST_USE am_status am_cell_new(am_arena *arena, am_report *report,
                                  const am_case *description,
                                  am_cell **cell);

/* The same for a microstructure that is there. */
AM_MUST_USE am_status am_cell_make(am_arena *arena, am_report *report,
                                   const am_case *description,
                                   am_microstructure *micro, am_cell **cell);

/* Compiles phase->tangents of all phases where that has not been done. */
AM_MUST_USE am_status am_cell_need_tangents(am_arena *arena,
                                            am_report *report, am_cell *cell);

#endif
