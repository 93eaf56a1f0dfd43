/* covers: source */
#include "tests/core/yaml/parsing.h"

static const struct {
  const char *text;
  int line, column;
  const char *message;
} rows[] = {
    {"f: a : b", 1, 6, "needs a '|' block or quotes"},
    {"f:\n  a = b\n  m*(e : e)\n", 3, 8, "needs a '|' block or quotes"},
    {"x: {that: a : b}", 1, 13, "needs a '|' block or quotes"},
    {"a: x, y: z", 1, 8, "needs a '|' block or quotes"},
    {"a: \"x\": y", 1, 7, "unexpected ':'"},
    {"a: 1\n  b: 2", 2, 4, "begin in the same column"},
    {": a", 1, 1, "unexpected ':'"},
    {"a: \"abc\nb: 1\n", 1, 4, "not closed"},
    {"a: 'abc", 1, 4, "not closed"},
    {"a:\n\tb: 1", 2, 1, "a tab cannot indent"},
    {"a: >\n b\n\tc", 3, 1, "a tab cannot indent"},
    {"a: @x", 1, 4, "beginning with '@' needs quotes"},
    {"a: %x", 1, 4, "beginning with '%' needs quotes"},
    {"a: `x", 1, 4, "beginning with '`' needs quotes"},
    {"a: *", 1, 4, "beginning with '*' or '&' needs quotes"},
    {"a: & x", 1, 4, "beginning with '*' or '&' needs quotes"},
    {"a: *x*y", 1, 4, "beginning with '*' or '&' needs quotes"},
    {"a: ?", 1, 4, "'?' needs quotes"},
    {"a: , b", 1, 4, "expected a value"},
    {"a: ]", 1, 4, "expected a value"},
    {"a: {b: 1", 1, 4, "expected ',' or '}' after the '{' of line 1"},
    {"a: {b: 1\nc: 2\n", 2, 2, "expected ',' or '}' after the '{' of line 1"},
    {"a: [1, 2\n\n", 1, 4, "expected ',' or ']' after the '[' of line 1"},
    {"a: [1,\n  2}", 2, 4, "expected ',' or ']' after the '[' of line 1"},
    {"a: {b: 1]", 1, 9, "expected ',' or '}' after the '{'"},
    {"a:\n    b: 1\n  c: 2", 3, 3, "column of the keys above"},
    {"a: \"b\" c", 1, 8, "column of the keys above"},
    {"path: {a: 1}, {b: 2}", 1, 13, "column of the keys above"},
    {"  a: 1\nb: 2", 2, 1, "begin in the same column"},
    {"a:\n - b\n c: 1", 3, 2, "in the column of the items above"},
    {"a: 1\nb\nc: 2", 2, 1, "a space after the colon"},
    {"a: 1\nb:2\n", 2, 1, "a space after the colon"},
    {"a:1", 1, 1, "a space after the colon"},
    {"a: - b", 1, 4, "on its own line"},
    {"a: \"x\\q\"", 1, 6, "unknown escape"},
    {"a: !e!x 1", 1, 4, "tags are not supported"},
    {"a: | x\n  b", 1, 6, "begins on the next line"},
    {"a: |0\n b", 1, 5, "not valid YAML: found an indentation indicator"},
    {"%FOO x\n---\na: 1", 1, 5, "not valid YAML"},
};

START_TEST(points_at_the_problem) {
  parsed p = parse(rows[_i].text);
  ck_assert_int_eq(p.status, AM_INPUT);
  check_message(p.report, rows[_i].line, rows[_i].column, rows[_i].message);
  am_arena_free(p.arena);
}
END_TEST

/* Whatever is cut off, there is a tree or a message. */
START_TEST(every_beginning_is_answered) {
  static const char text[] =
      "a: &x {b: [1, 'two', \"th\\x72ee\"]} # comment\r\n"
      "c:\r\n  - |2-\r\n\r\n    eps : eps\r\n  - >\n    folded\n"
      "? d\n: *x\n\"\xc3\xa4\xe2\x82\xac\": ~\n";
  for (size_t length = 0; length < sizeof text; length++) {
    char copy[sizeof text] = "";
    memcpy(copy, text, length);
    parsed p = parse_bytes(copy, length);
    am_arena_free(p.arena);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("syntax");
  tcase_add_loop_test(all, points_at_the_problem, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(all, every_beginning_is_answered);
  return test_run("yaml/syntax", &all, 1);
}
