/* covers: basic, anderson, newton_cg
 *
 * All schemes, references and predictors find the same solutions. */
#include "homogenization/scheme.h"
#include "marches.h"

#define TIGHT ", equilibrium: 1e-10, iterations: 3000"

static const char *const settings[] = {
    "",
    ", depth: 1",
    ", depth: 20",
    ", extrapolate: false",
    ", reference: updated",
    ", scheme: barzilai-borwein, reference: updated",
    ", scheme: newton-cg, reference: updated",
    ", reference: {lambda: 5e4, mu: 1e5}",
};

static marching one, other;

/* Loading, unloading, and loading in another direction. */
static const char path[] =
    "[{time: 0.5, steps: 2, strain: {xx: 1.5e-3, xy: 0, others: 0}, "
    "stress: {yy: 0, zz: 5}}, "
    "{time: 1, steps: 2, strain: {xx: 0.5e-3, xy: 1e-3}}, "
    "{duration: 0, stress: {zz: -5}}, {time: 1.2, steps: 1, hold: true}]";

static void march(marching *m, element e, const char *setting) {
  must_march(m, e, &(script){METAL, setting, EULER ", newton: 1e-13", path});
}

static element odd(void) { return sphere(7); }

static element even(void) { return sphere(6); }

START_TEST(schemes_agree) {
  static const char *const kinds[] = {"fourier", "rotated"};
  march(&one, _i ? even() : odd(),
        am_format(test_arena(), TIGHT ", scheme: basic, discretization: %s",
                  kinds[_i]));
  for (size_t i = 0; am_acceleration_names[i]; i++) {
    if (!strcmp(am_acceleration_names[i], "basic")) continue;
    march(&other, _i ? even() : odd(),
          am_format(test_arena(), TIGHT ", scheme: %s, discretization: %s",
                    am_acceleration_names[i], kinds[_i]));
    same_rows(&one, &other, 1e-8, 1e-13);
  }
}
END_TEST

START_TEST(settings_do_not_matter) {
  march(&one, odd(), TIGHT ", scheme: basic");
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    march(&other, odd(), am_format(test_arena(), TIGHT "%s", settings[i]));
    same_rows(&one, &other, 1e-8, 1e-13);
  }
}
END_TEST

/* A longer history of changes never needs many more iterations. */
START_TEST(a_deep_history_is_no_harm) {
  must_march(&one, odd(), &(script){METAL, TIGHT, EULER, path});
  must_march(&other, odd(),
             &(script){METAL, TIGHT ", depth: 16", EULER, path});
  ck_assert_int_le(iterations(&other), iterations(&one) * 11 / 10);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("schemes")};
  tcase_add_loop_test(cases[0], schemes_agree, 0, 2);
  tcase_add_test(cases[0], settings_do_not_matter);
  tcase_add_test(cases[0], a_deep_history_is_no_harm);
  return test_run("schemes", cases, 1);
}
