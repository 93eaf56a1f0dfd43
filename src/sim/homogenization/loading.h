/* loading.h: drives a volume element along the path of a case.
 *
 * Each loading step solves div sigma = 0 for the prescribed mean strains and
 * mean stresses (Moulinec and Suquet 1998; mixed conditions: Kabel, Fliegener,
 * Schneider 2016).  A step that does not converge is halved recursively, up to
 * AM_CELL_HALVINGS times.
 *
 * Data flow through this module, which works on a space (space/):
 *   settings              the case: volume element and solver settings
 *   reference             reference stiffness C0 of the iteration
 *   equilibrium, schemes, barzilai_borwein, anderson, newton_cg
 *                         solution of one problem div sigma = 0
 *   loading               loading steps along the path, halved if needed
 *   effective             tangents of the volume element
 *   run, columns, fields, arrays, restart  rows, images, restart files
 *   plan                  memory, files and time, estimated before a run
 * Begin with run.h for rows and files, with am_cell_loading_new for loading
 * steps only. */
#ifndef AM_HOMOGENIZATION_LOADING_H
#define AM_HOMOGENIZATION_LOADING_H

#include "homogenization/equilibrium.h"

/* ---- external_history.c: external fields along the path --------------------
 *
 * A field is either uniform and follows the path, or is given voxel by voxel
 * and follows its own function of time. */

typedef struct {
  const am_cell *cell;
  const char *names[AM_MOST_EXTERNAL]; /* [count] fields that the path
                                          controls */
  const char *units[AM_MOST_EXTERNAL];
  double starts[AM_MOST_EXTERNAL];     /* [count] initial values */
  int count;
  int place[AM_MOST_EXTERNAL];   /* index of each field of the cell among the
                                    fields of the path; -1: given by voxel */
  am_external_value now[AM_MOST_EXTERNAL];  /* values of the cell's fields at
                                               t_n */
  am_external_value next[AM_MOST_EXTERNAL]; /* values at the end of the step */
  double set[AM_MOST_EXTERNAL][4]; /* values set last in the space */
} am_external_history;

/* Sets the initial state.  AM_INPUT if the path names fields given by voxel. */
AM_MUST_USE am_status am_external_history_begin(am_external_history *drive,
                                                am_report *report,
                                                const am_cell *cell,
                                                double time);

/* Begins the loading step to a target.  AM_INPUT if a field leaves its
 * bounds. */
AM_MUST_USE am_status am_external_history_aim(am_external_history *drive,
                                              am_report *report,
                                              const am_target *target);

/* Sets the fields of the space for the part of the step from `begin` to `end`
 * (fractions of 1).  True if any field changes in this part. */
bool am_external_history_part(am_external_history *drive, am_space *space,
                              double begin, double end);

/* Completes the step; means over the voxels [cell->external_count], or NULL. */
void am_external_history_reach(am_external_history *drive, double *means);

/* ---- loading steps ------------------------------------------------------- */

enum { AM_CELL_HALVINGS = 10 };

/* Converged loading step. */
typedef struct {
  long step;                /* 0: the start */
  double time;
  double strain[6], stress[6]; /* mean values, tensor components */
  double external[AM_MOST_EXTERNAL]; /* mean values of the external fields */
  double iterations;        /* evaluations of the laws, including all
                               halvings */
  double applications;      /* of tangents, including those for `effective` */
  double equilibrium, stress_residual; /* relative, as compared with the
                                          tolerance */
  double pieces;            /* number of parts; 1: not halved */
  double effective[36];     /* d<sigma>/d<eps> of the loading step,
                               Kelvin-Mandel, if requested; NaN if halved */
  double average[36];       /* <C>, likewise */
  double seconds;
} am_cell_row;

/* Requests of a caller for every loading step. */
typedef struct {
  bool effective, average;
  /* Called after the commit of the start and of each step; false stops. */
  bool (*row)(void *data, const am_cell_row *row);
  void *data;
} am_cell_sink;

/* State of loading.  The members from `u` to `step` are saved for a restart, in
 * addition to the fields of the space; am_path_next advances the path to
 * `step`. */
typedef struct {
  const am_homogenization *settings;
  am_cell *cell;               /* settings->cell */
  am_space *space;
  am_path *path;
  am_vector *u, *before;       /* converged strain at t_n and t_n-1 */
  double duration;             /* of the previous loading step or its last part;
                                  0: none, or a jump */
  bool stress_controlled[6];   /* in the previous step or part */
  double change[6];            /* change of the prescribed mean strains and
                                  stresses in the step: Kelvin-Mandel, strains
                                  times 2 mu0 */
  double largest;              /* largest |<sigma>| so far */
  double strain[6], stress[6]; /* mean values at t_n, tensor components */
  am_external_history drive;              /* external fields */
  double time;
  long step;                   /* completed loading steps */

  /* Solver of the loading steps */
  am_arena *arena;
  const am_acceleration *scheme;
  am_iteration *iteration;
  am_equilibrium_problem problem;
  am_loading_step span;        /* loading step of the laws in the last part */
  am_vector *trial;            /* strain of the last part */
  am_vector *gradient;
  double part_change[6];       /* as `change`, in the last part */
  am_equilibrium_result result; /* of the last part */
  am_equilibrium_end cause;    /* reason for the first halving of the step */
  long iterations, applications; /* in the current loading step */
  int pieces;                  /* accepted parts; 0: the fields belong to the
                                  end of a loading step */
  bool costly;                 /* too expensive for further halving */
  am_effective_tangent *effective; /* NULL until requested */
} am_cell_loading;

/* Opens the path and the space of settings->cell at the start, with the elastic
 * reference. */
AM_MUST_USE am_status am_cell_loading_new(am_arena *arena, am_report *report,
                                          const am_homogenization *settings,
                                          int threads,
                                          am_cell_loading **loading);

/* Parts of am_cell_loading_new: opens the path (loading->cell is set);
 * allocates the vectors (loading->space and loading->scheme are set). */
AM_MUST_USE am_status am_cell_loading_path(am_arena *arena, am_report *report,
                                           am_cell_loading *loading);
AM_MUST_USE am_status am_cell_loading_vectors(am_report *report,
                                              am_cell_loading *loading);

/* Runs to the end of the path, from the start (step 0, whose row comes first)
 * or from the current state.  AM_FAILED with a message that names step, time
 * and reason if a step does not converge or loading is stopped.  Rows so far
 * remain valid and loading is at the last converged step, but its fields may
 * belong to a part of the next step. */
AM_MUST_USE am_status am_cell_loading_drive(am_cell_loading *loading,
                                            am_report *report,
                                            const am_cell_sink *sink);

#endif
