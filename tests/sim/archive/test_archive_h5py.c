/* covers: archive_write
 *
 * Archives can be read by h5py; skipped if Python has no h5py. */
#include <signal.h>
#include <sys/wait.h>

#include "archive_sample.h"

enum { SKIPPED = 77 };

static const char *const pythons[] = {"/usr/bin/python3", "python3"};

static const char *python(void) {
  for (int i = 0; i < 2; i++) {
    char command[100];
    snprintf(command, sizeof command, "%s -c 'import h5py' 2>/dev/null",
             pythons[i]);
    if (system(command) == 0) return pythons[i];
  }
  return NULL;
}

static void read_it(long done, const char *option) {
  const char *source = getenv("srcdir");
  const char *command = am_format(
      arena, "%s '%s/tests/verification/read_archive.py' '%s' %ld %s",
      python(), source ? source : ".", path, done, option);
  ck_assert_msg(system(command) == 0, "%s", command);
}

START_TEST(reads_archives) {
  am_archive_layout layout = sample_layout(arena, 10000, 4, 0);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, 8192, 4096);
  finish(archive);
  read_it(8192, "");
  archive = resumed(&layout);
  go_on(archive, &layout, 10000, 4096);
  finish(archive);
  read_it(10000, "");
}
END_TEST

/* The archive of a killed process can be opened as it is. */
START_TEST(reads_what_was_killed) {
  am_archive_layout layout = sample_layout(arena, 3000, 3, 16);
  pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    am_archive *archive = made(&layout);
    go_on(archive, &layout, 1600, 160);
    double values[16 * 6] = {0};
    ck_assert_int_eq(
        am_archive_write(archive, report, 0, 1, 1600, 16, values), AM_OK);
    raise(SIGKILL);
  }
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
  read_it(1600, "killed");
}
END_TEST

int main(void) {
  if (!python()) return SKIPPED;
  TCase *test = tcase_create("archive_h5py");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, reads_archives);
  tcase_add_test(test, reads_what_was_killed);
  return test_run("archive_h5py", &test, 1);
}
