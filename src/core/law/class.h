/* class.h: classification of laws (viscous, plastic, damage) from the equations
 * alone, independent of what the file says. */
#ifndef AM_LAW_CLASS_H
#define AM_LAW_CLASS_H

#include "law/law.h"

/* Behaviour of an internal variable, as bits; a law has the union of its
 * variables' bits. */
enum {
  AM_CLASS_VISCOUS = 1, /* evolves at any strain, however small */
  AM_CLASS_PLASTIC = 2, /* constant at small strains: there is an elastic domain
                           around the initial state */
  AM_CLASS_DAMAGE = 4   /* evolves, and d2 omega/d eps2 depends on it */
};

typedef struct {
  unsigned *variables; /* [law->count] one bit each; 0: stays at the initial
                          state for any strain */
  unsigned all;        /* 0: elastic */
  bool linear;         /* stress and rates are linear in strain and state */
} am_class;

/* Classifies a law with its parameters. The graph shows whether the stiffness
 * depends on a variable; a variable that only shifts the strain (eps - eps_p)
 * is not damage, even if elasticity is nonlinear. Sampling shows whether a
 * variable evolves: strains of all directions from 1e-7 (small) to 1, at the
 * initial state. A rate counts as zero if it is zero algebraically, not by
 * underflow. Variables whose flow is given by a multiplier of an elastic domain
 * evolve. */
am_class am_law_classify(am_arena *arena, am_law *law);

/* "elastic", "linear viscous", "viscous and plastic" */
const char *am_class_name(am_arena *arena, const am_class *found);

#endif
