/* order.c: convergence of a scheme: its energy balance, and its results
 * compared with a reference: its order without error control, and the growth of
 * the number of substeps with the tolerance.  Only the check of the order
 * detects a wrong coefficient, because the derivatives are consistent with the
 * wrong scheme, or a wrong embedded solution, which affects neither solution
 * nor derivatives. */
#include "check/parts.h"

enum { STEPS = 3 };

/* Errors below these are comparable to those of the reference: of Dormand and
 * Prince or, for elastic domains, of extrapolated backward Euler steps. */
static const double least = 1e-11, least_of_euler = 1e-6;

/* Substeps of the reference. */
enum { FINEST = 512, FINEST_EULER = 4096 };

/* Permitted relative excess of the exponent of substeps.  (If variables begin
 * to evolve at different times, small substeps at these times mask the growth.)
 */
static const double growth_slack = 0.3;

/* Loading step in flow, and its reference result. */
typedef struct {
  const am_law *law;
  am_loading loading;
  am_integral exact;
} exact_step;

typedef struct {
  am_subject *subject;
  am_integrator reference;
  exact_step steps[STEPS];
  int count;
} convergence;

/* |x - y| of states without multipliers, whose values refer to the last part of
 * a step. */
static double distance_of(const am_law *law, const double *x,
                          const double *y) {
  int first = law->ns - law->nd;
  return hypot(am_distance(x, y, first),
               am_distance(x + law->ns, y + law->ns, law->na - law->ns));
}

/* Error of a step: in stress relative to the stress, and in the variables
 * relative to their total change. */
static double error_of(const void *data, const am_integral *found) {
  const exact_step *step = data;
  const am_integral *exact = &step->exact;
  const am_law *law = step->law;
  double change = distance_of(law, exact->state, step->loading.state);
  double stress = am_vector_norm(exact->stress, 6);
  double error =
      stress > 0 ? am_distance(found->stress, exact->stress, 6) / stress : 0;
  if (!(change > 0)) return error;
  return fmax(error, distance_of(law, found->state, exact->state) / change);
}

/* Order of convergence from the errors of 2, 4, ... substeps. */
static am_status check_scheme_order(const convergence *c,
                                    const am_scheme *scheme) {
  am_subject *s = c->subject;
  am_integrator p;
  AM_TRY(am_integrator_fixed(s, s->engine, scheme, &p));
  am_worst worst = am_worst_new(s, "order", scheme->name, &p.solver);
  worst.finding.entry = "order";
  for (int i = 0; i < c->count && !am_check_stopped(s); i++)
    (void)am_convergence_take(&worst, &p, &c->steps[i].loading,
                              s->law->nd ? least_of_euler : least, error_of,
                              &c->steps[i]);
  am_worst_add(&worst);
  return AM_OK;
}

/* Substeps of a step under error control; infinite if integration fails, for
 * example because the error estimate decreases too slowly. */
static double count_substeps(const convergence *c, const am_scheme *scheme,
                             double rtol, int step) {
  am_solver solver = am_solver_default;
  am_integral r = {.state = NULL};
  solver.scheme = scheme;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent = false;
  solver.atol = 1e-16;
  solver.rtol = rtol;
  am_integrator p;
  return am_integrator_new(c->subject, c->subject->engine, &solver, &p) ==
                     AM_OK &&
                 am_integrate(&p, &c->steps[step].loading, 1, &r)
             ? r.substeps
             : INFINITY;
}

/* The number of substeps grows like rtol^(-1/(q + 1)) or, if integration
 * continues with the lower-order solution of a pair, of order p, like
 * rtol^(-1/p) (kernel/ode/error_norm.h).  Measures the exponent over two
 * decades, in which all schemes need tens to hundreds of substeps. */
static void check_growth(const convergence *c, const am_scheme *scheme) {
  int power = am_scheme_advances_lower(scheme) ? scheme->order
                                           : scheme->control + 1;
  double expected = 1.0 / power;
  double rtol = pow(10, -(scheme->control + 3));
  am_arena *arena = c->subject->arena;
  am_worst worst =
      am_worst_new(c->subject, "order",
                   am_format(arena, "%s, error control", scheme->name), NULL);
  worst.finding.entry = "exponent of the number of substeps over 1/rtol";
  for (int i = 0; i < c->count && !am_check_stopped(c->subject); i++) {
    double before = count_substeps(c, scheme, rtol, i);
    double after = count_substeps(c, scheme, rtol / 100, i);
    double growth = isinf(before) || isinf(after) ? INFINITY
                                                  : 0.5 * log10(after / before);
    if (isinf(growth) || before >= 3)
      am_worst_take(&worst, fmax(growth, expected), expected,
                    growth_slack * expected, NULL);
  }
  if (worst.ratio < 0) worst.finding.note = "too few substeps to measure the "
                                            "exponent";
  am_worst_add(&worst);
}

/* Richardson extrapolation of backward Euler: twice the fine result minus the
 * result with half the number of steps. */
static bool extrapolate(convergence *c, const am_loading *loading,
                        am_integral *exact) {
  am_integral half = {.state = NULL};
  if (!am_integrate(&c->reference, loading, FINEST_EULER / 2, &half) ||
      !am_integrate(&c->reference, loading, FINEST_EULER, exact))
    return false;
  for (int i = 0; i < 6; i++)
    exact->stress[i] += exact->stress[i] - half.stress[i];
  for (int i = 0; i < c->subject->law->na; i++)
    exact->state[i] += exact->state[i] - half.state[i];
  return true;
}

static bool solve_exactly(void *data, const am_loading *loading) {
  convergence *c = data;
  exact_step *step = &c->steps[c->count];
  am_integral *exact = &step->exact;
  *step = (exact_step){.law = c->subject->law, .loading = *loading};
  if (c->subject->law->nd
          ? !extrapolate(c, loading, exact)
          : !am_integrate(&c->reference, loading, FINEST, exact))
    return false;
  c->count++;
  return true;
}

am_status am_check_run_order(am_subject *subject) {
  convergence c = {.subject = subject};
  const char *exact = subject->law->nd ? "implicit-euler" : "ode45";
  AM_TRY(am_integrator_fixed(subject, am_engine_reference(),
                             am_scheme_find(exact), &c.reference));
  AM_TRY(am_loadings_visit_flowing(
      subject, subject->level == AM_LEVEL_THOROUGH ? STEPS : 1, solve_exactly,
      &c));
  for (const am_scheme *const *s = subject->schemes; *s; s++) {
    AM_TRY(check_scheme_order(&c, *s));
    if ((*s)->family != AM_FAMILY_IMPLICIT) check_growth(&c, *s);
  }
  return AM_OK;
}

/* ---- energy balance ------------------------------------------------------ */

/* Work = change of omega + dissipation.  Work and dissipation are integrated
 * with the weights of the scheme, so that the balance converges with its
 * order. */

/* Imbalances below this fraction of the energies are rounding errors. */
static const double rounding = 1e-11;

typedef struct {
  am_integrator integrator;
  am_worst worst;
} balance;

/* Relative imbalance. */
static double imbalance_of(const void *data, const am_integral *r) {
  (void)data;
  return r->size > 0 ? fabs(r->balance) / r->size : 0;
}

static bool measure_imbalance(void *data, const am_loading *loading) {
  balance *b = data;
  return am_convergence_take(&b->worst, &b->integrator, loading, rounding,
                             imbalance_of, NULL);
}

am_status am_check_run_balance(am_subject *subject) {
  int count = subject->level == AM_LEVEL_THOROUGH ? STEPS : 1;
  for (const am_scheme *const *s = subject->schemes; *s; s++) {
    if (subject->level == AM_LEVEL_QUICK && !am_scheme_is_usual(*s)) continue;
    balance b;
    AM_TRY(am_integrator_fixed(subject, subject->engine, *s, &b.integrator));
    b.worst = am_worst_new(subject, "balance", (*s)->name,
                           &b.integrator.solver);
    b.worst.finding.entry = "order of the error of the energy balance";
    AM_TRY(am_loadings_visit_flowing(subject, count, measure_imbalance, &b));
    am_worst_add(&b.worst);
  }
  return AM_OK;
}
