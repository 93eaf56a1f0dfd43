/* tangent.c: compares the algorithmic tangent and the derivatives of the
 * internal variables with differences of the whole evaluation, with frozen
 * accepted substeps.  Verifies the algebra: the derivative must be the
 * derivative of the computed result, independent of the accuracy of the
 * result. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "check/differences.h"
#include "check/loadings.h"
#include "check/sampling.h"
#include "engine/engine.h"

/* Tolerance relative to the largest entry of the same quantity; differences
 * must be accurate to a fifth of the tolerance, otherwise another step is
 * drawn. */
static const double tolerance = 1e-8;

enum { QUICK_STEPS = 2, SUBSTEPS = 1000 };

/* One law, scheme and mode. */
typedef struct {
  am_subject *subject;
  am_loadings *loadings;
  am_law *law;
  const am_solver *solver;
  am_engine_program *checked, *exact;
  am_step *found, *frozen; /* by the engine, by the interpreter */
  am_loading loading;
  am_differences differences; /* of stress and state [6 + nx] in `direction` */
  int direction;           /* component of the final strain */
  am_difference_matrix matrix;
  double *Z;               /* [6][nx] by differences */
  am_point_status status;  /* of the last failed step */
  am_worst worst;
} tangent;

/* ---- differences --------------------------------------------------------- */

static bool step_along(void *data, double h, double *values) {
  const tangent *t = data;
  bool column = t->solver->tangent_mode == AM_MODE_COLUMN;
  double strain[6];
  am_arena_look(t->subject->arena);
  memcpy(strain, t->loading.to, sizeof strain);
  strain[t->direction] += h;
  return am_frozen_follow(t->exact, t->frozen,
                          column ? 1 + t->direction : AM_PASS_STATE, strain,
                          values, values + 6) == AM_POINT_GOOD;
}

static bool find_derivatives(tangent *t) {
  int nx = t->law->nx;
  double step = 1e-2 * am_loadings_strain(t->loadings);
  if (!am_difference_matrix_find(&t->differences, step, &t->matrix))
    return false;
  for (int i = 0; i < 6 * nx; i++)
    t->Z[i] = t->matrix.derivatives[(6 + i % nx) * 6 + i / nx];
  return true;
}

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
  double error = am_largest(t->matrix.error + q->first, q->size);
  double noise = am_largest(t->matrix.noise + q->first, q->size);
  double bound = tolerance * am_largest(q->theirs, 6 * q->rows) + noise;
  if (!(error <= 0.2 * bound + noise)) return false;
  am_worst_take_tensor(&t->worst, q->name, q->ours, q->theirs, 6 * q->rows,
                       bound, &t->loading);
  return true;
}

/* Compares the tangent, whose differences must be accurate, and the variables
 * whose differences are accurate. */
static bool compare_all(tangent *t) {
  int nx = t->law->nx;
  quantity q = {.name = "tangent", .size = 6, .rows = 6};
  am_basis_to_tangent(t->found->tangent, q.ours);
  am_basis_to_tangent(t->matrix.derivatives, q.theirs);
  if (!compare_quantity(t, &q)) return false;
  if (t->solver->strategy == AM_STRATEGY_CONVENTIONAL) return true;
  for (int i = 0; i < t->law->count; i++) {
    const am_variable *v = &t->law->variables[i];
    q.name = am_format(t->subject->arena, "derivative.%s", v->name);
    q.first = 6 + v->offset;
    q.size = v->size;
    q.rows = v->kind == AM_SCALAR ? 1 : 6;
    am_variable_derivative_to_user(v, t->found->derivative, nx, q.ours);
    am_variable_derivative_to_user(v, t->Z, nx, q.theirs);
    (void)compare_quantity(t, &q);
  }
  return true;
}

/* Runs engine and interpreter for the same step. */
static bool compare_step(void *data, const am_loading *loading) {
  tangent *t = data;
  t->loading = *loading;
  am_loading_put(loading, t->found);
  am_loading_put(loading, t->frozen);
  am_engine_step(t->subject->engine, t->checked, t->found);
  am_frozen_record(t->exact, t->frozen);
  t->status = t->found->status == AM_POINT_GOOD ? t->frozen->status
                                                : t->found->status;
  return t->status == AM_POINT_GOOD && find_derivatives(t) && compare_all(t);
}

/* ---- schemes ------------------------------------------------------------- */

/* A scheme may stop because of too many or too small substeps; any other reason
 * that prevents every step is a failure. */
static void add_finding(tangent *t, int good) {
  am_arena *arena = t->subject->arena;
  am_finding *f = &t->worst.finding;
  const char *why = t->status == AM_POINT_GOOD
                        ? "no loading step has accurate difference quotients"
                        : am_point_status_text[t->status];
  if (good) {
    const char *order =
        isnan(t->matrix.order)
            ? "differences exact"
            : am_format(arena, "differences of order %.2f", t->matrix.order);
    f->note = am_format(arena, "%d steps, %s", good, order);
  } else if (t->status == AM_POINT_INVALID || t->status == AM_POINT_NEWTON) {
    f->note = why;
    am_worst_take(&t->worst, NAN, 0, 0, &t->loading);
  } else {
    am_finding_skip(t->subject, f->check, f->what, why);
    return;
  }
  am_worst_add(&t->worst);
}

static am_status check_mode(am_subject *subject, am_law *law,
                            am_loadings *loadings, const am_solver *solver,
                            const char *what) {
  am_arena *arena = subject->arena;
  int samples = subject->samples;
  tangent *t = AM_NEW(arena, tangent);
  *t = (tangent){.subject = subject, .law = law, .loadings = loadings,
                 .solver = solver,
                 .found = am_subject_point(subject, law),
                 .frozen = am_subject_point(subject, law),
                 .Z = AM_ARRAY(arena, double, 6 * law->nx + 1),
                 .worst = am_worst_new(subject, "tangent", what, solver)};
  t->differences =
      am_differences_new(arena, (am_line){6 + law->nx, step_along, t});
  t->matrix =
      am_difference_matrix_new(arena, &t->differences, 6, &t->direction);
  t->matrix.first = 6;
  AM_TRY(am_subject_compile_both(subject, law, solver, &t->checked,
                                 &t->exact));
  if (subject->level == AM_LEVEL_QUICK && samples > QUICK_STEPS)
    samples = QUICK_STEPS;
  add_finding(t, am_loadings_visit(loadings, samples, compare_step, t));
  return AM_OK;
}

static am_status check_scheme(am_subject *subject, am_law *law,
                              am_loadings *loadings, const am_scheme *scheme,
                              am_strategy strategy) {
  bool implicit = scheme->family == AM_FAMILY_IMPLICIT;
  int modes = implicit || subject->level == AM_LEVEL_QUICK ? 1 : 2;
  if (strategy == AM_STRATEGY_CONVENTIONAL && !implicit) return AM_OK;
  for (int mode = 0; mode < modes; mode++) {
    am_solver *solver = am_subject_solver(subject, scheme);
    solver->strategy = strategy;
    solver->tangent_mode = (am_tangent_mode)mode;
    /* Settings with few substeps, because their number is irrelevant here, and
     * Newton iterations to rounding accuracy. */
    solver->newton = 1e-14;
    solver->rtol = 1e-2;
    solver->atol = 1e-4;
    solver->max_substeps = SUBSTEPS;
    AM_TRY(check_mode(subject, law, loadings, solver,
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
    am_law *law = am_subject_law(subject, strategy);
    am_loadings *loadings = law ? am_loadings_new(subject, law) : NULL;
    if (!loadings) return AM_INPUT;
    for (const am_scheme *const *s = subject->schemes; *s; s++)
      AM_TRY(check_scheme(subject, law, loadings, *s, strategy));
  }
  return AM_OK;
}
