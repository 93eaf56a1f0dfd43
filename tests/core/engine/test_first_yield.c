/* covers: newton
 *
 * Steps of viscous laws that end on the yield stress, where rounding errors
 * determine the rate: the stress is the yield stress, after few evaluations, in
 * all units. */
#include <math.h>

#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

static const char viscous[] =
    "material: viscous\n"
    "parameters: {u: 1, eta: 1, H: 0, n: 1}\n"
    "internal: {eps_p: deviatoric, p: scalar}\n"
    "definitions: mu = 1.1e11*u/2.6\n"
    "free_energy: |\n"
    "  e = eps - eps_p\n"
    "  0.75*mu*tr(e)^2 + mu*(e : e) + u*H/2*p^2\n"
    "force_potential: |\n"
    "  x = pos((mises(A_eps_p) + A_p)/(7e7*u) - 1)\n"
    "  u*7e7*7e7/(eta*(n + 1))*x^(n + 1)\n";

/* Tension and simple shear, by strains and by stresses. */
static const struct {
  const char *control;
  int component;
} loads[] = {{"esssss", 0}, {"ssssss", 0}, {"eeeeee", 5}, {"ssssss", 5}};

enum { LOADS = sizeof loads / sizeof *loads, MOST = 250 };

static const double units[] = {1, 1e-6, 1e-9}; /* Pa */
static const double exponents[] = {1, 2, 3, 8};

/* Target of a step to the yield stress plus a number of units in the last
 * place */
static double target_of(int load, double unit, int beyond) {
  int shear = loads[load].component == 5;
  double stress = shear ? 7e7 / sqrt(3) : 7e7;
  double modulus = shear ? 1.1e11 / 1.3 : 1.1e11;
  double target = loads[load].control[shear ? 5 : 0] == 's' ? unit * stress
                                                            : stress / modulus;
  for (int i = 0; i < abs(beyond); i++)
    target = nextafter(target, beyond > 0 ? 1e30 : 0);
  return target;
}

/* Loading to yield in 0.01 s by `steps` steps, then a step at constant load. */
static void check_load(point *p, const char *law, double unit, int load,
                       int beyond, int steps) {
  int c = loads[load].component;
  double target = target_of(load, unit, beyond), stress[6];
  const char *what =
      am_format(p->arena, "%s, unit %g, load %d, %d beyond, %d steps", law,
                unit, load, beyond, steps);
  memset(p->state, 0, (size_t)p->law->nx * sizeof(double));
  memset(p->step.strain0, 0, sizeof p->step.strain0);
  p->step.stress_max0 = 0;
  for (int i = 1; i <= steps + 1; i++) {
    double aim[6] = {0};
    aim[c] = i < steps ? target * i / steps : target;
    am_point_status status = point_move(p, 0.01, loads[load].control, aim);
    ck_assert_msg(status == AM_POINT_GOOD, "%s: step %d: %s", what, i,
                  am_point_status_text[status]);
    ck_assert_msg(p->step.evaluations <= MOST, "%s: step %d: %g evaluations",
                  what, i, p->step.evaluations);
    point_accept(p);
  }
  am_basis_to_tensor(p->step.stress, stress);
  double mises = (c ? sqrt(3) : 1) * stress[c] / unit;
  ck_assert_msg(fabs(mises - 7e7) < 1e-12 * 7e7, "%s: stress %.17g", what,
                mises);
}

static void check_law(const am_engine *engine, am_control control, double unit,
                      double eta, double H, double n) {
  char law[100];
  snprintf(law, sizeof law, "{u: %g, eta: %g, H: %g, n: %g}", unit, eta, H, n);
  setup s = {.material = viscous, .parameters = law,
             .solver = solver_of("implicit-euler")};
  s.solver.control = control;
  point p = point_open(engine, &s);
  for (int load = 0; load < LOADS; load++)
    for (int beyond = -2; beyond <= 2; beyond++)
      for (int steps = 1; steps <= 3; steps += 2)
        check_load(&p, law, unit, load, beyond, steps);
  point_close(&p);
}

START_TEST(steps_to_yield) {
  am_control control = _i % 2 ? AM_CONTROL_STEP : AM_CONTROL_PATH;
  double unit = units[_i / 2];
  FOR_ENGINES(engine) {
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
      for (double eta = 1e-2; eta < 1e3; eta *= 100)
        for (double H = 0; H < 2e9; H += 1e9)
          check_law(engine, control, unit, eta, H, exponents[i]);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("first_yield");
  tcase_add_loop_test(tcase, steps_to_yield, 0,
                      2 * sizeof units / sizeof *units);
  return test_run("first_yield", &tcase, 1);
}
