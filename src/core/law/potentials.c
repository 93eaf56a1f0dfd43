/* potentials.c: stress, forces and rates from the potentials, by AD. */
#include "law/build.h"

/* True if the expression is the driving force A_x of a deviatoric variable, or
 * a member of it. */
static bool is_deviatoric_force(const am_build *b, const am_expr *expr) {
  if (expr->kind == AM_EXPR_INDEX) expr = expr->arguments[0];
  if (expr->kind != AM_EXPR_NAME || strncmp(expr->name, "A_", 2)) return false;
  for (int i = 0; i < b->law->count; i++) {
    const am_variable *v = &b->law->variables[i];
    if (v->deviatoric && !strcmp(v->base, expr->name + 2)) return true;
  }
  return false;
}

/* Warns of traces of deviatoric forces, which are always zero and therefore a
 * mistake. The parser bounds the recursion depth. */
static void warn_of_traces(am_build *b, const am_expr *expr) {
  bool trace = expr->kind == AM_EXPR_CALL && !strcmp(expr->name, "tr");
  if (trace && expr->count == 1 && is_deviatoric_force(b, expr->arguments[0]))
    am_warn(b->report, am_expr_place(expr),
            "this trace is always zero, because the variable is deviatoric");
  for (int i = 0; i < expr->count; i++) warn_of_traces(b, expr->arguments[i]);
}

/* A parameter named `stress` hides the stress. */
am_scope *am_build_state_scope(const am_build *b, const am_block *block) {
  am_scope *scope = am_scope_new(b->arena, b->forces);
  for (size_t i = 0; block && i < block->count; i++)
    if (!strcmp(block->assignments[i].name, "stress")) return scope;
  if (!am_scope_find(scope, "stress"))
    am_scope_add(scope, "stress", "the stress",
                 am_value_new(AM_TENSOR, -1,
                              am_build_turned(b, b->law->stress, 6, true)));
  return scope;
}

/* Nodes of the value of a block, which must be of this kind. */
static am_status build_value(const am_build *b, const am_scope *outer,
                             const am_block *block, const char *what,
                             am_kind kind, const am_node **nodes) {
  am_scope *scope = am_scope_new(b->arena, outer);
  am_elaboration context = am_build_context(b, scope);
  am_value value;
  AM_TRY(am_elaborate_block(&context, scope, "an intermediate", block, &value));
  *nodes = value.nodes;
  if (value.kind == kind && value.length < 0) return AM_OK;
  return am_error(b->report, AM_INPUT, am_expr_place(block->value),
                  "%s must be a %s, found a %s", what, am_kind_name(kind),
                  am_value_describe(b->arena, &value));
}

am_status am_build_scalar(const am_build *b, const am_scope *outer,
                          const am_block *block, const char *what,
                          bool rate, am_node *node) {
  const am_node *nodes;
  AM_TRY(build_value(b, outer, block, what, AM_SCALAR, &nodes));
  *node = nodes[0];
  return rate ? AM_OK
              : am_build_refuse_rate(b, node, 1, what,
                                     am_expr_place(block->value));
}

static void warn_of_block(am_build *b, const am_block *block) {
  for (size_t i = 0; block && i < block->count; i++)
    warn_of_traces(b, block->assignments[i].value);
  if (block && block->value) warn_of_traces(b, block->value);
}

/* The stress that the file gives. */
static am_status build_stress(am_build *b) {
  const am_block *block = b->material->stress;
  const am_node *nodes;
  warn_of_block(b, block);
  AM_TRY(build_value(b, b->fields, block, "the stress", AM_TENSOR, &nodes));
  memcpy(b->law->stress, am_build_turned(b, nodes, 6, false),
         sizeof b->law->stress);
  return am_build_refuse_rate(b, nodes, 6, "the stress",
                              am_expr_place(block->value));
}

static void warn_of_constants(am_build *b) {
  bool *reads = AM_ARRAY(b->arena, bool, b->law->na);
  am_sparsity(b->graph, &b->law->dissipation_potential, 1, b->force,
              b->law->na, reads);
  for (int i = 0; i < b->law->count; i++) {
    const am_variable *v = &b->law->variables[i];
    bool moves = v->given || v->maximum;
    for (int c = 0; c < v->size; c++) moves |= reads[v->offset + c];
    if (!moves && v->member <= 1)
      am_warn(b->report, (am_place){b->material->root->place.source, 0, 0},
              "internal variable '%s' is constant: the %s does not depend on "
              "A_%s",
              v->base,
              b->law->nd ? "elastic domain" : "force potential", v->base);
  }
}

/* Contribution of f_k to the potential: lambda_k f_k, or for a viscous law
 * pos(f)^2/(2 eta), whose rates are those with the multiplier pos(f)/eta
 * (Perzyna 1966). */
static am_node flow_of(am_build *b, int k, am_node f) {
  am_graph *g = b->graph;
  const double *eta = b->material->viscosity;
  if (!eta) return am_mul(g, b->state[b->law->na - b->law->nd + k], f);
  am_node over = am_maximum(g, f, am_const(g, 0));
  return am_div(g, am_mul(g, over, over), am_const(g, 2 * eta[k]));
}

/* Number of yield functions of an entry name[i in first .. last]. */
static am_status list_length(const am_build *b, const am_file_formula *f,
                             long *length) {
  static const int most = 1000;
  am_elaboration context = am_build_context(b, b->constants);
  long first;
  AM_TRY(am_elaborate_range(&context, &f->head, &first, length));
  if (first == 1 && *length >= 1 && *length <= most) return AM_OK;
  return am_error(b->report, AM_INPUT, am_snippet_place(&f->key, 0),
                  "the list '%s' runs from %ld to %ld, expected 1 to at most "
                  "%d", f->head.name, first, *length, most);
}

am_status am_build_list_surfaces(am_build *b) {
  const am_file_formulas *given = &b->material->domains;
  am_law *law = b->law;
  for (int i = 0; i < given->count; i++) {
    const am_file_formula *f = &given->entries[i];
    long length = 1;
    if (f->head.index) AM_TRY(list_length(b, f, &length));
    for (int j = 1; j <= length; j++) {
      const char *name = f->head.name;
      if (f->head.index) name = am_format(b->arena, "%s[%d]", name, j);
      AM_PUSH(b->arena, law->surfaces, b->surfaces,
              (am_surface){.name = name, .formula = f, .member = j});
    }
  }
  return AM_OK;
}

/* Reserves the names of rates, which yield functions cannot read. */
static void reserve_rates(const am_build *b, am_scope *scope) {
  static const char what[] =
      "a rate: write a yield stress that depends on it as a force_potential, "
      "see ELASTIC DOMAINS in automat-material(5)";
  for (int i = 0; i < b->material->internal_count; i++) {
    const char *name =
        am_format(b->arena, "rate_%s", b->material->internals[i].name);
    if (am_scope_find(scope, name)) continue;
    am_scope_add(scope, name, what, am_value_new(AM_SCALAR, -1, NULL));
    am_scope_entry_of(scope, name)->offered = true;
  }
}

/* Scope of a yield function. */
static am_scope *scope_of_surface(const am_build *b, const am_surface *s) {
  am_scope *scope = am_build_state_scope(b, s->formula->block);
  reserve_rates(b, scope);
  const char *index = s->formula->head.index;
  if (index)
    am_scope_add(scope, index, "an index",
                 am_value_scalar(b->arena, am_const(b->graph, s->member)));
  return scope;
}

/* Adds the yield functions to the potential whose derivatives are the rates. */
static am_status build_surfaces(am_build *b) {
  am_law *law = b->law;
  for (int k = 0; k < b->surfaces; k++) {
    am_surface *s = &law->surfaces[k];
    if (s->member == 1) warn_of_block(b, s->formula->block);
    AM_TRY(am_build_scalar(
        b, scope_of_surface(b, s), s->formula->block,
        am_format(b->arena, "the elastic domain '%s'", s->name), false,
        &s->value));
    law->dissipation_potential = am_add(
        b->graph, law->dissipation_potential, flow_of(b, k, s->value));
  }
  return AM_OK;
}

am_status am_build_potentials(am_build *b) {
  const am_material *m = b->material;
  am_law *law = b->law;
  int n = 6 + law->na;
  am_node *x = AM_ARRAY(b->arena, am_node, n); /* strain and state */
  am_node *gradient = AM_ARRAY(b->arena, am_node, n);
  law->force = AM_ARRAY(b->arena, am_node, law->na);
  law->rate = AM_ARRAY(b->arena, am_node, law->na + 3);
  law->energy = am_const(b->graph, 0);
  if (m->free_energy)
    AM_TRY(am_build_scalar(b, b->fields, m->free_energy, "the free energy",
                           false, &law->energy));
  for (int i = 0; i < n; i++) x[i] = i < 6 ? b->eps[i] : b->state[i - 6];
  am_reverse(b->graph, law->energy, x, n, gradient);
  for (int i = 0; i < 6; i++) law->stress[i] = gradient[i];
  for (int i = 0; i < law->na; i++) {
    law->force[i] = am_neg(b->graph, gradient[6 + i]);
    law->rate[i] = am_const(b->graph, 0);
  }
  if (m->stress) AM_TRY(build_stress(b));
  law->strict = !m->stress;
  law->dissipation_potential = law->force_potential = am_const(b->graph, 0);
  warn_of_block(b, m->rates.block);
  for (int i = 0; i < m->rates.count; i++)
    warn_of_block(b, m->rates.entries[i].block);
  if (m->force_potential) {
    warn_of_block(b, m->force_potential);
    AM_TRY(am_build_scalar(b, am_build_state_scope(b, m->force_potential),
                           m->force_potential, "the force potential", true,
                           &law->force_potential));
    law->dissipation_potential = law->force_potential;
  } else if (!b->surfaces) {
    return AM_OK;
  }

  AM_TRY(build_surfaces(b));
  law->strict &=
      !am_reads(b->graph, &law->dissipation_potential, 1, x, n - law->nd);
  warn_of_constants(b);
  am_reverse(b->graph, law->dissipation_potential, b->force, law->na,
             law->rate);
  for (int k = 0; k < law->nd; k++)
    law->rate[law->na - law->nd + k] = law->surfaces[k].value;
  return AM_OK;
}

/* AM_INPUT if a yield function is positive at zero force, so that the initial
 * state would not be at rest, or if squares of its derivatives underflow or
 * overflow. */
am_status am_build_check_domain(am_build *b) {
  const am_law *law = b->law;
  am_node *none = AM_ARRAY(b->arena, am_node, law->na);
  for (int i = 0; i < law->na; i++) none[i] = am_const(b->graph, 0);
  for (int k = 0; k < law->nd; k++) {
    am_node f = law->surfaces[k].value;
    const am_block *block = law->surfaces[k].formula->block;
    double value;
    am_substitute(b->graph, &f, 1, b->force, none, law->na);
    am_build_at_start(law, &f, 1);
    AM_TRY(am_build_values(b, &f, 1,
                           am_format(b->arena, "yield function '%s' at zero",
                                     law->surfaces[k].name),
                           am_expr_place(block->value), &value));
    law->surfaces[k].at_rest = value;
    if (value > 0)
      return am_error(b->report, AM_INPUT, am_expr_place(block->value),
                      "yield function '%s' is %.6g at zero forces, expected at "
                      "most 0",
                      law->surfaces[k].name, value);
    if (value != 0 && !(fabs(value) > 1e-140 && fabs(value) < 1e140))
      return am_error(b->report, AM_INPUT, am_expr_place(block->value),
                      "yield function '%s' is %.6g at zero forces, expected a "
                      "magnitude from 1e-140 to 1e140: multiply it by a "
                      "constant, or take a root of it",
                      law->surfaces[k].name, value);
  }
  return AM_OK;
}

/* A law on rotated axes.
 *
 * A law written on the axes of its material is evaluated on the axes of a test:
 * with coordinates x = Q x_m, Q orthogonal (base/basis.h),
 *
 *     omega(eps, a) = omega_m(Q' eps, Q' a),   Psi(A) = Psi_m(Q' A).
 *
 * Expressions therefore read the inputs eps, a, A rotated back; everything
 * derived from the potentials refers to the axes of the test. */

am_node *am_build_turned(const am_build *b, const am_node *nodes, int count,
                         bool back) {
  const double (*q)[6] = b->choice->turn;
  am_node *turned = AM_ARRAY(b->arena, am_node, count);
  int first = count == 5; /* deviatoric: no volumetric coordinate */
  for (int i = 0; i < count; i++) turned[i] = nodes[i];
  if (!q || count == 1) return turned;
  for (int i = 0; i < count; i++) {
    turned[i] = am_const(b->graph, 0);
    for (int j = 0; j < count; j++) {
      double entry = back ? q[j + first][i + first] : q[i + first][j + first];
      am_node part = am_mul(b->graph, am_const(b->graph, entry), nodes[j]);
      turned[i] = am_add(b->graph, turned[i], part);
    }
  }
  return turned;
}
