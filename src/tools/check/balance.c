/* balance.c: energy balance: work = change of omega + dissipation.  Work and
 * dissipation are integrated with the weights of the scheme, so that the
 * balance converges with its order. */
#include "check/parts.h"
#include "check/convergence.h"

enum { STEPS = 3 };

/* Permitted deficit of the observed order. */
static const double slack = 0.4;

/* Imbalances below this fraction of the energies are rounding errors. */
static const double rounding = 1e-11;

typedef struct {
  am_integrator *integrator;
  const am_scheme *scheme;
  am_worst worst;
} balance;

/* Relative imbalance for 2, 4, ... parts of the step. */
static bool measure_imbalance(void *data, const am_loading *loading) {
  balance *b = data;
  am_integral r = {.state = NULL};
  double errors[AM_CONVERGENCE_LEVELS];
  for (int i = 0; i < AM_CONVERGENCE_LEVELS; i++) {
    if (!am_integrate(b->integrator, loading, 2 << i, &r)) return false;
    errors[i] = r.size > 0 ? fabs(r.balance) / r.size : 0;
  }
  double order = am_convergence_order(errors, b->scheme->order, rounding);
  if (!am_worst_take(&b->worst, order, b->scheme->order, slack, loading))
    return true;
  b->worst.finding.entry = "order of the error of the energy balance";
  b->worst.finding.note = am_format(
      b->worst.subject->arena, "relative error %.2g with %d substeps",
      errors[AM_CONVERGENCE_LEVELS - 1], 1 << AM_CONVERGENCE_LEVELS);
  return true;
}

am_status am_check_run_balance(am_subject *subject) {
  am_loadings *loadings = am_loadings_new(subject, subject->law);
  int count = subject->level == AM_LEVEL_THOROUGH ? STEPS : 1;
  if (!loadings) return AM_INPUT;
  for (const am_scheme *const *s = subject->schemes; *s; s++) {
    if (subject->level == AM_LEVEL_QUICK && !am_scheme_is_usual(*s)) continue;
    balance b = {.scheme = *s};
    b.integrator = am_integrator_fixed(subject, subject->engine, *s);
    if (!b.integrator) return AM_INPUT;
    b.worst = am_worst_new(subject, "balance", (*s)->name,
                           am_integrator_solver(b.integrator));
    am_loadings_visit_flowing(loadings, count, measure_imbalance, &b);
    am_worst_add(&b.worst);
  }
  return AM_OK;
}
