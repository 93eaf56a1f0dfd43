/* scratch.h: an empty cache of compiled units; internal to bench. */
#ifndef AM_BENCH_SCRATCH_H
#define AM_BENCH_SCRATCH_H

#include "base/report.h"

/* Makes a temporary folder that XDG_CACHE_HOME names until the arena is
 * freed, which removes it.  AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_scratch_cache(am_arena *arena, am_report *report);

#endif
