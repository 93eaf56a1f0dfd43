/* family.h: the families of integration schemes. */
#ifndef AM_SOLVER_FAMILY_H
#define AM_SOLVER_FAMILY_H

enum {
  AM_STAGES = 7,      /* most stages of a scheme */
  AM_METHODS = 3,     /* schemes of a chain */
  /* What else a point may remember than a place in it: */
  AM_METHOD_PLAIN = AM_METHODS, /* the first one without a look at
                                   stiffness: nothing else could do it */
  AM_METHOD_SETTLED, /* the second one, since the last one was no better */
  AM_METHOD_TRIAL    /* the last one, as long as it takes few substeps */
};

typedef enum {
  AM_FAMILY_EXPLICIT,   /* explicit Runge-Kutta pair */
  AM_FAMILY_ROSENBROCK, /* linearly implicit pair */
  AM_FAMILY_IMPLICIT,   /* one backward Euler step per loading step */
  AM_FAMILY_DOUBLING    /* backward Euler, h against two of h/2 */
} am_family;

#endif
