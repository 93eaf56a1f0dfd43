/* covers: late_flow, two_stage
 *
 * Flow that begins, ends or changes its mechanism within a loading step: each
 * accepted step agrees with the extrapolation of many small steps of
 * implicit-euler,
 *
 *     |stress - reference| <= 20 (atol S + rtol |reference|),
 *
 * and likewise for strains under prescribed stresses. Random steps from the
 * states after random steps, under strain, stress and mixed control.
 *
 * AUTOMAT_LONG_TESTS runs more steps. AUTOMAT_ONSET=500 runs this number of
 * steps of each law with compiled code and prints a table: substeps and
 * evaluations per step; the quantiles 50, 90, 99 % and the maximum of the error
 * in units of the tolerance; failed steps. AUTOMAT_SEED selects other steps,
 * AUTOMAT_SET a law by name. */
#include <stdio.h>

#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

typedef struct {
  const char *name, *text;
  double strain, stress; /* sizes around first yield */
  bool softens;          /* stresses are limited: only strains are prescribed */
  int kind;              /* of its rates: 0 elastic domain, 1 steep, 2 others */
} law_row;

#define STEEL "parameters: {lambda: 120e3, mu: 80e3}\n"
#define ELASTIC "lambda/2*tr(e)^2 + mu*(e : e)"

static const law_row laws[] = {
    {"j2", "material: j2\n" STEEL
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC
     " + 1000*p^2 + 100*(p + expm1(-50*p)/50)\n"
     "elastic_domain: {yield: mises(A_x) + A_p - 150}\n", 1e-3, 150,
     .softens = false},
    {"perfect", "material: perfect\n" STEEL
     "internal: {x: deviatoric}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC "\n"
     "elastic_domain: {yield: mises(A_x) - 150}\n", 1e-3, 150,
     .softens = true},
    {"armstrong-frederick", "material: recovering\n" STEEL
     "internal: {x: deviatoric, a: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC
     " + C/3*(a : a) + 500*p^2\n"
     "definitions: |\n  C = 40e3\n  D = 200\n"
     "elastic_domain:\n  yield: |\n"
     "    mises(A_x + A_a) + A_p + 3*D/(4*C)*(A_a : A_a) - C*D/3*(a : a)"
     " - 150\n", 1e-3, 150, .softens = false},
    {"two surfaces", "material: capped\n" STEEL
     "internal: {x: symmetric, p: scalar, q: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 2000*p^2 + 3000*q^2\n"
     "elastic_domain:\n  shear: mises(A_x) + A_p - 150\n"
     "  tension: sqrt(tr(A_x)^2/9 + mises(A_x)^2/4) + A_q - 110\n", 1e-3, 150,
     .softens = false},
    {"drucker-prager", "material: cone\nparameters: {lambda: 6e3, mu: 4e3}\n"
     "internal: {x: symmetric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 200*p^2\n"
     "elastic_domain:\n"
     "  cone: sqrt(mises(A_x)^2 + 1) + 0.3*tr(A_x) + A_p - 20\n"
     "  cap: sqrt(mises(A_x)^2 + tr(A_x)^2/9) - 60\n", 3e-3, 20,
     .softens = true},
    {"crystal", "material: crystal\nparameters:\n"
     "  n: {kind: vector, value: [[1, 1, 1], [-1, 1, 1], [1, -1, 1]]}\n"
     "  s: {kind: vector, value: [[1, -1, 0], [1, 1, 0], [0, 1, 1]]}\n"
     "internal:\n  g: {type: scalar, count: length(n)}\n"
     "  q: {type: scalar, count: length(n)}\n"
     "definitions: |\n"
     "  P[i in 1 .. 3] = symouter(normalize(n[i]), normalize(s[i]))\n"
     "  C = cubic(250e3, 150e3, 120e3)\n"
     "free_energy: |\n  e = eps - sum(i, 1, 3, g[i]*P[i])\n"
     "  inner(e, C:e)/2 + sum(i, 1, 3, 500*q[i]^2) + 200*q[1]*q[2]\n"
     "elastic_domain:\n  one: abs(A_g[1]) + A_q[1] - 60\n"
     "  two: abs(A_g[2]) + A_q[2] - 60\n"
     "  three: abs(A_g[3]) + A_q[3] - 60\n", 1e-3, 100, .softens = false},
    {"creeping backstress", "material: creeping\n" STEEL
     "internal: {x: deviatoric, a: deviatoric}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 20e3/3*(a : a)\n"
     "force_potential: 40/6*(mises(A_a)/400)^6\n"
     "elastic_domain: {yield: mises(A_x + A_a) - 150}\n", 1e-3, 150,
     .softens = true},
    {"maximum", "material: worn\n" STEEL
     "internal:\n"
     "  x: deviatoric\n  p: scalar\n"
     "  k: {type: maximum, of: 'max(1e-3, sqrt(eps : eps))', initial: 1e-3}\n"
     "free_energy: |\n  e = eps - x\n"
     "  (0.5 + 0.5*1e-3/k)*(" ELASTIC ") + 1000*p^2\n"
     "elastic_domain: {yield: mises(A_x) + A_p - 150}\n", 1e-3, 150,
     .softens = true},
    {"creep and cone", "material: mixed\n" STEEL
     "internal: {x: symmetric, p: scalar, z: deviatoric}\n"
     "free_energy: |\n  e = eps - x - z\n  " ELASTIC " + 2000*p^2\n"
     "force_potential: 100/7*(mises(A_z)/150)^7\n"
     "elastic_domain: {cone: mises(A_x)/2 + tr(A_x)/3 + A_p - 110}\n", 1e-3,
     150, .softens = true},
    {"steep and cone", "material: mixed\n" STEEL
     "internal: {x: symmetric, p: scalar, z: deviatoric}\n"
     "free_energy: |\n  e = eps - x - z\n  " ELASTIC " + 2000*p^2\n"
     "force_potential: pos(mises(A_z) - 120)^2/(2*0.01)\n"
     "elastic_domain: {cone: mises(A_x)/2 + tr(A_x)/3 + A_p - 110}\n", 1e-3,
     150, .softens = true},
    {"viscous", "material: viscous\n" STEEL
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 1000*p^2\n"
     "force_potential: pos(mises(A_x) + A_p - 150)^2/(2*50)\n", 1e-3, 150,
     .kind = 2},
    {"hardly viscous", "material: viscous\n" STEEL
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 1000*p^2\n"
     "force_potential: pos(mises(A_x) + A_p - 150)^2/(2*0.01)\n", 1e-3, 150,
     .kind = 1},
    {"power", "material: viscous\n" STEEL
     "internal: {x: deviatoric, a: deviatoric}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 10e3*(a : a)\n"
     "force_potential: pos((mises(A_x + A_a) - 100)/100)^6/6\n", 1e-3, 150,
     .kind = 2},
};
enum { LAWS = sizeof laws / sizeof *laws, VISCOUS = 10, MOST = 100000 };

/* Schemes, and the smallest kind of law that each accepts. */
static const struct {
  const char *name;
  int kind;
} schemes[] = {{"auto", 0}, {"implicit-euler-adaptive", 0}, {"rodas4", 2},
               {"ode23s", 2}, {"ode23", 2}, {"ode45", 2}};
static const double tolerances[] = {1e-3, 1e-5, 1e-7};
enum { SCHEMES = sizeof schemes / sizeof *schemes, TOLERANCES = 3 };

/* A loading step, from a start that the reference has reached. */
typedef struct {
  char control[7];
  double target[6], duration;
} load;

typedef struct {
  double ratios[MOST], substeps, evaluations;
  int count, failed;
} finding;

static uint64_t first_seed(void) {
  const char *seed = getenv("AUTOMAT_SEED");
  return seed ? (uint64_t)atol(seed) : 11;
}

static double draw_size(uint64_t *seed) {
  return exp(random_in(seed, log(0.3), log(8)));
}

/* Strains continue from `strain`, stresses start from zero. */
static load draw_load(const law_row *row, uint64_t *seed,
                      const double *strain) {
  load l = {.control = "eeeeee", .duration = 1};
  double d[6], size = draw_size(seed), square = 0;
  double kind = row->softens ? 0 : random_in(seed, 0, 3);
  for (int i = 0; i < 6; i++) {
    d[i] = random_in(seed, 0, 1) < 0.4 ? 0 : random_in(seed, -1, 1);
    square += d[i] * d[i];
  }
  for (int i = 0; i < 6; i++) {
    d[i] /= sqrt(square + 1e-300);
    l.target[i] = strain[i] + row->strain * size * d[i];
    if (kind > 2 || (kind > 1 && random_in(seed, 0, 1) < 0.6)) {
      l.control[i] = 's';
      l.target[i] = kind > 2 ? row->stress * fmin(size, 1.5) * d[i] : 0;
    }
  }
  return l;
}

static double size_of(const double *a, const double *b) {
  double square = 0;
  for (int i = 0; i < 6; i++)
    square += (a[i] - (b ? b[i] : 0)) * (a[i] - (b ? b[i] : 0));
  return sqrt(square);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static point open_point(const am_engine *engine, const law_row *row,
                        am_solver solver) {
  setup s = {.material = row->text, .solver = solver};
  s.solver.tangent = false;
  return point_open(engine, &s);
}

static void start_at(point *p, const point *other) {
  memcpy(p->step.strain0, other->step.strain0, sizeof p->step.strain0);
  memcpy(p->state, other->state, (size_t)p->law->nx * sizeof *p->state);
  p->step.step0 = p->step.stress_max0 = 0;
}

/* The references of a law: implicit-euler with n, 2 n and 4 n substeps,
 * extrapolated in pairs, and their distance. */
typedef struct {
  point by[3];
  double strain[6], stress[6], doubt_strain, doubt_stress;
} reference;

static void open_reference(reference *r, const am_engine *engine,
                           const law_row *row, int n) {
  am_solver solver = solver_of("implicit-euler");
  for (int i = 0; i < 3; i++) {
    solver.substeps = n << i;
    r->by[i] = open_point(engine, row, solver);
  }
}

/* The extrapolated x of three; its distance from the extrapolation of the first
 * two. */
static double extrapolate(const double *a, const double *b, const double *c,
                          double *x) {
  double before[6];
  for (int i = 0; i < 6; i++) {
    x[i] = 2 * c[i] - b[i];
    before[i] = 2 * b[i] - a[i];
  }
  return size_of(x, before);
}

static bool follow(reference *r, const load *l) {
  const am_step *s[3];
  for (int i = 0; i < 3; i++) {
    if (i < 2) start_at(&r->by[i], &r->by[2]);
    if (point_move(&r->by[i], l->duration, l->control, l->target))
      return false;
    s[i] = &r->by[i].step;
  }
  r->doubt_strain =
      extrapolate(s[0]->strain, s[1]->strain, s[2]->strain, r->strain);
  r->doubt_stress =
      extrapolate(s[0]->stress, s[1]->stress, s[2]->stress, r->stress);
  return true;
}

/* Error minus the uncertainty of the reference, over the tolerance. */
static double ratio_to(const point *p, const reference *r, double rtol) {
  double atol = 1e-3 * rtol, S = p->law->stress_scale;
  double by_stress = (size_of(p->step.stress, r->stress) - r->doubt_stress) /
                     (atol * S + rtol * size_of(r->stress, NULL));
  double by_strain = (size_of(p->step.strain, r->strain) - r->doubt_strain) /
                     (atol + rtol * size_of(r->strain, NULL));
  return fmax(0, fmax(by_stress, by_strain));
}

static void judge(point *p, const reference *r, const load *l, double rtol,
                  finding *f) {
  start_at(p, &r->by[2]);
  if (point_move(p, l->duration, l->control, l->target)) {
    f->failed++;
    return;
  }
  double ratio = ratio_to(p, r, rtol);
  f->ratios[f->count++] = ratio;
  f->substeps += p->step.substeps;
  f->evaluations += p->step.evaluations;
  if (getenv("AUTOMAT_ONSET_SHOW") && ratio > 20)
    printf("%s %g: %s %g %g %g %g %g %g\n", p->law->material->name, ratio,
           l->control, l->target[0], l->target[1], l->target[2], l->target[3],
           l->target[4], l->target[5]);
}

static void report(const law_row *row, const char *scheme, double rtol,
                   finding *f) {
  int n = f->count;
  qsort(f->ratios, (size_t)n, sizeof *f->ratios, by_size);
  double worst = n ? f->ratios[n - 1] : 0;
  int over = 0;
  for (int i = 0; i < n; i++) over += f->ratios[i] > 20;
  if (getenv("AUTOMAT_ONSET"))
    printf("%-20s %-24s %5.0e %5d %7.1f %8.1f  %7.2g %7.2g %7.2g %8.3g "
           "over %d failed %d\n", row->name, scheme, rtol, n, f->substeps / n,
           f->evaluations / n, f->ratios[n / 2], f->ratios[9 * n / 10],
           f->ratios[99 * n / 100], worst, over, f->failed);
  else
    ck_assert_msg(!over, "%s, %s, rtol %g: error %g of its tolerance",
                  row->name, scheme, rtol, worst);
  fflush(stdout);
}

typedef struct {
  const law_row *row;
  reference r;
  int most; /* of the tolerances */
  point points[SCHEMES][TOLERANCES];
  finding found[SCHEMES][TOLERANCES];
} trial;

static void open_trial(trial *t, const am_engine *engine, bool longer) {
  open_reference(&t->r, engine, t->row, longer ? 4000 : 400);
  for (int i = 0; i < SCHEMES; i++)
    for (int j = 0; j < t->most; j++) {
      am_solver solver = solver_of(schemes[i].name);
      if (t->row->kind < schemes[i].kind) continue;
      solver.rtol = tolerances[j];
      solver.atol = 1e-3 * solver.rtol;
      t->points[i][j] = open_point(engine, t->row, solver);
    }
}

/* A step from the start of the reference by every scheme. */
static void take_step(trial *t, const load *l) {
  for (int i = 0; i < SCHEMES; i++)
    for (int j = 0; j < t->most && t->row->kind >= schemes[i].kind; j++)
      judge(&t->points[i][j], &t->r, l, tolerances[j], &t->found[i][j]);
}

static void report_all(trial *t) {
  for (int i = 0; i < SCHEMES; i++)
    for (int j = 0; j < t->most && t->row->kind >= schemes[i].kind; j++)
      report(t->row, schemes[i].name, tolerances[j], &t->found[i][j]);
}

START_TEST(accepted_steps) {
  static trial t;
  memset(&t, 0, sizeof t);
  t.row = &laws[_i];
  const char *table = getenv("AUTOMAT_ONSET"), *set = getenv("AUTOMAT_SET");
  bool longer = table || getenv("AUTOMAT_LONG_TESTS");
  int count = table ? atoi(table) : longer ? 100 : t.row->kind ? 20 : 6;
  t.most = longer ? TOLERANCES : 2;
  size_t engines;
  const am_engine *engine = am_engines(&engines)[longer ? 1 : 0];
  if (set && strcmp(set, t.row->name)) return;
  open_trial(&t, engine, longer);
  uint64_t seed = first_seed() * 1000 + (uint64_t)_i;
  const point start =
      open_point(engine, t.row, solver_of("implicit-euler"));
  for (int n = 0; n < count; n++) {
    start_at(&t.r.by[2], &start);
    load l = draw_load(t.row, &seed, (double[6]){0});
    if (!follow(&t.r, &l)) continue;
    point_accept(&t.r.by[2]);
    l = draw_load(t.row, &seed, t.r.by[2].step.strain0);
    if (follow(&t.r, &l)) take_step(&t, &l);
  }
  report_all(&t);
}
END_TEST

/* Unloading steps, to a fraction of the previous stress */
static load draw_unloading(const double *stress, uint64_t *seed) {
  load l = {.control = "ssssss", .duration = 1};
  double part = random_in(seed, -0.5, 0.95);
  am_basis_to_tensor(stress, l.target);
  for (int i = 0; i < 6; i++) l.target[i] *= part;
  return l;
}

START_TEST(unloading) {
  static trial t;
  law_row row = laws[VISCOUS + _i];
  row.kind = 2;
  memset(&t, 0, sizeof t);
  t.row = &row, t.most = 2;
  size_t engines;
  const am_engine *engine = am_engines(&engines)[0];
  open_trial(&t, engine, true);
  uint64_t seed = 21 + (uint64_t)_i;
  const point start = open_point(engine, &row, solver_of("implicit-euler"));
  for (int n = 0; n < 24; n++) {
    start_at(&t.r.by[2], &start);
    load l = draw_load(&row, &seed, (double[6]){0});
    if (!follow(&t.r, &l)) continue;
    l = draw_unloading(t.r.by[2].step.stress, &seed);
    point_accept(&t.r.by[2]);
    if (follow(&t.r, &l)) take_step(&t, &l);
  }
  report_all(&t);
}
END_TEST

/* Two planes in the space of the shears xy and yz, whose unit normals are 45
 * degrees apart: the first one is active for a part of the loading step, until
 * the stress reaches the second one and leaves the first.  The second law also
 * has a viscous mechanism that stays at rest. */
#define PLANES(more, energy, rest)                                         \
  "material: planes\n"                                                     \
  "parameters:\n  lambda: 120e3\n  mu: 80e3\n"                             \
  "  N1: {xy: 0.70710678118654757}\n  N2: {xy: 0.5, yz: 0.5}\n"            \
  "internal: {x: deviatoric" more "}\n"                                    \
  "free_energy: |\n  e = eps - x" energy "\n  " ELASTIC "\n" rest          \
  "elastic_domain:\n"                                                      \
  "  one: inner(A_x, N1) - 100\n"                                          \
  "  two: inner(A_x, N2) - 100\n"

static const char *const planes[] = {
    PLANES("", "", ""),
    PLANES(", z: deviatoric", " - z",
           "force_potential: pos(mises(A_z) - 1e4)\n")};

enum { SHORT_FLOWS = 400 };

/* Elastic stresses at both ends of a loading step, in coordinates along the
 * shears, and the exact stress at its end. */
typedef struct {
  double start[2], end[2], stress[2];
} short_path;

/* Adds `amount` times a velocity to s; with a unit normal only the part across
 * the normal. */
static void go_along(const double *velocity, const double *normal,
                     double amount, double *s) {
  double away = normal ? velocity[0] * normal[0] + velocity[1] * normal[1] : 0;
  for (int i = 0; i < 2; i++)
    s[i] += amount * (velocity[i] - (normal ? away * normal[i] : 0));
}

/* The stress reaches the first plane at one time, or starts there, and leaves
 * it at another time, where both planes meet. */
static short_path draw_short_path(uint64_t *seed) {
  const double one[2] = {1, 0}, two[2] = {sqrt(0.5), sqrt(0.5)};
  const double vertex[2] = {100, 100 * (sqrt(2) - 1)};
  double angle = random_in(seed, 1.1, 1.5);
  double size = exp(random_in(seed, log(50), log(1000)));
  double velocity[2] = {size * cos(angle), size * sin(angle)};
  double reached = fmax(0, random_in(seed, -0.3, 0.9));
  double relieved =
      reached + (1 - reached) * exp(random_in(seed, log(1e-3), log(0.5)));
  short_path path;
  memcpy(path.start, vertex, sizeof vertex);
  memcpy(path.stress, vertex, sizeof vertex);
  go_along(velocity, one, -(relieved - reached), path.start);
  go_along(velocity, NULL, -reached, path.start);
  go_along(velocity, two, 1 - relieved, path.stress);
  memcpy(path.end, path.start, sizeof path.end);
  go_along(velocity, NULL, 1, path.end);
  return path;
}

static void strain_of(const double *s, double *strain) {
  double mu = 80e3;
  memset(strain, 0, 6 * sizeof *strain);
  strain[5] = s[0] / sqrt(2) / (2 * mu);
  strain[3] = s[1] / sqrt(2) / (2 * mu);
}

/* The error of a step over its tolerance. */
static double error_of_short_flow(point *p, const short_path *path,
                                  const am_solver *solver) {
  double start[6], end[6], sig[6];
  strain_of(path->start, start);
  strain_of(path->end, end);
  am_basis_from_tensor(start, p->step.strain0);
  p->step.step0 = p->step.stress_max0 = 0;
  ck_assert_int_eq(point_strain(p, 1, end), AM_POINT_GOOD);
  am_basis_to_tensor(p->step.stress, sig);
  double off = hypot(sig[5] * sqrt(2) - path->stress[0],
                     sig[3] * sqrt(2) - path->stress[1]);
  return off / (solver->atol * p->law->stress_scale +
                solver->rtol * hypot(path->stress[0], path->stress[1]));
}

START_TEST(short_flows) {
  uint64_t seed = first_seed();
  for (int j = 0; j < TOLERANCES; j++) {
    size_t engines;
    am_solver solver = solver_of("auto");
    solver.rtol = tolerances[j], solver.atol = 1e-3 * solver.rtol;
    setup s = {.material = planes[_i], .solver = solver};
    point p = point_open(am_engines(&engines)[0], &s);
    for (int n = 0; n < SHORT_FLOWS; n++) {
      short_path path = draw_short_path(&seed);
      double error = error_of_short_flow(&p, &path, &solver);
      ck_assert_msg(error <= 20, "from %g %g to %g %g, rtol %g: error %g of its"
                    " tolerance", path.start[0], path.start[1], path.end[0],
                    path.end[1], solver.rtol, error);
    }
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("onset")};
  tcase_add_loop_test(cases[0], accepted_steps, 0, LAWS);
  tcase_add_loop_test(cases[0], unloading, 0, 2);
  tcase_add_loop_test(cases[0], short_flows, 0, 2);
  return test_run("engine/onset", cases, 1);
}
