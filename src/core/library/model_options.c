/* model_options.c: a material modified by assignments. */
#include "library/model_options.h"

am_status am_model_options_read(am_arena *arena, am_report *report,
                           const am_assignments *assignments,
                           am_model_options *assigned) {
  am_yaml *map = NULL;
  am_source *nothing = AM_NEW(arena, am_source);
  *nothing = (am_source){assignments->origin, "{}", 2};
  AM_TRY(am_yaml_parse(arena, report, nothing, &map));
  for (size_t i = 0; i < assignments->count; i++)
    AM_TRY(am_yaml_set(arena, report, map, assignments->origin,
                       assignments->texts[i]));
  static const char *const keys[] = {"parameters", "parameter_set", "solver",
                                     "kinematics", NULL};
  const am_yaml *solver = am_yaml_get(map, "solver");
  const am_yaml *set = am_yaml_get(map, "parameter_set");
  AM_TRY(am_yaml_known(report, map, "the settings", keys));
  assigned->parameters = am_yaml_get(map, "parameters");
  assigned->kinematics_given = am_yaml_get(map, "kinematics");
  if (assigned->kinematics_given)
    AM_TRY(am_kinematics_read(report, assigned->kinematics_given,
                              &assigned->kinematics));
  if (set) {
    assigned->parameter_set_place = set->place;
    AM_TRY(am_yaml_text(report, set, "parameter_set",
                        &assigned->parameter_set));
  }
  return solver ? am_settings_read(report, solver, &assigned->settings)
                : AM_OK;
}

/* Kinematics of the material if its file specifies them, else those
 * assigned. */
static am_status find_deformed(am_report *report,
                               const am_model_options *assigned,
                               const am_material *material, bool *deformed) {
  const am_yaml *own = assigned->kinematics_given;
  am_kinematics kinematics =
      own ? assigned->kinematics : material->kinematics;
  *deformed = kinematics == AM_KINEMATICS_LOGARITHMIC;
  if (!material->kinematics_given || kinematics == material->kinematics)
    return AM_OK;
  return am_error(report, AM_INPUT, own->place,
                  "the kinematics of material '%s' are %s", material->name,
                  am_kinematics_names[material->kinematics]);
}

am_status am_model_options_law(am_arena *arena, am_report *report,
                               const am_model_options *assigned,
                               const char *material, bool energies,
                               am_law **law) {
  am_material *read = NULL;
  const char *path = NULL;
  AM_TRY(am_material_find(arena, report, material, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &read));
  bool deformed;
  AM_TRY(find_deformed(report, assigned, read, &deformed));
  const am_law_choice choice = {
      .overrides = assigned->parameters, .set = assigned->parameter_set,
      .set_place = assigned->parameter_set_place,
      .strategy = assigned->settings.solver.strategy,
      .strategy_place = assigned->settings.strategy_place, .energies = energies,
      .logarithmic = deformed};
  return am_law_make(arena, report, read, &choice, law);
}
