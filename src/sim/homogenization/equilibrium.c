/* equilibrium.c: the loop of one problem div sigma = 0. */
#include "homogenization/equilibrium.h"

#include <math.h>

/* A residual this many times larger than at the start, and than the stress, is
 * beyond all bounds. */
static const double bound = 1e4;

/* A residual that has not come down to this part of itself in so many
 * iterations never will.  The basic scheme reduces its own to 1 - 2/c in each
 * for stiffnesses of a ratio c: 0.98 in so many for 1e4.  One that only varies,
 * by roundings or errors of the laws, seldom has a new minimum for long. */
static const double reduced = 0.999;
enum { PATIENCE = 100 };

static void find_mean(const am_equilibrium_problem *p, am_vector *g,
                      const am_response *response) {
  if (!g) return;
  am_mean_gradient(&p->mean, p->space->lambda, p->space->mu,
                   response->stress, g->mean);
}

void am_equilibrium_by_laws(const am_equilibrium_problem *p, double follow,
                            const am_vector *u, am_vector *g,
                            am_response *response) {
  am_span span = *p->span;
  span.follow = follow;
  p->space->type->respond(p->space, &span, u, g, response);
  find_mean(p, g, response);
}

void am_equilibrium_by_tangents(const am_equilibrium_problem *p,
                                double follow, const am_vector *u,
                                am_vector *g, am_response *response) {
  (void)follow;
  p->space->type->apply(p->space, u, g, response);
  find_mean(p, g, response);
}

static double relative(double value, double scale) {
  return scale > 0 ? value / scale : value > 0 ? INFINITY : 0;
}

/* How a solution goes. */
typedef struct {
  double most;  /* the largest divergence that is within bounds */
  double least; /* residual so far … */
  double mark;  /* … when it was last reduced, … */
  long since;   /* … at this iteration */
  double last;  /* … and when PATIENCE iterations have last been done */
  double rate;  /* at which its logarithm fell in these; 0: unknown */
} course;

/* Takes the residual of an iteration. */
static void follow_residual(course *way, long iteration, double residual) {
  way->least = fmin(way->least, residual);
  if (way->least < reduced * way->mark) {
    way->mark = way->least;
    way->since = iteration;
  }
  if (iteration % PATIENCE) return;
  way->rate = isfinite(way->last) ? log(way->last / way->least) / PATIENCE : 0;
  way->last = way->least;
}

/* So many iterations as it would take at that rate, 0: that is not known. */
static long expect_iterations(const course *way, long done, double wanted) {
  double left = log(way->least / wanted) / way->rate;
  return way->rate > 0 && left < 1e9 ? done + (long)ceil(left) : 0;
}

/* How it ends with the response r->response, AM_EQUILIBRIUM_GOES_ON: not
 * yet. */
static am_equilibrium_end judge_response(const am_equilibrium_problem *p,
                                         course *way,
                                         am_equilibrium_result *r) {
  if (*p->space->failure) r->response.status = AM_POINT_LOST;
  if (r->response.status != AM_POINT_GOOD) return AM_EQUILIBRIUM_BAD;
  const double *stress = r->response.stress;
  double divergence = r->response.divergence;
  double square = am_mean_dot(stress, stress);
  const double *size = p->space->cell->micro->size;
  double length = fmax(size[0], fmax(size[1], size[2]));
  if (p->driven && r->iterations == 1)
    r->driven = fmax(sqrt(square), divergence * length);
  double scale = fmax(fmax(sqrt(square), r->driven),
                      fmax(p->largest, am_mean_given(&p->mean)));
  r->equilibrium = relative(divergence * length, scale);
  r->stress_residual = relative(am_mean_residual(&p->mean, stress), scale);
  if (r->iterations == 1)
    *way = (course){.most = bound * fmax(divergence, scale / length),
                    .least = INFINITY,
                    .mark = INFINITY,
                    .last = INFINITY};

  double residual = fmax(r->equilibrium, r->stress_residual);
  if (r->equilibrium <= p->equilibrium && r->stress_residual <= p->equilibrium)
    return AM_EQUILIBRIUM_GOOD;
  if (!(divergence <= way->most) || !isfinite(square))
    return AM_EQUILIBRIUM_GROWN;
  follow_residual(way, r->iterations, residual);
  if (r->iterations - way->since >= PATIENCE) return AM_EQUILIBRIUM_STUCK;
  if (r->iterations < p->settings->iterations) return AM_EQUILIBRIUM_GOES_ON;
  r->expected = expect_iterations(way, r->iterations, p->equilibrium);
  return AM_EQUILIBRIUM_LIMIT;
}

/* Up to which error laws follow their substeps, after so many responses: at
 * first that for which they are chosen (cell.c), and then so much more that
 * strains which hardly change any more will not let them choose anew. */
static double error_followed(long responses) {
  enum { SETTLING = 10 };
  if (responses == 0) return 0;
  return responses < SETTLING ? 1 : 2;
}

void am_equilibrium_solve(const am_equilibrium_problem *p,
                          const am_acceleration *scheme,
                          am_iteration *iteration, am_vector *u, am_vector *g,
                          am_equilibrium_result *r) {
  course way = {0};
  *r = (am_equilibrium_result){.end = AM_EQUILIBRIUM_GOES_ON};
  scheme->restart(iteration, p->extrapolated);
  while (r->end == AM_EQUILIBRIUM_GOES_ON && !p->space->stopped) {
    if (r->iterations)
      r->applications += scheme->update(iteration, u, g);
    p->respond(p, error_followed(r->iterations), u, g, &r->response);
    r->iterations++;
    r->end = judge_response(p, &way, r);
  }
  if (r->end == AM_EQUILIBRIUM_GOOD && scheme->finish)
    scheme->finish(iteration, u, g);
  if (r->end != AM_EQUILIBRIUM_GOES_ON) return;
  r->end = AM_EQUILIBRIUM_BAD;
  r->response = (am_response){.status = AM_POINT_STOPPED, .voxel = -1};
}
