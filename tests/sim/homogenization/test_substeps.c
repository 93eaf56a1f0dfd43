/* covers: run
 *
 * Adaptive laws: the accuracy of the equilibrium is not limited by changes of
 * their substeps. */
#include "marches.h"

/* xx in twenty loading steps without any other mean stress. */
#define PULLED                                                         \
  "[{time: 2.5603857142857142, steps: 20, strain: {xx: 3.58454e-3}, " \
  "stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]"

static const char *const schemes[] = {"ode23", "ode23s", "rodas4"};

enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* A sphere in a viscoplastic metal, with the default tolerances, 1e-3, far
 * above the equilibrium tolerance: no loading step is halved. */
START_TEST(equilibrium_is_found) {
  am_arena *arena = test_arena();
  const script t = {METAL, ", equilibrium: 1e-5",
                    am_format(arena, "scheme: %s", schemes[_i]), PULLED};
  marching m;
  must_march(&m, sphere(15), &t);
  ck_assert_int_eq(m.count, 21);
  for (int i = 0; i < m.count; i++) {
    ck_assert_double_eq(m.rows[i].pieces, 1);
    ck_assert_double_le(m.rows[i].equilibrium, 1e-5);
  }
  ck_assert_int_le(iterations(&m), 600);
  am_arena_free(m.e.arena);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("substeps");
  tcase_add_loop_test(tcase, equilibrium_is_found, 0, SCHEMES);
  return test_run("substeps", &tcase, 1);
}
