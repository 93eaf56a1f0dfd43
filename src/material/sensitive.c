/* sensitive.c: the parameters by which a law is differentiated. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "diff/diff.h"
#include "expr/evaluate.h"
#include "material/law.h"
#include "material/parameter.h"

/* No member of a list is named, all are meant. */
enum { ALL = -1 };

/* "tau" and 2 of "tau[2]"; 0 where this is no whole number. */
static const char *split_name(am_arena *arena, const char *name,
                              int *member) {
  size_t length = strcspn(name, "["), rest = strlen(name + length);
  double number;
  *member = rest ? 0 : ALL;
  if (rest > 2 && name[length + rest - 1] == ']' &&
      am_parse_number(am_copy(arena, name + length + 1, rest - 2), &number) &&
      number >= 1 && number <= INT_MAX && number == floor(number))
    *member = (int)number;
  return am_copy(arena, name, length);
}

/* Scalars, and members of lists of scalars. */
static am_status check_member(am_report *report, const am_law *law,
                              const char *name, const am_value *value,
                              int member, am_place place) {
  const char *material = law->material->name;
  bool list = value->length >= 0;
  if (value->kind != AM_SCALAR)
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is a %s: sensitivities "
                    "are to scalars and to members of lists of them",
                    name, material, am_value_describe(report->arena, value));
  if (!list && member == ALL) return AM_OK;
  if (!list)
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is not a list", name,
                    material);
  if (member == ALL || (member >= 1 && member <= value->length))
    return AM_OK;
  return am_error(report, AM_INPUT, place,
                  "parameter '%s' of material '%s' has the members [1] to "
                  "[%d]",
                  name, material, value->length);
}

static am_status add_sensitive(am_arena *arena, am_report *report, am_law *law,
                               const am_sensitive *parameter,
                               am_place place) {
  if (law->structural[parameter->index])
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' decides a count or an "
                    "index: there is no derivative by it",
                    parameter->name, law->material->name);
  for (int i = 0; i < law->sensitive_count; i++)
    if (law->sensitive[i].index == parameter->index) return AM_OK;
  size_t size = (size_t)law->sensitive_count * sizeof(am_sensitive);
  law->sensitive = am_arena_grow(arena, law->sensitive, size,
                                 size + sizeof(am_sensitive));
  law->sensitive[law->sensitive_count++] = *parameter;
  return AM_OK;
}

am_status am_law_sensitive(am_arena *arena, am_report *report, am_law *law,
                           const char *asked, am_place place) {
  int member;
  const char *name = split_name(arena, asked, &member);
  int at = am_parameter_index(law->material, name);
  if (at < 0)
    return am_parameter_unknown(report, law->material, name, place);
  const am_value *value = am_scope_find(law->scope, name);
  AM_TRY(check_member(report, law, name, value, member, place));
  bool list = value->length >= 0;
  int first = member == ALL ? 0 : member - 1;
  int end = member != ALL ? member : list ? value->length : 1;
  for (int i = first; i < end; i++) {
    const am_sensitive parameter = {
        .name = list ? am_format(arena, "%s[%d]", name, i + 1) : name,
        .unit = law->material->parameters[at].unit,
        .index = am_node_input_index(law->graph, value->nodes[i])};
    AM_TRY(add_sensitive(arena, report, law, &parameter, place));
  }
  return AM_OK;
}

am_node am_sensitive_node(const am_law *law, int i) {
  return am_input(law->graph, AM_INPUT_PARAMETER, law->sensitive[i].index);
}

void am_law_differentiate_initial(am_arena *arena, am_law *law) {
  int count = law->na * law->sensitive_count;
  am_node *x = AM_ARRAY(arena, am_node, law->sensitive_count);
  am_node *jacobian = AM_ARRAY(arena, am_node, count);
  for (int i = 0; i < law->sensitive_count; i++)
    x[i] = am_sensitive_node(law, i);
  am_jacobian(law->graph, law->initial_nodes, law->na, x,
              law->sensitive_count, jacobian);
  law->initial_by = am_program_new(arena, law->graph, jacobian, count);
}

void am_law_initial_by(am_arena *arena, const am_law *law,
                       const double *parameters, double *state_by) {
  const double *inputs[AM_INPUT_KINDS] = {0};
  double *values =
      AM_ARRAY(arena, double, law->na * law->sensitive_count);
  am_frame *frame = am_frame_new(arena, law->initial_by);
  am_frame_bind(frame, parameters ? parameters : law->parameters);
  am_frame_run(frame, inputs, values);
  for (int p = 0; p < law->sensitive_count; p++)
    for (int i = 0; i < law->nx; i++)
      state_by[p * law->nx + i] =
          i < law->na ? values[i * law->sensitive_count + p] : 0;
}
