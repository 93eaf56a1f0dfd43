/* covers: yaml */
#include "tests/core/yaml/parsing.h"

/* In each text the scalar at `path` occurs byte for byte, so that the place of
 * every byte is known. */
static const struct {
  const char *text, *path, *value;
} rows[] = {
    {"a: plain text # c\n", "a", "plain text"},
    {"a:\n  b:   x + y\n", "a.b", "x + y"},
    {"a: {b: 1, c: x*y}\n", "a.c", "x*y"},
    {"a: 'it is : so'\n", "a", "it is : so"},
    {"a: [\"x : y\", 'z']\n", "a.1", "x : y"},
    {"a: [\"x : y\", 'z']\n", "a.2", "z"},
    {"a: &anchor x y\n", "a", "x y"},
    {"a: &anchor\n  # comment\n   x y\n", "a", "x y"},
    {"a: &x 'q'\nb: *x\n", "b", "q"},
    {"\xc3\xa4: {\xc3\xb6: \xe2\x82\xac + 1}\n", "\xc3\xa4.\xc3\xb6",
     "\xe2\x82\xac + 1"},
    {"a: |\n  x = 1\n  y\n", "a", "x = 1\ny\n"},
    {"a:\n  b: |\n      x = 1\n        y\n      z", "a.b", "x = 1\n  y\nz"},
    {"a: |\n\n\n  x\n\n  y\n", "a", "\n\nx\n\ny\n"},
    {"a: |-   # comment\n  x\n  y\n\n", "a", "x\ny"},
    {"a: |+\n  x\n\n\nb: 1\n", "a", "x\n\n\n"},
    {"a: |2\n    x\n  y\n", "a", "  x\ny\n"},
    {"a: |\n  x\n# comment\n", "a", "x\n"},
    {"a: &x |\n  x\n", "a", "x\n"},
    {"a: |\r\n\r\n  x\r\n  y\r\nb: z\r\n", "a", "\nx\ny\n"},
    {"a: |\r\n  x\r\nb: z\r\n", "b", "z"},
    {"a:\n- |\n  x\n   y\n- b\n", "a.1", "x\n y\n"},
    {"a:\n  |\n  x\n  y\n", "a", "x\ny\n"},
    {"a: |\n  x\n  \n    \n  y\n", "a", "x\n\n  \ny\n"},
};

static char byte_at(const am_place *place) {
  const char *text = place->source->text;
  for (int line = 1; line < place->line; line++)
    text = strchr(text, '\n') + 1;
  return text[place->column - 1];
}

START_TEST(every_byte_has_its_place) {
  parsed p = parse_good(rows[_i].text);
  const am_snippet *text = &node_at(p.root, rows[_i].path)->text;
  ck_assert_str_eq(text->text, rows[_i].value);
  ck_assert_uint_eq(text->length, strlen(rows[_i].value));
  for (size_t i = 0; i < text->length; i++) {
    am_place place = am_snippet_place(text, i);
    if (text->text[i] == '\n') continue;
    ck_assert_msg(byte_at(&place) == text->text[i],
                  "byte %zu at %d:%d is '%c', not '%c'", i, place.line,
                  place.column, byte_at(&place), text->text[i]);
  }
  am_arena_free(p.arena);
}
END_TEST

/* Folded styles: the place stays inside the scalar's first line at least. */
static const char *const folded[] = {
    "a: one\n  two\n", "a: 'one\n  two'\n", "a: >\n  one\n  two\n",
    "a: \"o\\x6ee two\"\n", "a: |\n\n\n", "a: |2\n\n", "a: ''\n", "a: |",
    "a: >-", "a: |\n   "};

START_TEST(other_styles_begin_in_place) {
  parsed p = parse_good(folded[_i]);
  const am_snippet *text = &node_at(p.root, "a")->text;
  am_place place = am_snippet_place(text, 0);
  ck_assert_int_ge(place.line, 1);
  ck_assert_int_ge(place.column, 1);
  if (text->length && text->text[0] == 'o')
    ck_assert_int_eq(byte_at(&place), 'o');
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  const char *text, *path;
  int line, column, key_line, key_column;
} places[] = {
    {"a: 1", "a", 1, 4, 1, 1},
    {"a:\n  b: [1,\n 2]", "a.b.2", 3, 2, 0, 0},
    {"a:\n  b: 1", "a", 2, 3, 1, 1},
    {"a: &x\n  b: 1", "a", 2, 3, 1, 1},
    {"a: &x\nb: 1", "a", 1, 6, 1, 1},
    {"a:\nb: 1", "a", 1, 3, 1, 1},
    {"a:\n- b\n- c: d\n", "a.2.c", 3, 6, 3, 3},
    {"a: |\n  x\n", "a", 1, 4, 1, 1},
    {"a: &x [1]\nb: *x", "b", 1, 7, 2, 1},
    {"? a\n: b", "a", 2, 3, 1, 3},
};

START_TEST(nodes_and_keys_have_places) {
  parsed p = parse_good(places[_i].text);
  const am_yaml *node = node_at(p.root, places[_i].path);
  ck_assert_int_eq(node->place.line, places[_i].line);
  ck_assert_int_eq(node->place.column, places[_i].column);
  ck_assert_int_eq(node->key_place.line, places[_i].key_line);
  ck_assert_int_eq(node->key_place.column, places[_i].key_column);
  am_arena_free(p.arena);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("cursor");
  tcase_add_loop_test(all, every_byte_has_its_place, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_loop_test(all, other_styles_begin_in_place, 0,
                      sizeof folded / sizeof *folded);
  tcase_add_loop_test(all, nodes_and_keys_have_places, 0,
                      sizeof places / sizeof *places);
  return test_run("yaml/cursor", &all, 1);
}
