/* class.h: what kind of law a material is, viscous, plastic or of damage, found
 * in the law alone, whatever its file says. */
#ifndef AM_LAW_CLASS_H
#define AM_LAW_CLASS_H

#include "law/law.h"

/* The behaviour of an internal variable, as bits that unite to those of a
 * law. */
enum {
  AM_CLASS_VISCOUS = 1, /* moves at any strain, however small */
  AM_CLASS_PLASTIC = 2, /* rests at small strains: there is an elastic domain
                           around the state at the start */
  AM_CLASS_DAMAGE = 4   /* moves, and d2 omega/d eps2 depends on it */
};

typedef struct {
  unsigned *variables; /* [law->count] one bit each; 0: it rests at the state
                          of the start whatever the strain is */
  unsigned all;        /* 0: elastic */
  bool linear;         /* stress and rates are linear in strain and state */
} am_class;

/* Classifies a law with its parameters.  Whether the stiffness depends on a
 * variable is read from the graph: a variable that only shifts the strain, as
 * in eps - eps_p, is no damage, also where elasticity is nonlinear.  Whether a
 * variable moves is sampled at strains of all directions, from 1e-7 (small) to
 * 1, at the state of the start; a rate counts as zero where it is so
 * algebraically, not by underflow; what flows with a multiplier of an elastic
 * domain moves. */
am_class am_law_classify(am_arena *arena, am_law *law);

/* "elastic", "linear viscous", "viscous and plastic" */
const char *am_class_name(am_arena *arena, const am_class *found);

#endif
