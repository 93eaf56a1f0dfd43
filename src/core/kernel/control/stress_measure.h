/* stress_measure.h: Kirchhoff and Cauchy stresses, which may be given instead
 * of the nominal stress, and their derivatives (docs/theory.md, section
 * 12.3). */

/* P := stress of a measure. */
K_APART void k_measure(am_measure measure, const real *F, real *P) {
  real A[9], B[9];
  if (measure == AM_MEASURE_NOMINAL) return;
  k_square_of(F, A);
  k_square_of(P, B);
  real det = measure == AM_MEASURE_CAUCHY ? k_determinant(A) : k_set(1);
  K_UNROLL for (int c = 0; c < 9; c++)
    P[c] = k_dot(B + 3 * K_ROW_OF(c), A + 3 * K_COLUMN_OF(c), 3) / det;
}

/* Change of det F, the sum over its rows. */
K_FN real k_determinant_jvp(const real *A, const real *dA) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < 3; i++) {
    real B[9];
    K_UNROLL for (int j = 0; j < 9; j++) B[j] = j / 3 == i ? dA[j] : A[j];
    sum = sum + k_determinant(B);
  }
  return sum;
}

/* S := change of the stress of a measure, if F changes by dF and the nominal
 * stress P by S. */
K_APART void k_measure_jvp(am_measure measure, const real *F, const real *P,
                           const real *dF, real *S) {
  real A[9], dA[9], turned[9], stress[9], det = k_set(1), swelling = k_set(0);
  if (measure == AM_MEASURE_NOMINAL) return;
  k_square_of(F, A);
  k_square_of(dF, dA);
  if (measure == AM_MEASURE_CAUCHY) {
    det = k_determinant(A);
    swelling = k_determinant_jvp(A, dA) / det;
  }
  k_assign(stress, P, 9);
  k_assign(turned, P, 9);
  k_measure(measure, F, S);
  k_measure(measure, F, stress);
  k_measure(AM_MEASURE_KIRCHHOFF, dF, turned);
  K_UNROLL for (int c = 0; c < 9; c++)
    S[c] = S[c] + turned[c] / det - swelling * stress[c];
}
