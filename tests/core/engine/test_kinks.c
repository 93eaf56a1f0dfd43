/* covers: kinks, two_stage
 *
 * Backward Euler steps of laws with kinks: one to three mechanisms in series,
 * with or without a yield stress, with viscosities from 1 to 1e-10. Stress and
 * flow are parallel, so that a step is one equation for the norm of the
 * deviatoric stress, with one inner equation for each mechanism; both are
 * monotone and are bracketed here in long double. An accepted step differs from
 * this solution by at most its bound plus rounding errors. A step may fail with
 * the status "too steep" if the viscosity is below rounding errors, and without
 * convergence in one of 20 000 steps. A few laws by default; more than 100 000
 * steps with AUTOMAT_LONG_TESTS; AUTOMAT_SEED selects other laws. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { MOST = 3, STEPS = 10, PATHS = 20, LAWS = 30, LONG_LAWS = 800 };

static const long double c = 0.81649658092772603273L; /* sqrt(2/3) */

/* Potentials of a rate g(f) of the overstress f */
static const struct {
  const char *potential;
  bool squared; /* else a power of the norm: creep */
} forms[] = {
    {"pos(f%1$d)^2/(2*eta%1$d)", true},
    {"max(f%1$d, 0)^2/(2*eta%1$d)", true},
    {"if(f%1$d > 0, f%1$d^2/(2*eta%1$d), 0)", true},
    {"(f%1$d + abs(f%1$d))^2/(8*eta%1$d)", true},
    {"pos(f%1$d)^2/(2*eta%1$d) + pos(f%1$d - 30)^2/(2*1e-6)", true},
    {"1e-9/(m%1$d + 1)*norm(dev(A_e%1$d))^(m%1$d + 1)", false},
};
enum { FORMS = sizeof forms / sizeof *forms, TWO_SURFACES = 4 };

typedef struct {
  int form;
  double eta, m;
  double s0, R, d, H; /* yield stress s0 + R (1 - exp(-d p)) + H p */
} mechanism;

typedef struct {
  double E, nu;
  int count;
  mechanism of[MOST];
} body;

/* ---- the bracketed solution ---------------------------------------------- */

/* The rate of flow of an overstress. */
static long double rate_of(const mechanism *m, long double s,
                           long double f) {
  if (!forms[m->form].squared) return 1e-9L * powl(s, m->m);
  long double rate = fmaxl(f, 0) / m->eta;
  return m->form == TWO_SURFACES ? rate + fmaxl(f - 30, 0) / 1e-6L : rate;
}

static long double overstress(const mechanism *m, long double s,
                              long double p) {
  return s - c * (m->s0 - m->R * expm1l(-m->d * p) + m->H * p);
}

/* Flow of a mechanism in a step of length h under the stress norm s. */
static long double flow_of(const mechanism *m, double h, long double s,
                           long double p0) {
  long double low = 0, high = h * rate_of(m, s, overstress(m, s, p0));
  if (!forms[m->form].squared) return high;
  for (int i = 0; i < 200; i++) {
    long double g = 0.5L * (low + high);
    if (g == low || g == high) break;
    long double more = h * rate_of(m, s, overstress(m, s, p0 + c * g));
    *(more > g ? &low : &high) = g;
  }
  return 0.5L * (low + high);
}

/* Norm of the stress that remains of `trial`, and the flow of each
 * mechanism. */
static long double solve(const body *b, double h, long double trial,
                         const double *p0, long double *flow) {
  long double two_mu = (long double)b->E / (1 + (long double)b->nu);
  long double low = 0, high = trial;
  for (int i = 0; i < 200; i++) {
    long double s = 0.5L * (low + high), sum = s;
    if (s == low || s == high) break;
    for (int k = 0; k < b->count && sum < trial; k++)
      sum += two_mu * flow_of(&b->of[k], h, s, p0[k]);
    *(sum < trial ? &low : &high) = s;
  }
  int steepest = 0;
  long double rest = (trial - low) / two_mu;
  for (int k = 0; k < b->count; k++) {
    flow[k] = flow_of(&b->of[k], h, low, p0[k]);
    if (flow[k] * b->of[steepest].eta > flow[steepest] * b->of[k].eta)
      steepest = k;
  }
  for (int k = 0; k < b->count; k++) rest -= k == steepest ? 0 : flow[k];
  flow[steepest] = rest;
  return low;
}

/* ---- random laws --------------------------------------------------------- */

static double log_in(uint64_t *seed, double low, double high) {
  return exp(random_in(seed, log(low), log(high)));
}

static body random_body(uint64_t *seed) {
  body b = {.E = log_in(seed, 1e4, 4e5), .nu = random_in(seed, 0, 0.49),
            .count = 1 + random_below(seed, MOST)};
  for (int k = 0; k < b.count; k++)
    b.of[k] = (mechanism){
        .form = random_below(seed, FORMS), .eta = log_in(seed, 1e-10, 1),
        .m = random_in(seed, 1, 4), .s0 = random_in(seed, 20, 400),
        .R = random_below(seed, 2) * random_in(seed, 0, 300),
        .d = random_in(seed, 1, 200),
        .H = random_below(seed, 2) * log_in(seed, 10, 1e4)};
  return b;
}

static const char *text_of(am_arena *arena, const body *b) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "material: kinks\nparameters:\n  E: %.17g\n"
                "  nu: %.17g\n", b->E, b->nu);
  for (int k = 0; k < b->count; k++) {
    const mechanism *m = &b->of[k];
    am_buffer_add(&text, "  eta%d: %.17g\n  m%d: %.17g\n  s%d: %.17g\n"
                  "  R%d: %.17g\n  d%d: %.17g\n  H%d: %.17g\n", k, m->eta, k,
                  m->m, k, m->s0, k, m->R, k, m->d, k, m->H);
  }
  am_buffer_add(&text, "internal:\n");
  for (int k = 0; k < b->count; k++)
    am_buffer_add(&text, "  e%d: deviatoric\n  p%d: scalar\n", k, k);
  am_buffer_add(&text, "free_energy: |\n  e = eps");
  for (int k = 0; k < b->count; k++) am_buffer_add(&text, " - e%d", k);
  am_buffer_add(&text, "\n  inner(e, isotropic(E*nu/((1 + nu)*(1 - 2*nu)), "
                "E/(2*(1 + nu))) : e)/2");
  for (int k = 0; k < b->count; k++)
    am_buffer_add(&text, " + s%d*p%d + R%d*(p%d + expm1(-d%d*p%d)/d%d) + "
                  "H%d/2*p%d^2", k, k, k, k, k, k, k, k, k);
  am_buffer_add(&text, "\nforce_potential: |\n");
  for (int k = 0; k < b->count; k++)
    am_buffer_add(&text, "  f%d = norm(dev(A_e%d)) + sqrt(2/3)*A_p%d\n", k, k,
                  k);
  for (int k = 0; k < b->count; k++) {
    am_buffer_add(&text, k ? " + " : "  ");
    am_buffer_add(&text, forms[b->of[k].form].potential, k);
  }
  am_buffer_add(&text, "\n");
  return text.text;
}

/* ---- steps --------------------------------------------------------------- */

/* Internal variables: flow in coordinates of base/basis.h. */
typedef struct {
  double e[MOST][6], p[MOST];
} variables;

static void take_variables(const point *p, const body *b, variables *v) {
  for (int k = 0; k < b->count; k++) {
    double e[6];
    char name[] = {'e', (char)('0' + k), 0};
    point_variable(p, name, e);
    am_basis_from_tensor(e, v->e[k]);
    name[0] = 'p';
    point_variable(p, name, &v->p[k]);
  }
}

static double deviatoric_norm(const double *x) {
  double sum = 0;
  for (int i = 1; i < 6; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* The deviatoric trial stress in coordinates of base/basis.h [6]. */
static void trial_stress(const body *b, const variables *from,
                         const double *total, double *trial) {
  trial[0] = 0;
  for (int i = 1; i < 6; i++) {
    double flowed = 0;
    for (int k = 0; k < b->count; k++) flowed += from->e[k][i];
    trial[i] = b->E / (1 + b->nu) * (total[i] - flowed);
  }
}

/* Largest ratio of the step to the relaxation time of a linear mechanism. */
static double steepness(const body *b, double h) {
  double most = 0;
  for (int k = 0; k < b->count; k++)
    if (forms[b->of[k].form].squared)
      most = fmax(most, h * b->E / (1 + b->nu) / b->of[k].eta);
  return most;
}

/* Compares an accepted step with the bracketed solution, in strains: the
 * stress, and the flow of every mechanism, which rounding moves from one to
 * another, of the stress a millionth. */
static void compare(const point *p, const body *b, double h,
                    const double *strain, const variables *from) {
  double trial[6], total[6], miss[6] = {0}, two_mu = b->E / (1 + b->nu);
  long double flow[MOST];
  variables to;
  take_variables(p, b, &to);
  am_basis_from_tensor(strain, total);
  trial_stress(b, from, total, trial);
  double size = deviatoric_norm(trial);
  double s = (double)solve(b, h, size, from->p, flow);
  double scale = deviatoric_norm(total) + (size + s) / two_mu;
  double rounding = 16 * DBL_EPSILON * steepness(b, h) * scale;
  for (int i = 1; i < 6; i++)
    miss[i] = (p->step.stress[i] - (size > 0 ? s * trial[i] / size : 0)) /
              two_mu;
  ck_assert_double_le(deviatoric_norm(miss),
                      1e-11 * scale + 4e-15 + 1e-6 * rounding);
  for (int k = 0; k < b->count; k++) {
    bool hardens = forms[b->of[k].form].squared;
    double p1 = from->p[k] + (hardens ? (double)(c * flow[k]) : 0);
    ck_assert_double_le(fabs(to.p[k] - p1),
                        1e-11 * (scale + fabs(p1)) + 4e-15 + rounding);
  }
}

typedef struct {
  long accepted, failed; /* steps; failed: without convergence */
} tally;

/* A path of random steps.  It ends where one fails. */
static void walk(point *p, const body *b, uint64_t *seed, tally *t) {
  double strain[6] = {0};
  variables from = {0};
  memset(p->state, 0, (size_t)p->law->nx * sizeof(double));
  memset(p->step.strain0, 0, sizeof p->step.strain0);
  for (int i = 0; i < STEPS; i++) {
    double size = log_in(seed, 1e-5, 2e-2), h = log_in(seed, 1e-3, 1e3);
    for (int j = 0; j < 6; j++) strain[j] += random_in(seed, -size, size);
    am_point_status status = point_strain(p, h, strain);
    t->failed += status == AM_POINT_NEWTON;
    if (status == AM_POINT_NEWTON) return;
    if (status == AM_POINT_STEEP && steepness(b, h) > 1e11) return;
    ck_assert_msg(status == AM_POINT_GOOD, "%s (steepness %g)",
                  am_point_status_text[status], steepness(b, h));
    compare(p, b, h, strain, &from);
    point_accept(p);
    take_variables(p, b, &from);
    t->accepted++;
  }
}

static void walk_law(const am_engine *engine, uint64_t *seed, tally *t) {
  am_arena *arena = test_arena();
  body b = random_body(seed);
  setup s = {.material = text_of(arena, &b),
             .solver = solver_of("implicit-euler")};
  s.solver.tangent = random_below(seed, 2);
  point p = point_open(engine, &s);
  for (int i = 0; i < PATHS; i++) walk(&p, &b, seed, t);
  point_close(&p);
  am_arena_free(arena);
}

START_TEST(random_bodies) {
  bool is_long = getenv("AUTOMAT_LONG_TESTS") != NULL;
  const char *text = getenv("AUTOMAT_SEED");
  uint64_t seed = text ? strtoull(text, NULL, 10) : 5;
  tally t = {0, 0};
  for (int i = 0; i < (is_long ? LONG_LAWS : LAWS); i++)
    walk_law(&am_engine_interp, &seed, &t);
  ck_assert_int_ge(t.accepted, is_long ? 100000 : 3000);
  ck_assert_int_le(20000 * t.failed, t.accepted);
}
END_TEST

/* Creep keeps the stress below yield; the update from the other side of the
 * kink is small, and is no evidence of convergence. */
START_TEST(creep_below_yield) {
  setup s = {.material =
                 "material: creep\n"
                 "parameters: {E: 156e3, nu: 0.31, s0: 237.4, R: 182.2, "
                 "d: 100, A: 4.67e-22, m: 7.75, eta: 1e-3}\n"
                 "internal: {e_p: deviatoric, e_c: deviatoric, p: scalar}\n"
                 "free_energy: |\n"
                 "  e = eps - e_p - e_c\n"
                 "  E*nu/((1 + nu)*(1 - 2*nu))/2*tr(e)^2 + "
                 "E/(2*(1 + nu))*inner(e, e) + s0*p + "
                 "R*(p + expm1(-d*p)/d)\n"
                 "force_potential: |\n"
                 "  f = norm(dev(A_e_p)) + sqrt(2/3)*A_p\n"
                 "  pos(f)^2/(2*eta) + A/(m + 1)*mises(A_e_c)^(m + 1)\n",
             .solver = solver_of("implicit-euler")};
  const double strain[6] = {2e-3, -7.5e-4, -7.5e-4};
  FOR_ENGINES(engine) {
    double half[6], stress[6], p_end;
    point p = point_open(engine, &s);
    for (int i = 0; i < 6; i++) half[i] = strain[i] / 2;
    ck_assert_int_eq(point_strain(&p, 10, half), AM_POINT_GOOD);
    point_accept(&p);
    ck_assert_int_eq(point_strain(&p, 10, strain), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.stress, stress);
    point_variable(&p, "p", &p_end);
    ck_assert_close(stress[0], 179.0341822890838, 1e-13, 0);
    ck_assert_double_eq(p_end, 0);
    point_close(&p);
  }
}
END_TEST

/* The apex of a cone whose force is nonlinear in the state: the transformation
 * strain of a superelastic loop appears and vanishes in few evaluations. */
START_TEST(tip_with_bent_forces) {
  setup s = {.material = "souza-auricchio",
             .solver = solver_of("implicit-euler")};
  point p = point_open(&am_engine_interp, &s);
  for (int i = 1; i <= 120; i++) {
    double xx = 0.055 / 60 * (i <= 60 ? i : 120 - i);
    ck_assert_int_eq(point_uniaxial(&p, 1. / 60, xx), AM_POINT_GOOD);
    ck_assert_msg(p.step.evaluations <= 60, "strain %g: %g evaluations", xx,
                  p.step.evaluations);
    point_accept(&p);
  }
  point_close(&p);
}
END_TEST

/* A step to an edge of Tresca's domain at given stresses, with forces that
 * hardening makes nonlinear. Stresses yy and zz are given; the others are those
 * of an interior point method for the same convex problem. */
START_TEST(edge_with_hardening) {
  const setup s = {
      .material =
          "material: tresca\nparameters: {K: 21200, G: 24900}\n"
          "internal: {x: deviatoric, p: scalar}\n"
          "free_energy: |\n  e = eps - x\n"
          "  K/2*tr(e)^2 + G*inner(e, e)"
          " + 47.4*(p + expm1(-31.7*p)/31.7)\n"
          "elastic_domain:\n"
          "  y: eigenvalue(A_x, 1) - eigenvalue(A_x, 3) - 132 + A_p\n",
      .solver = solver_of("implicit-euler")};
  const double target[] = {0.012669314346614389, 42.052414873747075,
                           -6.2042596519232731, -0.010489563282879885,
                           -0.0039237809504868932, 0.013967756940822489};
  const double right[] = {76.030014, 42.052415, -6.2042597,
                          -22.055176, -27.88047, 71.824852};
  double sig[6];
  point p = point_open(&am_engine_interp, &s);
  ck_assert_int_eq(point_move(&p, 1, "esseee", target), AM_POINT_GOOD);
  am_basis_to_tensor(p.step.stress, sig);
  for (int i = 0; i < 6; i++)
    ck_assert_msg(fabs(sig[i] - right[i]) < 3e-6, "%s: %.8g, expected %.8g",
                  am_gradient_names[i], sig[i], right[i]);
  point_close(&p);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("kinks");
  tcase_add_test(tcase, tip_with_bent_forces);
  tcase_add_test(tcase, edge_with_hardening);
  tcase_add_test(tcase, creep_below_yield);
  tcase_add_test(tcase, random_bodies);
  return test_run("kinks", &tcase, 1);
}
