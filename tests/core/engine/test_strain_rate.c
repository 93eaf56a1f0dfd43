/* covers: evaluation, loading
 *
 * Laws whose rates read the total strain rate or the rate of an external field:
 * closed forms under a linear strain or field, jumps, prescribed stresses. */
#include "tests/core/engine/points.h"
#include "tests/core/engine/rated.h"

/* A Maxwell body whose viscosity grows with the strain rate, and a variable
 * that follows the strain rate. */
#define MAXWELL                                                         \
  "material: maxwell\nparameters: {K: 100, G: 60, eta: 20}\n"           \
  "internal: {x: deviatoric, a: scalar}\n"                              \
  "free_energy: |\n  e = eps - x\n"                                     \
  "  K/2*tr(e)^2 + G*(dev(e) : dev(e))\n"                               \
  "force_potential: |\n"                                                \
  "  (A_x : A_x)/(4*eta*(1 + 0.3*log1p(mises(rate_eps)/1e-3)))\n"       \
  "rates:\n  a: (mises(rate_eps) - a)/0.7\n"

static const double strain[6] = {3e-3, -1e-3, 5e-4, 2e-3, 0, 1e-3};
static const double duration = 0.4;

static double mises_of(const double *t) {
  double d[6], sum = 0, mean = (t[0] + t[1] + t[2]) / 3;
  for (int i = 0; i < 6; i++) {
    d[i] = t[i] - (i < 3 ? mean : 0);
    sum += (i < 3 ? 1 : 2) * d[i] * d[i];
  }
  return sqrt(1.5 * sum);
}

/* s = 2 eta e' (1 - exp(-t/tau)), tau = eta/G, and a = |e'| (1 - exp(-t/0.7));
 * or one backward Euler step. */
static void check_end(const point *p, bool single, double tolerance) {
  double rate = mises_of(strain) / duration;
  double eta = 20 * (1 + 0.3 * log1p(rate / 1e-3));
  double z = duration * 60 / eta, y = duration / 0.7, sig[6], a;
  double relaxed = single ? 2 * 60 / (1 + z) : 2 * eta * -expm1(-z) / duration;
  double followed = rate * (single ? y / (1 + y) : -expm1(-y));
  double mean = (strain[0] + strain[1] + strain[2]) / 3;
  am_basis_to_tensor(p->step.stress, sig);
  point_variable(p, "a", &a);
  ck_assert_close(a, followed, tolerance, 0);
  for (int i = 0; i < 6; i++) {
    double e = strain[i] - (i < 3 ? mean : 0);
    ck_assert_close(sig[i], relaxed * e + (i < 3 ? 3 * 100 * mean : 0),
                    tolerance, tolerance * 1e-1);
  }
}

START_TEST(closed_forms) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  bool single = scheme->family == AM_FAMILY_IMPLICIT;
  bool low = scheme->order < 2 && !single;
  setup s = {.material = MAXWELL,
             .solver = tight(scheme->name, low ? 1e-6 : 1e-9)};
  s.solver.control = AM_CONTROL_STEP;
  s.solver.tangent = false;
  point p = point_open(&am_engine_interp, &s);
  ck_assert_int_eq(point_strain(&p, duration, strain), AM_POINT_GOOD);
  check_end(&p, single, single ? 1e-13 : low ? 1e-3 : 1e-7);

  /* A jump has no rate: the state is unchanged. */
  double before, after;
  point_variable(&p, "a", &before);
  point_accept(&p);
  ck_assert_int_eq(point_strain(&p, 0, (double[6]){0}), AM_POINT_GOOD);
  point_variable(&p, "a", &after);
  ck_assert_double_eq(before, after);

  /* A constant strain has no rate: a decreases. */
  double y = duration / 0.7, left = single ? 1 / (1 + y) : exp(-y);
  ck_assert_int_eq(point_strain(&p, duration, strain), AM_POINT_GOOD);
  point_variable(&p, "a", &after);
  ck_assert_close(after, before * left, single ? 1e-13 : low ? 1e-3 : 1e-7,
                  0);
  point_close(&p);
}
END_TEST

/* Swelling x' = c T' (1 + T') - x/tau, with constant T', then a jump, then
 * a constant temperature */
START_TEST(rate_of_a_field) {
  static const char material[] =
      "material: m\nparameters: {c: 1e-3, tau: 0.7}\n"
      "external: {T: 20}\ninternal: {x: scalar}\n"
      "free_energy: inner(eps - x*I, eps - x*I)\n"
      "rates: {x: c*rate_T*(1 + rate_T) - x/tau}\n";
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / 2;
  bool single = scheme->family == AM_FAMILY_IMPLICIT;
  bool low = scheme->order < 2 && !single;
  double tolerance = single ? 1e-13 : low ? 1e-3 : 1e-7;
  setup s = {.material = material,
             .solver = tight(scheme->name, low ? 1e-6 : 1e-9)};
  s.solver.control = _i % 2 ? AM_CONTROL_PATH : AM_CONTROL_STEP;
  point p = point_open(&am_engine_interp, &s);
  double y = duration / 0.7, rate = 5 / duration, x, eps[6];
  double grown = 0.7 * (single ? y / (1 + y) : -expm1(-y));
  double swelling = 1e-3 * rate * (1 + rate) * grown;
  for (int i = 0; i < 3; i++) {
    p.step.external1[0] = i ? 26 : 25;
    ck_assert_int_eq(
        point_move(&p, i == 1 ? 0 : duration, "ssssss", (double[6]){0.02}),
        AM_POINT_GOOD);
    if (i == 2) swelling *= single ? 1 / (1 + y) : exp(-y);
    point_variable(&p, "x", &x);
    am_basis_to_tensor(p.step.strain, eps);
    ck_assert_close(x, swelling, tolerance, 0);
    for (int c = 0; c < 6; c++)
      ck_assert_close(eps[c], c ? (c < 3) * swelling : 0.01 + swelling,
                      tolerance, 1e-12);
    if (!i)
      ck_assert_close(p.step.stress_by_external[0] / sqrt(3),
                      -2 * 1e-3 * (1 + 2 * rate) / duration * grown,
                      single ? 1e-12 : low ? 1e-3 : 1e-6, 0);
    point_accept(&p);
  }
  point_close(&p);
}
END_TEST

/* Prescribed stresses at the end of the step, by Newton's method with the
 * tangent: few iterations with all schemes */
START_TEST(given_stresses) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  setup s = {.material = RATED, .solver = solver_of(scheme->name)};
  s.solver.control = AM_CONTROL_STEP;
  point p = point_open(&am_engine_interp, &s);
  for (int i = 1; i <= 6; i++) {
    double sig[6];
    ck_assert_int_eq(point_uniaxial(&p, 0.05, 1.5e-3 * (i < 4 ? i : 7 - i)),
                     AM_POINT_GOOD);
    ck_assert_double_le(p.step.equilibrium_iterations, 6);
    am_basis_to_tensor(p.step.stress, sig);
    for (int c = 1; c < 6; c++) ck_assert_close(sig[c], 0, 0, 1e-5);
    point_accept(&p);
  }
  point_close(&p);
}
END_TEST

START_TEST(stresses_along_the_step_are_refused) {
  static const char expected[] =
      "0:0: stresses prescribed along a loading step cannot be combined with "
      "rates that read rate_eps: ";
  setup s = {.material = RATED, .solver = solver_of("ode23")};
  point p;
  ck_assert_int_eq(point_try(&p, &am_engine_interp, &s), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(first_message(p.arena, p.report), expected));
  point_close(&p);
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("strain rate");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, closed_forms, 0, (int)schemes);
  tcase_add_loop_test(tcase, rate_of_a_field, 0, 2 * (int)schemes);
  tcase_add_loop_test(tcase, given_stresses, 0, (int)schemes);
  tcase_add_test(tcase, stresses_along_the_step_are_refused);
  return test_run("strain rate", &tcase, 1);
}
