/* family.h: families of integration schemes, and the method of a point in a
 * chain of schemes. */
#ifndef AM_SOLVER_FAMILY_H
#define AM_SOLVER_FAMILY_H

enum {
  AM_STAGES = 7,      /* maximum number of stages of a scheme */
  AM_METHODS = 3,     /* maximum number of schemes in a chain */
  /* Values of a point's method in addition to the indices in the chain: */
  AM_METHOD_PLAIN = AM_METHODS, /* first scheme without stiffness detection,
                                   because no other scheme succeeded */
  AM_METHOD_SETTLED, /* second scheme, kept because the last one was not
                        better */
  AM_METHOD_TRIAL    /* last scheme, kept as long as it needs few substeps */
};

typedef enum {
  AM_FAMILY_EXPLICIT,   /* explicit Runge-Kutta pair */
  AM_FAMILY_ROSENBROCK, /* linearly implicit pair */
  AM_FAMILY_IMPLICIT,   /* backward Euler, fixed substeps */
  AM_FAMILY_DOUBLING    /* backward Euler, one step of h compared with two of
                           h/2 */
} am_family;

#endif
