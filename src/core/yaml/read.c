/* read.c: reads a file, and builds the tree from libyaml's events. */
#include "yaml/parse.h"

/* Mapping or sequence that is being read, and the last key read. */
typedef struct {
  am_yaml *node;
  const char *key;
  am_place key_place;
} level;

typedef struct {
  const char *name;
  am_yaml *node;
} anchor;

/* Resources of libyaml; all zero: none. */
typedef struct {
  yaml_parser_t parser;
  yaml_event_t event;
} parsing;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_yaml_cursor begin, cursor;
  parsing *yaml;
  am_yaml *root;
  bool document;
  level levels[AM_YAML_NESTING];
  int depth, above;
  anchor anchors[AM_YAML_ANCHORS];
  size_t anchor_count;
  size_t node_count;
} reader;

typedef am_status handler(reader *r, const yaml_event_t *event);

void am_yaml_append(am_arena *arena, am_yaml *parent, am_yaml *item) {
  AM_PUSH_ROOM(arena, parent->items, parent->count, parent->capacity);
  parent->items[parent->count++] = item;
}

static am_status count_node(reader *r, am_place place) {
  if (r->node_count++ < AM_YAML_NODES) return AM_OK;
  return am_error(r->report, AM_INPUT, place,
                  "more than %d values after expanding aliases", AM_YAML_NODES);
}

static am_status check_depth(reader *r, am_place place, int depth) {
  if (r->above + depth < AM_YAML_NESTING) return AM_OK;
  return am_error(r->report, AM_INPUT, place, "nested deeper than %d levels",
                  AM_YAML_NESTING);
}

static char next_byte(const am_yaml_cursor *cursor) {
  return cursor->source->text[cursor->offset];
}

/* Start of the text of an event, after an anchor. */
static am_yaml_cursor start_of(reader *r, const yaml_event_t *event) {
  am_yaml_cursor_seek(&r->cursor, &r->begin, event->start_mark.index);
  am_yaml_cursor at = r->cursor;
  bool empty = event->type == YAML_SCALAR_EVENT &&
               event->start_mark.index == event->end_mark.index;
  if (empty || next_byte(&at) != '&') return at;
  while (next_byte(&at) && !strchr(" \t\r\n,[]{}", next_byte(&at)))
    am_yaml_cursor_step(&at);
  am_yaml_cursor behind = at;
  while (next_byte(&at) && strchr(" \t\r\n#", next_byte(&at))) {
    if (next_byte(&at) == '#')
      while (next_byte(&at) && next_byte(&at) != '\n') am_yaml_cursor_step(&at);
    else
      am_yaml_cursor_step(&at);
  }
  return at.index < event->end_mark.index || event->type != YAML_SCALAR_EVENT
             ? at
             : behind;
}

static am_place event_place(reader *r, const yaml_event_t *event) {
  am_yaml_cursor at = start_of(r, event);
  return am_yaml_cursor_place(&at);
}

static bool expects_key(const reader *r) {
  if (!r->depth) return false;
  const level *top = &r->levels[r->depth - 1];
  return top->node->kind == AM_YAML_MAPPING && !top->key;
}

static void attach(reader *r, am_yaml *node) {
  if (!r->depth) {
    r->root = node;
    return;
  }
  level *top = &r->levels[r->depth - 1];
  node->key = top->key;
  node->key_place = top->key_place;
  top->key = NULL;
  am_yaml_append(r->arena, top->node, node);
}

/* Anchor and tag are the first members of the data of all events that begin a
 * node, so that those of `scalar` can be read for lists and mappings, too. */
static am_status new_node(reader *r, const yaml_event_t *event,
                          am_yaml_kind kind, am_yaml **node) {
  am_place place = event_place(r, event);
  *node = AM_NEW(r->arena, am_yaml);
  (*node)->kind = kind;
  (*node)->place = place;
  AM_TRY(count_node(r, place));
  if (event->data.scalar.tag)
    return am_error(r->report, AM_INPUT, place,
                    "tags are not supported (a text beginning with '!' "
                    "needs quotes)");
  attach(r, *node);

  const char *name = (const char *)event->data.scalar.anchor;
  if (!name) return AM_OK;
  if (r->anchor_count == AM_YAML_ANCHORS)
    return am_error(r->report, AM_INPUT, place, "more than %d anchors",
                    AM_YAML_ANCHORS);
  r->anchors[r->anchor_count++] = (anchor){
      .name = am_copy(r->arena, name, strlen(name)), .node = *node};
  return AM_OK;
}

static am_status read_key(reader *r, const yaml_event_t *event) {
  level *top = &r->levels[r->depth - 1];
  const char *key = (const char *)event->data.scalar.value;
  top->key_place = event_place(r, event);
  if (event->data.scalar.anchor || event->data.scalar.tag)
    return am_error(r->report, AM_INPUT, top->key_place,
                    "a key cannot have an anchor or a tag");
  if (!*key)
    return am_error(r->report, AM_INPUT, top->key_place,
                    "expected a key before ':'");
  top->key = am_copy(r->arena, key, event->data.scalar.length);
  return AM_OK;
}

static am_status read_scalar(reader *r, const yaml_event_t *event) {
  const char *value = (const char *)event->data.scalar.value;
  if (memchr(value, 0, event->data.scalar.length))
    return am_error(r->report, AM_INPUT, event_place(r, event),
                    "a text cannot contain the character NUL");
  if (expects_key(r)) return read_key(r, event);
  am_yaml *node;
  AM_TRY(new_node(r, event, AM_YAML_SCALAR, &node));
  node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node->text = am_yaml_snippet(r->arena, start_of(r, event), event);
  return AM_OK;
}

static am_status open_level(reader *r, const yaml_event_t *event) {
  bool map = event->type == YAML_MAPPING_START_EVENT;
  if (expects_key(r))
    return am_error(r->report, AM_INPUT, event_place(r, event),
                    "expected a key to be a text, found a %s",
                    map ? "mapping" : "list");
  AM_TRY(check_depth(r, event_place(r, event), r->depth));
  am_yaml *node;
  AM_TRY(new_node(r, event, map ? AM_YAML_MAPPING : AM_YAML_SEQUENCE, &node));
  r->levels[r->depth++] = (level){.node = node};
  return AM_OK;
}

/* Orders items by key, equal keys by place. */
static int by_key(const void *a, const void *b) {
  const am_yaml *x = *(am_yaml *const *)a, *y = *(am_yaml *const *)b;
  const am_place *p = &x->key_place, *q = &y->key_place;
  int difference = strcmp(x->key, y->key);
  if (difference) return difference;
  if (p->line != q->line) return p->line < q->line ? -1 : 1;
  return (p->column > q->column) - (p->column < q->column);
}

/* Ends a list or a mapping, whose keys must differ. */
static am_status close_level(reader *r, const yaml_event_t *event) {
  const am_yaml *map = r->levels[--r->depth].node;
  if (event->type == YAML_SEQUENCE_END_EVENT || map->count < 2) return AM_OK;
  am_yaml **items = am_arena_grow(r->arena, map->items,
                                  map->count * sizeof *items,
                                  map->count * sizeof *items);
  qsort(items, map->count, sizeof *items, by_key);
  for (size_t i = 1; i < map->count; i++)
    if (!strcmp(items[i - 1]->key, items[i]->key))
      return am_error(r->report, AM_INPUT, items[i]->key_place,
                      "duplicate key %s (first on line %d, column %d)",
                      am_quoted(r->arena, items[i]->key),
                      items[i - 1]->key_place.line,
                      items[i - 1]->key_place.column);
  return AM_OK;
}

/* Copies a tree to `depth` levels below the root. */
static am_status copy_tree(reader *r, const am_yaml *from, am_place alias,
                           int depth, am_yaml **copy) {
  AM_TRY(count_node(r, alias));
  if (from->kind != AM_YAML_SCALAR) AM_TRY(check_depth(r, alias, depth));
  am_yaml *node = *copy = AM_NEW(r->arena, am_yaml);
  *node = *from;
  node->capacity = from->count;
  node->items = AM_ARRAY(r->arena, am_yaml *, from->count);
  for (size_t i = 0; i < from->count; i++)
    AM_TRY(copy_tree(r, from->items[i], alias, depth + 1, &node->items[i]));
  return AM_OK;
}

static am_status read_alias(reader *r, const yaml_event_t *event) {
  const char *name = (const char *)event->data.alias.anchor;
  am_place place = event_place(r, event);
  const char *shown = am_printable(r->arena, name, strlen(name));
  if (expects_key(r))
    return am_error(r->report, AM_INPUT, place,
                    "expected a key to be a text, found the alias '*%s'",
                    shown);

  const am_yaml *node = NULL;
  for (size_t i = r->anchor_count; i-- && !node;)
    if (!strcmp(r->anchors[i].name, name)) node = r->anchors[i].node;
  if (!node)
    return am_error(r->report, AM_INPUT, place,
                    "no anchor '&%s' above (a text beginning with '*' needs "
                    "quotes)", shown);
  for (int i = 0; i < r->depth; i++)
    if (r->levels[i].node == node)
      return am_error(r->report, AM_INPUT, place,
                      "the alias '*%s' is inside its own anchor", shown);

  am_yaml *copy;
  AM_TRY(copy_tree(r, node, place, r->depth, &copy));
  attach(r, copy);
  return AM_OK;
}

static am_status open_document(reader *r, const yaml_event_t *event) {
  if (r->document)
    return am_error(r->report, AM_INPUT, event_place(r, event),
                    "a second document begins here, expected one document per "
                    "file");
  r->document = true;
  return AM_OK;
}

static am_status read_events(reader *r) {
  static handler *const handlers[] = {
      [YAML_DOCUMENT_START_EVENT] = open_document,
      [YAML_ALIAS_EVENT] = read_alias,
      [YAML_SCALAR_EVENT] = read_scalar,
      [YAML_SEQUENCE_START_EVENT] = open_level,
      [YAML_SEQUENCE_END_EVENT] = close_level,
      [YAML_MAPPING_START_EVENT] = open_level,
      [YAML_MAPPING_END_EVENT] = close_level,
  };
  yaml_event_t *event = &r->yaml->event;
  for (bool more = true; more;) {
    if (!yaml_parser_parse(&r->yaml->parser, event))
      return am_yaml_syntax_error(r->report, &r->yaml->parser, &r->begin);
    handler *handle = handlers[event->type];
    am_status status = handle ? handle(r, event) : AM_OK;
    more = event->type != YAML_STREAM_END_EVENT;
    yaml_event_delete(event);
    AM_TRY(status);
  }
  return AM_OK;
}

/* Releases the resources and sets them to zero; a second call has no effect. */
static void release(void *data) {
  parsing *yaml = data;
  yaml_event_delete(&yaml->event);
  yaml_parser_delete(&yaml->parser);
}

am_status am_yaml_parse_from(am_arena *arena, am_report *report,
                             const am_yaml_cursor *begin, int depth,
                             am_yaml **node) {
  const am_source *source = begin->source;
  reader r = {.arena = arena, .report = report, .begin = *begin,
              .cursor = *begin, .yaml = AM_NEW(arena, parsing),
              .above = depth};
  am_arena_defer(arena, release, r.yaml);
  yaml_parser_t *parser = &r.yaml->parser;
  if (!yaml_parser_initialize(parser))
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(
      parser, (const unsigned char *)source->text + begin->offset,
      source->length - begin->offset);
  am_status status = read_events(&r);
  release(r.yaml);
  *node = r.root;
  return status;
}

am_status am_yaml_parse(am_arena *arena, am_report *report,
                        const am_source *source, am_yaml **root) {
  am_yaml_cursor begin = am_yaml_cursor_begin(source);
  AM_TRY(am_yaml_check_text(report, source));
  AM_TRY(am_yaml_parse_from(arena, report, &begin, 0, root));
  if (!*root)
    return am_error(report, AM_INPUT, (am_place){.source = source},
                    "the file is empty, expected a mapping of keys");
  if ((*root)->kind == AM_YAML_SCALAR && strchr((*root)->text.text, ':'))
    return am_error(report, AM_INPUT, (*root)->place,
                    "expected 'key: value', with a space after the colon");
  return am_yaml_expect(report, *root, AM_YAML_MAPPING, "the file");
}

am_status am_yaml_read(am_arena *arena, am_report *report, const char *path,
                       am_yaml **root) {
  am_source *source = AM_NEW(arena, am_source);
  am_obstacle why;
  if (am_input_read(arena, report, path, AM_YAML_MEGABYTES, source, &why))
    return am_yaml_parse(arena, report, source, root);
  return am_error(report, why.status, (am_place){.source = source},
                  "cannot be read: %s", why.text);
}
