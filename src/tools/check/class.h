/* class.h: classes of laws (viscous, plastic, damage) and their isotropy, from
 * the equations alone, independent of statements in the file. */
#ifndef AM_CHECK_CLASS_H
#define AM_CHECK_CLASS_H

#include "law/law.h"

/* Behaviour of an internal variable, as bits; the class of a law is the union
 * of the bits of its variables. */
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

/* ---- materials for listings and pages ------------------------------------ */

/* Internal variable of a material, with all its members. */
typedef struct {
  const char *type;      /* "scalar", "deviatoric", "symmetric" */
  const char *behaviour; /* "viscous", "plastic", "damage", "at rest" */
  const char *range;     /* "[1..2]" of a list, else "" */
  int members;           /* of a list, else 0 */
  int unknowns;
} am_described_variable;

/* Material, and its law with the parameters of the file. */
typedef struct {
  am_arena *arena;
  const am_material *material;
  am_law *law;
  const char *class; /* "viscous, strict GSM" */
  am_described_variable *variables; /* [material->internal_count] */
} am_described_law;

/* Reads and classifies an installed material, or a file with a name ending in
 * .yaml. */
AM_MUST_USE am_status am_described_law_read(am_arena *arena, am_report *report,
                                            const char *name,
                                            am_described_law *described);

/* Likewise for a law whose arena, material and law are set. */
void am_describe_law(am_described_law *described);

/* Arguments of a potential as text: `first` (unless ""), then the internal
 * variables with `prefix`. */
const char *am_described_law_arguments(const am_described_law *described,
                                       const char *first, const char *prefix);

/* "eps, alpha": quantities other than forces on which an elastic domain
 * depends, or the force potential if `domain` is NULL; NULL: none. */
const char *am_law_dependence(am_arena *arena, am_law *law,
                              const am_file_formula *domain);

/* True if the law is isotropic: after a rotation of the strain and of all
 * tensor variables, the free energy is unchanged and the rates are rotated.
 * Tested with the law's parameters by sampling strains from 1e-4 to 1 and
 * states around the initial state. */
bool am_law_is_isotropic(am_arena *arena, am_law *law);

#endif
