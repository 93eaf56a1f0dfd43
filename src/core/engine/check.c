/* check.c: requirements of engines, and comparison of compiled code with the
 * interpreter. */
#include "engine/parts.h"
#include "kernel/plan.h"

typedef struct {
  am_report *report;
  const am_engine *engine;
  const am_law *law;
  const am_solver *solver;
  const am_engine_options *options;
} checking;

/* Place of a setting, or of the material if the case does not contain the
 * setting. */
static am_place setting_place(const checking *c, const char *key) {
  return am_setting_place(c->options->settings, key, c->options->place);
}

/* Place of the material, or of its free energy. */
static am_place material_place(const checking *c) {
  const am_yaml *root = c->law->material->root;
  if (c->options->place.source) return c->options->place;
  return am_setting_place(root, "free_energy", root->place);
}

/* AM_INPUT if errors of the stress need a scale that the law does not provide.
 * No scale is needed if nothing is integrated and no stress exists. */
static am_status check_scale(const checking *c) {
  const am_law *law = c->law;
  const am_solver *solver = c->solver;
  bool nothing = law->stress_scale == 0 && !law->nx && !c->options->mixed;
  bool needed = solver->error_control == AM_CONTROL_STRESS &&
                solver->scheme->family != AM_FAMILY_IMPLICIT && !nothing;
  if (!needed || solver->stress_scale > 0 || law->stress_scale > 0)
    return AM_OK;
  if (law->stress_scale < 0)
    return am_error(c->report, AM_INPUT, material_place(c),
                    "the shear stiffness of material '%s' in the initial state "
                    "is negative (%.6g): check the signs in its free energy",
                    law->material->name, law->stress_scale);
  return am_error(c->report, AM_INPUT, material_place(c),
                  "the shear stiffness of material '%s' in the initial state "
                  "is %.6g, expected a positive scale for stress errors: set "
                  "solver.stress_scale",
                  law->material->name,
                  isnan(law->stress_scale) ? NAN : law->stress_scale);
}

am_solver am_engine_solver(const am_law *law, const am_solver *asked,
                           bool mixed) {
  am_solver solver = *asked;
  bool last = law->nd || (law->logarithmic && mixed && asked->tangent);
  if (!last || !am_scheme_is_chain(asked->scheme)) return solver;
  for (int i = 0; i < AM_METHODS && asked->scheme->chain[i]; i++)
    solver.scheme = am_scheme_find(asked->scheme->chain[i]);
  return solver;
}

/* Only implicit steps solve for multipliers. */
bool am_scheme_suits(const am_material *material, const am_scheme *scheme) {
  return !material->domains.count || scheme->family == AM_FAMILY_IMPLICIT ||
         scheme->family == AM_FAMILY_DOUBLING;
}

/* Adds the features of scheme, law, control and engine.  Messages refer to the
 * setting `key`, or to the material. */
static void add_features(const checking *c, am_features *f) {
  const am_solver *s = c->solver;
  const am_law *law = c->law;
  const am_engine_options *o = c->options;
  am_arena *arena = c->report->arena;
  am_family family = s->scheme->family;
  bool chosen = family != AM_FAMILY_IMPLICIT, by = law->sensitive_count;
  bool nominal = law->logarithmic && o->mixed;
  const char *scheme = am_format(arena, "scheme %s", s->scheme->name);
  const char *engine = am_format(arena, "engine %s", c->engine->name);
  const char *substeps = am_format(arena, "solver.substeps %d", s->substeps);
  const char *domain = am_format(arena, "an elastic_domain (material '%s')",
                                 law->material->name);
  const struct {
    am_feature feature;
    bool present;
    const char *key, *text;
  } rows[] = {
      {AM_FEATURE_CHOSEN_SUBSTEPS, chosen, "scheme", scheme},
      {AM_FEATURE_FIXED_SUBSTEPS, !chosen, "scheme", scheme},
      {AM_FEATURE_EXPLICIT, chosen && family != AM_FAMILY_DOUBLING, "scheme",
       scheme},
      {AM_FEATURE_ROSENBROCK, family == AM_FAMILY_ROSENBROCK, "scheme", scheme},
      {AM_FEATURE_CONVENTIONAL, s->strategy == AM_STRATEGY_CONVENTIONAL,
       "strategy", NULL},
      {AM_FEATURE_STEP_CONTROL, s->control == AM_CONTROL_STEP, "control", NULL},
      {AM_FEATURE_SUBSTEPS, s->substeps != 1, "substeps", substeps},
      {AM_FEATURE_LARGEST_SUBSTEP, s->largest_part < 1 || s->largest_time > 0,
       "largest_substep", NULL},
      {AM_FEATURE_DOMAIN, law->material->domains.count, NULL, domain},
      {AM_FEATURE_EXTERNAL, law->nf, NULL, NULL},
      {AM_FEATURE_EXTERNAL_WORK, law->energies && law->nf, NULL, NULL},
      {AM_FEATURE_RATE_EPS, law->reads_strain_rate, NULL, NULL},
      {AM_FEATURE_SENSITIVITY, by, NULL, NULL},
      {AM_FEATURE_CONSTRAINTS, o->rows, NULL, NULL},
      {AM_FEATURE_STRESS_RATE, o->mixed && s->control != AM_CONTROL_STEP,
       "control", NULL},
      {AM_FEATURE_LOGARITHMIC, law->logarithmic, NULL, NULL},
      {AM_FEATURE_GIVEN_P, nominal, NULL, NULL},
      {AM_FEATURE_GIVEN_P_DERIVATIVES, nominal && (s->tangent || by), NULL,
       NULL},
      {AM_FEATURE_SINGLE, o->single, "precision", NULL},
      {AM_FEATURE_DOUBLE_ENGINE, !c->engine->single, "engine", engine},
      {AM_FEATURE_PLAIN_ENGINE, !c->engine->sensitivities, "engine", engine}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    am_feature_add(f, rows[i].feature, rows[i].present,
                   rows[i].key ? setting_place(c, rows[i].key) : o->place,
                   rows[i].text);
  if (o->rows_place.source) f->place[AM_FEATURE_CONSTRAINTS] = o->rows_place;
}

static am_status check_conventional(const checking *c) {
  const am_material *m = c->law->material;
  am_place place = setting_place(c, "strategy");
  if (c->solver->strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  if (!m->conventional)
    return am_error(c->report, AM_INPUT, place,
                    "strategy conventional needs a hand-written update, which "
                    "material '%s' does not have",
                    m->name);
  if (am_update_find(m->conventional)) return AM_OK;
  return am_error(c->report, AM_INPUT, place,
                  "the hand-written update '%s' of material '%s' is not part "
                  "of this program: place it in the folder of the material and "
                  "build again",
                  m->conventional, m->name);
}

am_status am_engine_check(am_report *report, const am_engine *engine,
                          const am_law *law, const am_solver *solver,
                          const am_engine_options *options) {
  const checking c = {report, engine, law, solver, options};
  am_features features = {.present = {false}};
  add_features(&c, &features);
  AM_TRY(am_exclusions_check(report, &features));
  AM_TRY(check_scale(&c));
  return check_conventional(&c);
}

bool am_engine_follows(const am_law *law, const am_solver *solver,
                       const am_engine_options *options) {
  return options->follows && am_plan_follows(law, solver, options->mixed);
}

am_status am_engine_check_name(am_report *report, const char *name,
                               bool automatic) {
  size_t known, count = 0;
  const am_engine *const *engines = am_engines(&known);
  const char **names = AM_ARRAY(report->arena, const char *, known + 1);
  if (!name) return AM_OK;
  if (automatic) names[count++] = "auto";
  for (size_t i = 0; i < known; i++) names[count++] = engines[i]->name;
  return am_expect_one(report, "--engine", name, names, count);
}

/* ---- agreement -------------------------------------------------------- */

/* A block of eight lanes, and one more point. The number of substeps is small,
 * because an explicit scheme at its stability limit amplifies rounding errors
 * over many substeps. */
enum { POINTS = 9, MOST_SUBSTEPS = 5 };

/* Loading step of duration 0.01, from the initial state to strains of 1e-6 to
 * 1e-3. */
static am_fields fields_of(am_arena *arena, const am_law *law,
                           const am_solver *solver, bool mixed) {
  int components[AM_FIELD_COUNT];
  am_field_components(law, solver->tangent ? 6 : 0, components);
  am_fields f = am_fields_new(arena, components,
                              AM_FIELDS_ALL & ~AM_FIELD_BIT(parameters),
                              POINTS);
  double *target = am_field_get(&f, AM_FIELD_target);
  double *state = am_field_get(&f, AM_FIELD_state0);
  double *gradient = am_field_get(&f, AM_FIELD_gradient0);
  for (int p = 0; p < POINTS; p++) {
    for (int i = 0; i < 6; i++)
      target[i * POINTS + p] = pow(10, -6 + 0.375 * p) * cos(p + 5 * i);
    for (int i = 0; i < 3 && law->logarithmic; i++) {
      gradient[i * POINTS + p] = 1;
      target[i * POINTS + p] += 1;
    }
    for (int i = 0; i < law->na; i++) state[i * POINTS + p] = law->initial[i];
    if (mixed) target[POINTS + p] = 0;
  }
  am_fields_rest(&f, law, POINTS);
  f.duration = 0.01;
  f.stress_controlled[1] = mixed;
  f.parameters = law->parameters;
  return f;
}

static double largest_of(const double *x, int point) {
  double largest = 0;
  for (int i = point; i < 6 * POINTS; i += POINTS)
    largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* Compares six components of a point; NaN agrees with nothing. */
static bool six_agree(const double *a, const double *b, int point,
                      double tolerance, double absolute) {
  double difference = 0;
  for (int i = point; i < 6 * POINTS; i += POINTS)
    if (!(fabs(a[i] - b[i]) <= difference)) difference = fabs(a[i] - b[i]);
  return difference <= tolerance * largest_of(b, point) + absolute;
}

/* In single precision the acceptance of a substep can differ, with an error
 * bounded by rtol; then one of the two programs may reach the limit of
 * substeps. Derivatives are sums of terms that can be far larger than the sum;
 * their unit is stress over parameter. */
static bool point_agrees(const am_agreement *t, const am_fields *a,
                         const am_fields *b, int point) {
  bool single = t->options->single;
  double tolerance = single ? fmax(1e-4, 10 * t->tolerances->rtol) : 1e-9;
  double one = a->status[point], other = b->status[point];
  if (one != other)
    return single && (one == AM_POINT_SUBSTEPS || other == AM_POINT_SUBSTEPS);
  if (one != AM_POINT_GOOD) return true;
  if (!six_agree(a->stress, b->stress, point, tolerance, 0)) return false;
  double stress = largest_of(b->stress, point);
  for (int p = 0; p < t->law->sensitive_count; p++) {
    double value = fabs(t->law->parameters[t->law->sensitive[p].index]);
    double unit = value > 0 ? stress / value : stress;
    if (!six_agree(a->stress_by + 6 * POINTS * p, b->stress_by + 6 * POINTS * p,
                   point, 1e4 * tolerance, tolerance * unit))
      return false;
  }
  return true;
}

am_status am_agreement_check(am_arena *arena, am_report *report,
                             const am_agreement *t) {
  const am_engine_options one = {.mixed = t->options->mixed,
                                 .rows = t->options->rows,
                                 .later = t->options->later, .threads = 1};
  am_solver bounded = *t->solver;
  if (am_scheme_is_chain(bounded.scheme)) /* the first round */
    bounded.scheme = am_scheme_find(bounded.scheme->chain[0]);
  am_tolerances own = *t->tolerances;
  am_engine_program *interp;
  if (bounded.max_substeps > MOST_SUBSTEPS)
    bounded.max_substeps = MOST_SUBSTEPS;
  AM_TRY(am_engine_compile(arena, report, am_engine_reference(), t->law,
                           &bounded, &one, &interp));
  am_fields a = fields_of(arena, t->law, t->solver, one.mixed);
  am_fields b = fields_of(arena, t->law, t->solver, one.mixed);
  a.breaks[0] = b.breaks[0] = 0.5;
  t->tolerances->max_substeps = bounded.max_substeps;
  t->advance(t->program, &a, POINTS);
  *t->tolerances = own;
  am_engine_advance(interp, &b, POINTS);
  for (int p = 0; p < POINTS; p++)
    if (!point_agrees(t, &a, &b, p))
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the compiled code and the interpreter disagree on a "
                      "small step (%s, stress.xx about %.9g; interpreter: %s, "
                      "%.9g)",
                      am_point_status_text[(int)a.status[p]], a.stress[p],
                      am_point_status_text[(int)b.status[p]], b.stress[p]);
  return AM_OK;
}
