/* goal.c: targets of a segment, by component. */
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "diff/diff.h"
#include "expr/elaborate.h"
#include "path/reading.h"
#include "path/segment.h"

const char *const am_control_names[2] = {"strain", "stress"};

/* The formulas of one segment, by what they depend on. */
typedef struct {
  am_node nodes[6];
  int count;
} formulas;

typedef struct {
  formulas ramps, moving; /* without t, with t */
} all_formulas;

/* Notes which inputs a formula reads. */
static void note_readers(const am_segment_reader *reader, am_node formula,
                         am_place place) {
  const am_path_names *names = &reader->names;
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
                              am_goal *goal, all_formulas *all) {
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
  if (names->readers) note_readers(reader, value.nodes[0], node->place);
  bool moves =
      am_node_rank(names->graph, value.nodes[0]) == AM_RANK_VARIABLE;
  formulas *list = moves ? &all->moving : &all->ramps;
  goal->kind = moves ? AM_GOAL_FORMULA : AM_GOAL_RAMP;
  goal->output = list->count;
  list->nodes[list->count++] = value.nodes[0];
  return AM_OK;
}

static am_status read_goal(const am_segment_reader *reader,
                           const am_yaml *node, const char *what,
                           am_goal *goal, all_formulas *all) {
  am_report *report = reader->report;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  goal->place = node->place;
  goal->kind = AM_GOAL_VALUE;
  if (am_yaml_is_number(node))
    return am_yaml_number(report, node, what, &goal->value);
  if (strcmp(node->text.text, "hold"))
    return read_formula(reader, node, what, goal, all);
  goal->kind = AM_GOAL_HOLD;
  return AM_OK;
}

static am_status read_controlled(const am_segment_reader *reader,
                                 const am_yaml *map, bool stress,
                                 am_segment *segment, all_formulas *all) {
  const char *control = am_control_names[stress];
  AM_TRY(am_known_keys(reader->report, map, control, am_component_names));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    am_goal *goal = &segment->goals[am_component_index(node->key)];
    if (goal->kind != AM_GOAL_KEEP)
      return am_error(reader->report, AM_INPUT, node->key_place,
                      "component %s is controlled both in strain and in "
                      "stress",
                      node->key);
    goal->stress = stress;
    const char *what = am_format(reader->arena, "the target %s.%s", control,
                                 node->key);
    AM_TRY(read_goal(reader, node, what, goal, all));
  }
  return AM_OK;
}

/* The number of the program of these formulas, -1 when there are none. */
static int add_program(const am_segment_reader *reader,
                       const formulas *list) {
  am_programs *programs = reader->programs;
  if (!list->count) return -1;
  AM_PUSH_ROOM(reader->arena, programs->items, programs->count,
               programs->capacity);
  programs->items[programs->count] = am_program_new(
      reader->arena, reader->names.graph, list->nodes, list->count);
  return programs->count++;
}

am_status am_goals_read(const am_segment_reader *reader, const am_yaml *map,
                        am_segment *segment) {
  all_formulas all = {.ramps = {.count = 0}};
  for (int stress = 0; stress < 2; stress++) {
    const am_yaml *node = am_yaml_get(map, am_control_names[stress]);
    if (node)
      AM_TRY(read_controlled(reader, node, stress, segment, &all));
  }
  segment->ramps = add_program(reader, &all.ramps);
  segment->formulas = add_program(reader, &all.moving);
  return AM_OK;
}
