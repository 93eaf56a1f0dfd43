/* closure.c: functions defined in blocks: check of their names, and calls. */
#include "expr/parts.h"
#include "expr/elaborator.h"

/* Maximum depth of nested calls of user functions. */
enum { DEEPEST_CALL = 100 };

const char *am_closure_show(am_arena *arena, const am_closure *function) {
  const am_assignment *head = function->head;
  return am_format(arena, "%s(%s)", head->name,
                   am_listed(arena, head->arguments,
                             (size_t)head->argument_count));
}

/* ---- definition ---------------------------------------------------------- */

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

/* Walks the tree without recursion, because a sum of many terms is as deep as
 * it is long. */
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
                            const am_snippet *snippet,
                            const am_assignment *head) {
  am_closure *function = AM_NEW(e->arena, am_closure);
  body b = {.e = e, .own = am_scope_new(e->arena, NULL)};
  *function =
      (am_closure){.head = head, .snippet = snippet, .scope = scope};
  for (int i = 0; i < head->argument_count; i++) {
    const char *name = head->arguments[i];
    am_place place = am_snippet_place(snippet, head->argument_offsets[i]);
    if (am_is_reserved(name)) AM_TRY(am_expect_free(e, name, place));
    if (am_scope_find(b.own, name) || !strcmp(name, head->name) ||
        am_component_index(name) >= 0)
      return am_error(e->context->report, AM_INPUT, place,
                      "an argument cannot have the name '%s'%s", name,
                      am_component_index(name) >= 0 ? " of a component"
                                                    : ", which is taken");
    am_scope_add(b.own, name, "an argument",
                 am_value_new(AM_SCALAR, -1, NULL));
  }
  AM_TRY(check_body(&b, head->value, true));
  AM_TRY(check_body(&b, head->value, false));
  am_scope_add_function(scope, head->name, function);
  return AM_OK;
}

/* ---- call ---------------------------------------------------------------- */

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
