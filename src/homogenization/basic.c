/* basic.c: u <- u - g.  (Moulinec and Suquet 1998) */
#include "homogenization/scheme.h"

struct am_iteration {
  am_space *space;
};

static am_status open(am_arena *arena, am_report *report,
                      const am_balance_problem *problem,
                      am_iteration **result) {
  (void)report;
  *result = AM_NEW(arena, am_iteration);
  (*result)->space = problem->space;
  return AM_OK;
}

static void restart(am_iteration *it, bool extrapolated) {
  (void)it, (void)extrapolated;
}

static long update(am_iteration *it, am_vector *u, const am_vector *g) {
  const am_vector *const x[] = {u, g};
  am_space_combine(it->space, u, 2, (const double[]){1, -1}, x);
  return 0;
}

const am_acceleration am_acceleration_basic = {
    .name = "basic",
    .about = "the fixed-point iteration of Moulinec and Suquet",
    .open = open,
    .restart = restart,
    .update = update};
