/* covers: newton, given_stress
 *
 * Nearly incompressible laws: with Poisson's ratio 0.4999999, steps under error
 * control are as accurate as with 0.3, and so is a prescribed stress of zero.
 * References are results of rodas4 with tight tolerances; errors are in units
 * of the shear modulus. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

static const double ratios[] = {0.3, 0.49, 0.4999, 0.49999, 0.499999,
                                0.4999999};
enum { RATIOS = sizeof ratios / sizeof *ratios, STEPS = 40 };

static const double E = 150e3; /* of norton */

static double two_mu(double nu) { return E / (1 + nu); }

static point open_at(double nu, const am_solver *solver) {
  am_arena *arena = test_arena();
  setup s = {.material = "norton", .solver = *solver,
             .parameters = am_format(arena, "{nu: %.17g}", nu)};
  return point_open(&am_engine_interp, &s);
}

static am_solver tight_solver(void) {
  am_solver solver = tight("rodas4", 1e-9);
  solver.atol = 1e-13;
  solver.tangent = false;
  solver.equilibrium = am_solver_default.equilibrium;
  return solver;
}

/* Strain without volume change, up to rounding. */
static void isochoric(uint64_t *seed, double *strain) {
  double size = exp(random_in(seed, log(1e-4), log(1e-2)));
  for (int i = 0; i < 6; i++) strain[i] = random_in(seed, -size, size);
  strain[2] = -strain[0] - strain[1];
}

/* The norms of the deviators of a and of a - b, coordinates. */
static double deviator(const double *a, const double *b) {
  double sum = 0;
  for (int i = 1; i < 6; i++) sum += pow(a[i] - (b ? b[i] : 0), 2);
  return sqrt(sum);
}

static void check_stress(const point *p, const point *exact, double nu,
                         const char *scheme) {
  const am_solver *s = &am_solver_default;
  double size = deviator(exact->step.stress, NULL);
  double bound = 10 * (s->atol * two_mu(nu) + s->rtol * size);
  double miss = deviator(p->step.stress, exact->step.stress);
  ck_assert_msg(miss <= bound, "%s, nu = %g: %g, bound %g", scheme, nu, miss,
                bound);
}

START_TEST(strain_control) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  for (int r = 0; r < RATIOS; r++) {
    uint64_t seed = 43;
    am_solver solver = solver_of(scheme->name), tight = tight_solver();
    solver.tangent = false;
    point p = open_at(ratios[r], &solver), exact = open_at(ratios[r], &tight);
    for (int i = 0; i < STEPS; i++) {
      double strain[6], duration = exp(random_in(&seed, log(1e-3), log(10)));
      isochoric(&seed, strain);
      ck_assert_int_eq(point_strain(&p, duration, strain), AM_POINT_GOOD);
      ck_assert_int_eq(point_strain(&exact, duration, strain), AM_POINT_GOOD);
      check_stress(&p, &exact, ratios[r], scheme->name);
    }
    point_close(&p);
    point_close(&exact);
  }
}
END_TEST

/* Tension: the lateral stress is zero to `equilibrium` times the stress, not
 * times the pressure of a volume change. */
START_TEST(tension) {
  for (int r = 0; r < RATIOS; r++) {
    uint64_t seed = 47;
    am_solver solver = solver_of("rodas4"), tight = tight_solver();
    point p = open_at(ratios[r], &solver), exact = open_at(ratios[r], &tight);
    for (int i = 0; i < STEPS; i++) {
      double duration = exp(random_in(&seed, log(1e-2), log(10))), stress[6];
      double xx = exp(random_in(&seed, log(1e-4), log(1e-2)));
      ck_assert_int_eq(point_uniaxial(&p, duration, xx), AM_POINT_GOOD);
      ck_assert_int_eq(point_uniaxial(&exact, duration, xx), AM_POINT_GOOD);
      check_stress(&p, &exact, ratios[r], "tension");
      am_basis_to_tensor(p.step.stress, stress);
      for (int c = 1; c < 6; c++)
        ck_assert_double_le(fabs(stress[c]),
                            am_solver_default.equilibrium * fabs(stress[0]));
    }
    point_close(&p);
    point_close(&exact);
  }
}
END_TEST

/* S is the shear stiffness for any bulk stiffness and axes, or the bulk
 * stiffness without shear stiffness. */
START_TEST(scale) {
  static const struct {
    const char *energy;
    double scale;
  } laws[] = {
      {"isotropic(1e12, 40)", 80},
      {"outer(I, I)*7", 21},
      {"deviator4*80", 80},
      {"cubic(100, 60, 0.5)", (2 * 40 + 3 * 1.) / 5},
      {"rotate(cubic(100, 60, 0.5), 0.3, 0.4, 0.5)", (2 * 40 + 3 * 1.) / 5},
  };
  for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
    am_arena *arena = test_arena();
    setup s = {.solver = solver_of("ode23"),
               .material = am_format(arena, "material: law\n"
                                            "free_energy: |\n"
                                            "  inner(eps, %s : eps)/2\n",
                                     laws[i].energy)};
    point p = point_open(&am_engine_interp, &s);
    ck_assert_close(p.law->stress_scale, laws[i].scale, 1e-10, 0);
    point_close(&p);
  }
}
END_TEST

/* Tension of an elastic law with bulk modulus K and mu = 1, by strain and by
 * stress: the stress is 9 K/(3 K + 1) times the strain. The last energy loses
 * its pressure to rounding in the formula itself. */
static const struct {
  const char *volume;
  double rounding; /* part of K that the formula loses */
} energies[] = {
    {"K/2*tr(eps)^2", 0},
    {"K/2*tr(eps)^2 + 1e-3*tr(eps)^4", 0},
    {"K*(exp(tr(eps)) - tr(eps))", 4e-16},
};

static void check_tension(point *p, const char *control, double K,
                          double rounding) {
  double young = 9 * K / (3 * K + 1), strain[6], stress[6];
  double xx = control[0] == 's' ? 0.01 * young : 0.01;
  const char *what = am_format(p->arena, "%s, K = %g", control, K);
  am_point_status status =
      point_move(p, 1, control, (double[6]){xx, 0, 0, 0, 0, 0});
  ck_assert_msg(status == AM_POINT_GOOD, "%s: %s", what,
                am_point_status_text[status]);
  am_basis_to_tensor(p->step.strain, strain);
  am_basis_to_tensor(p->step.stress, stress);
  double bound = (1e-8 * 0.01 + rounding * K) * young;
  ck_assert_msg(fabs(stress[0] - young * strain[0]) < bound &&
                    fabs(stress[1]) < bound && fabs(strain[0] - 0.01) < 1e-9,
                "%s: stress %.17g, %g, strain %.17g, bound %g", what,
                stress[0], stress[1], strain[0], bound);
}

START_TEST(rounded_pressure) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  size_t count = sizeof energies / sizeof *energies;
  for (size_t i = 0; i < 2 * count; i++) {
    for (double K = 1e3; K < 1e10; K *= 1e3) {
      am_arena *arena = test_arena();
      setup s = {.solver = solver_of(scheme->name)};
      s.solver.control = i % 2 ? AM_CONTROL_STEP : AM_CONTROL_PATH;
      s.parameters = am_format(arena, "{K: %g}", K);
      s.material = am_format(arena,
                             "material: law\nparameters: {K: 1}\n"
                             "free_energy: |\n  %s + dev(eps) : dev(eps)\n",
                             energies[i / 2].volume);
      point p = point_open(&am_engine_interp, &s);
      check_tension(&p, "esssss", K, energies[i / 2].rounding);
      check_tension(&p, "ssssss", K, energies[i / 2].rounding);
      check_tension(&p, "essess", K, energies[i / 2].rounding);
      point_close(&p);
      am_arena_free(arena);
    }
  }
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("incompressible");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, strain_control, 0, (int)schemes);
  tcase_add_test(tcase, tension);
  tcase_add_test(tcase, scale);
  tcase_add_loop_test(tcase, rounded_pressure, 0, (int)schemes);
  return test_run("incompressible", &tcase, 1);
}
