/* advance.h: a loading step of a volume element, halved where it does not
 * converge; internal to the march. */
#ifndef AM_HOMOGENIZATION_ADVANCE_H
#define AM_HOMOGENIZATION_ADVANCE_H

#include "homogenization/balance.h"
#include "homogenization/effective.h"
#include "homogenization/homogenize.h"

/* What a march works with, beside its state. */
struct am_cell_solver {
  am_arena *arena;
  const am_acceleration *scheme;
  am_iteration *iteration;
  am_balance_problem problem;
  am_span span;               /* of the last piece */
  am_vector *trial;           /* its strain */
  am_vector *gradient;
  double change[6];           /* of what it controls, see
                                 am_cell_march.change */
  am_balance_result result;   /* of it */
  am_balance_end cause;       /* why the loading step was halved first */
  long iterations, applications; /* of the loading step so far */
  int pieces;                 /* that are accepted */
  bool costly;                /* too much to halve it any more */
  am_effective *effective;    /* NULL until it is asked for */
};

/* A loading step: what is controlled goes from one value to another. */
typedef struct {
  double duration;
  bool stress_controlled[6];
  double from[6], to[6]; /* Kelvin-Mandel components */
} am_cell_step;

AM_MUST_USE am_status am_cell_solver_new(am_arena *arena, am_report *report,
                                         am_cell_march *march);

/* The strain at the end of the step in solver->trial; all but the last of its
 * pieces are accepted.  False when it fails, see solver->result. */
bool am_cell_advance(am_cell_march *march, const am_cell_step *step);

/* The last piece is the state at t_n from now on. */
void am_cell_accept(am_cell_march *march);

#endif
