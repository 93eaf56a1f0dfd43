/* covers: complementarity, projection
 *
 * Vertices of elastic domains between 2 to 24 planes, with redundant planes,
 * scaled planes, and many planes through one point: each backward Euler step of
 * random paths is the exact projection (projection.h) of its trial stress, with
 * multipliers >= 0. Isotropic and anisotropic elasticity, associated flow, no
 * hardening; a crystal with twelve slip systems; edges of Tresca and
 * Mohr-Coulomb with anisotropic elasticity. AUTOMAT_LONG_TESTS runs many more
 * laws, AUTOMAT_SEED selects others. */
#include "tests/core/engine/points.h"
#include "tests/core/engine/projection.h"
#include "tests/graph_tools.h"

enum { STEPS = 25, LAWS = 24, LONG_LAWS = 2000, CRYSTAL_STEPS = 100,
       LONG_CRYSTAL_STEPS = 20000 };

typedef struct {
  polyhedron domain;
  double C[6][6];
  char text[40000];
} body;

static void append(body *b, const char *format, ...) {
  size_t used = strlen(b->text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(b->text + used, sizeof b->text - used, format, arguments);
  va_end(arguments);
}

/* The product of a named tensor and one of coordinates n. */
static void append_product(body *b, const char *name, const double *n) {
  double t[6];
  am_basis_to_tensor(n, t);
  for (int i = 0; i < 6; i++)
    append(b, "%s%.17g*%s[%s]", i ? " + " : "", (i < 3 ? 1 : 2) * t[i], name,
           am_component_names[i]);
}

static void draw_tensor(uint64_t *seed, double *n) {
  for (int i = 0; i < 6; i++) n[i] = random_in(seed, -1, 1);
}

/* The energy as a sum of squares of products with tensors. */
static void draw_elasticity(body *b, uint64_t *seed, bool isotropic) {
  append(b, "free_energy: |\n  e = eps - x\n  0");
  for (int c = 0; c < (isotropic ? 6 : 9); c++) {
    double m[6] = {0}, k = c ? 16e3 : 25e3;
    if (!isotropic) k = random_in(seed, 5e3, 40e3);
    if (c < 6) m[c] = 1;
    if (c >= 6) draw_tensor(seed, m);
    append(b, " + %.17g*(", k / 2);
    append_product(b, "e", m);
    append(b, ")^2");
    for (int i = 0; i < 36; i++) b->C[i / 6][i % 6] += k * m[i / 6] * m[i % 6];
  }
  append(b, "\n");
}

/* Planes around the origin: at any distance, through one point, and multiples
 * of earlier planes; small integers make ties. */
static void draw_planes(body *b, uint64_t *seed) {
  polyhedron *p = &b->domain;
  double corner[6];
  int kind = random_below(seed, 4);
  p->count = 2 + random_below(seed, 23);
  draw_tensor(seed, corner);
  for (int k = 0; k < p->count; k++) {
    double *n = p->normal[k], product = 0;
    do {
      draw_tensor(seed, n);
      for (int i = 0; kind >= 2 && i < 6; i++) n[i] = round(1.4 * n[i]);
      product = 0;
      for (int i = 0; i < 6; i++) product += n[i] * corner[i];
    } while (fabs(product) < 0.1);
    for (int i = 0; product < 0 && i < 6; i++) n[i] = -n[i];
    p->limit[k] = kind % 2 ? 10 * fabs(product) : random_in(seed, 4, 12);
    if (k && random_below(seed, 6) == 0) {
      double factor = pow(10, random_below(seed, 5) - 2);
      int other = random_below(seed, k);
      for (int i = 0; i < 6; i++) n[i] = factor * p->normal[other][i];
      p->limit[k] = factor * p->limit[other];
    }
  }
}

static void draw_body(body *b, uint64_t *seed, bool isotropic) {
  *b = (body){.text = "material: planes\ninternal: {x: symmetric}\n"};
  draw_elasticity(b, seed, isotropic);
  draw_planes(b, seed);
  append(b, "elastic_domain:\n");
  for (int k = 0; k < b->domain.count; k++) {
    append(b, "  y%d: ", k + 1);
    append_product(b, "A_x", b->domain.normal[k]);
    append(b, " - %.17g\n", b->domain.limit[k]);
  }
}

/* The stress at `strain` (coordinates), by projections in steps of equal
 * length. */
static void integrate(body *b, const point *p, const double *strain,
                      const double *stress0, int steps, double *stress) {
  double trial[6];
  memcpy(stress, stress0, 6 * sizeof *stress);
  for (int n = 0; n < steps; n++) {
    for (int i = 0; i < 6; i++) {
      trial[i] = stress[i];
      for (int j = 0; j < 6; j++)
        trial[i] += b->C[i][j] * (strain[j] - p->step.strain0[j]) / steps;
    }
    project(&b->domain, b->C, trial, stress);
  }
}

/* Outcomes of steps; a stress is wrong if its relative error exceeds
 * `allowed`. */
typedef struct {
  long steps, failed, wrong, negative;
  double worst, allowed;
} tally;

static void judge(const point *p, const double *expected, double size,
                  tally *t) {
  double error = 0;
  t->steps++;
  if (p->step.status != AM_POINT_GOOD) {
    t->failed++;
    return;
  }
  for (int i = 0; i < 6; i++) {
    double off = fabs(p->step.stress[i] - expected[i]);
    if (!(off <= error)) error = off;
  }
  t->worst = fmax(t->worst, error / size);
  t->wrong += !(error <= t->allowed * size);
  for (int k = 0; k < p->law->nd; k++) {
    t->negative += p->step.state[am_multiplier_at(p->law, k)] < 0;
  }
}

/* Random steps; each one starts from the end or from the start of the previous
 * one. */
static void walk(body *b, point *p, uint64_t *seed, int steps,
                 int parts, tally *t) {
  double stress0[6] = {0};
  for (int i = 0; i < steps; i++) {
    double strain[6], target[6], expected[6];
    double size = exp(random_in(seed, log(2e-4), log(2e-2)));
    for (int j = 0; j < 6; j++)
      strain[j] = p->step.strain0[j] + size * random_in(seed, -1, 1);
    am_basis_to_tensor(strain, target);
    integrate(b, p, strain, stress0, parts, expected);
    point_strain(p, 1, target);
    judge(p, expected, 10 + 40e3 * size, t);
    if (p->step.status != AM_POINT_GOOD || i % 4 == 3) continue;
    point_accept(p);
    memcpy(stress0, p->step.stress, sizeof stress0);
  }
}

static void expect_good(const tally *t, const char *name, uint64_t seed) {
  ck_assert_msg(!t->failed && !t->wrong && !t->negative,
                "%s, seed %llu: of %ld steps %ld failed, %ld are wrong by up "
                "to %g, %ld multipliers are negative",
                name, (unsigned long long)seed, t->steps, t->failed, t->wrong,
                t->worst, t->negative);
}

/* Projections of a step, and the allowed error of stresses. */
static const struct {
  const char *name;
  int parts;
  double allowed;
} schemes[] = {{"implicit-euler", 1, 1e-10}, {"auto", 200, 5e-2}};

static uint64_t first_seed(void) {
  const char *seed = getenv("AUTOMAT_SEED");
  return seed ? strtoull(seed, NULL, 10) : 1;
}

START_TEST(planes) {
  int laws = getenv("AUTOMAT_LONG_TESTS") ? LONG_LAWS : LAWS;
  static body b;
  for (int n = 0; n < laws; n++) {
    uint64_t seed = first_seed() + 1000u * (uint64_t)n, own = seed;
    tally t = {.allowed = schemes[_i].allowed};
    draw_body(&b, &seed, n % 2);
    setup s = {.material = b.text, .solver = solver_of(schemes[_i].name)};
    s.solver.tangent = false;
    point p = point_open(&am_engine_interp, &s);
    walk(&b, &p, &seed, STEPS, schemes[_i].parts, &t);
    expect_good(&t, schemes[_i].name, own);
    point_close(&p);
  }
}
END_TEST

/* {111}<110> */
static const int slip_planes[4][3] = {{1, 1, 1}, {1, -1, 1}, {-1, 1, 1},
                                      {1, 1, -1}};
static const int slips[4][3][3] = {{{-1, 0, 1}, {0, -1, 1}, {-1, 1, 0}},
                                   {{-1, 0, 1}, {0, 1, 1}, {1, 1, 0}},
                                   {{0, -1, 1}, {1, 1, 0}, {1, 0, 1}},
                                   {{-1, 1, 0}, {1, 0, 1}, {0, 1, 1}}};

/* The strain of a unit of slip, in coordinates. */
static void schmid(int system, double *n) {
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  const int *plane = slip_planes[system / 3];
  const int *d = slips[system / 3][system % 3];
  double t[6];
  for (int i = 0; i < 6; i++)
    t[i] = (plane[at[i][0]] * d[at[i][1]] + plane[at[i][1]] * d[at[i][0]]) /
           (2 * sqrt(6));
  am_basis_from_tensor(t, n);
}

/* Twelve surfaces with an absolute value each, or one surface. */
static void draw_crystal(body *b, bool one) {
  *b = (body){.text = "material: crystal\ninternal: {x: deviatoric}\n"};
  draw_elasticity(b, NULL, true);
  append(b, one ? "elastic_domain:\n  y: |\n    m = abs(0)\n" :
                  "elastic_domain:\n");
  for (int s = 0; s < 12; s++) {
    double n[6];
    schmid(s, n);
    append(b, one ? "    m%d = max(m%.0d, abs(" : "  y%d: abs(", s + 1, s);
    append_product(b, "A_x", n);
    append(b, one ? "))\n" : ") - 10\n");
    for (int side = 0; side < 2; side++) {
      int k = b->domain.count++;
      for (int i = 0; i < 6; i++)
        b->domain.normal[k][i] = side ? -n[i] : n[i];
      b->domain.limit[k] = 10;
    }
  }
  if (one) append(b, "    m12 - 10\n");
}

START_TEST(crystal) {
  int steps = getenv("AUTOMAT_LONG_TESTS") ? LONG_CRYSTAL_STEPS : CRYSTAL_STEPS;
  static body b;
  uint64_t seed = first_seed();
  tally t = {.allowed = schemes[_i % 2].allowed};
  draw_crystal(&b, _i >= 2);
  setup s = {.material = b.text, .solver = solver_of(schemes[_i % 2].name)};
  s.solver.tangent = false;
  point p = point_open(&am_engine_interp, &s);
  walk(&b, &p, &seed, steps, schemes[_i % 2].parts, &t);
  expect_good(&t, _i >= 2 ? "one surface" : "twelve surfaces", first_seed());
  point_close(&p);
}
END_TEST

/* ---- edges between eigenvalues with anisotropic elasticity --------------- */

/* Eigenvalues of coordinates x, from large to small (Smith 1961). */
static void eigenvalues(const double *x, double *values) {
  double t[6], q = x[0] / sqrt(3), size = 0, dev[6];
  am_basis_to_tensor(x, t);
  for (int i = 0; i < 6; i++) dev[i] = t[i] - (i < 3 ? q : 0);
  for (int i = 0; i < 6; i++) size += (i < 3 ? 1 : 2) * dev[i] * dev[i];
  double p = sqrt(size / 6);
  double det = dev[0] * (dev[1] * dev[2] - dev[3] * dev[3]) -
               dev[5] * (dev[5] * dev[2] - dev[3] * dev[4]) +
               dev[4] * (dev[5] * dev[3] - dev[1] * dev[4]);
  double c = p > 0 ? fmin(1, fmax(-1, det / (2 * p * p * p))) : 0;
  double angle = acos(c) / 3;
  values[0] = q + 2 * p * cos(angle);
  values[2] = q + 2 * p * cos(angle + 2 * acos(-1) / 3);
  values[1] = 3 * q - values[0] - values[2];
}

/* (1 + s) a - (1 - s) b <= 20 for the largest and least principal stress. */
static void draw_edges(body *b, uint64_t *seed, double s) {
  *b = (body){.text = "material: edges\ninternal: {x: symmetric}\n"};
  draw_elasticity(b, seed, false);
  append(b, "elastic_domain:\n  y: %.17g*eigenvalue(A_x, 1) - "
            "%.17g*eigenvalue(A_x, 3) - 20\n", 1 + s, 1 - s);
}

/* Flow p is in the cone of normals at the stress sigma if and only if p:sigma
 * is the largest of all p:tau in the domain, which is 20 times the half of sum
 * |p_i| for Tresca, and of tr(p)/s for Mohr and Coulomb. */
static void judge_edges(const body *b, const point *p, double s, tally *t) {
  double flow[6], stress[6], sigma[3], rate[3], power = 0, most = 0;
  t->steps++;
  if (p->step.status != AM_POINT_GOOD) {
    t->failed++;
    return;
  }
  for (int i = 0; i < 6; i++) {
    stress[i] = 0;
    for (int j = 0; j < 6; j++)
      stress[i] += b->C[i][j] * (p->step.strain[j] - p->step.state[j]);
    flow[i] = p->step.state[i] - p->state[i];
    power += stress[i] * flow[i];
  }
  eigenvalues(stress, sigma);
  eigenvalues(flow, rate);
  for (int i = 0; i < 3; i++)
    most += 10 * (s > 0 ? rate[i] / s : fabs(rate[i]));
  double f = (1 + s) * sigma[0] - (1 - s) * sigma[2] - 20;
  double error = fabs(power - most) / (fabs(most) + 1e-9);
  if (!(f / 20 <= error)) error = f / 20;
  t->worst = fmax(t->worst, error);
  t->wrong += !(error <= t->allowed);
  t->negative += p->step.state[am_multiplier_at(p->law, 0)] < 0;
}

START_TEST(edges) {
  bool many = getenv("AUTOMAT_LONG_TESTS") != NULL;
  static body b;
  for (int n = 0; n < (many ? 200 : 4); n++) {
    uint64_t seed = first_seed() + 1000u * (uint64_t)n, own = seed;
    double s = n % 2 ? 0.5 : 0, strain[6] = {0}, target[6];
    tally t = {.allowed = 1e-7};
    draw_edges(&b, &seed, s);
    setup how = {.material = b.text, .solver = solver_of("implicit-euler")};
    how.solver.tangent = false;
    point p = point_open(&am_engine_interp, &how);
    for (int i = 0; i < 100; i++) {
      for (int j = 0; j < 6; j++)
        strain[j] += (n % 4 < 2 ? 1e-3 : 5e-3) * random_in(&seed, -1, 1);
      am_basis_to_tensor(strain, target);
      point_strain(&p, 1, target);
      judge_edges(&b, &p, s, &t);
      if (p.step.status == AM_POINT_GOOD) point_accept(&p);
    }
    expect_good(&t, "edges", own);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[3] = {tcase_create("planes"), tcase_create("crystal"),
                     tcase_create("edges")};
  tcase_add_loop_test(cases[0], planes, 0, 2);
  tcase_add_loop_test(cases[1], crystal, 0, 4);
  tcase_add_test(cases[2], edges);
  return test_run("engine/vertices", cases, 3);
}
