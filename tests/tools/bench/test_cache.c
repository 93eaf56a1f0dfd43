/* covers: run
 *
 * Tests of the cache of bench/run.c. */
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/bench.h"
#include "tests/support.h"

static const char variable[] = "XDG_CACHE_HOME";

START_TEST(cache_is_empty_and_goes) {
  am_arena *own = am_arena_new(), *arena = test_arena();
  setenv(variable, "/before", 1);
  ck_assert(am_bench_cache(own, am_report_new(arena)) == AM_OK);
  const char *folder = am_format(arena, "%s", getenv(variable));
  ck_assert_str_ne(folder, "/before");
  ck_assert_int_eq(access(folder, F_OK), 0);
  ck_assert_int_ne(access(am_format(arena, "%s/automat", folder), F_OK), 0);
  am_arena_free(own);
  ck_assert_int_ne(access(folder, F_OK), 0);
  ck_assert_str_eq(getenv(variable), "/before");
}
END_TEST

START_TEST(its_files_go_too) {
  am_arena *own = am_arena_new(), *arena = test_arena();
  unsetenv(variable);
  ck_assert(am_bench_cache(own, am_report_new(arena)) == AM_OK);
  const char *folder = am_format(arena, "%s", getenv(variable));
  FILE *file = fopen(am_format(arena, "%s/entry", folder), "w");
  ck_assert_ptr_nonnull(file);
  fclose(file);
  am_arena_free(own);
  ck_assert_int_ne(access(folder, F_OK), 0);
  ck_assert_ptr_null(getenv(variable));
}
END_TEST

START_TEST(no_place_is_told) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  setenv("TMPDIR", "/nowhere/at/all", 1);
  ck_assert(am_bench_cache(arena, report) == AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(report->first->text, "/nowhere/at/all"));
}
END_TEST

int main(void) {
  TCase *all = tcase_create("cache");
  tcase_add_test(all, cache_is_empty_and_goes);
  tcase_add_test(all, its_files_go_too);
  tcase_add_test(all, no_place_is_told);
  return test_run("bench/scratch", &all, 1);
}
