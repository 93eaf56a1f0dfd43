#include "check/sampling.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"

enum {
  ATTEMPTS = 100, /* of one state */
  LEGS = 2,       /* of a path */
  STEPS = 2,      /* of a leg */
  PROBES = 12,    /* paths that tell scales */
  PATIENCE = 4    /* attempts before another kind of state is tried */
};

/* How a state is made, in turn. */
typedef enum { STRAINED, REACHED, CHANGED, KINDS } kind;

/* Potentials whose second derivatives might overflow. */
#define TOO_LARGE 1e250

struct am_sampler {
  am_subject *subject;
  am_engine_program *program; /* integrates paths */
  am_values *forces;          /* A [na] */
  am_values *potentials;      /* omega, Psi */
  am_values *rates;           /* f [nx] */
  double *state_scale, *force_scale; /* [na] */
  double *least, *most;       /* [na] rates met on paths */
  double *rest, *ahead;       /* spots, for a moment */
  double *spot;               /* of the state drawn */
  am_state state;
  am_step step;               /* with its memory */
  double *before;             /* [nx] its state at the start */
  bool drives[6];             /* do rates depend on the strain? */
};

double am_sampler_state_scale(const am_sampler *s, int coordinate) {
  return s->state_scale[coordinate];
}

double am_sampler_force_scale(const am_sampler *s, int coordinate) {
  return s->force_scale[coordinate];
}

/* Sets state and strain of a spot, and the forces that belong to them. */
static void place(am_sampler *s, const double *strain, const double *y,
                  double *spot) {
  const am_law *law = s->subject->law;
  size_t size = (size_t)law->na * sizeof *spot;
  memmove(spot, strain, 6 * sizeof *spot);
  if (!size) return;
  memmove(spot + 6, y, size);
  memcpy(spot + am_spot_offset(law, AM_INPUT_FORCE),
         am_values_at(s->forces, spot), size);
}

double am_sampler_time(am_sampler *s, const double *spot) {
  const am_law *law = s->subject->law;
  const double *force = spot + am_spot_offset(law, AM_INPUT_FORCE);
  int size = am_spot_offset(law, AM_INPUT_KINDS);
  double *rest = s->rest;
  double stored = am_values_at(s->potentials, spot)[0], power = 0;
  const double *f = am_values_at(s->rates, spot);
  for (int i = 0; i < law->na; i++) power += force[i] * f[i];
  memcpy(rest, spot, (size_t)size * sizeof *rest);
  memset(rest, 0, 6 * sizeof *rest);
  stored = fabs(stored - am_values_at(s->potentials, rest)[0]);
  double time = stored / fabs(power);
  return isnormal(time) ? time : 1;
}

/* ---- paths --------------------------------------------------------------- */

/* A strain of a random direction and log-uniform length. */
static void draw_strain(am_random *random, double *strain) {
  am_random_vector(random, 6, am_random_power(random, -5, -2), strain);
}

/* One loading step from `spot` to a strain; the state stays where the step
 * cannot be made. */
static void step_to(am_sampler *s, const double *strain, double duration,
                    double *spot) {
  am_step *step = &s->step;
  am_arena_look(s->subject->arena);
  step->duration = duration;
  step->stop = s->subject->stop;
  memcpy(s->before, spot + 6, (size_t)s->subject->law->na * sizeof *spot);
  memcpy(step->strain0, spot, sizeof step->strain0);
  am_basis_to_tensor(strain, step->target);
  am_engine_step(&am_engine_interp, s->program, step);
  bool good = step->status == AM_POINT_GOOD;
  place(s, strain, good ? step->state : s->before, spot);
}

static void note_rates(am_sampler *s, const double *spot) {
  const am_law *law = s->subject->law;
  const double *f = am_values_at(s->rates, spot);
  for (int i = 0; i < law->na; i++) {
    s->least[i] = fmin(s->least[i], f[i]);
    s->most[i] = fmax(s->most[i], f[i]);
  }
}

/* A random path from the spot on, on which the law has from a tenth to a
 * thousand times the time that it needs to flow. */
static void follow_path(am_sampler *s, am_random *random, double *spot) {
  double strain[6], from[6], target[6];
  for (int leg = 0; leg < LEGS; leg++) {
    memcpy(from, spot, sizeof from);
    draw_strain(random, target);
    double *ahead = s->ahead;
    place(s, target, spot + 6, ahead);
    double time = am_sampler_time(s, ahead) * am_random_power(random, -1, 3);
    note_rates(s, ahead);
    for (int i = 1; i <= STEPS; i++) {
      for (int c = 0; c < 6; c++)
        strain[c] = from[c] + (target[c] - from[c]) * i / STEPS;
      step_to(s, strain, time / STEPS, spot);
      note_rates(s, spot);
    }
  }
}

/* ---- scales -------------------------------------------------------------- */

static double length_of(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

static void widen(double *scales, const am_variable *v, double length) {
  for (int c = v->offset; c < v->offset + v->size; c++)
    if (isfinite(length)) scales[c] = fmax(scales[c], length);
}

static void note_scales(am_sampler *s, const double *spot) {
  const am_law *law = s->subject->law;
  const double *force = spot + am_spot_offset(law, AM_INPUT_FORCE);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    double moved[6];
    for (int c = 0; c < v->size; c++)
      moved[c] = spot[6 + v->offset + c] - law->initial[v->offset + c];
    widen(s->state_scale, v, length_of(moved, v->size));
    widen(s->force_scale, v, length_of(force + v->offset, v->size));
  }
}

/* The sampler's spot, at rest. */
static double *rest_spot(am_sampler *s) {
  const am_law *law = s->subject->law;
  memset(s->spot, 0, (size_t)am_spot_offset(law, AM_INPUT_KINDS) *
                         sizeof *s->spot);
  place(s, s->spot, law->initial, s->spot);
  return s->spot;
}

/* Variables that do not move have the scale of a strain. */
static void fill_scales(am_sampler *s) {
  const am_law *law = s->subject->law;
  for (int i = 0; i < law->na; i++) {
    if (!(s->state_scale[i] > 0)) s->state_scale[i] = 1e-3;
    if (!(s->force_scale[i] > 0)) s->force_scale[i] = 1;
  }
}

static void measure_scales(am_sampler *s) {
  am_subject *subject = s->subject;
  int na = subject->law->na;
  s->state_scale = AM_ARRAY(subject->arena, double, na);
  s->force_scale = AM_ARRAY(subject->arena, double, na);
  s->least = AM_ARRAY(subject->arena, double, na);
  s->most = AM_ARRAY(subject->arena, double, na);
  for (int i = 0; na && i < PROBES; i++) {
    am_random random = am_random_new(subject->seed, (uint32_t)i, 0, 1);
    double *spot = rest_spot(s);
    follow_path(s, &random, spot);
    note_scales(s, spot);
  }
  fill_scales(s);
}

/* Directions of strains that do not drive the rates are zeros (law.h). */
static void find_drives(am_sampler *s) {
  am_subject *subject = s->subject;
  am_law *law = subject->law;
  const am_node *strain = am_check_inputs(subject, AM_INPUT_STRAIN, 0, 6);
  bool *needed =
      AM_ARRAY(subject->arena, bool, am_graph_size(law->graph) + 1);
  am_graph_needed(law->graph, law->rate, law->nx, needed);
  for (int c = 0; c < 6; c++) s->drives[c] = needed[strain[c]];
}

static void take_memory(am_sampler *s) {
  am_arena *arena = s->subject->arena;
  int nx = s->subject->law->nx;
  int size = am_spot_offset(s->subject->law, AM_INPUT_KINDS);
  s->rest = AM_ARRAY(arena, double, size);
  s->ahead = AM_ARRAY(arena, double, size);
  s->spot = AM_ARRAY(arena, double, size);
  s->before = AM_ARRAY(arena, double, nx + 1);
  s->step.state0 = s->before;
  s->step.state = AM_ARRAY(arena, double, nx + 1);
  s->step.derivative = AM_ARRAY(arena, double, 6 * nx + 1);
}

static am_status make(am_subject *subject, am_sampler *s) {
  am_law *law = subject->law;
  am_node *potentials = AM_ARRAY(subject->arena, am_node, 2);
  am_solver solver = am_solver_default;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.tangent = false;
  solver.energies = law->energies;
  potentials[0] = law->energy;
  potentials[1] = law->dissipation_potential;
  s->subject = subject;
  s->forces = am_values_new(subject, law->force, law->na);
  s->potentials = am_values_new(subject, potentials, 2);
  s->rates = am_values_new(subject, law->rate, law->nx);
  take_memory(s);
  find_drives(s);
  AM_TRY(am_engine_interp.compile(subject->arena, subject->report, law,
                                  &solver,
                                  &(am_engine_options){.threads = 1},
                                  &s->program));
  measure_scales(s);
  return AM_OK;
}

am_status am_check_sampler(am_subject *subject, am_sampler **sampler) {
  if (!subject->sampler) {
    am_sampler *s = AM_NEW(subject->arena, am_sampler);
    AM_TRY(make(subject, s));
    subject->sampler = s;
  }
  *sampler = subject->sampler;
  return AM_OK;
}

const am_state *am_state_keep(am_subject *subject, const am_state *state) {
  size_t size = (size_t)subject->law->na * sizeof *state->y;
  am_state *kept = AM_NEW(subject->arena, am_state);
  *kept = *state;
  if (size) kept->y = am_arena_grow(subject->arena, state->y, size, size);
  return kept;
}

/* ---- states -------------------------------------------------------------- */

/* Scalars that went one way on all paths are changed that way. */
static double directed(const am_sampler *s, const am_variable *v, double x) {
  int c = v->offset;
  if (v->kind != AM_SCALAR) return x;
  if (s->least[c] >= 0 && s->most[c] > 0) return fabs(x);
  if (s->most[c] <= 0 && s->least[c] < 0) return -fabs(x);
  return x;
}

static void change(am_sampler *s, am_random *random, double *spot) {
  const am_law *law = s->subject->law;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    double x[6], scale = s->state_scale[v->offset];
    am_random_vector(random, v->size,
                     scale * am_random_power(random, -2, -0.3), x);
    for (int c = 0; c < v->size; c++)
      spot[6 + v->offset + c] += directed(s, v, x[c]);
  }
  place(s, spot, spot + 6, spot);
}

static bool is_valid(am_sampler *s, const double *spot) {
  const am_law *law = s->subject->law;
  int force = am_spot_offset(law, AM_INPUT_FORCE);
  const double *potentials = am_values_at(s->potentials, spot);
  bool good = fabs(potentials[0]) < TOO_LARGE &&
              fabs(potentials[1]) < TOO_LARGE;
  for (int i = 0; i < law->na; i++)
    good = good && isfinite(spot[6 + i]) && isfinite(spot[force + i]);
  return good;
}

/* Directions of the size that derivatives of the state by strain have. */
static void draw_directions(am_sampler *s, am_drawn *d) {
  const am_law *law = s->subject->law;
  double *direction = d->spot + am_spot_offset(law, AM_INPUT_DIRECTION);
  double *along = d->spot + am_spot_offset(law, AM_INPUT_ALONG);
  double *rate = d->spot + am_spot_offset(law, AM_INPUT_RATE);
  double time = am_sampler_time(s, d->spot);
  for (int c = 0; c < 6; c++)
    for (int i = 0; s->drives[c] && i < law->na; i++)
      direction[c * law->nx + i] =
          am_random_in(&d->random, -1, 1) * s->state_scale[i] / 1e-3;
  for (int i = 0; i < law->na + 6; i++)
    along[i] = am_random_in(&d->random, -1, 1) *
               (i < law->na ? s->state_scale[i] / 1e-3 : 1);
  am_random_vector(&d->random, 6, d->strain / time, rate);
  d->spot[am_spot_offset(law, AM_INPUT_TIME)] = am_random_in(&d->random, 0, 1);
}

bool am_sampler_draw(am_sampler *s, int index, int *attempt, am_drawn *d) {
  for (; *attempt < ATTEMPTS; ++*attempt) {
    double strain[6];
    *d = (am_drawn){.random = am_random_new(s->subject->seed, (uint32_t)index,
                                            (uint32_t)*attempt, 2),
                    .spot = rest_spot(s)};
    kind k = (kind)((index + *attempt / PATIENCE) % KINDS);
    draw_strain(&d->random, strain);
    if (k == STRAINED)
      place(s, strain, d->spot + 6, d->spot);
    else
      follow_path(s, &d->random, d->spot);
    if (k == CHANGED) change(s, &d->random, d->spot);
    if (!is_valid(s, d->spot)) continue;
    memcpy(s->state.strain, d->spot, sizeof s->state.strain);
    s->state.y = d->spot + 6;
    d->state = &s->state;
    d->strain = length_of(d->spot, 6);
    draw_directions(s, d);
    return true;
  }
  return false;
}

static bool visit_one(am_sampler *s, int index, am_visit *visit, void *data) {
  am_drawn drawn;
  for (int attempt = 0; am_sampler_draw(s, index, &attempt, &drawn);
       attempt++)
    if (visit(data, &drawn)) return true;
  return false;
}

/* Once for a check is enough. */
static bool is_reported(const am_subject *subject, const char *check) {
  const am_findings *all = subject->findings;
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp(all->items[i].check, check) &&
        !strcmp(all->items[i].what, "states"))
      return true;
  return false;
}

static void report_missing(am_subject *subject, const char *check,
                           int wanted, int found) {
  if (found == wanted || is_reported(subject, check)) return;
  am_finding_add(
      subject,
      &(am_finding){.check = check, .what = "states", .time = NAN,
                    .ours = found, .reference = wanted, .bound = wanted - 1,
                    .note = "states that are valid and away from kinks"});
}

am_status am_check_states(am_subject *subject, const char *check,
                          am_visit *visit, void *data) {
  am_sampler *sampler;
  int wanted = 0, found = 0;
  AM_TRY(am_check_sampler(subject, &sampler));
  for (; wanted < subject->samples && !am_check_stopped(subject); wanted++)
    found += visit_one(sampler, wanted, visit, data);
  report_missing(subject, check, wanted, found);
  return AM_OK;
}
