/* finite_strain.c: libraries with deformation gradients: calls by hosts, and
 * expected results from the interpreter's stress and tangent.
 *
 * Components are those of am_gradient_names, the first six for symmetric
 * tensors, without factors. */
#include <string.h>

#include "base/base.h"
#include "check/parts.h"
#include "engine/parts.h"
#include "export/interfaces.h"

static const double ROOT = 1.41421356237309504880;

/* Positions of a host's components xx yy zz xy yx xz zx yz zy among ours. */
static const int nine[9] = {0, 1, 2, 5, 8, 4, 7, 3, 6};

/* Row and column of a component. */
static int component_row(int c) { return am_gradient_names[c][0] - 'x'; }
static int component_column(int c) { return am_gradient_names[c][1] - 'x'; }

/* ---- calls --------------------------------------------------------------- */

static void put_gradients(const am_host_step *step, am_host_generic *call) {
  for (int i = 0; i < 9; i++) {
    call->gradients0[i] = step->gradient0[nine[i]];
    call->gradients1[i] = step->gradient1[nine[i]];
  }
}

static void take_nominal(const am_host_session *s, const am_host_step *step,
                         am_host_answer *found) {
  am_host_generic call = {.measure = 2, .operator = 2};
  put_gradients(step, &call);
  am_host_call_generic(s, step->loading, &call, found);
  for (int i = 0; i < 9; i++) {
    found->stress[nine[i]] = call.forces[i];
    for (int j = 0; j < 9; j++)
      found->tangent[9 * nine[i] + nine[j]] = call.K[9 * i + j];
  }
}

/* Calls for the Cauchy stress, in Kelvin-Mandel components of the host. */
static void take_cauchy(const am_host_session *s, const am_host_step *step,
                        am_host_answer *found) {
  am_host_generic call = {.measure = 0, .operator = 0};
  put_gradients(step, &call);
  am_host_call_generic(s, step->loading, &call, found);
  for (int i = 0; i < 6; i++) {
    double part = i < 3 ? 1 : ROOT;
    found->stress[am_host_place[i]] = call.forces[i] / part;
    for (int j = 0; j < 9; j++)
      found->tangent[9 * am_host_place[i] + nine[j]] =
          call.K[9 * i + j] / part;
  }
}

static void take_umat(const am_host_session *s, const am_host_step *step,
                      am_host_answer *found) {
  double F0[9], F1[9];
  am_host_umat call = {.gradient0 = F0, .gradient1 = F1};
  for (int c = 0; c < 9; c++) {
    int at = component_row(c) + 3 * component_column(c);
    F0[at] = step->gradient0[c];
    F1[at] = step->gradient1[c];
  }
  am_host_call_umat(s, step->loading, &call, found);
  for (int i = 0; i < 6; i++) {
    found->stress[am_host_place[i]] = call.stress[i];
    for (int j = 0; j < 6; j++)
      found->tangent[6 * am_host_place[i] + am_host_place[j]] =
          call.C[i + 6 * j];
  }
}

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
  am_random_rotation_update(D, step->gradient1, F_by);
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
    {.name = "generic",
     .quantities = {"P", "dP/dF", "state", "free energy", "dissipation"},
     .rows = 9, .columns = 9, .take = take_nominal, .expect = expect_nominal,
     .along = along_component, .factor = keep},
    {.name = "generic", .quantities = {"cauchy", "dcauchy/dF"},
     .rows = 6, .columns = 9, .take = take_cauchy, .expect = expect_cauchy,
     .along = along_component, .factor = keep},
    {.name = "umat",
     .quantities = {"cauchy", "DDSDDE", "state", "free energy",
                    "dissipation"},
     .rows = 6, .columns = 6, .take = take_umat, .expect = expect_umat,
     .along = along_rate, .factor = swell}};
