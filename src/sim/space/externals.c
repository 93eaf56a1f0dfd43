/* externals.c: external fields of a volume element. */
#include "space/parts.h"
#include "microstructure/parts.h"

static int find(const am_cell *cell, const char *name) {
  for (int i = 0; i < cell->external_count; i++)
    if (!strcmp(cell->externals[i].name, name)) return i;
  return -1;
}

/* Adds a field of a law to those of the cell; its initial value must be the
 * same in all phases. */
static am_status add_field(am_report *report, am_cell *cell, am_phase *phase,
                           int field) {
  const char *name = phase->law->material->externals[field].name;
  double start = phase->law->external[field];
  int at = find(cell, name);
  if (at < 0) {
    at = cell->external_count++;
    cell->externals[at] = (am_cell_external){
        .name = name, .place = phase->place, .start = start,
        .unit = phase->law->material->externals[field].unit};
  }
  phase->external[field] = at;
  const am_yaml *given = am_yaml_get(cell->description->initial, name);
  if (given) {
    AM_TRY(am_yaml_number(report, given, name, &cell->externals[at].start));
    cell->externals[at].place = given->place;
    return AM_OK;
  }
  if (am_yaml_get(cell->description->externals, name) ||
      cell->externals[at].start == start)
    return AM_OK;
  return am_error(report, AM_INPUT, phase->place,
                  "the external field '%s' is %.15g in phase '%s' and %.15g in "
                  "another phase: give one value in 'initial'",
                  name, start, phase->name, cell->externals[at].start);
}

/* ---- voxel by voxel ------------------------------------------------------ */

/* Reads the value as a program with inputs t and field; it must be linear in
 * field. */
static am_status read_value(am_arena *arena, am_report *report,
                            const am_yaml *map, am_cell_external *external) {
  enum { NODES = 1 << 16 };
  static const char what[] = "the value of an external field";
  const am_yaml *node = am_yaml_get(map, "value");
  am_scope *scope = am_scope_new(arena, NULL);
  am_elaboration context = {.arena = arena, .report = report,
                            .graph = am_graph_new(arena, NODES),
                            .scope = scope};
  am_graph *g = context.graph;
  am_node t = am_input(g, AM_INPUT_TIME, 0);
  am_node field = am_input(g, AM_INPUT_EXTERNAL, 0), value = field;
  am_scope_add(scope, "t", "the time", am_value_scalar(arena, t));
  am_scope_add(scope, "field", "the value of a voxel",
               am_value_scalar(arena, field));
  if (node) {
    am_expr *expr;
    am_value result;
    am_node slope;
    bool reads;
    AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
    AM_TRY(am_expr_parse(arena, report, &node->text, &expr));
    AM_TRY(am_elaborate_kind(&context, expr, AM_SCALAR, what, &result));
    value = result.nodes[0];
    am_reverse(g, value, &field, 1, &slope);
    am_sparsity(g, &slope, 1, &field, 1, &reads);
    if (reads)
      return am_error(report, AM_INPUT, node->place,
                      "%s is not linear in 'field'", what);
  }
  external->value = am_program_new(arena, g, &value, 1);
  return AM_OK;
}

/* Mean over all members, summed plane by plane. */
static double mean_of(am_arena *arena, const am_cell *cell,
                      const double *pattern) {
  const am_microstructure *micro = cell->micro;
  long voxels = (long)micro->grid[0] * micro->grid[1];
  double *sums = AM_ARRAY(arena, double, micro->grid[2]), mean = 0;
  for (long n = 0; n < micro->here.count; n++)
    sums[micro->planes.first + n / voxels] +=
        pattern[n] / (double)micro->voxels;
  am_team_add(arena, cell->team, sums, micro->grid[2]);
  for (int k = 0; k < micro->grid[2]; k++) mean += sums[k];
  return mean;
}

static am_status read_pattern(am_arena *arena, am_report *report,
                              am_cell *cell, const am_yaml *map) {
  int at = find(cell, map->key);
  if (at < 0)
    return am_error(report, AM_INPUT, map->key_place,
                    "no phase reads an external field %s",
                    am_quoted(arena, map->key));
  am_cell_external *external = &cell->externals[at];
  if (am_yaml_get(cell->description->initial, map->key))
    return am_error(report, AM_INPUT, map->key_place,
                    "'%s' is prescribed both in 'external' and in 'initial': "
                    "remove one",
                    map->key);
  external->place = map->key_place;
  AM_TRY(read_value(arena, report, map, external));
  AM_TRY(am_team_agree(
      cell->team, report,
      am_voxel_values_read(arena, report, map, cell->description->folder,
                           cell->micro, &external->pattern)));
  external->mean = mean_of(arena, cell, external->pattern);
  return AM_OK;
}

/* Rejects entries of 'initial' that are neither time, stress nor an external
 * field. */
static am_status check_start(am_report *report, const am_cell *cell) {
  const am_yaml *map = cell->description->initial;
  for (size_t i = 0; map && i < map->count; i++)
    if (strcmp(map->items[i]->key, "time") &&
        map->items[i] != cell->description->stressed &&
        find(cell, map->items[i]->key) < 0)
      return am_error(report, AM_INPUT, map->items[i]->key_place,
                      "expected only 'time', 'stress' and external fields in "
                      "'initial' of a volume element, found '%s'",
                      map->items[i]->key);
  return AM_OK;
}

/* Reads the initial state from the first row of a table. */
static void read_first_row(am_arena *arena, am_cell *cell) {
  const char *names[AM_MOST_EXTERNAL], *units[AM_MOST_EXTERNAL];
  double start[AM_MOST_EXTERNAL];
  am_path_names all = {.externals = names,
                       .external_count = cell->external_count,
                       .units = {.externals = units, .whose = ""}};
  for (int i = 0; i < cell->external_count; i++) {
    names[i] = cell->externals[i].name;
    units[i] = cell->externals[i].unit;
    start[i] = cell->externals[i].start;
  }
  am_path_start_fields(arena, cell->description, &all, start);
  for (int i = 0; i < cell->external_count; i++)
    cell->externals[i].start = start[i];
}

/* Makes the strains of a phase relative to the initial stress, if one is given;
 * otherwise writes a note about initial stress caused by external fields. */
static am_status start_phase(am_arena *arena, am_report *report,
                             const am_cell *cell, const am_phase *phase,
                             bool *noted) {
  const am_case *c = cell->description;
  am_law *law = phase->law;
  double external[AM_MOST_EXTERNAL], strain[6] = {0}, x[6], stress[6];
  double *state = AM_ARRAY(arena, double, law->nx);
  for (int i = 0; i < law->nf; i++) {
    const am_cell_external *field = &cell->externals[phase->external[i]];
    external[i] = field->start;
    if (field->pattern && c->stressed)
      return am_error(report, AM_INPUT, c->stressed->key_place,
                      "an initial stress needs uniform external fields, but "
                      "'%s' is prescribed per voxel",
                      field->name);
    if (field->pattern) return AM_OK;
  }
  if (c->stressed) {
    am_law_start start = {.state = state, .external = external,
                          .place = c->stressed->place};
    memcpy(start.stress, c->stress, sizeof start.stress);
    for (int i = 0; i < law->nx; i++) state[i] = NAN;
    return am_law_count_from(report, law, &start);
  }
  for (int i = 0; i < law->na; i++) state[i] = law->initial[i];
  const am_law_point at = {
      .strain = strain, .state = state, .external = external};
  am_law_stress(arena, law, &at, x);
  am_basis_to_tensor(x, stress);
  const am_start_stress_note note = {
      .place = c->initial ? c->initial->place : phase->place,
      .where = am_format(arena, " in phase '%s'", phase->name),
      .quantity = "stress", .stress = stress, .count = 6,
      .external = external};
  *noted = *noted || am_law_note_stress(report, law, &note);
  return AM_OK;
}

am_status am_cell_externals_read(am_arena *arena, am_report *report,
                                 am_cell *cell) {
  const am_yaml *map = cell->description->externals;
  size_t most = 0;
  for (int p = 0; p < cell->phase_count; p++)
    most += (size_t)cell->phases[p].law->nf;
  cell->externals = AM_ARRAY(arena, am_cell_external, most);
  for (int p = 0; p < cell->phase_count; p++)
    for (int i = 0; i < cell->phases[p].law->nf; i++)
      AM_TRY(add_field(report, cell, &cell->phases[p], i));
  AM_TRY(check_start(report, cell));
  if (cell->external_count > AM_MOST_EXTERNAL)
    return am_error(report, AM_INPUT, am_cell_place(cell),
                    "the phases have %d external fields, at most %d are "
                    "allowed",
                    cell->external_count, AM_MOST_EXTERNAL);
  for (size_t i = 0; map && i < map->count; i++)
    AM_TRY(read_pattern(arena, report, cell, map->items[i]));
  read_first_row(arena, cell);
  bool noted = false;
  for (int p = 0; p < cell->phase_count; p++)
    AM_TRY(start_phase(arena, report, cell, &cell->phases[p], &noted));
  return AM_OK;
}

/* ---- values -------------------------------------------------------------- */

am_external_value am_cell_external_at(const am_cell *cell, int field,
                                      double time) {
  const am_cell_external *external = &cell->externals[field];
  double at[2];
  for (int i = 0; i < 2; i++) {
    const double number = i;
    const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_TIME] = &time,
                                            [AM_INPUT_EXTERNAL] = &number};
    at[i] = am_program_once(external->value, NULL, inputs);
  }
  return (am_external_value){{at[0], at[1] - at[0]}};
}

/* True if the value in some voxel of a phase is out of bounds; *voxel is its
 * index, -1 if the field is uniform. */
static bool find_bad(const am_cell *cell, const am_phase *phase, int field,
                     const am_external_value *value, double *found,
                     long *voxel) {
  const double *pattern = cell->externals[phase->external[field]].pattern;
  const int *grid = cell->micro->grid;
  long first = cell->micro->planes.first * grid[0] * grid[1];
  for (long n = 0; n < (pattern ? phase->count : 1); n++) {
    *found = value->part[0] +
             (pattern ? value->part[1] * pattern[phase->voxel[n]] : 0);
    *voxel = pattern ? first + phase->voxel[n] : -1;
    if (!isfinite(*found) || !am_external_allows(phase->law, field, *found))
      return true;
  }
  return false;
}

am_status am_cell_external_check(am_report *report, const am_cell *cell,
                                 int field, const am_external_value *value,
                                 double time) {
  const am_cell_external *external = &cell->externals[field];
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    for (int i = 0; i < phase->law->nf; i++) {
      double found;
      long voxel;
      if (phase->external[i] != field ||
          !find_bad(cell, phase, i, value, &found, &voxel))
        continue;
      const char *bounds =
          am_external_bounds(report->arena, phase->law, i);
      return am_error(report, AM_INPUT, external->place,
                      "external field '%s' is %.15g at time %.15g in %s, but "
                      "must be %s",
                      external->name, found, time,
                      am_cell_voxel(report->arena, cell, voxel),
                      *bounds ? bounds : "finite");
    }
  }
  return AM_OK;
}
