/* replay.h: one point of a batch as a case of its own. */
#ifndef AM_BATCH_REPLAY_H
#define AM_BATCH_REPLAY_H

#include "base/base.h"
#include "point/run.h"

/* Walks the point that `run` was prepared for, and writes a case that gives
 * the same results: its parameters, its state at the start and the targets of
 * its loading steps as numbers, as far as it comes.  A failure of the point
 * is a note. */
AM_MUST_USE am_status am_replay_write(am_arena *arena, am_report *report,
                                      am_run *run, am_buffer *out);

/* The case from whose batch the file PATH has come, with the material that it
 * had then.  AM_INPUT with a message where it is no such file. */
AM_MUST_USE am_status am_replay_open(am_arena *arena, am_report *report,
                                     const char *path,
                                     am_case **description,
                                     const am_material **material);

/* Is an assignment, "KEY=VALUE", noted as one?  Which engine does the work is a
 * note of its own. */
bool am_set_is_noted(const char *set);

#endif
