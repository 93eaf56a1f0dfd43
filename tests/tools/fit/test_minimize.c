/* The least-squares search on problems with certified solutions, at bounds,
 * with failing evaluations, and with undetermined directions. */
#include <string.h>

#include "fit/fit.h"
#include "support.h"

enum { MOST = 20 };

/* y(x) of parameters b, with its derivatives by central differences: only the
 * use of the Jacobian is tested. */
typedef double model(double x, const double *b);

typedef struct {
  model *y;
  const double *x, *measured;
  int calls;
  int faulty; /* every such call fails; 0: none */
} curve;

static bool evaluate_curve(am_objective *o, const double *b, double *residual,
                           double *jacobian) {
  curve *c = o->data;
  double shifted[8];
  c->calls++;
  if (c->faulty && c->calls % c->faulty == 0) return false;
  for (size_t i = 0; i < o->size; i++) {
    residual[i] = c->y(c->x[i], b) - c->measured[i];
    for (int j = 0; j < o->count; j++) {
      double h = 1e-5 * fmax(fabs(b[j]), 1e-8), y[2];
      for (int side = 0; side < 2; side++) {
        memcpy(shifted, b, (size_t)o->count * sizeof(double));
        shifted[j] += side ? h : -h;
        y[side] = c->y(c->x[i], shifted);
      }
      jacobian[i * (size_t)o->count + (size_t)j] = (y[1] - y[0]) / (2 * h);
    }
  }
  return true;
}

typedef struct {
  am_objective objective;
  curve curve;
} problem;

static bool evaluate(void *data, const double *b, double *residual,
                     double *jacobian) {
  problem *p = data;
  am_objective inner = p->objective;
  inner.data = &p->curve;
  return evaluate_curve(&inner, b, residual, jacobian);
}

static problem problem_of(model *y, const double *x, const double *measured,
                          size_t size, int count) {
  return (problem){
      .objective = {.size = size, .count = count, .evaluate = evaluate},
      .curve = {y, x, measured, 0, 0}};
}

static am_least solve(problem *p, const am_bounded *start) {
  p->objective.data = p;
  return am_minimize(test_arena(), &p->objective, start, 200, 1e-9);
}

static am_bounded free_from(double start) {
  return (am_bounded){.start = start, .low = -INFINITY, .high = INFINITY};
}

static am_bounded positive_from(double start) {
  return (am_bounded){start, 0, INFINITY, true, false};
}

/* Standard errors as the report takes them. */
static double deviation(const am_least *m, size_t size, int count, int i) {
  am_arena *arena = test_arena();
  double inverse[64], jacobian[MOST * 8];
  memcpy(jacobian, m->jacobian, size * (size_t)count * sizeof(double));
  am_decomposition d =
      am_decompose(arena, jacobian, m->residual, size, count);
  am_decomposition_inverse(&d, inverse);
  return sqrt(inverse[i * count + i] * m->sum / (double)(size - (size_t)count));
}

/* NIST Statistical Reference Datasets, Misra1a (Misra 1978): monomolecular
 * adsorption; certified values. */
static const double misra_x[] = {77.6,  114.9, 141.1, 190.8, 239.9,
                                 289.0, 332.8, 378.4, 434.8, 477.3,
                                 536.8, 593.1, 689.1, 760.0};
static const double misra_y[] = {10.07, 14.73, 17.94, 23.93, 29.61,
                                 35.18, 40.02, 44.82, 50.76, 55.05,
                                 61.01, 66.40, 75.47, 81.78};

static double misra(double x, const double *b) {
  return b[0] * (1 - exp(-b[1] * x));
}

START_TEST(certified) {
  static const double starts[][2] = {{500, 1e-4}, {250, 5e-4}};
  static const double value[] = {2.3894212918E+02, 5.5015643181E-04};
  static const double error[] = {2.7070075241E+00, 7.2668688436E-06};
  for (int logarithm = 0; logarithm < 2; logarithm++)
    for (int i = 0; i < 2; i++) {
      problem p = problem_of(misra, misra_x, misra_y, 14, 2);
      am_bounded start[2];
      for (int j = 0; j < 2; j++)
        start[j] = (logarithm ? positive_from : free_from)(starts[i][j]);
      am_least m = solve(&p, start);
      ck_assert_int_eq(m.end, AM_END_CONVERGED);
      ck_assert_close(m.sum, 1.2455138894E-01, 1e-6, 0);
      for (int j = 0; j < 2; j++) {
        ck_assert_close(m.values[j], value[j], 0, 2e-4 * error[j]);
        ck_assert_close(deviation(&m, 14, 2, j), error[j], 1e-4, 0);
        ck_assert_int_eq(m.bound[j], 0);
      }
    }
}
END_TEST

/* A straight line whose slope would be 2: bounds above, below and around. */
static const double line_x[] = {0, 1, 2, 3, 4, 5};
static const double line_y[] = {1, 3, 5, 7, 9, 11};

static double line(double x, const double *b) { return b[0] + b[1] * x; }

START_TEST(bounds) {
  static const struct {
    double low, high, start, slope;
    int bound;
  } rows[] = {{-1, 1.5, 0, 1.5, 1},     {2.5, 9, 3, 2.5, -1},
              {0.1, 1.5, 0.2, 1.5, 1},  {2.5, 9, 2.5, 2.5, -1},
              {-1, 9, -1, 2, 0},        {0.1, 2.1, 2.1, 2, 0},
              {0, 9, 9, 2, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    problem p = problem_of(line, line_x, line_y, 6, 2);
    am_bounded start[] = {
        free_from(5),
        {rows[i].start, rows[i].low, rows[i].high, false, false}};
    am_least m = solve(&p, start);
    /* The mean of the line is recovered for any slope, to 1e-4 of its standard
     * error if the slope is wrong. */
    ck_assert_int_eq(m.end, AM_END_CONVERGED);
    ck_assert_close(m.values[1], rows[i].slope, 1e-7, 0);
    ck_assert_close(m.values[0], 6 - 2.5 * rows[i].slope, 0, 4e-5);
    ck_assert_int_eq(m.bound[1], rows[i].bound);
    ck_assert_int_eq(m.bound[0], 0);
  }
}
END_TEST

/* A bound reached during the search is released when the sum of squares
 * decreases away from it. */
static double bent(double x, const double *b) {
  return b[0] * exp(-b[1] * x);
}

START_TEST(bound_left_again) {
  double y[6];
  const double truth[] = {2, 0.5};
  for (int i = 0; i < 6; i++) y[i] = bent(line_x[i], truth);
  for (int i = 0; i < 6; i++) {
    problem p = problem_of(bent, line_x, y, 6, 2);
    am_bounded start[] = {free_from(0.1 * pow(10, i % 3)),
                          {2.5 * (i + 1), 0.4, 1e3, false, false}};
    am_least m = solve(&p, start);
    ck_assert_int_eq(m.end, AM_END_CONVERGED);
    ck_assert_close(m.values[0], 2, 1e-6, 0);
    ck_assert_close(m.values[1], 0.5, 1e-6, 0);
  }
}
END_TEST

/* An open bound is approached, not reached. */
START_TEST(open_bound) {
  problem p = problem_of(line, line_x, line_y, 6, 2);
  am_bounded start[] = {free_from(5), {0.2, -1, 0.5, true, true}};
  am_least m = solve(&p, start);
  ck_assert_int_eq(m.bound[1], 1);
  ck_assert(m.values[1] < 0.5);
  ck_assert_close(m.values[1], 0.5, 1e-5, 0);
}
END_TEST

/* Steps to points where the model cannot be evaluated are shortened; the search
 * continues. */
START_TEST(failing_steps) {
  problem p = problem_of(misra, misra_x, misra_y, 14, 2);
  am_bounded start[] = {positive_from(20), positive_from(1e-2)};
  p.curve.faulty = 3;
  am_least m = solve(&p, start);
  ck_assert_int_gt(m.failures, 0);
  ck_assert_int_eq(m.end, AM_END_CONVERGED);
  ck_assert_close(m.values[0], 2.3894212918E+02, 1e-5, 0);
  p.curve.faulty = 1;
  p.curve.calls = 0;
  m = solve(&p, start);
  ck_assert_int_eq(m.end, AM_END_START);
  ck_assert_int_eq(m.evaluations, 1);
}
END_TEST

static double product(double x, const double *b) {
  return b[0] * b[1] * b[1] * x + b[2];
}

/* b0 b1^2 alone is determined: null vector (1, -1/2) in logarithms. */
START_TEST(undetermined) {
  problem p = problem_of(product, line_x, line_y, 6, 3);
  am_bounded start[] = {positive_from(3), positive_from(5), free_from(2)};
  am_least m = solve(&p, start);
  ck_assert_int_eq(m.end, AM_END_CONVERGED);
  ck_assert_close(m.values[0] * m.values[1] * m.values[1], 2, 1e-7, 0);
  ck_assert_close(m.values[2], 1, 1e-6, 0);
  double jacobian[18];
  for (int i = 0; i < 18; i++) jacobian[i] = m.jacobian[i] * m.values[i % 3];
  am_decomposition d =
      am_decompose(test_arena(), jacobian, m.residual, 6, 3);
  ck_assert_int_eq(d.rank, 2);
  ck_assert_close(d.v[3 + 2] / d.norm[1] / (d.v[2] / d.norm[0]), -0.5, 1e-6,
                  0);
}
END_TEST

static double idle(double x, const double *b) { return b[0] * x + 0 * b[1]; }

START_TEST(no_influence) {
  problem p = problem_of(idle, line_x, line_y, 6, 2);
  am_bounded start[] = {positive_from(3), positive_from(5)};
  am_least m = solve(&p, start);
  ck_assert_int_eq(m.end, AM_END_CONVERGED);
  ck_assert_double_eq(m.values[1], 5);
  am_decomposition d =
      am_decompose(test_arena(), m.jacobian, m.residual, 6, 2);
  ck_assert_double_eq(d.norm[1], 0);
  ck_assert_int_eq(d.rank, 1);
}
END_TEST

typedef struct {
  problem problem;
  volatile int stop;
  int iterations;
  double last;
} watched;

static bool evaluate_watched(void *data, const double *b, double *residual,
                             double *jacobian) {
  watched *w = data;
  w->problem.objective.data = &w->problem;
  return evaluate(&w->problem, b, residual, jacobian);
}

static void watch(void *data, int iteration, double sum) {
  watched *w = data;
  ck_assert_int_eq(iteration, ++w->iterations);
  ck_assert(sum <= w->last);
  w->last = sum;
  if (iteration == 2) w->stop = 1;
}

/* The best result so far is returned when the user stops the search, or after
 * the maximum number of iterations. */
START_TEST(stopped) {
  const am_bounded start[] = {positive_from(500), positive_from(1e-4)};
  watched w = {.problem = problem_of(misra, misra_x, misra_y, 14, 2),
               .last = INFINITY};
  am_objective o = {.data = &w, .size = 14, .count = 2,
                    .evaluate = evaluate_watched, .progress = watch,
                    .watcher = &w};
  am_arena *arena = test_arena();
  test_watch(arena, &w.stop);
  am_least m = am_minimize(arena, &o, start, 200, 1e-9);
  ck_assert_int_eq(m.end, AM_END_STOPPED);
  ck_assert_int_eq(m.iterations, 2);
  ck_assert_double_eq(m.sum, w.last);
  o.progress = NULL;
  m = am_minimize(test_arena(), &o, start, 3, 1e-9);
  ck_assert_int_eq(m.end, AM_END_ITERATIONS);
  ck_assert_int_eq(m.iterations, 3);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("search"), tcase_create("determination")};
  tcase_add_test(cases[0], certified);
  tcase_add_test(cases[0], bounds);
  tcase_add_test(cases[0], bound_left_again);
  tcase_add_test(cases[0], open_bound);
  tcase_add_test(cases[0], failing_steps);
  tcase_add_test(cases[0], stopped);
  tcase_add_test(cases[1], undetermined);
  tcase_add_test(cases[1], no_influence);
  return test_run("minimize", cases, 2);
}
