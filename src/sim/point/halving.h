/* halving.h: loading steps of one point; a loading step that does not converge
 * is halved.
 *
 * Targets of the halves are interpolated linearly. Halving stops after 10
 * levels or when it becomes too expensive. An increment is a part of the
 * loading step taken at once. A state with non-finite energy is invalid. */
#ifndef AM_POINT_HALVING_H
#define AM_POINT_HALVING_H

#include "case/parts.h"
#include "engine/parts.h"

/* Counts of work: those of a loading step (AM_COUNT_...), and halved steps. */
typedef enum {
  AM_TOTAL_CUTS = AM_COUNT_EQUILIBRIUM + 1, /* halved loading steps */
  AM_TOTALS
} am_total;

typedef struct {
  double steps;
  union {
    struct {
      double substeps, rejected, evaluations, iterations,
          equilibrium_iterations, cuts;
    };
    double totals[AM_TOTALS];
  };
  int status;     /* am_point_status of a failed run */
  double reached; /* end time of the last loading step, or of the failed one */
} am_summary;

/* State of a point along the path. The present state are the inputs of `step`:
 * strain0, state0, gradient0 (F, if prescribed), external0, step0, stress_max0
 * and method0; and `stress`. */
typedef struct {
  am_engine_program *program;
  const am_law *law;
  int nx;
  int components[AM_FIELD_COUNT]; /* numbers of the fields of a point */
  int max_substeps;   /* limit of the solver */
  bool adaptive;      /* the scheme chooses its substeps */
  bool on_path;       /* stresses are prescribed throughout loading steps, not
                         only at their ends */
  am_step step;       /* last increment; the caller sets stress_max0, external0,
                         parameters and stop before the first step */
  double *state;      /* [nx] present state, step.state0 */
  int controlled;     /* number of controlled components: 6, or 9 for F and P */
  double stress[6];   /* present stress, coordinates */
  am_target target;   /* the loading step */
  double from_external[AM_MOST_EXTERNAL]; /* external fields at its start */
  int by;             /* number of parameters for derivatives */
  double *strain_by, *state_by, *stress_by; /* current derivatives of strain or
                                               F [by][controlled], state
                                               [by][nx] and stress [by][6]; the
                                               caller sets the initial
                                               derivatives of the state */
  double *to_by;      /* [by][controlled] derivatives of the targets at the end
                         of the loading step, set by the caller: tensor
                         components */
  double *from_by, *target_by; /* [by][controlled] likewise at the start of the
                                  loading step and at the end of an increment */
  double way;         /* fraction of the change to to_by: 1, less if an event
                         ends the step */
  am_summary work;    /* work of the current loading step */
  bool halved;        /* true if the loading step was halved */
} am_stepper;

void am_stepper_init(am_arena *arena, am_stepper *stepper,
                     am_engine_program *program, const am_law *law,
                     const am_solver *solver);

/* Enables derivatives by `count` parameters of the law in the program. */
void am_stepper_differentiate(am_arena *arena, am_stepper *stepper, int count);

/* Copies the current state, for another attempt at the loading step;
 * derivatives if `to` has them. Both are initialized for the same law. */
void am_stepper_copy(am_stepper *to, const am_stepper *from);

/* Derivatives by parameter p of components that may be controlled [controlled]:
 * tensor components of strain and stress, or F and P. */
void am_stepper_controlled_by(const am_stepper *stepper, int p,
                              double *strain, double *stress);

/* Advances by a loading step, during which the controlled components
 * [controlled] go from `from` to their targets; false, with step.status, if it
 * fails. Afterwards the counts in `step` are totals of all increments; after
 * halving, tangent and derivative are NaN. */
bool am_stepper_advance(am_stepper *stepper, const am_target *target,
                        const double *from);

/* Computes the initial state: a jump at the current strain (tensor components)
 * or F. */
bool am_stepper_start(am_stepper *stepper, const double *controlled);

/* "halving the step 10 times did not help", or the description of another
 * attempt. */
const char *am_stepper_obstacle(am_arena *arena, const am_stepper *stepper);

/* Statistics of halved loading steps. */
typedef struct {
  double count, first; /* first: number of the first halved step */
  double first_time;   /* time at the end of that step */
  am_place first_place;
} am_halved_steps;

void am_halved_steps_add(am_halved_steps *halved, double step,
                         const am_target *target);

/* Warns if loading steps were halved; the warning ends with `advice` ("":
 * none). tangents: tangents were requested. */
void am_halved_steps_warn(am_report *report, const am_halved_steps *halved,
                          double steps, bool tangents, const char *advice);

/* Adds the counts of a loading step. */
void am_summary_add(am_summary *sum, const am_step *step);

#endif
