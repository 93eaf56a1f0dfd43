/* read_segments.c: reads the list of segments of a path. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "diff/diff.h"
#include "expr/elaborate.h"
#include "path/reading.h"
#include "path/segment.h"

enum { STEPS_MOST = 100000000 };

/* A form of segment is known by its main key. */
typedef struct {
  const char *key;
  const char *const *with; /* the keys that go with it */
  bool repeatable;         /* may stand inside a repetition */
  am_status (*read)(const am_segment_reader *reader, const am_yaml *map,
                    const am_yaml *main, am_segment *segment);
} form;

static const char *const segment_keys[] = {
    "time",   "duration", "rate",   "times",    "table",  "columns", "steps",
    "strain", "stress",   "external", "repeat", "hold", "segments", "until",
    "constraints", NULL};

/* ---- targets of components ----------------------------------------------- */

const char *const am_control_names[2] = {"strain", "stress"};

/* The formulas of one segment, by what they depend on. */
typedef struct {
  am_node nodes[AM_PATH_MOST];
  int count;
} formulas;

typedef struct {
  formulas ramps, moving; /* without t, with t */
} all_formulas;

/* Notes which inputs a formula reads. */
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
                              am_component_target *target, all_formulas *all) {
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
  formulas *list = moves ? &all->moving : &all->ramps;
  target->kind = moves ? AM_TARGET_FORMULA : AM_TARGET_RAMP;
  target->output = list->count;
  list->nodes[list->count++] = value.nodes[0];
  return AM_OK;
}

static am_status read_target(const am_segment_reader *reader,
                           const am_yaml *node, const char *what,
                           am_component_target *target, all_formulas *all) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  target->place = node->place;
  target->kind = AM_TARGET_VALUE;
  if (am_yaml_is_number(node))
    return am_yaml_number(report, node, what, &target->value);
  if (strcmp(node->text.text, "hold"))
    return read_formula(reader, node, what, target, all);
  target->kind = AM_TARGET_HOLD;
  return AM_OK;
}

/* What is written in another notation than that of tensors. */
static void scale_target(const am_segment_reader *reader, double scale,
                         am_component_target *target, all_formulas *all) {
  am_graph *graph = reader->names.graph;
  formulas *list =
      target->kind == AM_TARGET_FORMULA ? &all->moving : &all->ramps;
  bool formula =
      target->kind == AM_TARGET_FORMULA || target->kind == AM_TARGET_RAMP;
  target->value *= scale;
  if (formula && scale != 1)
    list->nodes[target->output] = am_mul(graph, list->nodes[target->output],
                                         am_const(graph, scale));
}

/* Components, and the word for those that a segment does not name. */
static const char *const target_keys[] = {"xx", "yy", "zz",     "yz",
                                          "xz", "xy", "others", NULL};

static bool is_others(const am_yaml *node) {
  return !strcmp(node->key, "others");
}

static am_status read_controlled(const am_segment_reader *reader,
                                 const am_yaml *map, bool stress,
                                 am_segment *segment, all_formulas *all) {
  const char *control = am_control_names[stress];
  AM_TRY(am_known_keys(reader->report, map, control, target_keys));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    if (is_others(node)) continue;
    am_component_target *target =
        &segment->targets[am_component_index(node->key)];
    if (target->kind != AM_TARGET_SAME)
      return am_error(reader->report, AM_INPUT, node->key_place,
                      "component %s is controlled both in strain and in "
                      "stress",
                      node->key);
    target->stress = stress;
    AM_TRY(read_target(reader, node,
                       am_format(reader->arena, "the target %s.%s", control,
                                 node->key),
                       target, all));
    if (!stress)
      scale_target(reader,
                   am_strain_scale(reader->description,
                                   am_component_index(node->key)),
                   target, all);
  }
  return AM_OK;
}

/* All components that the segment has not named. */
static am_status read_others(const am_segment_reader *reader,
                             const am_yaml *node, bool stress,
                             am_segment *segment, all_formulas *all) {
  am_component_target others = {.stress = stress, .other = true};
  const char *what = am_format(reader->arena, "the target %s.others",
                               am_control_names[stress]);
  bool found = false;
  AM_TRY(read_target(reader, node, what, &others, all));
  for (int c = 0; c < 6; c++) {
    if (segment->targets[c].kind != AM_TARGET_SAME) continue;
    segment->targets[c] = others;
    found = true;
  }
  if (found) return AM_OK;
  return am_error(reader->report, AM_INPUT, node->key_place,
                  "there are no others: all six components are named");
}

/* Equations are met at the end of each step, like formulas. */
static am_status read_constraints(const am_segment_reader *reader,
                                  const am_yaml *map, am_segment *segment,
                                  all_formulas *all) {
  const am_yaml *node = am_yaml_get(map, "constraints");
  am_node rests[6];
  if (!node) return AM_OK;
  AM_TRY(am_constraints_read(reader, node, segment, rests));
  for (int c = 0; c < 6; c++) {
    if (!segment->equations[c]) continue;
    segment->targets[c] = (am_component_target){
        .kind = AM_TARGET_FORMULA, .stress = true,
        .output = all->moving.count, .place = segment->equations[c]->place};
    note_inputs(reader, rests[c], segment->equations[c]->place);
    all->moving.nodes[all->moving.count++] = rests[c];
  }
  return AM_OK;
}

static am_status read_targets(const am_segment_reader *reader,
                              const am_yaml *map, am_segment *segment,
                              all_formulas *all) {
  const am_yaml *others[2] = {NULL, NULL};
  for (int stress = 0; stress < 2; stress++) {
    const am_yaml *node = am_yaml_get(map, am_control_names[stress]);
    if (!node) continue;
    AM_TRY(read_controlled(reader, node, stress, segment, all));
    others[stress] = am_yaml_get(node, "others");
  }
  AM_TRY(read_constraints(reader, map, segment, all));
  if (others[0] && others[1])
    return am_error(reader->report, AM_INPUT, others[1]->key_place,
                    "the others are controlled both in strain and in stress");
  for (int stress = 0; stress < 2; stress++)
    if (others[stress])
      AM_TRY(read_others(reader, others[stress], stress, segment, all));
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
                    "'%s' follows from the potentials: the case is adiabatic",
                    name);
  return am_error(reader->report, AM_INPUT, place,
                  "the material has no external field '%s'%s%s",
                  am_printable(arena, name, strlen(name)),
                  count ? "" : ": it has none",
                  am_suggestion(arena, name, names->externals, count));
}

static am_status read_externals(const am_segment_reader *reader,
                                const am_yaml *map, am_segment *segment,
                                all_formulas *all) {
  AM_TRY(am_yaml_expect(reader->report, map, AM_YAML_MAPPING, "external"));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    int field;
    AM_TRY(am_external_find(reader, node->key, node->key_place, &field));
    AM_TRY(read_target(reader, node,
                       am_format(reader->arena, "the field external.%s",
                                 node->key),
                       &segment->targets[6 + field], all));
  }
  return AM_OK;
}

int am_programs_add(const am_segment_reader *reader, const am_node *nodes,
                    int count) {
  am_programs *programs = reader->programs;
  AM_PUSH_ROOM(reader->arena, programs->items, programs->count,
               programs->capacity);
  programs->items[programs->count] =
      am_program_new(reader->arena, reader->names.graph, nodes, count);
  return programs->count++;
}

/* The number of the program of these formulas, -1 when there are none. */
static int add_program(const am_segment_reader *reader,
                       const formulas *list) {
  return list->count ? am_programs_add(reader, list->nodes, list->count) : -1;
}

/* ---- forms --------------------------------------------------------------- */

/* The keys of all ramps, once their end is known. */
static am_status read_ramp(const am_segment_reader *reader,
                           const am_yaml *map, am_segment *segment) {
  am_report *report = reader->report;
  const am_yaml *steps = am_yaml_get(map, "steps");
  const am_yaml *hold = am_yaml_get(map, "hold");
  all_formulas all = {.ramps = {.count = 0}};
  long count = 1;
  bool held = false;
  if (steps && !segment->times)
    AM_TRY(am_yaml_integer(report, steps, "steps", 1, STEPS_MOST, &count));
  if (count > 1 && segment->jump)
    return am_error(report, AM_INPUT, steps->place,
                    "a jump ('duration: 0') is one step, found %ld steps",
                    count);
  if (!segment->times) segment->steps = (double)count;
  if (hold) AM_TRY(am_yaml_boolean(report, hold, "hold", &held));
  const am_yaml *external = am_yaml_get(map, "external");
  if (held &&
      (external || am_yaml_get(map, "strain") || am_yaml_get(map, "stress") ||
       am_yaml_get(map, "constraints")))
    return am_error(report, AM_INPUT, hold->key_place,
                    "'hold: true' keeps all targets and allows no others");
  AM_TRY(read_targets(reader, map, segment, &all));
  if (external) AM_TRY(read_externals(reader, external, segment, &all));
  segment->ramps = add_program(reader, &all.ramps);
  segment->formulas = add_program(reader, &all.moving);
  return am_until_read(reader, map, segment);
}

static am_status read_time(const am_segment_reader *reader,
                           const am_yaml *map, const am_yaml *main,
                           am_segment *segment) {
  am_report *report = reader->report;
  segment->absolute = true;
  AM_TRY(am_yaml_number(report, main, "time", &segment->end));
  if (segment->end <= segment->start)
    return am_error(report, AM_INPUT, main->place,
                    "expected a time after %.15g, where the segment starts, "
                    "found %s (a jump is written 'duration: 0')",
                    segment->start, am_yaml_describe(report->arena, main));
  return read_ramp(reader, map, segment);
}

static am_status read_duration(const am_segment_reader *reader,
                               const am_yaml *map, const am_yaml *main,
                               am_segment *segment) {
  am_report *report = reader->report;
  double duration;
  AM_TRY(am_bounded_number(report, main, "duration", false, &duration));
  segment->jump = duration == 0;
  segment->end = segment->start + duration;
  if (!isfinite(segment->end) ||
      (duration > 0 && segment->end <= segment->start))
    return am_error(report, AM_INPUT, main->place,
                    "the duration %s is too %s for the time %.15g",
                    am_yaml_describe(report->arena, main),
                    duration > 1 ? "long" : "short", segment->start);
  return read_ramp(reader, map, segment);
}

/* Its duration follows from a target, once that is read. */
static am_status read_paced(const am_segment_reader *reader,
                            const am_yaml *map, const am_yaml *main,
                            am_segment *segment) {
  (void)main;
  AM_TRY(read_ramp(reader, map, segment));
  return am_rate_read(reader, map, segment);
}

static am_status read_times(const am_segment_reader *reader,
                            const am_yaml *map, const am_yaml *main,
                            am_segment *segment) {
  double *times;
  AM_TRY(am_yaml_expect(reader->report, main, AM_YAML_SEQUENCE, "times"));
  AM_TRY(am_time_list_read(reader->arena, reader->report, main, "times",
                           segment->start, &times, NULL));
  segment->absolute = true;
  segment->times = times;
  segment->steps = (double)main->count;
  segment->end = times[main->count - 1];
  return read_ramp(reader, map, segment);
}

static am_status read_repeat(const am_segment_reader *reader,
                             const am_yaml *map, const am_yaml *main,
                             am_segment *segment) {
  am_report *report = reader->report;
  const am_yaml *list;
  long repeats;
  AM_TRY(am_yaml_integer(report, main, "repeat", 1, STEPS_MOST, &repeats));
  AM_TRY(am_required(report, map, "this repetition", "segments", &list));
  am_course_forget(reader->course);
  AM_TRY(am_segments_read(reader, list, 0, true, &segment->body));
  segment->repeats = (double)repeats;
  segment->steps = segment->repeats * segment->body.steps;
  segment->end = segment->start + segment->repeats * segment->body.end;
  if (isfinite(segment->end)) return AM_OK;
  return am_error(report, AM_INPUT, main->place,
                  "this repetition lasts too long for a number");
}

static const char *const with_end[] = {
    "steps", "strain", "stress", "external", "hold", "until", "constraints",
    NULL};
static const char *const with_rate[] = {
    "steps", "strain", "stress", "external", "until", "constraints", NULL};
static const char *const with_times[] = {
    "strain", "stress", "external", "hold", "until", "constraints", NULL};
static const char *const with_table[] = {"columns",  "strain", "stress",
                                         "external", "until",  NULL};
static const char *const with_repeat[] = {"segments", NULL};

static const form forms[] = {
    {.key = "time", .with = with_end, .read = read_time},
    {.key = "duration", .with = with_end, .repeatable = true,
     .read = read_duration},
    {.key = "rate", .with = with_rate, .repeatable = true,
     .read = read_paced},
    {.key = "times", .with = with_times, .read = read_times},
    {.key = "table", .with = with_table, .read = am_history_read},
    {.key = "repeat", .with = with_repeat, .repeatable = true,
     .read = read_repeat},
};

enum { FORMS = sizeof forms / sizeof *forms };

static am_status read_segment(const am_segment_reader *reader,
                              const am_yaml *map, bool repeated,
                              am_segment *segment) {
  am_report *report = reader->report;
  AM_TRY(am_known_keys(report, map, "a segment", segment_keys));
  segment->place = map->place;
  segment->ramps = segment->formulas = segment->coefficients = -1;
  for (int i = 0; i < FORMS; i++) {
    const am_yaml *main = am_yaml_get(map, forms[i].key);
    if (!main) continue;
    AM_TRY(am_compatible_keys(report, map, forms[i].key, forms[i].with));
    if (repeated && !forms[i].repeatable)
      return am_error(report, AM_INPUT, main->key_place,
                      "'%s' cannot stand inside a repetition, only "
                      "'duration', 'rate' and 'repeat'",
                      main->key);
    return forms[i].read(reader, map, main, segment);
  }
  return am_error(report, AM_INPUT, map->place,
                  "a segment needs one of time, duration, rate, times, "
                  "table, repeat");
}

am_status am_segments_read(const am_segment_reader *reader,
                           const am_yaml *list, double start, bool repeated,
                           am_segments *result) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, "segments"));
  if (!list->count)
    return am_error(report, AM_INPUT, list->place, "there are no segments");
  result->items = AM_ARRAY(reader->arena, am_segment, list->count);
  result->count = list->count;
  result->end = start;
  for (size_t i = 0; i < list->count; i++) {
    am_segment *segment = &result->items[i];
    segment->start = result->end;
    AM_TRY(read_segment(reader, list->items[i], repeated, segment));
    am_course_follow(reader->course, segment);
    result->end = segment->end;
    result->steps += segment->steps;
    if (segment->body.depth > result->depth)
      result->depth = segment->body.depth;
  }
  result->depth++;
  if (result->steps <= STEPS_MOST) return AM_OK;
  return am_error(report, AM_INPUT, list->place,
                  "%.0f loading steps are more than the %d allowed",
                  result->steps, (int)STEPS_MOST);
}
