/* mixed_law.h: random laws that combine one to three mechanisms: viscous flow,
 * elastic domains of 1 to 12 surfaces, hardening, damage, maxima and a
 * temperature. A law is stored as numbers, from which the test computes its own
 * results, and as the text of a material file. */
#ifndef AM_TESTS_VERIFICATION_MIXED_LAW_H
#define AM_TESTS_VERIFICATION_MIXED_LAW_H

#include "base/basis.h"
#include "base/text.h"
#include "tests/graph_tools.h"

typedef enum {
  FLOW_NORTON,
  FLOW_PERZYNA,
  FLOW_EXPONENTIAL,
  FLOW_VISCOUS, /* the last that has a force potential */
  DOMAIN_J2,
  DOMAIN_CONE,
  DOMAIN_HOSFORD,
  DOMAIN_TRESCA,
  DOMAIN_SLIP,
  DOMAIN_PLANES,
  FLOWS
} flow_kind;

static const char *const flow_names[FLOWS] = {
    "norton", "perzyna", "exponential", "linear", "j2", "cone",
    "hosford", "tresca", "slip", "planes"};

typedef enum { ISO_NONE, ISO_LINEAR, ISO_VOCE, ISO_POWER, ISOS } iso_kind;
typedef enum { KIN_NONE, KIN_LINEAR, KIN_RECOVERY, KINS } kin_kind;

static const char *const iso_names[ISOS] = {"", "+linear", "+voce", "+power"};
static const char *const kin_names[KINS] = {"", "+prager", "+recovery"};

enum { MOST_MECHANISMS = 3, MOST_PLANES = 12, MOST_BACKSTRESSES = 2 };

typedef struct {
  flow_kind flow;
  iso_kind iso;
  kin_kind kin;
  double k;             /* yield stress, or 0 (MPa) */
  double drag, rate, n; /* of viscous flow (MPa, 1/s) */
  double slope;         /* of a cone */
  int power;            /* of Hosford's criterion */
  int planes;
  double normal[MOST_PLANES][6], level[MOST_PLANES]; /* tensor components */
  double H, Q, b, p0, m; /* of isotropic hardening */
  double c;              /* of linear kinematic hardening (MPa) */
  int backstresses;
  double C[MOST_BACKSTRESSES], D[MOST_BACKSTRESSES];
} mechanism;

typedef struct {
  bool cubic, thermal, maximum, damage, logarithmic;
  double lambda, mu;       /* isotropic */
  double C11, C12, C44;    /* cubic */
  double stiffness[6][6];  /* in the coordinates of base/basis.h */
  double alpha, soft;      /* expansion (1/K), decrease of k (1/K) */
  double parallel, kappa0; /* a spring that softens with a maximum */
  double fast, B, r;       /* of damage */
  mechanism m[MOST_MECHANISMS];
  int count;
} mixed_law;

static inline bool is_domain(const mechanism *m) {
  return m->flow > FLOW_VISCOUS;
}

/* True if a mechanism depends on the pressure */
static inline bool sees_pressure(const mechanism *m) {
  return m->flow == DOMAIN_CONE || m->flow == DOMAIN_PLANES;
}

static inline bool has_domain(const mixed_law *law) {
  for (int i = 0; i < law->count; i++)
    if (is_domain(&law->m[i])) return true;
  return false;
}

static inline bool has_flow(const mixed_law *law) {
  for (int i = 0; i < law->count; i++)
    if (!is_domain(&law->m[i])) return true;
  return false;
}

/* True if the yield surface may have vertices, where a given stress has many
 * strains. */
static inline bool has_vertices(const mixed_law *law) {
  for (int i = 0; i < law->count; i++)
    if (law->m[i].planes > 1 || law->m[i].flow == DOMAIN_TRESCA) return true;
  return false;
}

/* True if a backward Euler step is the minimum of a convex function of the
 * forces (convex_step.h) */
static inline bool is_convex(const mixed_law *law) {
  for (int i = 0; i < law->count; i++)
    if (law->m[i].kin == KIN_RECOVERY) return false;
  return !law->maximum && !law->damage;
}

/* The factor of yield stresses at a temperature. */
static inline double softening(const mixed_law *law, double T) {
  return law->thermal ? 1 - law->soft * (T - 300) : 1;
}

/* ---- random numbers ------------------------------------------------------ */

static inline bool random_chance(uint64_t *seed, double part) {
  return random_in(seed, 0, 1) < part;
}

static inline double random_scale(uint64_t *seed, double low, double high) {
  return exp(random_in(seed, log(low), log(high)));
}

/* Rounds to three digits, so that the text of a file has the exact value. */
static inline double rounded(double x) {
  char text[32];
  snprintf(text, sizeof text, "%.3g", x);
  return strtod(text, NULL);
}

static inline double random_number(uint64_t *seed, double low, double high) {
  return rounded(random_scale(seed, low, high));
}

/* A symmetric tensor of norm 1 and small whole numbers, so that vertices of
 * many planes are likely; for slip systems, the product of two orthogonal
 * vectors. */
static inline void random_normal(uint64_t *seed, bool slip, double *normal) {
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  double size = 0;
  while (size == 0) {
    double m[3], o[3], free[6];
    for (int i = 0; i < 3; i++) m[i] = random_below(seed, 5) - 2;
    for (int i = 0; i < 3; i++) o[i] = random_below(seed, 5) - 2;
    for (int c = 0; c < 6; c++) free[c] = random_below(seed, 5) - 2;
    const double n[3] = {m[1] * o[2] - m[2] * o[1], m[2] * o[0] - m[0] * o[2],
                         m[0] * o[1] - m[1] * o[0]};
    for (int c = 0; c < 6; c++) {
      int i = row[c], j = column[c];
      normal[c] = slip ? m[i] * n[j] + m[j] * n[i] : free[c];
      size += (c < 3 ? 1 : 2) * normal[c] * normal[c];
    }
  }
  for (int c = 0; c < 6; c++) normal[c] = rounded(normal[c] / sqrt(size));
  if (slip) normal[2] = -normal[0] - normal[1];
}

/* The twelve slip systems of face-centred cubic crystals. */
static inline void crystal_planes(mechanism *m) {
  static const int plane[4][3] = {{1, 1, 1}, {-1, 1, 1}, {1, -1, 1},
                                  {1, 1, -1}};
  static const int slip[6][3] = {{1, -1, 0}, {1, 0, -1}, {0, 1, -1},
                                 {1, 1, 0}, {1, 0, 1}, {0, 1, 1}};
  static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
  for (int i = 0; i < 24; i++) {
    const int *n = plane[i / 6], *s = slip[i % 6];
    if (n[0] * s[0] + n[1] * s[1] + n[2] * s[2] != 0) continue;
    for (int c = 0; c < 6; c++)
      m->normal[m->planes][c] =
          (n[row[c]] * s[column[c]] + n[column[c]] * s[row[c]]) /
          sqrt(24);
    m->level[m->planes++] = 1;
  }
}

static inline void random_planes(mechanism *m, uint64_t *seed) {
  if (m->flow == DOMAIN_SLIP && random_chance(seed, 0.3)) {
    crystal_planes(m);
    return;
  }
  m->planes = 1 + random_below(seed, MOST_PLANES);
  for (int i = 0; i < m->planes; i++) {
    random_normal(seed, m->flow == DOMAIN_SLIP, m->normal[i]);
    m->level[i] = random_chance(seed, 0.5)
                      ? 1 : rounded(random_in(seed, 0.5, 1.5));
  }
}

static inline void random_hardening(mechanism *m, uint64_t *seed) {
  m->iso = random_below(seed, ISOS);
  m->kin = random_below(seed, KINS);
  if (random_chance(seed, 0.3)) m->iso = ISO_NONE, m->kin = KIN_NONE;
  m->H = random_number(seed, 100, 2e4);
  m->Q = random_number(seed, 10, 200);
  m->b = random_number(seed, 2, 500);
  m->m = rounded(random_in(seed, 0.2, 0.8));
  m->p0 = random_number(seed, 1e-5, 1e-2);
  m->c = random_number(seed, 500, 5e4);
  m->backstresses = 1 + random_below(seed, MOST_BACKSTRESSES);
  for (int i = 0; i < MOST_BACKSTRESSES; i++) {
    m->C[i] = random_number(seed, 1e3, 1e5);
    m->D[i] = random_number(seed, 10, 1000);
  }
}

static inline mechanism random_mechanism(uint64_t *seed) {
  mechanism m = {.flow = random_below(seed, FLOWS)};
  m.k = random_number(seed, 50, 400);
  m.drag = random_number(seed, 30, 400);
  m.rate = random_number(seed, 1e-5, 1);
  m.n = m.flow == FLOW_VISCOUS ? 1 : rounded(random_in(seed, 1, 9));
  m.slope = rounded(random_in(seed, 0.05, 0.4));
  m.power = 4 + 2 * random_below(seed, 3);
  if (m.flow == DOMAIN_SLIP || m.flow == DOMAIN_PLANES)
    random_planes(&m, seed);
  random_hardening(&m, seed);
  if (!is_domain(&m)) {
    m.kin = m.kin == KIN_RECOVERY ? KIN_LINEAR : m.kin;
    if (m.flow != FLOW_PERZYNA) m.k = 0, m.iso = ISO_NONE;
  } else if (m.flow != DOMAIN_J2 && m.kin == KIN_RECOVERY) {
    m.kin = KIN_NONE;
  }
  return m;
}

/* K: by coordinates, of isotropic or cubic stiffness. */
static inline void find_stiffness(mixed_law *law) {
  for (int j = 0; j < 6; j++) {
    double e[6], s[6];
    am_basis_to_tensor((const double[6]){[0] = j == 0, j == 1, j == 2, j == 3,
                                         j == 4, j == 5}, e);
    double trace = e[0] + e[1] + e[2];
    for (int i = 0; i < 6; i++)
      s[i] = law->cubic
                 ? (i < 3 ? law->C12 * trace + (law->C11 - law->C12) * e[i]
                          : 2 * law->C44 * e[i])
                 : 2 * law->mu * e[i] + (i < 3 ? law->lambda * trace : 0);
    am_basis_from_tensor(s, e);
    for (int i = 0; i < 6; i++) law->stiffness[i][j] = e[i];
  }
}

static inline mixed_law random_mixed_law(uint64_t *seed) {
  mixed_law law = {.cubic = random_chance(seed, 0.25),
                   .thermal = random_chance(seed, 0.25),
                   .maximum = random_chance(seed, 0.1),
                   .damage = random_chance(seed, 0.1),
                   .logarithmic = random_chance(seed, 0.15)};
  double nu = rounded(random_in(seed, 0.1, 0.45));
  law.mu = random_number(seed, 2e4, 1e5);
  law.lambda = rounded(2 * law.mu * nu / (1 - 2 * nu));
  law.C12 = law.lambda;
  law.C11 = rounded(law.C12 + 2 * law.mu * random_in(seed, 0.4, 1));
  law.C44 = law.mu;
  find_stiffness(&law);
  law.alpha = rounded(random_in(seed, 0, 2e-5));
  law.soft = rounded(random_in(seed, 0, 2e-3));
  law.parallel = random_number(seed, 1e3, 2e4);
  law.kappa0 = random_number(seed, 0.2, 1);
  law.fast = random_number(seed, 1e-5, 1e-2);
  law.B = random_number(seed, 300, 1000);
  law.r = rounded(random_in(seed, 1, 4));
  law.count = 1 + random_below(seed, MOST_MECHANISMS);
  for (int i = 0; i < law.count; i++) law.m[i] = random_mechanism(seed);
  return law;
}

#endif
