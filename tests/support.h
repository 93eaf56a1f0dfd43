/* support.h: common part of all test programs: one suite per file, a main
 * function, and comparisons that print both numbers. */
#ifndef AM_TESTS_SUPPORT_H
#define AM_TESTS_SUPPORT_H

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/report.h"

/* |a - b| <= absolute + relative·|b|, both finite */
#define ck_assert_close(a, b, relative, absolute)                           \
  do {                                                                      \
    double a_ = (a), b_ = (b);                                              \
    ck_assert_msg(fabs(a_ - b_) <= (absolute) + (relative)*fabs(b_),        \
                  "%s = %.17g, expected %s = %.17g (difference %.3g)", #a,  \
                  a_, #b, b_, a_ - b_);                                     \
  } while (0)

enum { TEST_ARENAS = 1 << 16 };

/* Arenas that a test does not free stay reachable until its process ends. */
static am_arena *test_arenas[TEST_ARENAS];

/* An arena; running out of memory aborts the test. */
static inline am_arena *test_arena(void) {
  static size_t count;
  am_arena *arena = am_arena_new();
  ck_assert_ptr_nonnull(arena);
  test_arenas[count++ % TEST_ARENAS] = arena;
  return arena;
}

/* Sets the flag of an arena whose work polls it. */
static inline void test_watch(am_arena *arena, const volatile int *stop) {
  am_arena_watch(arena, stop);
  (void)am_arena_interruptible(arena, false);
}

/* The seconds that a test may take, 0 without end: AUTOMAT_TEST_LIMIT, which
 * `make check` sets far above the time of any test on a busy machine. */
static inline double test_limit(void) {
  const char *limit = getenv("AUTOMAT_TEST_LIMIT");
  return limit ? atof(limit) : 0;
}

/* Runs the cases of one suite; the exit status of the program. */
static inline int test_run(const char *name, TCase *const *cases,
                           size_t count) {
  Suite *suite = suite_create(name);
  for (size_t i = 0; i < count; i++) {
    tcase_set_timeout(cases[i], test_limit());
    suite_add_tcase(suite, cases[i]);
  }
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
