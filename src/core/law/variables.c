/* variables.c: internal variables: inputs, initial values, and order in the
 * state; maxima, and rates of strain and fields. */
#include "law/build.h"

/* Limits the memory for tables of all pairs of unknowns. */
enum { LARGEST_COUNT = 10000 };

void am_build_reserve(am_build *b, const am_material_part *part,
                      am_scope *scope, bool forces) {
  size_t prefix = strlen(part->prefix);
  for (int i = part->first_internal; i < part->end_internal; i++) {
    const am_internal *v = &b->material->internals[i];
    const char *name = v->name + prefix;
    am_value none = am_value_new(v->kind, -1, NULL);
    if (!forces) am_scope_add(scope, name, "an internal variable", none);
    am_scope_add(scope, am_format(b->arena, "A_%s", name), "a driving force",
                 none);
  }
}

/* Deviatoric tensors have 5 coordinates in the state, other tensors 6. */
void am_build_bind(am_build *b, am_scope *scope, const am_binding *binding) {
  const am_variable *first = binding->first;
  int size = am_kind_size[first->kind], count = binding->count;
  am_node *all = AM_ARRAY(b->arena, am_node, size * count);
  for (int i = 0; i < count; i++) {
    const am_variable *v = first + i;
    am_node *one = all + i * size;
    const am_node *own =
        am_build_turned(b, binding->nodes + v->offset, v->size, true);
    if (v->deviatoric) *one++ = am_const(b->graph, 0);
    for (int c = 0; c < v->size; c++) one[c] = own[c];
  }
  am_scope_add(scope, binding->name, binding->what,
               am_value_new(first->kind, first->member ? count : -1, all));
}

/* Lists the members of all internal variables; counts [internal_count]. */
static am_status list_variables(am_build *b, long *counts) {
  am_law *law = b->law;
  for (int i = 0; i < b->material->internal_count; i++) {
    const am_internal *own = &b->material->internals[i];
    am_elaboration context = am_build_context(b, b->parts[own->part]);
    counts[i] = 1;
    if (own->count)
      AM_TRY(am_elaborate_integer(&context, own->count, &counts[i]));
    if (counts[i] < 1 || counts[i] > LARGEST_COUNT)
      return am_error(b->report, AM_INPUT, am_expr_place(own->count),
                      "variable '%s' has count %ld, expected 1 to %d",
                      own->name, counts[i], LARGEST_COUNT);
    for (int j = 0; j < counts[i]; j++) {
      const am_variable v = {
          .name = own->count ? am_format(b->arena, "%s[%d]", own->name, j + 1)
                             : own->name,
          .base = own->name, .member = own->count ? j + 1 : 0,
          .kind = own->kind, .deviatoric = own->deviatoric,
          .given = own->given || own->entropy, .maximum = own->of != NULL,
          .entropy = own->entropy,
          .offset = law->na,
          .size = own->kind == AM_SCALAR ? 1 : own->deviatoric ? 5 : 6};
      AM_PUSH(b->arena, law->variables, law->count, v);
      law->na += v.size;
    }
    if (law->na > LARGEST_COUNT)
      return am_error(b->report, AM_INPUT, own->place,
                      "the internal variables have more than %d components in "
                      "all",
                      LARGEST_COUNT);
  }
  return AM_OK;
}

am_status am_build_variables(am_build *b) {
  const am_material *m = b->material;
  long *counts = AM_ARRAY(b->arena, long, m->internal_count);
  AM_TRY(list_variables(b, counts));
  AM_TRY(am_build_list_surfaces(b));
  b->law->nd = m->viscosity ? 0 : b->surfaces;
  b->law->na += b->law->nd;
  b->state = am_inputs(b->arena, b->graph, AM_INPUT_STATE, 0, b->law->na);
  b->force = am_inputs(b->arena, b->graph, AM_INPUT_FORCE, 0, b->law->na);
  am_node *eps = am_inputs(b->arena, b->graph, AM_INPUT_STRAIN, 0, 6);
  for (int i = 0; i < 6; i++) b->eps[i] = eps[i];
  b->fields = am_scope_new(b->arena, b->constants);
  am_scope_add(b->fields, "eps", "the strain",
               am_value_new(AM_TENSOR, -1, am_build_turned(b, eps, 6, true)));
  am_build_reserve(b, &m->parts[m->part_count - 1], b->fields, true);
  b->forces = am_scope_new(b->arena, b->fields);
  const am_variable *first = b->law->variables;
  for (int i = 0; i < m->internal_count; first += counts[i++]) {
    const am_internal *v = &m->internals[i];
    am_binding state = {.name = v->name, .what = "an internal variable",
                        .first = first, .count = (int)counts[i],
                        .nodes = b->state};
    am_binding force = {.name = am_format(b->arena, "A_%s", v->name),
                        .what = "a driving force", .first = first,
                        .count = (int)counts[i], .nodes = b->force};
    am_build_bind(b, b->fields, &state);
    am_build_bind(b, b->forces, &force);
  }
  return AM_OK;
}

/* Nodes [6] of the initial value on the material's axes. */
static am_status initial_of(am_build *b, const am_variable *v,
                            const am_internal *own, am_node *nodes) {
  const am_expr *expr = own->initial;
  am_elaboration context = am_build_context(b, b->parts[own->part]);
  am_value value;
  AM_TRY(am_elaborate(&context, expr, &value));
  double values[6];
  int size = am_kind_size[v->kind];
  if (value.kind == AM_SCALAR && value.length < 0 &&
      am_is_const(b->graph, value.nodes[0], 0)) {
    for (int i = 0; i < size; i++) nodes[i] = value.nodes[0];
    return AM_OK;
  }
  if (value.kind != v->kind || value.length >= 0)
    return am_error(b->report, AM_INPUT, am_expr_place(expr),
                    "the initial value of '%s' must be a %s, found a %s",
                    v->base, v->kind == AM_SCALAR ? "scalar"
                                                  : "symmetric tensor",
                    am_value_describe(b->arena, &value));
  AM_TRY(am_build_values(b, value.nodes, size, "an initial value",
                         am_expr_place(expr), values));
  for (int i = 0; i < size; i++) nodes[i] = value.nodes[i];
  if (v->deviatoric && fabs(values[0]) > 1e-12)
    return am_error(b->report, AM_INPUT, am_expr_place(expr),
                    "the initial value of '%s' is not trace-free", v->base);
  return AM_OK;
}

am_status am_build_initial(am_build *b) {
  am_law *law = b->law;
  law->initial = AM_ARRAY(b->arena, double, law->nx);
  law->initial_nodes = AM_ARRAY(b->arena, am_node, law->na);
  for (int i = 0; i < law->na; i++)
    law->initial_nodes[i] = am_const(b->graph, 0);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    const am_internal *own = b->material->internals;
    while (strcmp(own->name, v->base)) own++;
    am_node nodes[6];
    if (!own->initial) continue;
    AM_TRY(initial_of(b, v, own, nodes));
    const am_node *turned =
        am_build_turned(b, nodes + v->deviatoric, v->size, false);
    for (int c = 0; c < v->size; c++) {
      law->initial_nodes[v->offset + c] = turned[c];
      law->initial[v->offset + c] =
          am_evaluate_bound(b->graph, turned[c], law->parameters);
    }
  }
  return am_build_entropy(b);
}

/* [na] variable of each coordinate; multipliers count as variables, after the
 * others. */
static int *find_owners(const am_build *b) {
  const am_law *law = b->law;
  int *owner = AM_ARRAY(b->arena, int, law->na);
  for (int v = 0; v < law->count; v++)
    for (int c = 0; c < law->variables[v].size; c++)
      owner[law->variables[v].offset + c] = v;
  for (int k = 0; k < law->nd; k++)
    owner[law->na - law->nd + k] = law->count + k;
  return owner;
}

/* reads[r·all + w]: true if a node of row r depends on variable w; rows: row of
 * each of the nodes [count], below `all`; NULL: one row. */
static bool *find_readers(const am_build *b, const am_node *nodes, int count,
                          const int *owner, const int *rows) {
  const am_law *law = b->law;
  int all = law->count + law->nd;
  bool *reads = AM_ARRAY(b->arena, bool, rows ? all * all : all);
  bool *entries = AM_ARRAY(b->arena, bool, count * law->na);
  am_sparsity(b->graph, nodes, count, b->state, law->na, entries);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < law->na; j++)
      reads[(rows ? rows[i] * all : 0) + owner[j]] |=
          entries[i * law->na + j];
  return reads;
}

/* A variable drives the stress if sigma or the rate of a variable that drives
 * the stress depends on it. Variables that rates depend on are solved. A
 * variable that sigma depends on is solved, too, if rates depend on the strain,
 * because the strain depends on it at prescribed stress. With energies, all
 * variables that sigma·eps', A·f or omega_T·T' depend on are solved. */
static void mark_solved(am_build *b) {
  am_law *law = b->law;
  int all = law->count + law->nd, *owner = find_owners(b);
  am_node slopes[AM_MOST_EXTERNAL];
  am_law_slopes(law, slopes);
  const bool *affects = find_readers(b, law->rate, law->na, owner, owner);
  const bool *in_stress = find_readers(b, law->stress, 6, owner, NULL);
  const bool *in_force = find_readers(b, law->force, law->na, owner, NULL);
  const bool *in_slopes = find_readers(b, slopes, law->nf, owner, NULL);
  const bool *in_energy = find_readers(b, &law->energy, 1, owner, NULL);
  bool *drives = AM_ARRAY(b->arena, bool, all);
  bool strain_driven = am_reads(b->graph, law->rate, law->na, b->eps, 6);
  for (int w = 0; w < law->count; w++) {
    am_variable *v = &law->variables[w];
    v->solved = (in_stress[w] && (law->energies || strain_driven)) ||
                ((in_force[w] || in_slopes[w] ||
                  (in_energy[w] && b->material->stress)) && law->energies);
    for (int i = 0; i < all; i++) v->solved |= affects[i * all + w];
    drives[w] = in_stress[w];
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (int v = 0; v < all; v++)
      for (int w = 0; w < all; w++)
        if (drives[v] && affects[v * all + w] && !drives[w])
          changed = drives[w] = true;
  }
  for (int w = 0; w < law->count; w++)
    law->variables[w].drives_stress = drives[w];
}

void am_build_order(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  int *place = AM_ARRAY(b->arena, int, law->na);
  am_node *moved = AM_ARRAY(b->arena, am_node, law->na);
  am_node *moved_force = AM_ARRAY(b->arena, am_node, law->na);
  mark_solved(b);
  /* Renumbers the coordinates, solved variables first; place [na]. */
  am_variable *sorted = AM_ARRAY(b->arena, am_variable, law->count);
  int n = 0, offset = 0;
  for (int solved = 1; solved >= 0; solved--) {
    for (int i = 0; i < law->count; i++) {
      am_variable v = law->variables[i];
      if (v.solved != solved) continue;
      for (int c = 0; c < v.size; c++) place[v.offset + c] = offset + c;
      v.offset = offset;
      offset += v.size;
      sorted[n++] = v;
    }
    if (!solved) continue;
    for (int k = 0; k < law->nd; k++) place[law->na - law->nd + k] = offset++;
    law->ns = offset;
  }
  law->variables = sorted;
  for (int i = 0; i < law->na; i++) {
    moved[i] = am_input(g, AM_INPUT_STATE, place[i]);
    moved_force[i] = am_input(g, AM_INPUT_FORCE, place[i]);
  }
  am_law_substitute(law, b->state, moved, law->na);
  am_law_substitute(law, b->force, moved_force, law->na);
  am_node *const lists[] = {law->rate, law->force, law->memory,
                            law->maximum_of};
  am_node *old = AM_ARRAY(b->arena, am_node, law->na);
  for (int k = 0; k < (law->memory ? 4 : 2); k++) {
    for (int i = 0; i < law->na; i++) old[i] = lists[k][i];
    for (int i = 0; i < law->na; i++) lists[k][place[i]] = old[i];
  }
}

/* ---- variables that keep the maximum of an expression -------------------- */

/* True if a node depends on a maximum; results would then depend on the order
 * in the file. */
static bool reads_maximum(am_build *b, am_node node) {
  const am_law *law = b->law;
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].maximum &&
        am_reads(b->graph, &node, 1, &b->state[law->variables[i].offset], 1))
      return true;
  return false;
}

/* Elaborates the expression of a maximum. */
static am_status build_value(am_build *b, const am_internal *own,
                             am_node *value) {
  am_place place = am_expr_place(own->of->value);
  AM_TRY(am_build_scalar(b, b->fields, own->of, "'of'", true, value));
  AM_TRY(am_build_refuse_rate(b, value, 1, "a maximum", place));
  if (!reads_maximum(b, *value)) return AM_OK;
  return am_error(b->report, AM_INPUT, place,
                  "'of' cannot read a variable of type maximum");
}

/* If a loading step continues the previous one, the value equals the maximum up
 * to rounding at its start; derivatives must then be derivatives of the
 * value. */
am_node am_build_below(const am_build *b, am_node maximum, am_node value) {
  static const double rounding = 1e-13;
  am_graph *g = b->graph;
  am_node size = am_apply(g, AM_OP_ABS, maximum, 0, 0);
  am_node slack = am_mul(g, am_const(g, rounding), size);
  return am_apply(g, AM_OP_LESS, value, am_sub(g, maximum, slack), 0);
}

am_status am_build_memory(am_build *b) {
  am_law *law = b->law;
  const am_material *m = b->material;
  am_node *past = AM_ARRAY(b->arena, am_node, law->count);
  am_node *present = AM_ARRAY(b->arena, am_node, law->count);
  am_node *kept = AM_ARRAY(b->arena, am_node, law->count);
  law->maximum_of = AM_ARRAY(b->arena, am_node, law->na);
  int count = 0;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    const am_internal *own = m->internals;
    am_node value = 0;
    if (!v->maximum) continue;
    while (own->name != v->base) own++;
    AM_TRY(build_value(b, own, &value));
    if (!am_is_const(b->graph, law->rate[v->offset], 0))
      return am_error(b->report, AM_INPUT, own->place,
                      "'%s' is of type maximum and cannot have a "
                      "rate", v->name);
    law->maximum_of[v->offset] = value;
    past[count] = b->state[v->offset];
    present[count] = am_select(b->graph, am_build_below(b, past[count], value),
                               past[count], value);
    kept[count] = am_maximum(b->graph, past[count], value);
    count++;
  }
  if (!count) return AM_OK;

  /* Only the energy reads the stored maxima. */
  am_node energy = law->energy;
  am_law_substitute(law, past, present, count);
  law->energy = energy;
  law->strict = false;
  law->memory = AM_ARRAY(b->arena, am_node, law->na);
  for (int i = 0; i < law->na; i++) law->memory[i] = b->state[i];
  am_substitute(b->graph, law->memory, law->na, past, kept, count);
  return AM_OK;
}

/* ---- rates of strain and external fields --------------------------------- */

void am_build_offer_rate(am_build *b, const am_material_part *part,
                         am_scope *scope, const char *name, int index,
                         int count) {
  const char *word = am_format(b->arena, "rate_%s", name);
  /* Without the word, the graph needs no inputs for the rate. */
  if (!strstr(part->root->place.source->text, word)) return;
  if (am_scope_find(scope, word)) return;
  const am_node *rate =
      am_inputs(b->arena, b->graph, AM_INPUT_RATE, index, count);
  bool unknown = b->choice->adiabatic && index == 5 + b->law->nf;
  if (!unknown) b->law->mentions_rate = true;
  am_scope_add(scope, word,
               unknown ? "the rate of the temperature, unknown in an adiabatic "
                         "law"
                       : "a rate",
               am_value_new(count == 1 ? AM_SCALAR : AM_TENSOR, -1,
                            unknown ? NULL
                                    : am_build_turned(b, rate, count, true)));
  am_scope_entry_of(scope, word)->offered = true;
}

const char *am_law_rates_read(const am_law *law, const am_node *nodes,
                              int count) {
  am_buffer list = {.arena = law->arena};
  const am_parameter *fields = law->material->externals;
  for (int i = 5; law->mentions_rate && i < am_law_inputs(law); i++) {
    const am_node *rates = am_inputs(law->arena, law->graph, AM_INPUT_RATE,
                                     i > 5 ? i : 0, i > 5 ? 1 : 6);
    if (am_reads(law->graph, nodes, count, rates, i > 5 ? 1 : 6))
      am_buffer_add(&list, "%srate_%s", list.length ? ", " : "",
                    i > 5 ? fields[i - 6].name : "eps");
  }
  return list.text;
}

am_status am_build_refuse_rate(const am_build *b, const am_node *nodes,
                               int count, const char *what, am_place place) {
  const char *rates = am_law_rates_read(b->law, nodes, count);
  if (!rates) return AM_OK;
  return am_error(b->report, AM_INPUT, place,
                  "%s reads %s, which only force_potential and rates may read",
                  what, rates);
}

void am_build_find_rate(am_build *b) {
  am_law *law = b->law;
  int n = am_law_inputs(law);
  if (!law->mentions_rate) return;
  bool *reads = AM_ARRAY(b->arena, bool, n * law->na);
  const am_node *rates = am_inputs(b->arena, b->graph, AM_INPUT_RATE, 0, n);
  am_sparsity(b->graph, law->rate, law->na, rates, n, reads);
  for (int i = 0; i < n * law->na; i++) law->driven_by_rate[i % n] |= reads[i];
  for (int i = 0; i < n; i++) law->reads_rate |= law->driven_by_rate[i];
  for (int i = 0; i < 6; i++) law->reads_strain_rate |= law->driven_by_rate[i];
  if (law->reads_rate) law->strict = false;
}
