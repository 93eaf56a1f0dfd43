/* run.h: one point along a path.
 *
 * A loading step that does not converge is halved, its targets interpolated
 * linearly from the values at its start: its row then counts the work of all
 * attempts, and its tangent and derivatives are those of the last piece.
 *
 * The way of the data through this module: a case (path/case.h) and its
 * material become an am_run (run, choice: which engine and strategy); its
 * points come from `points` of the case or from a file (sample, sample_file);
 * march and halving advance them step by step, one or several at once;
 * columns, quantity and sensitivity say what a row holds, selection which rows
 * there are.  One point's rows go to a sink (am_run_walk); those of many
 * (batch.h) chunk by chunk to an HDF5 file (chunk, store, layout, notes), which
 * can be gone on with (reopen) and any of whose points can be run again
 * (replay, kept).  expect and curves compare rows with what is expected. */
#ifndef AM_POINT_RUN_H
#define AM_POINT_RUN_H

#include "point/quantity.h"
#include "point/halving.h"
#include "point/sample.h"
#include "point/selection.h"

/* Receives the output rows as they are computed. */
typedef struct {
  void (*row)(void *data, const double *row);
  void *data;
} am_row_sink;

/* Which points of a case are run, and how. */
typedef struct {
  bool many;   /* all of them; they and any one of them have no tangents and
                  use the fastest engine, if the case does not say otherwise */
  long point;  /* from 0: one of a case with points; -1: the only one */
  long points; /* of many, only the first ones; 0: all */
  const am_engine *engine; /* that does the work; NULL: the case's */
  int lanes;   /* points at once, 0: as the processor likes */
  int threads; /* 0: all */
} am_request;

/* A case made ready: material read, law built, program compiled, columns
 * resolved, path checked. */
typedef struct {
  const am_case *description;
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_columns *columns;
  am_selection selection; /* the rows that are written */
  am_path *path;
  am_sample *sample;
  am_solver solver;
  long point;             /* of `am_request` */

  /* of one point: where it starts, and its parameters (NULL: the law's) */
  double strain[6];       /* tensor components */
  double *initial;        /* [nx] */
  bool *given;            /* [nx] this state is the case's, not the law's */
  const double *parameters;
  am_sample_fields *drawn; /* where they stand */

  const volatile int *stop; /* set: end soon; NULL, or set by the caller */
} am_run;

/* Reads the material that the case names, unless *material is one already.
 * AM_INPUT, AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_run_material(am_arena *arena, am_report *report,
                                      const am_case *description,
                                      const am_material **material);

/* `material` NULL: the one that the case names.  AM_INPUT or AM_ENVIRONMENT
 * with a message when the case cannot be run. */
AM_MUST_USE am_status am_run_prepare(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_material *material,
                                     am_run **run);

/* The same for one point of a case with points, or for all of them. */
AM_MUST_USE am_status am_run_prepare_points(am_arena *arena,
                                            am_report *report,
                                            const am_case *description,
                                            const am_material *material,
                                            const am_request *request,
                                            am_run **run);

/* Other values for the variables of `points`, in their order, of a run that
 * was prepared for one point: NULL, or why they are not admissible, a phrase.
 * Nothing is compiled anew. */
const char *am_run_vary(am_run *run, const double *values);

/* Walks the path: a row for the start and one for each loading step.  A step
 * that does not converge is halved, up to 10 times deep; when that does not
 * help the rows so far stand, and AM_FAILED is returned with a message naming
 * step, time, reason, iteration and residual.  So it does where it is
 * stopped; AM_ENVIRONMENT where the engine fails. */
AM_MUST_USE am_status am_run_walk(am_arena *arena, am_report *report,
                                  am_run *run, const am_row_sink *sink,
                                  am_summary *summary);

/* Is told the loading steps as they are asked for. */
typedef struct {
  void (*step)(void *data, const am_target *target);
  void *data;
} am_step_sink;

/* The same walk; `steps` may be NULL. */
AM_MUST_USE am_status am_run_follow(am_arena *arena, am_report *report,
                                    am_run *run, const am_row_sink *sink,
                                    const am_step_sink *steps,
                                    am_summary *summary);

#endif
