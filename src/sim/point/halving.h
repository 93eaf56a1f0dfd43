/* halving.h: a loading step of one point, halved where it does not converge.
 *
 * The targets of halves are interpolated linearly.  A step is halved up to 10
 * times deep, and not any more when that has become too costly; what is taken
 * at once, the whole step or a part of it, is an increment.  A state whose
 * energy is not finite is invalid. */
#ifndef AM_POINT_HALVING_H
#define AM_POINT_HALVING_H

#include "case/parts.h"
#include "engine/engine.h"

typedef struct {
  double steps, substeps, rejected, evaluations, iterations;
  double equilibrium_iterations, cuts; /* cuts: loading steps halved */
  int status;     /* an am_point_status of a run that failed, and … */
  double reached; /* … the end of its last loading step, or of what failed */
} am_summary;

/* A point on its way. */
typedef struct {
  const am_engine *engine;
  am_engine_program *program;
  const am_law *law;
  int nx;
  int max_substeps;   /* of the solver */
  bool adaptive;      /* its scheme chooses substeps */
  bool on_path;       /* stresses are given all along loading steps */
  am_step step;       /* of the last increment; its first, largest, parameters
                         and stop are given by the caller at the start */
  double *state;      /* [nx] now */
  int controlled;     /* components that are controlled: 6, or 9 of F and P */
  double strain[6], stress[6]; /* now, coordinates */
  double gradient[9]; /* F now, where that is given */
  double external[AM_MOST_EXTERNAL]; /* external fields now; given by the caller
                         at the start … */
  double from_external[AM_MOST_EXTERNAL]; /* … at the start of the step … */
  double to_external[AM_MOST_EXTERNAL]; /* … and at its end, where the caller
                         gives them */
  int by;             /* parameters by which is differentiated */
  double *strain_by, *state_by, *stress_by; /* now: [by][6] or of F
                         [by][controlled], [by][nx], [by][6], the state's at the
                         start given by the caller */
  double *to_by;      /* [by][controlled] at the end of the step, given by the
                         caller: tensor components */
  double *from_by, *target_by; /* [by][controlled] at its start and of an
                         increment */
  double way;         /* the part of the way to to_by that a step goes: 1, less
                         where an event ends it */
  am_summary work;    /* of the loading step so far */
  bool halved;        /* the loading step was */
} am_stepper;

void am_stepper_init(am_arena *arena, am_stepper *stepper,
                     const am_engine *engine, am_engine_program *program,
                     const am_law *law, const am_solver *solver);

/* From now on derivatives by `count` parameters, those of the program's law,
 * go along. */
void am_stepper_differentiate(am_arena *arena, am_stepper *stepper,
                              int count);

/* What parameter p changes by of what may be controlled [controlled], tensor
 * components of strain and stress, or F and P. */
void am_stepper_controlled_by(const am_stepper *stepper, int p,
                              double *strain, double *stress);

/* A loading step from the present state with controlled values [controlled]
 * going from `from` to `to`; false when it fails, for the reason step.status.
 * Afterwards the counts in `step` are those of all its increments, and where there are
 * several, tangent and derivative are NaN. */
bool am_stepper_advance(am_stepper *stepper, double duration,
                        const bool *stress_controlled, const double *from,
                        const double *to);

/* The state at the start: a jump to where the point is, at a strain (tensor
 * components), or at F. */
bool am_stepper_start(am_stepper *stepper, const double *controlled);

/* "halving the step 10 times did not help" or what else was tried */
const char *am_stepper_excuse(am_arena *arena, const am_stepper *stepper);

/* The loading steps of a path that were halved. */
typedef struct {
  double count, first; /* first: number of the first one */
  double first_time;   /* at its end */
  am_place first_place;
} am_halved_steps;

void am_halved_steps_add(am_halved_steps *halved, double step,
                         const am_target *target);

/* Warns of them, with advice behind it ("": none), if there are any.
 * tangents: of the steps were wanted. */
void am_halved_steps_warn(am_report *report, const am_halved_steps *halved,
                          double steps, bool tangents, const char *advice);

/* Adds the counts of a loading step. */
void am_summary_add(am_summary *sum, const am_step *step);

#endif
