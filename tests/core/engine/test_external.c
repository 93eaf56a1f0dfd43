/* covers: loading, evaluation
 *
 * External fields: loading steps with a temperature change against closed
 * forms, derivatives by fields against differences, energies. */
#include "tests/core/engine/points.h"

enum { CONTROLS = 3, MODES = 2, MOST_NX = 20 };

static const char *const letters[CONTROLS] = {"eeeeee", "esesse", "sssssss"};
static const double targets[CONTROLS][6] = {{2e-4, -1e-4, 3e-4, 1e-4, 0, 2e-4},
                                            {1e-4, 3, 2e-4, 0, 0, 1e-4},
                                            {5, 2, -3, 1, 0, 4}};

/* Viscosity and swelling that depend on the rate of the temperature */
static const char by_rate[] =
    "material: by-rate\nparameters: {K: 150e3, G: 60e3, eta: 2e6, tau: 80}\n"
    "external: {T: 923.15}\ninternal: {y: deviatoric, x: scalar}\n"
    "free_energy: |\n  e = eps - y - x*I\n"
    "  K/2*tr(e)^2 + G*(dev(e) : dev(e))\n"
    "force_potential: inner(A_y, A_y)/(4*eta)*(1 + rate_T^2)\n"
    "rates: {x: 1e-5*rate_T*(1 + rate_T) - x/tau}\n";

static setup creep_of(const am_scheme *scheme, am_control control,
                      am_tangent_mode mode) {
  setup s = {.material = "thermo-norton",
             .solver = tight(scheme->name, 1e-9)};
  s.solver.control = control;
  s.solver.tangent_mode = mode;
  return s;
}

static void heat(point *p, double temperature, int control) {
  p->step.external1[0] = temperature;
  ck_assert_int_eq(
      point_move(p, 200, letters[control], targets[control]), AM_POINT_GOOD);
}

/* Change of the stress at fixed strain if the final temperature changes by
 * `change`. */
static void difference(point *p, double temperature, int control,
                       double change, double *found) {
  double sig[2][6], eps[2][6], C[36];
  heat(p, temperature, control);
  memcpy(C, p->step.tangent, sizeof C);
  for (int i = 0; i < 2; i++) {
    heat(p, temperature + (i ? change : -change), control);
    memcpy(sig[i], p->step.stress, sizeof sig[i]);
    memcpy(eps[i], p->step.strain, sizeof eps[i]);
  }
  for (int i = 0; i < 6; i++) {
    found[i] = (sig[1][i] - sig[0][i]) / (2 * change);
    for (int j = 0; j < 6; j++)
      found[i] -= C[6 * i + j] * (eps[1][j] - eps[0][j]) / (2 * change);
  }
}

static void compare(const point *p, const double *expected,
                    const double *found) {
  double most = 0;
  for (int i = 0; i < 6; i++) most = fmax(most, fabs(found[i]));
  ck_assert_double_gt(most, 1);
  for (int i = 0; i < 6; i++)
    ck_assert_msg(fabs(found[i] - expected[i]) <= 1e-6 * most,
                  "dsigma[%d]/dT = %.12g, by differences %.12g (%g substeps)",
                  i, found[i], expected[i], p->step.substeps);
}

/* Schemes whose errors jump by less than the differences when substeps
 * change. */
START_TEST(derivatives_by_a_field) {
  static const char *const schemes[] = {"ode23", "ode45", "rodas4",
                                        "implicit-euler"};
  for (int i = 0; i < 4 * MODES; i++) {
    double found[6], temperature = 1003.15;
    setup s = creep_of(am_scheme_find(schemes[i / MODES]),
                       _i % 2 ? AM_CONTROL_PATH : AM_CONTROL_STEP,
                       i % MODES ? AM_MODE_COLUMN : AM_MODE_VECTOR);
    if (_i / (2 * CONTROLS)) s.material = by_rate;
    point p = point_open(&am_engine_interp, &s);
    difference(&p, temperature, _i / 2 % CONTROLS, 0.05, found);
    heat(&p, temperature, _i / 2 % CONTROLS);
    compare(&p, found, p.step.stress_by_external);
    point_close(&p);
  }
}
END_TEST

/* All schemes, over their own recorded substeps. */
START_TEST(derivatives_over_the_same_substeps) {
  FOR_SCHEMES(scheme) {
    if (am_scheme_is_chain(scheme)) continue;
    double sig[2][6], found[6], state[MOST_NX], change = 0.05;
    setup s = creep_of(scheme, AM_CONTROL_STEP,
                       _i ? AM_MODE_COLUMN : AM_MODE_VECTOR);
    bool adaptive = scheme->family != AM_FAMILY_IMPLICIT;
    int pass = _i && adaptive ? 1 + 6 : AM_PASS_STATE;
    s.solver.rtol = 1e-5;
    point p = point_open(&am_engine_interp, &s);
    p.step.duration = 20;
    p.step.external1[0] = 1003.15;
    memcpy(p.step.target, targets[0], sizeof targets[0]);
    am_frozen_record(p.program, &p.step);
    ck_assert_int_eq(p.step.status, AM_POINT_GOOD);
    for (int i = 0; i < 2; i++) {
      p.step.external1[0] = 1003.15 + (i ? change : -change);
      ck_assert_int_eq(am_frozen_follow(p.program, &p.step, pass,
                                        p.step.strain, sig[i], state),
                       AM_POINT_GOOD);
    }
    for (int i = 0; i < 6; i++)
      found[i] = (sig[1][i] - sig[0][i]) / (2 * change);
    compare(&p, found, p.step.stress_by_external);
    point_close(&p);
  }
}
END_TEST

/* A bar held between walls: stress.xx = -E alpha (T - T_0). */
START_TEST(a_bar_between_walls) {
  FOR_SCHEMES(scheme) for (int path = 0; path < 2; path++) {
    setup s = {.material = "thermo-elastic",
               .solver = solver_of(scheme->name)};
    s.solver.control = path ? AM_CONTROL_PATH : AM_CONTROL_STEP;
    point p = point_open(&am_engine_interp, &s);
    for (int i = 1; i <= 8; i++) {
      double change = i <= 4 ? 25.0 * i : 25.0 * (8 - i), sig[6];
      double E = 210e3 * (1 - 3e-4 * change);
      p.step.external1[0] = 293.15 + change;
      ck_assert_int_eq(point_uniaxial(&p, 10, 0), AM_POINT_GOOD);
      point_accept(&p);
      am_basis_to_tensor(p.step.stress, sig);
      ck_assert_close(sig[0], -E * 1.2e-5 * change, 1e-12, 1e-11);
    }
    point_close(&p);
  }
}
END_TEST

/* Work and the energy exchanged by fields are stored or dissipated. */
START_TEST(energies_are_balanced) {
  setup s = creep_of(am_scheme_find("rodas4"),
                     _i % 2 ? AM_CONTROL_PATH : AM_CONTROL_STEP,
                     AM_MODE_VECTOR);
  s.solver.energies = true;
  point p = point_open(&am_engine_interp, &s);
  const double *y = p.step.state + p.law->na;
  ck_assert_int_eq(p.law->nx, p.law->na + 3);
  heat(&p, 923.15, _i / 2);
  double before = p.step.energy, first = y[2] + y[1] - y[0];
  point_accept(&p);
  heat(&p, 1003.15, _i / 2);
  double change = p.step.energy - before;
  ck_assert_double_gt(fabs(y[1]), 1);
  ck_assert_close(y[2] + y[1] - y[0] - first, change, 0, 1e-7);
  point_close(&p);
}
END_TEST

/* The same for a jump of field and strain. */
START_TEST(a_jump_is_balanced) {
  setup s = {.material = "thermo-elastic", .solver = solver_of("ode23")};
  s.solver.energies = true;
  point p = point_open(&am_engine_interp, &s);
  p.step.external1[0] = 343.15;
  ck_assert_int_eq(point_strain(&p, 0, (double[6]){1e-3}), AM_POINT_GOOD);
  const double *y = p.step.state;
  ck_assert_close(y[1] + y[2], p.step.energy, 1e-12, 0);
  /* At zero strain, 9/2 K alpha^2 50^2 and the heat are exchanged. */
  double K = 210e3 * (1 - 0.015) / (3 * 0.4);
  double heat = 3.5 * (50 - 343.15 * log(343.15 / 293.15));
  ck_assert_close(y[1], 4.5 * K * pow(1.2e-5 * 50, 2) + heat, 1e-12, 0);
  point_close(&p);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("external");
  tcase_add_loop_test(tcase, derivatives_by_a_field, 0, 4 * CONTROLS);
  tcase_add_loop_test(tcase, derivatives_over_the_same_substeps, 0, MODES);
  tcase_add_test(tcase, a_bar_between_walls);
  tcase_add_loop_test(tcase, energies_are_balanced, 0, 2 * CONTROLS);
  tcase_add_test(tcase, a_jump_is_balanced);
  return test_run("external", &tcase, 1);
}
