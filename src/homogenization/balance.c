#include "homogenization/balance.h"

#include <math.h>

/* A residual this many times larger than at the start, and than the stress, is
 * beyond all bounds. */
static const double bound = 1e4;

/* A residual that has not come down to this part of itself in so many
 * iterations never will. */
static const double reduced = 0.95;
enum { PATIENCE = 100 };

static void find_mean(const am_balance_problem *p, am_vector *g,
                      const am_response *response) {
  if (!g) return;
  am_mean_gradient(&p->mean, p->space->lambda, p->space->mu,
                   response->stress, g->mean);
}

void am_balance_by_laws(const am_balance_problem *p, double follow,
                        const am_vector *u, am_vector *g,
                        am_response *response) {
  am_span span = *p->span;
  span.follow = follow;
  p->space->type->respond(p->space, &span, u, g, response);
  find_mean(p, g, response);
}

void am_balance_by_tangents(const am_balance_problem *p, double follow,
                            const am_vector *u, am_vector *g,
                            am_response *response) {
  (void)follow;
  p->space->type->apply(p->space, u, g, response);
  find_mean(p, g, response);
}

static double longest_side(const am_space *s) {
  const double *size = s->cell->micro->size;
  return fmax(size[0], fmax(size[1], size[2]));
}

static double relative(double value, double scale) {
  return scale > 0 ? value / scale : value > 0 ? INFINITY : 0;
}

static void find_residuals(const am_balance_problem *p,
                           am_balance_result *r) {
  const double *stress = r->response.stress;
  double scale = fmax(sqrt(am_mean_dot(stress, stress)),
                      fmax(p->largest, am_mean_given(&p->mean)));
  double length = longest_side(p->space);
  r->equilibrium = relative(r->response.divergence * length, scale);
  r->stress_residual = relative(am_mean_residual(&p->mean, stress), scale);
}

static bool is_solved(const am_balance_problem *p,
                      const am_balance_result *r) {
  return r->equilibrium <= p->equilibrium &&
         r->stress_residual <= p->equilibrium;
}

static bool has_grown(const am_balance_result *r, double most) {
  const double *stress = r->response.stress;
  return !(r->response.divergence <= most) ||
         !isfinite(am_mean_dot(stress, stress));
}

/* How a solution goes. */
typedef struct {
  double most;  /* the largest divergence that is within bounds */
  double least; /* residual so far, when it was last reduced ... */
  long since;   /* ... at this iteration */
} course;

static void begin(const am_balance_problem *p, const am_response *first,
                  course *way) {
  double stress = sqrt(am_mean_dot(first->stress, first->stress));
  stress = fmax(stress, fmax(p->largest, am_mean_given(&p->mean)));
  way->most = bound * fmax(first->divergence, stress / longest_side(p->space));
  way->least = INFINITY;
}

static bool is_stuck(course *way, const am_balance_result *r) {
  double residual = fmax(r->equilibrium, r->stress_residual);
  if (residual < reduced * way->least) {
    way->least = residual;
    way->since = r->iterations;
  }
  return r->iterations - way->since >= PATIENCE;
}

/* How it ends with the response r->response, AM_BALANCE_GOES_ON: not yet. */
static am_balance_end judge(const am_balance_problem *p, course *way,
                            am_balance_result *r) {
  if (*p->space->failure) r->response.status = AM_POINT_LOST;
  if (r->response.status != AM_POINT_GOOD) return AM_BALANCE_BAD;
  find_residuals(p, r);
  if (r->iterations == 1) begin(p, &r->response, way);
  if (is_solved(p, r)) return AM_BALANCE_GOOD;
  if (has_grown(r, way->most)) return AM_BALANCE_GROWN;
  if (is_stuck(way, r)) return AM_BALANCE_STUCK;
  return r->iterations < p->settings->iterations ? AM_BALANCE_GOES_ON
                                                 : AM_BALANCE_LIMIT;
}

static bool is_stopped(const am_balance_problem *p) {
  return p->span->stop && *p->span->stop;
}

/* Up to which error laws follow their substeps, after so many responses: at
 * first that for which they are chosen (cell.c), and then so much more that
 * strains which hardly change any more will not let them choose anew. */
static double follows(long responses) {
  enum { SETTLING = 10 };
  if (responses == 0) return 0;
  return responses < SETTLING ? 1 : 2;
}

void am_balance_solve(const am_balance_problem *p,
                      const am_acceleration *scheme, am_iteration *iteration,
                      am_vector *u, am_vector *g, am_balance_result *r) {
  course way = {0};
  *r = (am_balance_result){.end = AM_BALANCE_GOES_ON};
  scheme->restart(iteration, p->extrapolated);
  while (r->end == AM_BALANCE_GOES_ON && !is_stopped(p)) {
    if (r->iterations)
      r->applications += scheme->update(iteration, u, g);
    p->respond(p, follows(r->iterations), u, g, &r->response);
    r->iterations++;
    r->end = judge(p, &way, r);
  }
  if (r->end == AM_BALANCE_GOOD && scheme->finish)
    scheme->finish(iteration, u, g);
  if (r->end != AM_BALANCE_GOES_ON) return;
  r->end = AM_BALANCE_BAD;
  r->response = (am_response){.status = AM_POINT_STOPPED, .voxel = -1};
}
