/* covers: chain, advance
 *
 * Each step that fails ends with a status, and no value of a failed step is
 * reported as good. */
#include "tests/core/engine/points.h"

/* Softening elasticity: the stress never exceeds E e_0/2. */
static const char softening[] =
    "material: softening\n"
    "parameters: {E: 1000, e_0: 1e-2}\n"
    "free_energy: E*e_0^2/2*log(1 + inner(eps, eps)/e_0^2)\n";

/* a' = a^2 from a = 1 is infinite at t = 1. */
static const char explosion[] =
    "material: explosion\n"
    "internal: {a: {type: scalar, initial: 1}}\n"
    "free_energy: inner(eps, eps) - a^3/3\n"
    "force_potential: A_a^2/2\n";

/* The rate does not exist where the force exceeds 1. */
static const char forbidden[] =
    "material: forbidden\n"
    "internal: {a: scalar}\n"
    "free_energy: 500*(eps[xx] - a)^2 + inner(eps, eps)\n"
    "force_potential: A_a + 2/3*(1 - A_a)^1.5\n";

static am_point_status strained(const am_engine *engine, const char *material,
                                am_solver solver, double duration, double xx,
                                am_step *step) {
  setup s = {.material = material, .solver = solver};
  point p = point_open(engine, &s);
  am_point_status status =
      point_strain(&p, duration, (double[6]){xx, 0, 0, 0, 0, 0});
  *step = p.step;
  point_close(&p);
  return status;
}

START_TEST(stress_beyond_the_maximum) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  FOR_ENGINES(engine) {
    for (int step = 0; step < 2; step++) {
      setup s = {.material = softening, .solver = solver_of(scheme->name)};
      s.solver.control = step ? AM_CONTROL_STEP : AM_CONTROL_PATH;
      point p = point_open(engine, &s);
      ck_assert_int_eq(point_move(&p, 1, "seeeee", (double[6]){4.9}),
                       AM_POINT_GOOD);
      ck_assert_double_lt(p.step.residual, 1e-7);
      ck_assert_int_eq(point_move(&p, 1, "seeeee", (double[6]){5.1}),
                       step ? AM_POINT_EQUILIBRIUM : AM_POINT_SINGULAR);
      if (step) ck_assert_double_gt(p.step.residual, 0.05);
      if (step) ck_assert_double_gt(p.step.equilibrium_iterations, 1);
      point_close(&p);
    }
  }
}
END_TEST

/* Without hardening, stresses above the plateau would need strain rates of
 * 1e14/s: they are rejected, never reported as reached. */
START_TEST(stress_above_a_plateau) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double targets[] = {5, 10, 15, 30};
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet",
               .parameters = "{H: 0, n: 20, sigma_d: 1, sigma_Y: 10}",
               .solver = solver_of(scheme->name)};
    s.solver.max_substeps = 200;
    point p = point_open(engine, &s);
    for (int i = 0; i < 4; i++) {
      point_move(&p, 1, "ssssss", (double[6]){targets[i]});
      ck_assert_msg((p.step.status == AM_POINT_GOOD) == (targets[i] <= 10),
                    "%s, %g MPa: %s", scheme->name, targets[i],
                    am_point_status_text[p.step.status]);
    }
    point_close(&p);
  }
}
END_TEST

START_TEST(rates_that_explode) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  am_solver solver = solver_of(scheme->name);
  am_step step;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.max_substeps = 500;
  FOR_ENGINES(engine) {
    am_point_status status = strained(engine, explosion, solver, 0.2, 0, &step);
    ck_assert_int_eq(status, AM_POINT_GOOD);
    status = strained(engine, explosion, solver, 2, 0, &step);
    ck_assert_msg(status != AM_POINT_GOOD, "%s accepts it", scheme->name);
    if (scheme->family == AM_FAMILY_IMPLICIT)
      ck_assert_int_eq(status, AM_POINT_NEWTON);
  }
}
END_TEST

/* A power of a negative base is an invalid state; adaptive schemes avoid it by
 * smaller substeps if the solution itself is valid. */
START_TEST(states_without_a_rate) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  am_step step;
  FOR_ENGINES(engine) {
    am_point_status status = strained(
        engine, forbidden, solver_of(scheme->name), 1e-6, 1e-2, &step);
    ck_assert_msg(status != AM_POINT_GOOD, "%s accepts it", scheme->name);
    ck_assert_int_eq(strained(engine, forbidden, solver_of(scheme->name), 1,
                              1e-4, &step),
                     AM_POINT_GOOD);
  }
}
END_TEST

START_TEST(too_many_substeps) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  am_solver solver = tight(scheme->name, 1e-10);
  am_step step;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  solver.max_substeps = 5;
  FOR_ENGINES(engine) {
    ck_assert_int_eq(strained(engine, "michel-suquet", solver, 1, 4e-3, &step),
                     AM_POINT_SUBSTEPS);
    ck_assert_double_le(step.substeps + step.rejected, 5);
  }
}
END_TEST

START_TEST(too_few_newton_iterations) {
  am_solver solver = solver_of("implicit-euler");
  am_step step;
  solver.newton_iterations = 3;
  FOR_ENGINES(engine)
  ck_assert_int_eq(
      strained(engine, "armstrong-frederick", solver, 1, 4e-3, &step),
      AM_POINT_NEWTON);
}
END_TEST

START_TEST(strains_that_are_not_numbers) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  am_step step;
  const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
  FOR_ENGINES(engine)
  for (int i = 0; i < 4; i++) {
    am_point_status status = strained(
        engine, "michel-suquet", solver_of(scheme->name), 1, bad[i], &step);
    ck_assert_msg(status != AM_POINT_GOOD, "%s accepts %g", scheme->name,
                  bad[i]);
  }
}
END_TEST

START_TEST(every_status_has_a_text) {
  for (int i = 0; i < AM_POINT_STATUSES; i++)
    ck_assert_ptr_nonnull(am_point_status_text[i]);
}
END_TEST

/* Rejected combinations, and their messages */
static const struct {
  const char *material, *scheme;
  am_strategy strategy;
  const char *message;
} refused[] = {
    {"michel-suquet", "ode23", AM_STRATEGY_CONVENTIONAL,
     "0:0: strategy conventional cannot be combined with scheme ode23: use "
     "scheme implicit-euler"},
    {"norton", "implicit-euler", AM_STRATEGY_CONVENTIONAL,
     "0:0: strategy conventional needs a hand-written update, which material "
     "'norton' does not have"},
    {"material: m\nfree_energy: inner(eps, eps)\nconventional: m.update.h\n",
     "implicit-euler", AM_STRATEGY_CONVENTIONAL,
     "0:0: the hand-written update 'm.update.h' of material 'm' is not part of "
     "this program: place it in the folder of the material and build again"},
    {"material: m\ninternal: {a: scalar}\n"
     "free_energy: eps[xx]^4 - a*eps[xx]\nforce_potential: A_a^2\n",
     "ode23", AM_STRATEGY_AUTOMATIC,
     "3:14: the shear stiffness of material 'm' in the initial state is 0, "
     "expected a positive scale for stress errors: set solver.stress_scale"},
    {"material: m\ninternal: {a: scalar}\n"
     "free_energy: -3*inner(eps, eps) - a*eps[xx]\nforce_potential: A_a^2\n",
     "ode23", AM_STRATEGY_AUTOMATIC,
     "3:14: the shear stiffness of material 'm' in the initial state is "
     "negative (-6): check the signs in its free energy"},
};

START_TEST(refusals) {
  point p;
  setup s = {.material = refused[_i].material,
             .solver = solver_of(refused[_i].scheme)};
  s.solver.strategy = refused[_i].strategy;
  FOR_ENGINES(engine) {
    ck_assert_int_eq(point_try(&p, engine, &s), AM_INPUT);
    ck_assert_str_eq(first_message(p.arena, p.report), refused[_i].message);
    point_close(&p);
  }
}
END_TEST

/* After the stress has relaxed to rounding errors, derivatives of a function of
 * a norm that is not known to be smooth jump between those at zero and those
 * next to it. With tangents under tight tolerances the step soon fails with its
 * own status; without tangents in the error control it succeeds easily. */
START_TEST(derivatives_that_jump) {
  const double strain[6] = {0.01, -0.005, -0.005};
  FOR_ENGINES(engine) {
    for (int primal = 0; primal < 2; primal++) {
      setup s = {.material =
                     "material: m\ninternal: {x: deviatoric}\nfree_energy: |\n"
                     "  e = eps - x\n  60e3*tr(e)^2 + 80e3*(e : e)\n"
                     "force_potential: |\n  s = mises(A_x)/12\n"
                     "  1e-7*(exp(s) + exp(-s))\n",
                 .solver = solver_of("rodas4")};
      s.solver.control = AM_CONTROL_STEP;
      s.solver.rtol = 1e-9;
      s.solver.atol = 1e-13;
      if (primal) s.solver.tangent_control = AM_TANGENT_PRIMAL;
      point p = point_open(engine, &s);
      ck_assert_int_eq(point_strain(&p, 1000, strain), AM_POINT_GOOD);
      point_accept(&p);
      ck_assert_int_eq(point_strain(&p, 1e6, strain),
                       primal ? AM_POINT_GOOD : AM_POINT_TANGENT);
      ck_assert_double_lt(p.step.evaluations, primal ? 5e3 : 5e4);
      point_close(&p);
    }
  }
}
END_TEST

/* Failures of a stiff law are not attributed to derivatives: explicit schemes,
 * whose errors near the stability limit are errors of derivatives, complete the
 * step or reach the maximum number of substeps. */
START_TEST(explicit_schemes_at_their_limit) {
  static const char *const schemes[] = {"ode12", "ode23", "ode45"};
  FOR_ENGINES(engine) {
    for (int few = 0; few < 2; few++) {
      setup s = {.material = "zener", .solver = solver_of(schemes[_i])};
      if (few) s.solver.max_substeps = 25000;
      point p = point_open(engine, &s);
      ck_assert_int_eq(point_strain(&p, few ? 8000 : 2000, (double[6]){1e-3}),
                       few ? AM_POINT_SUBSTEPS : AM_POINT_GOOD);
      ck_assert_double_gt(p.step.rejected, 1000);
      point_close(&p);
    }
  }
}
END_TEST

/* Relative errors of a variable that starts from zero do not decrease with the
 * substep: without an absolute tolerance they are limited by rounding. */
START_TEST(no_absolute_tolerance) {
  static const char *const laws[] = {"michel-suquet", "zener", "norton"};
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  FOR_ENGINES(engine) {
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
      double stress[2];
      for (int zero = 0; zero < 2; zero++) {
        setup s = {.material = laws[i], .solver = solver_of(scheme->name)};
        s.solver.atol = zero ? 0 : 1e-15;
        point p = point_open(engine, &s);
        ck_assert_int_eq(point_uniaxial(&p, 0.5, 1e-3), AM_POINT_GOOD);
        point_accept(&p);
        ck_assert_int_eq(point_uniaxial(&p, 0.5, -1e-3), AM_POINT_GOOD);
        stress[zero] = p.step.stress[0];
        point_close(&p);
      }
      ck_assert_double_eq(stress[0], stress[1]);
    }
  }
}
END_TEST

int main(void) {
  size_t count;
  TCase *tcase = tcase_create("status");
  am_schemes(&count);
  int schemes = (int)count;
  tcase_add_loop_test(tcase, stress_beyond_the_maximum, 0, schemes);
  tcase_add_loop_test(tcase, stress_above_a_plateau, 0, schemes);
  tcase_add_loop_test(tcase, rates_that_explode, 0, schemes);
  tcase_add_loop_test(tcase, states_without_a_rate, 0, schemes);
  tcase_add_loop_test(tcase, too_many_substeps, 0, schemes);
  tcase_add_test(tcase, too_few_newton_iterations);
  tcase_add_loop_test(tcase, strains_that_are_not_numbers, 0, schemes);
  tcase_add_test(tcase, every_status_has_a_text);
  tcase_add_loop_test(tcase, refusals, 0, sizeof refused / sizeof *refused);
  tcase_add_test(tcase, derivatives_that_jump);
  tcase_add_loop_test(tcase, explicit_schemes_at_their_limit, 0, 3);
  tcase_add_loop_test(tcase, no_absolute_tolerance, 0, schemes);
  return test_run("status", &tcase, 1);
}
