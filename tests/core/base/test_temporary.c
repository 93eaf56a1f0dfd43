/* covers: files */
#include "base/files.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
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

/* Path of a folder, left by a killed process, that contains files and a
 * folder. */
static const char *left_behind(void) {
  char *path = am_format(arena, "%s/name-XXXXXX", base);
  ck_assert_ptr_nonnull(mkdtemp(path));
  pid_t child = fork();
  if (child == 0) {
    int lock = open(am_format(arena, "%s/automat.lock", path),
                    O_RDWR | O_CREAT, 0600);
    am_lock_take(lock);
    write_in(path, "unit.c");
    mkdir(am_format(arena, "%s/automat", path), 0700);
    write_in(path, "automat/x");
    kill(getpid(), SIGKILL);
  }
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
  return path;
}

static void sweep(void) { am_temporary_sweep(arena, base, "name", true); }

START_TEST(goes_with_what_is_in_it) {
  am_temporary folder;
  struct stat status;
  ck_assert_ptr_null(am_temporary_make(arena, base, "name", &folder));
  ck_assert_int_eq(stat(folder.path, &status), 0);
  ck_assert_int_eq(status.st_mode & 0777, 0700);
  write_in(folder.path, "unit.c");
  am_temporary_remove(&folder);
  ck_assert(!exists(folder.path));
}
END_TEST

START_TEST(what_a_killed_process_left_goes_with_the_next) {
  const char *left = left_behind();
  am_temporary folder;
  ck_assert(exists(left));
  ck_assert_ptr_null(am_temporary_make(arena, base, "other", &folder));
  ck_assert(exists(left));
  am_temporary_remove(&folder);
  ck_assert_ptr_null(am_temporary_make(arena, base, "name", &folder));
  ck_assert(!exists(left));
  am_temporary_remove(&folder);
}
END_TEST

START_TEST(what_is_in_use_stays) {
  am_temporary folder;
  ck_assert_ptr_null(am_temporary_make(arena, base, "name", &folder));
  sweep();
  ck_assert(exists(folder.path));
  am_temporary_remove(&folder);
}
END_TEST

/* Folders with other names or permissions, and links, are kept. */
START_TEST(nothing_else_goes) {
  static const char *const folders[] = {"name-backup", "name-abcdefg",
                                        "name-ab.def", "name-abcde", "names"};
  enum { COUNT = sizeof folders / sizeof *folders };
  const char *paths[COUNT], *link = am_format(arena, "%s/name-linked", base);
  for (int i = 0; i < COUNT; i++) {
    paths[i] = am_format(arena, "%s/%s", base, folders[i]);
    ck_assert_int_eq(mkdir(paths[i], 0700), 0);
    if (i > 0) write_in(paths[i], "automat.lock");
  }
  const char *left = left_behind();
  ck_assert_int_eq(chmod(left, 0755), 0);
  const char *own = am_format(arena, "%s/name-foobar", base);
  ck_assert_int_eq(mkdir(own, 0700), 0);
  ck_assert_int_eq(symlink(am_format(arena, "%s/automat.lock", paths[1]),
                           am_format(arena, "%s/automat.lock", own)), 0);
  ck_assert_int_eq(symlink(left, link), 0);
  sweep();
  for (int i = 0; i < COUNT; i++) ck_assert(exists(paths[i]));
  ck_assert(exists(left) && exists(link) && exists(own));
}
END_TEST

START_TEST(files_are_left_where_they_are_held) {
  char *held = am_format(arena, "%s/name-XXXXXX", base);
  char *left = am_format(arena, "%s/name-XXXXXX", base);
  int file = mkstemp(held), other = mkstemp(left);
  ck_assert(file >= 0 && other >= 0);
  close(other);
  ck_assert_int_eq(am_lock_take(file), AM_LOCK_OURS);
  am_temporary_sweep(arena, base, "name", false);
  ck_assert(exists(held) && exists(left));
  sweep();
  ck_assert(exists(held) && !exists(left));
  close(file);
}
END_TEST

START_TEST(says_why_it_cannot_be_made) {
  am_temporary folder;
  const char *why = am_temporary_make(arena, am_format(arena, "%s/no", base),
                                      "name", &folder);
  ck_assert_str_eq(why, "No such file or directory");
}
END_TEST

int main(void) {
  TCase *test = tcase_create("temporary");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, goes_with_what_is_in_it);
  tcase_add_test(test, what_a_killed_process_left_goes_with_the_next);
  tcase_add_test(test, what_is_in_use_stays);
  tcase_add_test(test, nothing_else_goes);
  tcase_add_test(test, files_are_left_where_they_are_held);
  tcase_add_test(test, says_why_it_cannot_be_made);
  return test_run("temporary", &test, 1);
}
