/* formula.c: columns defined by expressions of other columns. */
#include "point/parts.h"

typedef struct {
  am_columns *columns;
  am_report *report;
  const am_case *description;
  const am_path_names *inputs; /* or NULL */
  am_column_rule *rule;
  am_graph *graph;
  am_scope *scope; /* contains the available columns */
  size_t known;    /* number of columns already in the scope */
} defining;

/* Marks the defined columns [defined_count] that are requested by `columns` or
 * by the expressions of requested columns. */
static bool *find_used(am_arena *arena, const am_case *c) {
  bool *used = AM_ARRAY(arena, bool, c->defined_count);
  for (size_t i = c->defined_count; i-- > 0;) {
    const am_formula *formula = &c->defined[i].formula;
    for (size_t k = 0; k < c->column_count && !used[i]; k++)
      used[i] = !strcmp(c->columns[k].name, c->defined[i].name);
    for (size_t n = 0; used[i] && n < formula->name_count; n++)
      for (size_t k = 0; k < i; k++)
        used[k] |= !strcmp(formula->names[n]->name, c->defined[k].name);
  }
  return used;
}

am_column_request *am_columns_requests(am_arena *arena, const am_case *c,
                                       size_t *count) {
  const bool *used = find_used(arena, c);
  size_t most = c->column_count, n = 0;
  for (size_t i = 0; i < c->defined_count; i++)
    most += used[i] ? c->defined[i].formula.name_count : 0;
  am_column_request *requests = AM_ARRAY(arena, am_column_request, most);
  for (; n < c->column_count; n++) requests[n] = c->columns[n];
  for (size_t i = 0; i < c->defined_count; i++)
    for (size_t k = 0; used[i] && k < c->defined[i].formula.name_count; k++) {
      const am_expr *expr = c->defined[i].formula.names[k];
      requests[n++] = (am_column_request){.name = expr->name,
                                          .place = am_expr_place(expr),
                                          .required = true};
    }
  *count = n;
  return requests;
}

/* ---- names --------------------------------------------------------------- */

static void add_node(const defining *d, const char *name, const char *what,
                     am_node node) {
  am_scope_add(d->scope, name, what, am_value_scalar(d->columns->arena, node));
}

/* Adds the columns from index `known` on to the scope; the time has two
 * names. */
static void add_columns(defining *d) {
  const am_names *all = &d->columns->all;
  for (; d->known < all->count; d->known++) {
    const char *name = all->items[d->known];
    am_node node = am_input(d->graph, AM_INPUT_SHARED, (int)d->known);
    add_node(d, name, "a column", node);
    if (!strcmp(name, "time")) add_node(d, "t", "the time", node);
  }
}

/* Adds "tau[2]", a member of a parameter that is a list of scalars. */
static void add_member(const defining *d, const char *name) {
  am_arena *arena = d->columns->arena;
  const char *bracket = strchr(name, '[');
  double number;
  if (!bracket || !d->inputs || am_scope_find(d->scope, name)) return;
  const am_value *list = am_scope_find(
      d->inputs->scope, am_copy(arena, name, (size_t)(bracket - name)));
  const char *digits = am_copy(arena, bracket + 1, strlen(bracket) - 2);
  if (!list || list->kind != AM_SCALAR || !list->nodes ||
      !am_parse_number(digits, &number) || number < 1 || number > list->length)
    return;
  add_node(d, name, "a parameter", list->nodes[(size_t)number - 1]);
}

/* Finds the index of the column `name` and marks its set as needed; false if
 * there is no such column. */
static bool need_column(const defining *d, const char *name, size_t *place) {
  am_columns *c = d->columns;
  for (size_t s = 0; s < c->set_count; s++) {
    am_column_set *set = &c->sets[s];
    for (size_t i = 0; i < (size_t)set->components; i++)
      if (!strcmp(c->all.items[set->first + i], name)) {
        *place = set->first + i;
        return set->needed = true;
      }
  }
  return false;
}

/* ---- expressions --------------------------------------------------------- */

static bool is_taken(const am_columns *c, const char *name) {
  for (size_t i = 0; i < c->words.count; i++)
    if (!strcmp(c->words.items[i], name)) return true;
  for (size_t i = 0; i < c->all.count; i++)
    if (am_column_begins(c->all.items[i], name)) return true;
  return !strcmp(name, "t");
}

/* Refuses the name of a tensor, which has one column per component. */
static am_status refuse_tensor(const defining *d, const am_expr *expr) {
  const am_names *all = &d->columns->all;
  for (size_t i = 0; i < all->count; i++)
    if (am_column_begins(all->items[i], expr->name))
      return am_error(d->report, AM_INPUT, am_expr_place(expr),
                      "'%s' has several columns: name one of them, such as %s",
                      expr->name, all->items[i]);
  return AM_OK;
}

/* Finds the columns named by an expression: reads [name_count], *count. */
static am_status read_names(const defining *d, const am_formula *formula,
                            size_t *reads, size_t *count) {
  for (size_t i = 0; i < formula->name_count; i++) {
    am_expr *expr = formula->names[i];
    expr->name = am_column_canonical(d->columns->arena, expr->name);
    const char *column = strcmp(expr->name, "t") ? expr->name : "time";
    bool found = need_column(d, column, &reads[*count]);
    *count += found;
    if (!found) AM_TRY(refuse_tensor(d, expr));
    if (!found) add_member(d, expr->name);
    AM_TRY(d->rule(d->report, d->description, am_expr_place(expr),
                   expr->name, found));
  }
  return AM_OK;
}

static am_status define(defining *d, const am_defined_column *column) {
  am_columns *c = d->columns;
  size_t *reads = AM_ARRAY(c->arena, size_t, column->formula.name_count);
  size_t read_count = 0;
  am_value value;
  if (is_taken(c, column->name))
    return am_error(d->report, AM_INPUT, column->place,
                    "'%s' is already the name of a column: choose another name",
                    column->name);
  add_columns(d);
  AM_TRY(read_names(d, &column->formula, reads, &read_count));
  const am_elaboration context = {
      .arena = c->arena, .report = d->report, .graph = d->graph,
      .scope = d->scope,
      .parameters = d->inputs ? d->inputs->values : NULL};
  AM_TRY(am_elaborate_kind(&context, column->formula.value, AM_SCALAR,
                           am_format(c->arena, "the column %s", column->name),
                           &value));
  if (d->inputs)
    AM_TRY(am_path_refuse_fields(
        d->report, d->inputs, value.nodes[0],
        am_format(c->arena, "the column %s", column->name), column->place));
  am_columns_offer(
      c, (am_column_set){.name = column->name, .group = column->name,
                         .unit = column->unit, .components = 1,
                         .place = column->place,
                         .reads = reads, .read_count = read_count,
                         .program = am_program_new(c->arena, d->graph,
                                                   value.nodes, 1)});
  return AM_OK;
}

am_status am_columns_define(am_columns *c, am_report *report,
                            const am_case *description,
                            const am_path_names *inputs,
                            am_column_rule *rule) {
  enum { MOST_NODES = 1 << 20 };
  if (!description->defined_count) return AM_OK;
  const bool *used = find_used(c->arena, description);
  c->inputs = inputs;
  defining d = {
      .columns = c, .report = report, .description = description,
      .inputs = inputs, .rule = rule,
      .graph = inputs ? inputs->graph : am_graph_new(c->arena, MOST_NODES),
      .scope = am_scope_new(c->arena, inputs ? inputs->scope : NULL)};
  for (size_t i = 0; i < description->defined_count; i++)
    if (used[i]) AM_TRY(define(&d, &description->defined[i]));
  return AM_OK;
}

/* ---- rows ---------------------------------------------------------------- */

bool am_column_is_undefined(const am_column_set *set, const double *numbers) {
  bool at_rest = true;
  if (!isnan(numbers[set->first])) return false;
  for (size_t i = 0; i < set->read_count; i++) {
    double number = numbers[set->reads[i]];
    if (isnan(number)) return false;
    at_rest = at_rest && number == 0;
  }
  return !at_rest;
}

void am_columns_warn(am_report *report, const am_columns *columns,
                     am_columns_room *const *rooms, int count) {
  for (size_t s = 0; s < columns->set_count; s++) {
    double undefined = 0, rows = 0;
    for (int i = 0; i < count; i++) {
      undefined += rooms[i]->undefined[s];
      rows += rooms[i]->rows;
    }
    if (undefined > 0)
      am_warn(report, columns->sets[s].place,
              "column '%s' is undefined in %.0f of %.0f rows, although its "
              "operands have values: these cells are left empty",
              columns->sets[s].name, undefined, rows);
  }
}
