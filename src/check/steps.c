#include "check/steps.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "check/random.h"
#include "expr/evaluate.h"

enum { LOADINGS = 3, LONGEST = 20 };

struct am_steps {
  am_subject *subject;
  am_law *law;
  am_engine_program *walker; /* one backward Euler step, without tangent */
  am_frame *jacobian;        /* f [nx], df/dy [nx][ns] */
  double *outputs;           /* of it */
  double onset;              /* |strain| at which the law begins to flow */
  am_random random;
};

static double norm(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* A direction in which the deviator prevails. */
static void random_direction(am_steps *s, double *x) {
  for (int i = 0; i < 6; i++)
    x[i] = am_random_in(&s->random, -1, 1) * (i ? 1 : 0.3);
  double length = norm(x, 6);
  for (int i = 0; i < 6; i++) x[i] /= length;
}

static const double *derivatives(am_steps *s, const double *strain,
                                 const double *state) {
  static const double rest[6];
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain,
                                          [AM_INPUT_STATE] = state,
                                          [AM_INPUT_RATE] = rest};
  am_arena_look(s->subject->arena);
  am_frame_run(s->jacobian, inputs, s->outputs);
  return s->outputs;
}

/* The law's own time at a state: 1/|df/da|; where f does not depend on a, that
 * in which rates make up for the strain; 1 where nothing flows. */
static double own_time(am_steps *s, const double *strain,
                       const double *state) {
  const am_law *law = s->law;
  const double *f = derivatives(s, strain, state);
  double slope = norm(f + law->nx, law->na * law->ns);
  double rate = norm(f, law->na), size = norm(strain, 6);
  if (slope > 0 && isfinite(slope)) return 1 / slope;
  return rate > 0 && isfinite(rate) && size > 0 ? size / rate : 1;
}

static bool flows(am_steps *s, double size) {
  int count = 0;
  for (int i = 0; i < 4; i++) {
    double strain[6];
    random_direction(s, strain);
    for (int c = 0; c < 6; c++) strain[c] *= size;
    count += norm(derivatives(s, strain, s->law->initial), s->law->na) > 0;
  }
  return count >= 2;
}

/* The smallest of 1e-3, 2e-3, ... that makes the law flow; 1e-3 where none
 * does. */
static double find_onset(am_steps *s) {
  double size = 1e-3;
  if (!s->law->na) return size;
  for (int i = 0; i < LONGEST; i++, size *= 2)
    if (flows(s, size)) return size;
  return 1e-3;
}

/* `purpose` tells the streams of this file from those of others. */
static void start(am_steps *s, int path, int draw) {
  const uint32_t purpose = 0x57e95;
  s->random = am_random_new(s->subject->seed, purpose, (uint32_t)path,
                            (uint32_t)draw);
}

static bool prepare(am_steps *s) {
  am_subject *subject = s->subject;
  am_solver solver = am_solver_default;
  int count;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.tangent = false;
  solver.energies = s->law->energies;
  const am_node *nodes = am_law_function(subject->arena, s->law,
                                         AM_FUNCTION_JACOBIAN, &count);
  s->outputs = AM_ARRAY(subject->arena, double, count);
  s->jacobian = am_frame_new(
      subject->arena,
      am_program_new(subject->arena, s->law->graph, nodes, count));
  am_frame_bind(s->jacobian, s->law->parameters);
  return am_engine_interp.compile(subject->arena, subject->report, s->law,
                                  &solver,
                                  &(am_engine_options){.threads = 1},
                                  &s->walker) == AM_OK;
}

am_steps *am_steps_new(am_subject *subject, am_law *law) {
  am_steps *s = AM_NEW(subject->arena, am_steps);
  s->subject = subject;
  s->law = law;
  if (!prepare(s)) return NULL;
  start(s, -1, 0);
  s->onset = find_onset(s);
  return s;
}

double am_steps_size(const am_steps *s) { return 3 * s->onset; }

void am_loading_put(const am_loading *loading, am_step *step) {
  step->duration = loading->duration;
  step->state0 = loading->state;
  memcpy(step->strain0, loading->from, sizeof loading->from);
  am_basis_to_tensor(loading->to, step->target);
  step->first = step->largest = 0;
}

/* Goes to the end of the loading. */
static bool walk(am_steps *s, am_loading *loading) {
  am_arena *arena = s->subject->arena;
  am_step step = {.state = AM_ARRAY(arena, double, s->law->nx + 1)};
  am_loading_put(loading, &step);
  am_engine_step(&am_engine_interp, s->walker, &step);
  memcpy(loading->from, loading->to, sizeof loading->from);
  loading->state = step.state;
  return step.status == AM_POINT_GOOD;
}

/* The next loading: below the onset, into flow, and on by about as much. */
static void aim(am_steps *s, int index, am_loading *loading) {
  static const double sizes[LOADINGS][2] = {{0.2, 0.5}, {2, 3}, {0.5, 2}};
  double direction[6];
  double size = s->onset * am_random_in(&s->random, sizes[index][0],
                                        sizes[index][1]);
  random_direction(s, direction);
  for (int i = 0; i < 6; i++)
    loading->to[i] = loading->from[i] + size * direction[i];
  loading->scale = own_time(s, loading->to, loading->state);
  loading->duration =
      loading->scale * pow(10, am_random_in(&s->random, -0.5, 1.5));
}

static void begin(am_steps *s, am_loading *loading) {
  *loading = (am_loading){
      .state = AM_ARRAY(s->subject->arena, double, s->law->nx + 1)};
  if (s->law->na)
    memcpy(loading->state, s->law->initial,
           (size_t)s->law->na * sizeof(double));
}

bool am_steps_draw(am_steps *s, int sample, int draw, am_loading *loading) {
  int last = 1 + sample % (LOADINGS - 1);
  start(s, sample, draw);
  begin(s, loading);
  for (int i = 0; i < last; i++) {
    aim(s, i, loading);
    if (!walk(s, loading)) return false;
  }
  aim(s, last, loading);
  return isfinite(loading->duration);
}

bool am_steps_draw_flowing(am_steps *s, int sample, int draw,
                           am_loading *loading) {
  double before[6];
  start(s, sample, draw + 1000);
  begin(s, loading);
  aim(s, 1, loading);
  loading->duration = loading->scale;
  memcpy(before, loading->to, sizeof before);
  if (!walk(s, loading)) return false;
  for (int i = 0; i < 6; i++) loading->to[i] += 0.5 * before[i];
  loading->scale = own_time(s, loading->to, loading->state);
  loading->duration = loading->scale;
  return isfinite(loading->duration);
}
