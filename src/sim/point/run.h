/* run.h: one material point along its path.
 *
 * A loading step that does not converge is halved, its targets interpolated
 * linearly from the values at its start: its row then counts the work of all
 * attempts, and has no tangent and derivatives.
 *
 * The way of the data through this module: a case (case/case.h) and its
 * material become an am_run (run), an engine is chosen for it (choose_engine);
 * what differs among points comes from `points` of the case (sample) or from a
 * file (sample_file).  loading_steps advances the point along the path, with
 * halving where a step does not converge.  columns chooses the columns of a
 * row from what can be shown (quantity), with derivatives by parameters
 * (sensitivity); selection says which rows there are; expect compares them
 * with expected values, row by row as timeline finds them. */
#ifndef AM_POINT_RUN_H
#define AM_POINT_RUN_H

#include "point/event.h"
#include "point/quantity.h"
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
  const am_material *material; /* before the case changes it (adiabatic.c) */
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_columns *columns;
  am_selection selection; /* the rows that are written */
  am_path *path;
  am_events *events;      /* of its segments; NULL: none (event.h) */
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

/* Are deformation gradients given?  AM_INPUT with a message where case and
 * material say different things. */
AM_MUST_USE am_status am_run_deformed(am_report *report,
                                      const am_case *description,
                                      const am_material *material,
                                      bool *deformed);

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

/* Goes to another point of a run that was prepared for one; where *drawn->bad
 * is not 0 it is not admissible.  The arena is to last as long as the run stays
 * there. */
AM_MUST_USE am_status am_run_move(am_arena *arena, am_report *report,
                                  am_run *run, long point);

/* Points, and loading steps of all points, from which on a device is used: it
 * is filled, and gains more than it takes to start. */
enum { AM_DEVICE_POINTS = 1 << 17, AM_DEVICE_STEPS = 1 << 24 };

/* Chooses an engine and compiles the law for it: run->engine, run->program.
 * Where the case leaves it open, one point goes to the interpreter, many go to
 * the native engine, and very many to `device` (NULL: there is none) if that
 * can run here.  AM_INPUT or AM_ENVIRONMENT with a message when that fails.
 * What an engine that the user has not chosen has to say of its work is no
 * more than a note. */
AM_MUST_USE am_status am_choose_engine(am_arena *arena, am_report *report,
                                       const am_request *request,
                                       const am_engine *device, am_run *run);

/* Walks the path: a row for the start and one for each loading step.  A step
 * that does not converge is halved, up to 10 times deep; when that does not
 * help the rows so far stand, and AM_FAILED is returned with a message naming
 * step, time, reason, iteration and residual.  So it does where it is
 * stopped; AM_ENVIRONMENT where the engine fails. */
AM_MUST_USE am_status am_run_walk(am_arena *arena, am_report *report,
                                  am_run *run, const am_row_sink *sink,
                                  am_summary *summary);

/* Is told the loading steps that were taken, an event being their end, and the
 * one that failed. */
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
