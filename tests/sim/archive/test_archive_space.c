/* covers: archive_write
 *
 * A full disk: committed data remain, and the archive continues after space is
 * available. */
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "archive_sample.h"

/* Another limit of file size; the process keeps it. */
static void limit_size(rlim_t size) {
  struct rlimit limit = {size, RLIM_INFINITY};
  signal(SIGXFSZ, SIG_IGN);
  ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static rlim_t size_of(const char *name) {
  struct stat status;
  ck_assert_int_eq(stat(name, &status), 0);
  return (rlim_t)status.st_size;
}

/* Data committed before the disk was full are present, and with space again the
 * archive is completed. */
static void check_and_finish(const am_archive_layout *layout, long done) {
  report = am_report_new(arena);
  sample_check(path, layout, done, done ? done : 1);
  am_archive *archive = resumed(layout);
  ck_assert_int_eq(am_archive_done(archive), done);
  go_on(archive, layout, layout->points, 64);
  finish(archive);
  sample_check(path, layout, layout->points, layout->points);
}

START_TEST(stops_at_a_limit_of_file_size) {
  am_archive_layout layout = sample_layout(arena, 2000, 3, 16);
  am_archive *archive = made(&layout);
  limit_size(size_of(path) + 1000000);
  am_status status = sample_go_on(report, archive, &layout, 2000, 64);
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  long done = am_archive_done(archive);
  expect_message(am_format(arena, "File too large (%ld of 2000 points are "
                                  "written)", done));
  ck_assert_int_gt(done, 64);
  ck_assert_int_eq(am_archive_close(archive, report), AM_ENVIRONMENT);
  limit_size(RLIM_INFINITY);
  check_and_finish(&layout, done);
}
END_TEST

START_TEST(keeps_what_it_holds_when_a_write_fails) {
  am_archive_layout layout = sample_layout(arena, 2000, 3, 16);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, 128, 64);
  limit_size(size_of(path) + 10000);
  double values[64 * 36] = {0};
  for (int i = 0; i < 64 * 36; i++) values[i] = sin(i);
  am_status status = AM_OK;
  for (long row = 0; row < 3 && status == AM_OK; row++)
    status = am_archive_write(archive, report, 2, row, 128, 64, values);
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  expect_message("out.h5': File too large");
  ck_assert_int_eq(am_archive_close(archive, report), AM_ENVIRONMENT);
  expect_message("out.h5': File too large");
  limit_size(RLIM_INFINITY);
  check_and_finish(&layout, 128);
}
END_TEST

START_TEST(cannot_be_made_without_room) {
  am_archive_layout layout = sample_layout(arena, 2000, 3, 16);
  am_archive *archive = NULL;
  limit_size(5000);
  ck_assert_int_eq(am_archive_create(arena, report, path, &layout, &archive),
                   AM_ENVIRONMENT);
  expect_message("out.h5': File too large");
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

START_TEST(stops_on_a_full_disk) {
  const char *disk = am_format(arena, "%s/disk", folder);
  ck_assert_int_eq(mkdir(disk, 0700), 0);
  path = am_format(arena, "%s/out.h5", disk);
  if (mount("tmpfs", disk, "tmpfs", 0, "size=1m") == 0) {
    am_archive_layout layout = sample_layout(arena, 2000, 3, 16);
    am_archive *archive = made(&layout);
    am_status status = sample_go_on(report, archive, &layout, 2000, 64);
    ck_assert_int_eq(status, AM_ENVIRONMENT);
    expect_message("No space left on device (");
    long done = am_archive_done(archive);
    ck_assert_int_gt(done, 64);
    ck_assert_int_eq(am_archive_close(archive, report), AM_ENVIRONMENT);
    ck_assert_int_eq(mount("none", disk, "tmpfs", MS_REMOUNT, "size=20m"), 0);
    check_and_finish(&layout, done);
    ck_assert_int_eq(umount(disk), 0);
  }
  ck_assert_int_eq(rmdir(disk), 0);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive_space");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, stops_at_a_limit_of_file_size);
  tcase_add_test(test, keeps_what_it_holds_when_a_write_fails);
  tcase_add_test(test, cannot_be_made_without_room);
  tcase_add_test(test, stops_on_a_full_disk);
  return test_run("archive_space", &test, 1);
}
