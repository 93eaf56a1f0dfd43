#include "file/parts.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/files.h"
#include "tests/sim/archive/files.h"
#include "archive/archive.h"
#include "file/file.h"
#include "image/snapshot.h"

static am_arena *arena;
static am_report *report;
static const char *folder, *path, *part;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/x", folder);
  part = am_format(arena, "%s.part", path);
}

static void tear_down(void) { test_remove(arena, folder); }

static void expect(const char *message) {
  ck_assert_ptr_nonnull(report->first);
  ck_assert_msg(strstr(report->first->text, message) != NULL, "%s",
                report->first->text);
  ck_assert_ptr_null(report->first->next);
  report = am_report_new(arena);
}

/* Every writer of a file requests the lock. */
START_TEST(inputs_are_not_replaced) {
  am_file file;
  am_snapshot *snapshot;
  am_archive *archive;
  const am_archive_layout layout = {.points = 1};
  test_write(path, "text", 4);
  for (int i = 0; i < 4; i++) {
    am_input_note(report, path);
    ck_assert(am_input_is_known(report, path));
    am_status status =
        i == 0   ? am_file_create(arena, report, path, &file)
        : i == 1 ? am_snapshot_create(arena, report, path, &snapshot)
        : i == 2 ? am_archive_create(arena, report, path, &layout, &archive)
                 : am_archive_resume(arena, report, path, &layout, &archive);
    ck_assert_int_eq(status, AM_USAGE);
    expect("this command also reads it");
    ck_assert_str_eq(test_read(arena, path), "text");
    ck_assert_int_eq(test_entries(folder), 1);
  }
}
END_TEST

START_TEST(one_process_of_several_writes_nothing) {
  am_file file;
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  ck_assert_int_eq(am_file_create(arena, report, path, &file), AM_USAGE);
  expect("OMPI_COMM_WORLD_SIZE is 2");
  ck_assert_int_eq(am_output_check(report, "/dev/null"), AM_OK);
  setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  setenv("SLURM_STEP_NUM_TASKS", "2", 1);
  ck_assert_int_eq(am_output_check(report, path), AM_OK);
  unsetenv("OMPI_COMM_WORLD_SIZE");
  ck_assert_int_eq(am_output_check(report, path), AM_USAGE);
  unsetenv("SLURM_STEP_NUM_TASKS");
  ck_assert_int_eq(am_output_check(am_report_new(arena), path), AM_OK);
}
END_TEST

START_TEST(outputs_are_different_files) {
  const char *link = am_format(arena, "%s/link", folder);
  const char *way = am_format(arena, "%s/../%s", folder,
                              strchr(folder + 1, '/') + 1);
  const char *paths[] = {path, NULL, "-", "-", "/dev/null", "/dev/null",
                         am_format(arena, "%s/x", way)};
  ck_assert_int_eq(am_outputs_check(report, paths, 6), AM_OK);
  ck_assert_int_eq(am_outputs_check(report, paths, 7), AM_USAGE);
  expect("are the same file");
  test_write(path, "text", 4);
  ck_assert_int_eq(symlink(path, link), 0);
  paths[6] = link;
  ck_assert_int_eq(am_outputs_check(report, paths, 7), AM_USAGE);
  expect("are the same file");
}
END_TEST

START_TEST(a_part_is_held_until_it_is_closed) {
  const char *why = NULL;
  int file = am_output_lock(arena, part, &why);
  ck_assert_int_ge(file, 0);
  ck_assert_int_lt(am_output_lock(arena, part, &why), 0);
  ck_assert_str_eq(why, "another program is writing it");
  close(file);
  file = am_output_lock(arena, part, &why);
  ck_assert_int_ge(file, 0);
  close(file);
}
END_TEST

/* The lock of a killed process, with any permissions */
START_TEST(what_is_left_goes) {
  const char *why = NULL;
  struct stat status;
  test_write(part, "half", 4);
  ck_assert_int_eq(chmod(part, 0400), 0);
  int file = am_output_lock(arena, part, &why);
  ck_assert_int_ge(file, 0);
  ck_assert_int_eq(fstat(file, &status), 0);
  ck_assert_int_eq(status.st_size, 0);
  ck_assert_int_eq(status.st_mode & 0600, 0600);
  close(file);
}
END_TEST

START_TEST(what_is_no_file_of_ours_stays) {
  const char *why = NULL;
  test_write(path, "text", 4);
  ck_assert_int_eq(symlink(path, part), 0);
  ck_assert_int_lt(am_output_lock(arena, part, &why), 0);
  ck_assert_ptr_nonnull(strstr(why, "exists and is not an unfinished output"));
  ck_assert_str_eq(test_read(arena, path), "text");
}
END_TEST

int main(void) {
  TCase *test = tcase_create("claim");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, inputs_are_not_replaced);
  tcase_add_test(test, one_process_of_several_writes_nothing);
  tcase_add_test(test, outputs_are_different_files);
  tcase_add_test(test, a_part_is_held_until_it_is_closed);
  tcase_add_test(test, what_is_left_goes);
  tcase_add_test(test, what_is_no_file_of_ours_stays);
  return test_run("claim", &test, 1);
}
