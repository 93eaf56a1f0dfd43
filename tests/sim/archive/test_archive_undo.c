/* covers: archive_write
 *
 * Commits that are cut short. */
#include <sys/wait.h>

#include "archive_sample.h"
#include "archive/archive_file.h"

enum { POINTS = 3000, CHUNK = 2, DONE = 100 };

/* A process that ends amid a commit, with a part of the file overwritten. */
static void cut_short(const am_archive_layout *layout, long begin,
                      bool counts) {
  pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    am_archive *archive = resumed(layout);
    char garbage[64];
    memset(garbage, 0x5a, sizeof garbage);
    ck_assert(am_archive_undo_hold(archive));
    if (!counts) ck_assert(am_archive_undo_drop(archive));
    for (long i = begin; counts && i < archive->index_bytes; i += 1000)
      ck_assert_int_eq(pwrite(archive->space, garbage, 10, i), 10);
    _exit(0);
  }
  int status = 1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
}

START_TEST(are_undone) {
  am_archive_layout layout = sample_layout(arena, POINTS, 3, CHUNK);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, DONE, CHUNK);
  finish(archive);
  for (long begin = 0; begin < 200; begin += 50) {
    cut_short(&layout, begin, begin != 100);
    ck_assert_int_eq(test_entries(folder), 3);
    archive = resumed(&layout);
    ck_assert_int_eq(am_archive_done(archive), DONE);
    finish(archive);
    ck_assert_int_eq(test_entries(folder), 2);
    sample_check(path, &layout, DONE, POINTS);
  }
}
END_TEST

/* PATH.undo of an archive that was replaced says nothing of the new one. */
START_TEST(are_forgotten_with_the_archive) {
  am_archive_layout layout = sample_layout(arena, POINTS, 3, CHUNK);
  finish(made(&layout));
  cut_short(&layout, 0, true);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, DONE, DONE);
  finish(archive);
  sample_check(path, &layout, DONE, POINTS);
  const char *other = am_format(arena, "%s/other.h5", folder);
  cut_short(&layout, 0, true);
  ck_assert_int_eq(rename(path, other), 0);
  const char *copy = am_format(arena, "cp '%s' '%s'", other, path);
  ck_assert_int_eq(system(copy), 0);
  ck_assert_int_eq(am_archive_resume(arena, report, path, &layout, &archive),
                   AM_INPUT);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive_undo");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, are_undone);
  tcase_add_test(test, are_forgotten_with_the_archive);
  return test_run("archive_undo", &test, 1);
}
