/* covers: automat.h, process
 *
 * A program whose locale has decimal commas gets the same numbers from the
 * library, and keeps its locale; skipped if no such locale is available. */
#include <string.h>

#include "commas.h"
#include "library/automat.h"
#include "support.h"

static void evaluate(const char *engine, double *stress) {
  const double strain[6] = {1.25e-3, 0, 0, 0, 0, 5e-4};
  automat_model *model;
  const automat_points points = {
      .count = 1, .duration = 0.5, .target = strain, .stress = stress};
  ck_assert_msg(!automat_open("norton", &model), "%s", automat_message(model));
  ck_assert(!automat_set(model, "parameters.n=3.75"));
  ck_assert(!automat_set(model, engine));
  ck_assert_msg(!automat_evaluate(model, &points), "%s",
                automat_message(model));
  ck_assert_str_eq(automat_message(model), "");
  automat_close(model);
}

static const char *const engines[] = {"solver.engine=interp",
                                      "solver.engine=native"};

START_TEST(same_numbers) {
  double expected[6], found[6];
  char text[8];
  setlocale(LC_ALL, "C");
  evaluate(engines[_i], expected);
  ck_assert_ptr_nonnull(setlocale(LC_ALL, commas_name));
  evaluate(engines[_i], found);
  ck_assert(!memcmp(expected, found, sizeof found));
  snprintf(text, sizeof text, "%g", 0.5);
  ck_assert_str_eq(text, "0,5");
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("commas")};
  char folder[] = "/tmp/automat-locale-XXXXXX";
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  int status = 77;
  tcase_add_loop_test(cases[0], same_numbers, 0,
                      (int)(sizeof engines / sizeof *engines));
  if (commas_make(folder)) status = test_run("commas", cases, 1);
  commas_remove(folder);
  return status;
}
