/* read_targets.c: reads the targets of a segment: components, equations and
 * external fields. */
#include "case/parts.h"
#include "case/segment.h"
#include "engine/parts.h"

const char *const am_control_names[2] = {"strain", "stress"};

/* Formulas of one segment, by dependence on t. */
typedef struct {
  am_node nodes[AM_PATH_MOST];
  int count;
} formulas;

struct am_segment_formulas {
  formulas lists[2]; /* without t, with t */
};

static void add_formula(const am_segment_reader *reader, am_node node,
                        bool moves, am_component_target *target) {
  formulas *list = &reader->formulas->lists[moves];
  target->kind = moves ? AM_TARGET_FORMULA : AM_TARGET_RAMP;
  target->output = list->count;
  list->nodes[list->count++] = node;
}

/* Records the inputs that a formula reads. */
static void note_inputs(const am_segment_reader *reader, am_node formula,
                        am_place place) {
  const am_path_names *names = &reader->names;
  if (!names->readers) return;
  am_node *inputs = AM_ARRAY(reader->arena, am_node, names->numbers);
  bool *reads = AM_ARRAY(reader->arena, bool, names->numbers);
  for (int i = 0; i < names->numbers; i++)
    inputs[i] = am_input(names->graph, AM_INPUT_PARAMETER, i);
  am_sparsity(names->graph, &formula, 1, inputs, names->numbers, reads);
  for (int i = 0; i < names->numbers; i++)
    if (reads[i] && !names->readers[i].line) names->readers[i] = place;
}

static am_status read_formula(const am_segment_reader *reader,
                              const am_yaml *node, const char *what,
                              am_component_target *target) {
  const am_path_names *names = &reader->names;
  am_elaboration context = {.arena = reader->arena,
                            .report = reader->report,
                            .graph = names->graph,
                            .scope = names->scope,
                            .parameters = names->values,
                            .structural = names->structural};
  am_expr *expr;
  am_value value;
  AM_TRY(am_expr_parse(reader->arena, reader->report, &node->text, &expr));
  AM_TRY(am_elaborate_kind(&context, expr, AM_SCALAR, what, &value));
  AM_TRY(am_path_refuse_fields(reader->report, names, value.nodes[0], what,
                               node->place));
  note_inputs(reader, value.nodes[0], node->place);
  bool moves =
      am_node_rank(names->graph, value.nodes[0]) == AM_RANK_VARIABLE;
  add_formula(reader, value.nodes[0], moves, target);
  return AM_OK;
}

static am_status read_target(const am_segment_reader *reader,
                             const am_yaml *node, const char *what,
                             am_component_target *target) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  target->place = node->place;
  target->kind = AM_TARGET_VALUE;
  if (am_yaml_is_number(node))
    return am_yaml_number(report, node, what, &target->value);
  if (strcmp(node->text.text, "hold"))
    return read_formula(reader, node, what, target);
  target->kind = AM_TARGET_HOLD;
  return AM_OK;
}

/* Converts a target to tensor notation. */
static void scale_target(const am_segment_reader *reader, double scale,
                         am_component_target *target) {
  am_graph *graph = reader->names.graph;
  bool moves = target->kind == AM_TARGET_FORMULA;
  bool formula = moves || target->kind == AM_TARGET_RAMP;
  formulas *list = &reader->formulas->lists[moves];
  target->value *= scale;
  if (formula && scale != 1)
    list->nodes[target->output] = am_mul(graph, list->nodes[target->output],
                                         am_const(graph, scale));
}

/* Names of components, and the word for all components not named. */
const char *const am_target_words[] = {"xx", "yy", "zz",     "yz",
                                       "xz", "xy", "others", NULL};
const char *const am_gradient_words[] = {"xx", "yy", "zz", "yz", "xz", "xy",
                                         "zy", "zx", "yx", "others", NULL};
const char *const am_stretch_words[] = {"xx", "yy", "zz", "others", NULL};

static am_status read_controlled(const am_segment_reader *reader,
                                 const am_yaml *map, bool stress,
                                 am_segment *segment) {
  const am_path_names *names = &reader->names;
  const char *control = am_control_name(names, stress);
  AM_TRY(am_yaml_known(reader->report, map, control,
                       names->deformed && !(stress && names->measure)
                           ? am_gradient_words
                           : am_target_words));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    if (!strcmp(node->key, "others")) continue;
    int c = am_controlled_index(names, node->key);
    am_component_target *target = &segment->targets[c];
    if (target->kind != AM_TARGET_SAME)
      return am_error(reader->report, AM_INPUT, node->key_place,
                      "component %s is prescribed both in '%s' and in '%s': "
                      "remove one",
                      node->key, am_control_name(names, false),
                      am_control_name(names, true));
    target->stress = stress;
    AM_TRY(read_target(reader, node,
                       am_format(reader->arena, "the target %s.%s", control,
                                 node->key),
                       target));
    if (!stress && !names->deformed)
      scale_target(reader, am_strain_scale(reader->description, c), target);
  }
  return AM_OK;
}

/* Sets the target of all components that the segment does not name. */
static am_status read_others(const am_segment_reader *reader,
                             const am_yaml *node, bool stress,
                             am_segment *segment) {
  am_component_target others = {.stress = stress, .other = true};
  const am_path_names *names = &reader->names;
  const char *what = am_format(reader->arena, "the target %s.others",
                               am_control_name(names, stress));
  bool found = false;
  int count = stress ? am_path_stressed(names) : am_path_controlled(names);
  AM_TRY(read_target(reader, node, what, &others));
  for (int c = 0; c < count; c++) {
    if (segment->targets[c].kind != AM_TARGET_SAME) continue;
    segment->targets[c] = others;
    found = true;
  }
  if (found) return AM_OK;
  return am_error(reader->report, AM_INPUT, node->key_place,
                  "'others' has no effect: all %s components are named",
                  count == 9 ? "nine" : "six");
}

/* Equations, like formulas, are evaluated at the end of each loading step. */
static am_status read_constraints(const am_segment_reader *reader,
                                  const am_yaml *map, am_segment *segment) {
  const am_yaml *node = am_yaml_get(map, "constraints");
  am_node rests[6];
  if (!node) return AM_OK;
  if (reader->names.deformed)
    return am_exclude(reader->report, AM_FEATURE_CONSTRAINTS,
                      AM_FEATURE_LOGARITHMIC, node->key_place);
  AM_TRY(am_constraints_read(reader, node, segment, rests));
  for (int c = 0; c < 6; c++) {
    if (!segment->equations[c]) continue;
    am_place place = segment->equations[c]->place;
    segment->targets[c] = (am_component_target){.stress = true, .place = place};
    note_inputs(reader, rests[c], place);
    add_formula(reader, rests[c], true, &segment->targets[c]);
  }
  return AM_OK;
}

/* A prescribed stretch, or `free`: zero nominal stress. */
static am_status read_stretch(const am_segment_reader *reader,
                              const am_yaml *node,
                              am_component_target *target) {
  const char *what =
      am_format(reader->arena, "the target stretch.%s", node->key);
  target->stress = node->kind == AM_YAML_SCALAR &&
                   !strcmp(node->text.text, "free");
  if (!target->stress) return read_target(reader, node, what, target);
  target->kind = AM_TARGET_VALUE;
  target->place = node->place;
  return AM_OK;
}

/* Principal stretches without shear: F is diagonal. */
static am_status read_stretches(const am_segment_reader *reader,
                                const am_yaml *map, am_segment *segment) {
  AM_TRY(am_yaml_known(reader->report, map, "stretch", am_stretch_words));
  const am_yaml *others = am_yaml_get(map, "others");
  for (int c = 0; c < AM_CONTROLLED_MOST; c++) {
    am_component_target *target = &segment->targets[c];
    const am_yaml *own = am_yaml_get(map, am_gradient_names[c]);
    if (c >= 3)
      *target = (am_component_target){.kind = AM_TARGET_VALUE,
                                      .place = map->place};
    else if (own || others)
      AM_TRY(read_stretch(reader, own ? own : others, target));
    target->other = !own;
  }
  return AM_OK;
}

am_status am_control_check(am_report *report, const am_path_names *names,
                           const am_yaml *map) {
  static const char *const of[2][6] = {
      {"F", "P", "kirchhoff", "cauchy", "stretch", NULL},
      {"strain", "stress", NULL}};
  const am_yaml *stretch = am_yaml_get(map, "stretch");
  for (int i = 0; of[names->deformed][i]; i++) {
    const am_yaml *node = am_yaml_get(map, of[names->deformed][i]);
    if (node && names->deformed)
      return am_error(report, AM_INPUT, node->key_place,
                      "expected F, P, cauchy%s with logarithmic kinematics, "
                      "found '%s'",
                      am_yaml_get(map, "table") ? " or kirchhoff"
                                                : ", kirchhoff or stretch",
                      node->key);
    if (node)
      return am_error(report, AM_INPUT, node->key_place,
                      "'%s' needs 'kinematics: logarithmic' in the material or "
                      "the case; for small strains use 'strain' and 'stress'",
                      node->key);
  }
  const char *measure = am_control_name(names, true);
  for (int i = 0; names->deformed && am_measure_names[i]; i++) {
    const am_yaml *node = am_yaml_get(map, am_measure_names[i]);
    if (node && i != (int)names->measure)
      return am_error(report, AM_INPUT, node->key_place,
                      "this path prescribes '%s' and '%s': prescribe the same "
                      "measure of stress in all segments",
                      node->key, measure);
  }
  for (int stress = 0; stretch && stress < 2; stress++)
    if (am_yaml_get(map, am_control_name(names, stress)))
      return am_error(report, AM_INPUT, stretch->key_place,
                      "'stretch' prescribes all components: it cannot be "
                      "combined with '%s'",
                      am_control_name(names, stress));
  return AM_OK;
}

static am_status read_targets(const am_segment_reader *reader,
                              const am_yaml *map, am_segment *segment) {
  const am_yaml *others[2] = {NULL, NULL};
  const am_yaml *stretch = am_yaml_get(map, "stretch");
  AM_TRY(am_control_check(reader->report, &reader->names, map));
  if (stretch) return read_stretches(reader, stretch, segment);
  for (int stress = 0; stress < 2; stress++) {
    const char *key = am_control_name(&reader->names, stress);
    const am_yaml *node = am_yaml_get(map, key);
    if (!node) continue;
    AM_TRY(read_controlled(reader, node, stress, segment));
    others[stress] = am_yaml_get(node, "others");
  }
  AM_TRY(read_constraints(reader, map, segment));
  if (others[0] && others[1])
    return am_error(reader->report, AM_INPUT, others[1]->key_place,
                    "'others' is prescribed both in '%s' and in '%s': remove "
                    "one",
                    am_control_name(&reader->names, false),
                    am_control_name(&reader->names, true));
  for (int stress = 0; stress < 2; stress++)
    if (others[stress])
      AM_TRY(read_others(reader, others[stress], stress, segment));
  return AM_OK;
}

am_status am_external_find(const am_segment_reader *reader, const char *name,
                           am_place place, int *field) {
  const am_path_names *names = &reader->names;
  size_t count = (size_t)names->external_count;
  for (*field = 0; *field < names->external_count; ++*field)
    if (!strcmp(names->externals[*field], name)) return AM_OK;
  am_arena *arena = reader->report->arena;
  if (names->temperature && !strcmp(names->temperature, name))
    return am_error(reader->report, AM_INPUT, place,
                    "'%s' cannot be prescribed in an adiabatic case: it is "
                    "computed from the potentials",
                    name);
  return am_error(reader->report, AM_INPUT, place,
                  "the material has no external field %s%s%s",
                  am_quoted(arena, name), count ? "" : ", nor any other",
                  am_suggestion(arena, name, names->externals, count));
}

static am_status read_externals(const am_segment_reader *reader,
                                const am_yaml *map, am_segment *segment) {
  int first = am_path_controlled(&reader->names);
  AM_TRY(am_yaml_expect(reader->report, map, AM_YAML_MAPPING, "external"));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    int field;
    AM_TRY(am_external_find(reader, node->key, node->key_place, &field));
    AM_TRY(read_target(reader, node,
                       am_format(reader->arena, "the field external.%s",
                                 node->key),
                       &segment->targets[first + field]));
  }
  return AM_OK;
}

int am_programs_add(const am_segment_reader *reader, const am_node *nodes,
                    int count) {
  am_programs *programs = reader->programs;
  AM_PUSH(reader->arena, programs->items, programs->count,
          am_program_new(reader->arena, reader->names.graph, nodes, count));
  return programs->count - 1;
}

/* Index of the program for these formulas, -1 if there are none. */
static int add_program(const am_segment_reader *reader,
                       const formulas *list) {
  return list->count ? am_programs_add(reader, list->nodes, list->count) : -1;
}

/* Checks that the prescribed components of F allow a positive determinant:
 * components that are not known yet take different values. */
static am_status check_gradient(const am_segment_reader *reader,
                                const am_yaml *map,
                                const am_segment *segment) {
  double F[AM_CONTROLLED_MOST];
  bool known = true;
  if (!reader->names.deformed) return AM_OK;
  for (int c = 0; c < AM_CONTROLLED_MOST; c++) {
    const am_component_target *target = &segment->targets[c];
    bool given = target->kind == AM_TARGET_VALUE && !target->stress;
    F[c] = given ? target->value : sqrt(2.0 + c);
    known = known && given;
  }
  double determinant = am_gradient_determinant(F);
  if (known ? determinant > 0 : determinant != 0) return AM_OK;
  return am_error(reader->report, AM_INPUT, map->place,
                  "the deformation gradient must have a positive determinant, "
                  "found %g: F.xx, F.yy and F.zz are 1 without deformation",
                  determinant);
}

am_status am_targets_read(const am_segment_reader *reader, const am_yaml *map,
                          am_segment *segment) {
  struct am_segment_formulas all = {{{.count = 0}}};
  am_segment_reader own = *reader;
  const am_yaml *external = am_yaml_get(map, "external");
  own.formulas = &all;
  AM_TRY(read_targets(&own, map, segment));
  AM_TRY(check_gradient(reader, map, segment));
  if (external) AM_TRY(read_externals(&own, external, segment));
  segment->ramps = add_program(reader, &all.lists[0]);
  segment->formulas = add_program(reader, &all.lists[1]);
  return AM_OK;
}
