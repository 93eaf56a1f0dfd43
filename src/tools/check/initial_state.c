/* initial_state.c: all functions that schemes and checks evaluate are finite at
 * eps = 0, a = a_0. */
#include "check/parts.h"

static const char forces[] = "the forces";

typedef struct {
  am_subject *subject;
  const double *inputs;
  const am_loading *start;
  am_worst worst; /* first value that is not finite */
  int numbers;
} initial_state;

/* Entry name; forces are named after their variables. */
static const char *entry_name(const initial_state *v, const char *name, int i,
                              int count) {
  const am_law *law = v->subject->law;
  am_arena *arena = v->subject->arena;
  for (int k = 0; !strcmp(name, forces) && k < law->count; k++)
    if (i < law->variables[k].offset + law->variables[k].size)
      return am_format(arena, "A_%s", law->variables[k].name);
  return count > 1 ? am_format(arena, "entry %d of %d of %s", i + 1, count,
                               name)
                   : name;
}

static void count_finite(initial_state *v, const char *name,
                         const am_node *nodes, int count) {
  const double *values =
      am_values_at(am_values_new(v->subject, nodes, count), v->inputs);
  v->numbers += count;
  for (int i = 0; i < count; i++) {
    if (isfinite(values[i]) || !am_worst_take(&v->worst, NAN, 0, 0, v->start))
      continue;
    v->worst.finding.entry = entry_name(v, name, i, count);
    v->worst.finding.note =
        am_format(v->subject->arena, "%g, expected a finite number",
                  isnan(values[i]) ? NAN : values[i]);
  }
}

/* Inputs of the initial state, with nonzero directions. */
static double *initial_inputs(am_subject *s) {
  const am_law *law = s->law;
  int size = am_input_offset(law, AM_INPUT_KINDS);
  int force = am_input_offset(law, AM_INPUT_FORCE);
  double *inputs = AM_ARRAY(s->arena, double, size);
  int external = am_input_offset(law, AM_INPUT_EXTERNAL);
  for (int i = 0; i < law->nf; i++) inputs[external + i] = law->external[i];
  if (law->na) {
    memcpy(inputs + 6, law->initial, (size_t)law->na * sizeof *inputs);
    const double *a =
        am_values_at(am_values_new(s, law->force, law->na), inputs);
    memcpy(inputs + force, a, (size_t)law->na * sizeof *inputs);
  }
  for (int i = external + law->nf; i < size; i++) inputs[i] = 1;
  return inputs;
}

am_status am_check_run_virgin(am_subject *s) {
  am_law *law = s->law;
  int na = law->na, count;
  am_loading start = am_loading_initial(s->arena, law);
  initial_state v = {.subject = s, .inputs = initial_inputs(s),
                     .start = &start,
                     .worst = am_worst_new(s, "virgin", "finite", NULL)};
  start.duration = NAN;
  count_finite(&v, "the stress", law->stress, 6);
  count_finite(&v, forces, law->force, na);
  if (am_law_has_potential(law)) {
    count_finite(&v, "Psi", &law->dissipation_potential, 1);
    count_finite(&v, "dPsi/dA", am_check_flow(s), na);
    count_finite(&v, "d2Psi/dA2", am_check_flow_hessian(s), na * na);
  }
  count_finite(&v, "d2omega/d(eps, a)2", am_check_energy_hessian(s),
               (6 + na) * (6 + na));
  for (int f = 0; f < AM_FUNCTIONS; f++) {
    const am_node *nodes = am_check_function(s, (am_function)f, &count);
    count_finite(&v,
                 am_format(s->arena, "the function %s",
                           am_law_functions[f].name),
                 nodes, count);
  }
  if (am_worst_take(&v.worst, 0, 0, 0, NULL))
    v.worst.finding.note = am_format(s->arena, "%d values", v.numbers);
  am_worst_add(&v.worst);
  return AM_OK;
}
