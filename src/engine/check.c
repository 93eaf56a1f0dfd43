#include "engine/check.h"

#include <math.h>

#include "emit/plan.h"
#include "engine/conventional.h"

static am_status check_scale(am_report *report, const am_law *law,
                             const am_solver *solver) {
  bool needed = solver->error_control == AM_CONTROL_STRESS &&
                solver->scheme->family != AM_FAMILY_IMPLICIT;
  if (!needed || solver->stress_scale > 0 || law->stress_scale > 0)
    return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "the shear stiffness of material '%s' at the start is %.6g, "
                  "which cannot measure errors of the stress: give "
                  "solver.stress_scale",
                  law->material->name,
                  isnan(law->stress_scale) ? NAN : law->stress_scale);
}

static am_status check_update(am_report *report, const am_law *law,
                              const am_solver *solver) {
  const am_material *m = law->material;
  if (solver->strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  if (solver->scheme->family != AM_FAMILY_IMPLICIT)
    return am_error(report, AM_INPUT, am_nowhere,
                    "strategy conventional goes with scheme implicit-euler, "
                    "not with %s",
                    solver->scheme->name);
  if (!m->conventional)
    return am_error(report, AM_INPUT, am_nowhere,
                    "strategy conventional needs a hand-written update, which "
                    "material '%s' does not have",
                    m->name);
  if (am_update_find(m->conventional)) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "the hand-written update '%s' of material '%s' is not "
                  "compiled into this program",
                  m->conventional, m->name);
}

static am_status check_sensitive(am_report *report, const am_engine *engine,
                                 const am_law *law, const am_solver *solver) {
  if (!law->sensitive_count) return AM_OK;
  if (!engine->sensitivities)
    return am_error(report, AM_INPUT, am_nowhere,
                    "engine %s has no derivatives by parameters (asked: %s): "
                    "use interp or native",
                    engine->name, law->sensitive[0].name);
  if (solver->strategy != AM_STRATEGY_CONVENTIONAL) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "sensitivities go with the strategies automatic and "
                  "semi-automatic: a hand-written update has no derivatives "
                  "by parameters");
}

static am_status check_precision(am_report *report, const am_engine *engine,
                                 const am_engine_options *options) {
  if (!options->single || engine->single) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "engine %s has double precision only, found "
                  "solver.precision: single", engine->name);
}

am_status am_engine_check(am_report *report, const am_engine *engine,
                          const am_law *law, const am_solver *solver,
                          const am_engine_options *options) {
  AM_TRY(check_precision(report, engine, options));
  AM_TRY(check_scale(report, law, solver));
  AM_TRY(check_sensitive(report, engine, law, solver));
  return check_update(report, law, solver);
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
