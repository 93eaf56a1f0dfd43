/* covers: functions */
/* Eigenvalues of matrices against known ones. */
#include "check/parts.h"
#include "tests/support.h"

START_TEST(least_of_symmetric) {
  am_arena *arena = test_arena();
  double vector[3];
  const double good[] = {4, 0, 0, 0, 9e8, 0, 0, 0, 1e-12};
  const double semidefinite[] = {1, 1, 1, 1};
  const double bad[] = {1e10, 2e2, 2e2, 1e-6};
  const double wrong[] = {1, NAN, NAN, 1};
  ck_assert_close(am_eigen_least(arena, good, 3, vector), 1, 1e-14, 0);
  ck_assert_close(am_eigen_least(arena, semidefinite, 2, vector), 0, 0,
                  1e-14);
  /* scaled: 1 and 2, so that eigenvalues are 3 and -1 */
  ck_assert_close(am_eigen_least(arena, bad, 2, vector), -1, 1e-12, 0);
  ck_assert_close(fabs(vector[0]), sqrt(0.5), 1e-12, 0);
  ck_assert_close(vector[0], -vector[1], 1e-12, 0);
  ck_assert(isnan(am_eigen_least(arena, wrong, 2, vector)));
  am_arena_free(arena);
}
END_TEST

START_TEST(of_general) {
  am_arena *arena = test_arena();
  const double turn[] = {0, -2, 2, 0}, triangle[] = {-3, 1e6, 0, -5};
  const double wrong[] = {INFINITY, 0, 0, 1};
  double re[2], im[2];
  ck_assert(am_eigen_values(arena, turn, 2, re, im));
  ck_assert_close(re[0], 0, 0, 1e-14);
  ck_assert_close(fabs(im[0]), 2, 1e-14, 0);
  ck_assert(am_eigen_values(arena, triangle, 2, re, im));
  ck_assert_close(re[0] + re[1], -8, 1e-12, 0);
  ck_assert_close(re[0] * re[1], 15, 1e-12, 0);
  ck_assert_double_eq(im[0], 0);
  const double large[] = {1e300, 0, 0, -2e300};
  ck_assert(am_eigen_values(arena, large, 2, re, im));
  ck_assert_close(re[0] + re[1], -1e300, 1e-12, 0);
  ck_assert(!am_eigen_values(arena, wrong, 2, re, im));
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("eigen");
  tcase_add_test(tcase, least_of_symmetric);
  tcase_add_test(tcase, of_general);
  return test_run("eigen", &tcase, 1);
}
