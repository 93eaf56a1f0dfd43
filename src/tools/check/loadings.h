/* loadings.h: random loading steps under strain control, and what checks of
 * them share.
 *
 * A path of up to three loading steps begins at the law's initial state: it
 * stays below the strain at which the law begins to flow, goes on into flow,
 * and turns into another direction.  Its last step is what a check looks at.
 * Durations are 0.3 to 30 times the law's time scale, 1/|df/da| at the end of
 * the step.  Numbers are drawn by Philox4x32-10 (case/philox.h) of the seed,
 * the path and the draw, so that every step can be made alone. */
#ifndef AM_CHECK_LOADINGS_H
#define AM_CHECK_LOADINGS_H

#include "check/check.h"

typedef struct am_loadings am_loadings;

/* Of the subject's law, or of the same material by another strategy; NULL
 * with a message where it cannot be integrated at all. */
am_loadings *am_loadings_new(am_subject *subject, am_law *law);

/* Path `sample` at its `draw`-th try; the same numbers give the same step.
 * Belongs to the subject's arena.  False when it cannot be integrated up to
 * its last step. */
bool am_loadings_draw(am_loadings *loadings, int sample, int draw,
                      am_loading *loading);

/* Looks at a loading step; false where the check cannot use it and wants
 * another one in its place. */
typedef bool am_loading_visit(void *data, const am_loading *loading);

/* Visits `count` steps, each of eight draws; fewer where the caller is asked
 * to stop: the number of those that were of use. */
int am_loadings_visit(am_loadings *loadings, int count,
                      am_loading_visit *visit, void *data);

/* The same, of steps that begin in flow: their strain goes on where a path has
 * come to, their duration is about the law's time scale. */
int am_loadings_visit_flowing(am_loadings *loadings, int count,
                              am_loading_visit *visit, void *data);

/* |strain| at the end of a path, about. */
double am_loadings_strain(const am_loadings *loadings);

/* The step as fields of one. */
void am_loading_put(const am_loading *loading, am_step *step);

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

/* The default settings with a scheme, and with energies where the law has
 * them. */
am_solver *am_subject_solver(am_subject *subject, const am_scheme *scheme);

/* A point of a law, with room for what an engine finds. */
am_step *am_subject_point(am_subject *subject, const am_law *law);

/* One of the two schemes that people use most: what takes long is left to
 * them where there is little time. */
bool am_scheme_is_usual(const am_scheme *scheme);

#endif
