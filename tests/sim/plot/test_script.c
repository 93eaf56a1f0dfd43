#include "plot/script.h"
#include "tests/support.h"

static am_arena *arena;

/* Script of a picture. */
static const char *script_of(const am_picture *picture) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  am_script_write(out, picture, "x.svg", true);
  fclose(out);
  const char *script = am_copy(arena, text, size);
  free(text);
  return script;
}

/* On a linear axis, values are drawn as 0 if they are noise beside the largest;
 * on a logarithmic axis, they count. */
START_TEST(noise_is_drawn_as_zero) {
  static const double x[] = {0, 1}, noise[] = {-1e-13, 1e-13},
                      y[] = {100, 2e-5};
  const am_curve curves[] = {{"a", x, y, 2, AM_CURVE_AUTO, NULL},
                             {"b", x, noise, 2, AM_CURVE_AUTO, NULL}};
  am_panel panel = {.curves = curves, .count = 2};
  const am_picture picture = {.panels = &panel, .count = 1};
  for (int logarithmic = 0; logarithmic < 2; logarithmic++) {
    panel.y.logarithmic = logarithmic;
    const char *text = script_of(&picture);
    ck_assert_ptr_nonnull(strstr(text, "\n0 100\n1 2e-05\nEND"));
    ck_assert_ptr_nonnull(strstr(text, logarithmic ? "<< END\n1 1e-13\nEND"
                                                   : "\n0 0\n1 0\nEND"));
  }
}
END_TEST

/* Keys are placed below the panels; a picture without a given size becomes
 * higher. */
START_TEST(keys_stand_below) {
  static const double x[] = {0, 1};
  static const char *const names[] = {"a",
                                      "a name of forty characters, more or "
                                      "less"};
  double heights[3], width;
  am_curve curves[13];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 13; i++)
      curves[i] = (am_curve){k ? names[k - 1] : NULL, x, x, 2, AM_CURVE_AUTO,
                             NULL};
    const am_panel panel = {.curves = curves, .count = 13};
    const am_picture picture = {.panels = &panel, .count = 1};
    const char *text = script_of(&picture);
    ck_assert_ptr_nonnull(strstr(text, "set key outside bottom center"));
    const char *at = strstr(text, "svg size ");
    ck_assert_int_eq(sscanf(at, "svg size %lf,%lf", &width, &heights[k]), 2);
  }
  ck_assert_double_eq(heights[0], 504);
  ck_assert_double_eq(heights[1], 504 + 2 * 24);
  ck_assert_double_eq(heights[2], 504 + 13 * 24);
}
END_TEST

/* Several panels have equal sizes. Panels with the same names have one key
 * below all of them, others a key of their own. */
START_TEST(several_panels_share_a_key) {
  static const double x[] = {0, 1};
  const am_curve a = {"a", x, x, 2, AM_CURVE_AUTO, NULL},
                 b = {"b", x, x, 2, AM_CURVE_AUTO, NULL};
  for (int same = 0; same < 2; same++) {
    const am_panel panels[] = {{.curves = &a, .count = 1},
                               {.curves = same ? &a : &b, .count = 1},
                               {.curves = &a, .count = 1}};
    const am_picture picture = {.panels = panels, .count = 3};
    double width, height;
    int keys = 0;
    const char *text = script_of(&picture);
    ck_assert_int_eq(sscanf(strstr(text, "svg size "), "svg size %lf,%lf",
                            &width, &height), 2);
    ck_assert_double_eq(height, 2 * 380 + (same ? 1 : 2) * 24);
    ck_assert_ptr_nonnull(strstr(text, "layout 2,2 margins screen "));
    for (const char *at = text; (at = strstr(at, "set key at ")); at++) keys++;
    ck_assert_int_eq(keys, same ? 1 : 3);
    ck_assert_int_eq(strstr(text, "unset key\n") != NULL, same);
  }
}
END_TEST

static void set_up(void) { arena = test_arena(); }

static void tear_down(void) { am_arena_free(arena); }

int main(void) {
  TCase *tests = tcase_create("script");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, noise_is_drawn_as_zero);
  tcase_add_test(tests, keys_stand_below);
  tcase_add_test(tests, several_panels_share_a_key);
  return test_run("script", &tests, 1);
}
