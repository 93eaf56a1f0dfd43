/* Rotations by Bunge's angles against explicitly rotated tensors. */

#include <math.h>

#include "case/parts.h"
#include "support.h"

static const double angles[][3] = {
    {0, 0, 0},   {30, 0, 0},    {0, 45, 0},       {10, 20, 30},
    {90, 0, 0},  {0, 90, 90},   {-70, 123, 250},  {360, 180, -90},
};

/* Coordinates of a tensor on the axes of the test. */
static void turn(const double *degrees, const double *tensor, double *turned) {
  double q[6][6], x[6], y[6] = {0};
  am_rotation(degrees, true, q);
  am_basis_from_tensor(tensor, x);
  for (int i = 0; i < 36; i++) y[i / 6] += q[i / 6][i % 6] * x[i % 6];
  am_basis_to_tensor(y, turned);
}

START_TEST(orthogonal) {
  double q[6][6], r[6][6], radians[3];
  for (int i = 0; i < 3; i++) radians[i] = angles[_i][i] * acos(-1) / 180;
  am_rotation(angles[_i], true, q);
  am_rotation(radians, false, r);
  for (int i = 0; i < 36; i++) {
    double product = 0;
    for (int j = 0; j < 6; j++) product += q[i / 6][j] * q[i % 6][j];
    ck_assert_close(product, i / 6 == i % 6, 0, 1e-14);
    ck_assert_close(q[i / 6][i % 6], r[i / 6][i % 6], 0, 1e-14);
  }
}
END_TEST

/* The material's x axis lies, on the axes of the test, at the angle phi1 from x
 * to y; its z axis follows from Bunge's angles, (sin phi1 sin Phi, -cos phi1
 * sin Phi, cos Phi). */
START_TEST(axes) {
  static const double xx[6] = {1}, zz[6] = {0, 0, 1};
  const double *a = angles[_i];
  double t[6], p = a[0] * acos(-1) / 180, f = a[1] * acos(-1) / 180;
  double only[3] = {a[0], 0, 0};
  turn(only, xx, t);
  ck_assert_close(t[0], cos(p) * cos(p), 0, 1e-14);
  ck_assert_close(t[1], sin(p) * sin(p), 0, 1e-14);
  ck_assert_close(t[5], cos(p) * sin(p), 0, 1e-14);
  const double z[3] = {sin(p) * sin(f), -cos(p) * sin(f), cos(f)};
  turn(a, zz, t);
  for (int i = 0; i < 3; i++) ck_assert_close(t[i], z[i] * z[i], 0, 1e-14);
  ck_assert_close(t[3], z[1] * z[2], 0, 1e-14);
  ck_assert_close(t[4], z[0] * z[2], 0, 1e-14);
  ck_assert_close(t[5], z[0] * z[1], 0, 1e-14);
}
END_TEST

/* Right angles cause no rounding errors. */
START_TEST(right_angles) {
  static const double quarter[3] = {90, 0, 0}, tensor[6] = {1, 2, 3, 4, 5, 6};
  static const double turned[6] = {2, 1, 3, 5, -4, -6};
  double t[6], q[6][6];
  turn(quarter, tensor, t);
  for (int i = 0; i < 6; i++) ck_assert_close(t[i], turned[i], 0, 4e-15);
  am_rotation(quarter, true, q);
  for (int i = 3; i < 36; i++)
    if (i / 6 == 3 || i / 6 == 4) ck_assert(fmod(q[i / 6][i % 6], 1) == 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("rotation");
  tcase_add_loop_test(all, orthogonal, 0, sizeof angles / sizeof *angles);
  tcase_add_loop_test(all, axes, 0, sizeof angles / sizeof *angles);
  tcase_add_test(all, right_angles);
  return test_run("base/rotation", &all, 1);
}
