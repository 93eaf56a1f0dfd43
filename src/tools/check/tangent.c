/* tangent.c: compares the algorithmic tangent and the derivatives of the
 * internal variables with differences of the whole evaluation, with frozen
 * accepted substeps.  Verifies the algebra: the derivative must be the
 * derivative of the computed result, independent of the accuracy of the
 * result. */
#include "check/parts.h"

/* Tolerance relative to the largest entry of the same quantity; differences
 * must be accurate to a fifth of the tolerance, otherwise another step is
 * drawn. */
static const double tolerance = 1e-8;

enum { QUICK_STEPS = 2 };

/* One law, scheme and mode. */
typedef struct {
  am_subject *subject;
  const am_solver *solver;
  am_test_point found;     /* by the engine */
  am_frozen_step *frozen;  /* by the interpreter */
  double *Z;               /* [6][nx] by differences */
  int good;                /* number of compared steps */
  am_point_status status;  /* of the last failed step */
  am_worst worst;
} tangent;

/* ---- comparison ---------------------------------------------------------- */

/* Derivatives of one quantity by the engine and by differences, as [rows]
 * tensor components; `first` of `size` values along the strain. */
typedef struct {
  const char *name;
  int first, size, rows;
  double ours[36], theirs[36];
} quantity;

/* Compares a quantity; false if the differences are not accurate enough. */
static bool compare_quantity(tangent *t, const quantity *q) {
  double bound = tolerance * am_largest(q->theirs, 6 * q->rows);
  if (!am_differences_accurate(&t->frozen->differences, q->first, q->size,
                               &bound))
    return false;
  am_worst_take_tensor(&t->worst, q->name, q->ours, q->theirs, 6 * q->rows,
                       bound, &t->frozen->loading);
  return true;
}

/* Compares the tangent, whose differences must be accurate, and the variables
 * whose differences are accurate. */
static bool compare_all(tangent *t) {
  const am_law *law = t->subject->law;
  int nx = law->nx;
  const double *slope = t->frozen->differences.slope;
  quantity q = {.name = "tangent", .size = 6, .rows = 6};
  am_basis_to_tangent(t->found.step->tangent, q.ours);
  am_basis_to_tangent(slope, q.theirs);
  if (!compare_quantity(t, &q)) return false;
  if (t->solver->strategy == AM_STRATEGY_CONVENTIONAL) return true;
  for (int i = 0; i < 6 * nx; i++)
    t->Z[i] = slope[(6 + i % nx) * 6 + i / nx];
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    q.name = am_format(t->subject->arena, "derivative.%s", v->name);
    q.first = 6 + v->offset;
    q.size = v->size;
    q.rows = v->kind == AM_SCALAR ? 1 : 6;
    am_variable_derivative_to_user(v, t->found.step->derivative, nx, q.ours);
    am_variable_derivative_to_user(v, t->Z, nx, q.theirs);
    (void)compare_quantity(t, &q);
  }
  return true;
}

/* Runs engine and interpreter for the same step, once if they are the same. */
static bool compare_step(void *data, const am_loading *loading) {
  tangent *t = data;
  bool found = t->found.step == t->frozen->point.step ||
               am_test_point_advance(&t->found, loading);
  bool frozen = am_frozen_step_find(t->frozen, loading);
  t->status = found ? t->frozen->point.step->status : t->found.step->status;
  bool good = t->status == AM_POINT_GOOD && frozen && compare_all(t);
  t->good += good;
  return good;
}

/* ---- schemes ------------------------------------------------------------- */

/* A scheme may stop because of too many or too small substeps; any other reason
 * that prevents every step is a failure. */
static void add_finding(tangent *t) {
  am_arena *arena = t->subject->arena;
  am_finding *f = &t->worst.finding;
  const char *why = t->status == AM_POINT_GOOD
                        ? "no loading step has accurate difference quotients"
                        : am_point_status_text[t->status];
  if (t->good) {
    const char *order = isnan(t->frozen->differences.order)
                            ? "differences exact"
                            : am_format(arena, "differences of order %.2f",
                                        t->frozen->differences.order);
    f->note = am_format(arena, "%d steps, %s", t->good, order);
  } else if (t->status == AM_POINT_INVALID || t->status == AM_POINT_NEWTON) {
    f->note = why;
    am_worst_take(&t->worst, NAN, 0, 0, &t->frozen->loading);
  } else {
    am_finding_skip(t->subject, f->check, f->what, why);
    return;
  }
  am_worst_add(&t->worst);
}

static am_status check_mode(am_subject *subject, const am_solver *solver,
                            const char *what) {
  am_arena *arena = subject->arena;
  int samples = subject->samples;
  tangent *t = AM_NEW(arena, tangent);
  *t = (tangent){.subject = subject, .solver = solver,
                 .frozen = am_frozen_step_new(subject),
                 .Z = AM_ARRAY(arena, double, 6 * subject->law->nx + 1),
                 .worst = am_worst_new(subject, "tangent", what, solver)};
  t->frozen->by_column = solver->tangent_mode == AM_MODE_COLUMN;
  t->frozen->differences.first = 6;
  t->frozen->differences.give_up = 10 * tolerance;
  AM_TRY(am_test_point_both(subject, solver, &t->found, &t->frozen->point));
  if (subject->level == AM_LEVEL_QUICK && samples > QUICK_STEPS)
    samples = QUICK_STEPS;
  AM_TRY(am_loadings_visit(subject, samples, compare_step, t));
  add_finding(t);
  return AM_OK;
}

static am_status check_scheme(am_subject *subject, const am_scheme *scheme,
                              am_strategy strategy) {
  bool implicit = scheme->family == AM_FAMILY_IMPLICIT;
  int modes = implicit || subject->level == AM_LEVEL_QUICK ? 1 : 2;
  if (strategy == AM_STRATEGY_CONVENTIONAL && !implicit) return AM_OK;
  for (int mode = 0; mode < modes; mode++) {
    am_solver *solver = am_coarse_solver(subject, scheme, true);
    solver->strategy = strategy;
    solver->tangent_mode = (am_tangent_mode)mode;
    AM_TRY(check_mode(subject, solver,
                      am_format(subject->arena, "%s, %s%s", scheme->name,
                                am_strategy_names[strategy],
                                mode ? ", column by column" : "")));
  }
  return AM_OK;
}

am_status am_check_run_tangent(am_subject *subject) {
  for (int i = 0; i < 3; i++) {
    am_strategy strategy = (am_strategy)i;
    if (!am_subject_has(subject, strategy)) continue;
    am_subject *own = am_subject_of_strategy(subject, strategy);
    if (!own) return AM_INPUT;
    for (const am_scheme *const *s = subject->schemes; *s; s++)
      AM_TRY(check_scheme(own, *s, strategy));
  }
  return AM_OK;
}
