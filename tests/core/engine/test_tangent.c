/* covers: tangent, gradient_by
 *
 * The algorithmic tangent dsigma/deps and derivatives of the internal
 * variables, by each engine and scheme. */
#include "tests/core/engine/points.h"
#include "tests/core/engine/rated.h"
#include "tests/graph_tools.h"

/* Materials with a loading that causes flow, and steps that are stable for
 * explicit schemes. */
static const struct {
  const char *material, *set;
  double strain, duration;
  bool rated; /* nonsymmetric tangents, no prescribed stress */
} laws[] = {
    {"michel-suquet", NULL, 1e-3, 0.3, false},
    {"perzyna", "combined", 1e-3, 3, false},
    {"perzyna", "voce", 1e-3, 3, false},
    {"norton", "soft", 3e-4, 0.01, false},
    {"zener", NULL, 1e-3, 0.005, false},
    {"linear-elastic", NULL, 1e-3, 1, false},
    {RATED, NULL, 1e-3, 0.3, true},
};

enum { LAWS = sizeof laws / sizeof *laws };

/* A random symmetric tensor of norm about `size`. */
static void random_strain(uint64_t *seed, double size, double *strain) {
  for (int i = 0; i < 6; i++)
    strain[i] = random_in(seed, -size, size) * (i < 3 ? 0.6 : 0.4);
}

/* Tolerances so loose that all substeps are accepted and the sizes grow
 * equally */
static am_solver loose(const char *scheme) {
  am_solver solver = solver_of(scheme);
  solver.rtol = solver.atol = 1e6;
  return solver;
}

/* A point that has flowed, after a step by another scheme */
static point flowing(const am_engine *engine, const setup *s, int law) {
  point p = point_open(engine, s);
  setup before = *s;
  uint64_t seed = 3;
  double strain[6];
  random_strain(&seed, laws[law].strain, strain);
  before.solver = solver_of("implicit-euler");
  before.solver.energies = s->solver.energies;
  before.solver.control = s->solver.control;
  point q = point_open(engine, &before);
  ck_assert_int_eq(point_strain(&q, laws[law].duration, strain),
                   AM_POINT_GOOD);
  memcpy(p.step.strain0, q.step.strain, sizeof q.step.strain);
  if (p.law->nx)
    memcpy(p.state, q.step.state, (size_t)p.law->nx * sizeof(double));
  point_close(&q);
  return p;
}

/* The largest difference, relative to the largest value. */
static double mismatch(const double *x, const double *y, int count) {
  double worst = 0, most = 1e-300;
  for (int i = 0; i < count; i++) {
    worst = fmax(worst, fabs(x[i] - y[i]));
    most = fmax(most, fabs(y[i]));
    if (!isfinite(x[i])) return INFINITY;
  }
  return worst / most;
}

/* sigma and y at strain + step times basis tensor `direction`, added to sums
 * with a weight. */
static void add_response(point *p, double duration, const double *strain,
                         int direction, double step, double weight,
                         double *stress, double *state) {
  double moved[6];
  for (int i = 0; i < 6; i++)
    moved[i] = strain[i] + step * am_basis[direction][i];
  ck_assert_int_eq(point_strain(p, duration, moved), AM_POINT_GOOD);
  for (int i = 0; i < 6; i++) stress[i] += weight * p->step.stress[i];
  for (int i = 0; i < p->law->na; i++)
    state[i] += weight * p->step.state[i];
}

/* Central differences of fourth order along all directions:
 * C [6][6], Z [6][na]. */
static void differences(point *p, double duration, const double *strain,
                        double step, double *C, double *Z) {
  static const double weights[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
  static const double at[4] = {-2, -1, 1, 2};
  int na = p->law->na;
  memset(Z, 0, sizeof *Z * 6 * (size_t)na);
  for (int d = 0; d < 6; d++) {
    double stress[6] = {0};
    for (int i = 0; i < 4; i++)
      add_response(p, duration, strain, d, at[i] * step, weights[i] / step,
                   stress, Z + d * na);
    for (int i = 0; i < 6; i++) C[6 * i + d] = stress[i];
  }
}

/* The derivatives of the internal variables alone: [6][na]. */
static double *derivatives(const point *p) {
  size_t na = (size_t)p->law->na;
  double *Z = AM_ARRAY(p->arena, double, 6 * na + 1);
  for (int d = 0; na && d < 6; d++)
    memcpy(Z + d * p->law->na, p->step.derivative + d * p->law->nx,
           na * sizeof *Z);
  return Z;
}

static bool has_substeps(const point *p) {
  return p->step.step > 0;
}

static void check_differences(point *p, int law, const char *what) {
  double strain[6], size = laws[law].strain, duration = laws[law].duration;
  double C[36], tangent[36], *Z = derivatives(p), *derivative;
  uint64_t seed = 5;
  random_strain(&seed, size, strain);
  strain[0] += 2 * size;
  p->step.step0 = 0.04 * duration;
  ck_assert_int_eq(point_strain(p, duration, strain), AM_POINT_GOOD);
  memcpy(tangent, p->step.tangent, sizeof tangent);
  derivative = derivatives(p);
  double substeps = p->step.substeps, misses;
  ck_assert_double_ge(substeps, has_substeps(p) ? 3 : 1);
  differences(p, duration, strain, 1e-3 * size, C, Z);
  ck_assert_double_eq(substeps, p->step.substeps);
  misses = mismatch(tangent, C, 36);
  ck_assert_msg(misses < 1e-7, "%s: tangent misses by %.3g", what, misses);
  misses = mismatch(derivative, Z, 6 * p->law->na);
  ck_assert_msg(misses < 1e-7, "%s: derivative misses by %.3g", what, misses);
}

static bool possible(const point *p, am_strategy strategy) {
  return strategy == AM_STRATEGY_AUTOMATIC ||
         am_yaml_get(p->material->root, "partials");
}

static void differentiate(const am_engine *engine, const am_scheme *scheme,
                          int law) {
  setup s = {.material = laws[law].material, .set = laws[law].set,
             .solver = loose(scheme->name)};
  if (laws[law].rated) s.solver.control = AM_CONTROL_STEP;
  point p = flowing(engine, &s, law);
  for (int strategy = 0; strategy < 2; strategy++) {
    s.solver.strategy = (am_strategy)strategy;
    if (!possible(&p, s.solver.strategy)) continue;
    for (int energies = 0; energies < 2; energies++) {
      s.solver.energies = energies;
      point q = flowing(engine, &s, law);
      check_differences(&q, law,
                        am_format(q.arena, "%s, %s %s, strategy %d",
                                  scheme->name, s.material,
                                  s.set ? s.set : "", strategy));
      point_close(&q);
    }
  }
  point_close(&p);
}

START_TEST(tangents_are_derivatives) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / LAWS;
  FOR_ENGINES(engine) differentiate(engine, scheme, _i % LAWS);
}
END_TEST

static double asymmetry(const double *C) {
  double transposed[36];
  for (int i = 0; i < 36; i++) transposed[i] = C[i % 6 * 6 + i / 6];
  return mismatch(C, transposed, 36);
}

/* One backward Euler step minimizes an incremental potential, so its tangent
 * is a Hessian. */
START_TEST(implicit_euler_is_symmetric) {
  FOR_ENGINES(engine) {
    setup s = {.material = laws[_i].material, .set = laws[_i].set,
               .solver = solver_of("implicit-euler")};
    if (laws[_i].rated) s.solver.control = AM_CONTROL_STEP;
    point p = flowing(engine, &s, _i);
    uint64_t seed = 8;
    double worst = 0;
    ck_assert(p.law->strict != laws[_i].rated);
    for (int i = 0; i < 50; i++) {
      double strain[6];
      random_strain(&seed, laws[_i].strain * random_in(&seed, 0.1, 20),
                    strain);
      ck_assert_int_eq(point_strain(&p, laws[_i].duration, strain),
                       AM_POINT_GOOD);
      worst = fmax(worst, asymmetry(p.step.tangent));
    }
    ck_assert(laws[_i].rated ? worst > 1e-6 : worst < 1e-12);
    point_close(&p);
  }
}
END_TEST

/* Coupled control keeps the tangent within its tolerance in both modes; primal
 * control keeps only the stress within its tolerance. */
static void compare_modes(const am_engine *engine, const am_scheme *scheme,
                          const point *exact, double duration,
                          const double *strain) {
  for (int mode = 0; mode < 3; mode++) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    if (mode == 1) s.solver.tangent_control = AM_TANGENT_PRIMAL;
    if (mode == 2) s.solver.tangent_mode = AM_MODE_COLUMN;
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_strain(&p, duration, strain), AM_POINT_GOOD);
    double stress = mismatch(p.step.stress, exact->step.stress, 6);
    double tangent = mismatch(p.step.tangent, exact->step.tangent, 36);
    ck_assert_msg(stress < 5e-3 && tangent < (mode == 1 ? 5e-2 : 5e-3),
                  "%s, mode %d: stress misses by %.3g, tangent by %.3g",
                  scheme->name, mode, stress, tangent);
    point_close(&p);
  }
}

START_TEST(tangent_modes) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  uint64_t seed = 17;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine)
  for (int i = 0; i < 10; i++) {
    setup s = {.material = "michel-suquet", .solver = tight("rodas4", 1e-9)};
    double strain[6], duration = exp(random_in(&seed, -5, 3));
    point exact = point_open(engine, &s);
    random_strain(&seed, 4e-3, strain);
    ck_assert_int_eq(point_strain(&exact, duration, strain), AM_POINT_GOOD);
    compare_modes(engine, scheme, &exact, duration, strain);
    point_close(&exact);
  }
}
END_TEST

/* If columns are integrated one by one, state, stress and statistics equal
 * those of a pass without tangent; under primal control the same holds in
 * vector mode, to rounding. An implicit scheme ends with rates and their
 * derivatives at once, which round differently. */
START_TEST(columns_leave_the_state_alone) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double strain[6] = {4e-3, 0, -1e-3, 0, 5e-4};
  bool implicit = scheme->family == AM_FAMILY_IMPLICIT;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    s.solver.tangent = false;
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
    for (int mode = 0; mode < 2; mode++) {
      s.solver.tangent = true;
      s.solver.tangent_mode = mode ? AM_MODE_VECTOR : AM_MODE_COLUMN;
      s.solver.tangent_control = mode ? AM_TANGENT_PRIMAL : AM_TANGENT_COUPLED;
      point q = point_open(engine, &s);
      ck_assert_int_eq(point_strain(&q, 1, strain), AM_POINT_GOOD);
      double rounding = mode ? 1e-11 : implicit ? 8 * DBL_EPSILON : 0;
      for (int i = 0; i < 6; i++)
        ck_assert_close(p.step.stress[i], q.step.stress[i], rounding,
                        1e3 * rounding);
      for (int i = 0; i < p.law->nx; i++)
        ck_assert_close(p.step.state[i], q.step.state[i], rounding, rounding);
      ck_assert_double_eq(p.step.substeps, q.step.substeps);
      ck_assert_double_eq(p.step.rejected, q.step.rejected);
      point_close(&q);
    }
    point_close(&p);
  }
}
END_TEST

/* The accumulated strain, which does not affect the stress, needs many more
 * substeps than the tangent: they are made if its derivative is requested, or
 * under error control of the variables. */
START_TEST(derivatives_that_nobody_wants) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double strain[6] = {4e-3, 0, -1e-3, 0, 5e-4};
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine)
  for (int internal = 0; internal < 2; internal++) {
    double evaluations[2], tangents[2][36];
    for (int wanted = 0; wanted < 2; wanted++) {
      setup s = {.material = "michel-suquet",
                 .solver = solver_of(scheme->name)};
      s.solver.derivatives = wanted;
      if (internal) s.solver.error_control = AM_CONTROL_INTERNAL;
      point p = point_open(engine, &s);
      ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
      evaluations[wanted] = p.step.evaluations;
      memcpy(tangents[wanted], p.step.tangent, sizeof *tangents);
      point_close(&p);
    }
    ck_assert(internal ? evaluations[0] == evaluations[1]
                       : evaluations[0] < evaluations[1]);
    ck_assert_double_lt(mismatch(tangents[0], tangents[1], 36),
                        internal ? 1e-300 : 5e-3);
  }
}
END_TEST

/* A jump is elastic: C is the stiffness at fixed internal variables. */
START_TEST(jumps_are_elastic) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double strain[6] = {4e-3};
  const double lambda = 55e3 * 0.33 / (1.33 * 0.34), mu = 55e3 / 2.66;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    double t[36], stress[6];
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_strain(&p, 0, strain), AM_POINT_GOOD);
    am_basis_to_tangent(p.step.tangent, t);
    am_basis_to_tensor(p.step.stress, stress);
    ck_assert_close(t[0], lambda + 2 * mu, 1e-13, 0);
    ck_assert_close(t[1], lambda, 1e-13, 0);
    ck_assert_close(t[35], 2 * mu, 1e-13, 0);
    ck_assert_close(stress[0], (lambda + 2 * mu) * 4e-3, 1e-13, 0);
    ck_assert_close(stress[5], 0, 0, 1e-12);
    for (int i = 0; i < p.law->nx; i++)
      ck_assert_double_eq(p.step.state[i], 0);
    point_close(&p);
  }
}
END_TEST

/* Linear viscosity with a parameter as exponent: at the initial state the norm
 * is zero, but the derivative is correct, 2 mu/(1 + 3 mu dt epsdot_0/K) for
 * backward Euler and 2 mu (1 - exp(-z))/z for the exact solution, z = 3 mu dt
 * epsdot_0/K. */
START_TEST(linear_viscosity_at_the_virgin_state) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double mu = 150e3 / 2.6, z = 3 * mu * 1e-3 / 100;
  bool single = scheme->family == AM_FAMILY_IMPLICIT;
  double expected = 2 * mu * (single ? 1 / (1 + z) : -expm1(-z) / z);
  FOR_ENGINES(engine) {
    setup s = {.material = "norton", .parameters = "{n: 1, K: 100}",
               .solver = tight(scheme->name, 1e-7)};
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_strain(&p, 1e-3, (double[6]){0}), AM_POINT_GOOD);
    for (int i = 1; i < 6; i++)
      ck_assert_close(p.step.tangent[7 * i], expected, single ? 1e-14 : 1e-4,
                      0);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("tangent");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, tangents_are_derivatives, 0, (int)schemes * LAWS);
  tcase_add_loop_test(tcase, implicit_euler_is_symmetric, 0, LAWS);
  tcase_add_loop_test(tcase, tangent_modes, 0, (int)schemes);
  tcase_add_loop_test(tcase, columns_leave_the_state_alone, 0, (int)schemes);
  tcase_add_loop_test(tcase, derivatives_that_nobody_wants, 0, (int)schemes);
  tcase_add_loop_test(tcase, jumps_are_elastic, 0, (int)schemes);
  tcase_add_loop_test(tcase, linear_viscosity_at_the_virgin_state, 0,
                      (int)schemes);
  return test_run("tangent", &tcase, 1);
}
