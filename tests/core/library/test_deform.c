/* covers: evaluate, nominal
 *
 * Deformation gradients as input of libautomat: closed forms, differences,
 * successive steps, and messages about wrong ones. */
#include <stdio.h>
#include <string.h>

#include "library/automat.h"
#include "support.h"

static const char *const engines[] = {"interp", "native"};

static automat_model *open_deformed(const char *material,
                                    const char *engine) {
  automat_model *model;
  char text[64];
  snprintf(text, sizeof text, "solver.engine=%s", engine);
  ck_assert_msg(!automat_open(material, &model) &&
                    !automat_set(model, "kinematics=logarithmic") &&
                    !automat_set(model, text),
                "%s", automat_message(model));
  return model;
}

static void deform(automat_model *model, const automat_deformations *points) {
  automat_status status = automat_deform(model, points);
  ck_assert_msg(!status, "%s", automat_message(model));
}

/* Hencky's elasticity in tension: P = E ln(s)/s, sides s^-nu. */
START_TEST(hencky) {
  const double E = 200e3, nu = 0.3, stretch[2] = {1.7, 0.6};
  double target[2][9] = {{1.7}, {0.6}}, F[2][9], P[2][9], cauchy[2][6];
  double strain[2][6], stress[2][6], energy[2];
  const char *name = NULL;
  automat_model *model = open_deformed("linear-elastic", engines[_i]);
  ck_assert(!automat_set(model, "parameters.E=200e3"));
  ck_assert(!automat_set(model, "parameters.nu=0.3"));
  ck_assert(!automat_kinematics(model, &name));
  ck_assert_str_eq(name, "logarithmic");
  deform(model, &(automat_deformations){
                    .count = 2,
                    .stress_controlled = {0, 1, 1, 1, 1, 1, 1, 1, 1},
                    .target = target[0], .gradient = F[0], .nominal = P[0],
                    .cauchy = cauchy[0], .strain = strain[0],
                    .stress = stress[0], .free_energy = energy});
  for (int p = 0; p < 2; p++) {
    double s = stretch[p], side = pow(s, -nu), T = E * log(s);
    ck_assert_close(F[p][0], s, 0, 0);
    ck_assert_close(F[p][1], side, 1e-12, 0);
    ck_assert_close(P[p][0], T / s, 1e-12, 0);
    ck_assert_close(cauchy[p][0], T / (s * side * side), 1e-12, 0);
    ck_assert_close(strain[p][0], log(s), 1e-13, 0);
    ck_assert_close(stress[p][0], T, 1e-12, 0);
    ck_assert_close(energy[p], T * log(s) / 2, 1e-12, 0);
    for (int c = 3; c < 9; c++) ck_assert_close(F[p][c], 0, 0, 1e-13);
  }
  automat_close(model);
}
END_TEST

/* Consecutive steps, each from F and the state of the previous one, in the same
 * arrays; compares the last tangent with differences. */
START_TEST(steps) {
  enum { MOST = 64, STEPS = 3 };
  double F[9] = {1, 1, 1}, state[MOST], before[MOST], start[9], P[9];
  double tangent[9][9], energy, work, dissipation, sum = 0, energy0 = 0;
  automat_model *model = open_deformed("norton", engines[_i]);
  int size = 0;
  ck_assert(!automat_set(model, "solver.rtol=1e-9"));
  ck_assert(!automat_set(model, "solver.atol=1e-13"));
  ck_assert(!automat_variables(model, NULL, NULL, &size));
  ck_assert_int_le(size, MOST);
  ck_assert(!automat_start(model, state));
  automat_deformations points = {
      .count = 1, .duration = 0.5, .gradient0 = F, .gradient = F,
      .state0 = state, .state = state, .nominal = P, .tangent = tangent[0],
      .free_energy = &energy, .work = &work, .dissipation = &dissipation};
  double target[9];
  points.target = target;
  for (int i = 1; i <= STEPS; i++) {
    const double end[9] = {1 + 0.02 * i, 1 - 0.01 * i, 1, 0.01 * i, 0,
                           0.03 * i, 0, -0.01 * i, 0.02};
    memcpy(target, end, sizeof end);
    memcpy(before, state, sizeof before);
    memcpy(start, F, sizeof start);
    deform(model, &points);
    sum += work - dissipation;
    ck_assert(!memcmp(F, end, sizeof end));
    ck_assert_close(sum, energy - energy0, 1e-6, 0);
  }
  points.gradient0 = start;
  points.state0 = before;
  points.gradient = points.state = points.tangent = NULL;
  for (int j = 0; j < 9; j++) {
    const double h = 1e-5;
    double found[2][9];
    for (int side = 0; side < 2; side++) {
      target[j] = F[j] + (side ? h : -h);
      points.nominal = found[side];
      deform(model, &points);
    }
    target[j] = F[j];
    for (int i = 0; i < 9; i++)
      ck_assert_close((found[1][i] - found[0][i]) / (2 * h), tangent[i][j], 0,
                      1e-3 * 150);
  }
  automat_close(model);
}
END_TEST

/* A point with det F < 0 fails without affecting others. */
START_TEST(inside_out) {
  const double target[3][9] = {{1.1, 1, 1}, {-1, 1, 1}, {1, 1, 1, 2, 0, 0, 1}};
  const double gradient0[3][9] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  double P[3][9] = {{7}, {7}, {7}};
  int status[3];
  automat_model *model = open_deformed("linear-elastic", engines[_i]);
  const automat_deformations points = {
      .count = 3, .gradient0 = gradient0[0], .target = target[0],
      .nominal = P[0], .status = status};
  ck_assert_int_eq(automat_deform(model, &points), AUTOMAT_FAILED);
  ck_assert_ptr_nonnull(strstr(automat_message(model), "2 of 3 points"));
  ck_assert_int_eq(status[0], AUTOMAT_POINT_GOOD);
  ck_assert_int_eq(status[1], AUTOMAT_POINT_INVALID);
  ck_assert_int_eq(status[2], AUTOMAT_POINT_INVALID);
  ck_assert_double_ne(P[0][0], 7);
  ck_assert_double_eq(P[1][0], 7);
  automat_close(model);
}
END_TEST

START_TEST(refusals) {
  const double target[9] = {1, 1, 1};
  const char *name = NULL;
  automat_model *model;
  ck_assert(!automat_open("norton", &model));
  ck_assert(!automat_kinematics(model, &name));
  ck_assert_str_eq(name, "small");
  const automat_deformations points = {.count = 1, .target = target};
  ck_assert_int_eq(automat_deform(model, &points), AUTOMAT_USAGE);
  ck_assert_ptr_nonnull(
      strstr(automat_message(model), "set kinematics=logarithmic"));
  ck_assert_int_eq(automat_set(model, "kinematics=large"), AUTOMAT_INPUT);
  ck_assert_ptr_nonnull(
      strstr(automat_message(model), "one of small, logarithmic"));
  ck_assert(!automat_set(model, "kinematics=logarithmic"));
  ck_assert_int_eq(automat_evaluate(model, &(automat_points){
                       .count = 1, .target = target}),
                   AUTOMAT_USAGE);
  ck_assert_ptr_nonnull(
      strstr(automat_message(model), "call automat_deform"));
  ck_assert_int_eq(automat_deform(model, &(automat_deformations){.count = 1}),
                   AUTOMAT_USAGE);
  automat_close(model);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("deform");
  tcase_add_loop_test(all, hencky, 0, 2);
  tcase_add_loop_test(all, steps, 0, 2);
  tcase_add_loop_test(all, inside_out, 0, 2);
  tcase_add_test(all, refusals);
  return test_run("library/deform", &all, 1);
}
