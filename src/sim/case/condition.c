/* condition.c: conditions that end a segment. */
#include "case/parts.h"

/* Index of a column among the watched columns; adds the column if necessary. */
static size_t watch_column(am_arena *arena, am_watch *w, const char *name,
                           am_place place) {
  for (size_t i = 0; i < w->count; i++)
    if (!strcmp(w->columns[i].name, name)) return i;
  AM_PUSH(arena, w->columns, w->count, (am_column_request){name, place, true});
  return w->count - 1;
}

/* Checks the kinds of expressions: logical ones join comparisons, the others
 * are numbers and columns. */
static am_status check_kinds(am_report *report, const am_expr *e,
                             bool logical) {
  bool binary = e->kind == AM_EXPR_BINARY;
  bool joins = binary && (!strcmp(e->name, "and") || !strcmp(e->name, "or"));
  bool sign = e->kind == AM_EXPR_UNARY && strcmp(e->name, "not");
  bool good = logical ? joins || (binary && strchr("<>", *e->name))
                      : sign || e->kind == AM_EXPR_NUMBER ||
                            e->kind == AM_EXPR_NAME;
  if (!good)
    return am_error(report, AM_INPUT, am_expr_place(e), "expected %s",
                    logical ? "a comparison of columns and numbers with <, <=, "
                              "> or >=, such as 'stress.xx > 100'"
                            : "a number or a column name");
  for (int i = 0; i < e->count; i++)
    AM_TRY(check_kinds(report, e->arguments[i], joins));
  return AM_OK;
}

static am_status read_until(am_arena *arena, am_report *report,
                            const am_yaml *node, am_watch *watch) {
  am_condition *condition = AM_NEW(arena, am_condition);
  am_formula formula;
  const char *text;
  AM_TRY(am_yaml_text(report, node, "until", &text));
  AM_TRY(am_formula_parse(arena, report, &node->text, &formula));
  AM_TRY(check_kinds(report, formula.value, true));
  for (size_t i = 0; i < formula.name_count; i++) {
    am_expr *name = formula.names[i];
    name->number =
        (double)watch_column(arena, watch, name->name, node->place);
  }
  *condition = (am_condition){.node = node, .index = watch->conditions++,
                              .value = formula.value, .next = watch->first};
  watch->first = condition;
  return AM_OK;
}

/* Ignores nodes of other kinds, which are rejected when segments are read; the
 * YAML parser limits the recursion. */
am_status am_watch_read(am_arena *arena, am_report *report,
                        const am_yaml *path, am_watch *watch) {
  if (path->kind != AM_YAML_SEQUENCE) return AM_OK;
  for (size_t i = 0; i < path->count; i++) {
    const am_yaml *segment = path->items[i];
    if (segment->kind != AM_YAML_MAPPING) continue;
    const am_yaml *until = am_yaml_get(segment, "until");
    const am_yaml *inner = am_yaml_get(segment, "segments");
    if (until) AM_TRY(read_until(arena, report, until, watch));
    if (inner) AM_TRY(am_watch_read(arena, report, inner, watch));
  }
  return AM_OK;
}

const am_condition *am_watch_find(const am_watch *watch, const am_yaml *node) {
  const am_condition *c = watch->first;
  while (c && c->node != node) c = c->next;
  return c;
}

/* Value of a number or column, measure of a comparison, or measure of joined
 * comparisons. */
static double measure_of(const am_expr *e, const double *values) {
  if (e->kind == AM_EXPR_NUMBER) return e->number;
  if (e->kind == AM_EXPR_NAME) return values[(size_t)e->number];
  double left = measure_of(e->arguments[0], values);
  if (e->kind == AM_EXPR_UNARY) return *e->name == '-' ? -left : left;
  double right = measure_of(e->arguments[1], values);
  if (*e->name == 'o') return fmax(left, right);
  if (*e->name == 'a') return fmin(left, right);
  double excess = *e->name == '>' ? left - right : right - left;
  bool strict = !e->name[1];
  if (isnan(excess)) return -INFINITY;
  return strict && excess == 0 ? -DBL_MIN : excess;
}

double am_condition_value(const am_condition *condition,
                          const double *values) {
  return measure_of(condition->value, values);
}
