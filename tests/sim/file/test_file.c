#include "file/file.h"

#include <sys/stat.h>

#include "tests/sim/archive/files.h"

static am_arena *arena;
static am_report *report;
static const char *folder, *path;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/out.csv", folder);
}

static void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

START_TEST(appears_only_when_committed) {
  am_file file;
  ck_assert_int_eq(am_file_create(arena, report, path, &file), AM_OK);
  fputs("whole", file.stream);
  ck_assert_int_ne(access(path, F_OK), 0);
  ck_assert_int_eq(am_file_commit(&file, report), AM_OK);
  ck_assert_str_eq(test_read(arena, path), "whole");
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

START_TEST(replaces_what_was_there) {
  am_file file;
  test_write(path, "a longer old text", 17);
  ck_assert_int_eq(am_file_create(arena, report, path, &file), AM_OK);
  fputs("new", file.stream);
  ck_assert_str_eq(test_read(arena, path), "a longer old text");
  ck_assert_int_eq(am_file_commit(&file, report), AM_OK);
  ck_assert_str_eq(test_read(arena, path), "new");
}
END_TEST

START_TEST(leaves_nothing_when_discarded) {
  am_file file;
  ck_assert_int_eq(am_file_create(arena, report, path, &file), AM_OK);
  fputs("half", file.stream);
  am_file_discard(&file);
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

START_TEST(has_the_permissions_of_a_new_file) {
  am_file file;
  struct stat status;
  mode_t mask = umask(027);
  ck_assert_int_eq(am_file_create(arena, report, path, &file), AM_OK);
  ck_assert_int_eq(am_file_commit(&file, report), AM_OK);
  umask(mask);
  ck_assert_int_eq(stat(path, &status), 0);
  ck_assert_int_eq(status.st_mode & 0777, 0640);
}
END_TEST

START_TEST(keeps_a_symbolic_link) {
  am_file file;
  struct stat status;
  const char *link = am_format(arena, "%s/link", folder);
  test_write(path, "old", 3);
  ck_assert_int_eq(symlink(path, link), 0);
  ck_assert_int_eq(am_file_create(arena, report, link, &file), AM_OK);
  fputs("new", file.stream);
  ck_assert_int_eq(am_file_commit(&file, report), AM_OK);
  ck_assert_int_eq(lstat(link, &status), 0);
  ck_assert(S_ISLNK(status.st_mode));
  ck_assert_str_eq(test_read(arena, path), "new");
}
END_TEST

START_TEST(writes_devices_in_place) {
  am_file file;
  struct stat status;
  ck_assert_int_eq(am_file_create(arena, report, "/dev/null", &file), AM_OK);
  fputs("gone", file.stream);
  ck_assert_int_eq(am_file_commit(&file, report), AM_OK);
  ck_assert_int_eq(stat("/dev/null", &status), 0);
  ck_assert(S_ISCHR(status.st_mode));
}
END_TEST

START_TEST(reports_a_full_disk) {
  am_file file;
  ck_assert_int_eq(am_file_create(arena, report, "/dev/full", &file), AM_OK);
  fputs("does not fit", file.stream);
  ck_assert_int_eq(am_file_commit(&file, report), AM_ENVIRONMENT);
  ck_assert_str_eq(report->first->text,
                   "cannot write '/dev/full': No space left on device");
}
END_TEST

START_TEST(reports_what_cannot_be_made) {
  static const struct {
    const char *path, *message;
  } rows[] = {
      {"", "cannot write '': No such file or directory"},
      {"/", "cannot write '/': Is a directory"},
      {"/no/such/folder/x", "cannot write '/no/such/folder/x': No such file "
                            "or directory"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_file file;
    report = am_report_new(arena);
    ck_assert_int_eq(am_file_create(arena, report, rows[i].path, &file),
                     AM_ENVIRONMENT);
    ck_assert_str_eq(report->first->text, rows[i].message);
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("file");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, appears_only_when_committed);
  tcase_add_test(tests, replaces_what_was_there);
  tcase_add_test(tests, leaves_nothing_when_discarded);
  tcase_add_test(tests, has_the_permissions_of_a_new_file);
  tcase_add_test(tests, keeps_a_symbolic_link);
  tcase_add_test(tests, writes_devices_in_place);
  tcase_add_test(tests, reports_a_full_disk);
  tcase_add_test(tests, reports_what_cannot_be_made);
  return test_run("file", &tests, 1);
}
