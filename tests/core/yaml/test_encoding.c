/* covers: read */
#include "tests/core/yaml/parsing.h"

#define BYTES(text) text, sizeof text - 1

static const struct {
  const char *text;
  size_t length;
  int line, column;
  const char *message;
} rows[] = {
    {BYTES("a: \xff"), 1, 4, "\\xff is not UTF-8"},
    {BYTES("a: 1\nbb: \xc3"), 2, 5, "\\xc3 is not UTF-8"},
    {BYTES("a: \x80"), 1, 4, "not UTF-8"},
    {BYTES("a: \xc0\xaf"), 1, 4, "not UTF-8"},         /* overlong */
    {BYTES("a: \xe0\x80\xaf"), 1, 4, "not UTF-8"},     /* overlong */
    {BYTES("a: \xed\xa0\x80"), 1, 4, "not UTF-8"},     /* surrogate */
    {BYTES("a: \xf4\x90\x80\x80"), 1, 4, "not UTF-8"}, /* above 10FFFF */
    {BYTES("a: \xe2\x82"), 1, 4, "not UTF-8"},
    {BYTES("\xff\xfe" "a\0:\0"), 1, 1, "not UTF-8"},   /* UTF-16 */
    {BYTES("a: \0"), 1, 4, "control character (U+0000)"},
    {BYTES("\x7f" "ELF\2\1"), 1, 1, "control character (U+007F)"},
    {BYTES("a: b\x1b[0m"), 1, 5, "control character (U+001B)"},
    {BYTES("a: \xc2\x9b"), 1, 4, "control character (U+009B)"},
    {BYTES("a: 1\rb: 2\r"), 1, 5, "carriage return without"},
    {BYTES("a: \xc2\x85"), 1, 4, "unusual line break"},
    {BYTES("a: \xe2\x80\xa8"), 1, 4, "unusual line break (U+2028)"},
    {BYTES("a: \xef\xbb\xbf"), 1, 4, "byte order mark"},
    {BYTES("a: \xef\xbf\xbf"), 1, 4, "noncharacter"},
    {BYTES("%TAG ! tag:x\n---\na: 1"), 1, 1, "tags are not supported"},
};

START_TEST(refuses_what_is_not_text) {
  parsed p = parse_bytes(rows[_i].text, rows[_i].length);
  ck_assert_int_eq(p.status, AM_INPUT);
  check_message(p.report, rows[_i].line, rows[_i].column, rows[_i].message);
  am_arena_free(p.arena);
}
END_TEST

/* The first and last character of every length and range. */
static const char *const good[] = {
    "a", "~", "\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf",
    "\xee\x80\x80", "\xef\xbf\xbd", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};

START_TEST(takes_every_length_of_character) {
  char text[64];
  snprintf(text, sizeof text, "key: x%sy\r\n", good[_i]);
  parsed p = parse_good(text);
  const am_snippet *value = &node_at(p.root, "key")->text;
  ck_assert_uint_eq(value->length, strlen(good[_i]) + 2);
  ck_assert(!memcmp(value->text + 1, good[_i], strlen(good[_i])));
  am_arena_free(p.arena);
}
END_TEST

START_TEST(skips_a_byte_order_mark) {
  parsed p = parse_good("\xef\xbb\xbf" "a: 1\nb: 2\n");
  ck_assert_int_eq(node_at(p.root, "a")->place.column, 4);
  ck_assert_int_eq(node_at(p.root, "b")->place.line, 2);
  ck_assert_int_eq(node_at(p.root, "b")->place.column, 4);
  am_arena_free(p.arena);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("encoding");
  tcase_add_loop_test(all, refuses_what_is_not_text, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_loop_test(all, takes_every_length_of_character, 0,
                      sizeof good / sizeof *good);
  tcase_add_test(all, skips_a_byte_order_mark);
  return test_run("yaml/encoding", &all, 1);
}
