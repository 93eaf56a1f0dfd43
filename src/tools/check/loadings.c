/* loadings.c: random loading steps, and their worst findings. */
#include "check/loadings.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "check/sampling.h"
#include "engine/parts.h"
#include "expr/parts.h"

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
  double length = am_norm(x, 6);
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
  am_arena_look(s->subject->arena);
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

/* 1/|df/da| at a state; if f does not depend on a, the time in which rates
 * accumulate the strain; 1 without flow. */
static double time_scale(am_loadings *s, const double *strain,
                         const double *state) {
  double rate, slope, size = am_norm(strain, 6);
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
  am_loadings *s = AM_NEW(arena, am_loadings);
  int count;
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
  return s;
}

double am_loadings_strain(const am_loadings *s) { return 3 * s->onset; }

void am_loading_put(const am_loading *loading, am_step *step) {
  step->duration = loading->duration;
  step->state0 = loading->state;
  memcpy(step->strain0, loading->from, sizeof loading->from);
  am_basis_to_tensor(loading->to, step->target);
  step->first = step->largest = 0;
  memcpy(step->external0, loading->external0, sizeof step->external0);
  memcpy(step->external1, loading->external1, sizeof step->external1);
}

/* ---- paths --------------------------------------------------------------- */

static void begin_path(am_loadings *s, int path, int draw,
                       am_loading *loading) {
  begin_stream(s, path, draw);
  *loading = (am_loading){
      .state = AM_ARRAY(s->subject->arena, double, s->law->nx + 1)};
  if (s->law->na)
    memcpy(loading->state, s->law->initial,
           (size_t)s->law->na * sizeof(double));
  for (int i = 0; i < s->law->nf; i++)
    loading->external0[i] = loading->external1[i] = s->law->external[i];
}

/* Draws the next loading: below the onset, into flow, and further by a similar
 * amount. */
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
  am_engine_step(am_engine_reference(), s->program, &step);
  memcpy(loading->from, loading->to, sizeof loading->from);
  memcpy(loading->external0, loading->external1, sizeof loading->external0);
  loading->state = step.state;
  return step.status == AM_POINT_GOOD;
}

bool am_loadings_draw(am_loadings *s, int sample, int draw,
                      am_loading *loading) {
  int last = 1 + sample % (LOADINGS - 1);
  begin_path(s, sample, draw, loading);
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
  double direction[6], size = am_norm(before, 6);
  draw_direction(s, direction);
  for (int i = 0; i < 6; i++) {
    loading->to[i] += 0.5 * before[i];
    if (s->law->nd) loading->to[i] += 0.3 * size * direction[i];
  }
}

static bool draw_flowing(am_loadings *s, int sample, int draw,
                         am_loading *loading) {
  double before[6];
  begin_path(s, sample, draw + 1000, loading);
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

/* ---- worst finding ------------------------------------------------------- */

am_worst am_worst_new(am_subject *subject, const char *check,
                      const char *what, const am_solver *solver) {
  return (am_worst){.subject = subject,
                    .solver = solver,
                    .ratio = -1,
                    .finding = {.check = check, .what = what, .time = NAN}};
}

bool am_worst_take(am_worst *w, double ours, double reference, double bound,
                   const am_loading *loading) {
  am_finding found = w->finding;
  found.ours = ours;
  found.reference = reference;
  found.bound = bound;
  double ratio = am_finding_ratio(&found);
  if (ratio <= w->ratio) return false;
  w->ratio = ratio;
  w->finding = found;
  w->loading = loading ? *loading : (am_loading){.state = NULL};
  return true;
}

void am_worst_add(am_worst *w) {
  am_finding *f = &w->finding;
  am_subject *s = w->subject;
  if (w->ratio < 0) {
    am_finding_skip(s, f->check, f->what,
                    f->note ? f->note : "no loading step could be integrated");
    return;
  }
  if (w->loading.state) {
    am_state *state = AM_NEW(s->arena, am_state);
    memcpy(state->strain, w->loading.from, sizeof state->strain);
    state->y = w->loading.state;
    f->state = state;
    f->time = w->loading.duration;
    if (w->ratio > 1 && w->solver)
      f->replay = am_replay_loading(
          s, w->solver, &w->loading,
          am_format(s->arena, "%s, %s", f->check, f->what));
  }
  am_finding_add(s, f);
}

/* ---- subjects ------------------------------------------------------------ */

am_law *am_subject_law(am_subject *subject, am_strategy strategy) {
  am_law *law;
  if (strategy != AM_STRATEGY_SEMI_AUTOMATIC) return subject->law;
  am_status status =
      am_law_new(subject->arena, subject->report, subject->material,
                 &(am_law_choice){.strategy = strategy,
                                  .energies = subject->law->energies},
                 &law);
  return status == AM_OK ? law : NULL;
}

bool am_subject_has(const am_subject *subject, am_strategy strategy) {
  const am_material *m = subject->material;
  if (strategy == AM_STRATEGY_SEMI_AUTOMATIC)
    return m->partials.block || m->partials.count;
  if (strategy == AM_STRATEGY_CONVENTIONAL)
    return m->conventional && am_update_find(m->conventional);
  return true;
}

am_solver *am_subject_solver(am_subject *subject, const am_scheme *scheme) {
  am_solver *solver = AM_NEW(subject->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = scheme;
  solver->energies = subject->law->energies;
  return solver;
}

am_step *am_subject_point(am_subject *subject, const am_law *law) {
  am_step *step = AM_NEW(subject->arena, am_step);
  step->state = AM_ARRAY(subject->arena, double, law->nx + 1);
  step->derivative = AM_ARRAY(subject->arena, double, 6 * law->nx + 1);
  step->stop = subject->stop;
  return step;
}

bool am_scheme_is_usual(const am_scheme *scheme) {
  return !strcmp(scheme->name, "ode23") ||
         !strcmp(scheme->name, "implicit-euler");
}

/* Settings of reference solutions with tight tolerances. */

/* Smallest tolerance that second-order schemes reach in reasonable time. */
static const double LEAST_OF_DOMAINS = 1e-6;

am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol,
                              bool tangent) {
  am_solver solver = *like;
  solver.scheme = am_scheme_find("rodas4");
  if (!am_scheme_suits(material, solver.scheme)) {
    solver.scheme = am_scheme_find("implicit-euler-adaptive");
    rtol = fmax(rtol, LEAST_OF_DOMAINS);
  }
  solver.strategy = AM_STRATEGY_AUTOMATIC;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent_control = AM_TANGENT_COUPLED;
  solver.tangent_mode = AM_MODE_VECTOR;
  solver.tangent = tangent;
  solver.rtol = rtol;
  solver.atol = rtol * 1e-3;
  solver.substeps = 1;
  return solver;
}
