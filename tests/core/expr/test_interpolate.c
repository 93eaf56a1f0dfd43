/* Interpolation in tables against the algorithm of Fritsch and Butland (1984)
 * in plain numbers, and the documented properties of the curve. */
#include "expr/parts.h"

#include <gsl/gsl_deriv.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_interp.h>
#include <string.h>

#include "diff/diff.h"
#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
  gsl_set_error_handler_off();
}

static void teardown(void) { am_arena_free(arena); }

enum { MOST = 9 };

/* The first data are RPN 14 of Fritsch and Carlson (1980). */
static const struct {
  int count;
  double rows[MOST][2];
} tables[] = {
    {9, {{7.99, 0}, {8.09, 2.76429e-5}, {8.19, 4.37498e-2}, {8.7, 0.169183},
         {9.2, 0.469428}, {10, 0.943740}, {12, 0.998636}, {15, 0.999919},
         {20, 0.999994}}},
    {5, {{-1, 2}, {0, 5}, {0.5, 4.9}, {2, 4.9}, {2.2, 7}}},
    {3, {{0, 1}, {1, 3}, {4, -2}}},
    {4, {{0, 0}, {1, 1}, {1.1, 5}, {3, 5.5}}},
    {2, {{3, 1}, {5, 0}}},
    {4, {{0, 1}, {1, 3}, {2.5, 6}, {3, 7}}},
};
enum { TABLES = sizeof tables / sizeof *tables };

static double sign(double x) { return (x > 0) - (x < 0); }

/* Algorithm of Fritsch and Butland as implemented in the library PCHIP */
static double slope(int n, const double (*r)[2], int i) {
  double h[MOST], del[MOST];
  for (int k = 0; k + 1 < n; k++) {
    h[k] = r[k + 1][0] - r[k][0];
    del[k] = (r[k + 1][1] - r[k][1]) / h[k];
  }
  if (n == 2) return del[0];
  if (i > 0 && i < n - 1) {
    double sum = h[i - 1] + h[i];
    double w1 = (sum + h[i - 1]) / (3 * sum), w2 = (sum + h[i]) / (3 * sum);
    if (sign(del[i - 1]) * sign(del[i]) <= 0) return 0;
    double most = fmax(fabs(del[i - 1]), fabs(del[i]));
    double least = fmin(fabs(del[i - 1]), fabs(del[i]));
    double before = fabs(del[i - 1]) / most, behind = fabs(del[i]) / most;
    return sign(del[i]) * least / (w1 * before + w2 * behind);
  }
  int a = i ? n - 2 : 0, b = i ? n - 3 : 1;
  double sum = h[a] + h[b];
  double d = (h[a] + sum) / sum * del[a] - h[a] / sum * del[b];
  if (sign(d) * sign(del[a]) <= 0) return 0;
  if (sign(del[a]) * sign(del[b]) < 0 && fabs(d) > 3 * fabs(del[a]))
    return 3 * del[a];
  return d;
}

/* By Hermite's basis. */
static double expected_at(int n, const double (*r)[2], bool linear, double x) {
  if (x < r[0][0]) return r[0][1] + linear * slope(n, r, 0) * (x - r[0][0]);
  if (x > r[n - 1][0])
    return r[n - 1][1] + linear * slope(n, r, n - 1) * (x - r[n - 1][0]);
  int i = 0;
  while (i < n - 2 && x >= r[i + 1][0]) i++;
  double h = r[i + 1][0] - r[i][0], t = (x - r[i][0]) / h, u = 1 - t;
  return r[i][1] * (1 + 2 * t) * u * u + r[i + 1][1] * t * t * (3 - 2 * t) +
         h * slope(n, r, i) * t * u * u - h * slope(n, r, i + 1) * t * t * u;
}

/* Rows are parameters, x is variable 0. */
typedef struct {
  int count;
  const double (*rows)[2];
  am_node x, parameter[2 * MOST], y;
} curve;

static curve curve_of(int table, bool linear) {
  curve c = {.count = tables[table].count, .rows = tables[table].rows,
             .x = variable(graph, 0)};
  for (int i = 0; i < 2 * c.count; i++) c.parameter[i] = parameter(graph, i);
  c.y = am_interpolate(graph, c.x, c.parameter, c.count, AM_MONOTONE, linear);
  return c;
}

static double value_of(const curve *c, am_node node, double x) {
  return value_at(arena, graph, node, &x, c->rows[0]);
}

/* Samples from below the first row to beyond the last. */
enum { SAMPLES = 101 };
static double sample(const curve *c, int i) {
  double first = c->rows[0][0], length = c->rows[c->count - 1][0] - first;
  return first + length * (1.5 * i / (SAMPLES - 1) - 0.25);
}

START_TEST(values) {
  bool linear = _i % 2;
  curve c = curve_of(_i / 2, linear);
  for (int i = 0; i < SAMPLES; i++) {
    double x = sample(&c, i);
    ck_assert_close(value_of(&c, c.y, x),
                    expected_at(c.count, c.rows, linear, x), 1e-13, 1e-14);
  }
  for (int i = 0; i < c.count; i++)
    ck_assert_double_eq(value_of(&c, c.y, c.rows[i][0]), c.rows[i][1]);
}
END_TEST

START_TEST(what_rises_rises_between_rows) {
  curve c = curve_of(_i / 2, _i % 2);
  for (int i = 0; i + 1 < c.count; i++) {
    double before = c.rows[i][1], direction = sign(c.rows[i + 1][1] - before);
    for (int k = 1; k <= 50; k++) {
      double x = c.rows[i][0] + k / 50.0 * (c.rows[i + 1][0] - c.rows[i][0]);
      double y = value_of(&c, c.y, x);
      ck_assert_double_ge(direction * (y - before), -1e-15 * fabs(y));
      if (direction == 0) ck_assert_double_eq(y, before);
      before = y;
    }
  }
}
END_TEST

/* A number as a function of x (i < 0) or of the parameter i. */
typedef struct {
  const curve *c;
  am_node node;
  double x;
  int i;
} section;

static double along(double at, void *data) {
  const section *s = data;
  double p[2 * MOST];
  memcpy(p, s->c->rows, (size_t)s->c->count * sizeof *s->c->rows);
  if (s->i >= 0) p[s->i] = at;
  double x = s->i < 0 ? at : s->x;
  return value_at(arena, graph, s->node, &x, p);
}

static void check_by_gsl(const curve *c, am_node f, am_node df, double x,
                         int i) {
  section s = {.c = c, .node = f, .x = x, .i = i};
  gsl_function function = {along, &s};
  double numerical, error, at = i < 0 ? x : c->rows[i / 2][i % 2];
  gsl_deriv_central(&function, at, 1e-4, &numerical, &error);
  ck_assert_close(value_of(c, df, x), numerical, 1e-7, 4 * error + 1e-8);
}

START_TEST(derivatives) {
  curve c = curve_of(_i / 2, _i % 2);
  am_node one = am_const(graph, 1), by_x, twice, by_row[2 * MOST];
  am_forward(graph, &c.y, 1, &c.x, &one, 1, &by_x);
  am_forward(graph, &by_x, 1, &c.x, &one, 1, &twice);
  am_reverse(graph, c.y, c.parameter, 2 * c.count, by_row);
  for (int i = 3; i < SAMPLES; i += 7) {
    double x = sample(&c, i) + 1.234e-3;
    bool inside = true; /* inside one piece, where the second derivative
                           exists */
    for (int k = 0; k < c.count; k++) inside &= fabs(x - c.rows[k][0]) > 2e-4;
    if (!inside) continue;
    check_by_gsl(&c, c.y, by_x, x, -1);
    check_by_gsl(&c, by_x, twice, x, -1);
    for (int k = 0; k < 2 * c.count; k++)
      /* Equal rows of the second table have a kink there. */
      if (_i / 2 != 1) check_by_gsl(&c, c.y, by_row[k], x, k);
  }

  /* The slope is the same on both sides of each row, and also at the end rows
   * if the table is extrapolated. */
  for (int k = 0; k < c.count; k++) {
    bool end = k == 0 || k == c.count - 1;
    double x = c.rows[k][0];
    double below = value_of(&c, by_x, nextafter(x, -INFINITY));
    double above = value_of(&c, by_x, nextafter(x, INFINITY));
    if (!end || _i % 2)
      ck_assert_close(below, above, 1e-10, 1e-12);
    else
      ck_assert_double_eq(k ? above : below, 0);
  }
}
END_TEST

/* Straight lines and natural splines against GSL, with their slopes; beyond the
 * rows they go on straight. */
START_TEST(other_curves) {
  bool spline = _i % 2;
  curve c = curve_of(_i / 2, true);
  const gsl_interp_type *type =
      spline && c.count > 2 ? gsl_interp_cspline : gsl_interp_linear;
  gsl_interp *reference = gsl_interp_alloc(type, (size_t)c.count);
  am_node one = am_const(graph, 1), slope;
  double x[MOST], y[MOST], last = c.rows[c.count - 1][0];
  for (int i = 0; i < c.count; i++) x[i] = c.rows[i][0], y[i] = c.rows[i][1];
  gsl_interp_init(reference, x, y, (size_t)c.count);
  c.y = am_interpolate(graph, c.x, c.parameter, c.count,
                       spline ? AM_SPLINE : AM_BROKEN_LINE, true);
  am_forward(graph, &c.y, 1, &c.x, &one, 1, &slope);
  for (int i = 0; i < SAMPLES; i++) {
    double at = sample(&c, i), end = fmin(fmax(at, x[0]), last);
    double rate = gsl_interp_eval_deriv(reference, x, y, end, NULL);
    double value = gsl_interp_eval(reference, x, y, end, NULL);
    ck_assert_close(value_of(&c, c.y, at), value + rate * (at - end), 1e-12,
                    1e-13);
    ck_assert_close(value_of(&c, slope, at), rate, 1e-11, 1e-12);
  }
  for (int i = 0; i < c.count; i++)
    ck_assert_close(value_of(&c, c.y, x[i]), y[i], 1e-14, 1e-15);
  gsl_interp_free(reference);
}
END_TEST

/* The coefficients follow from parameters alone. */
START_TEST(pieces_are_bound) {
  curve c = curve_of(0, false);
  am_optimize(graph, &c.y, 1);
  am_program *program = am_program_new(arena, graph, &c.y, 1);
  ck_assert_int_gt(am_program_bound_operations(program), 50);
  ck_assert_int_lt(am_program_operations(program), 70);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("interpolate");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_loop_test(tcase, values, 0, 2 * TABLES);
  tcase_add_loop_test(tcase, what_rises_rises_between_rows, 0, 2 * TABLES);
  tcase_add_loop_test(tcase, derivatives, 0, 2 * TABLES);
  tcase_add_loop_test(tcase, other_curves, 0, 2 * TABLES);
  tcase_add_test(tcase, pieces_are_bound);
  return test_run("interpolate", &tcase, 1);
}
