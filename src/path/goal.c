/* goal.c: targets of a segment, by component. */
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "expr/elaborate.h"
#include "path/reading.h"
#include "path/segment.h"

const char *const am_control_names[2] = {"strain", "stress"};

/* The formulas of one segment, which make one program. */
typedef struct {
  am_node nodes[6];
  int count;
} formulas;

static am_status read_formula(const am_segment_reader *reader,
                              const am_yaml *node, const char *what,
                              am_goal *goal, formulas *all) {
  am_elaboration context = {.arena = reader->arena,
                            .report = reader->report,
                            .graph = reader->graph,
                            .scope = reader->scope,
                            .parameters = reader->parameters};
  am_expr *expr;
  am_value value;
  AM_TRY(am_expr_parse(reader->arena, reader->report, &node->text, &expr));
  AM_TRY(am_elaborate_kind(&context, expr, AM_SCALAR, what, &value));
  goal->kind = AM_GOAL_FORMULA;
  goal->output = all->count;
  all->nodes[all->count++] = value.nodes[0];
  return AM_OK;
}

static am_status read_goal(const am_segment_reader *reader,
                           const am_yaml *node, const char *what,
                           am_goal *goal, formulas *all) {
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
                                 am_segment *segment, formulas *all) {
  const char *control = am_control_names[stress];
  AM_TRY(am_known_keys(reader->report, map, control, am_component_keys));
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

am_status am_goals_read(const am_segment_reader *reader, const am_yaml *map,
                        am_segment *segment) {
  formulas all = {.count = 0};
  for (int stress = 0; stress < 2; stress++) {
    const am_yaml *node = am_yaml_get(map, am_control_names[stress]);
    if (node)
      AM_TRY(read_controlled(reader, node, stress, segment, &all));
  }
  if (!all.count) return AM_OK;
  am_program *program = am_program_new(reader->arena, reader->graph,
                                       all.nodes, all.count);
  segment->formulas = am_frame_new(reader->arena, program);
  am_frame_bind(segment->formulas, reader->parameters);
  return AM_OK;
}
