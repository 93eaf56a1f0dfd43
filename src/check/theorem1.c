/* theorem1.c: the eigenvalues of df/da are real and not positive (theorem 1
 * of the AutoMat paper), for laws in the strict sense. */
#include <math.h>

#include "base/text.h"
#include "check/checks.h"
#include "check/eigen.h"
#include "check/properties.h"
#include "check/sampling.h"

/* df/da is the product of two semidefinite matrices, whose eigenvalue 0 may
 * be defective: rounding splits it by its square root. */
#define NEGLIGIBLE 1e-6

typedef struct {
  am_subject *subject;
  const char *check;
  am_values *jacobian;
  double *block;       /* [ns][ns] */
  double *re, *im;     /* [ns] */
  am_finding real, imaginary;
} eigenvalues;

static void note(eigenvalues *e, am_finding *worst, const char *what,
                 double size, int i, const am_state *state) {
  am_finding found = {.check = e->check, .what = what, .time = NAN,
                      .ours = size, .bound = NEGLIGIBLE,
                      .note = "over the largest eigenvalue"};
  if (!am_finding_exceeds(&found, worst)) return;
  found.state = am_state_keep(e->subject, state);
  found.entry = am_format(e->subject->arena, "eigenvalue %.6g%+.6gi of df/da",
                          e->re[i], e->im[i]);
  *worst = found;
}

static bool visit(void *data, const am_drawn *drawn) {
  eigenvalues *e = data;
  const am_law *law = e->subject->law;
  int ns = law->ns;
  double most = 0;
  const double *j = am_values_at(e->jacobian, drawn->spot) + law->nx;
  for (int i = 0; i < ns * ns; i++) e->block[i] = j[i];
  if (!am_eigen_values(e->subject->arena, e->block, ns, e->re, e->im)) {
    e->re[0] = e->im[0] = NAN;
    note(e, &e->real, "real parts", NAN, 0, drawn->state);
    return true;
  }
  for (int i = 0; i < ns; i++) most = fmax(most, hypot(e->re[i], e->im[i]));
  for (int i = 0; i < ns; i++) {
    double over = most > 0 ? 1 / most : 0;
    note(e, &e->real, "real parts", fmax(e->re[i], 0) * over, i,
         drawn->state);
    note(e, &e->imaginary, "imaginary parts", fabs(e->im[i]) * over, i,
         drawn->state);
  }
  return true;
}

am_status am_measure_eigenvalues(am_subject *s, const char *check,
                                 am_finding *real, am_finding *imaginary) {
  int ns = s->law->ns;
  eigenvalues e = {.subject = s, .check = check};
  if (ns) {
    e.jacobian = am_values_of(s, AM_FUNCTION_JACOBIAN);
    e.block = AM_ARRAY(s->arena, double, ns * ns);
    e.re = AM_ARRAY(s->arena, double, ns);
    e.im = AM_ARRAY(s->arena, double, ns);
    AM_TRY(am_check_states(s, check, visit, &e));
  }
  *real = e.real;
  *imaginary = e.imaginary;
  return AM_OK;
}

static am_status run(am_subject *s) {
  am_finding real, imaginary;
  const char *reason =
      !s->law->strict ? "not required: see the check class"
      : !s->law->ns   ? "the rates depend on no internal variable"
                      : NULL;
  if (reason) {
    am_finding_skip(s, "theorem1", "df/da", reason);
    return AM_OK;
  }
  AM_TRY(am_measure_eigenvalues(s, "theorem1", &real, &imaginary));
  if (real.what) am_finding_add(s, &real);
  if (imaginary.what) am_finding_add(s, &imaginary);
  return AM_OK;
}

const am_check am_check_theorem1 = {
    "theorem1", "eigenvalues of df/da are real and not positive", run};
