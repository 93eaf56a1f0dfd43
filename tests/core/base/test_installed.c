/* test_installed.c: installed files by name. */
#include "base/installed.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

static char folder[] = "/tmp/automat-data-XXXXXX";
static am_arena *arena;
static am_report *report;

static void put(const char *below) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, below);
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  fclose(file);
}

static void set_up(void) {
  char path[200];
  arena = test_arena();
  report = am_report_new(arena);
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/materials", folder);
  mkdir(path, 0700);
  put("materials/zulu.yaml");
  put("materials/alpha-one.yaml");
  put("materials/notes.txt");
  snprintf(path, sizeof path, "/nowhere::%s", folder);
  setenv("AUTOMAT_PATH", path, 1);
}

static void tear_down(void) {
  static const char *const names[] = {"materials/zulu.yaml",
                                      "materials/alpha-one.yaml",
                                      "materials/notes.txt", "materials", ""};
  char path[200];
  for (int i = 0; i < 5; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    remove(path);
  }
  am_arena_free(arena);
}

static bool listed(const char *name, const char *const *names, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(names[i], name)) return true;
  return false;
}

START_TEST(files_are_found_and_listed) {
  const char *path;
  size_t count;
  ck_assert_int_eq(am_installed_find(arena, report, "materials", "zulu",
                                     NULL, am_nowhere, &path), AM_OK);
  ck_assert(!access(path, R_OK));
  const char *const *names = am_installed_names(arena, "materials", &count);
  ck_assert(listed("zulu", names, count));
  ck_assert(listed("alpha-one", names, count));
  ck_assert(!listed("notes", names, count));
  for (size_t i = 1; i < count; i++)
    ck_assert_int_lt(strcmp(names[i - 1], names[i]), 0);
}
END_TEST

START_TEST(unknown_names_get_the_nearest) {
  const char *path;
  ck_assert_int_eq(am_installed_find(arena, report, "materials", "zuul",
                                     NULL, am_nowhere, &path), AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   "no material 'zuul' is installed (did you mean 'zulu'?)");
}
END_TEST

START_TEST(names_do_not_leave_the_folder) {
  const char *path;
  ck_assert_int_eq(am_installed_find(arena, report, "materials",
                                "../materials/zulu", NULL, am_nowhere, &path),
                   AM_INPUT);
}
END_TEST

START_TEST(paths_are_told_apart) {
  ck_assert(am_installed_is_path("a.yaml"));
  ck_assert(am_installed_is_path("b/a"));
  ck_assert(!am_installed_is_path("michel-suquet"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("data")};
  tcase_add_checked_fixture(cases[0], set_up, tear_down);
  tcase_add_test(cases[0], files_are_found_and_listed);
  tcase_add_test(cases[0], unknown_names_get_the_nearest);
  tcase_add_test(cases[0], names_do_not_leave_the_folder);
  tcase_add_test(cases[0], paths_are_told_apart);
  return test_run("data", cases, 1);
}
