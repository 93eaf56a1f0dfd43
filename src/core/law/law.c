/* law.c: builds a law from a material, step by step (build.h). */
#include "law/build.h"

/* Limit of the graph, which contains the expanded potentials, their derivatives
 * and simplified forms. */
enum { MOST_NODES = 8 * AM_MOST_OPERATIONS };

void am_build_at_start(const am_law *law, am_node *nodes, int count) {
  am_graph *g = law->graph;
  am_node zero[6], value[AM_MOST_EXTERNAL];
  am_node *eps = am_inputs(law->arena, g, AM_INPUT_STRAIN, 0, 6);
  am_node *state = am_inputs(law->arena, g, AM_INPUT_STATE, 0, law->na);
  am_node *field = am_inputs(law->arena, g, AM_INPUT_EXTERNAL, 0, law->nf);
  for (int i = 0; i < 6; i++) zero[i] = am_const(g, 0);
  for (int i = 0; i < law->nf; i++) value[i] = am_const(g, law->external[i]);
  am_substitute(g, nodes, count, eps, zero, 6);
  am_substitute(g, nodes, count, state, law->initial_nodes, law->na);
  am_substitute(g, nodes, count, field, value, law->nf);
}

/* Stress scale S, the unit of atol for stresses: the mean of the five
 * deviatoric diagonal entries of d2 omega/d eps2 at eps = 0, a = a_0, which
 * depends neither on the bulk modulus nor on the axes; the volumetric entry if
 * the law has no shear stiffness. */
static void measure_scale(am_law *law) {
  am_graph *g = law->graph;
  am_node stiffness[36], shear = am_const(g, 0);
  am_node *eps = am_inputs(law->arena, g, AM_INPUT_STRAIN, 0, 6);
  am_jacobian(g, law->stress, 6, eps, 6, stiffness);
  am_build_at_start(law, stiffness, 36);
  for (int i = 1; i < 6; i++) shear = am_add(g, shear, stiffness[7 * i]);
  law->scale = am_is_const(g, shear, 0) ? stiffness[0]
                                        : am_div(g, shear, am_const(g, 5));
  law->stress_scale = am_evaluate_bound(g, law->scale, law->parameters);
}

void am_law_substitute(am_law *law, const am_node *from, const am_node *to,
                       int n) {
  am_graph *g = law->graph;
  int kept = law->memory ? law->na : 0;
  am_substitute(g, law->stress, 6, from, to, n);
  am_substitute(g, law->force, law->na, from, to, n);
  am_substitute(g, law->rate, law->nx ? law->nx : law->na, from, to, n);
  am_substitute(g, &law->energy, 1, from, to, n);
  am_substitute(g, &law->force_potential, 1, from, to, n);
  am_substitute(g, &law->dissipation_potential, 1, from, to, n);
  am_substitute(g, &law->temperature, 1, from, to, n);
  am_substitute(g, &law->entropy, 1, from, to, n);
  am_substitute(g, &law->curvature, 1, from, to, n);
  for (int k = 0; k < law->nd; k++)
    am_substitute(g, &law->surfaces[k].value, 1, from, to, n);
  am_substitute(g, law->memory, kept, from, to, n);
  am_substitute(g, law->maximum_of, kept, from, to, n);
}

void am_law_replace_strain(am_law *law, const am_node *strain) {
  am_node *eps = am_inputs(law->arena, law->graph, AM_INPUT_STRAIN, 0, 6);
  am_law_substitute(law, eps, strain, 6);
  am_law_build_heat(law);
  measure_scale(law);
}

/* Hand-derived partial derivatives are checked whenever present, but used only
 * with the strategy semi-automatic. */
static am_status use_partials(am_build *b) {
  am_law automatic = *b->law;
  bool used = b->choice->strategy == AM_STRATEGY_SEMI_AUTOMATIC;
  if (!used && !am_yaml_get(b->material->root, "partials")) return AM_OK;
  size_t size = (size_t)b->law->na * sizeof(am_node);
  b->law->force = am_arena_grow(b->arena, automatic.force, size, size);
  b->law->rate = am_arena_grow(b->arena, automatic.rate, size,
                               size + 3 * sizeof(am_node));
  AM_TRY(am_build_partials(b));
  if (!used) *b->law = automatic;
  return AM_OK;
}

/* AM_INPUT if too many derivatives of rates by solved variables are nonzero.
 * Counts the derivatives before they are generated, for 64 variables at a time
 * to limit the cost. */
static am_status check_derivatives(const am_build *b) {
  enum { MOST = 64 };
  const am_law *law = b->law;
  am_arena *own = am_arena_child(b->arena);
  bool *depends = AM_ARRAY(own, bool, law->na * MOST);
  size_t total = 0;
  for (int start = 0; start < law->ns; start += MOST) {
    int count = law->ns - start < MOST ? law->ns - start : MOST;
    const am_node *state =
        am_inputs(own, b->graph, AM_INPUT_STATE, start, count);
    am_sparsity(b->graph, law->rate, law->na, state, count, depends);
    for (int i = 0; i < law->na * count; i++) total += depends[i];
  }
  am_arena_free(own);
  if (total <= AM_MOST_OPERATIONS) return AM_OK;
  return am_error(b->report, AM_INPUT, b->material->root->place,
                  "the Jacobian of material '%s' has %zu entries, expected at "
                  "most %d",
                  b->material->name, total, AM_MOST_OPERATIONS);
}

bool am_law_has_given(const am_law *law) {
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].given) return true;
  return false;
}

bool am_law_has_potential(const am_law *law) {
  return law->material->force_potential || law->material->domains.count;
}

am_status am_law_check_size(am_report *report, const am_law *law) {
  if (!am_graph_full(law->graph)) return AM_OK;
  return am_error(report, AM_INPUT, law->material->root->place,
                  "the derivatives of material '%s' expand to more than %d "
                  "operations",
                  law->material->name, MOST_NODES);
}

/* Sum of x_i times the rate of input first + i. */
static am_node power_of(const am_build *b, const am_node *x, int first,
                        int count) {
  am_graph *g = b->graph;
  am_node power = am_const(g, 0);
  for (int i = 0; i < count; i++)
    power = am_add(g, power,
                   am_mul(g, x[i], am_input(g, AM_INPUT_RATE, first + i)));
  return power;
}

/* Rate of the maximum M of g: max(g', 0) if g is not below M, else 0. */
static am_node growth_of(const am_build *b, am_node maximum, am_node value,
                         am_node rate) {
  am_graph *g = b->graph;
  am_node zero = am_const(g, 0);
  return am_select(g, am_build_below(b, maximum, value), zero,
                   am_maximum(g, rate, zero));
}

/* Rates of the state within a loading step, including those of maxima. */
static am_node *rates_with_maxima(const am_build *b) {
  const am_law *law = b->law;
  am_graph *g = b->graph;
  int inputs = am_law_inputs(law), n = inputs + law->na;
  am_node *x = AM_ARRAY(b->arena, am_node, n);
  am_node *dx = AM_ARRAY(b->arena, am_node, n);
  am_node *rates = AM_ARRAY(b->arena, am_node, law->na);
  for (int i = 0; i < n; i++) {
    am_input_kind kind = i < 6        ? AM_INPUT_STRAIN
                         : i < inputs ? AM_INPUT_EXTERNAL
                                      : AM_INPUT_STATE;
    x[i] = am_input(g, kind, i < 6 ? i : i < inputs ? i - 6 : i - inputs);
    dx[i] = i < inputs ? am_input(g, AM_INPUT_RATE, i) : law->rate[i - inputs];
  }
  for (int i = 0; i < law->na; i++) {
    am_node value = law->maximum_of[i];
    rates[i] = law->rate[i];
    if (!value) continue;
    am_forward(g, &value, 1, x, dx, n, &rates[i]);
    rates[i] = growth_of(b, x[inputs + i], value, rates[i]);
  }
  return rates;
}

/* (sigma - omega_eps)·eps', 0 unless the file gives the stress. */
static am_node excess_power(const am_build *b) {
  am_node x[6];
  if (!b->material->stress) return am_const(b->graph, 0);
  am_reverse(b->graph, b->law->energy, b->eps, 6, x);
  am_law_present(b->law, x, 6);
  for (int i = 0; i < 6; i++) x[i] = am_sub(b->graph, b->law->stress[i], x[i]);
  return power_of(b, x, 0, 6);
}

/* Appends the rates of the energies: dissipation A·f + (sigma -
 * omega_eps)·eps', exchange omega_T·T' and work sigma·eps'. */
static void add_energies(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  am_node dissipation = excess_power(b), slopes[AM_MOST_EXTERNAL];
  const am_node *rates = law->memory ? rates_with_maxima(b) : law->rate;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    for (int c = v->offset; !v->entropy && c < v->offset + v->size; c++)
      dissipation = am_add(g, dissipation, am_mul(g, law->force[c], rates[c]));
  }
  law->rate[law->nx++] = dissipation;
  if (law->nf) {
    am_law_slopes(law, slopes);
    law->rate[law->nx++] = power_of(b, slopes, 6, law->nf);
  }
  law->rate[law->nx++] = power_of(b, law->stress, 0, 6);
}

void am_law_present(const am_law *law, am_node *nodes, int count) {
  if (!law->memory) return;
  am_substitute(law->graph, nodes, count,
                am_inputs(law->arena, law->graph, AM_INPUT_STATE, 0, law->na),
                law->memory, law->na);
}

void am_law_slopes(const am_law *law, am_node *slopes) {
  am_reverse(law->graph, law->energy,
             am_inputs(law->arena, law->graph, AM_INPUT_EXTERNAL, 0, law->nf),
             law->nf, slopes);
  am_law_present(law, slopes, law->nf);
}

/* True if an expression of a file has read the parameter. */
static bool is_read(const am_build *b, int parameter) {
  const am_material *m = b->material;
  for (int i = 0; i < m->part_count; i++) {
    const am_material_part *part = &m->parts[i];
    if (parameter < part->first_parameter || parameter >= part->end_parameter)
      continue;
    const char *name = m->parameters[parameter].name + strlen(part->prefix);
    if (am_scope_entry_of(b->parts[i], name)->read) return true;
  }
  return false;
}

/* Notes unread parameters, unless a hand-written update may read them. */
static void note_unread(const am_build *b) {
  const am_material *m = b->material;
  const char **names = AM_ARRAY(b->arena, const char *, m->parameter_count);
  am_place place = am_nowhere;
  size_t count = 0;
  for (int i = 0; i < m->parameter_count && !m->conventional; i++) {
    if (is_read(b, i)) continue;
    if (!count) place = m->parameters[i].place;
    names[count++] = m->parameters[i].name;
  }
  if (count)
    am_note(b->report, place,
            "no expression of the material uses the parameter%s %s",
            count == 1 ? "" : "s", am_listed(b->arena, names, count));
}

static am_status differentiate_potentials(am_build *b) {
  am_law *law = b->law;
  AM_TRY(am_build_potentials(b));
  AM_TRY(am_build_rates(b));
  AM_TRY(use_partials(b));
  am_substitute(b->graph, law->rate, law->na, b->force, law->force, law->na);
  AM_TRY(am_build_memory(b));
  am_build_find_rate(b);
  am_build_adiabatic(b);
  am_build_order(b);
  law->nx = law->na;
  if (law->energies) add_energies(b);
  if (!am_graph_full(b->graph) && am_graph_size(b->graph) <= AM_MOST_OPERATIONS)
    return check_derivatives(b);
  return am_error(b->report, AM_INPUT, b->material->root->place,
                  "material '%s' expands to more than %d operations",
                  b->material->name, AM_MOST_OPERATIONS);
}

am_status am_law_new(am_arena *arena, am_report *report,
                     const am_material *material, const am_law_choice *choice,
                     am_law **result) {
  static const am_law_choice none = {.overrides = NULL};
  am_law *law = *result = AM_NEW(arena, am_law);
  if (!choice) choice = &none;
  am_build b = {.arena = arena, .report = report, .material = material,
                .law = law, .choice = choice,
                .constants = am_scope_new(arena, NULL)};
  AM_TRY(am_build_with_entropy(&b));
  law->arena = arena;
  law->material = b.material;
  law->energies = choice->energies;
  law->logarithmic = choice->logarithmic;
  law->graph = b.graph = am_graph_new(arena, MOST_NODES);
  law->scope = b.constants;
  AM_TRY(am_build_constants(&b));
  AM_TRY(am_build_variables(&b));
  AM_TRY(differentiate_potentials(&b));
  AM_TRY(am_build_initial(&b));
  am_law_build_heat(law);
  AM_TRY(am_build_check_domain(&b));
  measure_scale(law);
  note_unread(&b);
  return AM_OK;
}
