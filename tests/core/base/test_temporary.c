/* covers: files */
#include "base/files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "support.h"

static am_arena *arena;
static char base[] = "/tmp/test-temporary-XXXXXX";

static void set_up(void) {
  arena = test_arena();
  strcpy(base + strlen(base) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(base));
}

static void tear_down(void) {
  ck_assert_int_eq(system(am_format(arena, "rm -r '%s'", base)), 0);
}

static bool exists(const char *path) { return access(path, F_OK) == 0; }

static void write_in(const char *folder, const char *name) {
  FILE *out = fopen(am_format(arena, "%s/%s", folder, name), "w");
  ck_assert_ptr_nonnull(out);
  fclose(out);
}

/* Sets the time of the last change of a path to `days` ago. */
static void age(const char *path, double days) {
  struct timespec times[2] = {{.tv_sec = time(NULL) - (time_t)(days * 86400)}};
  times[1] = times[0];
  ck_assert_int_eq(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
}

/* Path of a folder with files and a folder, as a killed process leaves it. */
static const char *left_behind(double days) {
  char *path = am_format(arena, "%s/name-XXXXXX", base);
  ck_assert_ptr_nonnull(mkdtemp(path));
  write_in(path, "unit.c");
  mkdir(am_format(arena, "%s/automat", path), 0700);
  write_in(path, "automat/x");
  age(path, days);
  return path;
}

static void sweep(void) { am_temporary_sweep(arena, base, "name"); }

START_TEST(goes_with_what_is_in_it) {
  const char *folder;
  struct stat status;
  ck_assert_ptr_null(am_temporary_make(arena, base, "name", &folder));
  ck_assert_int_eq(stat(folder, &status), 0);
  ck_assert_int_eq(status.st_mode & 0777, 0700);
  write_in(folder, "unit.c");
  am_temporary_remove(folder);
  ck_assert(!exists(folder));
}
END_TEST

START_TEST(old_folders_go_with_the_next) {
  const char *old = left_behind(8), *new = left_behind(6), *folder;
  ck_assert_ptr_null(am_temporary_make(arena, base, "other", &folder));
  ck_assert(exists(old));
  am_temporary_remove(folder);
  ck_assert_ptr_null(am_temporary_make(arena, base, "name", &folder));
  ck_assert(!exists(old) && exists(new));
  am_temporary_remove(folder);
}
END_TEST

/* Folders with other names or permissions, and links, are kept. */
START_TEST(nothing_else_goes) {
  static const char *const folders[] = {"name-backup1", "name-abcdefg",
                                        "name-ab.def", "name-abcde", "names"};
  enum { COUNT = sizeof folders / sizeof *folders };
  const char *paths[COUNT], *link = am_format(arena, "%s/name-linked", base);
  for (int i = 0; i < COUNT; i++) {
    paths[i] = am_format(arena, "%s/%s", base, folders[i]);
    ck_assert_int_eq(mkdir(paths[i], 0700), 0);
    age(paths[i], 8);
  }
  const char *open = left_behind(8);
  ck_assert_int_eq(chmod(open, 0755), 0);
  ck_assert_int_eq(symlink(open, link), 0);
  age(link, 8);
  sweep();
  for (int i = 0; i < COUNT; i++) ck_assert(exists(paths[i]));
  ck_assert(exists(open) && exists(link));
}
END_TEST

START_TEST(old_files_go_too) {
  char *new = am_format(arena, "%s/name-XXXXXX", base);
  char *old = am_format(arena, "%s/name-XXXXXX", base);
  int file = mkstemp(new), other = mkstemp(old);
  ck_assert(file >= 0 && other >= 0);
  close(file);
  close(other);
  age(old, 8);
  sweep();
  ck_assert(exists(new) && !exists(old));
}
END_TEST

START_TEST(says_why_it_cannot_be_made) {
  const char *folder;
  const char *why = am_temporary_make(arena, am_format(arena, "%s/no", base),
                                      "name", &folder);
  ck_assert_str_eq(why, "No such file or directory");
}
END_TEST

int main(void) {
  TCase *test = tcase_create("temporary");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, goes_with_what_is_in_it);
  tcase_add_test(test, old_folders_go_with_the_next);
  tcase_add_test(test, nothing_else_goes);
  tcase_add_test(test, old_files_go_too);
  tcase_add_test(test, says_why_it_cannot_be_made);
  return test_run("temporary", &test, 1);
}
