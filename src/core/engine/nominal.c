/* nominal.c: functions of logarithmic strains, compiled for the host. */
#include "engine/parts.h"

#include <stddef.h>
#include <string.h>

#include "kernel/dialect.h"
#include "kernel/control/mandel.h"
#include "kernel/control/logarithmic.h"
#include "kernel/control/stress_measure.h"

void am_logarithmic_strain(const double *F, double *strain) {
  k_stretch s;
  k_stretch_of(F, &s);
  k_strain_of(&s, strain);
}

void am_nominal_stress(const double *F, const double *stress, double *P) {
  k_stretch s;
  k_stretch_of(F, &s);
  k_differentiate(&s);
  k_nominal_stress(&s, F, stress, P);
}

void am_measure_stress(am_measure measure, const double *F,
                       const double *stress, double *S) {
  am_nominal_stress(F, stress, S);
  k_measure(measure, F, S);
}

void am_cauchy_stress(const double *F, const double *stress, double *cauchy) {
  double S[9];
  am_measure_stress(AM_MEASURE_CAUCHY, F, stress, S);
  memcpy(cauchy, S, 6 * sizeof *cauchy);
}

double am_gradient_determinant(const double *F) {
  double A[9];
  k_square_of(F, A);
  return k_determinant(A);
}

void am_nominal_tangent(const double *F, const double *stress,
                        const double *tangent, double *result) {
  k_stretch s;
  k_stretch_of(F, &s);
  k_differentiate(&s);
  k_nominal_tangent(&s, stress, tangent, result);
}

void am_logarithmic_strain_by(const double *F, const double *F_by,
                              double *strain_by) {
  k_stretch s;
  k_stretch_of(F, &s);
  k_differentiate(&s);
  k_strain_jvp(&s, F_by, strain_by);
}

void am_nominal_stress_by(const double *F, const double *stress,
                          const double *F_by, const double *stress_by,
                          double *P_by) {
  static const double limp[36];
  double tangent[81];
  am_nominal_tangent(F, stress, limp, tangent);
  am_nominal_stress(F, stress_by, P_by);
  for (int c = 0; c < 9; c++)
    for (int d = 0; d < 9; d++) P_by[c] += tangent[9 * c + d] * F_by[d];
}

void am_measure_stress_by(am_measure measure, const double *F,
                          const double *stress, const double *F_by,
                          const double *stress_by, double *S_by) {
  double P[9];
  am_nominal_stress(F, stress, P);
  am_nominal_stress_by(F, stress, F_by, stress_by, S_by);
  k_measure_jvp(measure, F, P, F_by, S_by);
}

void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by) {
  double S_by[9];
  am_measure_stress_by(AM_MEASURE_CAUCHY, F, stress, F_by, stress_by, S_by);
  memcpy(cauchy_by, S_by, 6 * sizeof *cauchy_by);
}
