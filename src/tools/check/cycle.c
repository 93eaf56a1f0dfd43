/* cycle.c: closed cycles of deformation: the work of the nominal stress equals
 * dissipation plus the energy stored in internal variables. */
#include "check/parts.h"

typedef struct {
  am_subject *subject;
  am_test_point deformed;
  am_loading loading; /* its state is that at the start of a step */
  am_worst worst, least;
} cycle;

/* Permitted deficit of the balance's order relative to the order of implicit
 * Euler; fractions of the work below which an imbalance counts as rounding, and
 * a negative dissipation is accepted. */
static const double slack = 0.4;
static const double rounding = 1e-11;
static const double negligible = 1e-10;

/* ---- elastic ------------------------------------------------------------- */

/* The trapezoidal rule converges faster than any power of the number of points
 * for smooth periodic integrands (Trefethen and Weideman 2014). */
enum { FEWEST = 32, POINTS = 8192, SMALLER = 6 };

/* Loop of deformation gradients I + size (A sin s + B (1 - cos s)), and its
 * derivative. */
typedef struct {
  double A[9], B[9], size;
} loop;

static void loop_at(const loop *l, double s, double *F, double *along) {
  for (int c = 0; c < 9; c++) {
    F[c] = (c < 3) + l->size * (l->A[c] * sin(s) + l->B[c] * (1 - cos(s)));
    along[c] = l->size * (l->A[c] * cos(s) + l->B[c] * sin(s));
  }
}

/* Work along the loop; every point is a jump from the initial state.  False if
 * a variable changes. */
static bool work_around(cycle *y, const loop *l, int points, double *work,
                        double *size) {
  const double part = 2 * acos(-1) / points;
  const am_step *step = y->deformed.step;
  const am_law *law = y->subject->law;
  *work = *size = 0;
  for (int i = 0; i < points; i++) {
    double F[9], along[9], P[9], power = 0;
    loop_at(l, i * part, F, along);
    am_finite_strain_put(&y->deformed, &y->loading, F);
    if (!am_finite_strain_advance(&y->deformed, P)) return false;
    for (int v = 0; v < law->na - law->nd; v++)
      if (step->state[v] != law->initial[v]) return false;
    for (int c = 0; c < 9; c++) power += P[c] * along[c];
    *work += power * part;
    *size += fabs(power) * part;
  }
  return true;
}

/* Uses a smaller loop if the law flows on this one. */
static bool compare_loop(cycle *y, int sample) {
  am_random random = am_random_new(y->subject->seed, 0xc1c1e,
                                   (uint32_t)sample, 0);
  loop l = {.size = 1};
  am_random_vector(&random, 9, 0.4, l.A);
  am_random_vector(&random, 9, 0.4, l.B);
  for (int i = 0; i < SMALLER; i++, l.size /= 10) {
    double work = 0, size = 0, ours = INFINITY;
    bool elastic = true;
    for (int n = FEWEST; elastic && n <= POINTS && ours > 1e-12; n *= 2) {
      elastic = work_around(y, &l, n, &work, &size);
      ours = size > 0 ? fabs(work) / size : 0;
    }
    if (!elastic) continue;
    am_worst_take(&y->worst, ours, 0, 1e-9, NULL);
    return true;
  }
  return false;
}

static void check_elastic(cycle *y) {
  am_subject *s = y->subject;
  int count = s->level == AM_LEVEL_QUICK ? 1 : 4, good = 0;
  y->worst = am_worst_new(s, "cycle", "no work without flow", NULL);
  for (int i = 0; i < count && !am_check_stopped(s); i++) {
    y->loading = am_loading_initial(s->arena, s->law);
    good += compare_loop(y, i);
  }
  y->worst.finding.note = good ? "relative to the sum of the absolute work"
                               : "the law flows under any load, or no step "
                                 "could be integrated";
  am_worst_add(&y->worst);
}

/* ---- flow ---------------------------------------------------------------- */

/* Triangle from F = I over two corners back to I, each side in equal parts. */
enum { WAYS = 3 };

typedef struct {
  double corners[WAYS + 1][9]; /* first and last are I */
  double duration;             /* of a side */
} triangle;

/* Integrals along the triangle. */
typedef struct {
  double F[9], P[9];  /* current values */
  double work, size;  /* work of P, and sum of its absolute contributions */
} position;

/* Integrates to F; work by the trapezoidal rule. */
static bool go_to(cycle *y, position *w, const double *F) {
  am_step *step = y->deformed.step;
  double P[9];
  am_loading_put(&y->loading, step);
  memcpy(step->gradient0, w->F, sizeof w->F);
  memcpy(step->target, F, sizeof step->target);
  if (!am_finite_strain_advance(&y->deformed, P)) return false;
  for (int c = 0; c < 9; c++) {
    double part = (P[c] + w->P[c]) / 2 * (F[c] - w->F[c]);
    w->work += part;
    w->size += fabs(part);
  }
  memcpy(w->F, F, sizeof w->F);
  memcpy(w->P, P, sizeof w->P);
  memcpy(y->loading.from, step->strain, sizeof y->loading.from);
  memcpy(y->loading.state, step->state,
         (size_t)y->subject->law->nx * sizeof(double));
  return true;
}

/* Work minus dissipation and stored energy, relative to the sum of absolute
 * work; dissipation likewise.  False if the law cannot be integrated. */
static bool find_balance(cycle *y, const triangle *t, int parts, double *error,
                         double *dissipated) {
  const am_law *law = y->subject->law;
  const am_step *step = y->deformed.step;
  position w = {.F = {1, 1, 1}};
  y->loading = am_loading_initial(y->subject->arena, law);
  if (!go_to(y, &w, t->corners[0])) return false;
  double start = step->energy;
  y->loading.duration = t->duration / parts;
  for (int i = 0; i < WAYS * parts; i++) {
    double F[9], part = (double)(i % parts + 1) / parts;
    const double *from = t->corners[i / parts], *to = from + 9;
    for (int c = 0; c < 9; c++) F[c] = from[c] + part * (to[c] - from[c]);
    if (!go_to(y, &w, F)) return false;
  }
  double lost = step->state[law->na];
  double over = w.size > 0 ? 1 / w.size : 0;
  *error = over * fabs(w.work - lost - (step->energy - start));
  *dissipated = over * lost;
  return true;
}

/* The strain at the second corner has different principal axes, because of an
 * additional shear. */
static triangle triangle_of(const am_loading *loading) {
  static const int other[6] = {1, 2, 0, 4, 5, 3};
  triangle t = {.corners = {{1, 1, 1}, {0}, {0}, {1, 1, 1}},
                .duration = loading->duration};
  double x[6], moved[6], strain[6];
  am_basis_to_tensor(loading->to, x);
  for (int c = 0; c < 6; c++) moved[c] = (c < 3 ? -1 : 1) * x[other[c]];
  am_basis_from_tensor(moved, strain);
  am_finite_strain_stretch(loading->to, t.corners[1]);
  am_finite_strain_stretch(strain, t.corners[2]);
  t.corners[2][5] += am_vector_norm(strain, 6);
  return t;
}

/* Order of convergence over the last four halvings; replaces an error that is
 * smaller by chance than a later one by the later one. */
static double order_of(const double *errors) {
  enum { LAST = AM_CONVERGENCE_LEVELS - 1, HALVINGS = 4 };
  double most = 0;
  if (errors[LAST] <= rounding) return 1;
  for (int i = LAST - HALVINGS; i <= LAST; i++) most = fmax(most, errors[i]);
  return fmin(1, log2(most / errors[LAST]) / HALVINGS);
}

static bool compare_triangle(void *data, const am_loading *loading) {
  enum { LAST = AM_CONVERGENCE_LEVELS - 1 };
  cycle *y = data;
  double errors[AM_CONVERGENCE_LEVELS], lost = 0;
  const triangle t = triangle_of(loading);
  for (int i = 0; i <= LAST; i++)
    if (!find_balance(y, &t, 4 << i, &errors[i], &lost)) return false;
  if (am_worst_take(&y->worst, order_of(errors), 1, slack, NULL))
    y->worst.finding.note =
        am_format(y->subject->arena, "order of the error; relative error %.2g "
                                     "with %d substeps",
                  errors[LAST], WAYS * (4 << LAST));
  am_worst_take(&y->least, lost, 0, negligible, NULL);
  return true;
}

static am_status check_flow(cycle *y) {
  am_subject *s = y->subject;
  int count = s->level == AM_LEVEL_THOROUGH ? 3 : 1;
  y->worst = am_worst_new(s, "cycle", "work of P, dissipation, energy", NULL);
  y->least = am_worst_new(s, "cycle", "dissipation", NULL);
  y->least.finding.at_least = true;
  AM_TRY(am_loadings_visit_flowing(s, count, compare_triangle, y));
  am_worst_add(&y->worst);
  am_worst_add(&y->least);
  return AM_OK;
}

am_status am_check_run_cycle(am_subject *subject) {
  cycle y = {.subject = subject};
  const am_scheme *scheme = am_scheme_find("implicit-euler");
  AM_TRY(am_finite_strain_new(subject, am_coarse_solver(subject, scheme, false),
                              &y.deformed));
  check_elastic(&y);
  return check_flow(&y);
}
