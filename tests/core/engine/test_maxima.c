/* covers: maxima
 *
 * Maxima of variables between the ends of a loading step: x = t, and kappa
 * stores the maximum of sin(x). */
#include "tests/core/engine/points.h"

#define LAW                                                  \
  "material: wave\nunits: {stress: MPa, time: s}\n"          \
  "internal: {x: scalar, kappa: {type: maximum, of: sin(x)," \
  " initial: 0}}\n"                                          \
  "free_energy: \"(1 + kappa)*(eps : eps)\"\nrates: {x: 1}\n"

/* Duration, tolerance, and the maximum; 0: between the ends, at pi/2. */
static const struct {
  double duration, rtol, kappa;
} rows[] = {
    {1, 1e-6, 0.84147098480789651}, {1.5, 1e-6, 0.99749498660405444},
    {3, 1e-6, 0},                   {2, 1e-3, 0},
    {1.6, 1e-3, 0.99957360304150511}, {1.8, 1e-6, 0},
};
enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(maxima_between_the_ends) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine)
    for (int i = 0; i < ROWS; i++) {
      setup s = {.material = LAW, .solver = tight(scheme->name, rows[i].rtol)};
      point p = point_open(engine, &s);
      double kappa, strain[6] = {1e-3};
      am_point_status status = point_strain(&p, rows[i].duration, strain);
      ck_assert_msg(status == (rows[i].kappa > 0 ? AM_POINT_GOOD
                                                 : AM_POINT_PASSED),
                    "%s, row %d: %s", scheme->name, i,
                    am_point_status_text[status]);
      point_variable(&p, "kappa", &kappa);
      if (status == AM_POINT_GOOD)
        ck_assert_close(kappa, rows[i].kappa, 1e-9, 0);
      point_close(&p);
    }
}
END_TEST

/* Equal substeps of backward Euler also detect these maxima. */
START_TEST(equal_substeps) {
  FOR_ENGINES(engine)
    for (int i = 0; i < 2; i++) {
      setup s = {.material = LAW, .solver = solver_of("implicit-euler")};
      s.solver.substeps = 50;
      point p = point_open(engine, &s);
      double kappa, strain[6] = {1e-3};
      am_point_status status = point_strain(&p, i ? 3 : 1.5, strain);
      ck_assert_int_eq(status, i ? AM_POINT_PASSED : AM_POINT_GOOD);
      point_variable(&p, "kappa", &kappa);
      if (!i) ck_assert_close(kappa, sin(1.5), 1e-12, 0);
      point_close(&p);
    }
}
END_TEST

/* Creep of a solid that damage by the largest strain weakens, under constant
 * stress: the stiffness is not symmetric.  Reference: ode45, ode23 and
 * extrapolated steps of backward Euler. */
START_TEST(given_stress) {
  static const char *const schemes[] = {"rodas4", "ode23s", "ode45"};
  static const char law[] =
      "material: m\nparameters: {lambda: 115384.615384615385,"
      " mu: 76923.0769230769231}\n"
      "internal:\n  x: deviatoric\n  p: scalar\n"
      "  k: {type: maximum, of: \"max(1e-3, sqrt(eps : eps))\","
      " initial: 1e-3}\n"
      "free_energy: |\n  e = eps - x\n"
      "  exp(-50*(k - 1e-3))*(lambda/2*tr(e)^2 + mu*(e : e)) + 1000*p^2\n"
      "force_potential: 5*(pos(mises(A_x) + A_p - 200)/100)^2\n";
  FOR_ENGINES(engine)
    for (int i = 0; i < 3; i++) {
      setup s = {.material = law, .solver = tight(schemes[i], 1e-6)};
      s.solver.error_control = AM_CONTROL_STRESS;
      s.solver.tangent = false;
      point p = point_open(engine, &s);
      double target[6] = {250}, strain[6];
      for (int step = 0; step < 2; step++) {
        ck_assert_int_eq(point_move(&p, step, "ssssss", target),
                         AM_POINT_GOOD);
        point_accept(&p);
      }
      am_basis_to_tensor(p.step.strain, strain);
      ck_assert_close(strain[0], 0.0278439354, 1e-5, 0);
      ck_assert(p.step.substeps < 500);
      point_close(&p);
    }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("maxima");
  size_t schemes;
  am_schemes(&schemes);
  tcase_add_test(tcase, equal_substeps);
  tcase_add_test(tcase, given_stress);
  tcase_add_loop_test(tcase, maxima_between_the_ends, 0, (int)schemes);
  return test_run("engine/maxima", &tcase, 1);
}
