/* covers: process */
/* test_locale.c: test_locale.c: numbers in a program whose locale has decimal
 * commas, which the test creates; skipped if it cannot be created. */
#include "base/process.h"

#include "base/text.h"
#include "commas.h"
#include "support.h"

START_TEST(points_instead_of_commas) {
  am_arena *arena = test_arena();
  am_locale locale;
  double value = 0;
  ck_assert_str_eq(am_format(arena, "%g", 0.25), "0,25");
  ck_assert(am_locale_enter(&locale));
  ck_assert_str_eq(am_format(arena, "%g", 0.25), "0.25");
  ck_assert(am_parse_number("0.5", &value));
  ck_assert_double_eq(value, 0.5);
  ck_assert(!am_is_name("\xe4"));
  am_locale_leave(&locale);
  ck_assert_str_eq(am_format(arena, "%g", 0.25), "0,25");
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("locale")};
  char folder[] = "/tmp/automat-locale-XXXXXX";
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  int status = 77;
  tcase_add_test(cases[0], points_instead_of_commas);
  if (commas_make(folder)) status = test_run("locale", cases, 1);
  commas_remove(folder);
  return status;
}
