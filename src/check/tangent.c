/* tangent.c: the algorithmic tangent and the derivatives of the internal
 * variables against differences of the whole evaluation, its accepted
 * substeps frozen.  This checks the algebra: the derivative must be that of
 * what the scheme computes, however well it does. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "check/compare.h"
#include "check/ridders.h"
#include "engine/frozen.h"

/* Relative to the largest entry of the same quantity; the differences must
 * be better than a fifth of it, or another step is drawn. */
static const double tolerance = 1e-8;

enum { DRAWS = 8, QUICK_STEPS = 2, SUBSTEPS = 1000 };

/* One law, scheme and mode. */
typedef struct {
  am_subject *subject;
  am_steps *steps;
  am_law *law;
  const am_solver *solver;
  am_engine_program *checked, *exact;
  am_step *found, *frozen; /* of the engine, of the interpreter */
  am_loading loading;
  am_derivative slope;
  double C[36];            /* by differences */
  double *Z;               /* likewise [6][nx] */
  double *ours, *theirs;   /* a quantity in tensor components [36] */
  double noise, doubt;     /* of the differences of a quantity */
  double *doubts;          /* [6 + na] of the differences, over directions */
  double *noises;          /* likewise */
  double order;            /* smallest of the differences; NaN: none */
  am_point_status status;  /* of the last step that was not good */
  am_worst worst;
} tangent;

/* A direction of the strain at the end. */
typedef struct {
  const tangent *t;
  int pass, direction;
} line;

static bool respond(void *data, double h, double *values) {
  const line *l = data;
  const tangent *t = l->t;
  double strain[6];
  am_arena_look(t->subject->arena);
  memcpy(strain, t->loading.to, sizeof strain);
  strain[l->direction] += h;
  return am_frozen_follow(t->exact, t->frozen, l->pass, strain, values,
                          values + 6) == AM_POINT_GOOD;
}

static bool differentiate(tangent *t, int direction) {
  int count = 6 + t->law->nx;
  bool column = t->solver->tangent_mode == AM_MODE_COLUMN;
  line l = {t, column ? 1 + direction : AM_PASS_STATE, direction};
  const am_curve curve = {count, respond, &l};
  am_derivative *d = &t->slope;
  if (!am_ridders(&curve, 1e-2 * am_steps_size(t->steps), d)) return false;
  for (int i = 0; i < 6; i++) t->C[6 * i + direction] = d->value[i];
  for (int i = 0; i < t->law->nx; i++)
    t->Z[direction * t->law->nx + i] = d->value[6 + i];
  for (int i = 0; i < count; i++) {
    t->doubts[i] = fmax(t->doubts[i], d->error[i]);
    t->noises[i] = fmax(t->noises[i], d->noise[i]);
  }
  double order = am_ridders_order(d, 6, am_largest(d->value, 6));
  t->order = fmin(t->order, order);
  return true;
}

/* What compares with the engine's derivatives of one quantity; `first` of
 * `size` values of the curve, as [rows] tensor components. */
typedef struct {
  const char *name;
  int first, size, rows;
} quantity;

static void take_bounds(tangent *t, const quantity *q) {
  t->doubt = am_largest(t->doubts + q->first, q->size);
  t->noise = am_largest(t->noises + q->first, q->size);
}

static double bound_of(const tangent *t, const quantity *q) {
  return tolerance * am_largest(t->theirs, 6 * q->rows) + t->noise;
}

static const char *entry_name(const tangent *t, const quantity *q, int i) {
  am_arena *arena = t->subject->arena;
  const char *column = am_component_names[i % 6];
  if (q->rows == 1) return am_format(arena, "%s.%s", q->name, column);
  return am_format(arena, "%s.%s.%s", q->name, am_component_names[i / 6],
                   column);
}

static void compare(tangent *t, const quantity *q) {
  double bound = bound_of(t, q);
  for (int i = 0; i < 6 * q->rows; i++)
    if (am_worst_take(&t->worst, t->ours[i], t->theirs[i], bound,
                      &t->loading))
      t->worst.finding.entry = entry_name(t, q, i);
}

static bool is_sharp(tangent *t, const quantity *q) {
  return t->doubt <= 0.2 * bound_of(t, q) + t->noise;
}

static const char *derivative_name(const tangent *t, const am_variable *v) {
  return am_format(t->subject->arena, "derivative.%s", v->name);
}

/* The tangent, for which the differences must be sharp, and those variables
 * for which they are. */
static bool compare_all(tangent *t) {
  quantity q = {"tangent", 0, 6, 6};
  am_basis_to_tangent(t->found->tangent, t->ours);
  am_basis_to_tangent(t->C, t->theirs);
  take_bounds(t, &q);
  if (!is_sharp(t, &q)) return false;
  compare(t, &q);
  int count =
      t->solver->strategy == AM_STRATEGY_CONVENTIONAL ? 0 : t->law->count;
  for (int i = 0; i < count; i++) {
    const am_variable *v = &t->law->variables[i];
    q = (quantity){derivative_name(t, v), 6 + v->offset, v->size,
                   v->kind == AM_SCALAR ? 1 : 6};
    am_variable_derivative_to_user(v, t->found->derivative, t->law->nx,
                                   t->ours);
    am_variable_derivative_to_user(v, t->Z, t->law->nx, t->theirs);
    take_bounds(t, &q);
    if (is_sharp(t, &q)) compare(t, &q);
  }
  return true;
}

/* The engine and the interpreter over the same step. */
static bool evaluate(tangent *t) {
  am_loading_put(&t->loading, t->found);
  am_loading_put(&t->loading, t->frozen);
  am_engine_step(t->subject->engine, t->checked, t->found);
  am_frozen_record(t->exact, t->frozen);
  t->status = t->found->status == AM_POINT_GOOD ? t->frozen->status
                                                : t->found->status;
  return t->status == AM_POINT_GOOD;
}

/* Tries a step; false where another one is wanted. */
static bool try_step(tangent *t, int sample, int draw) {
  int count = 6 + t->law->nx;
  if (!am_steps_draw(t->steps, sample, draw, &t->loading)) return false;
  if (!evaluate(t)) return false;
  memset(t->doubts, 0, (size_t)count * sizeof(double));
  memset(t->noises, 0, (size_t)count * sizeof(double));
  for (int c = 0; c < 6; c++)
    if (!differentiate(t, c)) return false;
  return compare_all(t);
}

static bool try_sample(tangent *t, int sample) {
  for (int draw = 0; draw < DRAWS; draw++) {
    if (am_check_stopped(t->subject)) return false;
    if (try_step(t, sample, draw)) return true;
  }
  return false;
}

/* Substeps that are too many or too small are the right of a scheme; what else
 * prevents every step is a failure. */
static void conclude_without(tangent *t) {
  const am_finding *f = &t->worst.finding;
  const char *why = t->status == AM_POINT_GOOD
                        ? "no step could be differentiated"
                        : am_point_status_text[t->status];
  if (t->status != AM_POINT_INVALID && t->status != AM_POINT_NEWTON) {
    am_finding_skip(t->subject, f->check, f->what, why);
    return;
  }
  t->worst.finding.note = why;
  am_worst_take(&t->worst, NAN, 0, 0, &t->loading);
  am_worst_add(&t->worst);
}

static void conclude(tangent *t, int good) {
  am_arena *arena = t->subject->arena;
  am_finding *f = &t->worst.finding;
  if (!good) {
    conclude_without(t);
    return;
  }
  const char *order = isnan(t->order)
                          ? "differences exact"
                          : am_format(arena, "differences of order %.2f",
                                      t->order);
  f->note = am_format(arena, "%d steps, %s", good, order);
  am_worst_add(&t->worst);
}

static void prepare_fields(tangent *t) {
  am_arena *arena = t->subject->arena;
  int count = 6 + t->law->nx;
  t->found = am_subject_point(t->subject, t->law);
  t->frozen = am_subject_point(t->subject, t->law);
  t->slope = am_derivative_new(arena, count);
  t->Z = AM_ARRAY(arena, double, 6 * t->law->nx + 1);
  t->ours = AM_ARRAY(arena, double, 36);
  t->theirs = AM_ARRAY(arena, double, 36);
  t->doubts = AM_ARRAY(arena, double, count);
  t->noises = AM_ARRAY(arena, double, count);
  t->order = NAN;
}

static am_status check(am_subject *subject, am_law *law, am_steps *steps,
                       const am_solver *solver, const char *what) {
  const am_engine_options options = {.threads = 1, .lanes = 1};
  tangent *t = AM_NEW(subject->arena, tangent);
  *t = (tangent){.subject = subject, .law = law, .steps = steps,
                 .solver = solver};
  t->worst = am_worst_new(subject, "tangent", what, solver);
  AM_TRY(subject->engine->compile(subject->arena, subject->report, law,
                                  solver, &options, &t->checked));
  t->exact = t->checked;
  if (subject->engine != &am_engine_interp)
    AM_TRY(am_engine_interp.compile(subject->arena, subject->report, law,
                                    solver, &options, &t->exact));
  prepare_fields(t);
  int good = 0;
  int samples = subject->samples;
  if (subject->level == AM_LEVEL_QUICK && samples > QUICK_STEPS)
    samples = QUICK_STEPS;
  for (int i = 0; i < samples; i++) good += try_sample(t, i);
  conclude(t, good);
  return AM_OK;
}

/* Few substeps, since their number does not matter here; Newton to the
 * last digits. */
static const am_solver *settings(am_subject *subject,
                                 const am_scheme *scheme,
                                 am_strategy strategy, am_tangent_mode mode) {
  am_solver *solver = AM_NEW(subject->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = scheme;
  solver->strategy = strategy;
  solver->tangent_mode = mode;
  solver->energies = subject->law->energies;
  solver->newton = 1e-14;
  solver->rtol = 1e-2;
  solver->atol = 1e-4;
  solver->max_substeps = SUBSTEPS;
  return solver;
}

static const char *const strategies[] = {"automatic", "semi-automatic",
                                         "conventional"};

static am_status check_scheme(am_subject *subject, am_law *law,
                              am_steps *steps, const am_scheme *scheme,
                              am_strategy strategy) {
  bool implicit = scheme->family == AM_FAMILY_IMPLICIT;
  int modes = implicit || subject->level == AM_LEVEL_QUICK ? 1 : 2;
  if (strategy == AM_STRATEGY_CONVENTIONAL && !implicit) return AM_OK;
  for (int mode = 0; mode < modes; mode++)
    AM_TRY(check(subject, law, steps,
                 settings(subject, scheme, strategy, (am_tangent_mode)mode),
                 am_format(subject->arena, "%s, %s%s", scheme->name,
                           strategies[strategy],
                           mode ? ", column by column" : "")));
  return AM_OK;
}

static am_status check_strategy(am_subject *subject, am_strategy strategy) {
  if (!am_subject_has(subject, strategy)) return AM_OK;
  am_law *law = am_subject_law(subject, strategy);
  am_steps *steps = law ? am_steps_new(subject, law) : NULL;
  if (!steps) return AM_INPUT;
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    AM_TRY(check_scheme(subject, law, steps, *s, strategy));
  return AM_OK;
}

static am_status run(am_subject *subject) {
  for (int i = 0; i < 3; i++)
    AM_TRY(check_strategy(subject, (am_strategy)i));
  return AM_OK;
}

const am_check am_check_tangent = {
    .name = "tangent",
    .about = "tangent against differences, the accepted substeps frozen",
    .run = run};
