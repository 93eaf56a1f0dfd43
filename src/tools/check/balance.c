/* balance.c: energy balance: work = change of omega + dissipation.  Work and
 * dissipation are integrated with the weights of the scheme, so that the
 * balance converges with its order. */
#include "check/parts.h"
#include "check/convergence.h"

enum { STEPS = 3 };

/* Imbalances below this fraction of the energies are rounding errors. */
static const double rounding = 1e-11;

typedef struct {
  am_integrator *integrator;
  am_worst worst;
} balance;

/* Relative imbalance. */
static double imbalance_of(const void *data, const am_integral *r) {
  (void)data;
  return r->size > 0 ? fabs(r->balance) / r->size : 0;
}

static bool measure_imbalance(void *data, const am_loading *loading) {
  balance *b = data;
  return am_convergence_take(&b->worst, b->integrator, loading, rounding,
                             imbalance_of, NULL);
}

am_status am_check_run_balance(am_subject *subject) {
  am_loadings *loadings = am_loadings_new(subject, subject->law);
  int count = subject->level == AM_LEVEL_THOROUGH ? STEPS : 1;
  if (!loadings) return AM_INPUT;
  for (const am_scheme *const *s = subject->schemes; *s; s++) {
    if (subject->level == AM_LEVEL_QUICK && !am_scheme_is_usual(*s)) continue;
    balance b = {am_integrator_fixed(subject, subject->engine, *s), {0}};
    if (!b.integrator) return AM_INPUT;
    b.worst = am_worst_new(subject, "balance", (*s)->name,
                           am_integrator_solver(b.integrator));
    b.worst.finding.entry = "order of the error of the energy balance";
    am_loadings_visit_flowing(loadings, count, measure_imbalance, &b);
    am_worst_add(&b.worst);
  }
  return AM_OK;
}
