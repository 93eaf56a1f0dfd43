/* replay.h: converts one point of a batch to a case. */
#ifndef AM_BATCH_REPLAY_H
#define AM_BATCH_REPLAY_H

#include "base/base.h"
#include "point/run.h"

/* Runs the point for which `run` was prepared, and writes a case that gives the
 * same results, with parameters, initial state and targets of all loading steps
 * reached as numbers. A failure of the point is reported as a note. */
AM_MUST_USE am_status am_replay_write(am_arena *arena, am_report *report,
                                      am_run *run, am_buffer *out);

/* Reads the case and its material from the result file of a batch. AM_INPUT,
 * with a message, if the file is no such file. */
AM_MUST_USE am_status am_replay_open(am_arena *arena, am_report *report,
                                     const char *path,
                                     am_case **description,
                                     const am_material **material);

/* True if the assignment "KEY=VALUE" is stored in the file as such; the choice
 * of the engine is stored separately. */
bool am_set_is_noted(const char *set);

#endif
