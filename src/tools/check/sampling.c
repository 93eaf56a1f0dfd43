/* sampling.c: random states of a law, and their scales. */
#include "check/parts.h"

enum {
  ATTEMPTS = 100, /* of one state */
  PROBES = 12,    /* paths that measure scales */
  PATIENCE = 4    /* attempts before another kind of state is tried */
};

/* Draws of paths, apart from those of loading steps */
enum { FOR_SCALES = 2000, FOR_STATES = 2001 };

/* Kind of a state, used in turn. */
typedef enum { STRAINED, REACHED, CHANGED, KINDS } state_kind;

/* Limit of potentials, beyond which second derivatives might overflow. */
#define TOO_LARGE 1e250

/* Sets state and strain in the inputs, and the resulting forces. */
static void set_state(am_sampler *s, const double *strain, const double *y,
                      double *inputs) {
  const am_law *law = s->law;
  size_t size = (size_t)law->na * sizeof *inputs;
  memmove(inputs, strain, 6 * sizeof *inputs);
  if (!size) return;
  memmove(inputs + 6, y, size);
  memcpy(inputs + am_input_offset(law, AM_INPUT_FORCE),
         am_values_at(s->forces, inputs), size);
}

/* ---- paths --------------------------------------------------------------- */

static am_loading state_of(const am_law *law, double *inputs) {
  am_loading start = {.duration = NAN, .state = inputs + 6};
  memcpy(start.from, inputs, sizeof start.from);
  memcpy(start.to, inputs, sizeof start.to);
  for (int i = 0; i < law->nf; i++)
    start.external0[i] = start.external1[i] =
        inputs[am_input_offset(law, AM_INPUT_EXTERNAL) + i];
  return start;
}

static void widen_rates(am_sampler *s, const double *strain,
                        const double *state) {
  const double *f = am_sampler_rates(s, strain, state);
  for (int i = 0; i < s->law->na; i++) {
    s->least[i] = fmin(s->least[i], f[i]);
    s->most[i] = fmax(s->most[i], f[i]);
  }
}

/* Sets the inputs at the end of a random path; false if it cannot be
 * integrated. */
static bool follow_path(am_sampler *s, int path, int draw, double *inputs) {
  const am_law *law = s->law;
  am_loading loading;
  if (!am_loadings_draw(s, path, draw, &loading)) return false;
  widen_rates(s, loading.to, loading.state);
  if (!am_loadings_advance(s, &loading)) return false;
  widen_rates(s, loading.from, loading.state);
  memcpy(inputs + am_input_offset(law, AM_INPUT_EXTERNAL), loading.external0,
         (size_t)law->nf * sizeof *inputs);
  set_state(s, loading.from, loading.state, inputs);
  return true;
}

/* ---- scales -------------------------------------------------------------- */

static void widen(double *scales, const am_variable *v, double length) {
  for (int c = v->offset; c < v->offset + v->size; c++)
    if (isfinite(length)) scales[c] = fmax(scales[c], length);
}

static void note_scales(am_sampler *s, const double *inputs) {
  const am_law *law = s->law;
  const double *force = inputs + am_input_offset(law, AM_INPUT_FORCE);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    double moved[6];
    for (int c = 0; c < v->size; c++)
      moved[c] = inputs[6 + v->offset + c] - law->initial[v->offset + c];
    widen(s->state_scale, v, am_vector_norm(moved, v->size));
    widen(s->force_scale, v, am_vector_norm(force + v->offset, v->size));
  }
}

/* Inputs of the sampler, at rest. */
static double *rest_inputs(am_sampler *s) {
  const am_law *law = s->law;
  memset(s->inputs, 0, (size_t)am_input_offset(law, AM_INPUT_KINDS) *
         sizeof *s->inputs);
  for (int i = 0; i < law->nf; i++)
    s->inputs[am_input_offset(law, AM_INPUT_EXTERNAL) + i] = law->external[i];
  set_state(s, s->inputs, law->initial, s->inputs);
  return s->inputs;
}

static void measure_scales(am_sampler *s) {
  am_subject *subject = s->subject;
  int na = subject->law->na;
  s->state_scale = AM_ARRAY(subject->arena, double, na);
  s->force_scale = AM_ARRAY(subject->arena, double, na);
  s->least = AM_ARRAY(subject->arena, double, na);
  s->most = AM_ARRAY(subject->arena, double, na);
  for (int i = 0; na && i < PROBES; i++) {
    double *inputs = rest_inputs(s);
    if (follow_path(s, i, FOR_SCALES, inputs)) note_scales(s, inputs);
  }
  /* Constant variables have the scale of a strain. */
  for (int i = 0; i < na; i++) {
    if (!(s->state_scale[i] > 0)) s->state_scale[i] = 1e-3;
    if (!(s->force_scale[i] > 0)) s->force_scale[i] = 1;
  }
}

static am_status prepare_sampler(am_subject *subject, am_sampler *s) {
  am_arena *arena = subject->arena;
  am_law *law = subject->law;
  int size = am_input_offset(law, AM_INPUT_KINDS);
  am_node *potentials = AM_ARRAY(arena, am_node, 2);
  potentials[0] = law->energy;
  potentials[1] = law->dissipation_potential;
  *s = (am_sampler){
      .subject = subject,
      .law = law,
      .forces = am_values_new(subject, law->force, law->na),
      .potentials = am_values_new(subject, potentials, 2),
      .inputs = AM_ARRAY(arena, double, size)};
  /* Directions of strains that do not affect the rates are zero (law/law.h). */
  const am_node *strain = am_check_inputs(subject, AM_INPUT_STRAIN, 0, 6);
  const am_node *external =
      am_check_inputs(subject, AM_INPUT_EXTERNAL, 0, law->nf);
  const bool *needed =
      am_graph_needed(law->graph, law->rate, law->nx, arena);
  for (int c = 0; c < am_law_inputs(law); c++)
    s->drives[c] = needed[c < 6 ? strain[c] : external[c - 6]] ||
                   law->driven_by_rate[c];
  AM_TRY(am_loadings_prepare(s));
  measure_scales(s);
  return AM_OK;
}

am_status am_check_sampler(am_subject *subject) {
  if (subject->sampler) return AM_OK;
  am_sampler *s = AM_NEW(subject->arena, am_sampler);
  AM_TRY(prepare_sampler(subject, s));
  subject->sampler = s;
  return AM_OK;
}

/* ---- states -------------------------------------------------------------- */

/* Changes scalars that changed in one direction on all paths in this direction
 * only. */
static double directed(const am_sampler *s, const am_variable *v, double x) {
  int c = v->offset;
  if (v->kind != AM_SCALAR) return x;
  if (s->least[c] >= 0 && s->most[c] > 0) return fabs(x);
  if (s->most[c] <= 0 && s->least[c] < 0) return -fabs(x);
  return x;
}

static bool is_valid(am_sampler *s, const double *inputs) {
  const am_law *law = s->law;
  int force = am_input_offset(law, AM_INPUT_FORCE);
  const double *potentials = am_values_at(s->potentials, inputs);
  bool good = fabs(potentials[0]) < TOO_LARGE &&
              fabs(potentials[1]) < TOO_LARGE;
  for (int i = 0; i < law->na; i++)
    good = good && isfinite(inputs[6 + i]) && isfinite(inputs[force + i]);
  return good;
}

/* Directions with the magnitude of derivatives of the state with respect to
 * strain. */
static void draw_directions(am_sampler *s, am_random_state *d) {
  const am_law *law = s->law;
  double *direction = d->inputs + am_input_offset(law, AM_INPUT_DIRECTION);
  double *along = d->inputs + am_input_offset(law, AM_INPUT_ALONG);
  double *rate = d->inputs + am_input_offset(law, AM_INPUT_RATE);
  double time = am_sampler_time(s, d->inputs, d->inputs + 6);
  int inputs = am_law_inputs(law), na = law->na;
  for (int c = 0; c < inputs; c++) {
    double unit = c < 6 ? 1e-3 : am_external_scale(law, c - 6);
    for (int i = 0; s->drives[c] && i < na; i++)
      direction[c * law->nx + i] =
          am_random_in(&d->random, -1, 1) * s->state_scale[i] / unit;
  }
  for (int i = 0; i < na + inputs; i++)
    along[i] = am_random_in(&d->random, -1, 1) *
               (i < na       ? s->state_scale[i] / 1e-3
                : i < na + 6 ? 1
                             : am_external_scale(law, i - na - 6));
  am_random_vector(&d->random, 6, d->strain / time, rate);
  for (int i = 0; i < law->nf; i++)
    rate[6 + i] = am_external_scale(law, i) * d->strain / time;
  double *theta = d->inputs + am_input_offset(law, AM_INPUT_TIME);
  theta[0] = am_random_in(&d->random, 0, 1);
  if (law->reads_rate) theta[am_rate_time(law)] = 1 / time;
  for (int i = 0; i < law->na; i++)
    direction[inputs * law->nx + i] = along[i];
  for (int i = 0; i < inputs; i++)
    theta[am_path_time(law) + i] = along[na + i];
}

/* Multipliers: positive if forces exceed an elastic domain; in states reached
 * along a path, also the multipliers of the integration. */
static void draw_multipliers(am_sampler *s, state_kind kind,
                             am_random_state *d) {
  const am_law *law = s->law;
  for (int k = 0; k < law->nd; k++) {
    int at = am_multiplier_at(law, k);
    double *lambda = &d->inputs[6 + at];
    bool exceeded = am_values_at(s->jacobian, d->inputs)[at] > 0;
    double drawn = am_random_power(&d->random, -3, 0);
    if (exceeded || kind != REACHED) *lambda = exceeded ? drawn : 0;
  }
}

/* Strains the state at rest, in a random direction by a log-uniform norm. */
static void strain_from_rest(am_sampler *s, am_random_state *d) {
  const am_law *law = s->law;
  double strain[6];
  am_random_vector(&d->random, 6, am_random_power(&d->random, -5, -2), strain);
  for (int i = 0; i < law->nf; i++)
    d->inputs[am_input_offset(law, AM_INPUT_EXTERNAL) + i] =
        am_external_draw(s, &d->random, i);
  set_state(s, strain, d->inputs + 6, d->inputs);
}

/* Changes the internal variables, by up to half their range. */
static void change_state(am_sampler *s, am_random_state *d) {
  double *inputs = d->inputs;
  for (int i = 0; i < s->law->count; i++) {
    const am_variable *v = &s->law->variables[i];
    double x[6], scale = s->state_scale[v->offset];
    am_random_vector(&d->random, v->size,
                     scale * am_random_power(&d->random, -2, -0.3), x);
    for (int c = 0; c < v->size; c++)
      inputs[6 + v->offset + c] += directed(s, v, x[c]);
  }
  set_state(s, inputs, inputs + 6, inputs);
}

bool am_sampler_draw(am_sampler *s, int index, int *attempt,
                     am_random_state *d) {
  for (; *attempt < ATTEMPTS; ++*attempt) {
    *d = (am_random_state){
        .random = am_random_new(s->subject->seed, (uint32_t)index,
                                (uint32_t)*attempt, 2),
        .inputs = rest_inputs(s)};
    state_kind kind = (state_kind)((index + *attempt / PATIENCE) % KINDS);
    if (kind == STRAINED)
      strain_from_rest(s, d);
    else if (!follow_path(s, index, FOR_STATES + *attempt, d->inputs))
      continue;
    if (kind == CHANGED) change_state(s, d);
    draw_multipliers(s, kind, d);
    if (!is_valid(s, d->inputs)) continue;
    d->start = state_of(s->law, d->inputs);
    d->strain = am_vector_norm(d->inputs, 6);
    draw_directions(s, d);
    return true;
  }
  return false;
}

static bool visit_state(am_sampler *s, int index, am_state_visit *visit,
                        void *data) {
  am_random_state sample;
  for (int attempt = 0; am_sampler_draw(s, index, &attempt, &sample); attempt++)
    if (visit(data, &sample)) return true;
  return false;
}

/* Adds a finding about missing states, once per check. */
static void report_missing(am_subject *subject, const char *check,
                           int wanted, int found) {
  const am_findings *all = subject->findings;
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp(all->items[i].check, check) &&
        !strcmp(all->items[i].what, "states"))
      return;
  am_finding_add(
      subject,
      &(am_finding){.check = check, .what = "states", .time = NAN,
                    .ours = found, .reference = wanted, .bound = wanted - 1,
                    .entry = "number of random states that are finite and "
                             "away from kinks"});
}

am_status am_check_states(am_subject *subject, const char *check,
                          am_state_visit *visit, void *data) {
  int wanted = 0, found = 0;
  AM_TRY(am_check_sampler(subject));
  for (; wanted < subject->samples && !am_check_stopped(subject); wanted++)
    found += visit_state(subject->sampler, wanted, visit, data);
  if (found < wanted) report_missing(subject, check, wanted, found);
  return AM_OK;
}
