/* barzilai_borwein.c: u <- u - a g with the step length of Barzilai and Borwein
 * (1988, equation 5) in the metric of C0, a = (s, s)/(s, y) with the last
 * changes s of u and y of g:
 *
 *     a_k = a_k-1 |g_k-1|^2/(|g_k-1|^2 - (g_k-1, g_k))
 *
 * Residuals need not decrease monotonically.  (Schneider 2019) */
#include "homogenization/scheme.h"

struct am_iteration {
  am_space *space;
  am_vector *before; /* gradient of the last iterate */
  double square;     /* |before|^2; 0: none */
  double step;
};

/* Step lengths outside these bounds are replaced by 1, the step length of the
 * basic scheme.  For linear problems step lengths are between 1/2 and the ratio
 * of the stiffness of the reference to the stiffness of the softest phase. */
static const double shortest = 1e-3, longest = 1e5;

static am_status open_step_length(am_arena *arena, am_report *report,
                                  const am_equilibrium_problem *problem,
                                  am_iteration **result) {
  am_iteration *it = *result = AM_NEW(arena, am_iteration);
  it->space = problem->space;
  it->step = 1;
  return am_space_vector(it->space, report, false, &it->before);
}

static void restart_step_length(am_iteration *it, bool extrapolated) {
  (void)extrapolated;
  it->step = 1;
  it->square = 0;
}

static double next_step(const am_iteration *it, double product) {
  if (it->square == 0) return 1;
  double step = it->step * it->square / (it->square - product);
  return step >= shortest && step <= longest ? step : 1;
}

static long update_step_length(am_iteration *it, am_vector *u,
                               const am_vector *g) {
  const am_vector *const with[] = {g, it->before}, *const x[] = {u, g};
  double products[2] = {0};
  am_space_dots(it->space, g, it->square > 0 ? 2 : 1, with, products);
  it->step = next_step(it, products[1]);
  it->square = products[0];
  am_space_combine(it->space, u, 2, (const double[]){1, -it->step}, x);
  am_space_copy(it->space, it->before, g);
  return 0;
}

const am_acceleration am_acceleration_barzilai_borwein = {
    .open = open_step_length,
    .restart = restart_step_length,
    .update = update_step_length};
