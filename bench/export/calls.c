/* calls.c: cost of a call of an exported law, and the share of the law itself.
 * Made with -DLAW='"LAW.c"', the text of `automat export --source`:
 *
 *   calls generic|bare COUNT   calls of the generic behaviour with its
 * consistent tangent, or of the loading step alone
 *
 * The step goes on from a state that has flowed, into another direction. */
#include LAW

#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5 };
static const double direction[6] = {1, -0.4, -0.35, 0.3, -0.2, 0.5};
static const double size = 2e-3;

typedef struct {
  double e0[6], e1[6], stress[6], K[36], before[6 * H_VARIABLES + 1],
      after[6 * H_VARIABLES + 1], stored, dissipated, none, rdt;
  double fields[H_FIELDS + 1], properties[H_PROPERTIES + 1];
  g_data data;
} call;

static void check(int good) {
  if (good) return;
  fputs("the step failed\n", stderr);
  exit(1);
}

static void call_generic(call *c) {
  c->K[0] = 4;
  check(H_SYMBOL(_Tridimensional)(&c->data) == 1);
}

static void prepare(call *c) {
  memset(c, 0, sizeof *c);
  c->rdt = 1;
  for (int i = 0; i < 6; i++) c->e1[i] = size * direction[i];
  for (int f = 0; f < H_FIELDS; f++) c->fields[h_fields[f].place] = 293.15;
  for (int i = 0; i < H_PROPERTIES; i++)
    c->properties[i] = h_values[h_parameters[h_properties[i]].place];
  c->data = (g_data){
      .dt = 1, .K = c->K, .rdt = &c->rdt,
      .s0 = {.gradients = c->e0, .material_properties = c->properties,
             .internal_state_variables = c->before,
             .dissipated_energy = &c->none,
             .external_state_variables = c->fields},
      .s1 = {.gradients = c->e1, .thermodynamic_forces = c->stress,
             .material_properties = c->properties,
             .internal_state_variables = c->after,
             .stored_energy = &c->stored,
             .dissipated_energy = &c->dissipated,
             .external_state_variables = c->fields}};
  call_generic(c);
  memcpy(c->before, c->after, sizeof c->before);
  memcpy(c->e0, c->e1, sizeof c->e0);
  for (int i = 0; i < 6; i++) c->e1[i] += 0.3 * size * direction[(i + 1) % 6];
}

/* The same step as the law has it. */
static double strain0[6], target[6], state1[K_STATE + 1], stress[6], tangent[36],
    stress_by_external[6 * H_FIELDS + 1], energy, status;

static am_fields prepare_bare(const call *c, h_step *s) {
  h_set_parameters(s, h_properties, H_PROPERTIES, c->properties);
  h_set_fields(s, c->fields, c->fields);
  g_read_start(&c->data, s, H_SPACE);
  k_from_mandel(s->strain0, strain0);
  h_tensor_components(s->strain1, target);
  return (am_fields){.stride = 1, .duration = 1, .parameters = s->parameters,
                     .strain0 = strain0, .external0 = s->external0,
                     .external1 = s->external1, .state0 = s->state0,
                     .target = target, .state = state1, .stress = stress,
                     .tangent = tangent,
                     .stress_by_external = stress_by_external,
                     .energy = &energy, .status = &status};
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int bare = arguments[1][0] == 'b';
  long calls = atol(arguments[2]);
  double best = 1e300;
  call c;
  h_step s = {0};
  prepare(&c);
  am_fields fields = prepare_bare(&c, &s);
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (long i = 0; i < calls; i++) {
      if (!bare)
        call_generic(&c);
      else
        automat_advance(&fields, &h_tolerances, h_sequence, 0, 1);
    }
    double seconds = now() - start;
    if (seconds < best) best = seconds;
  }
  check(bare ? status == AM_POINT_GOOD : 1);
  printf("%.4g\n", best / (double)calls * 1e6);
  return 0;
}
