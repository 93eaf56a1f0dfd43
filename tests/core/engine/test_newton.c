/* covers: newton, line_search
 *
 * Reliability of the local Newton iteration: backward Euler steps from 0.001 to
 * 1000 s, strains from 1e-4 to 0.1 and exponents from 1 to 50 against the
 * scalar equation of radial return, solved here by bisection. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

/* A power law of f = w |A| - yield, A = 2 mu dev(eps - a) - h a: rate of the
 * multiplier `rate` (f/drag)^n along w A/|A|. */
typedef struct {
  const char *material, *set, *variable;
  double E, nu;
  double w, h;
  double yield, hardening; /* yield grows by this per multiplier */
  double rate, drag;
} flow;

static const double J = 1.2247448713915890491;   /* sqrt(3/2) */
static const double root = 0.81649658092772603273; /* sqrt(2/3) */

static const flow flows[] = {
    {"michel-suquet", NULL, "eps_vp", 55e3, 0.33, J, 1200, 25, 0, 1, 130},
    {"norton", "soft", "eps_p", 150e3, 0.3, J, 0, 0, 0, 1, 100},
    {"perzyna", "combined", "eps_p", 124e3, 0.32, 1, 1000, 10 * root,
     2500 * 2. / 3, 1, 500},
};

enum { FLOWS = sizeof flows / sizeof *flows };

static const double exponents[] = {1, 2, 3.6, 8, 20, 50};
enum { EXPONENTS = sizeof exponents / sizeof *exponents };

/* Tensor components with weight 2 for the shear. */
static double norm_of(const double *t) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += (i < 3 ? 1 : 2) * t[i] * t[i];
  return sqrt(sum);
}

static void deviator(const double *t, double *d) {
  for (int i = 0; i < 6; i++)
    d[i] = t[i] - (i < 3 ? (t[0] + t[1] + t[2]) / 3 : 0);
}

/* m with m = c ((f - M m)/drag)^n in [0, f/M]: the increment of the
 * multiplier. */
static double bisect(double f, double M, double c, double drag, double n) {
  double low = 0, high = f / M;
  if (f <= 0) return 0;
  for (int i = 0; i < 2000; i++) {
    double m = 0.5 * (low + high);
    if (m == low || m == high) break;
    *(m < c * pow((f - M * m) / drag, n) ? &low : &high) = m;
  }
  return 0.5 * (low + high);
}

/* Stress at the end of a backward Euler step, from a and the multiplier so
 * far; adds to the multiplier. */
static void radial_return(const flow *law, double n, double dt,
                          const double *strain, const double *a,
                          double *multiplier, double *stress) {
  double mu = law->E / (2 * (1 + law->nu)), e[6], A[6];
  double bulk = law->E / (3 * (1 - 2 * law->nu));
  double trace = strain[0] + strain[1] + strain[2];
  deviator(strain, e);
  for (int i = 0; i < 6; i++) A[i] = 2 * mu * (e[i] - a[i]) - law->h * a[i];
  double f = law->w * norm_of(A) - law->yield - law->hardening * *multiplier;
  double M = law->w * law->w * (2 * mu + law->h) + law->hardening;
  double m = bisect(f, M, dt * law->rate, law->drag, n);
  *multiplier += m;
  for (int i = 0; i < 6; i++) {
    double flowed = m > 0 ? m * law->w * A[i] / norm_of(A) : 0;
    stress[i] = 2 * mu * (e[i] - a[i] - flowed);
    if (i < 3) stress[i] += bulk * trace;
  }
}

/* A random direction: unit symmetric tensor. */
static void direction(uint64_t *seed, double size, double *t) {
  double norm;
  do {
    for (int i = 0; i < 6; i++) t[i] = random_in(seed, -1, 1);
    norm = norm_of(t);
  } while (norm < 0.1);
  for (int i = 0; i < 6; i++) t[i] *= size / norm;
}

static void check_step(const point *p, const flow *law, double n, double dt,
                       const double *strain, const double *a,
                       double *multiplier) {
  double expected[6], stress[6];
  const char *what =
      am_format(p->arena, "%s, n = %g, dt = %g, strain %g", law->material, n,
                dt, norm_of(strain));
  ck_assert_msg(p->step.status == AM_POINT_GOOD, "%s: %s", what,
                am_point_status_text[p->step.status]);
  radial_return(law, n, dt, strain, a, multiplier, expected);
  am_basis_to_tensor(p->step.stress, stress);
  for (int i = 0; i < 6; i++)
    ck_assert_msg(fabs(stress[i] - expected[i]) <
                      1e-11 * (law->E * norm_of(strain) + norm_of(expected)),
                  "%s: stress %.17g, expected %.17g", what, stress[i],
                  expected[i]);
}

/* Two steps in different directions from the initial state.  A search that
 * follows power laws needs few iterations for any size of step. */
static void check_point(const point *opened, const flow *law, double n,
                        double dt, double size, uint64_t *seed) {
  point p = *opened;
  double multiplier = 0, a[6] = {0}, strain[6];
  memset(p.state, 0, (size_t)p.law->nx * sizeof(double));
  for (int i = 0; i < 2; i++) {
    direction(seed, size, strain);
    point_strain(&p, dt, strain);
    check_step(&p, law, n, dt, strain, a, &multiplier);
    if (n <= 8) ck_assert_double_le(p.step.iterations, 8);
    point_accept(&p);
    point_variable(&p, law->variable, a);
  }
}

START_TEST(power_laws) {
  const flow *law = &flows[_i / EXPONENTS];
  double n = exponents[_i % EXPONENTS];
  uint64_t seed = 23;
  FOR_ENGINES(engine) {
    setup s = {.material = law->material, .set = law->set,
               .solver = solver_of("implicit-euler")};
    am_arena *arena = test_arena();
    s.parameters = am_format(arena, "{n: %g}", n);
    point p = point_open(engine, &s);
    for (double dt = 1e-3; dt < 2e3; dt *= 10)
      for (double size = 1e-4; size < 0.2; size *= sqrt(10))
        for (int i = 0; i < 4; i++)
          check_point(&p, law, n, dt, size, &seed);
    point_close(&p);
    am_arena_free(arena);
  }
}
END_TEST

/* Voce hardening, and a viscosity so small that the law is nearly
 * rate-independent: the equation of the last step holds. */
START_TEST(rate_independent_limit) {
  FOR_ENGINES(engine) {
    setup s = {.material = "perzyna", .set = "rate-independent",
               .solver = solver_of("implicit-euler")};
    uint64_t seed = 29;
    point p = point_open(engine, &s);
    for (int i = 0; i < 200; i++) {
      double strain[6], eps_p[6], alpha, stress[6], A[6];
      direction(&seed, exp(random_in(&seed, log(1e-4), log(0.1))), strain);
      ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
      point_variable(&p, "eps_p", eps_p);
      point_variable(&p, "alpha", &alpha);
      am_basis_to_tensor(p.step.stress, stress);
      deviator(stress, A);
      for (int c = 0; c < 6; c++) A[c] -= 1000 * eps_p[c];
      double yield = 100 + 100 * -expm1(-10 * alpha);
      ck_assert_double_le(norm_of(A), root * yield * (1 + 1e-5));
      if (norm_of(eps_p) > 0)
        ck_assert_double_ge(norm_of(A), root * yield * (1 - 1e-9));
    }
    point_close(&p);
  }
}
END_TEST

/* Several variables with a common yield condition and separate recovery, after
 * Chaboche; elements in parallel, after Besseling; slip systems. */
static const char *const mechanisms[] = {
    "material: chaboche\n"
    "parameters: {C: [6000, 60000], M: [400, 600], m: [5, 7]}\n"
    "internal: {e: deviatoric, a: {type: deviatoric, count: length(C)}, "
    "p: scalar}\n"
    "free_energy: |\n"
    "  inner(eps - e, isotropic(80e3, 56e3):(eps - e))/2 + "
    "sum(i, 1, 2, C[i]/3*inner(a[i], a[i])) + 87*p + "
    "64*(p + expm1(-2.3*p)/2.3)\n"
    "force_potential: |\n"
    "  f = mises(A_e + A_a[1] + A_a[2]) + A_p\n"
    "  150/9*(pos(f)/150)^9 + "
    "sum(i, 1, 2, M[i]/(m[i] + 1)*(mises(A_a[i])/M[i])^(m[i] + 1))\n",

    "material: overlay\n"
    "parameters: {E: [60000, 40000, 20000], s: [20, 60, 150]}\n"
    "internal: {e: {type: deviatoric, count: length(E)}}\n"
    "free_energy: |\n"
    "  sum(i, 1, 3, inner(eps - e[i], isotropic(E[i], E[i]/2.6):"
    "(eps - e[i]))/2)\n"
    "force_potential: |\n"
    "  sum(i, 1, 3, 100/9*(pos(mises(A_e[i]) - s[i])/100)^9)\n",

    "material: crystal\n"
    "parameters:\n"
    "  n: {kind: vector, value: [[1, 1, 1], [-1, 1, 1], [1, -1, 1]]}\n"
    "  s: {kind: vector, value: [[1, -1, 0], [1, 1, 0], [0, 1, 1]]}\n"
    "internal:\n"
    "  g: {type: scalar, count: length(n)}\n"
    "  q: {type: scalar, count: length(n)}\n"
    "definitions: |\n"
    "  P[i in 1 .. 3] = symouter(normalize(n[i]), normalize(s[i]))\n"
    "  C = cubic(250e3, 150e3, 120e3)\n"
    "free_energy: |\n"
    "  e = eps - sum(i, 1, 3, g[i]*P[i])\n"
    "  inner(e, C:e)/2 + sum(i, 1, 3, 7e3*g[i]^2 + 67*q[i] + "
    "11*(q[i] + expm1(-2.1*q[i])/2.1))\n"
    "force_potential: |\n"
    "  sum(i, 1, 3, 25/11*(pos(abs(A_g[i]) + A_q[i])/25)^11)\n",
};

/* y1 - y0 - dt f(eps1, y1), from the function f of the law. */
static double residual(const point *p, am_frame *rate, double dt) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = p->step.strain,
                                          [AM_INPUT_STATE] = p->step.state};
  double f[100], worst = 0, most = 1e-12;
  am_frame_run(rate, inputs, f);
  for (int i = 0; i < p->law->na; i++) {
    double change = p->step.state[i] - p->state[i];
    worst = fmax(worst, fabs(change - dt * f[i]));
    most = fmax(most, fabs(change));
  }
  return worst / most;
}

START_TEST(many_mechanisms) {
  FOR_ENGINES(engine) {
    setup s = {.material = mechanisms[_i],
               .solver = solver_of("implicit-euler")};
    uint64_t seed = 37;
    int count;
    point p = point_open(engine, &s);
    const am_node *f =
        am_law_function(p.arena, p.law, AM_FUNCTION_RATE, &count);
    am_frame *rate = am_frame_new(
        p.arena, am_program_new(p.arena, p.law->graph, f, count));
    am_frame_bind(rate, p.law->parameters);
    for (double dt = 1e-3; dt < 2e3; dt *= 10)
      for (int i = 0; i < 40; i++) {
        double strain[6];
        direction(&seed, exp(random_in(&seed, log(1e-4), log(0.05))), strain);
        ck_assert_msg(point_strain(&p, dt, strain) == AM_POINT_GOOD,
                      "%s, dt = %g, strain %g", p.material->name, dt,
                      norm_of(strain));
        ck_assert_double_lt(residual(&p, rate, dt), 1e-6);
        if (i % 4) point_accept(&p);
      }
    point_close(&p);
  }
}
END_TEST

/* Two mechanisms with exponential rates: creep with the same stress. */
static const char exponential[] =
    "material: exponential\n"
    "internal: {x: deviatoric, y: deviatoric}\n"
    "free_energy: |\n"
    "  e = eps - x - y\n"
    "  38900/2*tr(e)^2 + 66300*inner(e, e)\n"
    "force_potential: |\n"
    "  0.26847*(cosh(mises(A_x)/171) - 1) "
    "+ 0.0049268*(cosh(mises(A_y)/43.6) - 1)\n";

/* Equivalent stress after a backward Euler step dt, by bisection; `elastic`:
 * equivalent stress without flow in the step. */
static double relaxed(double elastic, double dt) {
  double low = 0, high = elastic;
  for (int i = 0; i < 200; i++) {
    double q = 0.5 * (low + high);
    double rate = 0.26847 / 171 * sinh(q / 171) +
                  0.0049268 / 43.6 * sinh(q / 43.6);
    *(q + 3 * 66300 * dt * rate < elastic ? &low : &high) = q;
  }
  return 0.5 * (low + high);
}

/* Iterates of a step far beyond the elastic range diverge to 1e12 and -1e12 in
 * the two variables, whose sum stays small.  There rounding errors are as large
 * as residuals, which must not count as convergence. */
START_TEST(cancelling_iterates) {
  const double from[2][6] = {
      {2.634e-4, -2.960e-4, 3.26e-5, 3.964e-4, -2.410e-4, 1.280e-4},
      {0.02290, -0.00919, -0.01371, 0.01378, -0.00981, 0.01095}};
  const double to[6] = {0.00206, 0.000471, 0.00279, 0.00371, 0.00321, 0.00612};
  setup s = {.material = exponential, .solver = solver_of("implicit-euler")};
  uint64_t seed = 71;
  point p = point_open(&am_engine_interp, &s);
  for (int i = 0; i < 2; i++)
    ck_assert(am_variable_from_user(&p.law->variables[i], from[i],
                                    p.state));
  for (int i = 0; i < 4000; i++) {
    double strain[6], e[6], trial[6], stress[6], found[6];
    memcpy(strain, to, sizeof strain);
    strain[0] *= random_in(&seed, 1 - 1e-9, 1 + 1e-9);
    for (int k = 0; k < 6; k++) e[k] = strain[k] - from[0][k] - from[1][k];
    deviator(e, trial);
    double elastic = J * 2 * 66300 * norm_of(trial);
    ck_assert_int_eq(point_strain(&p, 8.91, strain), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.stress, found);
    deviator(found, stress);
    ck_assert_double_eq_tol(J * norm_of(stress), relaxed(elastic, 8.91), 1e-6);
  }
  point_close(&p);
}
END_TEST

/* A tolerance of 1e-6 causes an error of about this size, also if variables
 * start from zero and the first update has no scale. */
START_TEST(loose_tolerances) {
  static const char *const laws[] = {"michel-suquet", "norton", "fcc-crystal"};
  setup s = {.material = laws[_i], .solver = solver_of("implicit-euler")};
  uint64_t seed = 41;
  point exact = point_open(&am_engine_interp, &s);
  s.solver.newton = 1e-6;
  point loose = point_open(&am_engine_interp, &s);
  for (int i = 0; i < 200; i++) {
    double strain[6], miss[6];
    direction(&seed, random_in(&seed, 1e-5, 5e-3), strain);
    ck_assert_int_eq(point_strain(&exact, 0.05, strain), AM_POINT_GOOD);
    ck_assert_int_eq(point_strain(&loose, 0.05, strain), AM_POINT_GOOD);
    for (int k = 0; k < 6; k++)
      miss[k] = loose.step.stress[k] - exact.step.stress[k];
    ck_assert_double_le(norm_of(miss), 1e-5 * norm_of(exact.step.stress));
  }
  point_close(&exact);
  point_close(&loose);
}
END_TEST

/* The stresses of 200 steps in order, and the total number of iterations; the
 * tolerance is that of Newton's method. */
static double walk_steps(const am_engine *engine, const char *law,
                         am_newton_on on, double tolerance,
                         double (*stress)[6]) {
  setup s = {.material = law, .solver = solver_of("implicit-euler")};
  uint64_t seed = 41;
  double iterations = 0, strain[6];
  s.solver.newton_on = on;
  s.solver.newton = tolerance;
  point p = point_open(engine, &s);
  for (int i = 0; i < 200; i++) {
    direction(&seed, random_in(&seed, 1e-5, 5e-3), strain);
    ck_assert_int_eq(point_strain(&p, i % 2 ? 0.05 : 50, strain),
                     AM_POINT_GOOD);
    memcpy(stress[i], p.step.stress, sizeof *stress);
    iterations += p.step.iterations;
  }
  point_close(&p);
  return iterations;
}

/* The largest |a - b|/(tolerance |b| + 1e-12 S), where S is 1e5 at most. */
static double worst_miss(double (*a)[6], double (*b)[6], double tolerance) {
  double worst = 0;
  for (int i = 0; i < 200; i++) {
    double miss[6];
    for (int k = 0; k < 6; k++) miss[k] = a[i][k] - b[i][k];
    worst = fmax(worst, norm_of(miss) / (tolerance * norm_of(b[i]) + 1e-7));
  }
  return worst;
}

/* With newton_on: stress, the stress converges in at most the same number of
 * iterations; with a loose tolerance, all variables converge only to that
 * tolerance. */
START_TEST(convergence_in_stress) {
  static const char *const laws[] = {"michel-suquet", "norton", "fcc-crystal",
                                     "chaboche", "armstrong-frederick"};
  const am_engine *interp = &am_engine_interp;
  static double exact[200][6], found[200][6];
  double most = walk_steps(interp, laws[_i], AM_NEWTON_STATE, 1e-12, exact);
  double few = walk_steps(interp, laws[_i], AM_NEWTON_STRESS, 1e-12, found);
  ck_assert_double_le(few, most);
  ck_assert_double_le(worst_miss(found, exact, 1e-12), 10);
  double fewer = walk_steps(interp, laws[_i], AM_NEWTON_STRESS, 1e-4, found);
  ck_assert_double_lt(fewer, few);
  ck_assert_double_le(worst_miss(found, exact, 1e-4), 3);
  ck_assert_double_gt(worst_miss(found, exact, 1e-9), 1);
}
END_TEST

START_TEST(engines_converge_alike) {
  static double compiled[200][6], interpreted[200][6];
  for (double tolerance = 1e-12; tolerance < 1; tolerance *= 1e6) {
    double a = walk_steps(&am_engine_native, "michel-suquet",
                          AM_NEWTON_STRESS, tolerance, compiled);
    double b = walk_steps(&am_engine_interp, "michel-suquet",
                          AM_NEWTON_STRESS, tolerance, interpreted);
    ck_assert_double_eq(a, b);
    ck_assert_double_le(worst_miss(compiled, interpreted, 1e-12), 1);
  }
}
END_TEST

/* The same point alone gives the same bits, independent of earlier points. */
START_TEST(nothing_is_remembered) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double one[6] = {4e-3, 0, 0, 1e-3}, two[6] = {-0.02, 0.01, 0, 0, 5e-3};
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    double stress[6], tangent[36], state[8];
    point p = point_open(engine, &s);
    ck_assert_int_le(p.law->nx, 8);
    for (int i = 0; i < 3; i++) {
      ck_assert_int_eq(point_strain(&p, i == 1 ? 100 : 0.1, i == 1 ? two : one),
                       AM_POINT_GOOD);
      if (i == 0) {
        memcpy(stress, p.step.stress, sizeof stress);
        memcpy(tangent, p.step.tangent, sizeof tangent);
        memcpy(state, p.step.state, sizeof(double) * (size_t)p.law->nx);
      }
    }
    ck_assert_mem_eq(stress, p.step.stress, sizeof stress);
    ck_assert_mem_eq(tangent, p.step.tangent, sizeof tangent);
    ck_assert_mem_eq(state, p.step.state,
                     sizeof(double) * (size_t)p.law->nx);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("newton");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, power_laws, 0, FLOWS * EXPONENTS);
  tcase_add_test(tcase, rate_independent_limit);
  tcase_add_loop_test(tcase, many_mechanisms, 0,
                      sizeof mechanisms / sizeof *mechanisms);
  tcase_add_test(tcase, cancelling_iterates);
  tcase_add_loop_test(tcase, loose_tolerances, 0, 3);
  tcase_add_loop_test(tcase, convergence_in_stress, 0, 5);
  tcase_add_test(tcase, engines_converge_alike);
  tcase_add_loop_test(tcase, nothing_is_remembered, 0, (int)schemes);
  return test_run("newton", &tcase, 1);
}
