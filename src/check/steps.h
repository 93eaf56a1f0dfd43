/* steps.h: random loading steps under strain control.
 *
 * A path of up to three loading steps begins at the law's initial state: it
 * stays below the strain at which the law begins to flow, goes on into flow,
 * and turns into another direction.  Its last step is what a check looks at.
 * Durations are 0.3 to 30 times the law's own time, 1/|df/da| at the end of
 * the step.  Numbers are drawn by Philox4x32-10 (path/philox.h) of the seed,
 * the path and the draw, so that every step can be made alone. */
#ifndef AM_CHECK_STEPS_H
#define AM_CHECK_STEPS_H

#include "base/text.h"
#include "check/check.h"

typedef struct am_steps am_steps;

/* A loading step; coordinates of base/basis.h. */
typedef struct {
  double duration;       /* [time] */
  double scale;          /* the law's own time */
  double from[6], to[6]; /* strain */
  double *state;         /* [nx] at the start */
} am_loading;

/* Of the subject's law, or of the same material by another strategy; NULL
 * with a message where it cannot be integrated at all. */
am_steps *am_steps_new(am_subject *subject, am_law *law);

/* Path `sample` at its `draw`-th try; the same numbers give the same step.
 * Belongs to the subject's arena.  False when it cannot be integrated up to
 * its last step. */
bool am_steps_draw(am_steps *steps, int sample, int draw,
                   am_loading *loading);

/* The same step, begun in flow: its strain goes on where the path has come
 * to, its duration is about the law's own time.  False: likewise. */
bool am_steps_draw_flowing(am_steps *steps, int sample, int draw,
                           am_loading *loading);

/* |strain| at the end of a path, about. */
double am_steps_size(const am_steps *steps);

/* The step as fields of one. */
void am_loading_put(const am_loading *loading, am_step *step);

#endif
