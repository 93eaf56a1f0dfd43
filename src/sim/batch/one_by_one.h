/* one_by_one.h: runs points one by one; used if the ends of segments depend on
 * the state of a point. */
#ifndef AM_BATCH_ONE_BY_ONE_H
#define AM_BATCH_ONE_BY_ONE_H

#include "batch/store.h"

typedef struct am_one_by_one am_one_by_one;

/* Memory per point (bytes). */
size_t am_one_by_one_bytes(const am_run *run);

/* Prepares to run points of `run`, up to `stride` points between stores; each
 * thread has a separate run. stop: flag to stop soon, or NULL. */
AM_MUST_USE am_status am_one_by_one_new(am_arena *arena, am_report *report,
                                        const am_run *run, long stride,
                                        const volatile int *stop,
                                        am_one_by_one **alone);

/* Runs points first … first + count - 1 and writes their rows. reason: as in
 * am_sample_fields, if set. AM_FAILED without a message if stopped;
 * AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_one_by_one_drive(am_one_by_one *alone,
                                         am_report *report, am_store *store,
                                         long first, long count,
                                         const char **reason);

/* Per-point results of the points run last. */
const am_chunk *am_one_by_one_chunk(const am_one_by_one *alone);

#endif
