/* internal.c: entries of `internal`, and blocks of expressions. */
#include <string.h>

#include "base/base.h"
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
    {"about", AM_A_TEXT, "description"},
    {"of", AM_A_FORMULA, "expression whose maximum is stored"},
    {0}};
const am_yaml_shape am_internal_shape = {.words = type_names,
                                         .keys = long_keys};

static am_status read_type(am_report *report, const am_yaml *node,
                           am_internal *v) {
  enum { SYMMETRIC = 1, DEVIATORIC, MAXIMUM, TYPES };
  const char *text;
  AM_TRY(am_yaml_text(report, node, "the type of a variable", &text));
  for (int i = 0; i < TYPES; i++) {
    if (strcmp(type_names[i], text)) continue;
    v->deviatoric = i == DEVIATORIC;
    v->kind = i == SYMMETRIC || i == DEVIATORIC ? AM_TENSOR : AM_SCALAR;
    if ((i == MAXIMUM) == (v->of != NULL) && !(v->of && v->count)) return AM_OK;
    return am_error(report, AM_INPUT, node->place,
                    i == MAXIMUM ? "a variable of type maximum needs the key "
                                   "'of' (an expression), and has no count"
                                 : "'of' is only for the type maximum");
  }
  return am_error(report, AM_INPUT, node->place,
                  "expected the type of '%s' to be scalar, symmetric, "
                  "deviatoric or maximum, found %s%s",
                  v->name, am_yaml_describe(report->arena, node),
                  am_suggestion(report->arena, text, type_names, TYPES));
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
    const am_yaml *about = am_yaml_get(node, "about");
    const am_yaml *of = am_yaml_get(node, "of");
    AM_TRY(am_yaml_keys_known(report, node, "an internal variable",
                              long_keys));
    type = am_yaml_get(node, "type");
    if (!type)
      return am_error(report, AM_INPUT, node->place,
                      "internal variable '%s' has no type", v->name);
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "count"), "count",
                          &v->count));
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "initial"),
                          "initial", &v->initial));
    if (about) AM_TRY(am_yaml_text(report, about, "about", &v->about));
    if (of)
      AM_TRY(am_block_read(arena, report, of, "of", AM_BLOCK_VALUE, &v->of));
  }
  return read_type(report, type, v);
}
