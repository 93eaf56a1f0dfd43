/* choice.h: which engine does the work; internal to driver.
 *
 * Where the case leaves it open, one point goes to the interpreter, many go
 * to the native engine, and very many to an engine with a device of its own
 * if that can run here. */
#ifndef AM_POINT_CHOICE_H
#define AM_POINT_CHOICE_H

#include "point/run.h"

/* Points, and loading steps of all points, from which on a device is used: it
 * is filled, and gains more than it takes to start. */
enum { AM_DEVICE_POINTS = 1 << 17, AM_DEVICE_STEPS = 1 << 24 };

/* Chooses an engine and compiles the law for it: run->engine, run->program.
 * device: the engine for very many points, NULL: there is none.  AM_INPUT or
 * AM_ENVIRONMENT with a message when that fails.  What an engine that the user
 * has not chosen has to say of its work is no more than a note. */
AM_MUST_USE am_status am_choose_engine(am_arena *arena, am_report *report,
                                       const am_request *request,
                                       const am_engine *device, am_run *run);

#endif
