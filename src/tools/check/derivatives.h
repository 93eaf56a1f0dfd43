/* derivatives.h: derivatives of a law against difference quotients.
 *
 * At each of the random states every entry is compared with central
 * differences of many steps (differences.h), and the worst one of a direction
 * with gsl_deriv_central, whose own error estimate bounds the difference.
 * Steps that cross a kink, or come half way to a singular point, are not
 * taken; where fewer than four are left the state is drawn again.  Of a matrix
 * of more than 60 directions each state takes some. */
#ifndef AM_CHECK_DERIVATIVES_H
#define AM_CHECK_DERIVATIVES_H

#include "check/functions.h"

/* A component of a tensor as users see it, or a scalar: a sum of coordinates
 * (base/basis.h) of the strain, the stress, an internal variable, its rate or
 * its driving force. */
typedef struct {
  const char *name;  /* "eps[xy]", "A_x[2][xx]", "alpha" */
  int offset, size;  /* the coordinates offset … offset + size - 1, … */
  double weight[6];  /* … [size] each times its weight */
} am_tensor_component;

typedef struct {
  am_tensor_component *items; /* [count] */
  int count;
} am_components;

/* How the components of a tensor x are reached from its coordinates: */
typedef enum {
  AM_COMPONENT_VALUE, /* x_kl is the weighted sum; the derivative of a scalar
                         along the weights is G_kl of its gradient */
  AM_COMPONENT_MOTION /* moving along the weights by h adds h to x_kl, x_lk */
} am_component_use;

/* Of one symmetric tensor. */
am_components am_components_of_tensor(am_arena *arena, const char *name,
                                      am_component_use use);

/* Of the internal variables that begin in coordinates below `end`, or what
 * goes with them: the prefix stands before their names ("A_", "rate_"). */
am_components am_components_of_state(am_arena *arena, const am_law *law,
                                     const char *prefix, int end,
                                     am_component_use use);

/* The external fields; none of a law without. */
am_components am_components_of_external(am_arena *arena, const am_law *law);

/* Adds one that is its coordinate. */
void am_components_add(am_arena *arena, am_components *components,
                       const char *name, int offset);

/* Directions along which is derived: components of the strain, the state or
 * the forces, or external fields; the directions of AM_INPUT_DIRECTION, with theta; or the one
 * of AM_INPUT_ALONG. */
typedef struct {
  am_input_kind kind;
  am_components components; /* of coordinates */
  int coordinates; /* of the state, that a direction moves: the first so many */
  int offset, row_stride, stride; /* of the derivatives in the outputs, from
                                     row to row, from direction to direction */
} am_directions;

enum { AM_DIRECTIONS_MOST = 3 };

/* A matrix of derivatives, and the values that are differentiated. */
typedef struct {
  const char *check, *what; /* of the findings */
  am_values *values;        /* what is derived */
  am_components rows;       /* of its coordinates */
  am_values *derivatives;   /* outputs that hold the derivatives */
  am_directions along[AM_DIRECTIONS_MOST];
  int along_count;
} am_derivatives;

/* Adds findings: the worst entry, the worst one by gsl_deriv_central, and the
 * median order of the errors' fall. */
AM_MUST_USE am_status am_check_derivatives(am_subject *subject,
                                           const am_derivatives *derivatives);

#endif
