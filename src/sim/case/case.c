/* case.c: reads a case file, key by key. */
#include "case/parts.h"

static const char *const default_columns[] = {"time", "strain", "stress",
                                              "internal", "substeps"};
static const char *const element_columns[] = {
    "time", "strain", "stress", "iterations", "equilibrium", "substeps"};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Reads a tensor `what` by the names of its components; for a symmetric tensor
 * the scalar 0 is accepted, too. */
static am_status read_tensor(am_report *report, const am_yaml *node,
                             const char *what, const char *const *names,
                             double *tensor) {
  double number;
  if (am_yaml_is_number(node) && names == am_component_names) {
    AM_TRY(am_yaml_number(report, node, what, &number));
    if (number == 0) return AM_OK;
  }
  AM_TRY(am_yaml_known(report, node, what, names));
  for (int c = 0; names[c]; c++) {
    const am_yaml *item = am_yaml_get(node, names[c]);
    if (item)
      AM_TRY(am_yaml_number(report, item,
                            am_format(report->arena, "%s.%s", what, names[c]),
                            &tensor[c]));
  }
  return AM_OK;
}

am_status am_case_start(am_report *report, const am_yaml *initial,
                        am_case *c) {
  const am_yaml *time = am_yaml_get(initial, "time");
  const am_yaml *strain = am_yaml_get(initial, "strain");
  const am_yaml *stress = am_yaml_get(initial, "stress");
  AM_TRY(am_yaml_expect(report, initial, AM_YAML_MAPPING, "initial"));
  c->initial = initial;
  c->stressed = stress;
  c->time = 0;
  memset(c->strain, 0, sizeof c->strain);
  memset(c->stress, 0, sizeof c->stress);
  if (strain && stress)
    return am_error(report, AM_INPUT, strain->key_place,
                    "expected 'strain' or 'stress' in 'initial', found both: "
                    "with an initial stress, strains are measured from that "
                    "state");
  if (time) AM_TRY(am_yaml_number(report, time, "initial.time", &c->time));
  if (strain)
    AM_TRY(read_tensor(report, strain, "initial.strain", am_component_names,
                       c->strain));
  for (int i = 0; i < 6; i++) c->strain[i] *= am_strain_scale(c, i);
  return stress ? read_tensor(report, stress, "initial.stress",
                              am_component_names, c->stress)
                : AM_OK;
}

am_status am_case_gradient(am_report *report, const am_case *description,
                           double *F) {
  const am_yaml *given = am_yaml_get(description->initial, "F");
  for (int c = 0; c < 9; c++) F[c] = c < 3;
  return given ? read_tensor(report, given, "initial.F", am_gradient_names, F)
               : AM_OK;
}

static am_status read_initial(am_arena *arena, am_report *report,
                              const am_yaml *node, am_case *result) {
  (void)arena;
  return am_case_start(report, node, result);
}

static const char *const angle_units[] = {"degree", "radian", "deg", "rad",
                                          NULL};

typedef struct {
  double angles[3];
  enum { DEGREE, RADIAN, DEG, RAD } unit;
} euler;

#define AM_AN_ANGLE(i) {.takes = AM_TAKES_NUMBER, AM_INTO(euler, angles[i])}
static const am_yaml_key rotation_keys[] = {
    {"phi1", AM_AN_ANGLE(0), "Bunge's first Euler angle"},
    {"Phi", AM_AN_ANGLE(1), "Bunge's second Euler angle"},
    {"phi2", AM_AN_ANGLE(2), "Bunge's third Euler angle"},
    {"unit", {.words = angle_units, AM_NEEDED(euler, unit)},
     "unit of the angles"},
    {0}};

static am_status read_rotation(am_arena *arena, am_report *report,
                               const am_yaml *node, am_case *result) {
  euler given = {.unit = DEGREE};
  AM_TRY(am_yaml_take(report, node, "rotation", rotation_keys, &given));
  double(*q)[6] = am_arena_alloc(arena, 6 * sizeof *q);
  am_rotation(given.angles, given.unit == DEGREE || given.unit == DEG, q);
  result->rotation = (const double(*)[6])q;
  result->rotation_given = node;
  return AM_OK;
}

/* `true`, or the initial temperature. */
static am_status read_adiabatic(am_arena *arena, am_report *report,
                                const am_yaml *node, am_case *result) {
  bool is;
  (void)arena;
  result->temperature = NAN;
  result->adiabatic = node;
  if (am_yaml_is_number(node))
    return am_yaml_number(report, node, "adiabatic", &result->temperature);
  AM_TRY(am_yaml_boolean(report, node, "adiabatic", &is));
  if (!is) result->adiabatic = NULL;
  return AM_OK;
}

double am_strain_scale(const am_case *description, int c) {
  return description->voigt && c >= 3 ? 0.5 : 1;
}

static am_status read_path(am_arena *arena, am_report *report,
                           const am_yaml *node, am_case *result) {
  am_watch *watch = AM_NEW(arena, am_watch);
  result->watch = watch;
  if (node->count) return am_watch_read(arena, report, node, watch);
  return am_error(report, AM_INPUT, node->place,
                  "'path' is empty: expected a list of segments, such as '- "
                  "{time: 1, strain: {xx: 0.01}}'");
}

static am_status read_solver(am_arena *arena, am_report *report,
                             const am_yaml *map, am_case *result) {
  (void)arena;
  return am_settings_read(report, map, &result->settings);
}

/* Keys of `initial`; other entries are internal variables and fields. */
static const am_yaml_key initial_keys[] = {
    {"time", AM_A_NUMBER, "initial time"},
    {"strain",
     {.takes = AM_TAKES_NUMBER, .names = am_component_names,
      .entries = &am_number_shape},
     "initial strain"},
    {"stress",
     {.takes = AM_TAKES_NUMBER, .names = am_component_names,
      .entries = &am_number_shape},
     "initial stress, instead of a strain; strains are measured from that "
     "state"},
    {"F",
     {.takes = AM_TAKES_NUMBER, .names = am_gradient_names,
      .entries = &am_number_shape},
     "initial deformation gradient (logarithmic kinematics)"},
    {0}};

static const char *const notations[] = {"tensor", "voigt", NULL};

const am_yaml_key am_case_keys[] = {
    {"format", AM_A_WHOLE, "version of the file format: 1"},
    {"case",
     {.takes = AM_TAKES_TEXT, AM_INTO(am_case, title)},
     "title of the case"},
    {"material",
     {.takes = AM_TAKES_TEXT,
      AM_INTO(am_case, material),
      .place = offsetof(am_case, material_place)},
     "name of an installed material, or a file ending in .yaml"},
    {"parameters",
     {.entries = &am_any_shape, AM_INTO(am_case, parameters)},
     "parameter values that replace those of the material"},
    {"parameter_set",
     {.takes = AM_TAKES_TEXT,
      AM_INTO(am_case, parameter_set),
      .place = offsetof(am_case, parameter_set_place)},
     "name of a parameter set of the material"},
    {"rotation", AM_KEYS(rotation_keys), "rotation of the material axes"},
    {"kinematics",
     {.words = am_kinematics_names, AM_INTO(am_case, kinematics)},
     "strain measure, if the material does not state it"},
    {"adiabatic",
     {.takes = AM_TAKES_FLAG | AM_TAKES_NUMBER},
     "true for no heat exchange, or the initial temperature"},
    {"notation",
     {.words = notations, AM_INTO(am_case, notation)},
     "shear strains as tensor components or engineering strains"},
    {"initial",
     {.keys = initial_keys, .entries = &am_any_shape},
     "initial time, strain and state"},
    {"solver",
     {.made = am_settings_keys, AM_INTO(am_case, settings_given)},
     "integration of the law"},
    {"path",
     {.items = &am_segment_shape, AM_INTO(am_case, path)},
     "list of segments of the loading path"},
    {"output", AM_KEYS(am_output_keys),
     "rows, columns and file of the results"},
    {"expect", AM_A_LIST(am_expectation_shape),
     "expected values of the results"},
    {"points",
     {.keys = am_points_keys, AM_INTO(am_case, points)},
     "many points in one run"},
    {"fit", AM_KEYS(am_fitting_keys),
     "identification of parameters from tests"},
    {"microstructure",
     {.elsewhere = true, AM_INTO(am_case, microstructure)},
     "voxels of a volume element"},
    {"phases",
     {.elsewhere = true, AM_INTO(am_case, phases)},
     "phases of a volume element: name and material"},
    {"external",
     {.elsewhere = true, AM_INTO(am_case, externals)},
     "external fields of a volume element, one value per voxel"},
    {"homogenization",
     {.elsewhere = true, AM_INTO(am_case, homogenization)},
     "equilibrium iteration of a volume element"},
    {0}};

/* Readers of keys, in this order, after all other keys. */
static const struct {
  const char *key;
  am_status (*read)(am_arena *arena, am_report *report, const am_yaml *node,
                    am_case *result);
} readers[] = {
    {"rotation", read_rotation},   {"adiabatic", read_adiabatic},
    {"initial", read_initial},     {"solver", read_solver},
    {"path", read_path},           {"output", am_case_output_read},
    {"expect", am_expectations_read}, {"fit", am_fitting_read},
};

/* Checks the keys of volume elements: phases replace the material, and some
 * keys are valid only there. */
static am_status check_element(am_report *report, const am_yaml *map,
                               const am_case *c) {
  static const char *const allowed[] = {
      "format", "case",   "notation", "initial",        "solver", "path",
      "output", "expect", "phases",   "homogenization", "external",
      NULL};
  const am_yaml *found, *output = am_yaml_get(map, "output");
  const am_yaml *const own[] = {c->phases, c->homogenization, c->externals,
                                am_yaml_get(output, "fields"),
                                am_yaml_get(output, "restart")};
  if (c->microstructure) {
    AM_TRY(am_required(report, map, "a case with a microstructure",
                       "phases", &found));
    return am_compatible_keys(report, map, "microstructure", allowed);
  }
  for (size_t i = 0; i < COUNT(own); i++)
    if (own[i])
      return am_error(report, AM_INPUT, own[i]->key_place,
                      "'%s' is only for volume elements, but "
                      "'microstructure' is missing%s",
                      own[i]->key,
                      own[i] != c->externals
                          ? ""
                          : "; prescribe the fields of a material point in "
                            "'initial' or in 'external' of a segment");
  return AM_OK;
}

/* Checks required keys, and keys not allowed in an inline case. */
static am_status check_presence(am_report *report, const am_yaml *map,
                                const am_case *c) {
  const am_yaml *found = am_yaml_get(map, "material");
  if (c->confined && found)
    return am_error(report, AM_INPUT, found->key_place,
                    "remove 'material': a case in the checks of a material is "
                    "run with that material");
  if (!c->confined)
    AM_TRY(am_required(report, map, "the case", "case", &found));
  AM_TRY(check_element(report, map, c));
  if (!c->confined && !c->microstructure)
    AM_TRY(am_required(report, map, "the case", "material", &found));
  if (c->points || am_yaml_get(map, "fit")) return AM_OK;
  return am_required(report, map, "the case", "path", &found);
}

am_status am_case_from(am_arena *arena, am_report *report,
                       const am_yaml *map, const char *folder,
                       bool inline_case, am_case **result) {
  am_case *c = AM_NEW(arena, am_case);
  AM_TRY(am_yaml_keys_known(report, map, "the case", am_case_keys));
  c->source = map->place.source;
  c->file = map->place.source->name;
  c->folder = folder;
  c->confined = inline_case;
  c->title = "";
  c->kinematics_given = am_yaml_get(map, "kinematics");
  c->settings = am_settings_default();
  if (am_yaml_get(map, "microstructure"))
    am_columns_request(arena, c, element_columns, COUNT(element_columns),
                       am_nowhere, true);
  else
    am_columns_request(arena, c, default_columns, COUNT(default_columns),
                       am_nowhere, true);
  const am_yaml *format = am_yaml_get(map, "format");
  if (format) AM_TRY(am_yaml_format(report, format));
  AM_TRY(am_yaml_take(report, map, "the case", am_case_keys, c));
  AM_TRY(check_presence(report, map, c));
  c->voigt = c->voigt_shown = c->notation == AM_NOTATION_VOIGT;
  for (size_t i = 0; i < COUNT(readers); i++) {
    const am_yaml *node = am_yaml_get(map, readers[i].key);
    if (node) AM_TRY(readers[i].read(arena, report, node, c));
  }
  *result = c;
  return AM_OK;
}

/* Registers all files named by the case as inputs, so that no output can
 * overwrite them. Reference files of `expect` may be overwritten. */
static void note_inputs(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *folder) {
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    const char *key = item->key ? item->key : "", *name;
    if (!strcmp(key, "output") || !strcmp(key, "expect")) continue;
    note_inputs(arena, report, item, folder);
    bool named = !strcmp(key, "table") || !strcmp(key, "file") ||
                 !strcmp(key, "material");
    if (item->kind != AM_YAML_SCALAR || !named) continue;
    name = am_copy(arena, item->text.text, item->text.length);
    am_input_note(report, am_input_path(arena, folder, name));
  }
}

/* Rejects a table given in place of a case, detected by the extension of its
 * name. */
static am_status refuse_table(am_report *report, const char *path) {
  size_t length = strlen(path);
  if (length < 4 || strcmp(path + length - 4, ".csv")) return AM_OK;
  const char *name = am_printable(report->arena, path, length);
  return am_error(report, AM_INPUT, am_nowhere,
                  "expected a case (a YAML file with 'case', 'material' and "
                  "'path'), found the table '%s': name it in a segment of a "
                  "case with 'table: %s'",
                  name, name);
}

static am_status refuse_material(am_report *report, const am_yaml *root,
                                 const char *path) {
  if (am_yaml_get(root, "case") || !(am_yaml_get(root, "free_energy") ||
                                     am_yaml_get(root, "stress")))
    return AM_OK;
  const char *name = am_printable(report->arena, path, strlen(path));
  return am_error(report, AM_INPUT, root->place,
                  "expected a case, found a material: name it in a case with "
                  "'material: %s', or test it with 'automat check %s'",
                  name, name);
}

am_status am_case_read(am_arena *arena, am_report *report, const char *path,
                       const char *const *sets, size_t set_count,
                       am_case **result) {
  am_yaml *root;
  const char *slash = strrchr(path, '/'), *folder = ".";
  if (slash)
    folder = slash == path ? "/"
                           : am_copy(arena, path, (size_t)(slash - path));
  AM_TRY(refuse_table(report, path));
  AM_TRY(am_yaml_read(arena, report, path, &root));
  AM_TRY(refuse_material(report, root, path));
  for (size_t i = 0; i < set_count; i++)
    AM_TRY(am_yaml_set(arena, report, root, am_yaml_option, sets[i]));
  note_inputs(arena, report, root, folder);
  return am_case_from(arena, report, root, folder, false, result);
}

/* ---- input files ------------------------------------------------------- */

am_status am_input_name(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        const am_case *description, const char **path) {
  const char *name;
  AM_TRY(am_yaml_text(report, node, what, &name));
  if (!*name)
    return am_error(report, AM_INPUT, node->place, "%s is empty", what);
  *path = am_input_path(arena, description->folder, name);
  if (!description->confined) return AM_OK;
  bool below = am_is_below(name);
  if (below && !am_link_leaves_folder(arena, *path, description->folder,
                                      description->file))
    return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected '%s' in the checks of a material to be a file "
                  "below the folder of the material, not hidden, found %s%s",
                  what, am_yaml_describe(arena, node),
                  below ? ", a link that leads out of it" : "");
}

/* ---- helpers of readers -------------------------------------------------- */

const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name) {
  if (*name == '/' || !strcmp(folder, ".")) return name;
  return am_format(arena, "%s/%s", folder, name);
}

am_status am_output_name(am_report *report, const am_yaml *node,
                         const char *what, const char **name) {
  AM_TRY(am_yaml_text(report, node, what, name));
  if (!**name)
    return am_error(report, AM_INPUT, node->place, "%s is empty", what);
  if (am_yaml_is_given(node) || am_is_below(*name)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to lie below the working directory, not "
                  "hidden, found %s (--set accepts any file)",
                  what, am_yaml_describe(report->arena, node));
}

am_status am_compatible_keys(am_report *report, const am_yaml *map,
                             const char *main, const char *const *with) {
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *item = map->items[i];
    const char *const *known = with;
    while (*known && strcmp(item->key, *known)) known++;
    if (strcmp(item->key, main) && !*known)
      return am_error(report, AM_INPUT, item->key_place,
                      "'%s' cannot be combined with '%s'", item->key, main);
  }
  return AM_OK;
}

am_status am_time_list_read(am_arena *arena, am_report *report,
                            const am_yaml *node, const char *what,
                            double after, double **times, am_place **places) {
  size_t count = node->count;
  if (!count)
    return am_error(report, AM_INPUT, node->place,
                    "'%s' is empty: expected a list of times", what);
  *times = AM_ARRAY(arena, double, count);
  if (places) *places = AM_ARRAY(arena, am_place, count);
  for (size_t i = 0; i < count; i++) {
    const am_yaml *item = node->items[i];
    if (places) (*places)[i] = item->place;
    AM_TRY(am_yaml_number(report, item, "a time", &(*times)[i]));
    if ((*times)[i] <= after)
      return am_error(report, AM_INPUT, item->place,
                      "times must be strictly increasing: expected more than "
                      "%.15g, found %s",
                      after, am_yaml_describe(report->arena, item));
    after = (*times)[i];
  }
  return AM_OK;
}
