/* newton_cg.c: u <- u + du with Gamma0 C du = -g by conjugate gradients in the
 * metric of C0, C the tangents of the laws.  (Zeman, Vondrejc, Novak, Marek
 * 2010; Gelebart and Mondon-Cancel 2013)
 *
 * If tangents are indefinite or not symmetric, uses the last du or, if this du
 * does not reduce the residual, the basic step. */
#include "homogenization/parts.h"

struct am_iteration {
  const am_equilibrium_problem *problem;
  am_vector *change, *residual, *direction, *image;
  long applied;
};

enum { LONGEST = 500 /* maximum number of conjugate gradient iterations */ };

/* Tolerance of the linear residual, relative to its initial value. */
static const double reduction = 1e-2;

static am_status open_newton(am_arena *arena, am_report *report,
                             const am_equilibrium_problem *problem,
                             am_iteration **result) {
  am_iteration *it = *result = AM_NEW(arena, am_iteration);
  am_space *s = problem->space;
  am_vector **const vectors[] = {&it->change, &it->residual, &it->direction,
                                 &it->image};
  it->problem = problem;
  for (int i = 0; i < 4; i++)
    AM_TRY(am_space_vector(s, report, false, vectors[i]));
  return AM_OK;
}

/* y = a y + b x */
static void add_vectors(am_space *s, double a, am_vector *y, double b,
                        const am_vector *x) {
  const am_vector *const both[] = {y, x};
  am_space_combine(s, y, 2, (const double[]){a, b}, both);
}

static double dot(am_space *s, const am_vector *a, const am_vector *b) {
  double product;
  am_space_dots(s, a, 1, &b, &product);
  return product;
}

/* image = Gamma0 C direction; increments of prescribed mean stresses are
 * zero. */
static bool apply_tangents(am_iteration *it) {
  const am_equilibrium_problem *p = it->problem;
  am_space *s = p->space;
  am_mean mean = p->mean;
  am_response response;
  for (int c = 0; c < 6; c++) mean.target[c] = 0;
  am_space_apply(s, it->direction, it->image, &response);
  am_mean_gradient(&mean, s->lambda, s->mu, response.stress, it->image->mean);
  it->applied++;
  return response.status == AM_POINT_GOOD &&
         !s->stopped;
}

/* One conjugate gradient iteration; false if it breaks down. */
static bool iterate(am_iteration *it, double *square) {
  am_space *s = it->problem->space;
  if (!apply_tangents(it)) return false;
  double curvature = dot(s, it->direction, it->image);
  if (!(curvature > 0 && isfinite(curvature))) return false;
  double step = *square / curvature;
  add_vectors(s, 1, it->change, step, it->direction);
  add_vectors(s, 1, it->residual, -step, it->image);
  double next = dot(s, it->residual, it->residual);
  add_vectors(s, next / *square, it->direction, 1, it->residual);
  *square = next;
  return isfinite(next);
}

/* Sets `change`; false if this change does not reduce the residual. */
static bool solve_linear(am_iteration *it, const am_vector *g) {
  am_space *s = it->problem->space;
  double start = dot(s, g, g), square = start;
  am_space_combine(s, it->change, 0, NULL, NULL);
  am_space_combine(s, it->residual, 1, (const double[]){-1}, &g);
  am_space_copy(s, it->direction, it->residual);
  for (int i = 0; i < LONGEST && square > reduction * reduction * start; i++)
    if (!iterate(it, &square)) break;
  return square < start;
}

static long update_newton(am_iteration *it, am_vector *u, const am_vector *g) {
  const am_equilibrium_problem *p = it->problem;
  am_space *s = p->space;
  am_mean_tangent survey;
  it->applied = 0;
  am_space_survey(s, p->span, u, true, &survey);
  bool good = survey.status == AM_POINT_GOOD && solve_linear(it, g);
  add_vectors(s, 1, u, good ? 1 : -1, good ? it->change : g);
  return it->applied;
}

const am_acceleration am_acceleration_newton_cg = {
    .tangents = true,
    .open = open_newton,
    .update = update_newton};
