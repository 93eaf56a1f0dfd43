#include "material/parameter.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"

am_status am_components_read(am_report *report, const am_yaml *node,
                             const char *what, double *t) {
  AM_TRY(am_yaml_known(report, node, what, am_component_names));
  for (int i = 0; i < 6; i++) {
    const am_yaml *entry = am_yaml_get(node, am_component_names[i]);
    t[i] = 0;
    if (entry) AM_TRY(am_yaml_number(report, entry, what, &t[i]));
  }
  return AM_OK;
}

static am_status read_vector(am_report *report, const am_yaml *node,
                             const char *what, double *v) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, what));
  if (node->count != 3)
    return am_error(report, AM_INPUT, node->place,
                    "expected %s to have 3 components, found %zu", what,
                    node->count);
  for (int i = 0; i < 3; i++)
    AM_TRY(am_yaml_number(report, node->items[i], what, &v[i]));
  return AM_OK;
}

static am_status read_one(am_report *report, const am_yaml *node,
                          am_kind kind, const char *what, double *values) {
  if (kind == AM_TENSOR)
    return am_components_read(report, node, what, values);
  if (kind == AM_VECTOR) return read_vector(report, node, what, values);
  return am_yaml_number(report, node, what, values);
}

/* A vector is itself a sequence. */
static bool is_list(const am_yaml *node, am_kind kind) {
  if (node->kind != AM_YAML_SEQUENCE) return false;
  if (kind != AM_VECTOR) return true;
  return !node->count || node->items[0]->kind == AM_YAML_SEQUENCE;
}

static am_status read_value(am_arena *arena, am_report *report,
                            const am_yaml *node, am_parameter *p) {
  const char *what = am_format(arena, "parameter '%s'", p->name);
  int size = am_kind_size[p->kind];
  p->length = is_list(node, p->kind) ? (int)node->count : -1;
  p->numbers = size * (p->length < 0 ? 1 : p->length);
  p->values = AM_ARRAY(arena, double, p->numbers);
  if (p->length < 0) return read_one(report, node, p->kind, what, p->values);
  for (int i = 0; i < p->length; i++)
    AM_TRY(read_one(report, node->items[i], p->kind, what,
                    p->values + i * size));
  return AM_OK;
}

int am_parameter_index(const am_material *m, const char *name) {
  for (int i = 0; i < m->parameter_count; i++)
    if (!strcmp(m->parameters[i].name, name)) return i;
  return -1;
}

am_status am_parameter_unknown(am_report *report, const am_material *m,
                               const char *name, am_place place) {
  size_t count = (size_t)m->parameter_count;
  const char **names = AM_ARRAY(report->arena, const char *, count);
  for (size_t i = 0; i < count; i++) names[i] = m->parameters[i].name;
  return am_error(report, AM_INPUT, place,
                  "material '%s' has no parameter '%s'%s", m->name,
                  am_printable(report->arena, name, strlen(name)),
                  am_suggestion(report->arena, name, names, count));
}

bool am_parameter_allows(const am_parameter *p, double value) {
  bool low = p->low_open ? value > p->low : value >= p->low;
  bool high = p->high_open ? value < p->high : value <= p->high;
  return low && high;
}

static const char *bound_text(am_arena *arena, const am_parameter *p) {
  am_buffer text = {.arena = arena};
  if (isfinite(p->low))
    am_buffer_add(&text, "%s %.15g", p->low_open ? "above" : "at least",
                  p->low);
  if (isfinite(p->low) && isfinite(p->high)) am_buffer_add(&text, " and ");
  if (isfinite(p->high))
    am_buffer_add(&text, "%s %.15g", p->high_open ? "below" : "at most",
                  p->high);
  return text.text;
}

static am_status check_bounds(am_report *report, const am_yaml *node,
                              const am_parameter *p) {
  for (int i = 0; i < p->numbers; i++)
    if (!am_parameter_allows(p, p->values[i]))
      return am_error(report, AM_INPUT, node->place,
                      "parameter '%s' is %.15g, but must be %s", p->name,
                      p->values[i], bound_text(report->arena, p));
  return AM_OK;
}

/* A mapping with a component is a tensor in short form. */
static bool is_long_form(const am_yaml *node) {
  if (node->kind != AM_YAML_MAPPING) return false;
  for (size_t i = 0; i < node->count; i++)
    if (am_component_index(node->items[i]->key) >= 0) return false;
  return true;
}

static am_kind kind_of(const am_yaml *value, bool vector) {
  const am_yaml *first = value;
  if (vector) return AM_VECTOR;
  if (value->kind == AM_YAML_SEQUENCE && value->count)
    first = value->items[0];
  return first->kind == AM_YAML_MAPPING ? AM_TENSOR : AM_SCALAR;
}

static am_status read_bound(am_report *report, const am_yaml *node,
                            const char *closed, const char *open,
                            double *bound, bool *is_open) {
  const am_yaml *a = am_yaml_get(node, closed), *b = am_yaml_get(node, open);
  if (a && b)
    return am_error(report, AM_INPUT, b->key_place,
                    "'%s' and '%s' exclude each other", closed, open);
  if (!a && !b) return AM_OK;
  *is_open = b != NULL;
  return am_yaml_number(report, a ? a : b, a ? closed : open, bound);
}

static am_status read_labels(am_report *report, const am_yaml *node,
                             am_parameter *p) {
  const am_yaml *unit = am_yaml_get(node, "unit");
  const am_yaml *about = am_yaml_get(node, "about");
  if (about) AM_TRY(am_yaml_text(report, about, "about", &p->about));
  if (!unit) return AM_OK;
  AM_TRY(am_yaml_text(report, unit, "unit", &p->unit));
  if (am_unit_known(p->unit)) return AM_OK;
  return am_error(report, AM_INPUT, unit->place,
                  "unknown unit '%s', expected one made of known units, such "
                  "as MPa, 1/s or MPa*s",
                  am_printable(report->arena, p->unit, strlen(p->unit)));
}

static am_status read_kind(am_report *report, const am_yaml *node,
                           bool *vector) {
  const am_yaml *kind = am_yaml_get(node, "kind");
  const char *text;
  *vector = false;
  if (!kind) return AM_OK;
  AM_TRY(am_yaml_text(report, kind, "kind", &text));
  *vector = !strcmp(text, "vector");
  if (*vector) return AM_OK;
  return am_error(report, AM_INPUT, kind->place,
                  "expected kind to be vector, found '%s'", text);
}

static am_status read_long(am_arena *arena, am_report *report,
                           const am_yaml *node, am_parameter *p) {
  static const char *const keys[] = {"value", "unit",  "min",  "max", "above",
                                     "below", "about", "kind", NULL};
  const am_yaml *value = am_yaml_get(node, "value");
  const char *what = am_format(arena, "parameter '%s'", p->name);
  bool vector;
  AM_TRY(am_yaml_known(report, node, what, keys));
  if (!value)
    return am_error(report, AM_INPUT, node->place,
                    "parameter '%s' has no value", p->name);
  AM_TRY(read_kind(report, node, &vector));
  AM_TRY(read_bound(report, node, "min", "above", &p->low, &p->low_open));
  AM_TRY(read_bound(report, node, "max", "below", &p->high, &p->high_open));
  AM_TRY(read_labels(report, node, p));
  p->kind = kind_of(value, vector);
  AM_TRY(read_value(arena, report, value, p));
  return check_bounds(report, value, p);
}

am_status am_parameter_read(am_arena *arena, am_report *report,
                            const am_yaml *node, am_parameter *p) {
  *p = (am_parameter){.name = node->key, .place = node->key_place,
                      .low = -INFINITY, .high = INFINITY,
                      .unit = "", .about = ""};
  if (is_long_form(node)) return read_long(arena, report, node, p);
  p->kind = kind_of(node, false);
  return read_value(arena, report, node, p);
}

am_status am_parameter_override(am_arena *arena, am_report *report,
                                const am_yaml *node, am_parameter *p) {
  bool was_list = p->length >= 0;
  if (was_list != is_list(node, p->kind))
    return am_error(report, AM_INPUT, node->place,
                    "expected parameter '%s' to be %s, found %s", p->name,
                    was_list ? "a list" : "one value",
                    am_yaml_describe(report->arena, node));
  AM_TRY(read_value(arena, report, node, p));
  return check_bounds(report, node, p);
}
