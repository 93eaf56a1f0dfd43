/* check.c: what engines are asked for, and what compiled code computes. */
#include "engine/check.h"

#include <math.h>

#include "base/text.h"
#include "emit/plan.h"
#include "engine/conventional.h"
#include "engine/fields.h"
#include "solver/settings.h"

typedef struct {
  am_report *report;
  const am_engine *engine;
  const am_law *law;
  const am_solver *solver;
  const am_engine_options *options;
} checking;

/* Where a setting is written, else where the material is named. */
static am_place setting_place(const checking *c, const char *key) {
  return am_setting_place(c->options->settings, key, c->options->place);
}

/* Where the material is named, else where its energy is written. */
static am_place material_place(const checking *c) {
  const am_yaml *root = c->law->material->root;
  if (c->options->place.source) return c->options->place;
  return am_setting_place(root, "free_energy", root->place);
}

/* Stresses of given strains have no error where there is nothing, and nothing is
 * integrated. */
static am_status check_scale(const checking *c) {
  const am_law *law = c->law;
  const am_solver *solver = c->solver;
  bool nothing = law->stress_scale == 0 && !law->nx && !c->options->mixed;
  bool needed = solver->error_control == AM_CONTROL_STRESS &&
                solver->scheme->family != AM_FAMILY_IMPLICIT && !nothing;
  if (!needed || solver->stress_scale > 0 || law->stress_scale > 0)
    return AM_OK;
  return am_error(c->report, AM_INPUT, material_place(c),
                  "the shear stiffness of material '%s' at the start is %.6g, "
                  "which cannot measure errors of the stress: give "
                  "solver.stress_scale",
                  law->material->name,
                  isnan(law->stress_scale) ? NAN : law->stress_scale);
}

static am_status check_sensitive(const checking *c) {
  const am_law *law = c->law;
  if (!law->sensitive_count) return AM_OK;
  if (!c->engine->sensitivities)
    return am_error(c->report, AM_INPUT, setting_place(c, "engine"),
                    "engine %s has no derivatives by parameters (asked: %s): "
                    "use interp or native",
                    c->engine->name, law->sensitive[0].name);
  if (c->solver->strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, "strategy"),
                  "sensitivities go with the strategies automatic and "
                  "semi-automatic: a hand-written update has no derivatives "
                  "by parameters");
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

/* Multipliers are unknowns of implicit steps alone. */
bool am_scheme_suits(const am_material *material, const am_scheme *scheme) {
  return !material->domain_count || scheme->family == AM_FAMILY_IMPLICIT ||
         scheme->family == AM_FAMILY_DOUBLING;
}

static am_status check_domain(const checking *c) {
  const am_material *material = c->law->material;
  const am_scheme *scheme = c->solver->scheme;
  if (am_scheme_suits(material, scheme)) return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, "scheme"),
                  "material '%s' has an elastic_domain, which the scheme %s "
                  "cannot integrate: use auto, implicit-euler-adaptive or "
                  "implicit-euler",
                  material->name, scheme->name);
}

/* Where stresses are given all along the step, its strain follows from the
 * state, and its rate from the rates that would read it. */
static am_status check_rate(const checking *c) {
  const am_solver *solver = c->solver;
  if (!c->law->reads_rate) return AM_OK;
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL)
    return am_error(c->report, AM_INPUT, setting_place(c, "strategy"),
                    "strategy conventional does not go with rates that read "
                    "rate_eps, which a hand-written update does not see");
  if (!c->options->mixed || solver->control == AM_CONTROL_STEP) return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, "control"),
                  "the rates of material '%s' read rate_eps, the rate of the "
                  "strain, which does not go with stresses that are given all "
                  "along a loading step: control the strain, or set "
                  "solver.control to 'step'",
                  c->law->material->name);
}

/* The others choose their substeps, and a hand-written update takes one. */
static am_status check_substeps(const checking *c) {
  const am_solver *solver = c->solver;
  bool conventional = solver->strategy == AM_STRATEGY_CONVENTIONAL;
  if (solver->substeps == 1 || (!conventional && solver->scheme->family ==
                                                     AM_FAMILY_IMPLICIT))
    return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, "substeps"),
                  "solver.substeps goes with scheme implicit-euler, which "
                  "takes %d equal ones; %s %s takes %s",
                  solver->substeps, conventional ? "strategy" : "scheme",
                  conventional ? "conventional" : solver->scheme->name,
                  conventional ? "one" : "as many as its tolerances ask for");
}

static am_status check_largest(const checking *c) {
  const am_solver *solver = c->solver;
  bool limited = solver->largest_part < 1 || solver->largest_time > 0;
  if (!limited || solver->scheme->family != AM_FAMILY_IMPLICIT) return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, "largest_substep"),
                  "solver.largest_substep needs a scheme that chooses its "
                  "substeps, found %s: use solver.substeps or more steps",
                  solver->scheme->name);
}

/* Derivatives of Rosenbrock schemes go by those of the Jacobian, which where P is
 * given would need third derivatives of the strain by the deformation
 * gradient. */
static am_status check_deformed(const checking *c) {
  const am_law *law = c->law;
  const am_solver *solver = c->solver;
  const char *why = NULL, *key = "strategy";
  bool mixed = c->options->mixed;
  bool by = law->sensitive_count;
  if (!law->logarithmic) return AM_OK;
  if (solver->strategy == AM_STRATEGY_CONVENTIONAL)
    why = "do not go with the strategy 'conventional'";
  if (mixed && solver->control == AM_CONTROL_STEP) {
    key = "control";
    why = "need solver.control: path where components of P are given";
  }
  if (mixed && law->energies && law->nf)
    why = "have no energies beside external fields where components of P are "
          "given";
  if (mixed && (solver->tangent || by) &&
      solver->scheme->family == AM_FAMILY_ROSENBROCK) {
    key = "scheme";
    why = am_format(c->report->arena,
                    "have no %s by the scheme %s where components of P are "
                    "given: use auto, implicit-euler-adaptive, ode23 or "
                    "ode45%s",
                    by ? "sensitivities" : "tangents", solver->scheme->name,
                    by ? "" : ", or solver.tangent: false");
  }
  if (!why) return AM_OK;
  return am_error(c->report, AM_INPUT, setting_place(c, key),
                  "logarithmic kinematics %s", why);
}

static am_status check_conventional(const checking *c) {
  const am_material *m = c->law->material;
  am_place place = setting_place(c, "strategy");
  if (c->solver->strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  if (c->law->nf)
    return am_error(c->report, AM_INPUT, place,
                    "strategy conventional does not go with external fields, "
                    "which a hand-written update does not see (here: %s)",
                    m->externals[0].name);
  if (c->solver->scheme->family != AM_FAMILY_IMPLICIT)
    return am_error(c->report, AM_INPUT, place,
                    "strategy conventional goes with scheme implicit-euler, "
                    "not with %s",
                    c->solver->scheme->name);
  if (!m->conventional)
    return am_error(c->report, AM_INPUT, place,
                    "strategy conventional needs a hand-written update, which "
                    "material '%s' does not have",
                    m->name);
  if (am_update_find(m->conventional)) return AM_OK;
  return am_error(c->report, AM_INPUT, place,
                  "the hand-written update '%s' of material '%s' is not "
                  "compiled into this program",
                  m->conventional, m->name);
}

am_status am_engine_check(am_report *report, const am_engine *engine,
                          const am_law *law, const am_solver *solver,
                          const am_engine_options *options) {
  const checking c = {report, engine, law, solver, options};
  if (options->single && !engine->single)
    return am_error(report, AM_INPUT, setting_place(&c, "precision"),
                    "engine %s has double precision only, found "
                    "solver.precision: single", engine->name);
  AM_TRY(check_scale(&c));
  AM_TRY(check_sensitive(&c));
  AM_TRY(check_domain(&c));
  AM_TRY(check_rate(&c));
  AM_TRY(check_substeps(&c));
  AM_TRY(check_largest(&c));
  AM_TRY(check_deformed(&c));
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

/* A block of eight lanes and a point that stands alone.  Few substeps: many of
 * an explicit scheme at the limit of its stability amplify rounding. */
enum { POINTS = 9, MOST_SUBSTEPS = 5 };

/* From the initial state to strains of 1e-6 to 1e-3, in a time of 0.01. */
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
    for (int i = 0; i < law->na; i++)
      state[i * POINTS + p] = law->initial[i];
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

/* Six components of a point; NaN agrees with nothing. */
static bool six_agree(const double *a, const double *b, int point,
                      double tolerance, double absolute) {
  double difference = 0;
  for (int i = point; i < 6 * POINTS; i += POINTS)
    if (!(fabs(a[i] - b[i]) <= difference)) difference = fabs(a[i] - b[i]);
  return difference <= tolerance * largest_of(b, point) + absolute;
}

/* Single precision may decide otherwise on a substep, whose error rtol bounds;
 * then one of the two may meet the limit of the substeps.  Derivatives are sums
 * of terms that may be far larger; stress over parameter is their unit. */
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
    if (!six_agree(a->stress_by + 6 * POINTS * p,
                   b->stress_by + 6 * POINTS * p, point, 1e4 * tolerance,
                   tolerance * unit))
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
  if (am_scheme_is_chain(bounded.scheme)) /* its first turn */
    bounded.scheme = am_scheme_find(bounded.scheme->chain[0]);
  am_tolerances own = *t->tolerances;
  am_engine_program *interp;
  own.max_substeps = bounded.max_substeps = MOST_SUBSTEPS;
  AM_TRY(am_engine_interp.compile(arena, report, t->law, &bounded, &one,
                                  &interp));
  am_fields a = fields_of(arena, t->law, t->solver, one.mixed);
  am_fields b = fields_of(arena, t->law, t->solver, one.mixed);
  a.breaks[0] = b.breaks[0] = 0.5;
  t->advance(t->data, &a, &own, POINTS);
  am_engine_interp.advance(interp, &b, POINTS);
  for (int p = 0; p < POINTS; p++)
    if (!point_agrees(t, &a, &b, p))
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "the compiled code disagrees with the interpreter on a "
                      "small step (%s, stress.xx about %.9g; not %s, %.9g)",
                      am_point_status_text[(int)a.status[p]], a.stress[p],
                      am_point_status_text[(int)b.status[p]], b.stress[p]);
  return AM_OK;
}
