/* deformed.h: what checks of laws under deformation gradients share.  A law's
 * potentials know nothing of them: what these checks look at is what stands
 * before and behind the law (kernel/control/logarithmic.h), with this law between.
 *
 * Tensors without symmetry have nine components, in the order of
 * am_gradient_names. */
#ifndef AM_CHECK_DEFORMED_H
#define AM_CHECK_DEFORMED_H

#include "check/loadings.h"
#include "check/vector.h"

/* The subject's law under deformation gradients. */
typedef struct {
  am_subject *subject;
  am_law *law;
  const am_solver *solver;
  am_engine_program *program;
  am_step *step;    /* with F = I at its start, unless it is set */
} am_deformed;

/* Is the strain of the subject small?  Of which a finding tells that is
 * skipped. */
bool am_deformed_none(am_subject *subject, const char *check);

/* Few substeps, since their number does not matter here; Newton to the last
 * digits. */
am_solver *am_deformed_solver(am_subject *subject, const char *scheme,
                              bool tangent);

/* NULL with a message where the law cannot be compiled. */
am_deformed *am_deformed_new(am_subject *subject, const am_solver *solver);

/* From the end of the loading, of a virgin law where it is NULL, the step of F,
 * the stretch at the start being symmetric. */
void am_deformed_put(am_deformed *d, const am_loading *loading,
                     const double *F);

/* Advances the step: the nominal stress at its end; false where it has no
 * end. */
bool am_deformed_advance(am_deformed *d, double *P);

/* A random rotation; R x of rotation and components; exp(E) of a strain
 * (coordinates [6]); R U with principal stretches l [3] in random axes. */
void am_deformed_rotation(am_random *random, double *R);
void am_deformed_turn(const double *R, const double *x, double *turned);
void am_deformed_stretch(const double *strain, double *F);
void am_deformed_draw(am_random *random, const double *l, double *F);

#endif
