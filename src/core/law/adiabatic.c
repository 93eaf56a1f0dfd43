/* adiabatic.c: laws whose temperature follows from their potentials.
 *
 * In adiabatic processes, T S' = A.a' with the entropy S = -omega_T. The
 * entropy replaces the temperature as an argument of the law and becomes an
 * internal variable, so that no strain rate is needed:
 *
 *     S' = A.a'/T,    T(eps, a, S) the root of omega_T(eps, a, T) + S = 0.
 *
 * omega + T S is the internal energy; its derivatives are the stress, the
 * forces and, by S, the temperature T (Callen 1985, chapter 5). Newton
 * iterations for T are part of the formulas: one iteration if omega_T is linear
 * in T, otherwise a fixed number for log T, which converge in one iteration for
 * a constant heat capacity. */
#include "law/build.h"

enum { ITERATIONS = 5 };

/* Relative tolerance of the temperature. */
static const double rounding = 1e-9;

/* External fields, reordered with the temperature last. */
static am_parameter *temperature_last(am_arena *arena, const am_material *m,
                                      int temperature) {
  am_parameter *fields = AM_ARRAY(arena, am_parameter, m->external_count);
  int n = 0;
  for (int i = 0; i < m->external_count; i++)
    if (i != temperature) fields[n++] = m->externals[i];
  fields[n] = m->externals[temperature];
  return fields;
}

static am_status start_at(const am_build *b, am_parameter *field) {
  double start = b->choice->adiabatic->temperature;
  if (isnan(start)) return AM_OK;
  field->values = AM_ARRAY(b->arena, double, 1);
  field->values[0] = start;
  if (start > 0 && start >= field->low && start <= field->high) return AM_OK;
  return am_error(b->report, AM_INPUT, b->choice->adiabatic->place,
                  "the temperature at the start, %.15g, must be above 0 and "
                  "within the bounds of the field '%s'",
                  start, field->name);
}

/* Adds the entropy as an internal variable of the material's own file. */
static am_status add_entropy(const am_build *b, am_material *m,
                             am_place place) {
  am_internal *all = AM_ARRAY(b->arena, am_internal, m->internal_count + 1);
  for (int i = 0; i < m->internal_count; i++) {
    all[i] = m->internals[i];
    if (!strcmp(all[i].name, "entropy"))
      return am_error(b->report, AM_INPUT, all[i].place,
                      "'entropy' is the additional variable of an adiabatic "
                      "law: rename this variable");
  }
  all[m->internal_count++] = (am_internal){
      .name = "entropy", .place = place, .part = m->part_count - 1,
      .kind = AM_SCALAR, .entropy = true,
      .about = "entropy, instead of the temperature"};
  m->internals = all;
  size_t parts = (size_t)m->part_count * sizeof *m->parts;
  m->parts = am_arena_grow(b->arena, m->parts, parts, parts);
  m->parts[m->part_count - 1].end_internal = m->internal_count;
  return AM_OK;
}

am_status am_build_with_entropy(am_build *b) {
  const am_adiabatic *adiabatic = b->choice->adiabatic;
  const am_material *material = b->material;
  if (!adiabatic) return AM_OK;
  int temperature = am_temperature_index(material);
  if (temperature < 0)
    return am_error(b->report, AM_INPUT, adiabatic->place,
                    "an adiabatic run needs a temperature: material '%s' has "
                    "no external field 'T' or 'temperature', and none with "
                    "'temperature: yes'",
                    material->name);
  if (material->stress)
    return am_error(b->report, AM_INPUT, adiabatic->place,
                    "an adiabatic run needs a stress that is the derivative of "
                    "the free energy: material '%s' gives 'stress'",
                    material->name);
  if (b->choice->strategy != AM_STRATEGY_AUTOMATIC)
    return am_error(b->report, AM_INPUT, adiabatic->place,
                    "adiabatic runs need 'strategy: automatic'");
  am_material *own = AM_NEW(b->arena, am_material);
  *own = *material;
  own->externals = temperature_last(b->arena, material, temperature);
  b->material = own;
  AM_TRY(start_at(b, &own->externals[own->external_count - 1]));
  return add_entropy(b, own, material->externals[temperature].place);
}

static int entropy_at(const am_law *law) {
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].entropy) return law->variables[i].offset;
  return -1;
}

/* The temperature, or NaN if the iterations did not converge. */
static am_node checked(am_build *b, am_node temperature, am_node residual,
                       am_node curvature, am_node entropy) {
  am_graph *g = b->graph;
  am_node size = am_mul(g, temperature, curvature);
  am_node most = am_mul(g, am_const(g, rounding),
                        am_apply(g, AM_OP_ABS, size, 0, 0));
  am_node off = am_apply(g, AM_OP_ABS, residual, 0, 0);
  am_node below = am_sub(g, am_const(g, -1),
                         am_apply(g, AM_OP_ABS, entropy, 0, 0));
  return am_select(g, am_apply(g, AM_OP_LESS_EQUAL, off, most, 0), temperature,
                   am_apply(g, AM_OP_LOG, below, 0, 0));
}

/* Root of `residual`, whose derivative by `field` is `curvature`. */
static am_node solved(am_build *b, am_node field, am_node residual,
                      am_node curvature, am_node entropy) {
  am_graph *g = b->graph;
  bool linear = !am_reads(g, &curvature, 1, &field, 1);
  am_node root = am_const(g, b->law->external[b->law->nf - 1]);
  for (int i = 0; i <= ITERATIONS; i++) {
    am_node at[2] = {residual, curvature};
    am_substitute(g, at, 2, &field, &root, 1);
    if (linear) return am_sub(g, root, am_div(g, at[0], at[1]));
    if (i == ITERATIONS) return checked(b, root, at[0], at[1], entropy);
    am_node change = am_div(g, at[0], am_mul(g, root, at[1]));
    root = am_mul(g, root, am_apply(g, AM_OP_EXP, am_neg(g, change), 0, 0));
  }
  return root;
}

void am_build_adiabatic(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  if (!b->choice->adiabatic) return;
  int at = entropy_at(law), last = law->nf - 1;
  am_node field = am_input(g, AM_INPUT_EXTERNAL, last), slope, curvature;
  am_node entropy = b->state[at], power = am_const(g, 0);
  am_reverse(g, law->energy, &field, 1, &slope);
  am_law_present(law, &slope, 1);
  am_reverse(g, slope, &field, 1, &curvature);
  law->temperature = solved(b, field, am_add(g, entropy, slope), curvature,
                            entropy);
  law->temperature_name = law->material->externals[last].name;
  am_law_substitute(law, &field, &law->temperature, 1);
  law->entropy = am_neg(g, slope);
  law->curvature = curvature;
  for (int i = 0; i < law->na; i++)
    if (i != at)
      power = am_add(g, power, am_mul(g, law->force[i], law->rate[i]));
  law->rate[at] = am_div(g, power, law->temperature);
  law->force[at] = am_neg(g, law->temperature);
  law->energy = am_add(g, law->energy, am_mul(g, law->temperature, entropy));
  law->strict = false;
  law->nf--;
  /* Removes the temperature from the external fields of the law's material. */
  am_material *others = AM_NEW(b->arena, am_material);
  *others = *law->material;
  others->external_count--;
  law->material = others;
}

am_status am_build_entropy(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  if (!b->choice->adiabatic) return AM_OK;
  int at = entropy_at(law);
  double start = law->external[law->nf];
  am_node field = am_input(g, AM_INPUT_EXTERNAL, law->nf);
  am_node value = am_const(g, start), nodes[2] = {law->entropy, law->curvature};
  am_substitute(g, nodes, 2, &field, &value, 1);
  am_build_at_start(law, nodes, 2);
  double capacity = -start * am_evaluate_bound(g, nodes[1], law->parameters);
  law->initial_nodes[at] = nodes[0];
  law->initial[at] = am_evaluate_bound(g, nodes[0], law->parameters);
  if (capacity > 0 && isfinite(law->initial[at])) return AM_OK;
  return am_error(b->report, AM_INPUT, b->choice->adiabatic->place,
                  "the heat capacity of material '%s', -%s d2 omega/d%s2, is "
                  "%.15g at the start, expected more than 0",
                  law->material->name, law->temperature_name,
                  law->temperature_name, capacity);
}

void am_law_build_heat(am_law *law) {
  am_graph *g = law->graph;
  am_node slope;
  if (law->temperature)
    law->temperature_by = am_program_new(law->arena, g, &law->temperature, 1);
  if (!law->energies || law->nf != 1 ||
      !law->material->externals[0].temperature)
    return;
  am_law_slopes(law, &slope);
  am_node field = am_input(g, AM_INPUT_EXTERNAL, 0);
  am_node bound = am_neg(g, am_mul(g, field, slope));
  law->bound_by = am_program_new(law->arena, g, &bound, 1);
}

/* Called by several threads; must not modify the law. */
static double value_of(const am_law *law, const am_program *program,
                       const am_law_point *at) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = at->strain,
                                          [AM_INPUT_STATE] = at->state,
                                          [AM_INPUT_EXTERNAL] = at->external};
  return am_program_once(
      program, at->parameters ? at->parameters : law->parameters, inputs);
}

double am_law_temperature(const am_law *law, const am_law_point *at) {
  return value_of(law, law->temperature_by, at);
}

bool am_law_has_heat(const am_law *law) {
  return law->energies && (law->bound_by || law->temperature);
}

double am_law_bound(const am_law *law, const am_law_point *at) {
  return law->bound_by ? value_of(law, law->bound_by, at) : 0;
}
