/* axes.h: coordinates as users see them: tensor components with names.
 *
 * An axis is a component of the strain, the stress, an internal variable, its
 * rate or its driving force, as a sum of coordinates (base/basis.h). */
#ifndef AM_CHECK_AXES_H
#define AM_CHECK_AXES_H

#include "check/check.h"

typedef struct {
  const char *name;  /* "eps[xy]", "A_x[2][xx]", "alpha" */
  int offset, size;  /* the coordinates offset … offset + size - 1, … */
  double weight[6];  /* … [size] each times its weight */
  const char *group; /* the quantity that it is a component of: "eps_vp" */
} am_axis;

typedef struct {
  am_axis *items; /* [count] */
  int count;
} am_axes;

/* How the components of a tensor x are reached from its coordinates: */
typedef enum {
  AM_AXIS_VALUE, /* x_kl is the weighted sum; the derivative of a scalar along
                    the weights is the component G_kl of its gradient */
  AM_AXIS_MOTION /* moving along the weights by h adds h to x_kl and x_lk */
} am_axis_use;

/* Of one symmetric tensor. */
am_axes am_axes_of_tensor(am_arena *arena, const char *name,
                          am_axis_use use);

/* Of the internal variables that begin in coordinates below `end`, or what
 * goes with them: the prefix stands before their names ("A_", "rate_"). */
am_axes am_axes_of_state(am_arena *arena, const am_law *law,
                         const char *prefix, int end, am_axis_use use);

/* Adds one that is its coordinate. */
void am_axes_push(am_arena *arena, am_axes *axes, const char *name,
                  int offset);

/* The value of an axis from its quantity's coordinates. */
double am_axis_value(const am_axis *axis, const double *coordinates);

#endif
