/* derivatives.h: compares derivatives of a law with difference quotients.
 *
 * At each random state, every entry is compared with central differences of
 * many step sizes (differences.h), and the worst entry of a direction with
 * gsl_deriv_central, whose error estimate bounds the difference.  Steps that
 * cross a kink or come within half the distance of a singular point are
 * rejected; if fewer than four remain, the state is drawn again.  Matrices with
 * more than 60 directions are tested in a subset of directions per state. */
#ifndef AM_CHECK_DERIVATIVES_H
#define AM_CHECK_DERIVATIVES_H

#include "check/functions.h"

/* Tensor component as users see it, or a scalar: a weighted sum of coordinates
 * (base/basis.h) of the strain, the stress, an internal variable, its rate or
 * its driving force. */
typedef struct {
  const char *name;  /* "eps[xy]", "A_x[2][xx]", "alpha" */
  int offset, size;  /* coordinates offset … offset + size - 1 */
  double weight[6];  /* [size] weights of the coordinates */
} am_tensor_component;

typedef struct {
  am_tensor_component *items; /* [count] */
  int count;
} am_components;

/* Relation between the components of a tensor x and its coordinates. */
typedef enum {
  AM_COMPONENT_VALUE, /* x_kl is the weighted sum; the derivative of a scalar
                         along the weights is G_kl of its gradient */
  AM_COMPONENT_MOTION /* a displacement h along the weights adds h to x_kl and
                         x_lk */
} am_component_use;

/* Components of one symmetric tensor. */
am_components am_components_of_tensor(am_arena *arena, const char *name,
                                      am_component_use use);

/* Components of the internal variables with coordinates below `end`, or of
 * conjugate quantities; the prefix precedes their names ("A_", "rate_"). */
am_components am_components_of_state(am_arena *arena, const am_law *law,
                                     const char *prefix, int end,
                                     am_component_use use);

/* External fields; empty if the law has none. */
am_components am_components_of_external(am_arena *arena, const am_law *law);

/* Adds a component that equals a coordinate. */
void am_components_add(am_arena *arena, am_components *components,
                       const char *name, int offset);

/* Directions of differentiation: components of the strain, the state or the
 * forces, or external fields; the directions of AM_INPUT_DIRECTION, including
 * theta; or the direction of AM_INPUT_ALONG. */
typedef struct {
  am_input_kind kind;
  am_components components; /* weights of coordinates */
  int coordinates; /* number of leading state coordinates that a direction
                      changes */
  int offset, row_stride, stride; /* positions of the derivatives in the
                                     outputs: offset, distance of rows, distance
                                     of directions */
} am_directions;

enum { AM_DIRECTIONS_MOST = 3 };

/* Matrix of derivatives, and the values that are differentiated. */
typedef struct {
  const char *check, *what; /* of the findings */
  am_values *values;        /* differentiated values */
  am_components rows;       /* components of the values */
  am_values *derivatives;   /* outputs that contain the derivatives */
  am_directions along[AM_DIRECTIONS_MOST];
  int along_count;
} am_derivatives;

/* Adds findings: the worst entry, the worst entry according to
 * gsl_deriv_central, and the median order of convergence of the differences. */
AM_MUST_USE am_status am_check_derivatives(am_subject *subject,
                                           const am_derivatives *derivatives);

#endif
