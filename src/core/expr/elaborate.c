/* elaborate.c: evaluates names, indices, lists, blocks, and functions defined
 * in blocks, of a syntax tree. */
#include "expr/elaborator.h"

/* An index that depends on parameters requires an evaluation of up to the whole
 * graph; CHEAP evaluated nodes count as one operation. */
enum { CHEAP = 4096 };

static const double largest_index = 1e9;

/* Reserved names that a caller binds if they exist. */
static const struct {
  const char *name, *what;
} bound[] = {{"eps", "the strain"}, {"t", "the time"}};

enum { BOUND = sizeof bound / sizeof *bound };

am_status am_refuse(const am_elaborator *e, const am_expr *expr,
                    const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *text = am_format_list(e->arena, format, arguments);
  va_end(arguments);
  return am_error(e->context->report, AM_INPUT,
                  am_expr_place(e->call ? e->call : expr), "%s", text);
}

static am_status refuse_size(const am_elaborator *e, const am_expr *expr) {
  return am_refuse(e, expr, "the expression expands to more than %d operations",
                   AM_MOST_OPERATIONS);
}

/* Counts an operation once for each number of its result. */
static am_status count_operations(am_elaborator *e, const am_expr *expr,
                                  const am_value *value) {
  int numbers = expr->count ? am_value_size(value) : 1;
  e->operations += numbers > 1 ? numbers : 1;
  if (e->operations > AM_MOST_OPERATIONS || am_graph_full(e->graph))
    return refuse_size(e, expr);
  return AM_OK;
}

/* ---- names --------------------------------------------------------------- */

static const char *meaning_of_bound(const char *name) {
  for (int i = 0; i < BOUND; i++)
    if (!strcmp(bound[i].name, name)) return bound[i].what;
  return NULL;
}

bool am_is_reserved(const char *name) {
  return am_signature(name) || am_is_word(name) || meaning_of_bound(name);
}

am_status am_expect_free(const am_elaborator *e, const char *name,
                         am_place place) {
  const am_scope_entry *entry = am_scope_entry_of(e->scope, name);
  const char *what = entry ? entry->what : meaning_of_bound(name);
  if (!what && am_signature(name))
    what = am_is_function(name) ? "a function" : "a constant of the language";
  if (!what || (entry && entry->offered)) return AM_OK;
  return am_error(e->context->report, AM_INPUT, place, "'%s' is already %s",
                  name, what);
}

static am_status name_value(am_elaborator *e, const am_expr *expr,
                            am_value *value) {
  const char *name = expr->name;
  am_scope_entry *found = am_scope_entry_of(e->scope, name);
  if (found) found->read = true;
  if (found && found->value.nodes) {
    *value = found->value;
    return AM_OK;
  }
  if (found && found->function)
    return am_refuse(e, expr, "'%s' is a function: %s", name,
                     am_closure_show(e->arena, found->function));
  if (found || meaning_of_bound(name))
    return am_refuse(e, expr, "'%s' (%s) is not available here", name,
                     found ? found->what : meaning_of_bound(name));
  if (am_constant(e, expr, value)) return AM_OK;
  if (am_is_function(name))
    return am_refuse(e, expr, "'%s' is a function: %s%s", name, name,
                     am_signature(name));
  return am_refuse(e, expr, "unknown name '%s'%s", name,
                   am_name_suggestion(e, name, false));
}

am_value am_zero(const am_elaborator *e, am_kind kind) {
  int size = am_kind_size[kind];
  am_node *nodes = AM_ARRAY(e->arena, am_node, size);
  for (int i = 0; i < size; i++) nodes[i] = am_const(e->graph, 0);
  return am_value_new(kind, -1, nodes);
}

/* ---- expressions --------------------------------------------------------- */

static am_status number_value(am_elaborator *e, const am_expr *expr,
                              am_value *value) {
  *value = am_value_scalar(e->arena, am_const(e->graph, expr->number));
  return AM_OK;
}

static am_status unary_value(am_elaborator *e, const am_expr *expr,
                             am_value *value) {
  am_value operand;
  AM_TRY(am_tree_value(e, expr->arguments[0], &operand));
  return am_apply_rule(e, expr, &operand, 1, value);
}

/* Operators that group to the left form trees as deep as they are long; the
 * left side is therefore walked without recursion. */
static am_status binary_value(am_elaborator *e, const am_expr *expr,
                              am_value *value) {
  size_t depth = 0;
  const am_expr *left = expr;
  for (; left->kind == AM_EXPR_BINARY; left = left->arguments[0]) depth++;
  const am_expr **spine = AM_ARRAY(e->arena, const am_expr *, depth);
  left = expr;
  for (size_t i = depth; i-- > 0; left = left->arguments[0]) spine[i] = left;
  AM_TRY(am_tree_value(e, left, value));
  for (size_t i = 0; i < depth; i++) {
    am_value operands[2] = {*value};
    AM_TRY(am_tree_value(e, spine[i]->arguments[1], &operands[1]));
    AM_TRY(am_apply_rule(e, spine[i], operands, 2, value));
    AM_TRY(count_operations(e, spine[i], value));
  }
  return AM_OK;
}

static am_status component_value(am_elaborator *e, const am_expr *expr,
                                 am_value *value) {
  am_value object;
  AM_TRY(am_tree_value(e, expr->arguments[0], &object));
  if (object.kind != AM_TENSOR || object.length >= 0)
    return am_refuse(e, expr,
                     "only a symmetric tensor has the component '%s', found a "
                     "%s",
                     expr->name, am_value_describe(e->arena, &object));
  int c = am_component_index(expr->name);
  *value = am_value_scalar(e->arena, am_component(e->graph, object.nodes, c));
  return AM_OK;
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

/* Element of a list, row of a matrix, or component of a vector. */
static am_status element_value(am_elaborator *e, const am_expr *expr,
                               am_value *value) {
  am_value object;
  long i;
  AM_TRY(am_tree_value(e, expr->arguments[0], &object));
  bool list = object.length >= 0;
  if (!list && object.kind == AM_TENSOR)
    return am_refuse(e, expr,
                     "the components of a symmetric tensor are [xx] [yy] [zz] "
                     "[yz] [xz] [xy]");
  if (!list && object.kind != AM_VECTOR)
    return am_refuse(e, expr, "cannot index a %s",
                     am_value_describe(e->arena, &object));
  AM_TRY(am_tree_integer(e, expr->arguments[1], &i));
  int length = list ? object.length : am_kind_size[AM_VECTOR];
  am_kind kind = list ? object.kind : AM_SCALAR;
  if (e->typing && !object.columns) {
    *value = am_zero(e, kind);
    return AM_OK;
  }
  if (!e->typing && (i < 1 || i > length))
    return refuse_range(e, expr, i, length);
  long at = e->typing ? 0 : i - 1;
  if (object.columns)
    *value = am_value_new(kind, object.columns,
                          object.nodes + at * object.columns);
  else
    *value = am_value_new(kind, -1, object.nodes + at * am_kind_size[kind]);
  return AM_OK;
}

static am_form *const value_by_kind[] = {
    [AM_EXPR_NUMBER] = number_value,
    [AM_EXPR_NAME] = name_value,
    [AM_EXPR_UNARY] = unary_value,
    [AM_EXPR_BINARY] = binary_value,
    [AM_EXPR_CALL] = am_call,
    [AM_EXPR_INDEX] = element_value,
    [AM_EXPR_COMPONENT] = component_value,
};

am_status am_tree_value(am_elaborator *e, const am_expr *expr,
                        am_value *value) {
  AM_TRY(value_by_kind[expr->kind](e, expr, value));
  return count_operations(e, expr, value);
}

am_status am_tree_integer(am_elaborator *e, const am_expr *expr, long *value) {
  am_value number;
  double x = 0;
  *value = 1;
  AM_TRY(am_tree_value(e, expr, &number));
  if (number.kind != AM_SCALAR || number.length >= 0)
    return am_refuse(e, expr, "an index must be an integer, found a %s",
                     am_value_describe(e->arena, &number));
  am_node node = *number.nodes;
  am_rank rank = am_node_rank(e->graph, node);
  if (rank == AM_RANK_VARIABLE)
    return am_refuse(e, expr, "an index must not depend on variables");
  if (e->typing) return AM_OK;
  if (rank == AM_RANK_CONSTANT) {
    x = am_node_value(e->graph, node);
  } else if (!e->context->parameters) {
    return am_refuse(e, expr, "an index must be a constant here");
  } else {
    /* The parameters determine the shape of the graph. */
    AM_PUSH(e->arena, e->shaping, e->shapes, node);
    e->operations += am_graph_size(e->graph) / CHEAP;
    x = am_evaluate_bound(e->graph, node, e->context->parameters);
  }
  if (x != floor(x) || !(fabs(x) <= largest_index))
    return am_refuse(e, expr, "an index must be an integer, found %.17g", x);
  *value = (long)x;
  return AM_OK;
}

/* ---- functions defined in blocks ----------------------------------------- */

/* Maximum depth of nested calls of user functions. */
enum { DEEPEST_CALL = 100 };

const char *am_closure_show(am_arena *arena, const am_closure *function) {
  const am_assignment *head = function->head;
  return am_format(arena, "%s(%s)", head->name,
                   am_listed(arena, head->arguments,
                             (size_t)head->argument_count));
}

/* State of the check of a function body: the names of arguments and indices, in
 * addition to those of the scope, and the trees still to be checked. */
typedef struct {
  am_elaborator *e;
  am_scope *own;
  const am_expr **open; /* [count] */
  size_t count, capacity;
} body;

static void open_tree(body *b, const am_expr *expr) {
  AM_PUSH_ROOM(b->e->arena, b->open, b->count, b->capacity);
  b->open[b->count++] = expr;
}

/* True if the call loops over an index, named by its first argument. */
static bool is_loop(const am_expr *expr) {
  return expr->kind == AM_EXPR_CALL && expr->count == 4 &&
         am_signature(expr->name) &&
         !strncmp(am_signature(expr->name), "(index", 6) &&
         expr->arguments[0]->kind == AM_EXPR_NAME;
}

/* Reports an unknown name or function at its place, even if the function is
 * never called.  The names in b->own have no values yet. */
static am_status check_name(const body *b, const am_expr *expr) {
  am_elaborator *e = b->e;
  am_value ignored;
  bool call = expr->kind == AM_EXPR_CALL;
  if (!call && expr->kind != AM_EXPR_NAME) return AM_OK;
  if (call && (am_is_function(expr->name) ||
               am_scope_function(e->scope, expr->name)))
    return AM_OK;
  if (!call && am_scope_find(b->own, expr->name)) return AM_OK;
  return call ? am_call(e, expr, &ignored) : am_tree_value(e, expr, &ignored);
}

/* Traverses the tree without recursion, because a sum of many terms is as deep
 * as it is long. */
static am_status check_body(body *b, const am_expr *expr, bool collect) {
  open_tree(b, expr);
  while (b->count) {
    const am_expr *next = b->open[--b->count];
    bool loop = is_loop(next);
    if (!collect) AM_TRY(check_name(b, next));
    if (collect && loop && !am_scope_find(b->own, next->arguments[0]->name))
      am_scope_add(b->own, next->arguments[0]->name, "an index",
                   am_value_new(AM_SCALAR, -1, NULL));
    for (int i = loop; i < next->count; i++) open_tree(b, next->arguments[i]);
  }
  return AM_OK;
}

am_status am_closure_define(am_elaborator *e, am_scope *scope,
                            const am_assignment *head) {
  am_closure *function = AM_NEW(e->arena, am_closure);
  body b = {.e = e, .own = am_scope_new(e->arena, NULL)};
  *function = (am_closure){.head = head, .scope = scope};
  for (int i = 0; i < head->argument_count; i++) {
    const char *name = head->arguments[i];
    am_place place =
        am_snippet_place(head->value->snippet, head->argument_offsets[i]);
    if (am_is_reserved(name)) AM_TRY(am_expect_free(e, name, place));
    if (am_scope_find(b.own, name) || !strcmp(name, head->name) ||
        am_component_index(name) >= 0)
      return am_error(e->context->report, AM_INPUT, place,
                      "an argument cannot have the name '%s'%s", name,
                      am_component_index(name) >= 0 ? " of a component"
                                                    : ", which is taken");
    am_scope_add(b.own, name, "an argument", am_value_new(AM_SCALAR, -1, NULL));
  }
  AM_TRY(check_body(&b, head->value, true));
  AM_TRY(check_body(&b, head->value, false));
  am_scope_add_function(scope, head->name, function);
  return AM_OK;
}

/* Adds the place of the call to a message about the value. */
static void name_call(const am_elaborator *e, const am_expr *call) {
  am_message *m = e->context->report->last;
  am_place place = am_expr_place(call);
  bool same = place.source == m->place.source;
  m->text = am_format(e->context->report->arena,
                      "%s, in the call of '%s' in %s%sline %d, column %d",
                      m->text, call->name, same ? "" : place.source->name,
                      same ? "" : ", ", place.line, place.column);
}

am_status am_closure_call(am_elaborator *e, const am_expr *call,
                          const am_closure *function, am_value *value) {
  const am_assignment *head = function->head;
  const am_scope *outer = e->scope;
  am_scope *scope = am_scope_new(e->arena, function->scope);
  if (call->count != head->argument_count)
    return am_refuse(e, call, "'%s' takes %d argument%s, found %d: %s",
                     call->name, head->argument_count,
                     head->argument_count == 1 ? "" : "s", call->count,
                     am_closure_show(e->arena, function));
  if (e->calls == DEEPEST_CALL)
    return am_refuse(e, call, "function calls are nested deeper than %d "
                              "levels", DEEPEST_CALL);
  for (int i = 0; i < call->count; i++) {
    am_value argument;
    AM_TRY(am_tree_value(e, call->arguments[i], &argument));
    am_scope_add(scope, head->arguments[i], "an argument", argument);
  }
  e->scope = scope;
  e->calls++;
  am_status status = am_tree_value(e, head->value, value);
  e->calls--;
  e->scope = outer;
  if (status != AM_OK && !e->calls) name_call(e, call);
  return status;
}

/* ---- blocks -------------------------------------------------------------- */

static am_elaborator elaborator_of(const am_elaboration *context) {
  return (am_elaborator){.context = context,
                         .arena = context->arena,
                         .graph = context->graph,
                         .scope = context->scope};
}

/* Marks the parameters that determine indices. */
static void mark_structural(const am_elaborator *e) {
  bool *structural = e->context->structural;
  if (!structural || !e->shapes) return;
  const bool *needed =
      am_graph_needed(e->graph, e->shaping, (int)e->shapes, e->arena);
  for (am_node node = 1; node <= am_graph_size(e->graph); node++)
    if (needed[node] && am_node_op(e->graph, node) == AM_OP_INPUT)
      structural[am_node_input_index(e->graph, node)] = true;
}

am_status am_elaborate(const am_elaboration *context, const am_expr *expr,
                       am_value *value) {
  am_elaborator e = elaborator_of(context);
  AM_TRY(am_tree_value(&e, expr, value));
  mark_structural(&e);
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
  am_elaborator e = elaborator_of(context);
  AM_TRY(am_tree_integer(&e, expr, value));
  mark_structural(&e);
  return AM_OK;
}

am_status am_elaborate_range(const am_elaboration *context,
                             const am_assignment *head, long *first,
                             long *last) {
  am_elaborator e = elaborator_of(context);
  am_loop loop;
  am_place place = am_snippet_place(head->first->snippet, head->index_offset);
  AM_TRY(am_loop_open(&e, head->index, place, head->first, head->last, NULL,
                      &loop));
  *first = loop.first;
  *last = loop.last;
  mark_structural(&e);
  return AM_OK;
}

/* Element i of a list.  For i = 0: a zero of the kind of the elements, which
 * exists for an empty list, too. */
static am_status list_member(am_elaborator *e, const am_loop *loop, long i,
                             am_value *value) {
  AM_TRY(i ? am_loop_value(e, loop, i, value) : am_loop_zero(e, loop, value));
  if (value->length < 0) return AM_OK;
  return am_refuse(e, loop->body, "a member of a list cannot be a %s",
                   am_value_describe(e->arena, value));
}

/* name[index in 1 .. last] = value */
static am_status list_value(am_elaborator *e, const am_assignment *a,
                            am_value *value) {
  am_loop loop;
  am_value one;
  am_place place = am_snippet_place(a->value->snippet, a->index_offset);
  AM_TRY(am_loop_open(e, a->index, place, a->first, a->last, a->value, &loop));
  if (loop.first != 1)
    return am_refuse(e, a->first, "a list begins at 1, found %ld", loop.first);
  if (loop.last < 0)
    return am_refuse(e, a->last, "a list cannot have %ld members", loop.last);
  if (loop.last > AM_MOST_OPERATIONS) return refuse_size(e, a->last);

  int length = (int)loop.last;
  AM_TRY(list_member(e, &loop, length > 0, &one));
  int size = am_kind_size[one.kind];
  am_node *nodes = AM_ARRAY(e->arena, am_node, size * length);
  for (int i = 0; i < length; i++) {
    if (i) AM_TRY(list_member(e, &loop, i + 1, &one));
    for (int k = 0; k < size; k++) nodes[i * size + k] = one.nodes[k];
  }
  *value = am_value_new(one.kind, length, nodes);
  return AM_OK;
}

am_status am_elaborate_block(const am_elaboration *context, am_scope *scope,
                             const char *what, const am_block *block,
                             am_value *value) {
  am_elaborator e = elaborator_of(context);
  for (size_t i = 0; i < block->count; i++) {
    const am_assignment *a = &block->assignments[i];
    am_value one = {0};
    am_place place = am_snippet_place(block->snippet, a->offset);
    AM_TRY(am_expect_free(&e, a->name, place));
    if (a->argument_count) {
      AM_TRY(am_closure_define(&e, scope, a));
      continue;
    }
    AM_TRY(a->index ? list_value(&e, a, &one)
                    : am_tree_value(&e, a->value, &one));
    am_scope_add(scope, a->name, what, one);
  }
  if (block->value && value) AM_TRY(am_tree_value(&e, block->value, value));
  mark_structural(&e);
  return AM_OK;
}
