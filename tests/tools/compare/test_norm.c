/* covers: compare.c
 *
 * Norms of piecewise linear functions against their integrals in closed
 * form. */
#include "compare/compare.h"
#include "support.h"

enum { MOST = 6 };

static const struct {
  const char *what;
  int count;
  double x[MOST], a[MOST], b[MOST];
  double l2, relative, area;
} rows[] = {
    {"constant", 3, {0, 1, 4}, {3, 3, 3}, {1, 1, 1}, 2, 2, 8},
    {"ramp", 2, {0, 1}, {1, 2}, {1, 1}, 0.57735026918962576,
     0.57735026918962576, 0.5},
    {"ramp in pieces", 4, {0, 0.1, 0.4, 1}, {0, 0.1, 0.4, 1},
     {0, 0.2, 0.8, 2}, 0.57735026918962576, 0.5, 0.5},
    {"crossing", 2, {0, 2}, {-1, 1}, {0, 0}, 0.57735026918962576, NAN, 1},
    {"crossing aside", 2, {0, 4}, {-1, 3}, {0, 0}, 1.5275252316519468, NAN,
     5},
    {"jump", 4, {0, 1, 1, 2}, {0, 0, 2, 2}, {1, 1, 1, 1}, 1, 1, 2},
    {"equal", 3, {0, 1, 2}, {5, 7, -1}, {5, 7, -1}, 0, 0, 0},
    {"one row", 1, {3}, {5}, {2}, 3, 1.5, 0},
    {"rows of one time", 2, {3, 3}, {5, 2}, {2, 2}, 2.1213203435596424,
     1.0606601717798212, 0},
    {"a gap", 5, {0, 1, 2, 3, 4}, {1, 1, NAN, 1, 1}, {0, 0, 9, 0, 0}, 1, NAN,
     2},
    {"large", 2, {0, 1}, {1e308, 1e308}, {-5e307, -5e307}, 1.5e308, 3,
     1.5e308},
    {"small", 2, {0, 2}, {3e-300, 3e-300}, {1e-300, 1e-300}, 2e-300, 2,
     4e-300},
    {"small after nothing", 3, {0, 1, 2}, {0, 0, 1e-200}, {0, 0, 0},
     4.0824829046386302e-201, NAN, 5e-201},
    {"growing", 3, {0, 1, 2}, {1e-200, 1e-200, 1e200}, {0, 0, 0},
     4.0824829046386302e199, NAN, 5e199},
    {"none", 1, {0}, {NAN}, {1}, 0, 0, 0},
};

START_TEST(are_the_integrals) {
  am_norm norm = {0};
  for (int i = 0; i < rows[_i].count; i++)
    am_norm_add(&norm, rows[_i].x[i], rows[_i].a[i], rows[_i].b[i]);
  double relative, l2 = am_norm_l2(&norm, &relative);
  ck_assert_close(l2, rows[_i].l2, 1e-15, 0);
  if (isnan(rows[_i].relative))
    ck_assert_msg(isnan(relative), "%s: %g", rows[_i].what, relative);
  else
    ck_assert_close(relative, rows[_i].relative, 1e-15, 0);
  ck_assert_close((double)norm.difference.area, rows[_i].area, 1e-15, 0);
}
END_TEST

/* Two points: the second curve is not joined to the first. */
START_TEST(curves_are_apart) {
  am_norm norm = {0};
  for (int i = 0; i < 2; i++) {
    norm.begun = false;
    am_norm_add(&norm, 0, 1 + i, 0);
    am_norm_add(&norm, 1 + i, 1 + i, 0);
  }
  double relative;
  ck_assert_close(norm.length, 3, 0, 0);
  ck_assert_close((double)norm.difference.area, 5, 1e-15, 0);
  ck_assert_close(am_norm_l2(&norm, &relative), 1.7320508075688772, 1e-15, 0);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("norm");
  tcase_add_loop_test(tests, are_the_integrals, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(tests, curves_are_apart);
  return test_run("norm", &tests, 1);
}
