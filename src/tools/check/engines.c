/* engines.c: compares two engines for the same steps.  Laws with arithmetic
 * operations only must agree bit for bit; powers and other functions evaluated
 * for several points at once may differ in the last digit, and derived results
 * within a bound. */
#include "check/parts.h"
#include "kernel/plan.h"

/* Number of points: one block of eight lanes and one separate point. */
enum { POINTS = 9 };

/* Tolerance relative to the largest component of the same quantity and
 * point. */
static const double bound = 1e-12;

/* Operations without correct rounding. */
static const bool inexact[AM_OP_COUNT] = {
    [AM_OP_CBRT] = true, [AM_OP_EXP] = true,   [AM_OP_EXPM1] = true,
    [AM_OP_LOG] = true,  [AM_OP_LOG1P] = true, [AM_OP_SIN] = true,
    [AM_OP_COS] = true,  [AM_OP_TAN] = true,   [AM_OP_ASIN] = true,
    [AM_OP_ACOS] = true, [AM_OP_ATAN] = true,  [AM_OP_SINH] = true,
    [AM_OP_COSH] = true, [AM_OP_TANH] = true,  [AM_OP_ERF] = true,
    [AM_OP_POW] = true,  [AM_OP_POW0] = true,  [AM_OP_DAWSON] = true,
};

/* Engine, and fields of the points that it has advanced. */
typedef struct {
  am_engine_program *program;
  am_fields fields;
} engine_side;

typedef struct {
  am_subject *subject;
  const am_solver *solver;
  engine_side one, other;
  am_loading loading[POINTS];
  int components[AM_FIELD_COUNT];
  bool exact; /* arithmetic operations only */
  am_worst worst;
} engines;

static bool is_arithmetic(am_subject *subject, const am_solver *solver) {
  am_arena *arena = subject->arena;
  am_law *law = subject->law;
  am_plan plan;
  am_plan_new(arena, law, solver, false, &plan);
  for (int f = 0; f < AM_FUNCTIONS; f++) {
    int count;
    if (!plan.functions[f]) continue;
    const am_node *roots =
        am_law_function(arena, law, (am_function)f, &count);
    const bool *needed = am_graph_needed(law->graph, roots, count, arena);
    for (am_node n = 1; n <= am_graph_size(law->graph); n++)
      if (needed[n] && inexact[am_node_op(law->graph, n)]) return false;
  }
  return true;
}

/* Draws the points of a group; the common duration is the shortest one. */
static bool draw_points(engines *e, int group) {
  for (int p = 0; p < POINTS; p++)
    if (!am_loadings_draw(e->subject->sampler, group * POINTS + p, 0,
                          &e->loading[p]))
      return false;
  double shortest = e->loading[0].duration;
  for (int p = 0; p < POINTS; p++)
    shortest = fmin(shortest, e->loading[p].duration);
  for (int p = 0; p < POINTS; p++) e->loading[p].duration = shortest;
  return true;
}

static void put_point(double *field, const double *values, int count,
                      int point) {
  for (int i = 0; i < count; i++) field[i * POINTS + point] = values[i];
}

static void advance_points(engines *e, engine_side *s) {
  am_fields *f = &s->fields;
  double target[6];
  f->duration = e->loading[0].duration;
  for (int p = 0; p < POINTS; p++) {
    const am_loading *l = &e->loading[p];
    am_basis_to_tensor(l->to, target);
    put_point((double *)f->strain0, l->from, 6, p);
    put_point((double *)f->state0, l->state, e->subject->law->nx, p);
    put_point((double *)f->target, target, 6, p);
    put_point((double *)f->external0, l->external0, e->subject->law->nf, p);
    put_point((double *)f->external1, l->external1, e->subject->law->nf, p);
  }
  am_engine_advance(s->program, f, POINTS);
}

/* Compared fields: first the status; further fields only at points with good
 * status. */
static const int compared[] = {AM_FIELD_status, AM_FIELD_strain,
                               AM_FIELD_stress, AM_FIELD_state,
                               AM_FIELD_tangent, AM_FIELD_derivative};

static void compare_field(engines *e, int field, int point) {
  const double *ours = am_field_get(&e->one.fields, field) + point;
  const double *theirs = am_field_get(&e->other.fields, field) + point;
  int count = e->components[field];
  double most = 0;
  for (int i = 0; i < count; i++)
    most = fmax(most, fabs(theirs[i * POINTS]));
  for (int i = 0; i < count; i++)
    if (am_worst_take(&e->worst, ours[i * POINTS], theirs[i * POINTS],
                      e->exact ? 0 : bound * most, &e->loading[point]))
      e->worst.finding.entry = am_format(e->subject->arena, "%s, coordinate %d",
                                         am_field_table[field].name, i + 1);
}

static am_status check_solver(am_subject *s, const am_solver *solver) {
  enum { ROWS = sizeof compared / sizeof *compared };
  const unsigned set = AM_FIELDS_ALL & ~AM_FIELD_BIT(parameters);
  const am_engine_options options = {
      .threads = 1, .plain = s->level != AM_LEVEL_THOROUGH};
  const char *what = am_format(s->arena, "%s, %s and %s", solver->scheme->name,
                               s->engine->name, s->other->name);
  engines *e = AM_NEW(s->arena, engines);
  *e = (engines){.subject = s, .solver = solver,
                 .exact = is_arithmetic(s, solver),
                 .worst = am_worst_new(s, "engines", what, solver)};
  if (e->exact) e->worst.finding.note = "no special functions: results must be "
                                        "identical";
  am_field_components(s->law, 6, e->components);
  e->one.fields = am_fields_new(s->arena, e->components, set, POINTS);
  e->other.fields = am_fields_new(s->arena, e->components, set, POINTS);
  e->one.fields.stop = e->other.fields.stop = am_arena_flag(s->arena);
  AM_TRY(am_engine_compile(s->arena, s->report, s->engine, s->law, solver,
                           &options, &e->one.program));
  AM_TRY(am_engine_compile(s->arena, s->report, s->other, s->law, solver,
                           &options, &e->other.program));
  /* Tests whether the other engine is actually used. */
  if (!strcmp(am_engine_of(e->other.program)->name,
              am_engine_of(e->one.program)->name) &&
      strcmp(s->other->name, s->engine->name)) {
    am_finding_skip(s, "engines", what, "the other engine does not support "
                                        "this law with this scheme");
    return AM_OK;
  }
  int groups = (s->samples + POINTS - 1) / POINTS;
  for (int g = 0; g < groups && !am_check_stopped(s); g++) {
    if (!draw_points(e, g)) continue;
    advance_points(e, &e->one);
    advance_points(e, &e->other);
    for (int p = 0; p < POINTS; p++) {
      bool good = e->other.fields.status[p] == AM_POINT_GOOD;
      for (int i = 0; i < (good ? ROWS : 1); i++)
        compare_field(e, compared[i], p);
    }
  }
  am_worst_add(&e->worst);
  return AM_OK;
}

const char *am_check_lacks_engine(am_subject *subject) {
  const char *what;
  am_report *unread = am_report_new(subject->arena);
  if (!subject->other) return "no other engine is available";
  return subject->other->place(subject->arena, unread, &what) == AM_OK
             ? NULL
             : unread->first->text;
}

/* Compilation takes seconds; rare schemes are compared only at the thorough
 * level. */
am_status am_check_run_engines(am_subject *subject) {
  AM_TRY(am_check_sampler(subject));
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    if (subject->level == AM_LEVEL_THOROUGH || am_scheme_is_usual(*s))
      AM_TRY(check_solver(subject, am_subject_solver(subject, *s)));
  return AM_OK;
}
