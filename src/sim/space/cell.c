/* cell.c: reads the phases of a volume element and compiles their laws. */
#include "space/parts.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_cell *cell;
} making;

const am_yaml_key am_phase_keys[] = {
    {"label", AM_A_WHOLE, "label of its voxels"},
    {"labels", {.takes = AM_TAKES_TEXT, .items = &am_number_shape},
     "labels of its voxels: a list, or all that no other phase has"},
    {"material", AM_A_TEXT, "name of an installed material, or a file ending "
                            "in .yaml"},
    {"parameters", AM_A_MAPPING(am_any_shape),
     "parameter values that replace those of the material; file: a table of "
     "parameters by label"},
    {"parameter_set", AM_A_TEXT, "name of a parameter set of the material"},
    {0}};

static am_status read_name(am_report *report, const am_yaml *item,
                           am_phase *phase) {
  phase->name = item->key;
  phase->place = item->key_place;
  if (!am_is_name(item->key))
    return am_error(report, AM_INPUT, item->key_place,
                    "invalid phase name %s: expected a letter followed by "
                    "letters, digits or '_'",
                    am_quoted(report->arena, item->key));
  return am_yaml_keys_known(report, item, "a phase", am_phase_keys);
}

/* Replaces a strategy that the material does not support. */
static am_strategy suitable(const making *m, const am_phase *phase,
                            const am_material *material) {
  am_strategy wanted = m->cell->solver.strategy;
  const char *lacking = NULL;
  if (wanted == AM_STRATEGY_CONVENTIONAL && !material->conventional)
    lacking = "hand-written update";
  if (wanted == AM_STRATEGY_SEMI_AUTOMATIC &&
      !am_yaml_get(material->root, "partials"))
    lacking = "partials";
  if (!lacking) return wanted;
  am_note(m->report, phase->place,
          "phase '%s': material '%s' has no %s; the strategy 'automatic' is "
          "used",
          phase->name, material->name, lacking);
  return AM_STRATEGY_AUTOMATIC;
}

static am_status build_law(const making *m, const am_yaml *item,
                           am_phase *phase) {
  const am_yaml *overrides = am_yaml_get(item, "parameters");
  const am_yaml *chosen = am_yaml_get(item, "parameter_set"), *node;
  am_material *material;
  const char *set = NULL;
  am_place place = am_nowhere;
  const char *name, *path;
  AM_TRY(am_required(m->report, item, "a phase", "material", &node));
  AM_TRY(am_yaml_text(m->report, node, "material", &name));
  AM_TRY(am_material_find(m->arena, m->report, name,
                          m->cell->description->folder, node->place, &path));
  AM_TRY(am_material_read(m->arena, m->report, path, &material));
  if (chosen) {
    place = chosen->place;
    AM_TRY(am_yaml_text(m->report, chosen, "parameter_set", &set));
  }
  if (overrides)
    AM_TRY(am_yaml_expect(m->report, overrides, AM_YAML_MAPPING, "parameters"));
  const am_yaml *file =
      am_label_parameters_file(m->arena, material, &overrides);
  am_features features = {.present = {false}};
  am_feature_add(&features, AM_FEATURE_ELEMENT, true, node->place, NULL);
  am_feature_add(&features, AM_FEATURE_LOGARITHMIC,
                 material->kinematics == AM_KINEMATICS_LOGARITHMIC, node->place,
                 am_format(m->arena, "logarithmic kinematics (material '%s')",
                           material->name));
  am_feature_add(&features, AM_FEATURE_LABELS, file != NULL,
                 file ? file->place : am_nowhere, NULL);
  am_feature_add(&features, AM_FEATURE_DEVICE, m->cell->engine->memory != NULL,
                 node->place, NULL);
  AM_TRY(am_exclusions_check(m->report, &features));
  phase->strategy = suitable(m, phase, material);
  AM_TRY(am_law_new(m->arena, m->report, material,
                    &(am_law_choice){.overrides = overrides,
                                     .set = set,
                                     .set_place = place,
                                     .strategy = phase->strategy},
                    &phase->law));
  return file ? am_label_parameters_read(m->arena, m->report, m->cell, phase,
                                         file)
              : AM_OK;
}

/* Requires that all phases with a unit have the same unit. */
static am_status agree(const making *m, const am_phase *phase,
                       const char *what, const char *unit,
                       const char **common, const char **whose) {
  if (!*unit) return AM_OK;
  if (**common && strcmp(*common, unit))
    return am_error(m->report, AM_INPUT, phase->place,
                    "the unit of %s is %s in phase '%s', and %s in phase '%s'",
                    what, unit, phase->name, *common, *whose);
  if (!**common) *whose = phase->name;
  *common = unit;
  return AM_OK;
}

/* Substeps are chosen with this fraction of the tolerances, so that responses
 * that reuse them satisfy the tolerances.  Explicit schemes then stay away from
 * their stability limit, where stresses over fixed substeps become stiff. */
static const double substep_share = 0.1;

static am_status compile_law(const making *m, am_phase *phase, bool tangent,
                             am_engine_program **program) {
  am_solver solver = m->cell->solver;
  double part = tangent ? 1 : substep_share;
  const am_case *description = m->cell->description;
  const am_yaml *item = description->phases->items[phase - m->cell->phases];
  const am_engine_options options = {
      .single = description->settings.single,
      .settings = description->settings_given,
      .place = am_yaml_get(item, "material")->place,
      .follows = phase->law->nx > 0,
      .device = m->cell->device};
  solver.strategy = phase->strategy;
  solver.tangent = tangent;
  solver.rtol *= part;
  solver.atol *= part;
  return am_engine_compile(m->arena, m->report, m->cell->engine, phase->law,
                           &solver, &options, program);
}

/* Stiffness at zero strain, from tensor components to tensor components. */
static const double *stiffness_of(const making *m, am_law *law,
                                  const am_node *nodes, int count) {
  static const double zero[6];
  double *found = AM_ARRAY(m->arena, double, count), *C = found + 6;
  double *stiffness = AM_ARRAY(m->arena, double, 36);
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = zero};
  am_frame *frame = am_frame_new(
      m->arena, am_program_new(m->arena, law->graph, nodes, count));
  am_frame_bind(frame, law->parameters);
  am_frame_run(frame, inputs, found);
  for (int j = 0; j < 6; j++) {
    double t[6] = {0}, x[6], y[6] = {0};
    t[j] = 1;
    am_basis_from_tensor(t, x);
    for (int i = 0; i < 36; i++) y[i / 6] += C[i] * x[i % 6];
    am_basis_to_tensor(y, t);
    for (int i = 0; i < 6; i++) stiffness[6 * i + j] = t[i];
  }
  for (int i = 0; i < 6; i++)
    if (found[i] != 0) return NULL;
  return stiffness;
}

/* Finds the stiffness of a linear elastic law: one without state, external
 * fields and parameters by label, with constant derivatives and without stress
 * at zero strain. */
static void find_stiffness(const making *m, am_phase *phase) {
  am_law *law = phase->law;
  am_node strain[6];
  int count;
  if (law->nx || law->nf || law->mentions_rate || phase->by_label) return;
  const am_node *nodes =
      am_law_function(m->arena, law, AM_FUNCTION_ELASTICITY, &count);
  for (int i = 0; i < 6; i++)
    strain[i] = am_input(law->graph, AM_INPUT_STRAIN, i);
  if (!am_reads(law->graph, nodes + 6, 36, strain, 6))
    phase->stiffness = stiffness_of(m, law, nodes, count);
}

static am_status read_phases(const making *m) {
  am_cell *cell = m->cell;
  const am_yaml *map = cell->description->phases;
  AM_TRY(am_yaml_expect(m->report, map, AM_YAML_MAPPING, "phases"));
  cell->phases = AM_ARRAY(m->arena, am_phase, map->count);
  cell->phase_count = (int)map->count;
  for (int i = 0; i < cell->phase_count; i++)
    AM_TRY(read_name(m->report, map->items[i], &cell->phases[i]));
  AM_TRY(am_labels_assign(m->arena, m->report, map, cell));
  for (int i = 0; i < cell->phase_count; i++)
    AM_TRY(build_law(m, map->items[i], &cell->phases[i]));
  const char *stress = NULL, *time = NULL;
  cell->stress_unit = cell->time_unit = "";
  for (int i = 0; i < cell->phase_count; i++) {
    const am_phase *p = &cell->phases[i];
    const am_material *material = p->law->material;
    AM_TRY(agree(m, p, "stress", material->stress_unit, &cell->stress_unit,
                 &stress));
    AM_TRY(agree(m, p, "time", material->time_unit, &cell->time_unit, &time));
  }
  return AM_OK;
}

/* Assigns one device to each member of a team, if the engine uses devices. */
static am_status share_devices(const making *m) {
  am_cell *cell = m->cell;
  const am_engine *engine = cell->engine;
  am_team *team = cell->team;
  if (team->count == 1) return AM_OK;
  if (engine->memory)
    cell->device = 1 + am_team_local_rank(m->arena, team);
  else if (!team->type->turn_new)
    return am_error(m->report, AM_INPUT,
                    cell->description->settings.engine_place,
                    "--devices needs a GPU engine, found %s: use --engine %s, "
                    "or start CPU processes with mpirun",
                    engine->name, am_engine_device()->name);
  return AM_OK;
}

am_status am_cell_new(am_arena *arena, am_report *report,
                      const am_case *description, am_microstructure *micro,
                      am_cell **result) {
  am_cell *cell = *result = AM_NEW(arena, am_cell);
  const making m = {arena, report, cell};
  const char *name = description->settings.engine;
  cell->description = description;
  cell->micro = micro;
  cell->engine =
      strcmp(name, "auto") ? am_engine_find(name) : am_engine_compiled();
  cell->team = am_microstructure_team(micro);
  for (int d = 0; d < 3; d++) cell->rotated |= micro->grid[d] % 2 == 0;
  cell->solver = description->settings.solver;
  cell->solver.energies = cell->solver.tangent = false;
  cell->solver.derivatives = false;
  if (!cell->engine)
    return am_error(report, AM_INPUT, description->settings.engine_place,
                    "this build of automat does not include the engine '%s'",
                    name);
  AM_TRY(share_devices(&m));
  AM_TRY(read_phases(&m));
  AM_TRY(am_cell_externals_read(arena, report, cell));
  for (int i = 0; i < cell->phase_count; i++) {
    AM_TRY(compile_law(&m, &cell->phases[i], false, &cell->phases[i].program));
    find_stiffness(&m, &cell->phases[i]);
  }
  return AM_OK;
}

am_status am_cell_need_tangents(am_arena *arena, am_report *report,
                                am_cell *cell) {
  const making m = {arena, report, cell};
  for (int i = 0; i < cell->phase_count; i++) {
    am_phase *p = &cell->phases[i];
    if (!p->tangents) AM_TRY(compile_law(&m, p, true, &p->tangents));
  }
  return AM_OK;
}

am_place am_cell_place(const am_cell *cell) {
  return am_path_place(cell->description);
}

const char *am_cell_voxel(am_arena *arena, const am_cell *cell, long voxel) {
  const int *grid = cell->micro->grid;
  const am_microstructure *micro = cell->micro;
  long at = voxel - micro->here.first, phase = 0;
  if (voxel < 0) return "some voxel";
  if (at >= 0 && at < micro->here.count)
    phase = am_cell_phase(cell, micro->labels[at]);
  phase = am_team_sum(cell->team, phase);
  return am_format(arena, "phase '%s', voxel (%ld, %ld, %ld)",
                   cell->phases[phase].name, voxel % grid[0],
                   voxel / grid[0] % grid[1], voxel / grid[0] / grid[1]);
}
