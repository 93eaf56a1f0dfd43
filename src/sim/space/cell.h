/* cell.h: volume element: voxels, their phases, and the laws of the phases. */
#ifndef AM_SPACE_CELL_H
#define AM_SPACE_CELL_H

#include "case/case.h"
#include "engine/engine.h"
#include "microstructure/microstructure.h"

/* Keys of a phase. */
extern const am_yaml_key am_phase_keys[];

/* Parameters by label, from a table. */
typedef struct {
  const am_source *source;
  int *row;           /* [labels] by label; -1: none */
  int labels;
  double *parameters; /* [rows][law->parameter_numbers] */
  double *state;      /* [rows][law->nx] initial state */
} am_label_parameters;

/* Voxels of one material on this member of the team.  Fields of a phase have
 * places 0 … count - 1: place i is voxel `voxel[i]`, in increasing order,
 * relative to the first voxel of the member's planes. */
typedef struct {
  const char *name;
  am_place place;           /* in the case */
  am_law *law;
  am_label_parameters *by_label;  /* NULL: the parameters of the law */
  int external[AM_MOST_EXTERNAL]; /* [law->nf] indices of the cell's fields */
  am_strategy strategy;     /* that of the solver, or automatic if the material
                               does not support it */
  am_engine_program *program;      /* without tangent */
  am_engine_program *tangents;     /* with the full tangent; NULL until
                                      am_cell_need_tangents */
  const double *stiffness;  /* [36] of a linear elastic law, from tensor
                               components of the strain to those of the stress;
                               NULL: not linear elastic */
  int *voxel;               /* [count] */
  long count;               /* voxels on this member */
  long whole;               /* voxels on all members, at least one */
} am_phase;

/* External field, identified by its name in all phases that read it: uniform,
 * or given for each voxel by a file. */
typedef struct {
  const char *name, *unit;
  am_place place;       /* in the case, or of the reading phase */
  double start;         /* uniform initial value */
  double *pattern;      /* [voxels here] from a file; NULL: none */
  double mean;          /* mean of the pattern over all members */
  am_program *value;    /* function of the pattern (linear) and time */
} am_cell_external;

/* Label of a phase. */
typedef struct {
  int label, phase;
  am_place place;
} am_phase_label;

typedef struct {
  const am_case *description;
  am_microstructure *micro;
  am_team *team;
  const am_engine *engine;
  int device;              /* am_engine_options.device */
  am_phase *phases;        /* [phase_count] */
  int phase_count;
  am_phase_label *claims;        /* [claim_count], sorted by label */
  size_t claim_count;
  int rest;                /* phase of all other labels; -1: none */
  am_cell_external *externals; /* [external_count] fields of all phases */
  int external_count;
  bool rotated;            /* wave vectors of the rotated scheme, see space.h */
  am_solver solver;        /* of the material laws */
  const char *stress_unit, *time_unit;
} am_cell;

/* Reads `phases`, builds the laws and compiles them for the engine of the case
 * (auto: native), for the current number of OpenMP threads (am_blocks_limit).
 * By default the rotated scheme is used if the grid is even in some direction,
 * because the Fourier scheme has no gradient at the Nyquist frequencies of even
 * grids. AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_cell_new(am_arena *arena, am_report *report,
                                  const am_case *description,
                                  am_microstructure *micro, am_cell **cell);

/* ---- externals.c --------------------------------------------------------- */

/* Value part[0] + part[1]*pattern. */
typedef struct {
  double part[2];
} am_external_value;

/* Lists the fields of all phases and reads their values in the case.  AM_INPUT
 * with a message. */
AM_MUST_USE am_status am_cell_externals_read(am_arena *arena,
                                             am_report *report, am_cell *cell);

/* Value of a field with a pattern at a given time. */
am_external_value am_cell_external_at(const am_cell *cell, int field,
                                      double time);

/* AM_INPUT with a message if the value of any voxel violates the bounds of its
 * law. */
AM_MUST_USE am_status am_cell_external_check(am_report *report,
                                             const am_cell *cell, int field,
                                             const am_external_value *value,
                                             double time);

/* ---- phases -------------------------------------------------------------- */

/* Sets voxel, count and whole of the phases and the claims, from the keys
 * `label` or `labels` of their entries in `phases`.  AM_INPUT with a message if
 * a label belongs to no phase or to two phases, or a phase has no voxels. */
AM_MUST_USE am_status am_labels_assign(am_arena *arena, am_report *report,
                                       const am_yaml *phases, am_cell *cell);

/* Phase of a label; -1: none. */
int am_cell_phase(const am_cell *cell, int label);

/* ---- label_parameters.c -------------------------------------------------- */

/* Removes `file` from the mapping `parameters` of a phase (NULL: absent),
 * unless it is a parameter of the material; returns its value, NULL: none. */
const am_yaml *am_label_parameters_file(am_arena *arena,
                                        const am_material *material,
                                        const am_yaml **overrides);

/* Reads the table `file` into phase->by_label.  AM_INPUT with a message if a
 * label of the phase has no row, or a row or column is invalid. */
AM_MUST_USE am_status am_label_parameters_read(am_arena *arena,
                                               am_report *report,
                                               const am_cell *cell,
                                               am_phase *phase,
                                               const am_yaml *file);

/* ---- programs and messages ----------------------------------------------- */

/* Compiles phase->tangents of all phases unless already compiled. */
AM_MUST_USE am_status am_cell_need_tangents(am_arena *arena,
                                            am_report *report, am_cell *cell);

/* Place for messages: the path of the case. */
am_place am_cell_place(const am_cell *cell);

/* "phase 'matrix', voxel (3, 0, 14)", indices from 0; "some voxel" if `voxel`
 * is negative.  Collective: all members must call it. */
const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel);

#endif
