/* cell.h: a volume element: voxels, the phase of each, and the laws of the
 * phases. */
#ifndef AM_SPACE_CELL_H
#define AM_SPACE_CELL_H

#include "case/case.h"
#include "engine/engine.h"
#include "expr/parts.h"
#include "microstructure/microstructure.h"
#include "team/team.h"

/* The keys of a phase. */
extern const am_yaml_key am_phase_keys[];

/* Voxels of one material that this member of the team has.  Their fields are
 * dense: place 0 … count - 1 of a phase is voxel `voxel[place]`, in increasing
 * order, counted from the first of the member's planes. */
typedef struct {
  const char *name;
  am_place place;           /* in the case */
  am_law *law;
  int external[AM_MOST_EXTERNAL]; /* [law->nf] which of the cell's fields */
  am_strategy strategy;     /* the solver's, or automatic where the material
                               has nothing for it */
  const am_engine *engine;
  am_engine_program *program;      /* without tangent */
  am_engine_program *tangents;     /* with the full tangent; NULL until
                                      am_cell_need_tangents */
  int *voxel;               /* [count] */
  long count, before;       /* voxels here, and of the members before, … */
  long whole;               /* … and of all: at least one */
} am_phase;

/* An external field, of one name in all phases that read it: one value for the
 * whole cell, or one for each voxel by a file. */
typedef struct {
  const char *name, *unit;
  am_place place;       /* in the case, or of the phase that reads it */
  double start;         /* in the whole cell at the start */
  double *pattern;      /* [voxels here] numbers of a file; NULL: none */
  double mean;          /* … and the mean of all members' */
  am_program *value;    /* of them, linear, and of the time */
} am_cell_external;

/* A label that a phase claims. */
typedef struct {
  int label, phase;
  am_place place;
} am_claim;

typedef struct {
  const am_case *description;
  am_microstructure *micro;
  am_team *team;
  int device;              /* am_engine_options.device */
  am_phase *phases;        /* [phase_count] */
  int phase_count;
  am_claim *claims;        /* [claim_count], by label */
  size_t claim_count;
  am_cell_external *externals; /* [external_count] fields of all phases */
  int external_count;
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

/* ---- externals.c --------------------------------------------------------- */

/* The value is part[0] + part[1]*pattern. */
typedef struct {
  double part[2];
} am_external_value;

/* Lists the fields of all phases, and reads what the case says of them.
 * AM_INPUT with a message. */
AM_MUST_USE am_status am_cell_externals_read(am_arena *arena,
                                             am_report *report, am_cell *cell);

/* Of a field with a pattern, at a time. */
am_external_value am_cell_external_at(const am_cell *cell, int field,
                                      double time);

/* AM_INPUT with a message where a voxel is out of the bounds of its law. */
AM_MUST_USE am_status am_cell_external_check(am_report *report,
                                             const am_cell *cell, int field,
                                             const am_external_value *value,
                                             double time);

/* ---- phases -------------------------------------------------------------- */

/* Fills voxel, count and whole of the phases, from the keys `label` or `labels`
 * of their entries in `phases`, and the claims.  AM_INPUT with a message for a
 * label that belongs to no phase or to two, and for a phase without voxels. */
AM_MUST_USE am_status am_labels_assign(am_arena *arena, am_report *report,
                                       const am_yaml *phases, am_cell *cell);

/* The phase of a label, -1: none. */
int am_cell_phase(const am_cell *cell, int label);

/* Compiles phase->tangents of all phases where that has not been done. */
AM_MUST_USE am_status am_cell_need_tangents(am_arena *arena,
                                            am_report *report, am_cell *cell);

/* Where something is, for messages: the path of the case. */
am_place am_cell_place(const am_cell *cell);

/* "phase 'matrix', voxel (3, 0, 14)", counted from 0; "some voxel" where
 * `voxel` is negative.  All members call it. */
const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel);

#endif
