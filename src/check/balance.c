/* balance.c: what is put in is stored or dissipated: work = change of omega +
 * dissipation.  Work and dissipation are integrated by the scheme's own
 * weights, so that the balance closes with its order. */
#include <math.h>

#include "check/compare.h"
#include "check/pieces.h"

enum { DRAWS = 8, STEPS = 3 };

/* An order that is less than that of the scheme by more fails. */
static const double slack = 0.4;

/* Below this part of the energies an imbalance is rounding. */
static const double rounding = 1e-11;

/* The imbalance over 2, 4, ... pieces, as a part of the energies. */
static bool find_errors(am_pieces *p, const am_loading *loading,
                        double *errors) {
  am_response r = {.state = NULL};
  for (int i = 0; i < AM_PIECES_MOST; i++) {
    if (!am_pieces_walk(p, loading, 2 << i, &r)) return false;
    errors[i] = r.size > 0 ? fabs(r.balance) / r.size : 0;
  }
  return true;
}

static bool draw(am_subject *subject, am_steps *steps, am_pieces *p,
                 int sample, am_loading *loading, double *errors) {
  for (int i = 0; i < DRAWS && !am_check_stopped(subject); i++)
    if (am_steps_draw_flowing(steps, sample, i, loading) &&
        find_errors(p, loading, errors))
      return true;
  return false;
}

static void look(am_worst *worst, const am_scheme *scheme,
                 const double *errors, const am_loading *loading) {
  double order = am_pieces_order(errors, scheme->order, rounding);
  double least = errors[AM_PIECES_MOST - 1];
  if (!am_worst_take(worst, order, scheme->order, slack, loading))
    return;
  worst->finding.entry = "order of work - dissipation - stored energy";
  worst->finding.note = am_format(worst->subject->arena,
                                  "%.2g of the energies in %d pieces", least,
                                  1 << AM_PIECES_MOST);
}

static am_status check(am_subject *subject, am_steps *steps,
                       const am_scheme *scheme) {
  double errors[AM_PIECES_MOST];
  am_pieces *p = am_pieces_new(subject, subject->engine, scheme);
  if (!p) return AM_INPUT;
  am_worst worst = am_worst_new(subject, "balance", scheme->name,
                                am_pieces_solver(p));
  int count = subject->level == AM_LEVEL_THOROUGH ? STEPS : 1;
  for (int i = 0; i < count; i++) {
    am_loading loading;
    if (draw(subject, steps, p, i, &loading, errors))
      look(&worst, scheme, errors, &loading);
  }
  am_worst_add(&worst);
  return AM_OK;
}

static am_status run(am_subject *subject) {
  am_steps *steps = am_steps_new(subject, subject->law);
  if (!steps) return AM_INPUT;
  for (const am_scheme *const *s = subject->schemes; *s; s++)
    if (subject->level != AM_LEVEL_QUICK || am_scheme_is_usual(*s))
      AM_TRY(check(subject, steps, *s));
  return AM_OK;
}

const am_check am_check_balance = {
    .name = "balance",
    .about = "work is stored or dissipated, to the order of the scheme",
    .run = run};
