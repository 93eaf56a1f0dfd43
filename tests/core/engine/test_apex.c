/* covers: projection, cuts
 *
 * Elastic domains with a sharp apex and sharp edges: return to the cone of
 * Drucker and Prager in closed form; return to planes of Tresca and of
 * Mohr-Coulomb, also with a tension cut-off and with less dilatancy than
 * friction, in principal stresses, by all sets of planes (de Souza Neto, Peric
 * and Owen 2008, chapter 8); tangents against differences. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

static const double lambda = 8e3, mu = 6e3, H = 200;

#define ELASTIC                                                     \
  "parameters: {lambda: 8e3, mu: 6e3, H: 200}\n"                    \
  "internal: {x: symmetric, p: scalar}\n"                           \
  "free_energy: |\n  e = eps - x\n"                                 \
  "  lambda/2*tr(e)^2 + mu*(e : e) + H/2*p^2\nelastic_domain:\n"

/* Mohr and Coulomb, by s: (1 + s) a - (1 - s) b <= c, Tresca with s = 0, with
 * flow by s = `dilatancy`; a <= `cut`; and a cone. */
typedef struct {
  const char *text;
  double friction, dilatancy, cohesion, cut;
  bool is_cone;
  bool tangent; /* true if the tangent is also correct at edges */
} criterion;

static const criterion criteria[] = {
    {"material: tresca\n" ELASTIC
     "  one: eigenvalue(A_x, 1) - eigenvalue(A_x, 3) + A_p - 10\n",
     0, 0, 10, 0, false, true},
    {"material: mohr-coulomb\n" ELASTIC
     "  one: 1.5*eigenvalue(A_x, 1) - 0.5*eigenvalue(A_x, 3) + A_p - 12\n",
     0.5, 0.5, 12, 0, false, true},
    {"material: planes\n" ELASTIC
     "  one: 1.3*eigenvalue(A_x, 1) - 0.7*eigenvalue(A_x, 3) + A_p - 12\n"
     "  two: 1.3*eigenvalue(A_x, 1) - 0.7*eigenvalue(A_x, 2) + A_p - 12\n"
     "  three: 1.3*eigenvalue(A_x, 2) - 0.7*eigenvalue(A_x, 3) + A_p - 12\n",
     0.3, 0.3, 12, 0, false, false /* curvatures as large as gaps are small */},
    {"material: drucker-prager\n" ELASTIC
     "  one: mises(A_x) + 0.6*tr(A_x)/3 + A_p - 10\n",
     0.6, 0.6, 10, 0, true, true},
    {"material: cut-off\n" ELASTIC
     "  one: 1.5*eigenvalue(A_x, 1) - 0.5*eigenvalue(A_x, 3) + A_p - 12\n"
     "  two: eigenvalue(A_x, 1) + A_p - 3\n",
     0.5, 0.5, 12, 3, false, true},
    {"material: low-dilatancy\n" ELASTIC
     "  one: |\n"
     "    own = 1.17*eigenvalue(A_x, 1) - 0.83*eigenvalue(A_x, 3)\n"
     "    more = 0.33*(eigenvalue(stress, 1) + eigenvalue(stress, 3))\n"
     "    own + more + A_p - 12\n",
     0.5, 0.17, 12, 0, false, true},
};

enum {
  CRITERIA = sizeof criteria / sizeof *criteria,
  PAIRS = 6,
  PLANES = 9,
  STEPS = 150
};

/* x solves the n equations A x = b; false: nearly singular. */
static bool solve(int n, double A[3][3], const double *b, double *x) {
  for (int i = 0; i < n; i++) x[i] = b[i];
  for (int i = 0; i < n; i++) {
    if (fabs(A[i][i]) < 1e-9 * mu) return false;
    for (int j = i + 1; j < n; j++) {
      double factor = A[j][i] / A[i][i];
      for (int k = i; k < n; k++) A[j][k] -= factor * A[i][k];
      x[j] -= factor * x[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= A[i][j] * x[j];
    x[i] /= A[i][i];
  }
  return true;
}

/* The planes (1 + s) a - (1 - s) b of pairs of principal stresses. */
static const int pairs[PAIRS][2] = {{0, 1}, {0, 2}, {1, 0},
                                     {1, 2}, {2, 0}, {2, 1}};

static double plane_of(double s, int plane, int axis) {
  if (plane >= PAIRS) return plane - PAIRS == axis;
  return (pairs[plane][0] == axis) * (1 + s) -
         (pairs[plane][1] == axis) * (1 - s);
}

static double normal(const criterion *c, int plane, int axis) {
  return plane_of(c->friction, plane, axis);
}

/* Stress change per unit of flow. */
static double relaxed(const criterion *c, int plane, int axis) {
  double trace = 0;
  for (int i = 0; i < 3; i++) trace += plane_of(c->dilatancy, plane, i);
  return lambda * trace + 2 * mu * plane_of(c->dilatancy, plane, axis);
}

/* f of a plane with the sum p of the multipliers. */
static double excess(const criterion *c, int plane, const double *stress,
                     double p) {
  double f = -H * p - (plane < PAIRS ? c->cohesion : c->cut);
  for (int i = 0; i < 3; i++) f += normal(c, plane, i) * stress[i];
  return f;
}

static int count_planes(const criterion *c) { return c->cut ? PLANES : PAIRS; }

/* Return to the planes of `set` from the trial stress; true if it is the
 * solution. */
static bool returns_to(const criterion *c, const int *set, int count,
                       const double *trial, double *stress) {
  double G[3][3], f[3], m[3], p = 0;
  for (int a = 0; a < count; a++) {
    f[a] = excess(c, set[a], trial, 0);
    for (int b = 0; b < count; b++) {
      G[a][b] = H;
      for (int i = 0; i < 3; i++)
        G[a][b] += normal(c, set[a], i) * relaxed(c, set[b], i);
    }
  }
  if (!solve(count, G, f, m)) return false;
  for (int i = 0; i < 3; i++) stress[i] = trial[i];
  for (int a = 0; a < count; a++) {
    if (m[a] < 0) return false;
    p += m[a];
    for (int i = 0; i < 3; i++) stress[i] -= m[a] * relaxed(c, set[a], i);
  }
  for (int plane = 0; plane < count_planes(c); plane++)
    if (excess(c, plane, stress, p) > 1e-10) return false;
  return true;
}

static void return_to_planes(const criterion *c, const double *trial,
                             double *stress) {
  int planes = count_planes(c);
  for (int i = 0; i < planes; i++)
    for (int j = i; j < planes; j++)
      for (int k = j; k < planes; k++) {
        const int set[] = {i, j, k};
        int count = i == j ? 1 : j == k ? 2 : 3;
        if (i == j && j != k) continue;
        if (returns_to(c, set, count, trial, stress)) return;
      }
  ck_abort_msg("no return to planes");
}

/* Return to the cone, with deviator q n and mean stress p */
static void return_to_cone(const criterion *c, const double *trial,
                           double *stress) {
  double a = c->friction, bulk = lambda + 2 * mu / 3;
  double p = (trial[0] + trial[1] + trial[2]) / 3, s[3], q = 0;
  for (int i = 0; i < 3; i++) s[i] = trial[i] - p, q += 1.5 * s[i] * s[i];
  q = sqrt(q);
  double m = (q + a * p - c->cohesion) / (3 * mu + bulk * a * a + H);
  if (3 * mu * m > q) m = (a * p - c->cohesion) / (bulk * a * a + H);
  for (int i = 0; i < 3; i++)
    stress[i] = p - bulk * a * m + s[i] * fmax(0, 1 - 3 * mu * m / q);
}

/* The principal stresses at principal strains. */
static bool expect(const criterion *c, const double *strain, double *stress) {
  double trial[3], trace = strain[0] + strain[1] + strain[2], f = -1, q = 0;
  for (int i = 0; i < 3; i++) trial[i] = lambda * trace + 2 * mu * strain[i];
  double p = lambda * trace + 2 * mu * trace / 3;
  for (int i = 0; i < 3; i++) stress[i] = trial[i];
  for (int i = 0; i < 3; i++) q += 1.5 * (trial[i] - p) * (trial[i] - p);
  for (int i = 0; !c->is_cone && i < count_planes(c); i++)
    f = fmax(f, excess(c, i, trial, 0));
  if (c->is_cone) f = sqrt(q) + c->friction * p - c->cohesion;
  if (f <= 0) return false;
  (c->is_cone ? return_to_cone : return_to_planes)(c, trial, stress);
  return true;
}

/* R diag(a) R' of a random rotation R, columns of which are those of a
 * quaternion. */
typedef struct {
  double R[3][3];
} rotation;

static rotation random_rotation(uint64_t *seed) {
  double q[4], size = 0;
  for (int i = 0; i < 4; i++) {
    q[i] = random_in(seed, -1, 1);
    size += q[i] * q[i];
  }
  for (int i = 0; i < 4; i++) q[i] /= sqrt(size);
  double w = q[0], x = q[1], y = q[2], z = q[3];
  return (rotation){{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z),
                      2 * (x * z + w * y)},
                     {2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
                      2 * (y * z - w * x)},
                     {2 * (x * z - w * y), 2 * (y * z + w * x),
                      1 - 2 * (x * x + y * y)}}};
}

static void rotate(const rotation *r, const double *a, double *t) {
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
  for (int c = 0; c < 6; c++) {
    t[c] = 0;
    for (int i = 0; i < 3; i++)
      t[c] += r->R[at[c][0]][i] * a[i] * r->R[at[c][1]][i];
  }
}

/* Principal strains, also of triaxial compression and extension, with two equal
 * ones, and of pure volume change; up to 100 yield strains. */
static void draw(uint64_t *seed, int kind, double *strain) {
  double size = exp(random_in(seed, log(5e-4), log(5e-2)));
  double more = random_in(seed, -0.5, 1.5);
  for (int i = 0; i < 3; i++) strain[i] = size * random_in(seed, -1, 1);
  for (int i = 0; i < 3; i++) strain[i] += size * more;
  if (kind % 4 == 1) strain[2] = strain[1];
  if (kind % 8 == 3) strain[2] = strain[1] = strain[0];
}

START_TEST(returns) {
  const criterion *c = &criteria[_i];
  FOR_ENGINES(engine) {
    setup s = {.material = c->text, .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    uint64_t seed = 3;
    int flowing = 0;
    for (int i = 0; i < STEPS; i++) {
      double strain[3], stress[3], target[6], expected[6], found[6], most = 0;
      draw(&seed, i, strain);
      rotation r = random_rotation(&seed);
      if (i % 3 == 0) r = (rotation){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
      rotate(&r, strain, target);
      flowing += expect(c, strain, stress);
      rotate(&r, stress, expected);
      am_point_status status = point_strain(&p, 1, target);
      ck_assert_msg(status == AM_POINT_GOOD, "%s, step %d: %s",
                    p.material->name, i, am_point_status_text[status]);
      am_basis_to_tensor(p.step.stress, found);
      for (int j = 0; j < 6; j++) most = fmax(most, fabs(expected[j]));
      for (int j = 0; j < 6; j++)
        ck_assert_msg(fabs(found[j] - expected[j]) <= 1e-11 * (most + 10),
                      "%s, step %d, component %d: %.17g, expected %.17g",
                      p.material->name, i, j, found[j], expected[j]);
    }
    ck_assert_int_gt(flowing, STEPS / 2);
    point_close(&p);
  }
}
END_TEST

/* Central differences in direction c; false if one-sided differences disagree
 * because the stress is close to another plane. */
static bool differences(point *p, const double *strain, int c, double *d) {
  double sides[3][6], h = 1e-7, size = 1e-4 * mu;
  for (int side = 0; side < 3; side++) {
    double e[6], target[6];
    am_basis_from_tensor(strain, e);
    e[c] += (side - 1) * h;
    am_basis_to_tensor(e, target);
    ck_assert_int_eq(point_strain(p, 1, target), AM_POINT_GOOD);
    memcpy(sides[side], p->step.stress, sizeof sides[side]);
  }
  bool smooth = true;
  for (int i = 0; i < 6; i++) {
    d[i] = (sides[2][i] - sides[0][i]) / (2 * h);
    smooth &= fabs(sides[2][i] + sides[0][i] - 2 * sides[1][i]) <= size * h;
  }
  return smooth;
}

START_TEST(tangents) {
  const criterion *c = &criteria[_i];
  if (!c->tangent) return;
  FOR_ENGINES(engine) {
    setup s = {.material = c->text, .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    uint64_t seed = 13;
    int compared = 0;
    for (int i = 0; i < 40; i++) {
      double strain[3], target[6], C[36], d[6];
      draw(&seed, 0, strain);
      rotation r = random_rotation(&seed);
      rotate(&r, strain, target);
      ck_assert_int_eq(point_strain(&p, 1, target), AM_POINT_GOOD);
      memcpy(C, p.step.tangent, sizeof C);
      for (int j = 0; j < 6; j++) {
        if (!differences(&p, target, j, d)) continue;
        compared++;
        for (int k = 0; k < 6; k++)
          ck_assert_msg(fabs(d[k] - C[6 * k + j]) <= 1e-5 * mu,
                        "%s, step %d, C[%d][%d]: %.9g, by differences %.9g",
                        p.material->name, i, k, j, C[6 * k + j], d[k]);
      }
    }
    ck_assert_int_gt(compared, 200);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[2] = {tcase_create("returns"), tcase_create("tangents")};
  tcase_add_loop_test(cases[0], returns, 0, CRITERIA);
  tcase_add_loop_test(cases[1], tangents, 0, CRITERIA);
  return test_run("engine/apex", cases, 2);
}
