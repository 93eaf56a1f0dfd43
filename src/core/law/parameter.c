/* parameter.c: entries of `parameters`, `internal` and `external`. */
#include "law/reader.h"

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

static am_status read_one(am_report *report, const am_yaml *node,
                          am_kind kind, const char *what, double *values) {
  if (kind == AM_TENSOR) return am_components_read(report, node, what, values);
  if (kind == AM_SCALAR) return am_yaml_number(report, node, what, values);
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, what));
  if (node->count != 3)
    return am_error(report, AM_INPUT, node->place,
                    "expected %s to have 3 components, found %zu", what,
                    node->count);
  for (int i = 0; i < 3; i++)
    AM_TRY(am_yaml_number(report, node->items[i], what, &values[i]));
  return AM_OK;
}

/* True if a value is a list; a single vector is a sequence, too. */
static bool is_list(const am_yaml *node, am_kind kind) {
  if (node->kind != AM_YAML_SEQUENCE) return false;
  if (kind != AM_VECTOR) return true;
  return !node->count || node->items[0]->kind == AM_YAML_SEQUENCE;
}

static am_status read_value(am_arena *arena, am_report *report,
                            const am_yaml *node, am_parameter *p) {
  const char *what = am_format(arena, "%s '%s'", p->what, p->name);
  int size = am_kind_size[p->kind];
  if (am_parameter_has_rows(p)) return am_rows_read(arena, report, node, p);
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
                  "material '%s' has no parameter %s%s", m->name,
                  am_quoted(report->arena, name),
                  am_name_hint(report->arena, name, names, count));
}

bool am_parameter_allows(const am_parameter *p, double value) {
  bool low = p->low_open ? value > p->low : value >= p->low;
  bool high = p->high_open ? value < p->high : value <= p->high;
  return low && high;
}

const char *am_parameter_bounds(am_arena *arena, const am_parameter *p) {
  am_buffer bounds = {.arena = arena};
  am_buffer_add(&bounds, "%s", "");
  if (isfinite(p->low))
    am_buffer_add(&bounds, "%s %.15g", p->low_open ? "above" : "at least",
                  p->low);
  if (isfinite(p->low) && isfinite(p->high)) am_buffer_add(&bounds, " and ");
  if (isfinite(p->high))
    am_buffer_add(&bounds, "%s %.15g", p->high_open ? "below" : "at most",
                  p->high);
  return bounds.text;
}

am_status am_parameter_check(am_report *report, const am_yaml *node,
                             const am_parameter *p) {
  int i = 0;
  while (i < p->numbers && ((p->outside && i % 2 == 0) ||
                            am_parameter_allows(p, p->values[i])))
    i++;
  if (i == p->numbers) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "%s '%s' is %.15g, but must be %s", p->what, p->name,
                  p->values[i], am_parameter_bounds(report->arena, p));
}

static am_kind kind_of(const am_yaml *value, bool vector) {
  const am_yaml *first = value;
  if (vector) return AM_VECTOR;
  if (value->kind == AM_YAML_SEQUENCE && value->count) first = value->items[0];
  return first->kind == AM_YAML_MAPPING ? AM_TENSOR : AM_SCALAR;
}

static const char *const kinds[] = {"vector", "matrix", "table", NULL};
static const char *const ways[] = {"constant", "linear", NULL};
static const char *const curves[] = {[AM_MONOTONE] = "monotone",
                                     [AM_BROKEN_LINE] = "linear",
                                     [AM_SPLINE] = "spline", NULL};

/* Shape of values: a number, a tensor, or a (nested) list of numbers or
 * tensors. */
static const am_yaml_shape member = {.takes = AM_TAKES_NUMBER,
                                     .names = am_component_names,
                                     .entries = &am_number_shape,
                                     .items = &am_number_shape};
#define VALUE                                                        \
  {.takes = AM_TAKES_NUMBER, .names = am_component_names,            \
   .entries = &am_number_shape, .items = &member}

static const am_yaml_key long_keys[] = {
    {"value", VALUE, "a number, a tensor or a list"},
    AM_QUANTITY_KEYS,
    {"kind", AM_WORDS(kinds), "meaning of a list of numbers"},
    {"file", AM_A_TEXT, "CSV file with the rows of a table"},
    {"columns", AM_A_LIST(am_text_shape), "names of its columns x and y"},
    {"interpolation", AM_WORDS(curves), "curve between the rows of a table"},
    {"outside", AM_WORDS(ways), "values of a table beyond its ends"},
    {0}};
enum {
  KEYS = sizeof long_keys / sizeof *long_keys - 1,
  OF_TABLES = 4 /* keys for tables only, at the end */
};

static const am_yaml_shape in_short = VALUE;
const am_yaml_shape am_parameter_shape = {.keys = long_keys,
                                          .otherwise = &in_short};

/* Shape of overrides: values, or entries of lists and matrices by index. */
static const am_yaml_shape override = {.takes = AM_TAKES_NUMBER,
                                       .entries = &am_any_shape,
                                       .items = &member};
const am_yaml_shape am_overrides_shape = AM_A_MAPPING(override);

/* Reads `kind` and, for tables, `interpolation` and `outside`; rejects other
 * table keys unless the kind is table. */
static am_status read_kind(am_report *report, const am_yaml *node,
                           am_parameter *p, bool *vector) {
  enum { VECTOR, MATRIX, TABLE, NO_KIND };
  const am_yaml *kind = am_yaml_get(node, "kind");
  const am_yaml *outside = am_yaml_get(node, "outside");
  const am_yaml *between = am_yaml_get(node, "interpolation");
  size_t chosen = NO_KIND, way = 0, curve = AM_MONOTONE;
  if (kind) AM_TRY(am_choice(report, kind, "kind", kinds, NO_KIND, &chosen));
  for (size_t i = KEYS - OF_TABLES; i < KEYS; i++) {
    const am_yaml *key = am_yaml_get(node, long_keys[i].key);
    if (key && chosen != TABLE)
      return am_error(report, AM_INPUT, key->key_place,
                      "'%s' is only for tables: add 'kind: table'",
                      long_keys[i].key);
  }
  if (outside) AM_TRY(am_choice(report, outside, "outside", ways, 2, &way));
  if (between)
    AM_TRY(am_choice(report, between, "interpolation", curves, 3, &curve));
  p->between = (am_interpolation)curve;
  *vector = chosen == VECTOR;
  if (chosen == MATRIX || chosen == TABLE) p->columns = 2;
  if (chosen == TABLE)
    p->outside = way ? AM_OUTSIDE_LINEAR : AM_OUTSIDE_CONSTANT;
  return AM_OK;
}

/* Pairs of keys that exclude each other. */
enum { PAIRS = 3 };
static const char *const pairs[PAIRS][2] = {
    {"min", "above"}, {"max", "below"}, {"value", "file"}};

/* Reads {value: …, unit: …, …}. */
static am_status read_long(am_arena *arena, am_report *report,
                           const am_yaml *node, const am_yaml_key *fields,
                           am_parameter *p) {
  const am_yaml *value = am_yaml_get(node, "value");
  const am_yaml *file = am_yaml_get(node, "file");
  const am_yaml *unit = am_yaml_get(node, "unit");
  const char *what = am_format(arena, "%s '%s'", p->what, p->name);
  bool vector = false;
  AM_TRY(read_kind(report, node, p, &vector));
  AM_TRY(am_yaml_take(report, node, what, fields ? fields : long_keys, p));
  if (!value && !file)
    return am_error(report, AM_INPUT, node->place, "%s has no value", what);
  for (int i = 0; i < PAIRS; i++) {
    const am_yaml *second = am_yaml_get(node, pairs[i][1]);
    if (second && am_yaml_get(node, pairs[i][0]))
      return am_error(report, AM_INPUT, second->key_place,
                      "'%s' and '%s' cannot be combined", pairs[i][0],
                      pairs[i][1]);
  }
  p->low_open = am_yaml_get(node, "above") != NULL;
  p->high_open = am_yaml_get(node, "below") != NULL;
  if (unit && !am_unit_known(p->unit))
    return am_error(report, AM_INPUT, unit->place,
                    "unknown unit %s%s, expected a product of known units, "
                    "such as MPa, 1/s or MPa*s",
                    am_quoted(report->arena, p->unit),
                    am_unit_suggestion(report->arena, p->unit));
  p->written = value ? value : file;
  p->kind = AM_SCALAR;
  if (file) return AM_OK;
  if (!am_parameter_has_rows(p)) p->kind = kind_of(value, vector);
  AM_TRY(read_value(arena, report, value, p));
  return am_parameter_check(report, value, p);
}

/* True for the long form; a mapping with a component is a tensor in short
 * form. */
static bool is_long(const am_yaml *node) {
  bool found = node->kind == AM_YAML_MAPPING;
  for (size_t i = 0; found && i < node->count; i++)
    found = am_component_index(node->items[i]->key) < 0;
  return found;
}

am_status am_parameter_read(am_arena *arena, am_report *report,
                            const am_yaml *node, const am_yaml_key *fields,
                            am_parameter *p) {
  *p = (am_parameter){.what = fields ? "external field" : "parameter",
                      .name = node->key, .place = node->key_place,
                      .low = -INFINITY, .high = INFINITY, .unit = "",
                      .about = ""};
  if (is_long(node)) return read_long(arena, report, node, fields, p);
  p->written = node;
  p->kind = kind_of(node, false);
  return read_value(arena, report, node, p);
}

double am_parameter_converted(const am_parameter *p, int i) {
  bool is_x = p->outside && i % 2 == 0;
  return p->converted && !is_x ? am_converted(&p->conversion, p->values[i])
                               : p->values[i];
}

/* True if a key replaces the other: the same key, or an alternative to it. */
static bool replaces(const char *key, const char *other) {
  bool same = !strcmp(key, other);
  for (int i = 0; i < PAIRS; i++)
    for (int k = 0; k < 2; k++)
      same |= !strcmp(key, pairs[i][k]) && !strcmp(other, pairs[i][1 - k]);
  return same;
}

/* Copy of a node with another key. */
static am_yaml *under_key(am_arena *arena, const am_yaml *node,
                          const char *key) {
  am_yaml *copy = AM_NEW(arena, am_yaml);
  *copy = *node;
  copy->key = key;
  return copy;
}

am_yaml *am_parameter_given(am_arena *arena, const am_yaml *entry,
                            const am_yaml *given) {
  am_yaml *result = AM_NEW(arena, am_yaml);
  const am_yaml *sides[] = {given, entry};
  *result = (am_yaml){.kind = AM_YAML_MAPPING, .place = given->place,
                      .key = entry->key, .key_place = entry->key_place};
  for (int s = 0; s < 2; s++) {
    const am_yaml *side = sides[s];
    bool whole = is_long(side);
    for (size_t i = 0; i < (whole ? side->count : 1); i++) {
      const am_yaml *item =
          whole ? side->items[i] : under_key(arena, side, "value");
      bool taken = false;
      for (size_t k = 0; s && k < result->count; k++)
        taken |= replaces(result->items[k]->key, item->key);
      if (taken) continue;
      AM_PUSH_ROOM(arena, result->items, result->count, result->capacity);
      result->items[result->count++] = under_key(arena, item, item->key);
    }
  }
  return result;
}

am_status am_parameter_override(am_arena *arena, am_report *report,
                                const am_yaml *node, am_parameter *p) {
  bool was_list = p->length >= 0;
  if (am_has_entries(node, p)) {
    AM_TRY(am_entries_read(arena, report, node, p));
    return am_parameter_check(report, node, p);
  }
  if (!am_parameter_has_rows(p) && was_list != is_list(node, p->kind))
    return am_error(report, AM_INPUT, node->place,
                    "expected parameter '%s' to be %s, found %s", p->name,
                    was_list ? "a list" : "one value",
                    am_yaml_describe(report->arena, node));
  AM_TRY(read_value(arena, report, node, p));
  return am_parameter_check(report, node, p);
}

/* ---- internal variables and external fields ------------------------------ */

am_status am_block_read(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        am_block_kind kind, am_block **block) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  *block = AM_NEW(arena, am_block);
  return am_block_parse(arena, report, &node->text, kind, *block);
}

static const char *const type_names[] = {"scalar", "symmetric", "deviatoric",
                                         "maximum", NULL};

static const am_yaml_key internal_keys[] = {
    {"type", AM_WORDS(type_names), "scalar or tensor"},
    {"count", AM_A_FORMULA, "number of members of a list"},
    {"initial", AM_A_FORMULA, "initial value"},
    {"about", {.takes = AM_TAKES_TEXT, AM_INTO(am_internal, about)},
     "description"},
    {"of", AM_A_FORMULA, "expression whose maximum is stored"},
    {0}};
const am_yaml_shape am_internal_shape = {.words = type_names,
                                         .keys = internal_keys};

static am_status read_type(am_report *report, const am_yaml *node,
                           am_internal *v) {
  enum { SYMMETRIC = 1, DEVIATORIC, MAXIMUM, TYPES };
  size_t type;
  AM_TRY(am_choice(report, node,
                   am_format(report->arena, "the type of '%s'", v->name),
                   type_names, TYPES, &type));
  v->deviatoric = type == DEVIATORIC;
  v->kind = type == SYMMETRIC || v->deviatoric ? AM_TENSOR : AM_SCALAR;
  if ((type == MAXIMUM) == (v->of != NULL) && !(v->of && v->count))
    return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  type == MAXIMUM ? "a variable of type maximum needs the key "
                                    "'of' (an expression), and has no count"
                                  : "'of' is only for the type maximum");
}

static am_status parse_optional(am_arena *arena, am_report *report,
                                const am_yaml *node, const char *what,
                                am_expr **expr) {
  *expr = NULL;
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  return am_expr_parse(arena, report, &node->text, expr);
}

am_status am_internal_read(am_arena *arena, am_report *report,
                           const am_yaml *node, am_internal *v) {
  const am_yaml *type = node;
  v->place = node->key_place;
  v->about = "";
  if (node->kind == AM_YAML_MAPPING) {
    const am_yaml *of = am_yaml_get(node, "of");
    AM_TRY(
        am_yaml_take(report, node, "an internal variable", internal_keys, v));
    type = am_yaml_get(node, "type");
    if (!type)
      return am_error(report, AM_INPUT, node->place,
                      "internal variable '%s' has no type", v->name);
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "count"), "count",
                          &v->count));
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "initial"),
                          "initial", &v->initial));
    if (of)
      AM_TRY(am_block_read(arena, report, of, "of", AM_BLOCK_VALUE, &v->of));
  }
  return read_type(report, type, v);
}

/* External fields of a material, key `external`. */

static const char *const answers[] = {"no", "yes", "false", "true", NULL};
static const am_yaml_key external_keys[] = {
    {"value", AM_A_NUMBER, "default value"},
    AM_QUANTITY_KEYS,
    {"temperature", {.takes = AM_TAKES_FLAG, .words = answers},
     "true for the absolute temperature"},
    {0}};
const am_yaml_shape am_external_shape = {.keys = external_keys,
                                         .otherwise = &am_number_shape};

static am_status check_external(const am_reader *r, const am_yaml *node) {
  AM_TRY(am_new_name_check(r->report, node->key, node->key_place, node->key,
                           "an external field"));
  if (am_is_column(node->key))
    return am_error(r->report, AM_INPUT, node->key_place,
                    "'%s' is an output column and cannot name an external "
                    "field",
                    node->key);
  if (am_parameter_index(r->material, node->key) >= 0)
    return am_error(r->report, AM_INPUT, node->key_place,
                    "'%s' is already a parameter", node->key);
  for (int i = 0; i < r->material->internal_count; i++)
    if (!strcmp(r->material->internals[i].name, node->key))
      return am_error(r->report, AM_INPUT, node->key_place,
                      "'%s' is already an internal variable", node->key);
  return AM_OK;
}

/* The absolute temperature is the field with `temperature: yes`, or the field T
 * or temperature unless it has `temperature: no`. */
static am_status mark_temperature(const am_reader *r, const am_yaml *node,
                                  am_parameter *field) {
  const am_yaml *mark = am_yaml_get(node, "temperature");
  int other = am_temperature_index(r->material);
  bool is = !strcmp(field->name, "T") || !strcmp(field->name, "temperature");
  size_t answer = is;
  if (mark)
    AM_TRY(am_choice(r->report, mark, "temperature", answers, 4, &answer));
  field->temperature = is = answer % 2 != 0;
  if (!is || other < 0) return AM_OK;
  return am_error(r->report, AM_INPUT,
                  mark ? mark->key_place : node->key_place,
                  "the external fields '%s' and '%s' cannot both be the "
                  "absolute temperature: expected 'temperature: no' at one of "
                  "them",
                  r->material->externals[other].name, field->name);
}

am_status am_externals_read(const am_reader *r) {
  am_material *m = r->material;
  const am_yaml *node = am_yaml_get(m->root, "external");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_MAPPING, "external"));
  if (node->count > AM_MOST_EXTERNAL)
    return am_error(r->report, AM_INPUT, node->place,
                    "expected at most %d external fields, found %zu",
                    AM_MOST_EXTERNAL, node->count);
  m->externals = AM_ARRAY(r->arena, am_parameter, node->count);
  for (size_t i = 0; i < node->count; i++) {
    am_parameter *field = &m->externals[m->external_count++];
    AM_TRY(check_external(r, node->items[i]));
    AM_TRY(am_parameter_read(r->arena, r->report, node->items[i],
                             external_keys, field));
    if (field->kind != AM_SCALAR || field->length >= 0)
      return am_error(r->report, AM_INPUT, node->items[i]->place,
                      "external field '%s' is not a number: fields are scalars",
                      field->name);
    AM_TRY(mark_temperature(r, node->items[i], field));
  }
  return AM_OK;
}
