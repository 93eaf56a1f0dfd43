/* schema.c: writes tables of keys as JSON schemas.
 *
 * Each table becomes a definition, named after the key that leads to it, so
 * that tables may be recursive. A number may also be a text that looks like a
 * number, since YAML 1.1 reads 1e-3 as a text. */
#include "file/parts.h"

#define NUMBER "[-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?"

typedef struct {
  const char *name;
  const am_yaml_shape *shape; /* keys, and shape of other entries */
} definition;

typedef struct {
  am_json json;
  am_arena *arena;
  const am_schema *schema;
  definition *items; /* [count] in the order of their first use */
  size_t count;
} writer;

static bool is_same(const am_yaml_shape *a, const am_yaml_shape *b) {
  return a->keys == b->keys && a->made == b->made && a->entries == b->entries;
}

/* Name of the table of a shape, "strain", "strain-2". */
static const char *name_table(writer *w, const char *key,
                              const am_yaml_shape *shape) {
  int taken = 1;
  size_t length = strlen(key);
  for (size_t i = 0; i < w->count; i++) {
    const char *name = w->items[i].name;
    if (is_same(w->items[i].shape, shape)) return name;
    taken += !strncmp(name, key, length) &&
             (!name[length] || name[length] == '-');
  }
  if (taken > 1) key = am_format(w->arena, "%s-%d", key, taken);
  AM_PUSH(w->arena, w->items, w->count, (definition){key, shape});
  return key;
}

static void write_member(writer *w, const char *key, const char *value) {
  am_json_open(&w->json, NULL, '{');
  am_json_text(&w->json, key, value);
  am_json_close(&w->json, '}');
}

static void write_reference(writer *w, const char *name) {
  write_member(w, "$ref", am_format(w->arena, "#/definitions/%s", name));
}

static void write_words(writer *w, const char *const *words) {
  am_json_open(&w->json, NULL, '{');
  am_json_open(&w->json, "enum", '[');
  for (; *words; words++) am_json_text(&w->json, NULL, *words);
  am_json_close(&w->json, ']');
  am_json_close(&w->json, '}');
}

/* Shapes are recursive, but refer to tables of keys by name, so that the depth
 * is limited to one table. */
static void write_shape(writer *w, const char *name, const char *key,
                        const am_yaml_shape *shape, const char *about);

static void write_mapping(writer *w, const char *key,
                          const am_yaml_shape *shape) {
  am_json_open(&w->json, NULL, '{');
  am_json_text(&w->json, "type", "object");
  am_json_open(&w->json, "properties", '{');
  for (const char *const *n = shape->names; n && *n; n++)
    write_shape(w, *n, key, shape->entries, NULL);
  am_json_close(&w->json, '}');
  if (shape->names)
    am_json_truth(&w->json, "additionalProperties", false);
  else
    write_shape(w, "additionalProperties", key, shape->entries, NULL);
  am_json_close(&w->json, '}');
}

static void write_list(writer *w, const char *key,
                       const am_yaml_shape *shape) {
  am_json_open(&w->json, NULL, '{');
  am_json_text(&w->json, "type", "array");
  /* a list of lists of unlimited depth accepts any items */
  if (shape->items == shape)
    am_json_truth(&w->json, "items", true);
  else
    write_shape(w, "items", key, shape->items, NULL);
  am_json_close(&w->json, '}');
}

static void write_ways(writer *w, const char *key,
                       const am_yaml_shape *shape) {
  bool table = shape->keys || shape->made;
  if (shape->takes & AM_TAKES_TEXT) write_reference(w, "text");
  if (shape->takes & AM_TAKES_NUMBER) write_reference(w, "number");
  if (shape->takes & AM_TAKES_WHOLE) write_reference(w, "whole");
  if (shape->takes & AM_TAKES_FLAG) write_member(w, "type", "boolean");
  if (shape->takes & AM_TAKES_NOTHING) write_member(w, "type", "null");
  if (shape->words) write_words(w, shape->words);
  if (table) write_reference(w, name_table(w, key, shape));
  if (shape->entries && !table) write_mapping(w, key, shape);
  if (shape->items) write_list(w, key, shape);
  if (shape->otherwise) write_ways(w, key, shape->otherwise);
}

/* Counts the alternatives of a shape. A single alternative is written without
 * anyOf, for better messages. */
static int count_ways(const am_yaml_shape *shape) {
  int count = 0;
  for (; shape; shape = shape->otherwise) {
    bool table = shape->keys || shape->made;
    for (unsigned bit = 1; bit < AM_TAKES_ANY; bit <<= 1)
      count += (shape->takes & bit) != 0;
    count += (shape->words != NULL) + (table || shape->entries) +
             (shape->items != NULL);
  }
  return count;
}

/* Shape defined by a later module for a key. */
static const am_yaml_shape *find_part(const writer *w, const char *key) {
  const am_yaml_key *part = w->schema->parts;
  while (part && part->key && strcmp(part->key, key)) part++;
  return part && part->key ? &part->shape : &am_any_shape;
}

static void write_shape(writer *w, const char *name, const char *key,
                        const am_yaml_shape *shape, const char *about) {
  if (shape->elsewhere) shape = find_part(w, key);
  am_json_open(&w->json, name, '{');
  if (about) am_json_text(&w->json, "description", about);
  if (!(shape->takes & AM_TAKES_ANY)) {
    am_json_open(&w->json, count_ways(shape) > 1 ? "anyOf" : "allOf", '[');
    write_ways(w, key, shape);
    am_json_close(&w->json, ']');
  }
  am_json_close(&w->json, '}');
}

static void write_definition(writer *w, definition d) {
  const am_yaml_key *keys = d.shape->keys;
  if (!keys) keys = d.shape->made(w->arena);
  am_json_open(&w->json, d.name, '{');
  am_json_text(&w->json, "type", "object");
  am_json_open(&w->json, "properties", '{');
  for (; keys->key; keys++)
    write_shape(w, keys->key, keys->key, &keys->shape, keys->about);
  am_json_close(&w->json, '}');
  if (d.shape->entries)
    write_shape(w, "additionalProperties", d.name, d.shape->entries, NULL);
  else
    am_json_truth(&w->json, "additionalProperties", false);
  am_json_close(&w->json, '}');
}

/* A value of one of two types: `type`, or a text that matches a pattern. */
static void write_number(writer *w, const char *name, const char *type) {
  am_json_open(&w->json, name, '{');
  am_json_open(&w->json, "anyOf", '[');
  write_member(w, "type", type);
  am_json_open(&w->json, NULL, '{');
  am_json_text(&w->json, "type", "string");
  am_json_text(&w->json, "pattern", "^" NUMBER "$");
  am_json_close(&w->json, '}');
  am_json_close(&w->json, ']');
  am_json_close(&w->json, '}');
}

static void write_text(writer *w) {
  static const char *const types[] = {"string", "number", "boolean"};
  am_json_open(&w->json, "text", '{');
  am_json_open(&w->json, "type", '[');
  for (int i = 0; i < 3; i++) am_json_text(&w->json, NULL, types[i]);
  am_json_close(&w->json, ']');
  am_json_close(&w->json, '}');
}

void am_schema_write(am_arena *arena, const am_schema *schema, FILE *out) {
  writer w = {.json = {.out = out}, .arena = arena, .schema = schema};
  const char *root = name_table(&w, schema->name, &schema->root);
  fputc('{', out);
  am_json_text(&w.json, "$schema", "http://json-schema.org/draft-07/schema#");
  am_json_text(&w.json, "title", am_format(arena, "automat %s", root));
  am_json_open(&w.json, "allOf", '[');
  write_reference(&w, root);
  am_json_close(&w.json, ']');
  am_json_open(&w.json, "definitions", '{');
  write_text(&w);
  write_number(&w, "number", "number");
  write_number(&w, "whole", "integer");
  for (size_t i = 0; i < w.count; i++) write_definition(&w, w.items[i]);
  am_json_close(&w.json, '}');
  fputs("\n}\n", out);
}
