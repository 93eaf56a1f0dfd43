/* loadings.c: random loading steps. */
#include "check/parts.h"

enum { LOADINGS = 3, LONGEST = 20, DRAWS = 8 };

struct am_loadings {
  am_subject *subject;
  am_law *law;
  am_engine_program *program; /* one backward Euler step, without tangent */
  am_frame *jacobian;         /* f [nx], df/dy [nx][ns] */
  double *outputs;            /* outputs of `jacobian` */
  double onset;               /* |strain| at which flow begins */
  am_random random;
};

/* Random direction, mainly deviatoric. */
static void draw_direction(am_loadings *s, double *x) {
  for (int i = 0; i < 6; i++)
    x[i] = am_random_in(&s->random, -1, 1) * (i ? 1 : 0.3);
  double length = am_vector_norm(x, 6);
  for (int i = 0; i < 6; i++) x[i] /= length;
}

/* f and df/dy at a state. */
static const double *rates_at(am_loadings *s, const double *strain,
                              const double *state) {
  static const double rest[6 + AM_MOST_EXTERNAL];
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain,
                                          [AM_INPUT_EXTERNAL] =
                                              s->law->external,
                                          [AM_INPUT_STATE] = state,
                                          [AM_INPUT_RATE] = rest};
  am_arena_poll(s->subject->arena);
  am_frame_run(s->jacobian, inputs, s->outputs);
  return s->outputs;
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

/* 1/|df/da| at a state; if f does not depend on a, the time in which the rates
 * reach the size of the strain; 1 without flow. */
static double time_scale(am_loadings *s, const double *strain,
                         const double *state) {
  double rate, slope, size = am_vector_norm(strain, 6);
  measure_rates(s->law, rates_at(s, strain, state), &rate, &slope);
  if (slope > 0 && isfinite(slope)) return 1 / slope;
  return rate > 0 && isfinite(rate) && size > 0 ? size / rate : 1;
}

/* Smallest of 1e-3, 2e-3, ... at which the law flows in two of four directions;
 * 1e-3 if it never does. */
static double find_onset(am_loadings *s) {
  double size = 1e-3;
  for (int i = 0; s->law->na && i < LONGEST; i++, size *= 2) {
    int flowing = 0;
    for (int k = 0; k < 4; k++) {
      double strain[6];
      draw_direction(s, strain);
      for (int c = 0; c < 6; c++) strain[c] *= size;
      flowing += flows(s->law, rates_at(s, strain, s->law->initial));
    }
    if (flowing >= 2) return size;
  }
  return 1e-3;
}

/* `purpose` distinguishes the random streams of this file. */
static void begin_stream(am_loadings *s, int path, int draw) {
  const uint32_t purpose = 0x57e95;
  s->random = am_random_new(s->subject->seed, purpose, (uint32_t)path,
                            (uint32_t)draw);
}

am_loadings *am_loadings_new(am_subject *subject, am_law *law) {
  am_arena *arena = subject->arena;
  int count;
  if (law == subject->law && subject->loadings) return subject->loadings;
  am_loadings *s = AM_NEW(arena, am_loadings);
  *s = (am_loadings){.subject = subject, .law = law};
  const am_node *nodes =
      am_law_function(arena, law, AM_FUNCTION_JACOBIAN, &count);
  s->outputs = AM_ARRAY(arena, double, count);
  s->jacobian =
      am_frame_new(arena, am_program_new(arena, law->graph, nodes, count));
  am_frame_bind(s->jacobian, law->parameters);
  if (am_check_integrator(subject, law, &s->program) != AM_OK) return NULL;
  begin_stream(s, -1, 0);
  s->onset = find_onset(s);
  if (law == subject->law) subject->loadings = s;
  return s;
}

double am_loadings_strain(const am_loadings *s) { return 3 * s->onset; }

/* ---- paths --------------------------------------------------------------- */

am_loading am_loading_initial(am_arena *arena, const am_law *law) {
  am_loading loading = {.state = AM_ARRAY(arena, double, law->nx + 1)};
  for (int i = 0; i < law->na; i++) loading.state[i] = law->initial[i];
  for (int i = 0; i < law->nf; i++)
    loading.external0[i] = loading.external1[i] = law->external[i];
  return loading;
}

/* Draws the next loading: first below the onset, then into flow, then further
 * by a similar amount. */
static void draw_next(am_loadings *s, int index, am_loading *loading) {
  static const double sizes[LOADINGS][2] = {{0.2, 0.5}, {2, 3}, {0.5, 2}};
  double direction[6];
  double size = s->onset * am_random_in(&s->random, sizes[index][0],
                                        sizes[index][1]);
  draw_direction(s, direction);
  for (int i = 0; i < 6; i++)
    loading->to[i] = loading->from[i] + size * direction[i];
  for (int i = 0; i < s->law->nf; i++)
    loading->external1[i] = am_external_draw(&s->random, s->law, i);
  loading->scale = time_scale(s, loading->to, loading->state);
  loading->duration =
      loading->scale * pow(10, am_random_in(&s->random, -0.5, 1.5));
}

/* Integrates to the end of the loading. */
static bool integrate(am_loadings *s, am_loading *loading) {
  am_step step = {
      .state = AM_ARRAY(s->subject->arena, double, s->law->nx + 1)};
  am_loading_put(loading, &step);
  am_engine_step(s->program, &step);
  memcpy(loading->from, loading->to, sizeof loading->from);
  memcpy(loading->external0, loading->external1, sizeof loading->external0);
  loading->state = step.state;
  return step.status == AM_POINT_GOOD;
}

bool am_loadings_draw(am_loadings *s, int sample, int draw,
                      am_loading *loading) {
  int last = 1 + sample % (LOADINGS - 1);
  begin_stream(s, sample, draw);
  *loading = am_loading_initial(s->subject->arena, s->law);
  for (int i = 0; i < last; i++) {
    draw_next(s, i, loading);
    if (!integrate(s, loading)) return false;
  }
  draw_next(s, last, loading);
  return isfinite(loading->duration);
}

/* Continues the strain in flow.  For elastic domains it also changes direction,
 * because backward Euler is exact for proportional flow. */
static void go_on(am_loadings *s, const double *before, am_loading *loading) {
  double direction[6], size = am_vector_norm(before, 6);
  draw_direction(s, direction);
  for (int i = 0; i < 6; i++) {
    loading->to[i] += 0.5 * before[i];
    if (s->law->nd) loading->to[i] += 0.3 * size * direction[i];
  }
}

static bool draw_flowing(am_loadings *s, int sample, int draw,
                         am_loading *loading) {
  double before[6];
  begin_stream(s, sample, draw + 1000);
  *loading = am_loading_initial(s->subject->arena, s->law);
  draw_next(s, 1, loading);
  loading->duration = loading->scale;
  memcpy(before, loading->to, sizeof before);
  if (!integrate(s, loading)) return false;
  go_on(s, before, loading);
  loading->scale = time_scale(s, loading->to, loading->state);
  loading->duration = loading->scale;
  return isfinite(loading->duration);
}

typedef bool drawer(am_loadings *s, int sample, int draw,
                    am_loading *loading);

static int visit_drawn(am_loadings *s, int count, drawer *draw,
                       am_loading_visit *visit, void *data) {
  int good = 0;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < DRAWS && !am_check_stopped(s->subject); k++) {
      am_loading loading;
      if (!draw(s, i, k, &loading) || !visit(data, &loading)) continue;
      good++;
      break;
    }
  return good;
}

int am_loadings_visit(am_loadings *s, int count, am_loading_visit *visit,
                      void *data) {
  return visit_drawn(s, count, am_loadings_draw, visit, data);
}

int am_loadings_visit_flowing(am_loadings *s, int count,
                              am_loading_visit *visit, void *data) {
  return visit_drawn(s, count, draw_flowing, visit, data);
}
