/* compare.h: what checks of loading steps share: the worst of many entries,
 * and laws and programs by strategy. */
#ifndef AM_CHECK_COMPARE_H
#define AM_CHECK_COMPARE_H

#include "check/steps.h"

/* The worst entry so far of one comparison. */
typedef struct {
  am_subject *subject;
  am_finding finding;
  double ratio;              /* of the worst, -1: there is none */
  const am_solver *solver;   /* that a replay takes */
  am_loading loading;        /* and the step, where the worst is; state NULL:
                                none */
} am_worst;

am_worst am_worst_new(am_subject *subject, const char *check,
                      const char *what, const am_solver *solver);

/* Takes over ours, reference and bound where they are worse; `loading` is
 * where they are, or NULL.  True: give the entry its name. */
bool am_worst_take(am_worst *worst, double ours, double reference,
                   double bound, const am_loading *loading);

/* Adds the finding; what has failed gets a case that replays it.  Where there
 * is no entry the finding says so: its note, or that no step could be
 * integrated. */
void am_worst_add(am_worst *worst);

/* The subject's law by a strategy; NULL with a message where it has none. */
am_law *am_subject_law(am_subject *subject, am_strategy strategy);

/* Does the material have the hand-written parts of a strategy? */
bool am_subject_has(const am_subject *subject, am_strategy strategy);

/* A point of a law, with room for what an engine finds. */
am_step *am_subject_point(am_subject *subject, const am_law *law);

/* One of the two schemes that people use most: what takes long is left to
 * them where there is little time. */
bool am_scheme_is_usual(const am_scheme *scheme);

/* max |x| over [count]; NaN where an entry is. */
double am_largest(const double *x, int count);

#endif
