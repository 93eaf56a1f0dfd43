/* run.h: one point along a path.
 *
 * A loading step that does not converge is halved, its targets interpolated
 * linearly from the values at its start: its row then counts the work of all
 * attempts, and its tangent and derivatives are those of the last piece. */
#ifndef AM_DRIVER_RUN_H
#define AM_DRIVER_RUN_H

#include "driver/columns.h"
#include "path/path.h"

/* Receives the output rows as they are computed. */
typedef struct {
  void (*row)(void *data, const double *row);
  void *data;
} am_row_sink;

typedef struct {
  double steps, substeps, rejected, evaluations, iterations;
  double equilibrium_iterations, cuts; /* cuts: loading steps halved */
} am_summary;

/* A case made ready: material read, law built, program compiled, columns
 * resolved, path checked. */
typedef struct {
  const am_case *description;
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_columns *columns;
  am_path *path;
  am_solver solver;
  double *initial; /* [nx] state at the start */
} am_run;

/* `material` NULL: the one that the case names.  AM_INPUT or AM_ENVIRONMENT
 * with a message when the case cannot be run. */
AM_MUST_USE am_status am_run_prepare(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_material *material,
                                     am_run **run);

/* Walks the path: a row for the start and one for each loading step.  A step
 * that does not converge is halved, up to 10 times deep; when that does not
 * help the rows so far stand, and AM_FAILED is returned with a message naming
 * step, time, reason, iteration and residual. */
AM_MUST_USE am_status am_run_walk(am_arena *arena, am_report *report,
                                  am_run *run, const am_row_sink *sink,
                                  am_summary *summary);

#endif
