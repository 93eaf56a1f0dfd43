/* internal.c: entries of `internal`, and blocks of expressions. */
#include "law/parts.h"
#include "law/reader.h"

am_status am_block_read(am_arena *arena, am_report *report,
                        const am_yaml *node, const char *what,
                        am_block_kind kind, am_block **block) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  *block = AM_NEW(arena, am_block);
  return am_block_parse(arena, report, &node->text, kind, *block);
}

static const char *const type_names[] = {"scalar", "symmetric", "deviatoric",
                                         "maximum", NULL};

static const am_yaml_key long_keys[] = {
    {"type", AM_WORDS(type_names), "scalar or tensor"},
    {"count", AM_A_FORMULA, "number of members of a list"},
    {"initial", AM_A_FORMULA, "initial value"},
    {"about", {.takes = AM_TAKES_TEXT, AM_INTO(am_internal, about)},
     "description"},
    {"of", AM_A_FORMULA, "expression whose maximum is stored"},
    {0}};
const am_yaml_shape am_internal_shape = {.words = type_names,
                                         .keys = long_keys};

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
    AM_TRY(am_yaml_take(report, node, "an internal variable", long_keys, v));
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
static const am_yaml_key keys[] = {
    {"value", AM_A_NUMBER, "default value"},
    AM_QUANTITY_KEYS,
    {"temperature", {.takes = AM_TAKES_FLAG, .words = answers},
     "true for the absolute temperature"},
    {0}};
const am_yaml_shape am_external_shape = {.keys = keys,
                                         .otherwise = &am_number_shape};

static am_status check_external(const am_reader *r, const am_yaml *node) {
  AM_TRY(am_new_name_check(r->report, node, node->key, "an external field"));
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
                             keys, field));
    if (field->kind != AM_SCALAR || field->length >= 0)
      return am_error(r->report, AM_INPUT, node->items[i]->place,
                      "external field '%s' is not a number: fields are "
                      "scalars",
                      field->name);
    AM_TRY(mark_temperature(r, node->items[i], field));
  }
  return AM_OK;
}
