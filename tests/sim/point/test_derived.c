/* Invariants of tensors whose eigenvalues are known by construction. */
#include "point/columns.h"
#include "tests/support.h"

static am_arena *arena;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
}

static void teardown(void) { am_arena_free(arena); }

/* Values of the derived columns of a request. */
static void derived(const char *request, const double *t, double *values) {
  size_t count;
  const am_derived *columns = am_derived_requested(arena, request, &count);
  for (size_t i = 0; i < count; i++)
    values[i] = am_derived_value(&columns[i], t);
}

static double uniform(void) {
  static unsigned long state = 7;
  state = state * 6364136223846793005UL + 1442695040888963407UL;
  return (double)(state >> 11) / 9007199254740992.0;
}

/* t = sum over i of values[i] times the dyad of row i of a rotation, which
 * comes from a unit quaternion. */
static void compose(const double *values, double *t) {
  static const int rows[6] = {0, 1, 2, 1, 0, 0};
  static const int columns[6] = {0, 1, 2, 2, 2, 1};
  double q[4], norm = 0;
  for (int i = 0; i < 4; i++) q[i] = uniform() - 0.5;
  for (int i = 0; i < 4; i++) norm += q[i] * q[i];
  for (int i = 0; i < 4; i++) q[i] /= sqrt(norm);
  double w = q[0], x = q[1], y = q[2], z = q[3];
  double r[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z),
                     2 * (x * z + w * y)},
                    {2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
                     2 * (y * z - w * x)},
                    {2 * (x * z - w * y), 2 * (y * z + w * x),
                     1 - 2 * (x * x + y * y)}};
  for (int c = 0; c < 6; c++) {
    t[c] = 0;
    for (int i = 0; i < 3; i++)
      t[c] += values[i] * r[i][rows[c]] * r[i][columns[c]];
  }
}

static const double spectra[][3] = {
    {3, 2, 1},       {1, 0, -1},     {5, 5, 5},       {1, 1, -2},
    {2, -1, -1},     {1, 1e-9, 0},   {1e9, 1, -1e-3}, {0, 0, 0},
    {1 + 1e-12, 1, 1}, {-1, -2, -300}};

START_TEST(known_spectra) {
  const double *v = spectra[_i];
  double largest = fmax(fabs(v[0]), fabs(v[2])), t[6], found[3];
  double pressure, mises;
  double mean = (v[0] + v[1] + v[2]) / 3, sum = 0;
  for (int i = 0; i < 3; i++) sum += (v[i] - mean) * (v[i] - mean);
  for (int k = 0; k < 200; k++) {
    compose(v, t);
    derived("principal", t, found);
    derived("pressure", t, &pressure);
    derived("mises", t, &mises);
    for (int i = 0; i < 3; i++)
      ck_assert_close(found[i], v[i], 0, 4e-15 * largest);
    ck_assert_close(-pressure, mean, 0, 2e-15 * largest);
    ck_assert_close(mises / sqrt(1.5), sqrt(sum), 0, 1e-14 * largest);
  }
}
END_TEST

/* Eigenvalues of diagonal tensors are exact, in any order of the entries. */
START_TEST(diagonal) {
  static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const double *o = spectra[0];
  for (int i = 0; i < 6; i++) {
    double t[6] = {o[orders[i][0]], o[orders[i][1]], o[orders[i][2]]}, v[3];
    derived("principal", t, v);
    for (int k = 0; k < 3; k++) ck_assert_double_eq(v[k], o[k]);
  }
}
END_TEST

START_TEST(no_numbers) {
  for (int c = 0; c < 6; c++) {
    double t[6] = {1, 2, 3}, v[3];
    t[c] = c % 2 ? NAN : INFINITY;
    derived("principal", t, v);
    for (int k = 0; k < 3; k++) ck_assert(isnan(v[k]));
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("derived");
  tcase_add_checked_fixture(all, setup, teardown);
  tcase_add_loop_test(all, known_spectra, 0, sizeof spectra / sizeof *spectra);
  tcase_add_test(all, diagonal);
  tcase_add_test(all, no_numbers);
  return test_run("point/derived", &all, 1);
}
