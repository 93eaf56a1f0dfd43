/* problem.h: the kernel for a law with a known solution.
 *
 * Along a strain e(t), linear in t,
 *
 *     y0' = e0 y0^2,   y1' = e1 y1 + e0 y0 y1,   y2' = y0' + y1'
 *
 * has the solution y0 = 1/(1/a0 - E0), y1 = a1 exp(E1) y0/a0, where E are the
 * integrals of e; y2 is a quadrature. The stress is e + y0 in all
 * components. */
#ifndef AM_TESTS_KERNEL_PROBLEM_H
#define AM_TESTS_KERNEL_PROBLEM_H

#include <string.h>

#include "kernel/context.h"
#include "tests/support.h"

enum { NX = 3, NS = 2, SCRATCH = 10000, RECORDED = 100000 };

/* Functions of the law whose calls are counted. */
enum {
  OF_RATE,
  OF_JACOBIAN,
  OF_GRADIENT,
  OF_RATE_SHARED,
  OF_RATE_ALONG,
  OF_STRESS,
  OF_STRESS_SHARED,
  OF_STRESS_ALONG,
  OF_CURVATURE_SHARED,
  OF_CURVATURE_ALONG,
  COUNTED
};

typedef struct {
  int calls;          /* of the rate, in any function */
  int made[COUNTED];  /* calls of functions */
  double broken_from; /* f is NaN where e5 is above it */
} law_data;

static void count(k_context *k, int function) {
  law_data *data = k->data;
  data->made[function]++;
}

static void rates(k_context *k, const real *e, const real *y, real *f) {
  law_data *data = k->data;
  data->calls++;
  f[0] = e[0] * y[0] * y[0];
  f[1] = e[1] * y[1] + e[0] * y[0] * y[1];
  f[2] = f[0] + f[1];
  if (e[5] > data->broken_from) f[0] = NAN;
}

static void jacobian(k_context *k, const real *e, const real *y, real *f,
                     real *J) {
  const real rows[NX][NS] = {
      {2 * e[0] * y[0], 0},
      {e[0] * y[1], e[1] + e[0] * y[0]},
      {2 * e[0] * y[0] + e[0] * y[1], e[1] + e[0] * y[0]}};
  rates(k, e, y, f);
  memcpy(J, rows, sizeof rows);
}

static void gradient(k_context *k, const real *e, const real *y, real *f,
                     real *J, real *B) {
  const real rows[NX][6] = {{y[0] * y[0]},
                            {y[0] * y[1], y[1]},
                            {y[0] * y[0] + y[0] * y[1], y[1]}};
  jacobian(k, e, y, f, J);
  memcpy(B, rows, sizeof rows);
}

static void stress(const real *eps, const real *y, real *sig) {
  for (int i = 0; i < 6; i++) sig[i] = eps[i] + y[0];
}

K_FN void k_rate(k_context *k, const real *eps, const real *rate,
                 const real *y, real *f) {
  (void)rate;
  count(k, OF_RATE);
  rates(k, eps, y, f);
}

K_FN void k_jacobian(k_context *k, const real *e, const real *rate,
                     const real *y, real *f, real *J, real *D) {
  (void)rate, (void)D;
  count(k, OF_JACOBIAN);
  jacobian(k, e, y, f, J);
}

K_FN void k_gradient(k_context *k, const real *e, const real *rate,
                     const real *y, real *f, real *J, real *B) {
  (void)rate;
  count(k, OF_GRADIENT);
  gradient(k, e, y, f, J, B);
}

/* The common part of directions is a matrix by y and one by eps, as in
 * generated code. */
enum {
  RATE_SHARED = NX * (NS + 6),
  STRESS_SHARED = 1,
  CURVATURE_SHARED = RATE_SHARED,
  RATE_BY_SHARED = 0,
  STRESS_BY_SHARED = 0,
  CURVATURE_BY_SHARED = 0,
  MEMORY_SHARED = 0,
  MEMORY_BY_SHARED = 0,
  RATE_PATH_SHARED = 0,
  STRESS_PATH_SHARED = 0,
  CURVATURE_PATH_SHARED = 0,
  STRESS_CURVATURE_PATH_SHARED = 0,
  STRESS_CURVATURE_BY_SHARED = 0
};
#define K_SHARED(WORD) WORD##_SHARED

static void along(int c, const real *shared, real theta, const real *w,
                  real *to) {
  const real *My = shared, *Meps = shared + NX * NS;
  for (int i = 0; i < NX; i++) {
    to[i] = Meps[i * 6 + c] * theta;
    for (int j = 0; j < NS; j++) to[i] += My[i * NS + j] * w[j];
  }
}

K_FN void k_rate_shared(k_context *k, const real *e, const real *rate,
                        const real *y, real *f, real *shared) {
  (void)rate;
  count(k, OF_RATE_SHARED);
  gradient(k, e, y, f, shared, shared + NX * NS);
}

K_FN void k_rate_jvp(k_context *k, int c, const real *shared,
                     const real *theta, const real *w, real *FZ) {
  count(k, OF_RATE_ALONG);
  along(c, shared, *theta, w, FZ);
}

K_FN void k_curvature_shared(k_context *k, const real *e, const real *rate,
                             const real *y, const real *u, real *shared) {
  const real *v = u + NS;
  const real my[2][NS] = {
      {2 * e[0] * u[0] + 2 * y[0] * v[0], 0},
      {e[0] * u[1] + y[1] * v[0], e[0] * u[0] + y[0] * v[0] + v[1]}};
  const real me[2][6] = {{2 * y[0] * u[0]},
                         {y[1] * u[0] + y[0] * u[1], u[1]}};
  real *My = shared, *Meps = shared + NX * NS;
  (void)rate;
  count(k, OF_CURVATURE_SHARED);
  for (int j = 0; j < NS; j++)
    for (int i = 0; i < NX; i++)
      My[i * NS + j] = i < 2 ? my[i][j] : my[0][j] + my[1][j];
  for (int j = 0; j < 6; j++)
    for (int i = 0; i < NX; i++)
      Meps[i * 6 + j] = i < 2 ? me[i][j] : me[0][j] + me[1][j];
}

K_FN void k_curvature_jvp(k_context *k, int c, const real *shared,
                          const real *theta, const real *w, real *to) {
  count(k, OF_CURVATURE_ALONG);
  along(c, shared, *theta, w, to);
}

K_FN void k_stress(k_context *k, const real *eps, const real *y, real *sig) {
  count(k, OF_STRESS);
  stress(eps, y, sig);
}

K_FN void k_stiffness(k_context *k, const real *eps, const real *y,
                      real *sig, real *Ce, real *Cy) {
  (void)k;
  stress(eps, y, sig);
  for (int i = 0; i < 36; i++) Ce[i] = i % 7 == 0;
  for (int i = 0; i < 6 * NX; i++) Cy[i] = i % NX == 0;
}

/* shared: dsigma/dy0, the same everywhere */
K_FN void k_stress_shared(k_context *k, const real *eps, const real *y,
                          real *sig, real *shared) {
  count(k, OF_STRESS_SHARED);
  stress(eps, y, sig);
  shared[0] = 1;
}

K_FN void k_stress_jvp(k_context *k, int c, const real *shared,
                       const real *theta, const real *w, real *to) {
  count(k, OF_STRESS_ALONG);
  for (int i = 0; i < 6; i++)
    to[i] = (i == c ? *theta : 0) + shared[0] * w[0];
}

/* Stresses that are given along the step, and derivatives by parameters, are
 * tested with the laws of materials. */
K_FN void k_elasticity(k_context *k, const real *eps, const real *y, real *sig,
                       real *Ce) {
  (void)k;
  stress(eps, y, sig);
  for (int i = 0; i < 36; i++) Ce[i] = i % 7 == 0;
}

K_FN void k_stress_by_external(k_context *k, const real *eps, const real *y,
                               real *Ct) {
  (void)k, (void)eps, (void)y, (void)Ct;
}

#define UNUSED_RATE(name)                                                   \
  K_FN void name##_shared(k_context *k, const real *e, const real *rate,    \
                          const real *y, real *f, real *shared) {           \
    (void)k, (void)e, (void)rate, (void)y, (void)shared;                    \
    for (int i = 0; i < NX; i++) f[i] = 0;                                  \
  }
#define UNUSED_STRESS(name)                                                 \
  K_FN void name##_shared(k_context *k, const real *e, const real *y,       \
                          real *sig, real *shared) {                        \
    (void)k, (void)shared;                                                  \
    stress(e, y, sig);                                                      \
  }
#define UNUSED_ALONG(name, rows)                                            \
  K_FN void name##_jvp(k_context *k, int p, const real *shared,           \
                         const real *theta, const real *w, real *to) {      \
    (void)k, (void)p, (void)shared, (void)theta, (void)w;                   \
    for (int i = 0; i < rows; i++) to[i] = 0;                               \
  }

UNUSED_RATE(k_rate_path)
UNUSED_ALONG(k_rate_path, NX)
UNUSED_STRESS(k_stress_path)
UNUSED_ALONG(k_stress_path, 6)
UNUSED_RATE(k_curvature_path)
UNUSED_ALONG(k_curvature_path, NX)
UNUSED_STRESS(k_stress_curvature_path)
UNUSED_ALONG(k_stress_curvature_path, 6)
UNUSED_STRESS(k_stress_curvature_by)
UNUSED_ALONG(k_stress_curvature_by, 6)
UNUSED_RATE(k_rate_by)
UNUSED_ALONG(k_rate_by, NX)
UNUSED_STRESS(k_stress_by)
UNUSED_ALONG(k_stress_by, 6)
UNUSED_RATE(k_curvature_by)
UNUSED_ALONG(k_curvature_by, NX)

K_FN void k_maxima(k_context *k, const real *eps, const real *y, real *next) {
  (void)k, (void)eps;
  for (int i = 0; i < NX; i++) next[i] = y[i];
}

#define UNUSED_MEMORY(name)                                                 \
  K_FN void name##_shared(k_context *k, const real *eps, const real *y,     \
                          real *next, real *shared) {                       \
    (void)shared;                                                           \
    k_maxima(k, eps, y, next);                                              \
  }

UNUSED_MEMORY(k_maxima)
UNUSED_ALONG(k_maxima, NX)
UNUSED_MEMORY(k_maxima_by)
UNUSED_ALONG(k_maxima_by, NX)

K_FN void k_metric(k_context *k, const real *eps, const real *y, real *M) {
  (void)k, (void)eps, (void)y;
  for (int i = 0; i < NS * NS; i++) M[i] = i % (NS + 1) == 0;
}

K_FN void k_forces(k_context *k, const real *eps, const real *y, real *A) {
  (void)k, (void)eps;
  for (int i = 0; i < NS; i++) A[i] = -y[i];
}

K_FN void k_energy(k_context *k, const real *eps, const real *y,
                   real *omega) {
  (void)k, (void)eps, (void)y;
  omega[0] = 0;
}

K_FN void k_update_of(k_context *k, const real *eps1, const real *a0, real dt,
                      real *a1, real *sig, real *C, mask *ok) {
  (void)k, (void)eps1, (void)a0, (void)dt, (void)a1, (void)C;
  for (int i = 0; i < 6; i++) sig[i] = 0;
  *ok = 0;
}

#include "kernel/kernel.h"

/* Context with memory for one pass. */
typedef struct {
  k_context context;
  am_law law;
  am_solver solver;
  am_plan plan;
  k_group groups[NX];
  law_data data;
  real scratch[SCRATCH], sequence[RECORDED];
} problem;

static k_pivot pivots[NS] = {{0, 2, 1, 3, 1}, {1, 4, 0, 4, 0}};
static int places[] = {0, 1, 1, 1};

static inline void problem_open(problem *p, const am_scheme *scheme) {
  *p = (problem){.solver = am_solver_default,
                 .groups = {{0, 1}, {1, 1}, {2, 1}},
                 .data = {.broken_from = HUGE_VAL}};
  p->solver.scheme = scheme;
  p->solver.error_control = AM_CONTROL_INTERNAL;
  p->law = (am_law){.nx = NX, .na = NX, .ns = NS};
  p->plan = (am_plan){.nz = NX, .derivatives = true,
                      .groups = p->groups, .group_count = NX,
                      .solved = p->groups, .solved_count = NS,
                      .order = {.pivots = pivots, .places = places}};
  p->context = (k_context){.law = &p->law, .plan = &p->plan,
                           .solver = &p->solver, .stress_scale = 1,
                           .attempts = p->solver.max_substeps,
                           .budget = 1e9,
                           .scratch = p->scratch, .scratch_size = SCRATCH,
                           .sequence = {p->sequence}, .data = &p->data};
  for (int i = 0; i < SCRATCH; i++) p->scratch[i] = NAN;
}

static const real start[NX] = {0.8, 0.5, -0.3};

/* Loading step of 2 time units in which all quantities vary. */
static inline k_loading new_loading(void) {
  k_loading loading = {.dt = 2, .eps0 = {0.1, 0.9}, .eps1 = {0.6, -0.7}};
  k_set_rates(&loading, 0, 6);
  return loading;
}

/* The exact y [NX] and dy/deps1 Z [6][NX] at time t from y0 at time 0. */
static inline void exact(const k_loading *loading, real t, real *y, real *Z) {
  real inner = 0.5 * t * t / loading->dt, integral[2];
  for (int i = 0; i < 2; i++)
    integral[i] = loading->eps0[i] * (t - inner) + loading->eps1[i] * inner;
  y[0] = 1 / (1 / start[0] - integral[0]);
  y[1] = start[1] * exp(integral[1]) * y[0] / start[0];
  y[2] = start[2] + y[0] - start[0] + y[1] - start[1];
  memset(Z, 0, 6 * NX * sizeof *Z);
  Z[0] = y[0] * y[0] * inner;
  Z[1] = y[1] * y[0] * inner;
  Z[2] = Z[0] + Z[1];
  Z[NX + 1] = Z[NX + 2] = y[1] * inner;
}

#endif
