/* nominal.h: stresses of a deformation gradient, for those who have one and the
 * stress that is conjugate to its logarithmic strain (kernel/control/logarithmic.h).
 * Components of F and P are xx yy zz yz xz xy zy zx yx. */
#ifndef AM_ENGINE_NOMINAL_H
#define AM_ENGINE_NOMINAL_H

/* The logarithmic strain of F [9], coordinates of base/basis.h [6]: NaN where
 * its determinant is not positive. */
void am_logarithmic_strain(const double *F, double *strain);

/* From the stress T (coordinates [6]) per reference volume P [9], work conjugate
 * to F, and the Cauchy stress (tensor components [6]). */
void am_nominal_stress(const double *F, const double *stress, double *P);
void am_cauchy_stress(const double *F, const double *stress, double *cauchy);

/* det F, the volume after the deformation as a part of that before. */
double am_gradient_determinant(const double *F);

/* dP/dF [9][9] from dT/dE [6][6]. */
void am_nominal_tangent(const double *F, const double *stress,
                        const double *tangent, double *result);

/* What changes where F and the stress change by F_by [9] and stress_by [6], in
 * coordinates: the strain (coordinates [6]), P [9], and the Cauchy stress. */
void am_logarithmic_strain_by(const double *F, const double *F_by,
                              double *strain_by);
void am_nominal_stress_by(const double *F, const double *stress,
                          const double *F_by, const double *stress_by,
                          double *P_by);
void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by);

#endif
