/* equilibrium.c: iterates one problem div sigma = 0. */
#include "homogenization/parts.h"

/* ---- conditions on means ------------------------------------------------- */

#define ROOT_2 1.41421356237309504880

void am_mean_from_tensor(const double *t, double *k) {
  for (int c = 0; c < 6; c++) k[c] = c < 3 ? t[c] : ROOT_2 * t[c];
}

void am_mean_to_tensor(const double *k, double *t) {
  for (int c = 0; c < 6; c++) t[c] = c < 3 ? k[c] : k[c] / ROOT_2;
}

double am_mean_dot(const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < 6; c++) sum += a[c] * b[c];
  return sum;
}

void am_mean_impose(const am_mean *mean, double *strain) {
  for (int c = 0; c < 6; c++)
    if (!mean->stress[c]) strain[c] = mean->target[c];
}

/* Q <sigma> - S */
static void surplus(const am_mean *mean, const double *stress, double *r) {
  for (int c = 0; c < 6; c++)
    r[c] = mean->stress[c] ? stress[c] - mean->target[c] : 0;
}

double am_mean_given(const am_mean *mean) {
  const double zero[6] = {0};
  return am_mean_residual(mean, zero);
}

double am_mean_residual(const am_mean *mean, const double *stress) {
  double r[6];
  surplus(mean, stress, r);
  return sqrt(am_mean_dot(r, r));
}

/* Q C0 Q is 2 mu I + lambda 1 1' among the normal components that Q selects
 * (Sherman and Morrison). */
void am_mean_gradient(const am_mean *mean, double lambda, double mu,
                      const double *stress, double *gradient) {
  double r[6], sum = 0, count = 0;
  surplus(mean, stress, r);
  for (int c = 0; c < 3; c++) {
    sum += r[c];
    count += mean->stress[c];
  }
  double shift = lambda * sum / (2 * mu + count * lambda);
  for (int c = 0; c < 6; c++)
    gradient[c] =
        mean->stress[c] ? (r[c] - (c < 3 ? shift : 0)) / (2 * mu) : 0;
}

/* ---- iteration ----------------------------------------------------------- */

/* Divergence bound: factor relative to the initial residual and to the
 * stress. */
static const double bound = 1e4;

/* Stagnation: the residual has not fallen below this fraction of its last
 * minimum within PATIENCE iterations. For stiffnesses with ratio c the basic
 * scheme reduces its residual by a factor 1 - 2/c per iteration: by 0.98 in
 * PATIENCE iterations for c = 1e4. A residual that only fluctuates, because of
 * rounding or errors of the laws, rarely reaches new minima. */
static const double reduced = 0.999;
enum { PATIENCE = 100 };

/* Stress of a strain field, and its gradient g including the mean; follow: as
 * in am_loading_step. */
static void respond(const am_equilibrium_problem *p, double follow,
                    const am_vector *u, am_vector *g, am_response *response) {
  if (p->span) {
    am_loading_step span = *p->span;
    span.follow = follow;
    am_space_respond(p->space, &span, u, g, response);
  } else {
    am_space_apply(p->space, u, g, response);
  }
  am_mean_gradient(&p->mean, p->space->lambda, p->space->mu,
                   response->stress, g->mean);
}

static double relative(double value, double scale) {
  return scale > 0 ? value / scale : value > 0 ? INFINITY : 0;
}

/* Convergence history of a solution. */
typedef struct {
  double most;  /* bound of the divergence */
  double least; /* smallest residual so far */
  double mark;  /* smallest residual at its last sufficient reduction */
  long since;   /* iteration of that reduction */
  double last;  /* smallest residual PATIENCE iterations ago */
  double rate;  /* decrease of log(residual) per iteration; 0: unknown */
} course;

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

/* Tests convergence and failure after the response r->response. */
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
  double left = log(way->least / p->equilibrium) / way->rate;
  if (way->rate > 0 && left < 1e9)
    r->expected = r->iterations + (long)ceil(left);
  return AM_EQUILIBRIUM_LIMIT;
}

void am_equilibrium_solve(const am_equilibrium_problem *p,
                          const am_acceleration *scheme,
                          am_iteration *iteration, am_vector *u, am_vector *g,
                          am_equilibrium_result *r) {
  enum { SETTLING = 10 };
  course way = {0};
  *r = (am_equilibrium_result){.end = AM_EQUILIBRIUM_GOES_ON};
  if (scheme->restart) scheme->restart(iteration, p->extrapolated);
  while (r->end == AM_EQUILIBRIUM_GOES_ON && !p->space->stopped) {
    if (r->iterations)
      r->applications += scheme->update(iteration, u, g);
    /* Laws reuse their sequence of substeps up to this error: first the
     * tolerance for which the sequence is chosen (space/cell.c), later twice
     * this tolerance, so that small strain updates do not trigger a new
     * choice. */
    double followed = !r->iterations ? 0 : r->iterations < SETTLING ? 1 : 2;
    respond(p, followed, u, g, &r->response);
    r->iterations++;
    r->end = judge_response(p, &way, r);
  }
  if (r->end == AM_EQUILIBRIUM_GOOD && scheme->finish)
    scheme->finish(iteration, u, g);
  if (r->end != AM_EQUILIBRIUM_GOES_ON) return;
  r->end = AM_EQUILIBRIUM_BAD;
  r->response = (am_response){.status = AM_POINT_STOPPED, .voxel = -1};
}
