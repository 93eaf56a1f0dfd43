/* test_report.c: test_report.c: messages as printed. */
#include "base/report.h"

#include <string.h>

#include "base/text.h"
#include "support.h"

static am_arena *arena;
static am_report *report;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
}

static void tear_down(void) { am_arena_free(arena); }

static const char *printed(am_severity least) {
  static char text[8000];
  memset(text, 0, sizeof text);
  FILE *out = fmemopen(text, sizeof text - 1, "w");
  am_report_print(report, least, out);
  fclose(out);
  return text;
}

START_TEST(line_and_caret) {
  am_source source = {"a.yaml", "first: 1\n  second: x\n", 21};
  am_place place = {&source, 2, 11};
  ck_assert_int_eq(am_error(report, AM_INPUT, place, "found '%s'", "x"),
                   AM_INPUT);
  ck_assert_str_eq(printed(AM_SEVERITY_NOTE),
                   "a.yaml:2:11: error: found 'x'\n"
                   "    second: x\n"
                   "            ^\n");
  ck_assert_str_eq(printed(AM_SEVERITY_NOTE), "");
}
END_TEST

START_TEST(without_place) {
  am_source source = {"a.yaml", "", 0};
  am_warn(report, am_nowhere, "one");
  am_note(report, (am_place){&source, 0, 0}, "two");
  ck_assert_str_eq(printed(AM_SEVERITY_NOTE),
                   "automat: warning: one\na.yaml: note: two\n");
}
END_TEST

/* Neither ESC nor the CSI of eight bits reaches a terminal. */
START_TEST(terminals_are_not_commanded) {
  am_source source = {"a\033[2J", "\033[31mx\xc2\x9b", 8};
  am_warn(report, (am_place){&source, 1, 1}, "b\xc2\x9bm\a\nc \xc2\xb0");
  ck_assert_str_eq(printed(AM_SEVERITY_NOTE),
                   "a\\x1b[2J:1:1: warning: b\\u009bm\\x07 c \xc2\xb0\n"
                   "  \\x1b[31mx\\u009b\n  ^\n");
  am_warn(report, (am_place){&source, 1, 3}, "c");
  ck_assert_str_eq(printed(AM_SEVERITY_NOTE),
                   "a\\x1b[2J:1:3: warning: c\n"
                   "  \\x1b[31mx\\u009b\n       ^\n");
}
END_TEST

/* Writing directions, line breaks, characters without width. */
START_TEST(what_is_read_is_what_is_there) {
  static const struct {
    const char *text, *shown;
  } hidden[] = {
      {"\xc2\xad", "\\u00ad"},     {"\xd8\x9c", "\\u061c"},
      {"\xe2\x80\x8b", "\\u200b"}, {"\xe2\x80\x8f", "\\u200f"},
      {"\xe2\x80\xa8", "\\u2028"}, {"\xe2\x80\xae", "\\u202e"},
      {"\xe2\x81\xa6", "\\u2066"}, {"\xe2\x81\xa9", "\\u2069"},
      {"\xef\xbb\xbf", "\\ufeff"}, {"\xf3\xa0\x80\x81", "\\U000e0001"}};
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
    char expected[64];
    snprintf(expected, sizeof expected, "automat: warning: a%sb\n",
             hidden[i].shown);
    am_warn(report, am_nowhere, "a%sb", hidden[i].text);
    ck_assert_str_eq(printed(AM_SEVERITY_NOTE), expected);
  }
}
END_TEST

START_TEST(long_messages_are_cut) {
  enum { LENGTH = 789000 };
  char *text = malloc(LENGTH + 1);
  memset(text, 'a', LENGTH);
  text[LENGTH] = 0;
  am_warn(report, am_nowhere, "'%s'", text);
  free(text);
  const char *out = printed(AM_SEVERITY_NOTE);
  ck_assert_uint_le(strlen(out), 4100);
  ck_assert(strstr(out, "aaa... (789002 bytes in all)\n"));
}
END_TEST

static void look(void *data, const char *what) {
  am_buffer *seen = data;
  am_buffer_add(seen, "[%s]", what ? what : "");
}

START_TEST(what_takes_long_is_told) {
  am_buffer seen = {.arena = arena};
  am_report_tell(report, "unseen");
  report->teller = look;
  report->data = &seen;
  am_report_tell(am_report_apart(arena, report), "work");
  am_report_tell(report, NULL);
  ck_assert_str_eq(seen.text, "[work][]");
  ck_assert_ptr_null(report->first);
}
END_TEST

START_TEST(severities_are_filtered) {
  am_note(report, am_nowhere, "note");
  am_warn(report, am_nowhere, "warning");
  ck_assert_str_eq(printed(AM_SEVERITY_WARNING),
                   "automat: warning: warning\n");
}
END_TEST

START_TEST(long_lines_are_cut_around_the_place) {
  char text[400];
  memset(text, 'a', sizeof text);
  text[250] = 'X';
  text[399] = 0;
  am_source source = {"a", text, 399};
  am_error(report, AM_INPUT, (am_place){&source, 1, 251}, "here");
  const char *out = printed(AM_SEVERITY_ERROR);
  const char *line = strchr(out, '\n') + 1, *caret = strchr(line, '\n') + 1;
  ck_assert_int_eq(line[strchr(caret, '^') - caret], 'X');
  ck_assert_uint_le(strcspn(line, "\n"), 102);
}
END_TEST

START_TEST(places_in_snippets) {
  am_source source = {"a", "", 0};
  am_snippet s = {"ab\ncd\nef", 8, &source, 10, 7, 3};
  am_place first = am_snippet_place(&s, 1), third = am_snippet_place(&s, 7);
  ck_assert_int_eq(first.line, 10);
  ck_assert_int_eq(first.column, 8);
  ck_assert_int_eq(third.line, 12);
  ck_assert_int_eq(third.column, 4);
}
END_TEST

START_TEST(one_of_several) {
  static const char *const names[] = {"double", "single"};
  ck_assert_int_eq(am_expect_one(report, "--x", "single", names, 2), AM_OK);
  ck_assert_ptr_null(report->first);
  ck_assert_int_eq(am_expect_one(report, "--x", "singel\n", names, 2),
                   AM_USAGE);
  ck_assert_str_eq(report->first->text,
                   "expected '--x' to be one of double, single, found "
                   "'singel\\x0a' (did you mean 'single'?)");
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("report")};
  tcase_add_checked_fixture(cases[0], set_up, tear_down);
  tcase_add_test(cases[0], line_and_caret);
  tcase_add_test(cases[0], without_place);
  tcase_add_test(cases[0], severities_are_filtered);
  tcase_add_test(cases[0], terminals_are_not_commanded);
  tcase_add_test(cases[0], what_is_read_is_what_is_there);
  tcase_add_test(cases[0], long_messages_are_cut);
  tcase_add_test(cases[0], what_takes_long_is_told);
  tcase_add_test(cases[0], long_lines_are_cut_around_the_place);
  tcase_add_test(cases[0], places_in_snippets);
  tcase_add_test(cases[0], one_of_several);
  return test_run("report", cases, 1);
}
