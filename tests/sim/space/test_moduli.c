/* Moduli of tangents against eigenvalues by GSL and closed forms. */
#include "space/moduli.h"

#include <gsl/gsl_eigen.h>
#include <string.h>

#include "support.h"
#include "tests/graph_tools.h"

static void least_and_largest(const double *C, double *least,
                              double *largest) {
  gsl_matrix *a = gsl_matrix_alloc(5, 5);
  gsl_vector *values = gsl_vector_alloc(5);
  gsl_eigen_symm_workspace *w = gsl_eigen_symm_alloc(5);
  for (size_t i = 0; i < 5; i++)
    for (size_t j = 0; j < 5; j++)
      gsl_matrix_set(a, i, j,
                     (C[(i + 1) * 6 + j + 1] + C[(j + 1) * 6 + i + 1]) / 2);
  gsl_eigen_symm(a, values, w);
  *least = gsl_vector_min(values);
  *largest = gsl_vector_max(values);
  gsl_eigen_symm_free(w);
  gsl_vector_free(values);
  gsl_matrix_free(a);
}

START_TEST(eigenvalues_are_those_of_gsl) {
  uint64_t seed = 5;
  for (int n = 0; n < 2000; n++) {
    double C[36], field[36 * 3], least, largest;
    double size = pow(10, random_in(&seed, -6, 6));
    k_moduli m;
    for (int i = 0; i < 36; i++)
      C[i] = size * random_in(&seed, -1, 1) *
             (n % 3 ? 1 : pow(10, random_in(&seed, -8, 0)));
    for (int i = 0; i < 36; i++) field[3 * i] = C[i];
    least_and_largest(C, &least, &largest);
    k_moduli_of(field, 3, &m);
    ck_assert_close(2 * m.shear_least, least, 0, 1e-14 * 5 * size);
    ck_assert_close(2 * m.shear_largest, largest, 0, 1e-14 * 5 * size);
    ck_assert_close(m.bulk, C[0] / 3, 0, 0);
  }
}
END_TEST

START_TEST(isotropic_tangents_give_their_moduli) {
  double C[36] = {0};
  k_moduli m;
  C[0] = 3 * 170e3;
  for (int i = 1; i < 6; i++) C[7 * i] = 2 * 80e3;
  k_moduli_of(C, 1, &m);
  ck_assert_double_eq(m.shear_least, 80e3);
  ck_assert_double_eq(m.shear_largest, 80e3);
  ck_assert_double_eq(m.bulk, 170e3);
}
END_TEST

/* Invalid input causes neither an endless loop nor a finite result. */
START_TEST(what_is_not_finite_stays_so) {
  double C[36] = {0};
  k_moduli m;
  for (int i = 0; i < 6; i++) C[7 * i] = 1;
  C[8] = C[13] = NAN;
  k_moduli_of(C, 1, &m);
  ck_assert(!isfinite(m.shear_least) || !isfinite(m.shear_largest) ||
            m.bulk == 1.0 / 3);
}
END_TEST

int main(void) {
  TCase *moduli = tcase_create("moduli");
  tcase_add_test(moduli, eigenvalues_are_those_of_gsl);
  tcase_add_test(moduli, isotropic_tangents_give_their_moduli);
  tcase_add_test(moduli, what_is_not_finite_stays_so);
  return test_run("moduli", (TCase *const[]){moduli}, 1);
}
