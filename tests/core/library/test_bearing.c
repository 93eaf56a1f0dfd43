/* covers: automat.h, points
 *
 * Statuses of automat.h for stresses beyond the load maximum of a law and
 * slightly below it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/automat.h"
#include "support.h"

static const char *const engines[] = {"interp", "native"};

enum { ENGINES = sizeof engines / sizeof *engines };

/* Model of a law with stresses prescribed during the whole loading step. */
static automat_model *open_model(const char *material, const char *engine) {
  char assignment[64];
  automat_model *model;
  snprintf(assignment, sizeof assignment, "solver.engine=%s", engine);
  ck_assert(!automat_open(material, &model));
  ck_assert(!automat_set(model, assignment));
  ck_assert(!automat_set(model, "solver.control=path"));
  return model;
}

/* The point in tension ends with this status, and the message says so. */
static void tension(automat_model *model, double stress,
                    automat_point_status expected, const char *text) {
  const double target[6] = {stress};
  int status;
  const automat_points points = {.count = 1,
                                 .duration = 1,
                                 .stress_controlled = {1, 1, 1, 1, 1, 1},
                                 .target = target,
                                 .status = &status};
  automat_status result = automat_evaluate(model, &points);
  const char *message = automat_message(model);
  ck_assert_int_eq(result, expected ? AUTOMAT_FAILED : AUTOMAT_OK);
  ck_assert_int_eq(status, expected);
  ck_assert_msg(strstr(message, text), "'%s', expected '%s'", message, text);
}

/* The spring bears E e_m exp(-1/2) = 6.07 MPa. */
START_TEST(load_maximum) {
  char path[4096];
  const char *folder = getenv("srcdir");
  snprintf(path, sizeof path, "%s/tests/core/library/softening.yaml",
           folder ? folder : ".");
  automat_model *model = open_model(path, engines[_i]);
  tension(model, 6, AUTOMAT_POINT_GOOD, "");
  tension(model, 6.1, AUTOMAT_POINT_SINGULAR, "singular: control the strain");
  automat_close(model);
}
END_TEST

/* Perfect plasticity bears its yield stress, 250 MPa, and no more. */
START_TEST(perfect_plasticity) {
  automat_model *model = open_model("j2", engines[_i]);
  ck_assert(!automat_set(model, "parameters.H=0"));
  ck_assert(!automat_set(model, "parameters.Q=0"));
  ck_assert(!automat_set(model, "parameters.C=0"));
  tension(model, 249, AUTOMAT_POINT_GOOD, "");
  tension(model, 251, AUTOMAT_POINT_PLATEAU,
          "(no hardening): control the strain");
  automat_close(model);
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("bearing");
  tcase_add_loop_test(tc, load_maximum, 0, ENGINES);
  tcase_add_loop_test(tc, perfect_plasticity, 0, ENGINES);
  return test_run("bearing", (TCase *[]){tc}, 1);
}
