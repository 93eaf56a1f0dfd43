/* fields.c: reads the key output.fields and writes the images of a volume
 * element. */
#include <assert.h>

#include "homogenization/parts.h"

/* Fields that `values` accepts in addition to variables by name. */
static const struct {
  const char *name, *about;
  am_cell_source source;
  am_cell_field field;
  int components;
  bool stress, usual; /* has the unit of stress; is in the default list */
} quantities[] = {
    {"phase", "number of the phase, from 0, in the order of the case",
     AM_FROM_PHASE, 0, 1, false, true},
    {"label", "label of the voxel in the microstructure", AM_FROM_LABEL, 0, 1,
     false, false},
    {"strain", "strain, tensor components", AM_FROM_LAW, AM_CELL_STRAIN, 6,
     false, true},
    {"stress", "stress, tensor components", AM_FROM_LAW, AM_CELL_STRESS, 6,
     true, true},
    {"substeps", "accepted substeps of the loading step", AM_FROM_LAW,
     AM_CELL_SUBSTEPS, 1, false, false},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

const char *am_cell_field_name(size_t i, const char **about) {
  if (i >= QUANTITIES) return NULL;
  *about = quantities[i].about;
  return quantities[i].name;
}

static void add_field(am_cell_fields *f, am_image_array shown,
                      am_cell_array array) {
  for (size_t i = 0; i < f->count; i++)
    if (!strcmp(f->shown[i].name, shown.name)) return;
  shown.components = array.components;
  shown.component_names = array.components == 6 ? am_component_names : NULL;
  array.cell = f->cell;
  f->shown[f->count] = shown;
  f->arrays[f->count++] = array;
}

static void add_quantity(am_cell_fields *f, size_t q) {
  const am_image_array shown = {
      .name = quantities[q].name, .about = quantities[q].about,
      .unit = quantities[q].stress ? f->cell->stress_unit : ""};
  const am_cell_array array = {.source = quantities[q].source,
                               .field = quantities[q].field,
                               .components = quantities[q].components};
  add_field(f, shown, array);
}

static const am_variable *find_variable(const am_law *law,
                                        const char *name, am_kind kind) {
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].kind == kind && !strcmp(law->variables[i].name, name))
      return &law->variables[i];
  return NULL;
}

/* Adds a variable for all phases with a variable of this name and kind; if
 * phases have variables of the same name but different kinds, the phase's name
 * becomes a prefix. */
static void add_variable(am_cell_fields *f, int phase, const am_variable *v) {
  const am_cell *cell = f->cell;
  am_kind other = v->kind == AM_SCALAR ? AM_TENSOR : AM_SCALAR;
  bool clash = false;
  am_cell_array array = {.field = AM_CELL_STATE,
                         .components = v->kind == AM_SCALAR ? 1 : 6};
  array.variables =
      AM_ARRAY(f->arena, const am_variable *, cell->phase_count);
  for (int p = 0; p < cell->phase_count; p++) {
    array.variables[p] = find_variable(cell->phases[p].law, v->name, v->kind);
    clash |= find_variable(cell->phases[p].law, v->name, other) != NULL;
  }
  const char *name = clash ? am_format(f->arena, "%s.%s",
                                       cell->phases[phase].name, v->name)
                           : v->name;
  add_field(f, (am_image_array){.name = name, .unit = "",
                                .about = "internal variable"}, array);
}

/* Adds the variables with this name, or members of the list with this name;
 * NULL: all. */
static bool add_named_variables(am_cell_fields *f, const char *name) {
  bool found = false;
  for (int p = 0; p < f->cell->phase_count; p++) {
    const am_law *law = f->cell->phases[p].law;
    const am_variable **shown = am_variables_shown(f->arena, law);
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = shown[i];
      if (name && strcmp(name, v->name) && strcmp(name, v->base)) continue;
      add_variable(f, p, v);
      found = true;
    }
  }
  return found;
}

/* ---- key output.fields --------------------------------------------------- */

static void add_once(const char **names, size_t *count, const char *name) {
  for (size_t i = 0; i < *count; i++)
    if (!strcmp(names[i], name)) return;
  names[(*count)++] = name;
}

const char *am_cell_field_hint(am_arena *arena, const am_cell *cell,
                               const char *name, const char *word) {
  size_t count = 0, most = QUANTITIES + 1;
  for (int p = 0; p < cell->phase_count; p++)
    most += (size_t)cell->phases[p].law->count;
  const char **known = AM_ARRAY(arena, const char *, most);
  if (word) known[count++] = word;
  for (size_t q = 0; q < QUANTITIES; q++) known[count++] = quantities[q].name;
  for (int p = 0; p < cell->phase_count; p++) {
    const am_law *law = cell->phases[p].law;
    const am_variable **shown = am_variables_shown(arena, law);
    for (int i = 0; i < law->count; i++)
      add_once(known, &count, shown[i]->name);
  }
  return am_name_hint(arena, name, known, count);
}

static am_status refuse_field(am_cell_fields *f, am_report *report,
                              const am_yaml *node, const char *name) {
  return am_error(report, AM_INPUT, node->place, "unknown field '%s'%s", name,
                  am_cell_field_hint(f->arena, f->cell, name, "internal"));
}

static am_status read_value(am_cell_fields *f, am_report *report,
                            const am_yaml *node) {
  const char *text;
  AM_TRY(am_yaml_text(report, node, "a field", &text));
  for (size_t q = 0; q < QUANTITIES; q++)
    if (!strcmp(text, quantities[q].name)) {
      add_quantity(f, q);
      return AM_OK;
    }
  if (!strcmp(text, "internal")) {
    add_named_variables(f, NULL);
    return AM_OK;
  }
  return add_named_variables(f, am_column_canonical(f->arena, text))
             ? AM_OK
             : refuse_field(f, report, node, text);
}

static am_status read_values(am_cell_fields *f, am_report *report,
                             const am_yaml *node) {
  if (!node) {
    for (size_t q = 0; q < QUANTITIES; q++)
      if (quantities[q].usual) add_quantity(f, q);
    add_named_variables(f, NULL);
    return AM_OK;
  }
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE,
                        "output.fields.values"));
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(read_value(f, report, node->items[i]));
  if (f->count) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "'output.fields.values' is empty: expected names of fields, "
                  "such as [stress]");
}

static const char ending[] = ".h5";

static am_status read_file(am_cell_fields *f, am_report *report,
                           const am_yaml *map) {
  const am_yaml *node;
  const char *name;
  AM_TRY(am_required(report, map, "output.fields", "file", &node));
  AM_TRY(am_output_name(report, node, "output.fields.file", &name));
  AM_TRY(am_ending_check(report, AM_INPUT, node->place, "output.fields.file",
                         name, AM_WRITES_HDF5));
  size_t length = strlen(name), end = strlen(ending);
  bool ended = length > end && !strcmp(name + length - end, ending);
  f->layout.path = am_format(f->arena, "%s%s", name, ended ? "" : ending);
  return AM_OK;
}

/* Reads the loading steps; default: the last one. */
static am_status read_times(am_cell_fields *f, am_report *report,
                            const am_yaml *node, am_path *path) {
  am_case wanted = *f->cell->description;
  am_selection selection;
  wanted.times = AM_TIMES_LAST;
  if (node)
    AM_TRY(am_times_read(f->arena, report, node, "output.fields.times",
                         &wanted));
  AM_TRY(am_selection_new(f->arena, report, &wanted, path, true, &selection));
  f->layout.steps = selection.rows;
  f->layout.times = selection.times;
  f->layout.count = selection.count;
  return AM_OK;
}

/* Accepts HDF5, the only format; older versions also wrote VTI. */
static am_status check_format(am_report *report, const am_yaml *node) {
  static const char *const names[] = {"hdf5"};
  const char *text;
  size_t index;
  if (!node) return AM_OK;
  AM_TRY(am_yaml_text(report, node, "output.fields.format", &text));
  if (!strcmp(text, "vti"))
    return am_error(report, AM_INPUT, node->place,
                    "VTI files are no longer written: use 'hdf5', which "
                    "ParaView opens too");
  return am_choice(report, node, "output.fields.format", names, 1, &index);
}

const am_yaml_key am_cell_fields_keys[] = {
    {"file", AM_A_TEXT, "file of the fields"},
    {"format", AM_A_TEXT, "format of the file: hdf5"},
    {"times", {.otherwise = &am_times_shape}, "times of the fields"},
    {"values", AM_A_LIST(am_text_shape), "names of the fields"},
    {0}};

static am_cell_fields *without_arrays(am_arena *arena, const am_cell *cell) {
  am_cell_fields *f = AM_NEW(arena, am_cell_fields);
  f->arena = arena;
  f->cell = cell;
  f->most = QUANTITIES;
  for (int p = 0; p < cell->phase_count; p++)
    f->most += (size_t)cell->phases[p].law->count;
  f->shown = AM_ARRAY(arena, am_image_array, f->most);
  f->arrays = AM_ARRAY(arena, am_cell_array, f->most);
  return f;
}

bool am_cell_array_find(am_arena *arena, const am_cell *cell, const char *name,
                        am_cell_array *array, const char **unit) {
  am_cell_fields *f = without_arrays(arena, cell);
  size_t i = 0;
  for (size_t q = 0; q < QUANTITIES; q++) add_quantity(f, q);
  add_named_variables(f, NULL);
  while (i < f->count && strcmp(f->shown[i].name, name)) i++;
  if (i == f->count) return false;
  *array = f->arrays[i];
  *unit = f->shown[i].unit;
  return true;
}

am_status am_cell_fields_new(am_arena *arena, am_report *report,
                             const am_cell *cell, am_path *path,
                             am_cell_fields **result) {
  const am_yaml *map = cell->description->fields;
  *result = NULL;
  if (!map) return AM_OK;
  am_cell_fields *f = *result = without_arrays(arena, cell);
  AM_TRY(am_yaml_keys_known(report, map, "output.fields", am_cell_fields_keys));
  AM_TRY(check_format(report, am_yaml_get(map, "format")));
  AM_TRY(read_file(f, report, map));
  AM_TRY(read_times(f, report, am_yaml_get(map, "times"), path));
  AM_TRY(read_values(f, report, am_yaml_get(map, "values")));
  for (int d = 0; d < 3; d++) {
    f->layout.grid[d] = cell->micro->grid[d];
    f->layout.size[d] = cell->micro->size[d];
  }
  f->layout.team = cell->team;
  f->layout.conventions = &am_conventions_fields;
  f->layout.arrays = f->shown;
  f->layout.array_count = f->count;
  return AM_OK;
}

am_fields_size am_cell_fields_size(const am_cell_fields *f,
                                   const am_cell *cell) {
  double all = (double)cell->micro->voxels, own = 0, shown = 0;
  for (size_t i = 0; i < f->count; i++) shown += f->shown[i].components;
  for (int p = 0; p < cell->phase_count; p++)
    own += (double)cell->phases[p].count;
  double numbers = (double)am_cell_array_room(cell) + 6 * own;
  return (am_fields_size){
      .images = f->layout.count,
      .file = sizeof(double) * shown * all * (double)f->layout.count,
      .room = sizeof(double) * numbers};
}

/* ---- writing ------------------------------------------------------------- */

am_status am_cell_fields_open(am_cell_fields *f, am_report *report,
                              long step) {
  long done = 0;
  while (done < f->layout.count && f->layout.steps[done] <= step) done++;
  return am_images_open(f->arena, report, &f->layout, done, &f->images);
}

static am_status put_array(am_cell_fields *f, am_report *report, size_t i,
                           am_space *space) {
  am_cell_array_fill(&f->arrays[i], space, f->room, f->values);
  AM_TRY(am_team_agree(f->cell->team, report, am_space_check(space, report)));
  return am_images_put(f->images, report, i, f->values);
}

bool am_cell_fields_want(const am_cell_fields *f, long step) {
  long done = f->images->done;
  return !f->failed && done < f->layout.count && f->layout.steps[done] == step;
}

am_status am_cell_fields_put(am_cell_fields *f, am_report *report,
                             am_space *space, long step) {
  am_status status = AM_OK;
  assert(am_cell_fields_want(f, step));
  if (!f->values) {
    f->room = AM_ARRAY(f->arena, double, am_cell_array_room(f->cell));
    f->values = AM_ARRAY(f->arena, double, 6 * f->cell->micro->here.count);
  }
  for (size_t i = 0; status == AM_OK && i < f->count; i++)
    status = put_array(f, report, i, space);
  if (*space->failure) am_images_abandon(f->images);
  if (status == AM_OK) status = am_images_end(f->images, report);
  f->failed = status != AM_OK;
  return status;
}
