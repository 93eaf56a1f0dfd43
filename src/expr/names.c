/* Which names are taken, and what they mean. */
#include <string.h>

#include "base/text.h"
#include "expr/elaborator.h"
#include "expr/lex.h"

/* Names that a caller binds where they exist. */
static const struct {
  const char *name, *what;
} bound[] = {{"eps", "the strain"}, {"t", "the time"}};

enum { BOUND = sizeof bound / sizeof *bound };

static const char *what_is_bound(const char *name) {
  for (int i = 0; i < BOUND; i++)
    if (!strcmp(bound[i].name, name)) return bound[i].what;
  return NULL;
}

bool am_is_reserved(const char *name) {
  return am_signature(name) || am_is_word(name) || what_is_bound(name);
}

am_status am_claim(const am_elaborator *e, const char *name, am_place place) {
  const char *what = am_scope_what(e->scope, name);
  if (!what) what = what_is_bound(name);
  if (!what && am_signature(name))
    what = am_is_function(name) ? "a function" : "a constant of the language";
  if (!what) return AM_OK;
  return am_error(e->context->report, AM_INPUT, place, "'%s' is already %s",
                  name, what);
}

static am_status unknown(const am_elaborator *e, const am_expr *expr) {
  size_t visible, constants;
  const char *const *scope = am_scope_names(e->arena, e->scope, &visible);
  const char *const *own = am_language_names(e->arena, false, &constants);
  const char **names = AM_ARRAY(e->arena, const char *, visible + constants);
  memcpy(names, scope, visible * sizeof *names);
  memcpy(names + visible, own, constants * sizeof *names);
  return am_refuse(
      e, expr, "unknown name '%s'%s", expr->name,
      am_suggestion(e->arena, expr->name, names, visible + constants));
}

am_status am_name_value(am_elaborator *e, const am_expr *expr,
                        am_value *value) {
  const char *name = expr->name;
  const am_value *found = am_scope_find(e->scope, name);
  if (found && found->nodes) {
    *value = *found;
    return AM_OK;
  }
  if (found || what_is_bound(name))
    return am_refuse(
        e, expr, "'%s' (%s) is not available here", name,
        found ? am_scope_what(e->scope, name) : what_is_bound(name));
  if (am_constant(e, expr, value)) return AM_OK;
  if (am_is_function(name))
    return am_refuse(e, expr, "'%s' is a function: %s%s", name, name,
                     am_signature(name));
  return unknown(e, expr);
}

am_value am_zero(const am_elaborator *e, am_kind kind) {
  int size = am_kind_size[kind];
  am_node *nodes = AM_ARRAY(e->arena, am_node, size);
  for (int i = 0; i < size; i++) nodes[i] = am_const(e->graph, 0);
  return am_value_new(kind, -1, nodes);
}
