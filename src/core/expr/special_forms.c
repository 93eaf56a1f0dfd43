/* special_forms.c: functions whose arguments are trees, and loops over an
 * index. */
#include "expr/elaborator.h"

am_status am_loop_open(am_elaborator *e, const char *name, am_place place,
                       const am_expr *first, const am_expr *last,
                       const am_expr *body, am_loop *loop) {
  *loop = (am_loop){.body = body};
  AM_TRY(am_expect_free(e, name, place));
  if (am_component_index(name) >= 0)
    return am_error(e->context->report, AM_INPUT, place,
                    "'%s' is a tensor component and cannot name an "
                    "index", name);
  AM_TRY(am_tree_integer(e, first, &loop->first));
  AM_TRY(am_tree_integer(e, last, &loop->last));
  am_scope *scope = am_scope_new(e->arena, e->scope);
  loop->index = AM_NEW(e->arena, am_node);
  *loop->index = am_const(e->graph, (double)loop->first);
  am_scope_add(scope, name, "an index",
               am_value_new(AM_SCALAR, -1, loop->index));
  loop->scope = scope;
  return AM_OK;
}

am_status am_loop_value(am_elaborator *e, const am_loop *loop, long i,
                        am_value *value) {
  const am_scope *outer = e->scope;
  *loop->index = am_const(e->graph, (double)i);
  e->scope = loop->scope;
  am_status status = am_tree_value(e, loop->body, value);
  e->scope = outer;
  AM_TRY(status);
  return loop->call ? am_expect_kinds(e, loop->call, 3, loop->kinds, value)
                    : AM_OK;
}

am_status am_loop_zero(am_elaborator *e, const am_loop *loop, am_value *value) {
  bool typing = e->typing;
  e->typing = true;
  am_status status = am_loop_value(e, loop, loop->first, value);
  e->typing = typing;
  if (status == AM_OK && value->length < 0) *value = am_zero(e, value->kind);
  return status;
}

/* Opens the loop of sum(i, first, last, body) with the allowed kinds of the
 * body. */
static am_status open_loop(am_elaborator *e, const am_expr *expr,
                           unsigned kinds, am_loop *loop) {
  am_expr *const *arguments = expr->arguments;
  if (arguments[0]->kind != AM_EXPR_NAME)
    return am_refuse(e, arguments[0],
                     "argument 1 of '%s' must be the name of an index",
                     expr->name);
  AM_TRY(am_loop_open(e, arguments[0]->name, am_expr_place(arguments[0]),
                      arguments[1], arguments[2], arguments[3], loop));
  loop->call = expr;
  loop->kinds = kinds;
  return AM_OK;
}

am_status am_form_sum(am_elaborator *e, const am_expr *expr, am_value *value) {
  am_loop loop;
  am_value term;
  AM_TRY(open_loop(e, expr, AM_ANY_KIND, &loop));
  if (e->typing || loop.last < loop.first) return am_loop_zero(e, &loop, value);
  AM_TRY(am_loop_value(e, &loop, loop.first, &term));
  int size = am_value_size(&term);
  am_node *sum = AM_ARRAY(e->arena, am_node, size);
  for (int k = 0; k < size; k++) sum[k] = term.nodes[k];
  for (long i = loop.first + 1; i <= loop.last; i++) {
    AM_TRY(am_loop_value(e, &loop, i, &term));
    for (int k = 0; k < size; k++)
      sum[k] = am_add(e->graph, sum[k], term.nodes[k]);
  }
  *value = am_value_new(term.kind, -1, sum);
  return AM_OK;
}

am_status am_form_maximum(am_elaborator *e, const am_expr *expr,
                          am_value *value) {
  am_loop loop;
  AM_TRY(open_loop(e, expr, 1u << AM_SCALAR, &loop));
  if (e->typing) return am_loop_zero(e, &loop, value);
  if (loop.last < loop.first)
    return am_refuse(e, expr, "the maximum over %ld .. %ld is empty",
                     loop.first, loop.last);
  AM_TRY(am_loop_value(e, &loop, loop.first, value));
  am_node best = *value->nodes;
  for (long i = loop.first + 1; i <= loop.last; i++) {
    AM_TRY(am_loop_value(e, &loop, i, value));
    best = am_maximum(e->graph, best, *value->nodes);
  }
  *value = am_value_scalar(e->arena, best);
  return AM_OK;
}

am_status am_form_interpolate(am_elaborator *e, const am_expr *expr,
                              am_value *value) {
  am_value x, table;
  AM_TRY(am_tree_value(e, expr->arguments[0], &x));
  AM_TRY(am_expect_kinds(e, expr, 0, 1u << AM_SCALAR, &x));
  AM_TRY(am_tree_value(e, expr->arguments[1], &table));
  if (!table.outside)
    return am_refuse(e, expr->arguments[1],
                     "argument 2 of '%s' must be a table, found a %s",
                     expr->name, am_value_describe(e->arena, &table));
  am_node node = am_interpolate(e->graph, x.nodes[0], table.nodes, table.length,
                                table.between,
                                table.outside == AM_OUTSIDE_LINEAR);
  *value = am_value_scalar(e->arena, node);
  return AM_OK;
}

am_status am_form_length(am_elaborator *e, const am_expr *expr,
                         am_value *value) {
  am_value list;
  AM_TRY(am_tree_value(e, expr->arguments[0], &list));
  if (list.length < 0)
    return am_refuse(e, expr->arguments[0],
                     "argument 1 of 'length' must be a list, found a %s",
                     am_value_describe(e->arena, &list));
  *value = am_value_scalar(e->arena, am_const(e->graph, list.length));
  return AM_OK;
}

/* Evaluates a branch of `if`; a branch known not to be taken has only a
 * type. */
static am_status branch_value(am_elaborator *e, const am_expr *expr,
                              bool guarded, bool typing, am_value *value) {
  const am_elaborator outer = *e;
  e->guarded |= guarded;
  e->typing |= typing;
  am_status status = am_tree_value(e, expr, value);
  e->guarded = outer.guarded;
  e->typing = outer.typing;
  return status;
}

am_status am_form_if(am_elaborator *e, const am_expr *expr, am_value *value) {
  am_value condition, a, b;
  AM_TRY(am_tree_value(e, expr->arguments[0], &condition));
  AM_TRY(am_expect_kinds(e, expr, 0, 1u << AM_BOOL, &condition));
  am_node node = *condition.nodes;
  bool known = am_node_op(e->graph, node) == AM_OP_CONST;
  bool first = known && am_node_value(e->graph, node) != 0;
  AM_TRY(branch_value(e, expr->arguments[1], !known, known && !first, &a));
  AM_TRY(branch_value(e, expr->arguments[2], !known, known && first, &b));
  if (a.kind == AM_BOOL)
    return am_refuse(e, expr, "'if' cannot choose between conditions");
  if (a.kind != b.kind || a.length != b.length || a.columns != b.columns ||
      a.outside != b.outside || a.between != b.between)
    return am_refuse(
        e, expr, "both branches of 'if' must have the same type, found a %s "
                 "and a %s",
        am_value_describe(e->arena, &a), am_value_describe(e->arena, &b));
  int size = am_value_size(&a);
  am_node *nodes = AM_ARRAY(e->arena, am_node, size);
  for (int k = 0; k < size; k++)
    nodes[k] = am_select(e->graph, node, a.nodes[k], b.nodes[k]);
  *value = a;
  value->nodes = nodes;
  return AM_OK;
}

am_status am_form_eigenvalue(am_elaborator *e, const am_expr *expr,
                             am_value *value) {
  am_value tensor;
  long i;
  AM_TRY(am_tree_value(e, expr->arguments[0], &tensor));
  AM_TRY(am_expect_kinds(e, expr, 0, 1u << AM_TENSOR, &tensor));
  AM_TRY(am_tree_integer(e, expr->arguments[1], &i));
  if (i < 1 || i > 3)
    return am_refuse(e, expr->arguments[1],
                     "argument 2 of '%s' must be 1, 2 or 3, found %ld",
                     expr->name, i);
  am_node node = am_eigenvalue(e->graph, tensor.nodes, (int)i - 1);
  *value = am_value_scalar(e->arena, node);
  return AM_OK;
}
