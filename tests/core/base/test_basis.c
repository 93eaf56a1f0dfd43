/* test_basis.c: test_basis.c: the coordinates of base/basis.h are an isometry;
 * compared with the definitions in tensor components. */
#include "base/basis.h"

#include "support.h"

static const double a[6] = {1.5, -2.25, 0.75, 0.3, -0.6, 1.1};
static const double b[6] = {-0.4, 0.9, 2.2, -1.3, 0.8, 0.25};

/* a : b in tensor components */
static double contract(const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += (i < 3 ? 1 : 2) * x[i] * y[i];
  return sum;
}

static double dot(const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += x[i] * y[i];
  return sum;
}

START_TEST(contraction_is_the_dot_product) {
  double x[6], y[6];
  am_basis_from_tensor(a, x);
  am_basis_from_tensor(b, y);
  ck_assert_close(dot(x, y), contract(a, b), 1e-15, 0);
  am_basis_from_mandel(a, x);
  am_basis_from_mandel(b, y);
  ck_assert_close(dot(x, y), dot(a, b), 1e-15, 0);
}
END_TEST

START_TEST(there_and_back) {
  double x[6], t[6];
  am_basis_from_tensor(a, x);
  am_basis_to_tensor(x, t);
  for (int i = 0; i < 6; i++) ck_assert_close(t[i], a[i], 1e-15, 1e-15);
  am_basis_from_mandel(a, x);
  am_basis_to_mandel(x, t);
  for (int i = 0; i < 6; i++) ck_assert_close(t[i], a[i], 1e-15, 1e-15);
}
END_TEST

START_TEST(rows_are_the_basis_tensors) {
  for (int c = 0; c < 6; c++) {
    double unit[6] = {0}, t[6];
    unit[c] = 1;
    am_basis_to_tensor(unit, t);
    for (int i = 0; i < 6; i++)
      ck_assert_close(t[i], am_basis[c][i], 1e-15, 0);
    ck_assert_close(t[0] + t[1] + t[2], c ? 0 : sqrt(3), 0, 1e-15);
  }
}
END_TEST

START_TEST(equal_lateral_components_stay_exact) {
  const double uniaxial[6] = {3e-3, -1e-3, -1e-3, 0, 0, 0};
  double x[6], t[6];
  am_basis_from_tensor(uniaxial, x);
  for (int i = 2; i < 6; i++) ck_assert(x[i] == 0);
  am_basis_to_tensor(x, t);
  ck_assert(t[1] == t[2]);
}
END_TEST

/* y = lambda tr(x) I + 2 mu x: dy_xx/dx_xx = lambda + 2 mu, and dy_xy/dx_xy =
 * 2·mu if both entries of a shear change together. */
START_TEST(tangents_of_isotropic_elasticity) {
  double d[36] = {0}, t[36], lambda = 3, mu = 2;
  for (int i = 0; i < 6; i++) d[7 * i] = 2 * mu + (i ? 0 : 3 * lambda);
  am_basis_to_tangent(d, t);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double expected = (i < 3 && j < 3 ? lambda : 0) + (i == j ? 2 * mu : 0);
      ck_assert_close(t[6 * i + j], expected, 1e-14, 1e-14);
    }
}
END_TEST

/* The derivative of y = x : x along each component, by differences. */
START_TEST(matrices_map_kelvin_mandel_components) {
  double C[36], M[36], x[6], y[6], expected[6];
  for (int i = 0; i < 36; i++) C[i] = sin(3 * i + 1.0);
  am_basis_matrix_to_mandel(C, M);
  am_basis_from_mandel(a, x);
  for (int i = 0; i < 6; i++) y[i] = dot(C + 6 * i, x);
  am_basis_to_mandel(y, expected);
  for (int i = 0; i < 6; i++)
    ck_assert_close(dot(M + 6 * i, a), expected[i], 0, 1e-14);
}
END_TEST

START_TEST(gradients_move_both_shear_entries) {
  double x[6], d[6], t[6], h = 1e-6;
  am_basis_from_tensor(a, x);
  for (int i = 0; i < 6; i++) d[i] = 2 * x[i];
  am_basis_to_gradient(d, t);
  for (int i = 0; i < 6; i++) {
    double up[6], down[6];
    for (int j = 0; j < 6; j++) up[j] = down[j] = a[j];
    up[i] += h;
    down[i] -= h;
    double slope = (contract(up, up) - contract(down, down)) / (2 * h);
    ck_assert_close(t[i], slope, 1e-8, 1e-8);
  }
}
END_TEST

START_TEST(component_names) {
  for (int i = 0; i < 6; i++)
    ck_assert_int_eq(am_component_index(am_component_names[i]), i);
  ck_assert_int_eq(am_component_index("yx"), -1);
  ck_assert_int_eq(am_component_index(""), -1);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("basis")};
  tcase_add_test(cases[0], contraction_is_the_dot_product);
  tcase_add_test(cases[0], there_and_back);
  tcase_add_test(cases[0], rows_are_the_basis_tensors);
  tcase_add_test(cases[0], equal_lateral_components_stay_exact);
  tcase_add_test(cases[0], tangents_of_isotropic_elasticity);
  tcase_add_test(cases[0], matrices_map_kelvin_mandel_components);
  tcase_add_test(cases[0], gradients_move_both_shear_entries);
  tcase_add_test(cases[0], component_names);
  return test_run("basis", cases, 1);
}
