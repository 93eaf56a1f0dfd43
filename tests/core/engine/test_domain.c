/* covers: domain, implicit_euler
 *
 * Backward Euler steps of elastic domains against the radial return of von
 * Mises plasticity, a scalar equation that the test solves itself (Simo and
 * Hughes 1998, chapter 3); tangents against differences. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

static const double root = 0.81649658092772603273; /* sqrt(2/3) */

/* Parameters of the material j2. */
typedef struct {
  const char *text;
  double Y, H, Q, b, C;
} hardening;

static const hardening hardenings[] = {
    {"{H: 0, Q: 0, C: 0}", 250, 0, 0, 20, 0},
    {"{H: 1500, Q: 0, C: 0}", 250, 1500, 0, 20, 0},
    {"{H: 0, Q: 150, b: 60, C: 0}", 250, 0, 150, 60, 0},
    {"{H: 0, Q: 0, C: 4000}", 250, 0, 0, 20, 4000},
    {"{H: 500, Q: 80, b: 1000, C: 3000}", 250, 500, 80, 1000, 3000},
};

enum { HARDENINGS = sizeof hardenings / sizeof *hardenings };

static const double E = 210e3, nu = 0.3, mu = 210e3 / 2.6;

/* Tensor components with weight 2 for the shear. */
static double norm_of(const double *t) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += (i < 3 ? 1 : 2) * t[i] * t[i];
  return sqrt(sum);
}

static void direction(uint64_t *seed, double size, double *t) {
  double norm;
  do {
    for (int i = 0; i < 6; i++) t[i] = random_in(seed, -1, 1);
    norm = norm_of(t);
  } while (norm < 0.1);
  for (int i = 0; i < 6; i++) t[i] *= size / norm;
}

/* The increment of p from the trial value f of the yield function, whose
 * decrease is convex: Newton's method from the left. */
static double increment(const hardening *h, double f, double p) {
  double d = 0;
  for (int i = 0; f > 0 && i < 200; i++) {
    double left = f - (3 * mu + h->C + h->H) * d +
                  h->Q * exp(-h->b * p) * expm1(-h->b * d);
    double slope = 3 * mu + h->C + h->H + h->Q * h->b * exp(-h->b * (p + d));
    d += left / slope;
  }
  return d;
}

/* State of the reference. */
typedef struct {
  double eps_p[6], p;
} reference;

/* One step to `strain`; its stress, and the excess of the trial stress over the
 * yield surface, relative to the yield stress. */
static double radial_return(const hardening *h, const double *strain,
                            reference *r, double *stress) {
  double trace = strain[0] + strain[1] + strain[2], A[6];
  double bulk = E / (3 * (1 - 2 * nu));
  for (int i = 0; i < 6; i++) {
    double e = strain[i] - (i < 3 ? trace / 3 : 0);
    A[i] = 2 * mu * (e - r->eps_p[i]) - 2 * h->C / 3 * r->eps_p[i];
  }
  double radius = h->Y + h->H * r->p - h->Q * expm1(-h->b * r->p);
  double f = norm_of(A) / root - radius, d = increment(h, f, r->p);
  r->p += d;
  for (int i = 0; i < 6; i++) {
    double e = strain[i] - (i < 3 ? trace / 3 : 0);
    r->eps_p[i] += d / root * A[i] / norm_of(A);
    stress[i] = 2 * mu * (e - r->eps_p[i]) + (i < 3 ? bulk * trace : 0);
  }
  return f / radius;
}

static void check_stress(const point *p, const double *expected,
                         const char *what) {
  double stress[6], most = 0;
  am_basis_to_tensor(p->step.stress, stress);
  for (int i = 0; i < 6; i++) most = fmax(most, fabs(expected[i]));
  for (int i = 0; i < 6; i++)
    ck_assert_msg(fabs(stress[i] - expected[i]) <= 1e-12 * most,
                  "%s: stress %.17g, expected %.17g", what, stress[i],
                  expected[i]);
}

/* Random paths, also back into the elastic domain and up to 100 yield strains
 * in one step; 95 % of the plastic steps take at most 8 iterations. With linear
 * hardening the first iterate is the solution: most steps need only the
 * evaluation that confirms it. */
START_TEST(radial_returns) {
  const hardening *h = &hardenings[_i];
  FOR_ENGINES(engine) {
    setup s = {.material = "j2", .parameters = h->text,
               .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    reference r = {.p = 0};
    uint64_t seed = 7;
    int plastic = 0, slow = 0, direct = 0;
    for (int i = 0; i < 1000; i++) {
      double strain[6], eps_p[6], accumulated, expected[6];
      direction(&seed, exp(random_in(&seed, log(1e-5), log(0.12))), strain);
      ck_assert_int_eq(point_strain(&p, i % 2 ? 1e-3 : 1e5, strain),
                       AM_POINT_GOOD);
      double beyond = radial_return(h, strain, &r, expected);
      check_stress(&p, expected, h->text);
      point_variable(&p, "p", &accumulated);
      point_variable(&p, "eps_p", eps_p);
      ck_assert_close(accumulated, r.p, 1e-11, 1e-15);
      for (int c = 0; c < 6; c++)
        ck_assert_close(eps_p[c], r.eps_p[c], 1e-12, 1e-15);
      double multiplier = p.step.state[am_multiplier_at(p.law, 0)];
      ck_assert((multiplier > 0) == (beyond > 0));
      if (beyond <= 0) ck_assert_double_eq(multiplier, 0);
      plastic += beyond > 0;
      slow += p.step.iterations > 8;
      direct += beyond > 0 && p.step.evaluations <= 2;
      point_accept(&p);
    }
    ck_assert_int_gt(plastic, 300);
    ck_assert_int_le(20 * slow, plastic);
    if (h->Q == 0) ck_assert_int_ge(100 * direct, 95 * plastic);
    point_close(&p);
  }
}
END_TEST

/* dsigma/deps at the end of the step to `strain` against central differences,
 * and its symmetry, to within `most`. */
static void check_tangent(const point *p, const double *strain, double most) {
  double size = 0, worst = 0, skew = 0;
  const double *C = p->step.tangent, h = 1e-7;
  point q = *p;
  q.step.state = AM_ARRAY(p->arena, double, p->law->nx);
  for (int c = 0; c < 6; c++) {
    double sides[2][6];
    for (int side = 0; side < 2; side++) {
      double e[6], target[6];
      am_basis_from_tensor(strain, e);
      e[c] += side ? h : -h;
      am_basis_to_tensor(e, target);
      ck_assert_int_eq(point_strain(&q, 1, target), AM_POINT_GOOD);
      memcpy(sides[side], q.step.stress, sizeof sides[side]);
    }
    for (int i = 0; i < 6; i++) {
      double difference = (sides[1][i] - sides[0][i]) / (2 * h);
      size = fmax(size, fabs(difference));
      worst = fmax(worst, fabs(difference - C[6 * i + c]));
      skew = fmax(skew, fabs(C[6 * i + c] - C[6 * c + i]));
    }
  }
  ck_assert_double_le(worst, 1e-6 * size);
  ck_assert_double_le(skew, most * size);
}

START_TEST(tangents) {
  FOR_ENGINES(engine) {
    setup s = {.material = "j2", .parameters = hardenings[_i].text,
               .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    uint64_t seed = 11;
    for (int i = 0; i < 40; i++) {
      double strain[6];
      direction(&seed, exp(random_in(&seed, log(1e-4), log(0.05))), strain);
      ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
      check_tangent(&p, strain, 1e-12);
      point_accept(&p);
    }
    point_close(&p);
  }
}
END_TEST

/* A stress without a strain is rejected, also with thermal strain: the huge
 * strains of diverging iterates do not enter the scale of the residual. */
START_TEST(no_stress_beyond_the_domain) {
  setup s = {.material =
                 "material: heated\n"
                 "external: {T: {value: 300}}\n"
                 "parameters: {K: 90700, G: 25e3}\n"
                 "internal: {x: deviatoric}\n"
                 "free_energy: |\n"
                 "  e = eps - x - 2.86e-6*(T - 300)*I\n"
                 "  K/2*tr(e)^2 + G*(e : e)\n"
                 "elastic_domain:\n"
                 "  yield: \"eigenvalue(A_x, 1) - eigenvalue(A_x, 3) - 145"
                 " + 0.26*(T - 300)\"\n",
             .solver = solver_of("implicit-euler")};
  static const double target[6] = {-55, 54, 21, 77, 50, 75};
  s.solver.tangent = false;
  point p = point_open(&am_engine_interp, &s);
  p.step.external1[0] = 342;
  ck_assert_int_ne(point_move(&p, 600, "ssssss", target), AM_POINT_GOOD);
  point_close(&p);
}
END_TEST

/* d' = exp(20 d) and an elastic domain: a step of 1e-3 s solves d = h exp(20
 * d); one of 1 s, in which d is infinite at 0.05 s, has no solution. */
START_TEST(rates_beside_a_domain) {
  static const char *const schemes[] = {"implicit-euler",
                                        "implicit-euler-adaptive", "auto"};
  static const double strain[6] = {1e-4};
  for (int i = 0; i < 3; i++) {
    setup s = {.material =
                   "material: m\ninternal: {x: deviatoric, d: scalar}\n"
                   "free_energy: |\n  e = eps - x\n"
                   "  (1 + d)*(60e3*tr(e)^2 + 80e3*(e : e))\n"
                   "elastic_domain: {y: mises(A_x) - 150}\n"
                   "rates: {d: exp(20*d)}\n",
               .solver = solver_of(schemes[i])};
    FOR_ENGINES(engine) {
      point p = point_open(engine, &s);
      double d;
      ck_assert_int_eq(point_strain(&p, 1e-3, strain), AM_POINT_GOOD);
      point_variable(&p, "d", &d);
      if (!i) ck_assert_close(d, 1e-3 * exp(20 * d), 1e-10, 0);
      if (i) ck_assert_close(d, -log(1 - 0.02) / 20, 1e-4, 0);
      ck_assert_int_ne(point_strain(&p, 1, strain), AM_POINT_GOOD);
      point_close(&p);
    }
  }
}
END_TEST

/* d' = 1 - d moves a surface while the state is inside: the error of d is
 * measured although no stress depends on d yet. */
START_TEST(hidden_rates_are_measured) {
  setup s = {.material =
                 "material: m\ninternal: {x: deviatoric, d: scalar}\n"
                 "free_energy: |\n  e = eps - x\n"
                 "  60e3*tr(e)^2 + 80e3*(e : e)\n"
                 "elastic_domain: {y: mises(A_x) - 1000*(1 - d)}\n"
                 "rates: {d: 1 - d}\n",
             .solver = solver_of("auto")};
  s.solver.rtol = 1e-5;
  FOR_ENGINES(engine) {
    point p = point_open(engine, &s);
    double d;
    ck_assert_int_eq(point_strain(&p, 1, (double[6]){1e-4}), AM_POINT_GOOD);
    point_variable(&p, "d", &d);
    ck_assert_close(d, -expm1(-1), 20 * 1e-5, 0);
    point_close(&p);
  }
}
END_TEST

/* A jump leaves the domain; the next step returns immediately, like a separate
 * step at the strain of the jump, and then loads or unloads. */
START_TEST(jumps_return_at_once) {
  static const double strains[] = {6e-3, 4e-3, 3.8e-3, 3e-3, -2e-3};
  static const char *const schemes[] = {"implicit-euler-adaptive", "auto"};
  static const char *const controls[] = {"esssss", "eeeeee"};
  FOR_ENGINES(engine)
  for (int i = 0; i < 20; i++) {
    double other = strains[i / 4], stress[2][6];
    const char *control = controls[i / 2 % 2];
    for (int exact = 0; exact < 2; exact++) {
      setup s = {.material = "j2",
                 .solver = solver_of(exact ? "implicit-euler"
                                           : schemes[i % 2])};
      s.solver.rtol = 1e-5;
      point p = point_open(engine, &s);
      double strain[6] = {4e-3};
      for (int step = 0; step < (exact ? 3 : 2); step++) {
        bool last = step == (exact ? 2 : 1);
        if (last) strain[0] = other;
        ck_assert_int_eq(point_move(&p, step ? 1 : 0, control, strain),
                         AM_POINT_GOOD);
        point_accept(&p);
      }
      am_basis_to_tensor(p.step.stress, stress[exact]);
      point_close(&p);
    }
    for (int c = 0; c < 6; c++)
      ck_assert_close(stress[0][c], stress[1][c], 0, 20 * 1e-5 * 300);
  }
}
END_TEST

/* Uniaxial loading of Mohr and Coulomb's law ends at an edge, where lateral
 * flow is not unique and tangents jump: the stress agrees with backward
 * Euler. */
START_TEST(uniaxial_edges) {
  static const double strains[] = {-0.003237, 0.003, -0.004, 0.0015};
  for (int i = 0; i < 8; i++) {
    double stress[2][6];
    for (int exact = 0; exact < 2; exact++) {
      setup s = {.material = "mohr-coulomb",
                 .solver = solver_of(exact ? "implicit-euler" : "auto")};
      s.solver.tangent = true;
      point p = point_open(&am_engine_interp, &s);
      for (int step = 1; step <= 1 + i / 4; step++) {
        double strain = strains[i % 4] * step / (1 + i / 4);
        ck_assert_int_eq(point_uniaxial(&p, 1, strain), AM_POINT_GOOD);
        point_accept(&p);
      }
      am_basis_to_tensor(p.step.stress, stress[exact]);
      point_close(&p);
    }
    ck_assert_close(stress[0][0], stress[1][0], 1e-4, 0);
  }
}
END_TEST

/* Work equals free energy plus dissipation, also if flow begins within a
 * substep; energies are not under error control. */
START_TEST(work_before_the_onset) {
  static const char *const controls[] = {"eeeeee", "esssss"};
  for (int i = 0; i < 4; i++)
    FOR_ENGINES(engine) {
      setup s = {.material = "j2", .solver = solver_of("auto")};
      s.solver.energies = true;
      s.solver.tangent = false;
      s.solver.rtol = 1e-5;
      point p = point_open(engine, &s);
      for (int step = 1, steps = i < 2 ? 1 : 20; step <= steps; step++) {
        double strain[6] = {0.004 * step / steps};
        ck_assert_int_eq(point_move(&p, 1, controls[i % 2], strain),
                         AM_POINT_GOOD);
        point_accept(&p);
      }
      double dissipated = p.state[p.law->nx - 2], work = p.state[p.law->nx - 1];
      ck_assert_close(p.step.energy + dissipated, work, 1e-2, 0);
      point_close(&p);
    }
}
END_TEST

/* Return of Tresca's criterion with kinematic hardening to the edge where both
 * smaller principal forces are equal, in principal axes: flow x of both
 * adjacent faces, for principal deviatoric strains e. */
static void edge_return(const double *e, double modulus, double power,
                        double *x) {
  double l[2] = {1e-3, 1e-3};
  for (int n = 0; n < 50; n++) {
    double p = l[0] + l[1], H = modulus * pow(p, power - 1);
    double a = 2 * 28e3, b = a + 5e3; /* A_i = a e_i - b x_i */
    double same = a * (e[0] - e[1]) + b * (l[0] - l[1]);
    double f = a * (e[2] - e[0]) - b * (p + l[0]) - 400 - H * p;
    double J[2][2] = {{b, -b}, {-2 * b - power * H, -b - power * H}};
    double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    l[0] -= (J[1][1] * same - J[0][1] * f) / det;
    l[1] -= (J[0][0] * f - J[1][0] * same) / det;
  }
  ck_assert(l[0] > 0 && l[1] > 0);
  x[0] = -l[0], x[1] = -l[1], x[2] = l[0] + l[1];
}

/* Edges with hardening that is nonlinear in the state, where a plane of an
 * early iterate is not exact at the solution. */
START_TEST(edges_harden) {
  static const double curves[][2] = {{500, 1}, {100, 0.3}, {1e4, 2}};
  double H = curves[_i][0], power = curves[_i][1];
  const double e[3] = {-3.5e-3, -3e-3, 6.5e-3}, c = 0.8, s = 0.6;
  const double axes[3][3] = {{c, s * c, s * s}, {-s, c * c, c * s}, {0, -s, c}};
  double x[3], strain[6], expected[6];
  edge_return(e, H, power, x);
  for (int k = 0; k < 6; k++) {
    int i = k < 3 ? k : k == 3, j = k < 3 ? k : k < 5 ? 2 : 1;
    strain[k] = expected[k] = 0;
    for (int m = 0; m < 3; m++) {
      double part = axes[i][m] * axes[j][m];
      strain[k] += e[m] * part;
      expected[k] += 2 * 28e3 * (e[m] - x[m]) * part;
    }
  }
  FOR_ENGINES(engine) {
    char text[400];
    setup given = {.material = text, .solver = solver_of("implicit-euler")};
    snprintf(
        text, sizeof text, "material: m\ninternal: {x: deviatoric, p: scalar}\n"
        "free_energy: |\n  e = eps - x\n  60e3*tr(e)^2 + 28e3*(e : e) + "
        "2.5e3*(x : x) + %.17g/%.17g*p^(1 + %.17g)\nelastic_domain: {y: "
        "\"eigenvalue(A_x, 1) - eigenvalue(A_x, 3) + A_p - 400\"}\n",
        H, 1 + power, power);
    point p = point_open(engine, &given);
    ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
    check_stress(&p, expected, "edge");
    check_tangent(&p, strain, 1e-8);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[2] = {tcase_create("radial return"), tcase_create("tangents")};
  tcase_add_loop_test(cases[0], radial_returns, 0, HARDENINGS);
  tcase_add_test(cases[0], no_stress_beyond_the_domain);
  tcase_add_test(cases[0], rates_beside_a_domain);
  tcase_add_test(cases[0], uniaxial_edges);
  tcase_add_test(cases[0], work_before_the_onset);
  tcase_add_test(cases[0], hidden_rates_are_measured);
  tcase_add_test(cases[0], jumps_return_at_once);
  tcase_add_loop_test(cases[1], tangents, 0, HARDENINGS);
  tcase_add_loop_test(cases[1], edges_harden, 0, 3);
  return test_run("engine/domain", cases, 2);
}
