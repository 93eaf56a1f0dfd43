/* nominal.h: converts a deformation gradient to logarithmic strain, and the
 * conjugate stress to the stress measures P and Cauchy
 * (kernel/control/logarithmic.h). Components of F and P are in the order xx yy
 * zz yz xz xy zy zx yx. */
#ifndef AM_ENGINE_NOMINAL_H
#define AM_ENGINE_NOMINAL_H

/* Logarithmic strain of F [9], in coordinates of base/basis.h [6]; NaN if det F
 * is not positive. */
void am_logarithmic_strain(const double *F, double *strain);

/* Converts the stress T (coordinates [6], per reference volume) to P [9], work
 * conjugate to F, and to the Cauchy stress (tensor components [6]). */
void am_nominal_stress(const double *F, const double *stress, double *P);
void am_cauchy_stress(const double *F, const double *stress, double *cauchy);

/* det F, the ratio of current to reference volume. */
double am_gradient_determinant(const double *F);

/* dP/dF [9][9] from dT/dE [6][6]. */
void am_nominal_tangent(const double *F, const double *stress,
                        const double *tangent, double *result);

/* Directional derivatives for changes F_by [9] of F and stress_by [6] of the
 * stress, in coordinates: of the strain (coordinates [6]), of P [9], and of the
 * Cauchy stress (tensor components [6]). */
void am_logarithmic_strain_by(const double *F, const double *F_by,
                              double *strain_by);
void am_nominal_stress_by(const double *F, const double *stress,
                          const double *F_by, const double *stress_by,
                          double *P_by);
void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by);

#endif
