/* covers: basic, newton_cg
 *
 * Phases of very different stiffness: schemes continue as long as the residual
 * decreases, however slowly, and estimate the remaining time. */
#include "marches.h"

#define INTERP EULER ", engine: interp"
#define STRETCH "[{time: 1, strain: {xx: 1e-3, others: 0}}]"

static marching m;

static const double soft = 1, other = 2, poisson = 0.25;

static const struct {
  const char *settings;
  double hard;
} rows[] = {
    {", scheme: basic, discretization: fourier", 1e2},
    {", scheme: basic, discretization: rotated", 1e2},
    {", scheme: basic, discretization: fourier", 1e4},
    {", scheme: basic, discretization: rotated", 1e4},
    {", scheme: basic, discretization: rotated", 1e-4},
    {", scheme: barzilai-borwein, discretization: fourier", 1e2},
    {", scheme: barzilai-borwein, discretization: rotated", 1e2},
    {", scheme: barzilai-borwein, discretization: fourier", 1e4},
    {", scheme: barzilai-borwein, discretization: rotated", 1e4},
    {", scheme: barzilai-borwein, discretization: rotated", 1e-4},
};

/* Two fifths soft, two fifths of twice this stiffness, one fifth hard. In an
 * iteration of the basic scheme the error of the strain in soft layers
 * decreases by a fraction soft/hard. */
static element three_layers(void) {
  element e = new_element((const int[]){5, 1, 1}, NULL);
  for (int i = 0; i < 5; i++) e.micro->labels[i] = i / 2;
  return e;
}

static script layers(const element *e, double hard, const char *settings) {
  return (script){
      am_format(e->arena,
                "{soft: {label: 0, material: linear-elastic, parameters: "
                "{E: %g, nu: %g}}, other: {label: 1, material: linear-elastic, "
                "parameters: {E: %g, nu: %g}}, hard: {label: 2, material: "
                "linear-elastic, parameters: {E: %g, nu: %g}}}",
                soft, poisson, other, poisson, hard, poisson),
      settings, INTERP, STRETCH};
}

/* The stress is the same in all layers, lateral strains are zero: with the
 * longitudinal modulus M = E(1 - nu)/((1 + nu)(1 - 2 nu)), stress.xx is
 * strain.xx over the mean of 1/M, and stress.yy = nu/(1 - nu) stress.xx. */
START_TEST(residuals_fall_to_the_end) {
  const double equilibrium = 1e-6;
  element e = three_layers();
  const script s = layers(
      &e, rows[_i].hard,
      am_format(e.arena, ", equilibrium: %g, iterations: 200000%s",
                equilibrium, rows[_i].settings));
  must_march(&m, e, &s);
  double unit = (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson));
  double mean = (0.4 / soft + 0.4 / other + 0.2 / rows[_i].hard) / unit;
  double stress = 1e-3 / mean, *found = m.rows[1].stress;
  ck_assert_close(found[0], stress, equilibrium, 0);
  for (int c = 1; c < 3; c++)
    ck_assert_close(found[c], poisson / (1 - poisson) * stress, equilibrium,
                    0);
  for (int c = 3; c < 6; c++) ck_assert_close(found[c], 0, 0, 1e-15);
  ck_assert_double_eq(m.rows[1].pieces, 1);
}
END_TEST

/* The estimate at the iteration limit is correct, because one mode determines
 * the rate of convergence. */
START_TEST(what_it_would_take_is_told) {
  element e = three_layers();
  script s = layers(&e, 1e3, ", scheme: basic, iterations: 1000");
  must_open(&m, e, &s);
  ck_assert_int_eq(walk_march(&m), AM_FAILED);
  const char *told_of = strstr(told(&m.e), "tolerance 1e-05, about ");
  ck_assert_msg(told_of != NULL, "%s", told(&m.e));
  double expected = strtod(told_of + strlen("tolerance 1e-05, about "), NULL);
  e = three_layers();
  s = layers(&e, 1e3, ", scheme: basic, iterations: 100000");
  must_march(&m, e, &s);
  ck_assert_double_gt(m.rows[1].iterations, 2000);
  ck_assert_close(m.rows[1].iterations, expected, 0.05, 0);
}
END_TEST

/* The step length of the gradient is adapted to the contrast. */
START_TEST(a_sphere_takes_no_more_than_the_default) {
  static const double stiffness[] = {1e4, 1e-4};
  double stress[2];
  for (int i = 0; i < 2; i++) {
    element e = sphere(10);
    const script s = {
        am_format(e.arena, "{matrix: {label: 0, material: linear-elastic, "
                  "parameters: {E: 1}}, inclusion: {label: 1, material: "
                  "linear-elastic, parameters: {E: %g}}}", stiffness[_i]),
        i ? ", scheme: newton-cg" : ", scheme: barzilai-borwein", INTERP,
        STRETCH};
    must_march(&m, e, &s);
    stress[i] = m.rows[1].stress[0];
  }
  ck_assert_close(stress[0], stress[1], 1e-5, 0);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("contrast")};
  tcase_add_loop_test(cases[0], residuals_fall_to_the_end, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(cases[0], what_it_would_take_is_told);
  tcase_add_loop_test(cases[0], a_sphere_takes_no_more_than_the_default, 0, 2);
  return test_run("contrast", cases, 1);
}
