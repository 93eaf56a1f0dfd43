/* nominal.c: functions of logarithmic strains, compiled for the host. */
#include "engine/parts.h"

#include <stddef.h>

#include "kernel/dialect.h"
#include "kernel/control/mandel.h"
#include "kernel/control/logarithmic.h"

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

void am_cauchy_stress(const double *F, const double *stress, double *cauchy) {
  double P[9];
  am_nominal_stress(F, stress, P);
  k_cauchy_stress(F, P, cauchy);
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

/* d(P F'/det F) = (dP F' + P dF')/det F - P F'/det F tr(F^-1 dF). */
void am_cauchy_stress_by(const double *F, const double *stress,
                         const double *F_by, const double *stress_by,
                         double *cauchy_by) {
  double P[9], P_by[9], strain_by[6], cauchy[6], A[9], dA[9], B[9], dB[9];
  am_nominal_stress(F, stress, P);
  am_nominal_stress_by(F, stress, F_by, stress_by, P_by);
  am_cauchy_stress(F, stress, cauchy);
  am_logarithmic_strain_by(F, F_by, strain_by);
  k_square_of(F, A);
  k_square_of(F_by, dA);
  k_square_of(P, B);
  k_square_of(P_by, dB);
  double mandel[6], inverse = 1 / k_determinant(A);
  k_to_mandel(strain_by, mandel);
  double swelling = mandel[0] + mandel[1] + mandel[2];
  for (int c = 0; c < 6; c++) {
    const int p = 3 * K_ROW_OF(c), q = 3 * K_COLUMN_OF(c);
    cauchy_by[c] = -swelling * cauchy[c];
    for (int i = 0; i < 3; i++)
      cauchy_by[c] += inverse * (dB[p + i] * A[q + i] + B[p + i] * dA[q + i]);
  }
}
