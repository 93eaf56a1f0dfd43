/* accuracy.c: compares stress and tangent at common tolerances with a reference
 * at tight tolerances, whose tangent is computed by differences.  Adaptive
 * schemes with coupled control must satisfy |dC| <= 5 (atol S + rtol |C|), and
 * likewise for the stress; for schemes without error control the error is only
 * reported.
 *
 * Explicit schemes do not support elastic domains.  The reference for them is
 * backward Euler with many equal substeps, independent of error estimates, and
 * its algorithmic derivative (verified by the check of tangents). */
#include <gsl/gsl_statistics.h>

#include "check/parts.h"

/* Maximum number of substeps.  Steps across a corner of the force potential,
 * where rates jump, are not used: explicit schemes do not finish, and the
 * derivative does not contain the jumps. */
enum { SUBSTEPS = 2000 };

/* Equal substeps of the reference for elastic domains. */
enum { EQUAL_SUBSTEPS = 1000 };

/* Minimum number of steps for a reliable median. */
static const int least_steps[] = {[AM_LEVEL_QUICK] = 5,
                                  [AM_LEVEL_USUAL] = 9,
                                  [AM_LEVEL_THOROUGH] = 9};

/* Loading step and its reference result. */
typedef struct {
  am_loading loading;
  double stress[6], C[36];
} exact_step;

typedef struct {
  am_subject *subject;
  am_frozen_step *reference;
  exact_step *exact; /* [count] */
  int count;
} accuracy;

/* ---- the reference ------------------------------------------------------- */

/* The algorithmic derivative of a law with an elastic domain needs no
 * differences. */
static bool solve_exactly(void *data, const am_loading *loading) {
  accuracy *a = data;
  am_frozen_step *f = a->reference;
  exact_step *exact = &a->exact[a->count];
  bool domain = a->subject->law->nd;
  const am_step *step = f->point.step;
  if (!(domain ? am_test_point_advance(&f->point, loading)
               : am_frozen_step_find(f, loading)))
    return false;
  exact->loading = *loading;
  memcpy(exact->stress, step->stress, sizeof exact->stress);
  memcpy(exact->C, domain ? step->tangent : f->differences.slope,
         sizeof exact->C);
  a->count++;
  return true;
}

/* Dormand-Prince, or backward Euler for elastic domains. */
static am_solver reference_solver(const am_law *law) {
  am_solver solver = am_solver_default;
  solver.scheme = am_scheme_find(law->nd ? "implicit-euler" : "ode45");
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent = law->nd;
  solver.rtol = 1e-7;
  solver.atol = 1e-13;
  solver.substeps = law->nd ? EQUAL_SUBSTEPS : 1;
  solver.max_substeps = SUBSTEPS;
  return solver;
}

static am_status find_reference(accuracy *a, am_subject *subject) {
  am_solver solver = reference_solver(subject->law);
  *a = (accuracy){.subject = subject,
                  .reference = am_frozen_step_new(subject)};
  AM_TRY(am_test_point_new(subject, am_engine_reference(), &solver,
                           &a->reference->point));
  int samples = subject->samples, least = least_steps[subject->level];
  if (samples < least) samples = least;
  a->exact = AM_ARRAY(subject->arena, exact_step, samples);
  return am_loadings_visit(subject, samples, solve_exactly, a);
}

/* ---- the schemes --------------------------------------------------------- */

/* Errors of one quantity of one scheme, in units of the tolerance, in Frobenius
 * norms. */
typedef struct {
  am_worst worst;  /* step with the largest error */
  double *units;   /* [count] */
  int count;
  double relative; /* largest |difference|/|reference| */
} figure;

static figure figure_new(const accuracy *a, const am_solver *solver,
                         const char *what) {
  am_arena *arena = a->subject->arena;
  return (figure){
      .worst = am_worst_new(
          a->subject, "accuracy",
          am_format(arena, "%s, %s", solver->scheme->name, what), solver),
      .units = AM_ARRAY(arena, double, a->count)};
}

static void add_difference(figure *f, const double *found,
                           const double *exact, int count,
                           const am_loading *loading) {
  const am_solver *s = f->worst.solver;
  double difference = am_distance(found, exact, count);
  double size = am_vector_norm(exact, count);
  double unit = s->atol * f->worst.subject->law->stress_scale + s->rtol * size;
  double units = unit > 0 ? difference / unit : difference;
  if (size > 0) f->relative = fmax(f->relative, difference / size);
  f->units[f->count++] = units;
  am_worst_take(&f->worst, units, 0, 1, loading);
}

/* Judges the median, because a local error estimate may fail for single steps
 * (the estimate of Bogacki and Shampine vanishes for y' = -y/h). */
static void judge_figure(figure *f) {
  am_worst *w = &f->worst;
  am_arena *arena = w->subject->arena;
  const am_scheme *scheme = w->solver->scheme;
  if (f->count && scheme->family == AM_FAMILY_IMPLICIT) {
    am_finding_skip(w->subject, "accuracy", w->finding.what,
                    am_format(arena,
                              "no error control; largest relative error %.2g",
                              f->relative));
    return;
  }
  if (f->count) {
    const am_loading where = w->loading;
    double median = gsl_stats_median(f->units, 1, (size_t)f->count);
    w->finding.entry = "median error divided by the tolerance";
    w->finding.note =
        am_format(arena, "largest %.2g, largest relative error %.2g",
                  w->finding.ours, f->relative);
    /* Local errors of first-order schemes have the same sign and accumulate. */
    w->ratio = -INFINITY;
    am_worst_take(w, median, 0, scheme->order > 1 ? 5 : 10, &where);
  }
  am_worst_add(w);
}

static am_status check_scheme(const accuracy *a, const am_scheme *scheme) {
  am_subject *subject = a->subject;
  const am_solver *solver = am_subject_solver(subject, scheme);
  am_test_point found;
  AM_TRY(am_test_point_new(subject, subject->engine, solver, &found));
  figure stress = figure_new(a, solver, "stress");
  figure tangent = figure_new(a, solver, "tangent");
  for (int i = 0; i < a->count && !am_check_stopped(subject); i++) {
    const exact_step *exact = &a->exact[i];
    if (!am_test_point_advance(&found, &exact->loading)) continue;
    add_difference(&stress, found.step->stress, exact->stress, 6,
                   &exact->loading);
    add_difference(&tangent, found.step->tangent, exact->C, 36,
                   &exact->loading);
  }
  judge_figure(&stress);
  judge_figure(&tangent);
  return AM_OK;
}

am_status am_check_run_accuracy(am_subject *subject) {
  accuracy a;
  AM_TRY(find_reference(&a, subject));
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    AM_TRY(check_scheme(&a, *s));
  return AM_OK;
}
