/* path.h: segments become loading steps, one at a time.
 *
 * Ramps start at the values that the point has when a component changes its
 * kind of control, so the path is told strain and stress as it goes. */
#ifndef AM_PATH_PATH_H
#define AM_PATH_PATH_H

#include "expr/value.h"
#include "path/case.h"

typedef struct am_path am_path;

/* What a loading step asks for.  Tensor components. */
typedef struct {
  double time;      /* at its end */
  bool jump;        /* duration 0 */
  bool stress_controlled[6];
  double target[6]; /* strain or stress at the end */
  am_place place;   /* of the segment, for messages */
} am_target;

/* Checks the whole path and opens its tables.  The scope holds what target
 * expressions may use besides `t`: scalar parameters by name, whose values
 * are `parameters` (inputs AM_INPUT_PARAMETER of `graph`). */
AM_MUST_USE am_status am_path_new(am_arena *arena, am_report *report,
                                  const am_case *description, am_graph *graph,
                                  const am_scope *scope,
                                  const double *parameters, am_path **path);

/* Loading steps in all (at most 1e8, checked by am_path_new). */
double am_path_steps(const am_path *path);

/* End time of the whole path. */
double am_path_end(const am_path *path);

/* The next loading step from the present strain and stress (tensor
 * components); *more is false when the path has ended.  AM_INPUT with a
 * message when a target expression is not finite. */
AM_MUST_USE am_status am_path_next(am_path *path, am_report *report,
                                   const double *strain, const double *stress,
                                   am_target *target, bool *more);

#endif
