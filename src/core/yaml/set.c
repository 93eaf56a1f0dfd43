/* set.c: applies assignments of the command line to the tree. */
#include "yaml/parse.h"

/* State of an assignment; the current key extends from `start` to `end`. */
typedef struct {
  am_arena *arena;
  am_report *report;
  am_source *source;
  size_t start, end; /* bytes of the current key */
  size_t equals;     /* position of the '=' */
  int depth;         /* number of previous keys */
} assignment;

static am_place place_of_key(const assignment *a) {
  return (am_place){
      .source = a->source, .line = 1, .column = (int)a->start + 1};
}

static const char *key_of(const assignment *a) {
  return am_copy(a->arena, a->source->text + a->start, a->end - a->start);
}

static const char *shown_key(const assignment *a) {
  return am_printable(a->arena, a->source->text + a->start, a->end - a->start);
}

/* Finds the slot of a list for the current key, a number from 1. */
static am_status list_slot(const assignment *a, am_yaml *list,
                           am_yaml ***slot) {
  const char *key = key_of(a);
  char *end;
  unsigned long index = strtoul(key, &end, 10);
  bool digits = strspn(key, "0123456789") == strlen(key);
  if (!digits || index < 1 || index > list->count)
    return am_error(a->report, AM_INPUT, place_of_key(a),
                    list->count ? "expected a number from 1 to %zu, found "
                                  "'%s'"
                                : "the list is empty (%zu entries) and has no "
                                  "'%s'",
                    list->count, shown_key(a));
  *slot = &list->items[index - 1];
  return AM_OK;
}

static am_yaml *new_nothing(const assignment *a, am_place place) {
  am_yaml *node = AM_NEW(a->arena, am_yaml);
  *node = (am_yaml){.kind = AM_YAML_SCALAR, .place = place, .plain = true,
                    .text = {.text = "", .source = a->source, .line = 1,
                             .column = place.column, .indent = 1}};
  return node;
}

/* Finds the slot for the current key in `node`; a new one in a mapping is
 * empty. */
static am_status find_slot(const assignment *a, am_yaml *node,
                           am_yaml ***slot) {
  if (am_yaml_is_empty(node)) node->kind = AM_YAML_MAPPING;
  if (node->kind == AM_YAML_SEQUENCE) return list_slot(a, node, slot);
  if (node->kind == AM_YAML_SCALAR)
    return am_error(a->report, AM_INPUT, place_of_key(a),
                    "cannot set '%s': found a single value, %s",
                    shown_key(a), am_yaml_describe(a->arena, node));
  const char *key = key_of(a);
  size_t i = 0;
  while (i < node->count && strcmp(node->items[i]->key, key)) i++;
  if (i == node->count) {
    am_yaml *new = new_nothing(a, place_of_key(a));
    new->key = key;
    new->key_place = new->place;
    am_yaml_append(a->arena, node, new);
  }
  *slot = &node->items[i];
  return AM_OK;
}

/* Follows the keys down the tree from `node` and sets the value there. */
static am_status assign_below(assignment *a, am_yaml *node) {
  am_yaml **slot = NULL;
  for (;; a->start = a->end + 1) {
    a->end = a->start + strcspn(a->source->text + a->start, ".=");
    if (a->end == a->start)
      return am_error(a->report, AM_USAGE, place_of_key(a),
                      "expected a key, found '%c'", a->source->text[a->start]);
    AM_TRY(find_slot(a, node, &slot));
    if (a->end == a->equals) break;
    node = *slot;
    if (++a->depth == AM_YAML_NESTING)
      return am_error(a->report, AM_INPUT, place_of_key(a),
                      "nested deeper than %d levels", AM_YAML_NESTING);
  }

  /* Parse the text after '=' and store it in the slot, with its key. */
  am_yaml_cursor begin = am_yaml_cursor_begin(a->source);
  while (begin.offset <= a->equals) am_yaml_cursor_step(&begin);
  begin.index = 0;
  am_yaml *value;
  AM_TRY(am_yaml_parse_from(a->arena, a->report, &begin, a->depth + 1, &value));
  if (!value) value = new_nothing(a, am_yaml_cursor_place(&begin));
  value->key = (*slot)->key;
  value->key_place = place_of_key(a);
  *slot = value;
  return AM_OK;
}

const char am_yaml_option[] = "--set";

bool am_yaml_is_given(const am_yaml *node) {
  return node->place.source && node->place.source->name == am_yaml_option;
}

am_status am_yaml_set(am_arena *arena, am_report *report, am_yaml *root,
                      const char *origin, const char *text) {
  am_source *source = AM_NEW(arena, am_source);
  *source = (am_source){.name = origin,
                        .text = am_copy(arena, text, strlen(text)),
                        .length = strlen(text)};
  const char *equals = strchr(source->text, '=');
  if (!equals)
    return am_error(report, AM_USAGE,
                    (am_place){.source = source, .line = 1, .column = 1},
                    "expected KEY=VALUE, found no '='");
  AM_TRY(am_yaml_check_text(report, source));
  assignment a = {.arena = arena, .report = report, .source = source,
                  .equals = (size_t)(equals - source->text)};
  return assign_below(&a, root);
}
