/* covers: radial
 *
 * Radial returns (law/radial.h), which the engine native uses, against the
 * interpreter, which solves for all variables: random strain paths that turn,
 * with tangents. Laws whose force changes its direction are not radial. */
#include "law/radial.h"
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

static const char *const radial[] = {
    "norton", "michel-suquet", "michel-suquet-voce", "perzyna", "garofalo",
    "thermo-norton", "swelling-creep", "kachanov", "zener", "j2",
    "porous-creep"};
static const char *const others[] = {
    "hill-creep", "mohr-coulomb", "armstrong-frederick", "sheet-metal",
    "burgers", "souza-auricchio", "linear-elastic", "drucker-prager",
    "drucker-prager-plastic", "cam-clay"};
enum {
  RADIAL = sizeof radial / sizeof *radial,
  OTHERS = sizeof others / sizeof *others,
  STEPS = 40
};

static bool is_radial(const setup *s) {
  point p = point_open(&am_engine_interp, s);
  bool found = am_radial_new(p.arena, p.law);
  point_close(&p);
  return found;
}

START_TEST(laws_are_recognized) {
  for (int i = 0; i < RADIAL; i++)
    ck_assert_msg(is_radial(&(setup){.material = radial[i],
                                     .solver = solver_of("implicit-euler")}),
                  "%s", radial[i]);
  for (int i = 0; i < OTHERS; i++)
    ck_assert_msg(!is_radial(&(setup){.material = others[i],
                                      .solver = solver_of("implicit-euler")}),
                  "%s", others[i]);
  /* Isotropic with these parameters only */
  ck_assert(!is_radial(&(setup){.material = "hill-creep",
                                .parameters = "{F: 0.5, G: 0.5, H: 0.5}",
                                .solver = solver_of("implicit-euler")}));
}
END_TEST

static double largest_of(const double *x, int count) {
  double largest = 0;
  for (int i = 0; i < count; i++) largest = fmax(largest, fabs(x[i]));
  return largest;
}

/* Largest difference relative to the largest value. */
static double difference(const double *a, const double *b, int count) {
  double worst = 0, size = largest_of(b, count);
  for (int i = 0; i < count; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  return size > 0 ? worst / size : worst;
}

/* Changes of the strain from 1e-6 to 1e-2, durations from 1e-3 to 1e3; at first
 * a step at rest and a pressure; later also jumps, and long holds, in which the
 * force relaxes. */
static double draw_change(uint64_t *seed, int step, double *strain) {
  double size = pow(10, random_in(seed, -6, -2));
  double duration = pow(10, random_in(seed, -3, 3));
  bool hold = step % 5 == 4;
  for (int i = 0; i < 6 && step > 1 && !hold; i++)
    strain[i] += size * random_in(seed, -1, 1);
  for (int i = 0; i < 3 && step == 1; i++) strain[i] -= 1e-4;
  return step % 7 == 6 ? 0 : hold ? 1e4 * duration : duration;
}

START_TEST(agrees_with_the_whole_system) {
  setup s = {.material = radial[_i], .solver = solver_of("implicit-euler"),
             .strains = true};
  double strain[6] = {0};
  uint64_t seed = 11;
  int good = 0, turned = 0;
  s.solver.tangent = s.solver.energies = true;
  s.solver.derivatives = false;
  s.solver.newton = 1e-13;
  point whole = point_open(&am_engine_interp, &s);
  point p = point_open(&am_engine_native, &s);
  int nx = p.law->nx;
  for (int n = 0; n < STEPS; n++) {
    double before[6];
    memcpy(before, strain, sizeof strain);
    double duration = draw_change(&seed, n, strain);
    bool solved = point_strain(&whole, duration, strain) == AM_POINT_GOOD;
    if (!solved || point_strain(&p, duration, strain) != AM_POINT_GOOD) {
      memcpy(strain, before, sizeof strain);
      continue;
    }
    const am_step *a = &p.step, *b = &whole.step;
    good++;
    turned += difference(b->state, b->state0, nx) > 1e-6;
    double size = largest_of(b->tangent, 36) * largest_of(strain, 6);
    for (int i = 0; i < 6; i++)
      ck_assert_close(a->stress[i], b->stress[i], 0, 1e-11 * size);
    ck_assert_double_le(difference(a->state, b->state, p.law->na), 1e-9);
    for (int i = 0; duration == 0 && i < p.law->na; i++)
      if (!am_is_multiplier(p.law, i))
        ck_assert_double_eq(a->state[i], a->state0[i]);
    for (int i = p.law->na; i < nx; i++)
      ck_assert_close(a->state[i], b->state[i], 1e-9, 1e-12 * size);
    ck_assert_double_le(difference(a->tangent, b->tangent, 36), 1e-8);
    memcpy(p.step.state, whole.step.state, (size_t)nx * sizeof(double));
    point_accept(&whole);
    point_accept(&p);
  }
  ck_assert_int_ge(good, STEPS / 2);
  ck_assert_int_ge(turned, STEPS / 4);
  point_close(&whole);
  point_close(&p);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("radial")};
  tcase_add_test(cases[0], laws_are_recognized);
  tcase_add_loop_test(cases[0], agrees_with_the_whole_system, 0, RADIAL);
  return test_run("radial", cases, 1);
}
