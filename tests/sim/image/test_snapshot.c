#include "image/snapshot.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/sim/archive/files.h"

static am_arena *arena;
static am_report *report;
static const char *folder, *path;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/x.h5", folder);
}

static void tear_down(void) { test_remove(arena, folder); }

static const am_snapshot_array array = {"a/b", 2, {2, 3}, NULL};
static const double values[] = {1, -2, 3e300, 0.1, 5, NAN};

static am_snapshot *created(void) {
  am_snapshot *s;
  const char *text = "a text\nof lines";
  const char *const words[] = {"xx", "yy"};
  ck_assert_int_eq(am_snapshot_create(arena, report, path, &s), AM_OK);
  ck_assert_int_eq(am_snapshot_put(s, report, &array, values), AM_OK);
  ck_assert_int_eq(am_snapshot_note(s, report, NULL, "text", &text, 0),
                   AM_OK);
  ck_assert_int_eq(am_snapshot_note(s, report, "a/b", "words", words, 2),
                   AM_OK);
  return s;
}

static void check_values(const double *expected) {
  double found[6];
  am_snapshot *s;
  ck_assert_int_eq(am_snapshot_open(arena, report, path, &s), AM_OK);
  ck_assert_int_eq(am_snapshot_length(s, "a/b"), 2);
  ck_assert_int_eq(am_snapshot_get(s, report, &array, found), AM_OK);
  ck_assert(!memcmp(found, expected, sizeof found));
  ck_assert_str_eq(am_snapshot_text(arena, s, "text"), "a text\nof lines");
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
}

START_TEST(appears_whole_when_it_is_closed) {
  am_snapshot *s = created();
  ck_assert_int_ne(access(path, F_OK), 0);
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  check_values(values);
}
END_TEST

/* [2][6][2] by the columns 0 … 1 of three in each row, and the others. */
START_TEST(parts_make_an_array) {
  am_snapshot_array all = {"a/b", 3, {2, 6, 2}, NULL};
  static const am_snapshot_part parts[] = {
      {{0, 0, 0}, {1, 3, 1}, {2, 2, 1}, {1, 2, 2}},
      {{0, 2, 0}, {1, 3, 1}, {2, 2, 1}, {1, 1, 2}}};
  double some[2][16], found[24], again[16];
  am_snapshot *s;
  ck_assert_int_eq(am_snapshot_create(arena, report, path, &s), AM_OK);
  for (int p = 0; p < 2; p++) {
    all.part = &parts[p];
    long count = am_snapshot_numbers(&all);
    ck_assert_int_eq(count, p ? 8 : 16);
    for (int i = 0; i < count; i++) some[p][i] = 100 * p + i;
    ck_assert_int_eq(am_snapshot_put(s, report, &all, some[p]), AM_OK);
  }
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  ck_assert_int_eq(am_snapshot_open(arena, report, path, &s), AM_OK);
  all.part = NULL;
  ck_assert_int_eq(am_snapshot_get(s, report, &all, found), AM_OK);
  for (int n = 0, taken[2] = {0}; n < 24; n++) {
    int p = n / 2 % 3 == 2;
    ck_assert_double_eq(found[n], 100 * p + taken[p]++);
  }
  all.part = &parts[0];
  ck_assert_int_eq(am_snapshot_get(s, report, &all, again), AM_OK);
  ck_assert(!memcmp(again, some[0], sizeof again));
  const am_snapshot_part beyond = {{0, 5, 0}, {1, 3, 1}, {2, 2, 1}, {1, 1, 2}};
  all.part = &beyond;
  ck_assert_int_eq(am_snapshot_get(s, report, &all, again), AM_INPUT);
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
}
END_TEST

START_TEST(is_extended_and_replaced) {
  static const double others[] = {9, 8, 7, 6, 5, 4};
  am_snapshot *s = created();
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  ck_assert_int_eq(am_snapshot_extend(arena, report, path, &s), AM_OK);
  ck_assert_int_eq(am_snapshot_put(s, report, &array, others), AM_OK);
  const am_snapshot_array more = {"a/c", 2, {2, 3}, NULL};
  ck_assert_int_eq(am_snapshot_put(s, report, &more, values), AM_OK);
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  check_values(others);
}
END_TEST

START_TEST(what_is_not_there_is_named) {
  double found[6];
  const am_snapshot_array missing = {"b/c", 2, {2, 3}, NULL};
  const am_snapshot_array longer = {"a/b", 2, {2, 4}, NULL};
  am_snapshot *s = created();
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  ck_assert_int_eq(am_snapshot_open(arena, report, path, &s), AM_OK);
  ck_assert_int_eq(am_snapshot_length(s, "b/c"), -1);
  ck_assert_int_eq(am_snapshot_get(s, report, &missing, found), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->last->text, "/b/c is missing"));
  ck_assert_int_eq(am_snapshot_get(s, report, &longer, found), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->last->text, "has the wrong size"));
  ck_assert_ptr_null(am_snapshot_text(arena, s, "else"));
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
}
END_TEST

/* If the disk is full, no new file remains, and the old file is preserved. */
START_TEST(a_full_disk_is_one_message) {
  const am_snapshot_array many = {"large", 1, {1 << 16}, NULL};
  double *zeros = AM_ARRAY(arena, double, many.size[0]);
  am_snapshot *s = created();
  ck_assert_int_eq(am_snapshot_close(s, report), AM_OK);
  const struct rlimit limit = {1 << 16, 1 << 16};
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
  s = created();
  am_status put = am_snapshot_put(s, report, &many, zeros);
  ck_assert_int_eq(am_snapshot_close(s, report), AM_ENVIRONMENT);
  ck_assert_int_eq(put, AM_ENVIRONMENT);
  ck_assert_ptr_eq(report->first, report->last);
  ck_assert_int_eq(test_entries(folder), 1);
  check_values(values);
}
END_TEST

START_TEST(a_folder_that_is_missing) {
  am_snapshot *s;
  const char *missing = am_format(arena, "%s/no/x.h5", folder);
  ck_assert_int_eq(am_snapshot_create(arena, report, missing, &s),
                   AM_ENVIRONMENT);
  ck_assert_int_eq(am_snapshot_open(arena, report, missing, &s), AM_INPUT);
  ck_assert_int_eq(am_snapshot_extend(arena, report, missing, &s), AM_INPUT);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("snapshot");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, appears_whole_when_it_is_closed);
  tcase_add_test(tests, parts_make_an_array);
  tcase_add_test(tests, is_extended_and_replaced);
  tcase_add_test(tests, what_is_not_there_is_named);
  tcase_add_test(tests, a_full_disk_is_one_message);
  tcase_add_test(tests, a_folder_that_is_missing);
  return test_run("snapshot", &tests, 1);
}
