/* covers: equilibrium
 *
 * Mean part of gradients against its definition, Q C0 Q M = Q. */
#include "homogenization/scheme.h"

#include <string.h>

#include "tests/support.h"

static const double lambda = 80.068, mu = 70.338;

/* C0 x in Kelvin-Mandel components */
static void stiffen(const double *x, double *y) {
  for (int i = 0; i < 6; i++)
    y[i] = 2 * mu * x[i] + (i < 3 ? lambda * (x[0] + x[1] + x[2]) : 0);
}

static am_mean mean_of(int bits) {
  am_mean mean = {.target = {3, -2, 5, 0.5, -7, 1}};
  for (int c = 0; c < 6; c++) mean.stress[c] = bits >> c & 1;
  return mean;
}

START_TEST(gradients_solve_the_reference) {
  const double stress[] = {11, 7, -4, 2, 9, -3};
  for (int bits = 0; bits < 64; bits++) {
    am_mean mean = mean_of(bits);
    double g[6], image[6];
    am_mean_gradient(&mean, lambda, mu, stress, g);
    stiffen(g, image);
    for (int c = 0; c < 6; c++) {
      if (mean.stress[c])
        ck_assert_close(image[c], stress[c] - mean.target[c], 1e-14, 1e-13);
      else
        ck_assert(g[c] == 0);
    }
  }
}
END_TEST

START_TEST(residuals_are_of_given_stresses) {
  const double stress[] = {6, 7, 9, 2, 9, -3};
  am_mean mean = mean_of(1 | 4);
  ck_assert_close(am_mean_residual(&mean, stress), 5, 1e-15, 0);
  ck_assert_close(am_mean_given(&mean), sqrt(34), 1e-15, 0);
}
END_TEST

START_TEST(given_strains_are_imposed) {
  double strain[] = {1, 2, 3, 4, 5, 6};
  const double expected[] = {1, -2, 3, 0.5, -7, 6};
  am_mean mean = mean_of(1 | 4 | 32);
  am_mean_impose(&mean, strain);
  ck_assert(!memcmp(strain, expected, sizeof strain));
}
END_TEST

START_TEST(norms_are_those_of_tensors) {
  const double t[] = {1, -2, 3, 0.5, -0.25, 4};
  double k[6], back[6];
  am_mean_from_tensor(t, k);
  am_mean_to_tensor(k, back);
  ck_assert_close(am_mean_dot(k, k), 14 + 2 * (0.25 + 0.0625 + 16), 1e-15, 0);
  for (int c = 0; c < 6; c++) ck_assert_close(back[c], t[c], 1e-15, 0);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("mean")};
  tcase_add_test(cases[0], gradients_solve_the_reference);
  tcase_add_test(cases[0], residuals_are_of_given_stresses);
  tcase_add_test(cases[0], given_strains_are_imposed);
  tcase_add_test(cases[0], norms_are_those_of_tensors);
  return test_run("mean", cases, 1);
}
