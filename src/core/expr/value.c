/* value.c: values, and scopes as hash tables of names. */
#include "expr/parts.h"

const int am_kind_size[AM_KINDS] = {1, 1, 3, 6, 36};

static const char *const kind_names[AM_KINDS] = {
    "condition", "scalar", "vector", "symmetric tensor", "fourth-order tensor"};

const char *am_kind_name(am_kind kind) { return kind_names[kind]; }

const char *am_value_describe(am_arena *arena, const am_value *value) {
  const char *name = kind_names[value->kind];
  if (value->outside)
    return am_format(arena, "table of %d rows", value->length);
  if (value->columns)
    return am_format(arena, "%d x %d matrix", value->length, value->columns);
  if (value->length < 0) return name;
  return am_format(arena, "list of %d %s%s", value->length, name,
                   value->length == 1 ? "" : "s");
}

int am_value_size(const am_value *value) {
  int size = am_kind_size[value->kind];
  if (value->columns) size *= value->columns;
  return value->length < 0 ? size : size * value->length;
}

am_value am_value_new(am_kind kind, int length, const am_node *nodes) {
  return (am_value){.kind = kind, .length = length, .nodes = nodes};
}

am_value am_value_scalar(am_arena *arena, am_node node) {
  am_node *nodes = AM_NEW(arena, am_node);
  *nodes = node;
  return am_value_new(AM_SCALAR, -1, nodes);
}

/* Hash table of indices of entries, 0 if free, so that files with many names
 * stay fast. */
struct am_scope {
  am_arena *arena;
  const am_scope *outer;
  am_scope_entry *entries; /* [count]; the first is unused */
  size_t count;
  size_t *table; /* [size], a power of two above twice the count */
  size_t size;
};

am_scope *am_scope_new(am_arena *arena, const am_scope *outer) {
  am_scope *scope = AM_NEW(arena, am_scope);
  scope->arena = arena;
  scope->outer = outer;
  scope->size = 16;
  scope->table = AM_ARRAY(arena, size_t, scope->size);
  AM_PUSH(arena, scope->entries, scope->count, (am_scope_entry){0});
  return scope;
}

/* Slot that contains `name`, or the free slot for it. */
static size_t slot_of_name(const am_scope *scope, const char *name) {
  size_t slot = am_hash(name) & (scope->size - 1);
  while (scope->table[slot] &&
         strcmp(scope->entries[scope->table[slot]].name, name))
    slot = (slot + 1) & (scope->size - 1);
  return slot;
}

static void add_entry(am_scope *scope, am_scope_entry one) {
  if (2 * scope->count >= scope->size) {
    scope->size *= 2;
    scope->table = AM_ARRAY(scope->arena, size_t, scope->size);
    for (size_t i = 1; i < scope->count; i++)
      scope->table[slot_of_name(scope, scope->entries[i].name)] = i;
  }
  AM_PUSH(scope->arena, scope->entries, scope->count, one);
  scope->table[slot_of_name(scope, one.name)] = scope->count - 1;
}

void am_scope_add(am_scope *scope, const char *name, const char *what,
                  am_value value) {
  add_entry(scope,
            (am_scope_entry){.name = name, .what = what, .value = value});
}

void am_scope_add_function(am_scope *scope, const char *name,
                           const am_closure *function) {
  add_entry(scope,
            (am_scope_entry){.name = name, .what = "a function",
                             .value = am_value_new(AM_SCALAR, 0, NULL),
                             .function = function});
}

am_scope_entry *am_scope_entry_of(const am_scope *scope, const char *name) {
  for (; scope; scope = scope->outer) {
    size_t i = scope->table[slot_of_name(scope, name)];
    if (i) return &scope->entries[i];
  }
  return NULL;
}

const am_value *am_scope_find(const am_scope *scope, const char *name) {
  const am_scope_entry *found = am_scope_entry_of(scope, name);
  return found ? &found->value : NULL;
}

const am_closure *am_scope_function(const am_scope *scope, const char *name) {
  const am_scope_entry *found = am_scope_entry_of(scope, name);
  return found ? found->function : NULL;
}

const char *const *am_scope_names(am_arena *arena, const am_scope *scope,
                                  size_t *count) {
  size_t total = 0, n = 0;
  for (const am_scope *s = scope; s; s = s->outer) total += s->count - 1;
  const char **names = AM_ARRAY(arena, const char *, total);
  for (const am_scope *s = scope; s; s = s->outer)
    for (size_t i = 1; i < s->count; i++) names[n++] = s->entries[i].name;
  *count = n;
  return names;
}
