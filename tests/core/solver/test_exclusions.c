/* test_exclusions.c: rejected combinations, in the program and in the
 * manual. */
#include "solver/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tests/support.h"

static const am_exclusion *row_of(int i) {
  int count;
  const am_exclusion *rows = am_exclusions(&count);
  ck_assert_int_lt(i, count);
  return &rows[i];
}

static int count_rows(void) {
  int count;
  am_exclusions(&count);
  return count;
}

/* Both features, the reason, and the position of the first feature. */
START_TEST(each_pair_is_rejected) {
  const am_exclusion *row = row_of(_i);
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_features f = {.present = {false}};
  am_feature_add(&f, row->first, true, (am_place){.line = 3}, NULL);
  ck_assert_int_eq(am_exclusions_check(report, &f), AM_OK);
  am_feature_add(&f, row->second, true, (am_place){.line = 9}, "second");
  ck_assert_int_eq(am_exclusions_check(report, &f), AM_INPUT);
  const am_message *m = report->first;
  ck_assert_int_eq(m->place.line, 3);
  ck_assert_ptr_nonnull(strstr(m->text, am_feature_text[row->first]));
  ck_assert_ptr_nonnull(strstr(m->text, " second: "));
  ck_assert_ptr_nonnull(strstr(m->text, row->reason));
}
END_TEST

/* Each pair is in the table once, in one order. */
START_TEST(pairs_are_different) {
  for (int i = 0; i < _i; i++) {
    ck_assert(row_of(i)->first != row_of(_i)->first ||
              row_of(i)->second != row_of(_i)->second);
    ck_assert(row_of(i)->first != row_of(_i)->second ||
              row_of(i)->second != row_of(_i)->first);
  }
  ck_assert(row_of(_i)->first != row_of(_i)->second);
}
END_TEST

START_TEST(every_feature_is_used) {
  bool used[AM_FEATURES] = {false};
  for (int i = 0; i < count_rows(); i++)
    used[row_of(i)->first] = used[row_of(i)->second] = true;
  for (int i = 0; i < AM_FEATURES; i++)
    ck_assert_msg(used[i], "no pair has %s", am_feature_text[i]);
}
END_TEST

/* The manual page as plain text: no backslashes of "\-" and "\(aq", one blank
 * between words. */
static const char *manual_text(am_arena *arena) {
  const char *folder = getenv("srcdir");
  FILE *file = fopen(am_format(arena, "%s/man/automat-case.5",
                               folder ? folder : "."), "r");
  am_buffer text = {.arena = arena};
  char line[1024];
  ck_assert_ptr_nonnull(file);
  while (fgets(line, sizeof line, file)) {
    for (const char *c = line; *c; c++) {
      bool quote = !strncmp(c, "\\(aq", 4);
      if (quote) c += 3;
      if (quote || *c != '\\')
        am_buffer_add(&text, "%c", quote ? '\'' : *c == '\n' ? ' ' : *c);
    }
  }
  fclose(file);
  return text.text;
}

START_TEST(the_manual_has_each_pair) {
  const am_exclusion *row = row_of(_i);
  am_arena *arena = test_arena();
  const char *expected =
      am_format(arena, ".IP (bu 2 %s with %s: %s ",
                am_feature_text[row->first], am_feature_text[row->second],
                row->reason);
  ck_assert_msg(strstr(manual_text(arena), expected),
                "man/automat-case.5 lacks: %s", expected);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("exclusions")};
  int count = count_rows();
  tcase_add_loop_test(cases[0], each_pair_is_rejected, 0, count);
  tcase_add_loop_test(cases[0], pairs_are_different, 0, count);
  tcase_add_test(cases[0], every_feature_is_used);
  tcase_add_loop_test(cases[0], the_manual_has_each_pair, 0, count);
  return test_run("exclusions", cases, 1);
}
