/* covers: fields, interp
 *
 * Input fields that are missing are zero; output fields that are missing are
 * not computed. */
#include <unistd.h>

#include "tests/cuda/batch.h"

enum { COUNT = 45, MOST_ENGINES = 2 };

static const char *const engines[MOST_ENGINES] = {"interp", "native"};

/* Native needs a compiler. */
static bool is_tested(int engine) {
  static int compiler = -1;
  if (!engine) return true;
  if (compiler < 0) compiler = !system("cc --version >/dev/null 2>&1");
  return compiler;
}

START_TEST(fields_may_be_unwanted) {
  for (int e = 0; e < MOST_ENGINES; e++) {
    setting s = open_setting(&unwanted[_i]);
    if (is_tested(e)) check_unwanted(&s, engines[e], COUNT);
    am_arena_free(s.arena);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("unwanted");
  char cache[] = "/tmp/automat-test-XXXXXX", remove[100];
  if (!mkdtemp(cache)) return 99;
  setenv("XDG_CACHE_HOME", cache, 1);
  tcase_add_loop_test(tcase, fields_may_be_unwanted, 0, UNWANTED);
  int status = test_run("unwanted", &tcase, 1);
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  return system(remove) ? 99 : status;
}
