/* covers: explicit, rosenbrock, implicit_euler
 *
 * Measured order of convergence of each scheme on a nonlinear problem with a
 * known solution, for the state, its quadrature and its derivatives. */
#include "tests/core/kernel/problem.h"

/* Substeps of equal size from the start to the end. */
typedef struct {
  real y[NX], Z[6 * NX], y1[NX], d[NX], guard[NX], Z1[6 * NX];
  real KZ[6 * NX], KZ1[6 * NX], sums[3 * NX];
  real end[STRESS_SHARED], embedded[STRESS_SHARED];
  k_substep s;
  real eps[6], eps_rate[6], eps1[6], B[NX * 6];
  real f[NX], J[NX * NS], T[NX], rest[NX], K[AM_STAGES * NX];
  real shared[AM_STAGES * RATE_SHARED], curved[AM_STAGES * RATE_SHARED];
  real w[NS * NS], row_at[NS], scratch[NS];
  k_lu lu;
} walk;

static void prepare(walk *w, real t, real h) {
  *w = (walk){0};
  memcpy(w->y, start, sizeof start);
  w->lu = (k_lu){.w = w->w, .row_at = w->row_at, .n = NS,
                 .scratch = w->scratch};
  w->s = (k_substep){.t = t, .h = h, .y = w->y, .y1 = w->y1, .d = w->d,
                     .guard = w->guard, .Z = w->Z, .Z1 = w->Z1, .K = w->K,
                     .KZ = w->KZ, .KZ1 = w->KZ1, .shared = w->shared, .T = w->T,
                     .rest = w->rest, .curved = w->curved,
                     .at = {.eps = w->eps, .f = w->f, .J = w->J, .B = w->B},
                     .eps_rate = w->eps_rate,
                     .lu = &w->lu, .sums = {.groups = w->sums}, .end = w->end,
                     .embedded = w->embedded, .eps1 = w->eps1};
}

static void step(k_context *k, const k_loading *loading,
                 k_directions directions, walk *w) {
  k_counts counts = {0};
  k_pass pass = {0};
  const k_progress fresh = {.fresh = k_all_lanes(),
                            .active = k_all_lanes()};
  const k_euler_step whole = {.loading = loading, .directions = directions,
                              .t1 = w->s.t + w->s.h, .h = w->s.h,
                              .y0 = w->y, .Z0 = w->Z, .y1 = w->y1,
                              .Z1 = w->Z1, .counts = &counts};
  w->s.loading = w->s.at.loading = loading;
  w->s.at.rate = loading->rate;
  w->s.directions = directions;
  if (k->solver->scheme->family == AM_FAMILY_IMPLICIT) {
    ck_assert(k_implicit_step(k, whole));
  } else {
    k_first_stage(k, &pass, &fresh, &w->s);
    k_try_substep(k, &pass, &fresh, &w->s);
  }
}

static void walk_steps(problem *p, k_directions directions, int steps,
                       walk *w) {
  k_loading loading = new_loading();
  prepare(w, 0, loading.dt / steps);
  for (int i = 0; i < steps; i++) {
    w->s.t = loading.dt * i / steps;
    step(&p->context, &loading, directions, w);
    memcpy(w->y, w->y1, sizeof w->y);
    memcpy(w->Z, w->Z1, sizeof w->Z);
  }
  ck_assert_uint_eq(p->context.scratch_used, 0);
}

enum { QUANTITIES = 4, SIZES = 4 };

static const char *const quantities[QUANTITIES] = {
    "solved variables", "quadrature", "their derivatives", "its derivatives"};

static void errors(const walk *w, real *error) {
  k_loading loading = new_loading();
  real y[NX], Z[6 * NX];
  exact(&loading, loading.dt, y, Z);
  for (int i = 0; i < NX; i++) y[i] -= w->y[i];
  for (int i = 0; i < 6 * NX; i++) Z[i] -= w->Z[i];
  error[0] = hypot(y[0], y[1]);
  error[1] = fabs(y[2]);
  error[2] = hypot(hypot(Z[0], Z[1]), Z[NX + 1]);
  error[3] = hypot(Z[2], Z[NX + 2]);
  ck_assert_double_eq(Z[NX], 0);
  for (int i = 2 * NX; i < 6 * NX; i++) ck_assert_double_eq(Z[i], 0);
}

/* The slope of log(error) over log(step), by least squares. */
static double slope(const real *error, const int *steps) {
  double x = 0, y = 0, xx = 0, xy = 0;
  for (int i = 0; i < SIZES; i++) {
    double u = -log(steps[i]) / SIZES, v = log(error[i]);
    x += u, y += v / SIZES, xx += u * u * SIZES, xy += u * v;
  }
  return (xy - x * y) / (xx - x * x);
}

/* Superconvergence is allowed. */
static void check_slope(const am_scheme *scheme, const char *quantity,
                        const real *error, const int *steps, double order) {
  double found = slope(error, steps);
  ck_assert_msg(found > order - 0.2,
                "%s: order %.3f of the %s, expected %g (errors %.3g … %.3g)",
                scheme->name, found, quantity, order, error[0],
                error[SIZES - 1]);
}

static void step_sizes(const am_scheme *scheme, int *steps) {
  int first = scheme->order < 3 ? 64 : 16;
  for (int i = 0; i < SIZES; i++) steps[i] = first << i;
}

START_TEST(solutions_and_derivatives) {
  static problem p;
  size_t count;
  const am_scheme *scheme = am_schemes(&count) + _i;
  int steps[SIZES];
  real error[QUANTITIES][SIZES], at[QUANTITIES];
  step_sizes(scheme, steps);
  problem_open(&p, scheme);
  for (int n = 0; n < SIZES; n++) {
    walk w;
    walk_steps(&p, (k_directions){6, 0, 1}, steps[n], &w);
    errors(&w, at);
    for (int i = 0; i < QUANTITIES; i++) error[i][n] = at[i];
  }
  for (int i = 0; i < QUANTITIES; i++)
    check_slope(scheme, quantities[i], error[i], steps, scheme->order);
}
END_TEST

/* The difference from the embedded solution has the order that step size
 * control assumes: q + 1 in one step, also of the derivatives. */
START_TEST(error_estimates) {
  static problem p;
  size_t count;
  const am_scheme *scheme = am_schemes(&count) + _i;
  int steps[SIZES];
  real difference[2][SIZES];
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  step_sizes(scheme, steps);
  problem_open(&p, scheme);
  for (int n = 0; n < SIZES; n++) {
    walk w;
    k_loading loading = new_loading();
    real square = 0;
    prepare(&w, 0.3, loading.dt / steps[n]);
    step(&p.context, &loading, (k_directions){2, 0, 1}, &w);
    for (int i = 0; i < NX; i++) square += w.sums[3 * i];
    difference[0][n] = sqrt(k_square(w.d, NX));
    difference[1][n] = sqrt(square);
  }
  for (int i = 0; i < 2; i++)
    check_slope(scheme, i ? "estimate of derivatives" : "estimate",
                difference[i], steps, scheme->control + 1);
}
END_TEST

/* Columns do not change the state, and do not depend on each other. */
START_TEST(columns_are_independent) {
  static problem p;
  size_t count;
  walk all, one, none;
  problem_open(&p, am_schemes(&count) + _i);
  walk_steps(&p, (k_directions){6, 0, 1}, 32, &all);
  walk_steps(&p, (k_directions){1, 1, 1}, 32, &one);
  walk_steps(&p, (k_directions){0, 0, 0}, 32, &none);
  for (int i = 0; i < NX; i++) {
    ck_assert_double_eq(all.y[i], none.y[i]);
    ck_assert_double_eq(all.Z[NX + i], one.Z[i]);
    if (p.solver.scheme->embedded)
      ck_assert_double_eq(all.d[i], none.d[i]);
  }
}
END_TEST

/* The stage stored as the first stage of the next substep is the rate there. */
START_TEST(last_stages_are_first_ones) {
  static problem p;
  size_t count;
  const am_scheme *scheme = am_schemes(&count) + _i;
  k_loading loading = new_loading();
  int last = scheme->stages - 1;
  walk w;
  if (scheme->family != AM_FAMILY_EXPLICIT || !scheme->fsal) return;
  problem_open(&p, scheme);
  const k_directions all = {6, 0, 1};
  walk_steps(&p, all, 4, &w);
  w.s.t = loading.dt;
  real K[NX], KZ[6 * NX];
  memcpy(K, w.K + last * NX, sizeof K);
  memcpy(KZ, w.KZ1, sizeof KZ);
  w.s.loading = &loading;
  k_stage_rate(&p.context, &w.s, 0, w.y, w.K);
  k_first_slopes(&p.context, &w.s, k_all_lanes());
  for (int i = 0; i < NX; i++) ck_assert_close(K[i], w.K[i], 1e-14, 1e-16);
  for (int i = 0; i < 6 * NX; i++)
    ck_assert_close(KZ[i], w.KZ[i], 1e-13, 1e-15);
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("order");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, solutions_and_derivatives, 0, (int)schemes);
  tcase_add_loop_test(tcase, error_estimates, 0, (int)schemes);
  tcase_add_loop_test(tcase, columns_are_independent, 0, (int)schemes);
  tcase_add_loop_test(tcase, last_stages_are_first_ones, 0, (int)schemes);
  return test_run("order", &tcase, 1);
}
