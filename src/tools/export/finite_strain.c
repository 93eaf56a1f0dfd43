/* finite_strain.c: libraries with deformation gradients: expected results from
 * the interpreter's stress and tangent.
 *
 * Components are those of am_gradient_names, the first six for symmetric
 * tensors, without factors. */
#include "export/parts.h"

/* ---- changes of F -------------------------------------------------------- */

static void along_component(const am_host_step *step, int column,
                            double *F_by) {
  (void)step;
  memset(F_by, 0, 9 * sizeof *F_by);
  F_by[column] = 1;
}

/* D F, where the rate of deformation D has one engineering component. */
static void along_rate(const am_host_step *step, int column, double *F_by) {
  static const int mirror[6] = {0, 1, 2, 6, 7, 8};
  double D[9] = {0};
  D[column] += 0.5;
  D[mirror[column]] += 0.5;
  am_tensor_product(D, step->gradient1, F_by);
}

static double keep(const am_host_step *step, const double *F) {
  (void)step, (void)F;
  return 1;
}

/* Kirchhoff stress relative to the fixed volume. */
static double swell(const am_host_step *step, const double *F) {
  return am_gradient_determinant(F) /
         am_gradient_determinant(step->gradient1);
}

/* ---- the interpreter ----------------------------------------------------- */

static void expect_nominal(const am_host_session *s, const am_host_step *step,
                           am_host_answer *expected) {
  const double *F = step->gradient1;
  am_nominal_stress(F, s->step->stress, expected->stress);
  am_nominal_tangent(F, s->step->stress, s->step->tangent, expected->tangent);
}

/* Change of the Cauchy stress along F_by. */
static void cauchy_along(const am_host_session *s, const double *F,
                         const double *F_by, double *cauchy_by) {
  double strain_by[6], stress_by[6] = {0};
  am_logarithmic_strain_by(F, F_by, strain_by);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      stress_by[i] += s->step->tangent[6 * i + j] * strain_by[j];
  am_cauchy_stress_by(F, s->step->stress, F_by, stress_by, cauchy_by);
}

typedef void change(const am_host_step *step, int column, double *F_by);

/* Cauchy stress, and its changes along all columns. */
static void fill_cauchy(const am_host_session *s, const am_host_step *step,
                        change *along, int columns, am_host_answer *expected) {
  am_cauchy_stress(step->gradient1, s->step->stress, expected->stress);
  for (int j = 0; j < columns; j++) {
    double F_by[9], by[6];
    along(step, j, F_by);
    cauchy_along(s, step->gradient1, F_by, by);
    for (int i = 0; i < 6; i++) expected->tangent[columns * i + j] = by[i];
  }
}

static void expect_cauchy(const am_host_session *s, const am_host_step *step,
                          am_host_answer *expected) {
  fill_cauchy(s, step, along_component, 9, expected);
}

/* d(J sigma)/J = dsigma + sigma tr D, the Jaumann rate without spin. */
static void expect_umat(const am_host_session *s, const am_host_step *step,
                        am_host_answer *expected) {
  fill_cauchy(s, step, along_rate, 6, expected);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 3; j++)
      expected->tangent[6 * i + j] += expected->stress[i];
}

const am_host_call am_host_large[AM_HOST_LARGE] = {
    {.name = "generic", .measure = 2, .operator = 2,
     .quantities = {"P", "dP/dF", "state", "free energy", "dissipation"},
     .rows = 9, .columns = 9, .shear_stress = 1, .shear_strain = 1,
     .expect = expect_nominal, .along = along_component, .factor = keep},
    {.name = "generic", .quantities = {"cauchy", "dcauchy/dF"},
     .rows = 6, .columns = 9, .shear_stress = 1 / 1.41421356237309504880,
     .shear_strain = 1, .expect = expect_cauchy, .along = along_component,
     .factor = keep},
    {.name = "umat", .umat = true,
     .quantities = {"cauchy", "DDSDDE", "state", "free energy",
                    "dissipation"},
     .rows = 6, .columns = 6, .shear_stress = 1, .shear_strain = 1,
     .expect = expect_umat, .along = along_rate, .factor = swell}};
