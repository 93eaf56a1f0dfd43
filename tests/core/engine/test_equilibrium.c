/* covers: equilibrium, given_stress
 *
 * Mixed control: strains for prescribed stresses, by each engine and scheme. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

/* Modes of computing the tangent of the iteration */
static const struct {
  const char *name;
  bool tangent;
  am_tangent_control control;
  am_tangent_mode mode;
} ways[] = {
    {"coupled", true, AM_TANGENT_COUPLED, AM_MODE_VECTOR},
    {"primal", true, AM_TANGENT_PRIMAL, AM_MODE_VECTOR},
    {"column", true, AM_TANGENT_COUPLED, AM_MODE_COLUMN},
    {"no tangent", false, AM_TANGENT_COUPLED, AM_MODE_VECTOR},
};

enum { WAYS = sizeof ways / sizeof *ways, MOST = 10 };

static am_solver mixed(const char *scheme, int way, double equilibrium) {
  am_solver solver = solver_of(scheme);
  solver.control = AM_CONTROL_STEP;
  solver.equilibrium = equilibrium;
  solver.tangent = ways[way].tangent;
  solver.tangent_control = ways[way].control;
  solver.tangent_mode = ways[way].mode;
  return solver;
}

/* A point that flows, after a step in uniaxial tension. */
static point before_step(const am_engine *engine, am_solver solver) {
  setup s = {.material = "michel-suquet", .solver = solver};
  point p = point_open(engine, &s);
  ck_assert_int_eq(point_uniaxial(&p, 0.7, 1e-3), AM_POINT_GOOD);
  point_accept(&p);
  return p;
}

static double lateral(const point *p) {
  double stress[6], worst = 0;
  am_basis_to_tensor(p->step.stress, stress);
  for (int i = 1; i < 6; i++) worst = fmax(worst, fabs(stress[i]));
  return worst;
}

/* The residual after each iteration, relative to the largest stress: a run
 * with the tolerance just below a residual makes one more. */
static int history(const am_engine *engine, const char *scheme, int way,
                   double *residuals) {
  int count = 0;
  double tolerance = 1;
  point p = before_step(engine, mixed(scheme, way, 1e-13));
  while (count < MOST && tolerance > 1e-13) {
    point q = before_step(engine, mixed(scheme, way, tolerance));
    memcpy(q.step.strain0, p.step.strain0, sizeof p.step.strain0);
    memcpy(q.state, p.state, sizeof(double) * (size_t)p.law->nx);
    q.step.step0 = p.step.step0;
    q.step.stress_max0 = p.step.stress_max0;
    ck_assert_int_eq(point_uniaxial(&q, 0.3, 1.5e-3), AM_POINT_GOOD);
    ck_assert_double_eq(q.step.equilibrium_iterations, count + 1);
    ck_assert_double_eq_tol(lateral(&q), q.step.residual, 1e-13);
    residuals[count] = q.step.residual / q.step.stress_max;
    tolerance = 0.99 * residuals[count++];
    point_close(&q);
  }
  point_close(&p);
  return count;
}

/* Newton's method with exact derivatives: each residual is about the square of
 * the previous one. */
START_TEST(residuals_fall_quadratically) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / WAYS;
  FOR_ENGINES(engine) {
    double r[MOST];
    int count = history(engine, scheme->name, _i % WAYS, r);
    ck_assert_int_le(count, 5);
    ck_assert_double_gt(r[0], 1e-2);
    for (int i = 1; i < count; i++)
      ck_assert_msg(r[i] <= 0.03 * r[i - 1] * r[i - 1] + 1e-13,
                    "%s, %s: residual %.3g follows %.3g", scheme->name,
                    ways[_i % WAYS].name, r[i], r[i - 1]);
  }
}
END_TEST

/* Steps of all sizes: the stress agrees with that of tight tolerances to a few
 * times the tolerance. */
START_TEST(results_keep_the_tolerance) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  uint64_t seed = 12;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine)
  for (int i = 0; i < 20; i++) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    point p = point_open(engine, &s);
    s.solver = tight("rodas4", 1e-9);
    point exact = point_open(engine, &s);
    double duration = exp(random_in(&seed, -5, 4));
    double strain = random_in(&seed, -0.02, 0.02);
    ck_assert_int_eq(point_uniaxial(&exact, duration, strain), AM_POINT_GOOD);
    ck_assert_msg(point_uniaxial(&p, duration, strain) == AM_POINT_GOOD,
                  "%s, %g in %g s: %s", scheme->name, strain, duration,
                  am_point_status_text[p.step.status]);
    for (int c = 0; c < 6; c++)
      ck_assert_close(p.step.stress[c], exact.step.stress[c], 0,
                      1e-2 * exact.step.stress_max);
    point_close(&p);
    point_close(&exact);
  }
}
END_TEST

/* Six prescribed stresses: the solution has them. */
START_TEST(stresses_are_met) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double targets[][6] = {{60, -20, 10, 5, 30, -8},
                               {-40, 40, 0, 20, 0, 12},
                               {0, 0, 0, 0, 0, 0},
                               {10, 10, 10, 0, 0, 0}};
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    double largest = 0;
    point p = point_open(engine, &s);
    for (int i = 0; i < 4; i++) {
      double stress[6];
      ck_assert_int_eq(point_move(&p, 0.1, "ssssss", targets[i]),
                       AM_POINT_GOOD);
      am_basis_to_tensor(p.step.stress, stress);
      for (int c = 0; c < 6; c++)
        ck_assert_close(stress[c], targets[i][c], 0, 1e-8 * p.step.stress_max);
      ck_assert_double_ge(p.step.stress_max, largest);
      ck_assert_double_ge(p.step.stress_max, 59.9999);
      largest = p.step.stress_max;
      point_accept(&p);
    }
    point_close(&p);
  }
}
END_TEST

/* Shear strain and axial stress at once; and the other components remain
 * constant. */
START_TEST(components_keep_their_control) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  const double target[6] = {20, 1e-4, 0, 0, -2e-4, 15};
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    double strain[6], stress[6];
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_move(&p, 0.1, "seeees", target), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.strain, strain);
    am_basis_to_tensor(p.step.stress, stress);
    for (int i = 1; i < 5; i++)
      ck_assert_double_eq_tol(strain[i], target[i], 1e-18);
    ck_assert_close(stress[0], 20, 1e-7, 0);
    ck_assert_close(stress[5], 15, 1e-7, 0);
    point_close(&p);
  }
}
END_TEST

/* The computed strains, when prescribed, give the same stress. */
START_TEST(found_strains_reproduce_the_stress) {
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet",
               .solver = solver_of("implicit-euler")};
    double strain[6];
    point p = point_open(engine, &s), q = point_open(engine, &s);
    ck_assert_int_eq(point_uniaxial(&p, 1, 3e-3), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.strain, strain);
    ck_assert_int_eq(point_strain(&q, 1, strain), AM_POINT_GOOD);
    for (int i = 0; i < 6; i++)
      ck_assert_close(p.step.stress[i], q.step.stress[i], 1e-13, 1e-10);
    point_close(&p);
    point_close(&q);
  }
}
END_TEST

/* Zero stress at zero strain converges without a scale of the stress. */
START_TEST(nothing_stays_nothing) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_move(&p, 1, "ssssss", (double[6]){0}),
                     AM_POINT_GOOD);
    ck_assert_double_eq(p.step.equilibrium_iterations, 1);
    ck_assert_double_eq(p.step.residual, 0);
    for (int i = 0; i < 6; i++) ck_assert_double_eq(p.step.strain[i], 0);
    point_close(&p);
  }
}
END_TEST

/* The stored substep size of the last step avoids rejections. */
START_TEST(substep_sizes_are_remembered) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    point p = point_open(engine, &s);
    ck_assert_int_eq(point_uniaxial(&p, 1, 2e-3), AM_POINT_GOOD);
    point_accept(&p);
    ck_assert_double_gt(p.step.step0, 0);
    ck_assert_int_eq(point_uniaxial(&p, 1, 4e-3), AM_POINT_GOOD);
    double fresh, remembered = p.step.rejected;
    p.step.step0 = 0;
    ck_assert_int_eq(point_uniaxial(&p, 1, 4e-3), AM_POINT_GOOD);
    fresh = p.step.rejected;
    ck_assert_double_le(remembered, fresh);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  size_t count;
  TCase *tcase = tcase_create("equilibrium");
  am_schemes(&count);
  int schemes = (int)count;
  tcase_add_loop_test(tcase, residuals_fall_quadratically, 0, schemes * WAYS);
  tcase_add_loop_test(tcase, results_keep_the_tolerance, 0, schemes);
  tcase_add_loop_test(tcase, stresses_are_met, 0, schemes);
  tcase_add_loop_test(tcase, components_keep_their_control, 0, schemes);
  tcase_add_test(tcase, found_strains_reproduce_the_stress);
  tcase_add_loop_test(tcase, nothing_stays_nothing, 0, schemes);
  tcase_add_loop_test(tcase, substep_sizes_are_remembered, 0, schemes);
  return test_run("equilibrium", &tcase, 1);
}
