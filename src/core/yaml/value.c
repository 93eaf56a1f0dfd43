/* value.c: access to the tree for readers of formats; values stored by a table
 * of keys; trees and texts written as YAML. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <strings.h>

#include "yaml/keys.h"

/* Up to this value, integers are exact as doubles. */
static const double exact = 9007199254740992.0;

am_yaml *am_yaml_get(const am_yaml *map, const char *key) {
  if (!map || map->kind != AM_YAML_MAPPING) return NULL;
  for (size_t i = 0; i < map->count; i++)
    if (!strcmp(map->items[i]->key, key)) return map->items[i];
  return NULL;
}

am_yaml *am_yaml_without(am_arena *arena, const am_yaml *map, const char *key) {
  am_yaml *rest = AM_NEW(arena, am_yaml);
  *rest = *map;
  rest->capacity = map->count;
  rest->items = AM_ARRAY(arena, am_yaml *, map->count);
  rest->count = 0;
  for (size_t i = 0; i < map->count; i++)
    if (strcmp(map->items[i]->key, key))
      rest->items[rest->count++] = map->items[i];
  return rest;
}

bool am_yaml_is_empty(const am_yaml *node) {
  return node->kind == AM_YAML_SCALAR && node->plain && !node->text.length;
}

const char *am_yaml_describe(am_arena *arena, const am_yaml *node) {
  if (node->kind == AM_YAML_MAPPING) return "a mapping";
  if (node->kind == AM_YAML_SEQUENCE) return "a list";
  if (am_yaml_is_empty(node)) return "nothing";
  return am_format(arena, "%s'%s'", node->plain ? "" : "the text ",
                   am_printable(arena, node->text.text, node->text.length));
}

/* Reports that `node`, described by `what`, is not `expected`. */
static am_status mismatch(am_report *report, const am_yaml *node,
                          const char *what, const char *expected) {
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to be %s, found %s", what, expected,
                  am_yaml_describe(report->arena, node));
}

am_status am_yaml_expect(am_report *report, const am_yaml *node,
                         am_yaml_kind kind, const char *what) {
  static const char *const kinds[] = {[AM_YAML_SCALAR] = "a single value",
                                      [AM_YAML_SEQUENCE] = "a list",
                                      [AM_YAML_MAPPING] = "a mapping"};
  assert(node);
  return node->kind == kind ? AM_OK : mismatch(report, node, what, kinds[kind]);
}

/* Hint at a comma in braces that ends a number or a text: `time: 0,1` has the
 * key 1, without a value. */
static const char *comma_hint(am_arena *arena, const am_yaml *map, size_t i) {
  const am_yaml *item = map->items[i], *last = i ? map->items[i - 1] : NULL;
  bool digits = strspn(item->key, "0123456789") == strlen(item->key);
  if (!last || last->place.line != item->key_place.line || !last->plain ||
      last->kind != AM_YAML_SCALAR || !am_yaml_is_empty(item))
    return "";
  if (!am_yaml_is_number(last)) return "; a text with a comma needs quotes";
  if (!digits) return "";
  return am_format(arena, "; write numbers with a decimal point: %s.%s",
                   last->text.text, item->key);
}

am_status am_yaml_known(am_report *report, const am_yaml *map,
                        const char *what, const char *const *keys) {
  am_arena *arena = report->arena;
  size_t count = 0;
  while (keys[count]) count++;
  AM_TRY(am_yaml_expect(report, map, AM_YAML_MAPPING, what));
  for (size_t i = 0; i < map->count; i++) {
    const char *key = map->items[i]->key;
    size_t k = 0;
    while (k < count && strcmp(key, keys[k])) k++;
    if (k < count) continue;
    return am_error(report, AM_INPUT, map->items[i]->key_place,
                    "unknown key %s in %s, expected %s%s%s%s",
                    am_quoted(arena, key), what,
                    count > 1 ? "one of " : "",
                    count ? am_listed(arena, keys, count) : "no keys",
                    am_suggestion(arena, key, keys, count),
                    comma_hint(arena, map, i));
  }
  return AM_OK;
}

bool am_yaml_is_number(const am_yaml *node) {
  double value;
  return node->kind == AM_YAML_SCALAR && node->plain &&
         am_parse_number(node->text.text, &value);
}

/* True for a number with a unit, such as "150 GPa" or "1%". */
static bool has_unit(const am_yaml *node) {
  if (node->kind != AM_YAML_SCALAR || !node->plain) return false;
  const char *text = node->text.text;
  size_t length = strspn(text, "+-.0123456789eE");
  return length && (text[length] == '%' ||
                    (text[length] == ' ' &&
                     isalpha((unsigned char)text[length + 1])));
}

am_status am_yaml_number(am_report *report, const am_yaml *node,
                         const char *what, double *value) {
  /* Spellings of NaN and infinity in YAML, in C and by hand. */
  static const char *const names[] = {"nan", "inf", "infinity"};
  *value = 0;
  bool number = am_yaml_is_number(node), nonfinite = number;
  if (number) am_parse_number(node->text.text, value);
  if (number && isfinite(*value)) return AM_OK;
  if (node->kind == AM_YAML_SCALAR && node->plain) {
    const char *text = node->text.text;
    text += *text == '+' || *text == '-';
    text += *text == '.';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      nonfinite |= !strcasecmp(text, names[i]);
  }
  return mismatch(report, node, what,
                  nonfinite         ? "a finite number"
                  : has_unit(node) ? "a number without a unit"
                                   : "a number");
}

/* Reads digits, or an integral number such as 1e6. */
static bool parse_integer(const char *text, long *value) {
  char *end;
  double number;
  errno = 0;
  *value = strtol(text, &end, 10);
  if (!*end) return !errno;
  if (!am_parse_number(text, &number)) return false;
  if (!(fabs(number) <= exact) || number != floor(number)) return false;
  *value = (long)number;
  return true;
}

am_status am_yaml_integer(am_report *report, const am_yaml *node,
                          const char *what, long least, long most,
                          long *value) {
  *value = 0;
  if (am_yaml_is_number(node) && parse_integer(node->text.text, value) &&
      *value >= least && *value <= most)
    return AM_OK;
  const char *range = "a whole number";
  if (most < LONG_MAX)
    range = am_format(report->arena, "a whole number from %ld to %ld", least,
                      most);
  else if (least > LONG_MIN)
    range = am_format(report->arena, "a whole number of at least %ld", least);
  return mismatch(report, node, what, range);
}

am_status am_yaml_boolean(am_report *report, const am_yaml *node,
                          const char *what, bool *value) {
  *value = false;
  if (node->kind == AM_YAML_SCALAR && node->plain) {
    *value = !strcmp(node->text.text, "true");
    if (*value || !strcmp(node->text.text, "false")) return AM_OK;
  }
  return mismatch(report, node, what, "true or false");
}

am_status am_yaml_text(am_report *report, const am_yaml *node,
                       const char *what, const char **value) {
  *value = node->text.text;
  if (node->kind == AM_YAML_SCALAR) return AM_OK;
  return mismatch(report, node, what,
                  node->kind == AM_YAML_MAPPING
                      ? "a text (one containing ' : ' or ': ' needs a '|' "
                        "block or quotes)"
                      : "a text");
}

am_status am_bounded_number(am_report *report, const am_yaml *node,
                            const char *what, bool positive, double *value) {
  AM_TRY(am_yaml_number(report, node, what, value));
  if (positive ? *value > 0 : *value >= 0) return AM_OK;
  return mismatch(report, node, what, positive ? "positive" : "at least 0");
}

am_status am_yaml_format(am_report *report, const am_yaml *node) {
  double version;
  AM_TRY(am_yaml_number(report, node, "format", &version));
  if (version == 1) return AM_OK;
  return mismatch(report, node, "format", "1, the only version of this "
                                          "program");
}

am_status am_choice(am_report *report, const am_yaml *node, const char *what,
                    const char *const *names, size_t count, size_t *index) {
  const char *text;
  AM_TRY(am_yaml_text(report, node, what, &text));
  for (*index = 0; *index < count; (*index)++)
    if (!strcmp(text, names[*index])) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to be one of %s, found %s%s", what,
                  am_listed(report->arena, names, count),
                  am_yaml_describe(report->arena, node),
                  am_suggestion(report->arena, text, names, count));
}

/* Check for unknown keys, by a table. */

const am_yaml_shape am_text_shape = AM_A_TEXT;
const am_yaml_shape am_number_shape = AM_A_NUMBER;
const am_yaml_shape am_formula_shape = AM_A_FORMULA;
const am_yaml_shape am_any_shape = {.takes = AM_TAKES_ANY};
const am_yaml_shape am_numbers_shape = {.takes = AM_TAKES_NUMBER,
                                        .items = &am_numbers_shape};

am_status am_yaml_keys_known(am_report *report, const am_yaml *map,
                             const char *what, const am_yaml_key *keys) {
  size_t count = 0;
  while (keys[count].key) count++;
  const char **names = AM_ARRAY(report->arena, const char *, count + 1);
  for (size_t i = 0; i < count; i++) names[i] = keys[i].key;
  return am_yaml_known(report, map, what, names);
}

/* ---- values stored by a table of keys ------------------------------------ */

am_status am_required(am_report *report, const am_yaml *map, const char *what,
                      const char *key, const am_yaml **node) {
  *node = am_yaml_get(map, key);
  if (*node) return AM_OK;
  return am_error(report, AM_INPUT, map->place, "'%s' is missing in %s", key,
                  what);
}

static am_status take_number(am_report *report, const am_yaml *node,
                             const char *what, am_yaml_range range,
                             double *value) {
  bool positive = range == AM_POSITIVE || range == AM_POSITIVE_FRACTION;
  if (range == AM_ANY_NUMBER) return am_yaml_number(report, node, what, value);
  AM_TRY(am_bounded_number(report, node, what, positive, value));
  if (range < AM_FRACTION || *value < 1) return AM_OK;
  return mismatch(report, node, what, "less than 1");
}

static am_status take_word(am_report *report, const am_yaml *node,
                           const char *what, const char *const *words,
                           void *to) {
  size_t count = 0, index;
  while (words[count]) count++;
  AM_TRY(am_choice(report, node, what, words, count, &index));
  const unsigned value = (unsigned)index;
  memcpy(to, &value, sizeof value);
  return AM_OK;
}

static am_status take_value(am_report *report, const am_yaml *node,
                            const char *what, const am_yaml_shape *s,
                            void *to) {
  bool map = s->keys || s->made || s->entries || s->names || s->elsewhere;
  int others = map + (s->items != NULL) + (s->words != NULL);
  if (others == 1 && !s->takes) {
    if (s->words) return take_word(report, node, what, s->words, to);
    *(const am_yaml **)to = node;
    return am_yaml_expect(report, node,
                          map ? AM_YAML_MAPPING : AM_YAML_SEQUENCE, what);
  }
  if (!others && s->takes == AM_TAKES_TEXT)
    return am_yaml_text(report, node, what, to);
  if (!others && s->takes == AM_TAKES_NUMBER)
    return take_number(report, node, what, s->range, to);
  if (!others && s->takes == AM_TAKES_WHOLE)
    return am_yaml_integer(report, node, what, s->least, s->most, to);
  if (!others && s->takes == AM_TAKES_FLAG)
    return am_yaml_boolean(report, node, what, to);
  *(const am_yaml **)to = node;
  return AM_OK;
}

am_status am_yaml_take(am_report *report, const am_yaml *map,
                       const char *what, const am_yaml_key *keys, void *to) {
  bool phrase = strchr(what, ' ');
  AM_TRY(am_yaml_keys_known(report, map, what, keys));
  for (const am_yaml_key *row = keys; row->key; row++) {
    const am_yaml_shape *shape = &row->shape;
    const am_yaml *node = am_yaml_get(map, row->key);
    if (!node && shape->store == AM_REQUIRED)
      return am_required(report, map, what, row->key, &node);
    if (!node || shape->store == AM_NOT_STORED) continue;
    if (shape->place)
      memcpy((char *)to + shape->place, &node->place, sizeof node->place);
    AM_TRY(take_value(report, node,
                      phrase ? row->key
                             : am_format(report->arena, "%s.%s", what,
                                         row->key),
                      shape, (char *)to + shape->offset));
  }
  return AM_OK;
}

/* ---- writing ------------------------------------------------------------- */

void am_yaml_quote(am_buffer *out, const char *text) {
  am_buffer_add(out, "\"");
  while (*text) {
    char shown[AM_SHOWN_SIZE];
    if (*text == '"' || *text == '\\') am_buffer_add(out, "\\");
    text += am_utf8_show(text, strlen(text), shown);
    am_buffer_add(out, "%s", shown);
  }
  am_buffer_add(out, "\"");
}

/* A label needs no quotes in any context. */
static void write_scalar(am_buffer *out, const char *text, bool plain) {
  if (plain)
    am_buffer_add(out, "%s", text);
  else
    am_yaml_quote(out, text);
}

/* Recursion is limited by the nesting that the reader allows. */
void am_yaml_write(am_buffer *out, const am_yaml *node) {
  const char *text = node->text.text;
  bool map = node->kind == AM_YAML_MAPPING;
  if (node->kind == AM_YAML_SCALAR) {
    bool word = node->plain && am_is_label(text);
    write_scalar(out, text, word || am_yaml_is_number(node));
    return;
  }
  am_buffer_add(out, map ? "{" : "[");
  for (size_t i = 0; i < node->count; i++) {
    const char *key = node->items[i]->key;
    am_buffer_add(out, "%s", i ? ", " : "");
    if (map) {
      write_scalar(out, key, am_is_label(key));
      am_buffer_add(out, ": ");
    }
    am_yaml_write(out, node->items[i]);
  }
  am_buffer_add(out, map ? "}" : "]");
}
