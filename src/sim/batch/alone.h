/* alone.h: points with times of their own, each walked by itself: where ends of
 * segments depend on where a point is. */
#ifndef AM_BATCH_ALONE_H
#define AM_BATCH_ALONE_H

#include "batch/store.h"

typedef struct am_alone am_alone;

/* Bytes for each point. */
size_t am_alone_bytes(const am_run *run);

/* Makes ready what walks the points of `run`, up to `stride` of them before
 * they are stored; each of its threads has a run of its own. */
AM_MUST_USE am_status am_alone_new(am_arena *arena, am_report *report,
                                   const am_run *run, long stride,
                                   am_alone **alone);

/* Points first … first + count - 1, and a flag to end soon, or NULL. */
typedef struct {
  long first, count;
  const volatile int *stop;
} am_span_of_points;

/* Walks them and writes their rows.  reason: as in am_sample_fields, where there
 * is one.  AM_FAILED without a message where it was stopped; AM_ENVIRONMENT
 * with one. */
AM_MUST_USE am_status am_alone_walk(am_alone *alone, am_report *report,
                                    am_store *store,
                                    const am_span_of_points *points,
                                    const char **reason);

/* What points have once, of those walked last. */
const am_chunk *am_alone_chunk(const am_alone *alone);

#endif
