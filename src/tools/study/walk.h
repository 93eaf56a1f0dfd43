/* walk.h: variants of a case along its path, and single evaluations of a
 * material law; internal to study.  Each is made by one thread, from the
 * file. */
#ifndef AM_STUDY_WALK_H
#define AM_STUDY_WALK_H

#include "homogenization/run.h"
#include "study/lists.h"

/* ---- a point ------------------------------------------------------------- */

typedef struct {
  am_solver solver;
  double steps;               /* loading steps; 0: those of the case */
  const char *const *columns; /* [column_count], instead of the case's */
  size_t column_count;
} am_walk_settings;

/* The solver of the case with another scheme and another control of errors;
 * controls NULL: the case's. */
am_solver am_walk_solver(const am_study *study, const am_scheme *scheme,
                         const am_controls *controls);

/* Settings of a reference (check/reference.h). */
am_solver am_walk_reference(const am_study *study, double rtol, bool tangent);

/* The columns of a case are these; count 0: they stay. */
void am_walk_columns(am_arena *arena, am_case *description,
                     const char *const *columns, size_t count);

AM_MUST_USE am_status am_walk_prepare(const am_study *study, am_arena *arena,
                                      am_report *report,
                                      const am_walk_settings *settings,
                                      am_run **run);

/* Its rows along the path, in `results`. */
AM_MUST_USE am_status am_walk_point(am_arena *arena, am_arena *results,
                                    am_report *report, am_run *run,
                                    am_table **table);

/* ---- a volume element ---------------------------------------------------- */

/* Rows of the columns and times that the case selects, without fields and
 * restart files; micro NULL: the microstructure of the case.  *table is set
 * before the first step and keeps its rows when the run fails. */
AM_MUST_USE am_status am_walk_cell(const am_study *study,
                                   const am_job_room *room,
                                   am_case *description,
                                   am_microstructure *micro,
                                   am_table **table);

/* ---- single evaluations of a law ----------------------------------------- */

/* The columns of a walk of which evaluations are made. */
enum { AM_TRACK_COLUMNS = 4 };
extern const char *const am_track_columns[AM_TRACK_COLUMNS];

/* A point that is moved by single material-law evaluations. */
typedef struct {
  am_run *run;
  am_step step;
  double *state0;
} am_probe;

/* AM_INPUT with a message where deformation gradients are given. */
AM_MUST_USE am_status am_probe_new(am_arena *arena, am_report *report,
                                   am_run *run, am_probe *probe);

/* The strain, in coordinates, and the internal variables of a row of a
 * walk. */
void am_probe_strain(const am_table *walk, size_t row, double *strain);
void am_probe_state(const am_probe *probe, const am_table *walk, size_t row,
                    double *state);

/* External fields of the evaluation that ends at, or at a part of the way to, a
 * row of a walk, from what the last one has left (am_probe_accept) or, `whole`,
 * from the row before. */
void am_probe_external(am_probe *probe, const am_table *walk, size_t row,
                       double part, bool whole);

/* One evaluation, from step.strain0 and state0 to `strain`.  AM_FAILED with a
 * message when it is not good, or the study is to stop. */
AM_MUST_USE am_status am_probe_move(am_probe *probe, am_report *report,
                                    double duration, const double *strain);

/* What was evaluated is where the next evaluation starts. */
void am_probe_accept(am_probe *probe);

/* Sizes of a walk's steps; jumps have none. */
double am_walk_duration(const am_table *walk, size_t row);

#endif
