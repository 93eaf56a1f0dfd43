/* isotropy.c: compares a law with rotated arguments at sampled points. */
#include "law/parts.h"

enum { SAMPLES = 24, SIZES = 5 };

/* Tolerance relative to the largest number, far above rounding errors and far
 * below the effect of anisotropy. */
static const double tolerance = 1e-7;

/* Law evaluated at original and rotated arguments. */
typedef struct {
  am_law *law;
  am_frame *frame;        /* outputs: omega, f [nx] */
  double q[6][6];
  double *state, *turned; /* [nx] */
  double *plain, *other;  /* [1 + nx] values */
  double *expected;       /* [1 + nx] rotated plain values */
  uint64_t seed;
} sampling;

/* Rotates coordinates; first: 1 for deviatoric tensors, else 0. */
static void turn_coordinates(const sampling *s, int first, const double *x,
                             double *turned) {
  for (int i = first; i < 6; i++) {
    turned[i - first] = 0;
    for (int j = first; j < 6; j++)
      turned[i - first] += s->q[i][j] * x[j - first];
  }
}

/* Rotates the tensors of a vector in state order. */
static void turn_state(const sampling *s, const double *x, double *turned) {
  const am_law *law = s->law;
  memcpy(turned, x, (size_t)law->nx * sizeof *x);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->size > 1)
      turn_coordinates(s, v->deviatoric, x + v->offset, turned + v->offset);
  }
}

/* Draws a state. Scalars only increase, like accumulated strains and damage;
 * multipliers are 1. */
static void draw_state(sampling *s, double size) {
  const am_law *law = s->law;
  for (int i = 0; i < law->nx; i++) {
    double start = i < law->na ? law->initial[i] : 0;
    s->state[i] = am_is_multiplier(law, i) ? 1 : start;
  }
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    for (int c = v->offset; c < v->offset + v->size; c++) {
      double step = size * am_uniform(&s->seed);
      s->state[c] += v->size == 1 ? fabs(step) : step;
    }
  }
}

static void evaluate(const sampling *s, const double *strain,
                     const double *state, double *values) {
  static const double rest[6 + AM_MOST_EXTERNAL];
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_STRAIN] = strain, [AM_INPUT_STATE] = state,
      [AM_INPUT_EXTERNAL] = s->law->external, [AM_INPUT_RATE] = rest};
  am_frame_run(s->frame, inputs, values);
}

/* True if the values agree, or if any of them is not finite. */
static bool same(const double *a, const double *b, int count) {
  double most = 0, apart = 0;
  for (int i = 0; i < count; i++) {
    most = fmax(most, fabs(a[i]) + fabs(b[i]));
    if (!isfinite(a[i]) || !isfinite(b[i])) return true;
    apart = fmax(apart, fabs(a[i] - b[i]));
  }
  return apart <= tolerance * most;
}

static bool sample_is_same(sampling *s, double size) {
  double strain[6], turned[6], angles[3];
  int na = s->law->na;
  for (int i = 0; i < 6; i++) strain[i] = size * am_uniform(&s->seed);
  for (int i = 0; i < 3; i++) angles[i] = 3 * am_uniform(&s->seed);
  am_rotation(angles, false, s->q);
  draw_state(s, 0.3 * size);
  turn_coordinates(s, 0, strain, turned);
  turn_state(s, s->state, s->turned);
  evaluate(s, strain, s->state, s->plain);
  evaluate(s, turned, s->turned, s->other);
  turn_state(s, s->plain + 1, s->expected);
  return same(s->plain, s->other, 1) && same(s->expected, s->other + 1, na);
}

bool am_law_is_isotropic(am_arena *arena, am_law *law) {
  int count;
  const am_node *rates =
      am_law_function(arena, law, AM_FUNCTION_RATE, &count);
  am_node *nodes = AM_ARRAY(arena, am_node, count + 1);
  sampling s = {.law = law, .seed = 1,
                .state = AM_ARRAY(arena, double, law->nx + 1),
                .turned = AM_ARRAY(arena, double, law->nx + 1),
                .plain = AM_ARRAY(arena, double, count + 1),
                .other = AM_ARRAY(arena, double, count + 1),
                .expected = AM_ARRAY(arena, double, count + 1)};
  nodes[0] = law->energy;
  am_law_present(law, nodes, 1);
  for (int i = 0; i < count; i++) nodes[1 + i] = rates[i];
  s.frame = am_frame_new(
      arena, am_program_new(arena, law->graph, nodes, count + 1));
  am_frame_bind(s.frame, law->parameters);
  for (int i = 0; i < SAMPLES; i++)
    if (!sample_is_same(&s, pow(10, i % SIZES - 4))) return false;
  return true;
}
