/* loadings.c: random loading steps. */
#include "check/parts.h"

enum { LOADINGS = 3, LONGEST = 20, DRAWS = 8 };

/* Random direction, mainly deviatoric. */
static void draw_direction(am_sampler *s, double *x) {
  for (int i = 0; i < 6; i++)
    x[i] = am_random_in(&s->random, -1, 1) * (i ? 1 : 0.3);
  double length = am_vector_norm(x, 6);
  for (int i = 0; i < 6; i++) x[i] /= length;
}

const double *am_sampler_rates(am_sampler *s, const double *strain,
                               const double *state) {
  return am_values_in(s->jacobian, strain, state, s->law->external);
}

/* |f| and |df/da| without multipliers. */
static void measure_rates(const am_law *law, const double *f, double *rate,
                          double *slope) {
  double squares = 0, slopes = 0;
  for (int i = 0; i < law->na; i++)
    for (int j = -1; j < law->ns && !am_is_multiplier(law, i); j++) {
      double x = j < 0 ? f[i] : f[law->nx + i * law->ns + j];
      if (j < 0) squares += x * x;
      if (j >= 0 && !am_is_multiplier(law, j)) slopes += x * x;
    }
  *rate = sqrt(squares);
  *slope = sqrt(slopes);
}

/* True if any variable changes at rates f. */
static bool flows(const am_law *law, const double *f) {
  double rate, slope;
  measure_rates(law, f, &rate, &slope);
  bool moves = rate > 0;
  for (int k = 0; k < law->nd; k++) moves |= f[am_multiplier_at(law, k)] > 0;
  return moves;
}

double am_sampler_time(am_sampler *s, const double *strain,
                       const double *state) {
  double rate, slope, size = am_vector_norm(strain, 6);
  measure_rates(s->law, am_sampler_rates(s, strain, state), &rate, &slope);
  if (slope > 0 && isfinite(slope)) return 1 / slope;
  return rate > 0 && isfinite(rate) && size > 0 ? size / rate : 1;
}

/* Smallest of 1e-3, 2e-3, ... at which the law flows in two of four directions;
 * 1e-3 if it never does. */
static double find_onset(am_sampler *s) {
  double size = 1e-3;
  for (int i = 0; s->law->na && i < LONGEST; i++, size *= 2) {
    int flowing = 0;
    for (int k = 0; k < 4; k++) {
      double strain[6];
      draw_direction(s, strain);
      for (int c = 0; c < 6; c++) strain[c] *= size;
      flowing += flows(s->law, am_sampler_rates(s, strain, s->law->initial));
    }
    if (flowing >= 2) return size;
  }
  return 1e-3;
}

/* `purpose` distinguishes the random streams of this file. */
static void begin_stream(am_sampler *s, int path, int draw) {
  const uint32_t purpose = 0x57e95;
  s->random = am_random_new(s->subject->seed, purpose, (uint32_t)path,
                            (uint32_t)draw);
}

am_status am_check_integrator(am_subject *subject, am_test_point *point) {
  am_solver solver = am_solver_default;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.tangent = false;
  solver.energies = subject->law->energies;
  return am_test_point_new(subject, am_engine_reference(), &solver, point);
}

am_status am_loadings_prepare(am_sampler *s) {
  s->jacobian = am_values_of(s->subject, AM_FUNCTION_JACOBIAN);
  AM_TRY(am_check_integrator(s->subject, &s->point));
  begin_stream(s, -1, 0);
  s->onset = find_onset(s);
  return AM_OK;
}

double am_loadings_strain(const am_subject *subject) {
  return 3 * subject->sampler->onset;
}

/* ---- paths --------------------------------------------------------------- */

am_loading am_loading_initial(am_arena *arena, const am_law *law) {
  am_loading loading = {.state = AM_ARRAY(arena, double, law->nx + 1)};
  for (int i = 0; i < law->na; i++) loading.state[i] = law->initial[i];
  for (int i = 0; i < law->nf; i++)
    loading.external0[i] = loading.external1[i] = law->external[i];
  return loading;
}

/* Draws the duration: the time scale of the law times 10^low … 10^high, unless
 * the material gives a range of strain rates. */
static void set_duration(am_sampler *s, am_loading *loading, double low,
                         double high) {
  double time = am_sampler_time(s, loading->to, loading->state);
  loading->duration = am_duration_draw(s, &s->random, loading, time, low, high);
}

/* Draws the next loading: first below the onset, then into flow, then further
 * by a similar amount. */
static void draw_next(am_sampler *s, int index, am_loading *loading) {
  static const double sizes[LOADINGS][2] = {{0.2, 0.5}, {2, 3}, {0.5, 2}};
  double direction[6];
  double size = s->onset * am_random_in(&s->random, sizes[index][0],
                                        sizes[index][1]);
  draw_direction(s, direction);
  for (int i = 0; i < 6; i++)
    loading->to[i] = loading->from[i] + size * direction[i];
  for (int i = 0; i < s->law->nf; i++)
    loading->external1[i] = am_external_draw(s, &s->random, i);
  set_duration(s, loading, -0.5, 1.5);
}

bool am_loadings_advance(am_sampler *s, am_loading *loading) {
  if (!am_test_point_advance(&s->point, loading)) return false;
  am_rate_note(s, loading);
  memcpy(loading->from, loading->to, sizeof loading->from);
  memcpy(loading->external0, loading->external1, sizeof loading->external0);
  for (int i = 0; i < s->law->nx; i++)
    loading->state[i] = s->point.step->state[i];
  return true;
}

bool am_loadings_draw(am_sampler *s, int sample, int draw,
                      am_loading *loading) {
  int last = 1 + sample % (LOADINGS - 1);
  begin_stream(s, sample, draw);
  *loading = am_loading_initial(s->subject->arena, s->law);
  for (int i = 0; i < last; i++) {
    draw_next(s, i, loading);
    if (!am_loadings_advance(s, loading)) return false;
  }
  draw_next(s, last, loading);
  return isfinite(loading->duration);
}

/* Continues the strain in flow.  For elastic domains it also changes direction,
 * because backward Euler is exact for proportional flow. */
static void go_on(am_sampler *s, const double *before, am_loading *loading) {
  double direction[6], size = am_vector_norm(before, 6);
  draw_direction(s, direction);
  for (int i = 0; i < 6; i++) {
    loading->to[i] += 0.5 * before[i];
    if (s->law->nd) loading->to[i] += 0.3 * size * direction[i];
  }
}

/* The time scale of the law, whatever strain rates the material gives: schemes
 * show their order only in steps that they resolve. */
static void set_time_scale(am_sampler *s, am_loading *loading) {
  loading->duration = am_sampler_time(s, loading->to, loading->state);
}

static bool draw_flowing(am_sampler *s, int sample, int draw,
                         am_loading *loading) {
  double before[6];
  begin_stream(s, sample, draw + 1000);
  *loading = am_loading_initial(s->subject->arena, s->law);
  draw_next(s, 1, loading);
  set_time_scale(s, loading);
  memcpy(before, loading->to, sizeof before);
  if (!am_loadings_advance(s, loading)) return false;
  go_on(s, before, loading);
  set_time_scale(s, loading);
  return isfinite(loading->duration);
}

typedef bool drawer(am_sampler *s, int sample, int draw,
                    am_loading *loading);

static am_status visit_drawn(am_subject *subject, int count, drawer *draw,
                             am_loading_visit *visit, void *data) {
  AM_TRY(am_check_sampler(subject));
  for (int i = 0; i < count; i++)
    for (int k = 0; k < DRAWS && !am_check_stopped(subject); k++) {
      am_loading loading;
      if (draw(subject->sampler, i, k, &loading) && visit(data, &loading))
        break;
    }
  return AM_OK;
}

am_status am_loadings_visit(am_subject *subject, int count,
                            am_loading_visit *visit, void *data) {
  return visit_drawn(subject, count, am_loadings_draw, visit, data);
}

am_status am_loadings_visit_flowing(am_subject *subject, int count,
                                    am_loading_visit *visit, void *data) {
  return visit_drawn(subject, count, draw_flowing, visit, data);
}
