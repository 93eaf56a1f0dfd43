/* finite_strain.h: laws under deformation gradients.  The potentials of a law
 * do not depend on them; these checks test the transformations before and after
 * the law (kernel/control/logarithmic.h).
 *
 * Tensors without symmetry have nine components, in the order of
 * am_gradient_names. */
#ifndef AM_CHECK_FINITE_STRAIN_H
#define AM_CHECK_FINITE_STRAIN_H

#include "check/loadings.h"
#include "check/sampling.h"

/* Subject's law under deformation gradients. */
typedef struct {
  am_subject *subject;
  am_law *law;
  const am_solver *solver;
  am_engine_program *program;
  am_step *step;    /* F = I at its start unless set otherwise */
} am_finite_strain;

/* Settings with few substeps, because their number is irrelevant here, and
 * Newton iterations to rounding accuracy. */
am_solver *am_finite_strain_solver(am_subject *subject, const char *scheme,
                              bool tangent);

/* NULL with a message if the law cannot be compiled. */
am_finite_strain *am_finite_strain_new(am_subject *subject,
                                       const am_solver *solver);

/* Sets a step to F from the end of the loading, or from the initial state if it
 * is NULL; the initial deformation gradient is a symmetric stretch. */
void am_finite_strain_put(am_finite_strain *d, const am_loading *loading,
                     const double *F);

/* Integrates the step and stores the nominal stress at its end; false on
 * failure. */
bool am_finite_strain_advance(am_finite_strain *d, double *P);

/* Random rotation; product of tensors of nine components; exp(E) of a
 * strain (coordinates [6]); R U with principal stretches l [3] and random
 * axes. */
void am_finite_strain_rotation(am_random *random, double *R);
void am_tensor_product(const double *A, const double *B, double *product);
void am_finite_strain_stretch(const double *strain, double *F);
void am_finite_strain_draw(am_random *random, const double *l, double *F);

#endif
