/* minimize.c: least sum of squares within bounds; determined directions of a
 * Jacobian, by singular values. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <gsl/gsl_multifit_nlinear.h>

#include "fit/fit.h"

/* ---- coordinates --------------------------------------------------------- */

/* Fraction of the distance to an excluded bound that a step may cover; distance
 * from an excluded bound, relative to the width, within which a value counts as
 * being at the bound. */
static const double part_of_way = 0.9, closest = 1e-6;

static bool is_logarithmic(const am_bounded *b) {
  return b->low > 0 || (b->low == 0 && b->low_open);
}

double am_bounded_slope(const am_bounded *b, double value) {
  if (is_logarithmic(b)) return value;
  return b->start != 0 ? fabs(b->start) : 1;
}

/* Coordinate of a value; 0 at the start. */
static double coordinate_of(const am_bounded *b, double value) {
  return is_logarithmic(b) ? log(value / b->start)
                           : (value - b->start) / am_bounded_slope(b, value);
}

static double width(const am_bounded *b) {
  if (isfinite(b->low) && isfinite(b->high)) return b->high - b->low;
  double bound = isfinite(b->low) ? b->low : b->high;
  return fmax(fabs(bound), fabs(b->start - bound));
}

typedef struct {
  double value;
  int bound; /* -1: at the lower bound, 1: at the upper one */
  bool cut;  /* the step was shortened */
} landing;

static landing stop_at(const am_bounded *b, double bound, bool open, int side,
                       double from) {
  if (!open) return (landing){bound, side, true};
  if (fabs(bound - from) <= closest * width(b))
    return (landing){from, side, true};
  return (landing){from + part_of_way * (bound - from), 0, true};
}

/* Value at coordinate x, for a step from the value `from`. */
static landing land(const am_bounded *b, double x, double from) {
  bool logarithm = is_logarithmic(b);
  double value = logarithm ? b->start * exp(x)
                           : b->start + am_bounded_slope(b, 0) * x;
  bool above_zero = logarithm && b->low == 0;
  if (!above_zero && (b->low_open ? value <= b->low : value < b->low))
    return stop_at(b, b->low, b->low_open, -1, from);
  if (b->high_open ? value >= b->high : value > b->high)
    return stop_at(b, b->high, b->high_open, 1, from);
  return (landing){value, 0, false};
}

/* ---- the search ---------------------------------------------------------- */

/* Residual of a rejected step: larger than any accepted one, with a square far
 * from overflow. */
static const double rejected = 1e60;

/* Iterations with hardly any decrease after which the search ends. */
enum { IDLE = 5 };

/* Maximum number of releases of a value from its bound, which prevents
 * cycling. */
enum { RELEASES = 3 };

const char *const am_end_text[AM_ENDS] = {
    [AM_END_CONVERGED] = "converged",
    [AM_END_EXHAUSTED] =
        ("converged to within integration accuracy"),
    [AM_END_STALLED] =
        "no step decreases the sum of squares; try another start",
    [AM_END_ITERATIONS] =
        "maximum number of iterations reached; try more (--max-iterations), "
        "other start values, narrower bounds (min, max) or fewer parameters",
    [AM_END_STOPPED] = "interrupted",
    [AM_END_START] = "the start values could not be evaluated",
};

typedef struct {
  am_arena *arena;
  const am_objective *objective;
  const am_bounded *bounded; /* [count] */
  double scale;      /* scaling of residuals: their norm at the start becomes
                        1 */
  double tolerance;
  int most_iterations;
  int *moving;       /* [moving_count] values not at a bound */
  int moving_count;
  int *releases;     /* [count] */
  double *values, *residual, *jacobian; /* of the last evaluation */
  int *sides;        /* [count] bounds reached by these values */
  bool cut;          /* the step to these values was shortened */
  double sum;
  bool fresh;        /* the last evaluation succeeded, not yet accepted */
  int idle;          /* iterations with hardly any decrease */
  double before;     /* best->sum before the iteration */
  bool accepted_cut; /* the last accepted step was shortened */
  bool known;        /* the next evaluation is that of the best values */
  am_least *best;
} search;

static double sum_of_squares(const double *x, size_t size) {
  double sum = 0;
  for (size_t i = 0; i < size; i++) sum += x[i] * x[i];
  return sum;
}

static bool evaluate_values(search *s) {
  const am_objective *o = s->objective;
  s->best->evaluations++;
  bool good = o->evaluate(o->data, s->values, s->residual, s->jacobian);
  if (good) s->sum = sum_of_squares(s->residual, o->size);
  good = good && isfinite(s->sum) &&
         isfinite(sum_of_squares(s->jacobian, o->size * (size_t)o->count));
  s->best->failures += !good;
  return good;
}

/* Makes the last evaluation the best so far. */
static void accept_values(search *s) {
  const am_objective *o = s->objective;
  size_t count = (size_t)o->count, size = o->size;
  memcpy(s->best->values, s->values, count * sizeof(double));
  memcpy(s->best->residual, s->residual, size * sizeof(double));
  memcpy(s->best->jacobian, s->jacobian, size * count * sizeof(double));
  for (int j = 0; j < s->moving_count; j++)
    s->best->bound[s->moving[j]] = s->sides[s->moving[j]];
  s->best->sum = s->sum;
  s->fresh = false;
  s->accepted_cut = s->cut;
}

static int residual_at(const gsl_vector *x, void *data, gsl_vector *f) {
  search *s = data;
  const double *residual = s->best->residual;
  if (!s->known) {
    s->cut = false;
    for (int j = 0; j < s->moving_count; j++) {
      int i = s->moving[j];
      landing l = land(&s->bounded[i], gsl_vector_get(x, (size_t)j),
                       s->best->values[i]);
      s->values[i] = l.value;
      s->sides[i] = l.bound;
      s->cut |= l.cut;
    }
    s->fresh = evaluate_values(s);
    residual = s->fresh ? s->residual : NULL;
  }
  s->known = false;
  for (size_t k = 0; k < s->objective->size; k++)
    gsl_vector_set(f, k, residual ? s->scale * residual[k] : rejected);
  return GSL_SUCCESS;
}

/* Entry of the best Jacobian with respect to coordinate `i`. */
static double jacobian_entry(const search *s, size_t k, int i) {
  size_t at = k * (size_t)s->objective->count + (size_t)i;
  return s->best->jacobian[at] *
         am_bounded_slope(&s->bounded[i], s->best->values[i]);
}

/* Called for accepted steps, directly after their residuals. */
static int jacobian_at(const gsl_vector *x, void *data, gsl_matrix *j) {
  search *s = data;
  (void)x;
  if (s->fresh) accept_values(s);
  for (size_t k = 0; k < s->objective->size; k++)
    for (int i = 0; i < s->moving_count; i++)
      gsl_matrix_set(j, k, (size_t)i,
                     s->scale * jacobian_entry(s, k, s->moving[i]));
  /* Keeps values that influence the residuals by rounding only. */
  double longest = s->scale * s->objective->negligible / AM_UNDETERMINED;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < j->size2; i++) {
      gsl_vector_view column = gsl_matrix_column(j, i);
      double norm = gsl_blas_dnrm2(&column.vector);
      if (pass && norm <= AM_UNDETERMINED * longest)
        gsl_vector_set_zero(&column.vector);
      longest = fmax(longest, norm);
    }
  return GSL_SUCCESS;
}

/* Largest change of a coordinate in a Gauss-Newton step, and the relative
 * offset of Bates and Watts.  Overwrites the Jacobian of the last
 * evaluation. */
static void find_gain(const search *s, double *change, double *offset) {
  size_t size = s->objective->size, n = (size_t)s->moving_count;
  double *jacobian = s->jacobian, *step = AM_ARRAY(s->arena, double, n);
  for (size_t k = 0; k < size; k++)
    for (size_t i = 0; i < n; i++)
      jacobian[k * n + i] = jacobian_entry(s, k, s->moving[i]);
  am_decomposition d = am_decompose(s->arena, jacobian, s->best->residual,
                                    size, s->moving_count);
  am_decomposition_step(&d, step);
  *change = 0;
  for (size_t i = 0; i < n; i++) *change = fmax(*change, fabs(step[i]));
  double gain = sum_of_squares(d.along, (size_t)d.rank);
  double noise = (s->best->sum - gain) / (double)(size - n);
  *offset = gain > 0 ? sqrt(gain / (fmax(noise, 0) * (double)d.rank))
                     : 0;
}

/* End of the search at the best values so far; AM_ENDS: continue. */
static am_end find_end(search *s, int status) {
  double change, offset;
  bool settled = s->before - s->best->sum <= 1e-8 * s->best->sum;
  if (am_arena_stopped(s->arena)) return AM_END_STOPPED;
  find_gain(s, &change, &offset);
  s->idle = settled ? s->idle + 1 : 0;
  if (change <= s->tolerance || offset <= (settled ? 1e-3 : 1e-4))
    return AM_END_CONVERGED;
  if (status != GSL_SUCCESS || s->idle == IDLE)
    return change <= 1e-3 || offset <= 0.1 ? AM_END_EXHAUSTED
                                           : AM_END_STALLED;
  return s->best->iterations < s->most_iterations ? AM_ENDS
                                                  : AM_END_ITERATIONS;
}

/* Fixes values that have reached a bound; true if there are new ones. */
static bool hold_at_bounds(search *s) {
  int moving = 0, before = s->moving_count;
  for (int j = 0; j < before; j++)
    if (!s->best->bound[s->moving[j]]) s->moving[moving++] = s->moving[j];
  s->moving_count = moving;
  return moving < before;
}

/* True if the sum of squares decreases from the bound of value i inwards. */
static bool falls_inwards(const search *s, int i) {
  double slope = 0, norm = 0;
  for (size_t k = 0; k < s->objective->size; k++) {
    slope += jacobian_entry(s, k, i) * s->best->residual[k];
    norm += jacobian_entry(s, k, i) * jacobian_entry(s, k, i);
  }
  return slope * s->best->bound[i] > 1e-6 * sqrt(norm * s->best->sum);
}

static bool release_from_bounds(search *s) {
  int before = s->moving_count;
  for (int i = 0; i < s->objective->count; i++) {
    if (!s->best->bound[i] || s->releases[i] == RELEASES ||
        !falls_inwards(s, i))
      continue;
    s->releases[i]++;
    s->best->bound[i] = s->sides[i] = 0;
    s->moving[s->moving_count++] = i;
  }
  return s->moving_count > before;
}

/* Iterates to an end, or until a step was shortened and the search must
 * restart: AM_ENDS. */
static am_end iterate(search *s, gsl_multifit_nlinear_workspace *w) {
  const am_objective *o = s->objective;
  s->before = INFINITY;
  am_end end = find_end(s, GSL_SUCCESS);
  while (end == AM_ENDS) {
    s->accepted_cut = false;
    s->before = s->best->sum;
    int status = gsl_multifit_nlinear_iterate(w);
    s->best->iterations++;
    if (o->progress)
      o->progress(o->watcher, s->best->iterations, s->best->sum);
    if (hold_at_bounds(s)) return AM_ENDS;
    end = find_end(s, status);
    if (s->accepted_cut) break;
  }
  return end;
}

/* Searches among the values that are not fixed. */
static am_end descend(search *s) {
  size_t n = (size_t)s->moving_count;
  if (!n) return AM_END_CONVERGED;
  double *x = AM_ARRAY(s->arena, double, n);
  for (size_t j = 0; j < n; j++)
    x[j] = coordinate_of(&s->bounded[s->moving[j]],
                         s->best->values[s->moving[j]]);
  s->known = true;
  memcpy(s->values, s->best->values,
         (size_t)s->objective->count * sizeof(double));
  gsl_multifit_nlinear_parameters settings =
      gsl_multifit_nlinear_default_parameters();
  settings.scale = gsl_multifit_nlinear_scale_levenberg;
  gsl_multifit_nlinear_fdf fdf = {.f = residual_at, .df = jacobian_at,
                                  .n = s->objective->size, .p = n,
                                  .params = s};
  gsl_vector_const_view start = gsl_vector_const_view_array(x, n);
  gsl_multifit_nlinear_workspace *w = gsl_multifit_nlinear_alloc(
      gsl_multifit_nlinear_trust, &settings, fdf.n, n);
  if (!w) am_arena_exhausted(s->arena);
  int status = gsl_multifit_nlinear_init(&start.vector, &fdf, w);
  am_end end = status == GSL_SUCCESS ? iterate(s, w) : AM_END_STALLED;
  gsl_multifit_nlinear_free(w);
  return end;
}

static am_end descend_within_bounds(search *s) {
  for (;;) {
    am_end end = descend(s);
    bool good = end == AM_END_CONVERGED || end == AM_END_EXHAUSTED;
    if (end != AM_ENDS && !(good && release_from_bounds(s))) return end;
    if (s->best->iterations >= s->most_iterations) return AM_END_ITERATIONS;
  }
}

static search search_new(am_arena *arena, const am_objective *o,
                         const am_bounded *start, am_least *best) {
  size_t count = (size_t)o->count;
  search s = {.arena = arena, .objective = o, .best = best, .scale = 1,
              .bounded = start,
              .moving = AM_ARRAY(arena, int, count),
              .releases = AM_ARRAY(arena, int, count),
              .sides = AM_ARRAY(arena, int, count),
              .values = AM_ARRAY(arena, double, count),
              .residual = AM_ARRAY(arena, double, o->size),
              .jacobian = AM_ARRAY(arena, double, o->size * count)};
  best->values = AM_ARRAY(arena, double, count);
  best->bound = AM_ARRAY(arena, int, count);
  best->residual = AM_ARRAY(arena, double, o->size);
  best->jacobian = AM_ARRAY(arena, double, o->size * count);
  for (int i = 0; i < o->count; i++) {
    s.values[i] = start[i].start;
    s.moving[s.moving_count++] = i;
  }
  return s;
}

am_least am_minimize(am_arena *arena, const am_objective *objective,
                     const am_bounded *start, int most_iterations,
                     double tolerance) {
  am_least best = {.end = AM_END_START};
  search s = search_new(arena, objective, start, &best);
  s.tolerance = tolerance;
  s.most_iterations = most_iterations;
  if (!evaluate_values(&s)) return best;
  accept_values(&s);
  if (best.sum > 0) s.scale = 1 / sqrt(best.sum);
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  best.end = descend_within_bounds(&s);
  gsl_set_error_handler(handler);
  return best;
}

/* ---- determined directions of a Jacobian --------------------------------- */

/* Normalises columns; columns without influence become zero. */
static void scale_columns(am_decomposition *d, gsl_matrix *a) {
  double longest = 0;
  for (int j = 0; j < d->count; j++) {
    gsl_vector_view column = gsl_matrix_column(a, (size_t)j);
    d->norm[j] = gsl_blas_dnrm2(&column.vector);
    longest = fmax(longest, d->norm[j]);
  }
  for (int j = 0; j < d->count; j++) {
    gsl_vector_view column = gsl_matrix_column(a, (size_t)j);
    if (d->norm[j] <= AM_UNDETERMINED * longest) d->norm[j] = 0;
    gsl_vector_scale(&column.vector, d->norm[j] > 0 ? 1 / d->norm[j] : 0);
  }
}

am_decomposition am_decompose(am_arena *arena, double *jacobian,
                              const double *residual, size_t size,
                              int count) {
  size_t n = (size_t)count;
  am_decomposition d = {.count = count,
                        .norm = AM_ARRAY(arena, double, n),
                        .singular = AM_ARRAY(arena, double, n),
                        .v = AM_ARRAY(arena, double, n * n),
                        .along = AM_ARRAY(arena, double, n)};
  if (!count) return d;
  gsl_matrix_view a = gsl_matrix_view_array(jacobian, size, n);
  gsl_matrix_view v = gsl_matrix_view_array(d.v, n, n);
  gsl_vector_view s = gsl_vector_view_array(d.singular, n);
  gsl_vector_view work =
      gsl_vector_view_array(AM_ARRAY(arena, double, n), n);
  gsl_vector_view along = gsl_vector_view_array(d.along, n);
  gsl_vector_const_view f = gsl_vector_const_view_array(residual, size);
  scale_columns(&d, &a.matrix);
  gsl_linalg_SV_decomp(&a.matrix, &v.matrix, &s.vector, &work.vector);
  gsl_blas_dgemv(CblasTrans, 1, &a.matrix, &f.vector, 0, &along.vector);
  while (d.rank < count && d.singular[d.rank] > 0 &&
         d.singular[d.rank] > AM_UNDETERMINED * d.singular[0])
    d.rank++;
  return d;
}

void am_decomposition_step(const am_decomposition *d, double *step) {
  for (int j = 0; j < d->count; j++) {
    step[j] = 0;
    for (int k = 0; k < d->rank && d->norm[j] > 0; k++)
      step[j] -= d->v[j * d->count + k] * d->along[k] /
                 (d->singular[k] * d->norm[j]);
  }
}

void am_decomposition_inverse(const am_decomposition *d, double *inverse) {
  int n = d->count;
  for (int i = 0; i < n * n; i++) {
    int a = i / n, b = i % n;
    inverse[i] = 0;
    for (int k = 0; k < d->rank && d->norm[a] > 0 && d->norm[b] > 0; k++)
      inverse[i] += d->v[a * n + k] * d->v[b * n + k] /
                    (d->singular[k] * d->singular[k] * d->norm[a] * d->norm[b]);
  }
}
