/* JSON schemas of tables of keys. */
#include "file/parts.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "law/material.h"
#include "case/case.h"
#include "tests/support.h"

/* ---- JSON ---------------------------------------------------------------- */

/* Text after blanks. */
static const char *next(const char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

/* The text after a value, or NULL */
static const char *skip_value(const char *at);

static const char *skip_string(const char *at) {
  if (*at++ != '"') return NULL;
  for (; *at && *at != '"'; at++)
    if (*at == '\\' && !*++at) return NULL;
  return *at ? at + 1 : NULL;
}

static const char *skip_members(const char *at, char end) {
  at = next(at + 1);
  if (*at == end) return at + 1;
  for (;;) {
    if (end == '}') {
      at = skip_string(next(at));
      if (!at || *(at = next(at)) != ':') return NULL;
      at++;
    }
    at = skip_value(next(at));
    if (!at) return NULL;
    at = next(at);
    if (*at == end) return at + 1;
    if (*at++ != ',') return NULL;
  }
}

static const char *skip_value(const char *at) {
  char *end;
  if (*at == '{') return skip_members(at, '}');
  if (*at == '[') return skip_members(at, ']');
  if (*at == '"') return skip_string(at);
  if (!strncmp(at, "true", 4)) return at + 4;
  if (!strncmp(at, "false", 5)) return at + 5;
  strtod(at, &end);
  return end > at ? end : NULL;
}

/* ---- schemas ------------------------------------------------------------- */

static char *text_of(am_arena *arena, const am_schema *schema) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  am_schema_write(arena, schema, out);
  fclose(out);
  const char *end = skip_value(text);
  ck_assert_msg(end && !*next(end), "no JSON: %s", text);
  return text;
}

static void check_key(am_arena *arena, const char *text, const char *key,
                      const char *about) {
  ck_assert_msg(strstr(text, am_format(arena, "\"%s\": {", key)), "no %s",
                key);
  ck_assert_msg(strstr(text, about), "no '%s'", about);
}

START_TEST(every_key_is_told) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  const am_schema schemas[] = {{"material", AM_KEYS(am_material_keys), NULL},
                               {"case", AM_KEYS(am_case_keys), NULL}};
  for (int i = 0; i < 2; i++) {
    const am_yaml_key *keys = schemas[i].root.keys;
    if (!keys) keys = schemas[i].root.made(arena);
    char *text = text_of(arena, &schemas[i]);
    for (; keys->key; keys++)
      check_key(arena, text, keys->key, keys->about);
    free(text);
  }
  am_arena_free(arena);
}
END_TEST

static const char *const words[] = {"up", "down", NULL};
extern const am_yaml_shape self;
static const am_yaml_key inner[] = {{"more", AM_A_LIST(self), "of its kind"},
                                    {"number", AM_A_NUMBER, "a \"size\""},
                                    {0}};
const am_yaml_shape self = AM_KEYS(inner);
static const am_yaml_key part[] = {{"late", AM_A_FLAG, "told elsewhere"},
                                   {0}};

/* Recursive tables are named definitions; keys described elsewhere are found,
 * or allow anything. */
START_TEST(shapes) {
  am_arena *arena = test_arena();
  static const am_yaml_key root[] = {
      {"way", AM_WORDS(words), "one of two"},
      {"self", AM_KEYS(inner), "itself"},
      {"late", {.elsewhere = true}, "late"},
      {"any", {.elsewhere = true}, "any"},
      {0}};
  const am_schema schema = {"thing", AM_KEYS(root), part};
  ck_assert(!am_arena_recover(arena));
  char *text = text_of(arena, &schema);
  static const char *const expected[] = {
      "\"$ref\": \"#/definitions/thing\"", "\"$ref\": \"#/definitions/self\"",
      "\"self\": {\n\"type\": \"object\"", "a \\\"size\\\"",
      "\"enum\": [\n\"up\",\n\"down\"]", "\"type\": \"boolean\"",
      "\"any\": {\n\"description\": \"any\"}",
      "\"additionalProperties\": false"};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
    ck_assert_msg(strstr(text, expected[i]), "%s is missing in %s",
                  expected[i], text);
  free(text);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("schema");
  tcase_add_test(tcase, every_key_is_told);
  tcase_add_test(tcase, shapes);
  return test_run("output/schema", &tcase, 1);
}
