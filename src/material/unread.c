/* unread.c: parameters that no expression of a material reads. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "material/parameter.h"

/* The names of all parameters, sorted, and which of them were met. */
typedef struct {
  am_arena *arena;
  const char **names; /* [count] */
  bool *met;
  size_t count;
  const am_expr **open; /* [open_count] to be looked at */
  size_t open_count, capacity;
} search;

static int compare(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Was the parameter of this name met?  NULL: there is none. */
static bool *met(const search *s, const char *name) {
  const char **found =
      bsearch(&name, s->names, s->count, sizeof *s->names, compare);
  return found ? &s->met[found - s->names] : NULL;
}

static void push(search *s, const am_expr *expr) {
  if (!expr) return;
  AM_PUSH_ROOM(s->arena, s->open, s->open_count, s->capacity);
  s->open[s->open_count++] = expr;
}

/* Sums of many terms are trees as deep as they are long. */
static void look(search *s, const am_expr *expr) {
  push(s, expr);
  while (s->open_count) {
    const am_expr *e = s->open[--s->open_count];
    bool *found = e->kind == AM_EXPR_NAME ? met(s, e->name) : NULL;
    if (found) *found = true;
    for (int i = 0; i < e->count; i++) push(s, e->arguments[i]);
  }
}

static void look_at_head(search *s, const am_assignment *a) {
  look(s, a->first);
  look(s, a->last);
}

static void look_at_block(search *s, const am_block *block) {
  if (!block) return;
  for (size_t i = 0; i < block->count; i++) {
    look_at_head(s, &block->assignments[i]);
    look(s, block->assignments[i].value);
  }
  look(s, block->value);
}

/* What is wrong with them is told where they are checked. */
static void look_at_requirements(search *s, const am_material *m) {
  const am_yaml *list = am_yaml_get(m->root, "requires");
  am_report *unread = am_report_new(s->arena);
  for (size_t i = 0; list && i < list->count; i++) {
    const am_yaml *that = am_yaml_get(list->items[i], "that");
    am_expr *expr = NULL;
    if (that && that->kind == AM_YAML_SCALAR &&
        am_expr_parse(s->arena, unread, &that->text, &expr) == AM_OK)
      look(s, expr);
  }
}

static void look_at_all(search *s, const am_material *m) {
  look_at_block(s, m->definitions);
  look_at_block(s, m->free_energy);
  look_at_block(s, m->force_potential);
  look_at_block(s, m->partials);
  for (int i = 0; i < m->partial_count; i++) {
    look_at_head(s, &m->partial_blocks[i].head);
    look_at_block(s, m->partial_blocks[i].block);
  }
  for (int i = 0; i < m->internal_count; i++) {
    look(s, m->internals[i].count);
    look(s, m->internals[i].initial);
  }
  look_at_requirements(s, m);
}

void am_parameters_note_unread(am_arena *arena, am_report *report,
                               const am_material *m) {
  size_t count = (size_t)m->parameter_count, unread = 0;
  am_place place = am_nowhere;
  search s = {.arena = arena, .count = count,
              .names = AM_ARRAY(arena, const char *, count),
              .met = AM_ARRAY(arena, bool, count)};
  const char **names = AM_ARRAY(arena, const char *, count);
  if (!count || m->conventional) return;
  for (size_t i = 0; i < count; i++) s.names[i] = m->parameters[i].name;
  qsort(s.names, count, sizeof *s.names, compare);
  look_at_all(&s, m);
  for (size_t i = 0; i < count; i++) {
    if (*met(&s, m->parameters[i].name)) continue;
    if (!unread) place = m->parameters[i].place;
    names[unread++] = m->parameters[i].name;
  }
  if (unread)
    am_note(report, place, "no expression of the material reads the "
            "parameter%s %s", unread == 1 ? "" : "s",
            am_listed(arena, names, unread));
}
