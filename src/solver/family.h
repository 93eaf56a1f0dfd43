/* family.h: the families of integration schemes. */
#ifndef AM_SOLVER_FAMILY_H
#define AM_SOLVER_FAMILY_H

enum {
  AM_STAGES = 7,      /* most stages of a scheme */
  AM_METHODS = 3,     /* most schemes of a chain */
  AM_METHOD_PLAIN = 3 /* see am_scheme.chain */
};

typedef enum {
  AM_FAMILY_EXPLICIT,   /* explicit Runge-Kutta pair */
  AM_FAMILY_ROSENBROCK, /* linearly implicit pair */
  AM_FAMILY_IMPLICIT,   /* one backward Euler step per loading step */
  AM_FAMILY_DOUBLING    /* backward Euler, h against two of h/2 */
} am_family;

#endif
