/* covers: implicit_euler, advance
 *
 * Backward Euler in equal substeps, solver.substeps. */
#include "points.h"

/* Laws of all kinds: one variable and several, lists, multipliers, damage, a
 * maximum, an external field, several surfaces. */
static const char *const laws[] = {
    "norton", "michel-suquet", "kachanov", "damage", "generalized-maxwell",
    "fcc-crystal", "chaboche", "j2", "armstrong-frederick", "mazars",
    "concrete", "drucker-prager-plastic", "thermo-norton", "spectral-damage"};

enum { LAWS = sizeof laws / sizeof *laws, MOST = 4 };

/* Strain of a loading step of size about 2e-3 */
static void strain_of(double size, double *strain) {
  static const double direction[6] = {1, -0.35, -0.45, 0.3, -0.25, 0.55};
  for (int i = 0; i < 6; i++) strain[i] = size * 2e-3 * direction[i];
}

static point open_law(const char *law, int substeps) {
  setup s = {.material = law, .solver = solver_of("implicit-euler")};
  s.solver.substeps = substeps;
  s.solver.tangent = s.solver.derivatives = s.solver.energies = true;
  return point_open(am_engine_find("interp"), &s);
}

static double largest(const double *x, int count) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
  return most;
}

static void compare(const char *law, const double *found,
                    const double *expected, int count, double tolerance) {
  double most = largest(expected, count);
  for (int i = 0; i < count; i++)
    ck_assert_msg(fabs(found[i] - expected[i]) <= tolerance * most + 1e-300,
                  "%s, %d of %d: %.17g, expected %.17g", law, i, count,
                  found[i], expected[i]);
}

/* A state that has flowed. */
static void flow(point *p) {
  double strain[6];
  strain_of(0.8, strain);
  strain[4] += 1e-4;
  ck_assert_int_eq(point_strain(p, 0.7, strain), AM_POINT_GOOD);
  point_accept(p);
}

/* Multipliers of a loading step are sums over its substeps. */
static void add_multipliers(point *p, double *sums) {
  for (int k = 0; k < p->law->nd; k++)
    sums[k] += p->step.state[am_multiplier_at(p->law, k)];
}

/* Substeps under given strains are loading steps. */
START_TEST(equal_as_many_loading_steps) {
  const char *law = laws[_i];
  for (int substeps = 2; substeps <= MOST; substeps++) {
    point whole = open_law(law, substeps), part = open_law(law, 1);
    flow(&part);
    memcpy(whole.state, part.state, (size_t)part.law->nx * sizeof(double));
    memcpy(whole.step.strain0, part.step.strain0, sizeof part.step.strain0);
    memcpy(whole.step.external0, part.step.external0,
           sizeof part.step.external0);
    double from[6], to[6], strain[6], sums[6] = {0};
    am_basis_to_tensor(part.step.strain0, from);
    strain_of(1.5, to);
    ck_assert_int_eq(point_strain(&whole, 0.6, to), AM_POINT_GOOD);
    ck_assert_int_eq((int)whole.step.substeps, substeps);
    for (int n = 1; n <= substeps; n++) {
      double theta = (double)n / substeps;
      for (int i = 0; i < 6; i++)
        strain[i] = theta * to[i] + (1 - theta) * from[i];
      ck_assert_int_eq(point_strain(&part, 0.6 / substeps, strain),
                       AM_POINT_GOOD);
      add_multipliers(&part, sums);
      point_accept(&part);
    }
    for (int k = 0; k < part.law->nd; k++)
      part.step.state[am_multiplier_at(part.law, k)] = sums[k];
    compare(law, whole.step.stress, part.step.stress, 6, 1e-13);
    compare(law, whole.step.state, part.step.state, part.law->nx, 1e-13);
    point_close(&whole);
    point_close(&part);
  }
}
END_TEST

/* The same applies to stresses that are linear in time. */
START_TEST(equal_loading_steps_of_stress) {
  point whole = open_law("michel-suquet", 3);
  point part = open_law("michel-suquet", 1);
  ck_assert_int_eq(point_uniaxial(&part, 1, 1e-3), AM_POINT_GOOD);
  memcpy(whole.state, part.step.state, (size_t)part.law->nx * sizeof(double));
  memcpy(whole.step.strain0, part.step.strain, sizeof part.step.strain);
  point_accept(&part);
  static const char control[] = "esesss";
  double from[6], to[6] = {2e-3, 5, -1e-3, -3};
  double strain[6], target[6];
  am_basis_to_tensor(part.step.stress, from);
  am_basis_to_tensor(part.step.strain0, strain);
  from[0] = strain[0];
  from[2] = strain[2];
  ck_assert_int_eq(point_move(&whole, 1, control, to), AM_POINT_GOOD);
  for (int n = 1; n <= 3; n++) {
    double theta = n / 3.0;
    for (int i = 0; i < 6; i++)
      target[i] = theta * to[i] + (1 - theta) * from[i];
    ck_assert_int_eq(point_move(&part, 1 / 3.0, control, target),
                     AM_POINT_GOOD);
    point_accept(&part);
  }
  compare("strain", whole.step.strain, part.step.strain, 6, 1e-10);
  compare("stress", whole.step.stress, part.step.stress, 6, 1e-10);
  point_close(&whole);
  point_close(&part);
}
END_TEST

/* The tangent of all substeps against differences. */
START_TEST(tangents_are_those_of_differences) {
  const char *law = laws[_i];
  point p = open_law(law, 3);
  double to[6], C[36], stress[2][6], tangent[36];
  const double step = 1e-8;
  flow(&p);
  strain_of(1.5, to);
  ck_assert_int_eq(point_strain(&p, 0.6, to), AM_POINT_GOOD);
  memcpy(C, p.step.tangent, sizeof C);
  am_basis_matrix_to_mandel(C, tangent);
  double size = largest(tangent, 36);
  for (int j = 0; j < 6; j++) {
    double part = j < 3 ? 1 : sqrt(2);
    for (int side = 0; side < 2; side++) {
      double moved[6];
      memcpy(moved, to, sizeof moved);
      moved[j] += (side ? step : -step) / part;
      ck_assert_int_eq(point_strain(&p, 0.6, moved), AM_POINT_GOOD);
      am_basis_to_mandel(p.step.stress, stress[side]);
    }
    for (int i = 0; i < 6; i++) {
      double expected = (stress[1][i] - stress[0][i]) / (2 * step);
      ck_assert_msg(fabs(tangent[6 * i + j] - expected) <= 1e-7 * size,
                    "%s, %d %d: %.12g, expected %.12g", law, i, j,
                    tangent[6 * i + j], expected);
    }
  }
  point_close(&p);
}
END_TEST

static void stress_of(const char *law, int substeps, double *stress) {
  point p = open_law(law, substeps);
  double strain[6];
  strain_of(0.3, strain);
  ck_assert_int_eq(point_strain(&p, 1, strain), AM_POINT_GOOD);
  memcpy(stress, p.step.stress, 6 * sizeof *stress);
  point_close(&p);
}

/* The error is inversely proportional to the number of substeps. */
START_TEST(converge_with_order_one) {
  static const char *const smooth[] = {"michel-suquet", "kachanov",
                                       "generalized-maxwell"};
  const char *law = smooth[_i];
  double exact[6], before[6], error[3] = {0};
  stress_of(law, 10000, exact);
  for (int n = 0; n < 3; n++) {
    stress_of(law, 32 << n, before);
    for (int i = 0; i < 6; i++)
      error[n] = fmax(error[n], fabs(before[i] - exact[i]));
  }
  for (int n = 0; n < 2; n++) {
    double order = log2(error[n] / error[n + 1]);
    ck_assert_msg(fabs(order - 1) < 0.1, "%s: order %.3f", law, order);
  }
}
END_TEST

/* Other schemes choose their own substeps. */
START_TEST(other_schemes_refuse) {
  FOR_SCHEMES(scheme) {
    point p;
    setup s = {.material = "norton", .solver = solver_of(scheme->name)};
    s.solver.substeps = 2;
    if (scheme->family == AM_FAMILY_IMPLICIT) continue;
    ck_assert_int_eq(point_try(&p, am_engine_find("interp"), &s), AM_INPUT);
    const char *expected = am_format(
        p.arena,
        "solver.substeps 2 cannot be combined with scheme %s",
        scheme->name);
    ck_assert_ptr_nonnull(strstr(first_message(p.arena, p.report), expected));
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("equal steps");
  tcase_add_loop_test(tcase, equal_as_many_loading_steps, 0, LAWS);
  tcase_add_test(tcase, equal_loading_steps_of_stress);
  tcase_add_loop_test(tcase, tangents_are_those_of_differences, 0, LAWS);
  tcase_add_loop_test(tcase, converge_with_order_one, 0, 3);
  tcase_add_test(tcase, other_schemes_refuse);
  return test_run("equal steps", &tcase, 1);
}
