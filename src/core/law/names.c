/* names.c: members of parameters by name, and the parameters for which
 * sensitivities are computed. */
#include <limits.h>

#include "diff/diff.h"
#include "law/reader.h"

am_member am_member_parse(am_arena *arena, const char *text) {
  size_t length = strcspn(text, "[.");
  am_member entry = {.name = am_copy(arena, text, length)};
  for (text += length; *text && entry.depth < 2; entry.depth++) {
    bool bracket = *text == '[';
    size_t digits = strspn(text + 1, "0123456789");
    long number = strtol(text + 1, NULL, 10);
    const char *end = text + 1 + digits;
    bool closed = bracket ? *end == ']' : !*end || *end == '.' || *end == '[';
    if (digits && closed && number <= INT_MAX)
      entry.member[entry.depth] = (int)number;
    text = closed ? end + bracket : text + strlen(text);
  }
  if (*text) entry.member[0] = 0;
  return entry;
}

bool am_member_range(const am_member *entry, const am_value *value, int *first,
                     int *count) {
  const int sizes[2] = {value->length, value->columns};
  int depth = value->length < 0 ? 0 : value->columns ? 2 : 1;
  *first = 0;
  *count = am_value_size(value);
  if (entry->depth > depth) return false;
  for (int i = 0; i < entry->depth; i++) {
    if (entry->member[i] < 1 || entry->member[i] > sizes[i]) return false;
    *count /= sizes[i];
    *first += (entry->member[i] - 1) * *count;
  }
  return true;
}

const char *am_member_name(am_arena *arena, const char *name,
                           const am_value *value, int i) {
  int columns = value->columns;
  if (value->length < 0) return name;
  return columns ? am_format(arena, "%s[%d][%d]", name, i / columns + 1,
                             i % columns + 1)
                 : am_format(arena, "%s[%d]", name, i + 1);
}

/* ---- parameters of sensitivities ----------------------------------------- */

/* Range of numbers: scalars, or members of lists of scalars. */
static am_status find_numbers(am_report *report, const am_law *law,
                              const am_member *entry, const am_value *value,
                              am_place place, int *first, int *count) {
  const char *material = law->material->name, *name = entry->name;
  if (value->kind != AM_SCALAR)
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is a %s: sensitivities "
                    "need scalars or members of lists of scalars",
                    name, material, am_value_describe(report->arena, value));
  if (am_member_range(entry, value, first, count)) return AM_OK;
  if (value->length < 0)
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is not a list", name,
                    material);
  return am_error(report, AM_INPUT, place,
                  "parameter '%s' of material '%s' has the members %s to "
                  "%s",
                  name, material, value->columns ? "[1][1]" : "[1]",
                  am_member_name(report->arena, "", value,
                                 am_value_size(value) - 1));
}

static am_status add_sensitive(am_arena *arena, am_report *report, am_law *law,
                               const am_sensitivity_parameter *parameter,
                               am_place place) {
  if (law->structural[parameter->index])
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' determines a count or an "
                    "index and has no derivative",
                    parameter->name, law->material->name);
  for (int i = 0; i < law->sensitive_count; i++)
    if (law->sensitive[i].index == parameter->index) return AM_OK;
  size_t size = (size_t)law->sensitive_count * sizeof(am_sensitivity_parameter);
  law->sensitive = am_arena_grow(arena, law->sensitive, size,
                                 size + sizeof(am_sensitivity_parameter));
  law->sensitive[law->sensitive_count++] = *parameter;
  return AM_OK;
}

am_status am_law_sensitive(am_arena *arena, am_report *report, am_law *law,
                           const char *asked, am_place place) {
  const am_member entry = am_member_parse(arena, asked);
  int first, count, at = am_parameter_index(law->material, entry.name);
  if (at < 0)
    return am_parameter_unknown(report, law->material, entry.name, place);
  const am_value *value = am_scope_find(law->scope, entry.name);
  AM_TRY(find_numbers(report, law, &entry, value, place, &first, &count));
  for (int i = first; i < first + count; i++) {
    const am_sensitivity_parameter parameter = {
        .name = am_member_name(arena, entry.name, value, i),
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
  double *values = AM_ARRAY(arena, double, law->na * law->sensitive_count);
  am_frame *frame = am_frame_new(arena, law->initial_by);
  am_frame_bind(frame, parameters ? parameters : law->parameters);
  am_frame_run(frame, inputs, values);
  for (int p = 0; p < law->sensitive_count; p++)
    for (int i = 0; i < law->nx; i++)
      state_by[p * law->nx + i] =
          i < law->na ? values[i * law->sensitive_count + p] : 0;
}
