/* covers: run
 *
 * Phases without stiffness: closed forms, the limit of small stiffnesses, and
 * schemes that reject them. */
#include <unistd.h>

#include "tests/sim/archive/files.h"
#include "marches.h"

#define INTERP EULER ", engine: interp"

static marching m;
static char folder[] = "/tmp/automat-pores-XXXXXX";
static const char *nothing; /* a material without energy */

static void set_up(void) {
  static char path[sizeof folder + 20];
  static const char text[] =
      "format: 1\nmaterial: nothing\ntitle: Nothing\nsource: none\n"
      "units: {stress: MPa, time: s}\nfree_energy: 0\n";
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  sprintf(path, "%s/nothing.yaml", folder);
  test_write(path, text, strlen(text));
  nothing = path;
}

static void tear_down(void) {
  unlink(nothing);
  rmdir(folder);
}

/* Label 0 of E = 1, nu = 0.3; label 1 empty. */
static const char *solid_and_pores(const element *e) {
  return am_format(e->arena,
                   "{solid: {label: 0, material: linear-elastic, parameters: "
                   "{E: 1, nu: 0.3}}, pores: {label: 1, material: %s}}",
                   nothing);
}

static const char *const schemes[] = {"basic", "barzilai-borwein", "anderson",
                                      "newton-cg"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* ---- layers -------------------------------------------------------------- */

/* Three of eight layers across x are empty. */
static element porous_layers(void) {
  element e = new_element((const int[]){8, 1, 1}, NULL);
  put_layers(&e, 3);
  return e;
}

/* No load is transmitted across the layers; along the layers each carries plane
 * stress with E/(1 - nu^2) = 1/0.91, and shear. */
START_TEST(layers_carry_along_themselves) {
  element e = porous_layers();
  const script s = {
      solid_and_pores(&e),
      am_format(e.arena, ", equilibrium: 1e-9, scheme: %s", schemes[_i]),
      "engine: interp",
      "[{time: 1, strain: {xx: 2e-3, yy: 1e-3, zz: -3e-3, yz: 4e-4, xz: 5e-4, "
      "xy: 1e-3}}, {time: 2, strain: {yy: 2e-3}, stress: {others: 0}}]"};
  must_march(&m, e, &s);
  const double *stress = m.rows[1].stress, part = 5.0 / 8;
  const double expected[] = {0,
                             part * (1e-3 - 0.3 * 3e-3) / 0.91,
                             part * (0.3 * 1e-3 - 3e-3) / 0.91,
                             part * 4e-4 / 1.3, 0, 0};
  for (int c = 0; c < 6; c++)
    ck_assert_close(stress[c], expected[c], 0, 1e-11);
  ck_assert_close(m.rows[2].stress[1], part * 2e-3, 0, 1e-11);
  ck_assert_close(m.rows[2].strain[2], -0.3 * 2e-3, 0, 1e-11);
}
END_TEST

/* The tangent vanishes for phases without stiffness. */
START_TEST(layers_have_a_tangent) {
  element e = porous_layers();
  const script s = {solid_and_pores(&e), "", INTERP,
                    "[{time: 1, strain: {yy: 1e-3, others: 0}}]"};
  double expected[36] = {0};
  must_open(&m, e, &s);
  m.sink.effective = true;
  must_walk(&m);
  expected[7] = expected[14] = 5.0 / 8 / 0.91;
  expected[8] = expected[13] = 0.3 * expected[7];
  expected[21] = 5.0 / 8 / 1.3;
  for (int i = 0; i < 36; i++)
    ck_assert_close(m.rows[1].effective[i], expected[i], 0, 1e-9);
}
END_TEST

/* The stress vanishes for a strain that no layer resists. */
START_TEST(layers_carry_nothing_across) {
  element e = porous_layers();
  const script s = {solid_and_pores(&e),
                    am_format(e.arena, ", scheme: %s", schemes[_i]), INTERP,
                    "[{time: 1, strain: {xx: 1e-3, others: 0}}]"};
  must_march(&m, e, &s);
  for (int c = 0; c < 6; c++)
    ck_assert_close(m.rows[1].stress[c], 0, 0, 1e-11);
}
END_TEST

/* ---- spheres ------------------------------------------------------------- */

/* A core of radius 1/4, label 2, in a shell up to 0.4, label 1; returns the
 * volume fraction of the core in core and shell. */
static double put_hollow_sphere(element *e) {
  int n = e->micro->grid[0];
  double core = 0, all = 0;
  for (long v = 0; v < e->micro->voxels; v++) {
    double x = ((int)(v % n) + 0.5) / n - 0.5;
    double y = ((int)(v / n % n) + 0.5) / n - 0.5;
    double z = ((int)(v / n / n) + 0.5) / n - 0.5;
    double r = sqrt(x * x + y * y + z * z);
    e->micro->labels[v] = r < 0.25 ? 2 : r < 0.4;
    core += r < 0.25;
    all += r < 0.4;
  }
  return core / all;
}

/* The error of the bulk modulus of Hashin's hollow sphere in its medium. */
static double error_of_hollow_sphere(int n) {
  element e = new_cube(n);
  double part = put_hollow_sphere(&e), bulk = 1 / 1.2, shear = 1 / 2.6;
  double whole = 4 * shear * bulk * (1 - part) / (4 * shear + 3 * bulk * part);
  const script s = {
      am_format(e.arena,
                "{medium: {label: 0, material: linear-elastic, parameters: "
                "{E: %.17g, nu: %.17g}}, shell: {label: 1, material: "
                "linear-elastic, parameters: {E: 1, nu: 0.3}}, core: {label: "
                "2, material: %s}}",
                9 * whole * shear / (3 * whole + shear),
                (3 * whole - 2 * shear) / (6 * whole + 2 * shear), nothing),
      ", scheme: newton-cg", INTERP,
      "[{time: 1, strain: {xx: 1e-3, yy: 1e-3, zz: 1e-3, others: 0}}]"};
  must_march(&m, e, &s);
  return m.rows[1].stress[0] / (3e-3 * whole) - 1;
}

/* A hollow sphere in a medium of the same bulk modulus, K = 4GK(1 - c)/(4G +
 * 3Kc), does not disturb a hydrostatic strain of the medium (Hashin 1962); the
 * shell has K = 1/1.2, G = 1/2.6, and the cell 0.54 times the K of the
 * shell. */
START_TEST(hollow_spheres_are_neutral) {
  double coarse = error_of_hollow_sphere(16), fine = error_of_hollow_sphere(32);
  ck_assert_close(coarse, 0, 0, 0.02);
  ck_assert_close(fine, 0, 0, 0.012);
  ck_assert_double_lt(fabs(fine), fabs(coarse));
}
END_TEST

static double stress_of_inclusion(const char *material, const char *scheme,
                                  int n) {
  element e = sphere(n);
  const script s = {
      am_format(
          e.arena,
          "{solid: {label: 0, material: linear-elastic, "
          "parameters: {E: 1, nu: 0.3}}, pores: {label: 1, material: %s}}",
          material),
      am_format(e.arena,
                ", equilibrium: 1e-10, discretization: rotated, "
                "scheme: %s",
                scheme),
      INTERP, "[{time: 1, strain: {xx: 1e-3}, stress: {others: 0}}]"};
  must_march(&m, e, &s);
  return m.rows[1].stress[0];
}

/* Pores are the limit of vanishing stiffness: stresses converge in proportion
 * to the stiffness, on even and odd grids. */
START_TEST(pores_are_a_limit) {
  int n = 8 + _i;
  double pores = stress_of_inclusion(nothing, schemes[3], n), off[2];
  for (int i = 0; i < 2; i++)
    off[i] = stress_of_inclusion(i ? "linear-elastic, parameters: {E: 1e-5}"
                                   : "linear-elastic, parameters: {E: 1e-3}",
                                 schemes[3], n) - pores;
  ck_assert_double_gt(off[1], 0);
  ck_assert_close(off[0] / off[1], 100, 0.01, 0);
  for (int i = 0; i < SCHEMES - 1; i++)
    ck_assert_close(stress_of_inclusion(nothing, schemes[i], n), pores, 1e-8,
                    0);
}
END_TEST

/* The same applies to pores in a yielding metal. */
START_TEST(pores_in_a_metal) {
  double stress[3];
  for (int i = 0; i < 3; i++) {
    element e = sphere(6);
    const script s = {
        am_format(e.arena, "{metal: {label: 0, material: michel-suquet}, "
                  "pores: {label: 1, material: %s}}",
                  i < 2 ? nothing : "linear-elastic, parameters: {E: 1e-2}"),
        i ? ", equilibrium: 1e-8"
          : ", equilibrium: 1e-8, scheme: barzilai-borwein",
        INTERP,
        "[{time: 1, steps: 5, strain: {xx: 5e-3}, stress: {others: 0}}]"};
    must_march(&m, e, &s);
    stress[i] = m.rows[5].stress[0];
  }
  ck_assert_close(stress[0], stress[1], 1e-7, 0);
  ck_assert_close(stress[2], stress[1], 1e-5, 0);
}
END_TEST

/* ---- unsupported settings ------------------------------------------------ */

static const struct {
  const char *soft, *settings, *message;
} refused[] = {
    {"linear-elastic, parameters: {E: 1e-9}", "",
     "phase 'soft' has almost no stiffness compared with the others (shear "
     "moduli from 4e-10 to 20676.7, bulk moduli from 6.66667e-10 to 53921.6): "
     "for pores, set 'discretization: rotated' in homogenization, or give the "
     "phase a small stiffness, such as 1e-3 of the others"},
    {"linear-elastic, parameters: {E: 1e-6, nu: 0.4999999999999}",
     ", discretization: rotated", "): give it a small stiffness, such as 1e-3"},
};

START_TEST(others_refuse_them) {
  element e = sphere(5);
  const script s = {
      am_format(e.arena, "{metal: {label: 0, material: michel-suquet}, soft: "
                "{label: 1, material: %s}}", refused[_i].soft),
      refused[_i].settings, INTERP, "[{time: 1, strain: {xx: 1e-3}}]"};
  ck_assert_int_eq(open_march(&m, &e, &s), AM_INPUT);
  ck_assert_msg(strstr(told(&m.e), refused[_i].message) != NULL, "%s",
                told(&m.e));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("pores")};
  tcase_add_checked_fixture(cases[0], set_up, tear_down);
  tcase_add_loop_test(cases[0], layers_carry_along_themselves, 0, SCHEMES);
  tcase_add_test(cases[0], layers_have_a_tangent);
  tcase_add_loop_test(cases[0], layers_carry_nothing_across, 0, SCHEMES);
  tcase_add_test(cases[0], hollow_spheres_are_neutral);
  tcase_add_loop_test(cases[0], pores_are_a_limit, 0, 2);
  tcase_add_test(cases[0], pores_in_a_metal);
  tcase_add_loop_test(cases[0], others_refuse_them, 0, 2);
  return test_run("pores", cases, 1);
}
