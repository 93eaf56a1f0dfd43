#include "expr/elaborate.h"

#include <math.h>

#include "base/basis.h"
#include "base/text.h"
#include "expr/elaborator.h"
#include "expr/evaluate.h"

/* An index that depends on parameters costs at most the evaluation of the
 * whole graph: that of so many nodes counts as one operation. */
enum { CHEAP = 4096 };

static const double largest_index = 1e9;

am_status am_refuse(const am_elaborator *e, const am_expr *expr,
                    const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = am_format_list(e->arena, format, arguments);
  va_end(arguments);
  return am_error(e->context->report, AM_INPUT, am_expr_place(expr), "%s",
                  text);
}

static am_status refuse_size(const am_elaborator *e, const am_expr *expr) {
  return am_refuse(e, expr, "the expression expands to more than %d operations",
                   AM_MOST_OPERATIONS);
}

/* An operation counts for each number that it makes. */
static am_status tick(am_elaborator *e, const am_expr *expr,
                      const am_value *value) {
  int numbers = expr->count ? am_value_size(value) : 1;
  e->operations += numbers > 1 ? numbers : 1;
  if (e->operations > AM_MOST_OPERATIONS || am_graph_full(e->graph))
    return refuse_size(e, expr);
  return AM_OK;
}

static am_status number(am_elaborator *e, const am_expr *expr,
                        am_value *value) {
  *value = am_value_scalar(e->arena, am_const(e->graph, expr->number));
  return AM_OK;
}

static am_status unary(am_elaborator *e, const am_expr *expr, am_value *value) {
  am_value operand;
  AM_TRY(am_tree(e, expr->arguments[0], &operand));
  return am_apply_rule(e, expr, &operand, 1, value);
}

/* Operators that group left make trees as deep as they are long: they are
 * walked along their left side without recursion. */
static am_status binary(am_elaborator *e, const am_expr *expr,
                        am_value *value) {
  size_t depth = 0;
  const am_expr *left = expr;
  for (; left->kind == AM_EXPR_BINARY; left = left->arguments[0]) depth++;
  const am_expr **spine = AM_ARRAY(e->arena, const am_expr *, depth);
  left = expr;
  for (size_t i = depth; i-- > 0; left = left->arguments[0]) spine[i] = left;
  AM_TRY(am_tree(e, left, value));
  for (size_t i = 0; i < depth; i++) {
    am_value operands[2] = {*value};
    AM_TRY(am_tree(e, spine[i]->arguments[1], &operands[1]));
    AM_TRY(am_apply_rule(e, spine[i], operands, 2, value));
    AM_TRY(tick(e, spine[i], value));
  }
  return AM_OK;
}

static am_status component(am_elaborator *e, const am_expr *expr,
                           am_value *value) {
  am_value object;
  AM_TRY(am_tree(e, expr->arguments[0], &object));
  if (object.kind != AM_TENSOR || object.length >= 0)
    return am_refuse(e, expr,
                     "the component '%s' is one of a symmetric tensor, "
                     "found a %s",
                     expr->name, am_value_describe(e->arena, &object));
  int c = am_component_index(expr->name);
  *value = am_value_scalar(e->arena, am_component(e->graph, object.nodes, c));
  return AM_OK;
}

static am_status refuse_index(const am_elaborator *e, const am_expr *expr,
                              const am_value *object) {
  if (object->kind == AM_TENSOR)
    return am_refuse(e, expr,
                     "the components of a symmetric tensor are [xx] [yy] [zz] "
                     "[yz] [xz] [xy]");
  return am_refuse(e, expr, "cannot index a %s",
                   am_value_describe(e->arena, object));
}

static am_status refuse_range(const am_elaborator *e, const am_expr *expr,
                              long i, int length) {
  const am_expr *object = expr->arguments[0];
  const char *of = object->kind == AM_EXPR_NAME
                       ? am_format(e->arena, " of '%s'", object->name)
                       : "";
  if (!length)
    return am_refuse(e, expr->arguments[1],
                     "index %ld%s, which is an empty list", i, of);
  return am_refuse(e, expr->arguments[1], "index %ld%s is outside 1 .. %d", i,
                   of, length);
}

static am_status element(am_elaborator *e, const am_expr *expr,
                         am_value *value) {
  am_value object;
  long i;
  AM_TRY(am_tree(e, expr->arguments[0], &object));
  bool list = object.length >= 0;
  if (!list && object.kind != AM_VECTOR) return refuse_index(e, expr, &object);
  AM_TRY(am_tree_integer(e, expr->arguments[1], &i));
  int length = list ? object.length : am_kind_size[AM_VECTOR];
  am_kind kind = list ? object.kind : AM_SCALAR;
  if (e->typing) {
    *value = am_zero(e, kind);
    return AM_OK;
  }
  if (i < 1 || i > length) return refuse_range(e, expr, i, length);
  *value = am_value_new(kind, -1, object.nodes + (i - 1) * am_kind_size[kind]);
  return AM_OK;
}

static am_form *const by_kind[] = {
    [AM_EXPR_NUMBER] = number,       [AM_EXPR_NAME] = am_name_value,
    [AM_EXPR_UNARY] = unary,         [AM_EXPR_BINARY] = binary,
    [AM_EXPR_CALL] = am_call,        [AM_EXPR_INDEX] = element,
    [AM_EXPR_COMPONENT] = component,
};

am_status am_tree(am_elaborator *e, const am_expr *expr, am_value *value) {
  AM_TRY(by_kind[expr->kind](e, expr, value));
  return tick(e, expr, value);
}

/* The value of a node that depends on parameters, which then decide what the
 * graph looks like. */
static am_status bound_value(am_elaborator *e, const am_expr *expr,
                             am_node node, double *value) {
  if (!e->context->parameters)
    return am_refuse(e, expr, "an index must be a constant here");
  AM_PUSH_ROOM(e->arena, e->shaping, e->shapes, e->shape_capacity);
  e->shaping[e->shapes++] = node;
  e->operations += am_graph_size(e->graph) / CHEAP;
  *value = am_evaluate_bound(e->graph, node, e->context->parameters);
  return AM_OK;
}

am_status am_tree_integer(am_elaborator *e, const am_expr *expr, long *value) {
  am_value number;
  double x = 0;
  *value = 1;
  AM_TRY(am_tree(e, expr, &number));
  if (number.kind != AM_SCALAR || number.length >= 0)
    return am_refuse(e, expr, "an index must be an integer, found a %s",
                     am_value_describe(e->arena, &number));
  am_node node = *number.nodes;
  am_rank rank = am_node_rank(e->graph, node);
  if (rank == AM_RANK_VARIABLE)
    return am_refuse(e, expr, "an index must not depend on variables");
  if (e->typing) return AM_OK;
  if (rank == AM_RANK_CONSTANT)
    x = am_node_value(e->graph, node);
  else
    AM_TRY(bound_value(e, expr, node, &x));
  if (x != floor(x) || !(fabs(x) <= largest_index))
    return am_refuse(e, expr, "an index must be an integer, found %.17g", x);
  *value = (long)x;
  return AM_OK;
}

static am_elaborator start(const am_elaboration *context) {
  return (am_elaborator){.context = context,
                         .arena = context->arena,
                         .graph = context->graph,
                         .scope = context->scope};
}

/* Marks the parameters that decided indices. */
static void finish(const am_elaborator *e) {
  bool *structural = e->context->structural;
  if (!structural || !e->shapes) return;
  size_t size = am_graph_size(e->graph);
  bool *needed = AM_ARRAY(e->arena, bool, size + 1);
  am_graph_needed(e->graph, e->shaping, (int)e->shapes, needed);
  for (am_node node = 1; node <= size; node++)
    if (needed[node] && am_node_op(e->graph, node) == AM_OP_INPUT)
      structural[am_node_input_index(e->graph, node)] = true;
}

am_status am_elaborate(const am_elaboration *context, const am_expr *expr,
                       am_value *value) {
  am_elaborator e = start(context);
  AM_TRY(am_tree(&e, expr, value));
  finish(&e);
  return AM_OK;
}

am_status am_elaborate_kind(const am_elaboration *context, const am_expr *expr,
                            am_kind kind, const char *what, am_value *value) {
  AM_TRY(am_elaborate(context, expr, value));
  if (value->kind == kind && value->length < 0) return AM_OK;
  return am_error(context->report, AM_INPUT, am_expr_place(expr),
                  "%s must be a %s, found a %s", what, am_kind_name(kind),
                  am_value_describe(context->arena, value));
}

am_status am_elaborate_integer(const am_elaboration *context,
                               const am_expr *expr, long *value) {
  am_elaborator e = start(context);
  AM_TRY(am_tree_integer(&e, expr, value));
  finish(&e);
  return AM_OK;
}

/* Member i of a list; of an empty one, member 0 tells the kind. */
static am_status member(am_elaborator *e, const am_loop *loop, long i,
                        am_value *value) {
  AM_TRY(i ? am_loop_value(e, loop, i, value) : am_loop_zero(e, loop, value));
  if (value->length < 0) return AM_OK;
  return am_refuse(e, loop->body, "a member of a list cannot be a %s",
                   am_value_describe(e->arena, value));
}

static am_status check_range(const am_elaborator *e, const am_assignment *a,
                             const am_loop *loop) {
  if (loop->first != 1)
    return am_refuse(e, a->first, "a list begins at 1, found %ld", loop->first);
  if (loop->last < 0)
    return am_refuse(e, a->last, "a list cannot have %ld members", loop->last);
  return loop->last > AM_MOST_OPERATIONS ? refuse_size(e, a->last) : AM_OK;
}

/* name[index in 1 .. last] = value */
static am_status list(am_elaborator *e, const am_snippet *snippet,
                      const am_assignment *a, am_value *value) {
  am_loop loop;
  am_value one;
  am_place place = am_snippet_place(snippet, a->index_offset);
  AM_TRY(am_loop_open(e, a->index, place, a->first, a->last, a->value, &loop));
  AM_TRY(check_range(e, a, &loop));
  int length = (int)loop.last;
  AM_TRY(member(e, &loop, length > 0, &one));
  int size = am_kind_size[one.kind];
  am_node *nodes = AM_ARRAY(e->arena, am_node, size * length);
  for (int i = 0; i < length; i++) {
    if (i) AM_TRY(member(e, &loop, i + 1, &one));
    for (int k = 0; k < size; k++) nodes[i * size + k] = one.nodes[k];
  }
  *value = am_value_new(one.kind, length, nodes);
  return AM_OK;
}

static am_status assign(am_elaborator *e, am_scope *scope, const char *what,
                        const am_snippet *snippet, const am_assignment *a) {
  am_value value;
  AM_TRY(am_claim(e, a->name, am_snippet_place(snippet, a->offset)));
  AM_TRY(a->index ? list(e, snippet, a, &value) : am_tree(e, a->value, &value));
  am_scope_add(scope, a->name, what, value);
  return AM_OK;
}

am_status am_elaborate_block(const am_elaboration *context, am_scope *scope,
                             const char *what, const am_block *block,
                             am_value *value) {
  am_elaborator e = start(context);
  for (size_t i = 0; i < block->count; i++)
    AM_TRY(assign(&e, scope, what, block->snippet, &block->assignments[i]));
  if (block->value && value) AM_TRY(am_tree(&e, block->value, value));
  finish(&e);
  return AM_OK;
}
