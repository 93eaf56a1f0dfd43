#include "engine/engine.h"

#include <string.h>

#include "engine/interp.h"
#include "engine/native.h"

const char *const am_point_status_text[AM_POINT_STATUSES] = {
    [AM_POINT_GOOD] = "good",
    [AM_POINT_INVALID] = "a value is not finite: the state is invalid",
    [AM_POINT_NEWTON] = "the local Newton iteration did not converge",
    [AM_POINT_STEP] = "the substep became too small",
    [AM_POINT_SUBSTEPS] = "more than max_substeps substeps",
    [AM_POINT_EQUILIBRIUM] = "the stress targets could not be met",
    [AM_POINT_STOPPED] = "stopped",
};

static const am_engine engines[] = {
    {"interp", "interpreter of the graph, one point at a time; no compiler",
     am_interp_compile, am_interp_advance, am_interp_used},
    {"native", "code compiled for this processor, several points at once",
     am_native_compile, am_native_advance, am_native_used},
};

const am_engine *am_engines(size_t *count) {
  *count = sizeof engines / sizeof *engines;
  return engines;
}

const am_engine *am_engine_find(const char *name) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (!strcmp(engines[i].name, name)) return &engines[i];
  return NULL;
}
