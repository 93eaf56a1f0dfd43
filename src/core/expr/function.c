/* function.c: the rows of function.def, their selection by name and kinds, the
 * operators, and functions of scalars. */

#include "expr/elaborator.h"

static const am_function_info infos[] = {
#define AM_FUNCTION(NAME, SIGNATURE, RULE, OP, ABOUT) {NAME, SIGNATURE, ABOUT},
#define AM_FORMULA(NAME, SIGNATURE, FORMULA, ABOUT) {NAME, SIGNATURE, ABOUT},
#define AM_FORM(NAME, SIGNATURE, FORM, ABOUT) {NAME, SIGNATURE, ABOUT},
#include "expr/function.def"
#undef AM_FUNCTION
#undef AM_FORMULA
#undef AM_FORM
};

/* A rule, a formula or a form */
typedef struct {
  am_rule *rule;
  am_op op; /* of the rule */
  const char *formula;
  am_form *form;
} behaviour;

static const behaviour behaviours[] = {
#define AM_FUNCTION(NAME, SIGNATURE, RULE, OP, ABOUT) {.rule = RULE, .op = OP},
#define AM_FORMULA(NAME, SIGNATURE, FORMULA, ABOUT) {.formula = FORMULA},
#define AM_FORM(NAME, SIGNATURE, FORM, ABOUT) {.form = FORM},
#include "expr/function.def"
#undef AM_FUNCTION
#undef AM_FORMULA
#undef AM_FORM
};

enum { ROWS = sizeof infos / sizeof *infos };

const am_function_info *am_functions(size_t *count) {
  *count = ROWS;
  return infos;
}

/* Kinds of a type of a signature, bits 1 << kind. */
static const struct {
  const char *word;
  unsigned kinds;
} types[] = {
    {"condition", 1u << AM_BOOL}, {"scalar", 1u << AM_SCALAR},
    {"vector", 1u << AM_VECTOR},  {"tensor", 1u << AM_TENSOR},
    {"fourth", 1u << AM_FOURTH},  {"any", AM_ANY_KIND},
};

enum { TYPES = sizeof types / sizeof *types };

static bool takes_arguments(int row) { return infos[row].signature[0] == '('; }

/* Next row with this name, starting at `row`; ROWS if there is none. */
static int next_row(int row, const char *name) {
  while (row < ROWS && strcmp(infos[row].name, name)) row++;
  return row;
}

static int least_arguments(int row) {
  int n = 1;
  for (const char *s = infos[row].signature; *s != ')'; s++)
    n += *s == ',' && strncmp(s, ", ...", 5);
  return n;
}

static bool takes_more(int row) {
  return strstr(infos[row].signature, "...") != NULL;
}

static bool takes_count(int row, int count) {
  int least = least_arguments(row);
  return count == least || (count > least && takes_more(row));
}

/* Type and name of argument i in the signature of a row; "..." stands for those
 * of the previous one. */
static const char *argument_of(int row, int i) {
  const char *type = infos[row].signature + 1;
  for (; i > 0; i--) {
    const char *end = type + strcspn(type, ",)");
    if (!strncmp(end, ", ...", 5)) break;
    type = end + 2;
  }
  return type;
}

/* Kinds that a row accepts as argument i; "same" is the kind of the first
 * argument. */
static unsigned kinds_of(int row, const am_value *arguments, int i) {
  const char *type = argument_of(row, i);
  if (!strncmp(type, "same", 4)) return 1u << arguments[0].kind;
  int t = 0;
  while (strncmp(type, types[t].word, strlen(types[t].word))) t++;
  return types[t].kinds;
}

/* Index of the first argument that the row does not accept; `count` if it
 * accepts all. */
static int first_mismatch(int row, const am_value *arguments, int count) {
  for (int i = 0; i < count; i++)
    if (arguments[i].length >= 0 ||
        !(kinds_of(row, arguments, i) >> arguments[i].kind & 1))
      return i;
  return count;
}

/* Messages about operands of wrong kinds, with these kinds in order. */
static const struct {
  const char *name;
  int count;
  const char *text;
} refusals[] = {
    {"+", 2, "cannot add a %s and a %s"},
    {"-", 2, "cannot subtract a %2$s from a %1$s"},
    {"*", 2, "cannot multiply a %s by a %s"},
    {"/", 2, "cannot divide a %s by a %s"},
    {":", 2, "cannot contract a %s with a %s"},
    {"^", 2, "cannot raise a %s to the power of a %s"},
    {"<", 2, "cannot compare a %s and a %s"},
    {"<=", 2, "cannot compare a %s and a %s"},
    {">", 2, "cannot compare a %s and a %s"},
    {">=", 2, "cannot compare a %s and a %s"},
    {"==", 2, "cannot compare a %s and a %s"},
    {"!=", 2, "cannot compare a %s and a %s"},
    {"and", 2, "'and' joins two conditions, found a %s and a %s"},
    {"or", 2, "'or' joins two conditions, found a %s and a %s"},
    {"not", 1, "'not' takes a condition, found a %s"},
    {"-", 1, "cannot negate a %s"},
    {"+", 1, "cannot write '+' before a %s"},
};

am_status am_expect_kinds(const am_elaborator *e, const am_expr *expr, int i,
                          unsigned kinds, const am_value *value) {
  if (value->length < 0 && (kinds >> value->kind & 1)) return AM_OK;
  am_buffer text = {.arena = e->arena};
  for (am_kind kind = 0; kind < AM_KINDS; kind++) {
    if (!(kinds >> kind & 1)) continue;
    unsigned others = kinds >> kind >> 1;
    const char *joint = !text.length ? "" : others ? ", " : " or ";
    am_buffer_add(&text, "%sa %s", joint, am_kind_name(kind));
  }
  return am_refuse(e, expr->arguments[i],
                   "argument %d of '%s' must be %s, found a %s", i + 1,
                   expr->name, text.text, am_value_describe(e->arena, value));
}

/* Reports that no row accepts the arguments, with the kinds expected by the
 * rows that match the most leading arguments. */
static am_status refuse_arguments(const am_elaborator *e, const am_expr *expr,
                                  const am_value *arguments, int count) {
  int farthest = 0, i = 0;
  unsigned kinds = 0;
  if (expr->kind != AM_EXPR_CALL) {
    while (refusals[i].count != count || strcmp(refusals[i].name, expr->name))
      i++;
    return am_refuse(e, expr, refusals[i].text,
                     am_value_describe(e->arena, &arguments[0]),
                     am_value_describe(e->arena, &arguments[count - 1]));
  }
  for (int row = 0; (row = next_row(row, expr->name)) < ROWS; row++) {
    i = first_mismatch(row, arguments, count);
    if (i < farthest) continue;
    if (i > farthest) kinds = 0;
    farthest = i;
    kinds |= kinds_of(row, arguments, i);
  }
  return am_expect_kinds(e, expr, farthest, kinds, &arguments[farthest]);
}

/* Reports a constant that is not finite, except in a branch that may not be
 * taken. */
static am_status expect_finite(const am_elaborator *e, const am_expr *expr,
                               const am_value *value) {
  if (e->guarded || e->typing || am_graph_full(e->graph)) return AM_OK;
  for (int i = 0; i < am_value_size(value); i++)
    if (am_node_op(e->graph, value->nodes[i]) == AM_OP_CONST &&
        !isfinite(am_node_value(e->graph, value->nodes[i])))
      return am_refuse(e, expr, "the result of '%s' is not a finite number",
                       expr->name);
  return AM_OK;
}

/* Value of the formula of a row; messages refer to its call. */
static am_status formula_value(am_elaborator *e, const am_expr *call, int row,
                               const am_value *arguments, am_value *value) {
  const am_elaborator outer = *e;
  const char *formula = behaviours[row].formula;
  const am_snippet snippet = {.text = formula, .length = strlen(formula)};
  am_scope *scope = am_scope_new(e->arena, NULL);
  am_expr *tree;
  for (int i = 0; i < least_arguments(row); i++) {
    const char *name = strchr(argument_of(row, i), ' ') + 1;
    am_scope_add(scope, am_copy(e->arena, name, strcspn(name, ",)")),
                 "an argument", arguments[i]);
  }
  AM_TRY(am_expr_parse(e->arena, e->context->report, &snippet, &tree));
  e->scope = scope;
  e->guarded = true;
  if (!e->call) e->call = call;
  am_status status = am_tree_value(e, tree, value);
  e->scope = outer.scope;
  e->guarded = outer.guarded;
  e->call = outer.call;
  return status;
}

am_status am_apply_rule(am_elaborator *e, const am_expr *expr,
                        const am_value *arguments, int count, am_value *value) {
  for (int row = 0; (row = next_row(row, expr->name)) < ROWS; row++) {
    if (!takes_count(row, count) ||
        first_mismatch(row, arguments, count) < count)
      continue;
    const am_use use = {.elaborator = e,
                        .graph = e->graph,
                        .expr = expr,
                        .arguments = arguments,
                        .count = count,
                        .op = behaviours[row].op};
    AM_TRY(behaviours[row].rule
               ? behaviours[row].rule(&use, value)
               : formula_value(e, expr, row, arguments, value));
    return expect_finite(e, expr, value);
  }
  return refuse_arguments(e, expr, arguments, count);
}

const char *am_name_suggestion(const am_elaborator *e, const char *name,
                               bool function) {
  size_t visible, count = 0;
  const char *const *scope = am_scope_names(e->arena, e->scope, &visible);
  const char **names = AM_ARRAY(e->arena, const char *, visible + ROWS);
  for (size_t i = 0; i < visible; i++)
    if (!function || am_scope_function(e->scope, scope[i]))
      names[count++] = scope[i];
  for (int row = 0; row < ROWS; row++) {
    const char *own = infos[row].name;
    bool operator = !isalpha((unsigned char)*own) || am_is_word(own);
    if (!operator && takes_arguments(row) == function) names[count++] = own;
  }
  return am_suggestion(e->arena, name, names, count);
}

am_status am_call(am_elaborator *e, const am_expr *expr, am_value *value) {
  int row = next_row(0, expr->name);
  if (!am_is_function(expr->name)) {
    const am_scope_entry *own = am_scope_entry_of(e->scope, expr->name);
    if (own && own->function)
      return am_closure_call(e, expr, own->function, value);
    const char *what = row < ROWS ? "a constant" : own ? own->what : NULL;
    if (what)
      return am_refuse(e, expr, "'%s' is %s, not a function", expr->name, what);
    return am_refuse(e, expr, "unknown function '%s'%s", expr->name,
                     am_name_suggestion(e, expr->name, true));
  }
  if (!takes_count(row, expr->count)) {
    int least = least_arguments(row);
    return am_refuse(e, expr, "'%s' takes %d%s argument%s, found %d: %s%s",
                     expr->name, least, takes_more(row) ? " or more" : "",
                     least == 1 ? "" : "s", expr->count, expr->name,
                     infos[row].signature);
  }
  if (behaviours[row].form) {
    AM_TRY(behaviours[row].form(e, expr, value));
    return expect_finite(e, expr, value);
  }
  am_value *arguments = AM_ARRAY(e->arena, am_value, expr->count);
  for (int i = 0; i < expr->count; i++)
    AM_TRY(am_tree_value(e, expr->arguments[i], &arguments[i]));
  return am_apply_rule(e, expr, arguments, expr->count, value);
}

bool am_constant(am_elaborator *e, const am_expr *expr, am_value *value) {
  int row = next_row(0, expr->name);
  if (row == ROWS || takes_arguments(row)) return false;
  const am_use use = {.elaborator = e,
                      .graph = e->graph,
                      .expr = expr,
                      .op = behaviours[row].op};
  return behaviours[row].rule(&use, value) == AM_OK;
}

bool am_is_function(const char *name) {
  int row = next_row(0, name);
  return row < ROWS && takes_arguments(row);
}

const char *am_signature(const char *name) {
  int row = next_row(0, name);
  return row < ROWS ? infos[row].signature : NULL;
}

/* ---- operators and functions of scalars ---------------------------------- */

am_status am_rule_pi(const am_use *use, am_value *value) {
  return am_scalar_result(use, am_const(use->graph, M_PI), value);
}

am_status am_rule_operation(const am_use *use, am_value *value) {
  bool condition = am_ops[use->op].result == AM_CONDITION;
  am_node b = use->count > 1 ? am_scalar(use, 1) : 0;
  *am_result(use, condition ? AM_BOOL : AM_SCALAR, value) =
      am_apply(use->graph, use->op, am_scalar(use, 0), b, 0);
  return AM_OK;
}

/* Applies one operation to each coordinate. */
am_status am_rule_coordinates(const am_use *use, am_value *value) {
  const am_value *a = &use->arguments[0];
  const am_value *b = use->count > 1 ? &use->arguments[1] : NULL;
  am_node *nodes = am_result(use, a->kind, value);
  for (int i = 0; i < am_kind_size[a->kind]; i++)
    nodes[i] =
        am_apply(use->graph, use->op, a->nodes[i], b ? b->nodes[i] : 0, 0);
  return AM_OK;
}

am_status am_rule_same(const am_use *use, am_value *value) {
  *value = use->arguments[0];
  return AM_OK;
}

/* Combines every coordinate of `a` with the scalar `s`.  A product of scalars
 * is simplified by the graph as usual; only a zero among coordinates is
 * structural. */
static am_status scaled_value(const am_use *use, const am_value *a, am_node s,
                              am_value *value) {
  am_node *nodes = am_result(use, a->kind, value);
  bool quotient = use->op == AM_OP_DIV;
  for (int i = 0; i < am_kind_size[a->kind]; i++)
    if (a->kind == AM_SCALAR)
      nodes[i] = am_apply(use->graph, use->op, a->nodes[i], s, 0);
    else
      nodes[i] =
          (quotient ? am_divided : am_scaled)(use->graph, a->nodes[i], s);
  return AM_OK;
}

am_status am_rule_scale_left(const am_use *use, am_value *value) {
  return scaled_value(use, &use->arguments[0], am_scalar(use, 1), value);
}

am_status am_rule_scale_right(const am_use *use, am_value *value) {
  return scaled_value(use, &use->arguments[1], am_scalar(use, 0), value);
}

am_status am_rule_power(const am_use *use, am_value *value) {
  return am_scalar_result(
      use, am_power(use->graph, am_scalar(use, 0), am_scalar(use, 1)), value);
}

typedef am_node choice(am_graph *graph, am_node a, am_node b);

static am_status best_argument(const am_use *use, choice *choose,
                               am_value *value) {
  am_node best = am_scalar(use, 0);
  for (int i = 1; i < use->count; i++)
    best = choose(use->graph, best, am_scalar(use, i));
  return am_scalar_result(use, best, value);
}

am_status am_rule_min(const am_use *use, am_value *value) {
  return best_argument(use, am_minimum, value);
}

am_status am_rule_max(const am_use *use, am_value *value) {
  return best_argument(use, am_maximum, value);
}
