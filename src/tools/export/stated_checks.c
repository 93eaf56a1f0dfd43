/* stated_checks.c: runs the checks that a material states. */
#include "export/parts.h"
#include "point/run.h"

/* Tolerances.  Checks include limits such as vanishing viscosity, in which the
 * rates in dissipation and tangent amplify rounding errors by up to 1e12 in a
 * backward Euler step (kernel/ode/newton.h). */
static const double TOLERANCE = 1e-8, OF_OTHERS = 1e-5;

/* Largest logarithmic strain; for larger strains the stretches differ so much
 * that rounding dominates. */
static const double LONGEST_LOGARITHM = 2;

typedef struct {
  const am_host_session *s;
  am_host_session own;  /* with the law of the check */
  am_subject subject;   /* likewise */
  am_report *report;
  am_run *run;
  am_host_comparison compared;
  am_worst worst;
  am_table *rows;
  double *durations; /* [rows - 1] durations of the loading steps */
  size_t steps;
} stated;

/* Columns of the rows: strains, then external fields. */
static const char *const columns[] = {"strain", "dissipation", "external"};
enum { STRAIN, FIELDS = STRAIN + 7 };

static am_status open_case(stated *c, const am_yaml *item) {
  const am_host_session *s = c->s;
  am_arena *arena = s->subject->arena;
  const am_yaml *map = am_yaml_get(item, "case");
  const char *path = s->subject->path, *slash = strrchr(path, '/');
  const char *folder =
      slash ? am_copy(arena, path, (size_t)(slash - path + 1)) : ".";
  am_case *description;
  if (!map) return AM_INPUT;
  AM_TRY(am_case_from(arena, c->report, map, folder, true, &description));
  description->settings.solver = *s->solver;
  description->settings.engine = am_engine_reference()->name;
  description->column_count = 0;
  description->voigt_shown = false;
  description->times = AM_TIMES_ALL;
  am_columns_request(arena, description, columns, s->law->nf ? 3 : 2,
                     am_nowhere, true);
  return am_run_prepare(arena, c->report, description, s->subject->material,
                        &c->run);
}

/* Reason why the library cannot represent the law of the check; NULL: none. */
static const char *foreign(const stated *c) {
  const am_law *own = c->run->law, *law = c->s->law;
  const am_export *known = c->s->known;
  if (c->run->description->rotation || c->run->description->adiabatic)
    return "changes the law by 'rotation' or 'adiabatic'";
  if (own->parameter_numbers != law->parameter_numbers || own->nx != law->nx)
    return "has lists of other lengths";
  for (int i = 0; i < law->na; i++)
    if (own->initial[i] != law->initial[i]) return "starts elsewhere";
  for (int i = 0; i < law->parameter_numbers; i++) {
    int at = 0;
    while (at < known->count && known->numbers[at].index != i) at++;
    if (at == known->count && own->parameters[i] != law->parameters[i])
      return "changes parameters that hosts cannot set";
  }
  return NULL;
}

typedef int set_parameter(const char *name, double value);

/* Sets the parameters of the library to those of a law. */
static void give_parameters(const am_host_session *s, const am_law *law) {
  set_parameter *set;
  *(void **)&set = am_library_symbol(s->subject->arena, s->library,
                                     "_setParameter");
  for (int i = 0; i < s->known->count; i++) {
    const am_export_number *n = &s->known->numbers[i];
    s->numbers[i] = law->parameters[n->index];
    for (int k = 0; k < s->library->property_count; k++)
      if (!strcmp(s->library->properties[k], n->name))
        s->properties[k] = s->numbers[i];
    set(n->name, s->numbers[i]);
  }
}

/* Law with strains as input, for any kinematics. */
static am_status open_law(stated *c) {
  am_arena *arena = c->s->subject->arena;
  am_law *law = AM_NEW(arena, am_law);
  *law = *c->run->law;
  law->logarithmic = false;
  c->subject = *am_subject_of_law(c->s->subject, law);
  c->own = *c->s;
  c->own.subject = &c->subject;
  c->own.law = law;
  c->own.numbers = AM_ARRAY(arena, double, c->s->known->count);
  c->compared = am_host_comparison_new(&c->own, TOLERANCE);
  c->compared.of_others = OF_OTHERS;
  c->compared.threads = &c->worst;
  for (int i = 0; i < AM_HOST_WAYS; i++)
    for (int q = 0; q < AM_HOST_QUANTITIES; q++)
      c->compared.worst[i][q] = &c->worst;
  c->subject.report = c->report;
  return am_test_point_new(&c->subject, am_engine_reference(), c->s->solver,
                           &c->own.exact);
}

static void take_row(void *data, const double *row) {
  am_table_add(((const stated *)data)->rows, row);
}

static void take_duration(void *data, const am_target *target,
                          const double *from) {
  stated *c = data;
  (void)from;
  AM_PUSH(c->subject.arena, c->durations, c->steps, target->duration);
}

/* Loading step that ends at a row; does not change the state. */
static void read_step(const stated *c, size_t row, am_loading *loading) {
  const am_table *t = c->rows;
  const double *before = t->values + (row - 1) * t->columns;
  const double *now = before + t->columns;
  loading->duration = c->durations[row - 1];
  am_basis_from_tensor(before + STRAIN, loading->from);
  am_basis_from_tensor(now + STRAIN, loading->to);
  for (int i = 0; i < c->own.law->nf; i++) {
    loading->external0[i] = before[FIELDS + i];
    loading->external1[i] = now[FIELDS + i];
  }
}

/* Runs every step from the last state of the interpreter, up to the first step
 * that the interpreter cannot integrate. */
static void follow(stated *c) {
  const am_law *law = c->own.law;
  size_t size = (size_t)law->nx * sizeof(double);
  am_loading loading = {
      .state = AM_ARRAY(c->subject.arena, double, law->nx + 1)};
  if (size) memcpy(loading.state, c->run->initial, size);
  for (size_t row = 1; row < c->rows->rows; row++) {
    read_step(c, row, &loading);
    if (c->own.deformed && am_largest(loading.to, 6) > LONGEST_LOGARITHM)
      return;
    if (!am_host_compare(&c->compared, &loading)) return;
    if (size) memcpy(loading.state, c->own.exact.step->state, size);
  }
}

static const char *drive(stated *c, const am_yaml *item) {
  am_summary summary;
  const char *reason = NULL;
  bool good = open_case(c, item) == AM_OK && !(reason = foreign(c)) &&
              open_law(c) == AM_OK;
  if (good) {
    c->rows = am_columns_table(c->subject.arena, c->run->columns);
    const am_run_sink sink = {
        .row = take_row, .step = take_duration, .data = c};
    good = am_run_drive(c->subject.arena, c->report, c->run, &sink,
                        &summary) == AM_OK;
  }
  if (good) {
    give_parameters(&c->own, c->own.law);
    follow(c);
    give_parameters(&c->own, c->s->law);
    return NULL;
  }
  const am_message *m = am_report_error(c->report);
  return reason ? reason : m ? m->text : "could not be evaluated";
}

am_status am_export_check_stated(const am_host_session *s) {
  am_subject *subject = s->subject;
  const am_yaml *checks = am_yaml_get(subject->material->root, "checks");
  for (size_t i = 0; checks && i < checks->count; i++) {
    const am_yaml *item = checks->items[i];
    const char *what = am_format(subject->arena, "check %zu", i + 1);
    const am_yaml *title = am_yaml_get(item, "title");
    if (title)
      AM_TRY(am_yaml_text(subject->report, title, "title", &what));
    stated c = {.s = s, .report = am_report_new(subject->arena),
                .worst = am_worst_new(subject, "own", what, s->solver)};
    const char *reason = drive(&c, item);
    if (reason)
      am_finding_skip(subject, "own", what, reason);
    else
      am_worst_add(&c.worst);
  }
  return AM_OK;
}
