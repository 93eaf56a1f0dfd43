/* The key `points`: drawn values, and messages. */
#include <math.h>

#include "cases.h"
#include "case/points.h"

enum { POINTS = 100000 };

static am_points *points_of(opened *o, const char *points) {
  am_points *result = NULL;
  *o = open_case(am_format(test_arena(),
                           "case: c\nmaterial: m\npath: [{time: 1}]\n"
                           "points: %s\n",
                           points));
  am_status status =
      am_points_read(o->arena, o->report, o->description, &result);
  ck_assert_msg(status == AM_OK, "%s: %s", points, only_message(o));
  return result;
}

/* Moments that a distribution must have, and the range of its values. */
static const struct {
  const char *variable;
  double mean, variance, fourth; /* fourth: central moment */
  double low, high;
} samples[] = {
    {"{uniform: [-1, 3]}", 1, 16 / 12., 256 / 80., -1, 3},
    {"{uniform: [2, 2]}", 2, 0, 0, 2, 2},
    {"{normal: [3.6, 0.1]}", 3.6, 0.01, 3e-4, -INFINITY, INFINITY},
    {"{normal: [-2, 0]}", -2, 0, 0, -2, -2},
    {"{lognormal: [0, 0.25]}", 1.0317434074991028, 0.06865366449497247,
     0.02093, 0, INFINITY},
    {"{choice: [1, 2, 4]}", 7 / 3., 14 / 9., 3.6296, 1, 4},
    {"{tensor: [-3, 3]}", 0, 3, 81 / 5., -3, 3},
    /* shear components of a direction have half the variance of normal
     * components */
    {"direction", 0, 1 / 6., 3 / 48., -1, 1},
};

static void check_moments(const am_points *points, int component,
                          double scale, int row) {
  double mean = 0, square = 0;
  double *values = AM_ARRAY(test_arena(), double, points->size);
  for (long i = 0; i < POINTS; i++) {
    am_points_draw(points, i, values);
    double value = scale * values[component];
    ck_assert(value >= samples[row].low && value <= samples[row].high);
    mean += value / POINTS;
    square += (value - samples[row].mean) * (value - samples[row].mean) /
              POINTS;
  }
  double variance = samples[row].variance;
  double spread = sqrt(fmax(samples[row].fourth - variance * variance, 0));
  ck_assert_double_le(fabs(mean - samples[row].mean),
                      5 * sqrt(variance / POINTS) + 1e-10);
  ck_assert_double_le(fabs(square - variance),
                      5 * spread / sqrt(POINTS) + 1e-10);
}

START_TEST(moments) {
  opened o;
  am_points *points = points_of(
      &o, am_format(test_arena(), "{count: 100000, variables: {x: %s}}",
                    samples[_i].variable));
  const am_distribution *d = points->variables[0].distribution;
  for (int c = 0; c < points->size; c++)
    check_moments(points, c, !d->operands && c > 2 ? sqrt(2) : 1, _i);
}
END_TEST

/* The test includes new distributions automatically. */
START_TEST(every_distribution_is_sampled) {
  size_t count;
  const am_distribution *all = am_distributions(&count);
  ck_assert_int_lt(_i, (int)count);
  bool found = false;
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    found |= strstr(samples[i].variable, all[_i].name) != NULL;
  ck_assert_msg(found, "%s is not sampled", all[_i].name);
}
END_TEST

START_TEST(directions_are_units) {
  opened o;
  am_points *points =
      points_of(&o, "{count: 10, seed: 5, variables: {d: direction}}");
  for (long i = 0; i < 1000; i++) {
    double d[6], square = 0;
    am_points_draw(points, i, d);
    for (int c = 0; c < 6; c++) square += (c < 3 ? 1 : 2) * d[c] * d[c];
    ck_assert_close(square, 1, 1e-14, 0);
  }
}
END_TEST

/* A variable's numbers follow from seed, name and point alone. */
START_TEST(order_does_not_matter) {
  opened o;
  const am_points *ab = points_of(
      &o, "{count: 9, variables: {a: {uniform: [0, 1]}, d: direction}}");
  const am_points *ba = points_of(
      &o, "{count: 7, seed: 0, variables: {d: direction, "
          "b: {uniform: [0, 1]}, a: {uniform: [0, 1]}}}");
  const am_points *other = points_of(
      &o, "{count: 9, seed: 1, variables: {a: {uniform: [0, 1]}}}");
  for (long i = 0; i < 100; i++) {
    double x[7], y[8], z;
    am_points_draw(ab, i, x);
    am_points_draw(ba, i, y);
    am_points_draw(other, i, &z);
    ck_assert_double_eq(x[0], y[7]);
    ck_assert_double_ne(x[0], y[6]);
    ck_assert_double_ne(x[0], z);
    for (int c = 0; c < 6; c++) ck_assert_double_eq(x[1 + c], y[c]);
  }
}
END_TEST

#define VARIABLE(text) "{count: 2, variables: {" text "}}"

static const struct {
  const char *points, *message;
} refused[] = {
    {"{count: 0}", "4:17: expected points.count"},
    {"{count: 1000000001}", "4:17: expected points.count"},
    {"{seed: 1}", "4:9: 'count' is missing in points"},
    {"{count: 2, seed: -1}", "4:26: expected points.seed"},
    {"{count: 2, sed: 1}", "4:20: unknown key 'sed'"},
    {"{count: 2, file: x.h5}", "4:10: 'count' cannot be combined with 'file'"},
    {"{file: x.h5}",
     "3:1: remove 'path' or 'points.file'"},
    {"{file: ''}", "4:16: points.file is empty"},
    {VARIABLE("x: unifrom"),
     "4:35: unknown distribution 'unifrom', expected one of uniform, "
     "normal, lognormal, choice, direction, tensor (did you mean "
     "'uniform'?)"},
    {VARIABLE("x: {unifrom: [0, 1]}"), "4:36: unknown distribution"},
    {VARIABLE("x: uniform"),
     "4:35: expected {uniform: [low, high]} for 'x', found 'uniform'"},
    {VARIABLE("x: {direction: 1}"),
     "4:36: the distribution 'direction' has no"},
    {VARIABLE("x: {uniform: [0, 1], normal: [0, 1]}"),
     "4:35: expected one distribution for 'x', found 2"},
    {VARIABLE("x: [1, 2]"), "4:35: expected x to be a mapping"},
    {VARIABLE("x: {uniform: [1]}"),
     "4:45: expected 'uniform' of 'x' to be a list [low, high], found 1"},
    {VARIABLE("x: {uniform: 3}"), "4:45: expected uniform to be a list"},
    {VARIABLE("x: {uniform: [1, 0]}"), "4:45: the upper bound 0 of 'x' is"},
    {VARIABLE("x: {tensor: [1, 0]}"), "4:44: the upper bound 0 of 'x' is"},
    {VARIABLE("x: {uniform: [-1e308, 1e308]}"), "4:45: the range of 'x' is"},
    {VARIABLE("x: {uniform: [a, 1]}"), "4:46: expected uniform to be a num"},
    {VARIABLE("x: {normal: [1, -1]}"), "4:48: the standard deviation of"},
    {VARIABLE("x: {choice: []}"),
     "4:44: expected 'choice' of 'x' to be a list [number, ...], found 0"},
    {VARIABLE("t: direction"), "4:32: invalid variable name 't'"},
    {VARIABLE("pi: direction"), "4:32: invalid variable name 'pi'"},
    {VARIABLE("sqrt: direction"), "4:32: invalid variable name 'sqrt'"},
    {VARIABLE("xy: direction"), "4:32: invalid variable name 'xy'"},
    {VARIABLE("a-b: direction"), "4:32: invalid variable name 'a-b'"},
};

START_TEST(refused_points) {
  opened o = open_case(am_format(test_arena(),
                                 "case: c\nmaterial: m\n"
                                 "path: [{time: 1}]\npoints: %s\n",
                                 refused[_i].points));
  am_points *points;
  ck_assert_int_eq(
      am_points_read(o.arena, o.report, o.description, &points), AM_INPUT);
  const char *message = only_message(&o);
  ck_assert_msg(!strncmp(message, refused[_i].message,
                         strlen(refused[_i].message)),
                "%s\nexpected %s", message, refused[_i].message);
}
END_TEST

START_TEST(generated_points_need_a_path) {
  opened o = open_case("case: c\nmaterial: m\npoints: {count: 2}\n");
  am_points *points;
  ck_assert_int_eq(
      am_points_read(o.arena, o.report, o.description, &points), AM_INPUT);
  ck_assert_str_eq(only_message(&o),
                   "3:9: 'path' is missing in a case with generated points");
}
END_TEST

int main(void) {
  size_t count;
  am_distributions(&count);
  TCase *all = tcase_create("points");
  tcase_add_loop_test(all, moments, 0, sizeof samples / sizeof *samples);
  tcase_add_loop_test(all, every_distribution_is_sampled, 0, (int)count);
  tcase_add_test(all, directions_are_units);
  tcase_add_test(all, order_does_not_matter);
  tcase_add_loop_test(all, refused_points, 0,
                      sizeof refused / sizeof *refused);
  tcase_add_test(all, generated_points_need_a_path);
  return test_run("path/points", &all, 1);
}
