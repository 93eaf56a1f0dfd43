/* walk.h: runs variants of a case along its path, and single evaluations of a
 * material law; internal to study.  Each run reads the case file itself and
 * uses one thread. */
#ifndef AM_STUDY_WALK_H
#define AM_STUDY_WALK_H

#include "homogenization/run.h"
#include "study/lists.h"

/* ---- a point ------------------------------------------------------------- */

typedef struct {
  am_solver solver;
  double steps;               /* number of loading steps; 0: that of the case */
  const char *const *columns; /* [column_count] replace those of the case */
  size_t column_count;
} am_walk_settings;

/* Solver of the case with another scheme and other error controls; controls
 * NULL: those of the case. */
am_solver am_walk_solver(const am_study *study, const am_scheme *scheme,
                         const am_controls *controls);

/* Settings of a reference solution (check/loadings.h). */
am_solver am_walk_reference(const am_study *study, double rtol, bool tangent);

/* Replaces the columns of a case; count 0: keeps them. */
void am_walk_columns(am_arena *arena, am_case *description,
                     const char *const *columns, size_t count);

AM_MUST_USE am_status am_walk_prepare(const am_study *study, am_arena *arena,
                                      am_report *report,
                                      const am_walk_settings *settings,
                                      am_run **run);

/* Runs along the path; stores the rows in `results`. */
AM_MUST_USE am_status am_walk_point(am_arena *arena, am_arena *results,
                                    am_report *report, am_run *run,
                                    am_table **table);

/* ---- a volume element ---------------------------------------------------- */

/* Runs a volume element; rows of the columns and times that the case selects,
 * without fields and restart files. micro NULL: microstructure of the case.
 * *table is set before the first step and keeps its rows if the run fails. */
AM_MUST_USE am_status am_walk_cell(const am_study *study,
                                   const am_job_room *room,
                                   am_case *description,
                                   am_microstructure *micro, am_table **table);

/* ---- single evaluations of a law ----------------------------------------- */

/* Columns of a run that evaluations require. */
enum { AM_TRACK_COLUMNS = 4 };
extern const char *const am_track_columns[AM_TRACK_COLUMNS];

/* Point for single evaluations of a material law. */
typedef struct {
  am_run *run;
  am_step step;
  double *state0;
} am_probe;

/* AM_INPUT with a message if deformation gradients are prescribed. */
AM_MUST_USE am_status am_probe_new(am_arena *arena, am_report *report,
                                   am_run *run, am_probe *probe);

/* Strain in coordinates, and internal variables of a row of a run. */
void am_probe_strain(const am_table *walk, size_t row, double *strain);
void am_probe_state(const am_probe *probe, const am_table *walk, size_t row,
                    double *state);

/* Sets the external fields of the evaluation that ends at a row of a run, or at
 * a fraction `part` between the previous row and this row; the fields start at
 * the last accepted values (am_probe_accept) or, with `whole`, at the previous
 * row. */
void am_probe_external(am_probe *probe, const am_table *walk, size_t row,
                       double part, bool whole);

/* Evaluates from step.strain0 and state0 to `strain`.  AM_FAILED with a message
 * if it fails or the study is stopped. */
AM_MUST_USE am_status am_probe_move(am_probe *probe, am_report *report,
                                    double duration, const double *strain);

/* Makes the result the start of the next evaluation. */
void am_probe_accept(am_probe *probe);

/* Duration of a step of a run; 0 for jumps. */
double am_walk_duration(const am_table *walk, size_t row);

#endif
