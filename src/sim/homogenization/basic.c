/* basic.c: the basic scheme, u <- u - g (Moulinec and Suquet 1998), and the
 * table of all schemes. */
#include "homogenization/parts.h"

struct am_iteration {
  am_space *space;
};

static am_status open_basic(am_arena *arena, am_report *report,
                            const am_equilibrium_problem *problem,
                            am_iteration **result) {
  (void)report;
  *result = AM_NEW(arena, am_iteration);
  (*result)->space = problem->space;
  return AM_OK;
}

static long update_basic(am_iteration *it, am_vector *u, const am_vector *g) {
  const am_vector *const x[] = {u, g};
  am_space_combine(it->space, u, 2, (const double[]){1, -1}, x);
  return 0;
}

const am_acceleration am_acceleration_basic = {
    .open = open_basic,
    .update = update_basic};

#define ADDRESS(name, row) &row,
#define NAME(name, row) name,

const am_acceleration *const am_accelerations[] = {
    AM_ACCELERATIONS(ADDRESS) NULL};

const char *const am_acceleration_names[] = {AM_ACCELERATIONS(NAME) NULL};
