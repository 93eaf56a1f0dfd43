#include <string.h>

#include "diff/diff.h"
#include "material/build.h"

static const am_variable *deviatoric_force(const am_build *b,
                                           const am_expr *expr) {
  if (expr->kind == AM_EXPR_INDEX) expr = expr->arguments[0];
  if (expr->kind != AM_EXPR_NAME || strncmp(expr->name, "A_", 2)) return NULL;
  for (int i = 0; i < b->law->count; i++) {
    const am_variable *v = &b->law->variables[i];
    if (v->deviatoric && !strcmp(v->base, expr->name + 2)) return v;
  }
  return NULL;
}

/* The trace of a deviatoric force is always zero: surely a mistake.  Depth is
 * bounded by the parser. */
static void warn_of_traces(am_build *b, const am_expr *expr) {
  bool trace = expr->kind == AM_EXPR_CALL && !strcmp(expr->name, "tr");
  if (trace && expr->count == 1 && deviatoric_force(b, expr->arguments[0]))
    am_warn(b->report, am_expr_place(expr),
            "this trace is always zero, because the variable is deviatoric");
  for (int i = 0; i < expr->count; i++)
    warn_of_traces(b, expr->arguments[i]);
}

static am_status scalar_block(am_build *b, const am_scope *outer,
                              const am_block *block, const char *what,
                              am_node *node) {
  am_scope *scope = am_scope_new(b->arena, outer);
  am_elaboration context = am_build_context(b, scope);
  am_value value;
  AM_TRY(am_elaborate_block(&context, scope, "an intermediate", block,
                            &value));
  *node = value.nodes[0];
  if (value.kind == AM_SCALAR && value.length < 0) return AM_OK;
  return am_error(b->report, AM_INPUT, am_expr_place(block->value),
                  "the %s must be a scalar, found a %s", what,
                  am_value_describe(b->arena, &value));
}

/* The strain and the state: [6 + na]. */
static am_node *fields(am_build *b) {
  am_node *x = AM_ARRAY(b->arena, am_node, 6 + b->law->na);
  for (int i = 0; i < 6; i++) x[i] = b->eps[i];
  for (int i = 0; i < b->law->na; i++) x[6 + i] = b->state[i];
  return x;
}

static void differentiate_energy(am_build *b) {
  am_law *law = b->law;
  int n = 6 + law->na;
  const am_node *x = fields(b);
  am_node *gradient = AM_ARRAY(b->arena, am_node, n);
  am_reverse(b->graph, law->energy, x, n, gradient);
  for (int i = 0; i < 6; i++) law->stress[i] = gradient[i];
  for (int i = 0; i < law->na; i++)
    law->force[i] = am_neg(b->graph, gradient[6 + i]);
}

/* A law in the strict sense has a force potential of the forces alone. */
static bool is_strict(am_build *b) {
  int n = 6 + b->law->na;
  bool *reads = AM_ARRAY(b->arena, bool, n);
  am_sparsity(b->graph, &b->law->dissipation_potential, 1, fields(b), n,
              reads);
  for (int i = 0; i < n; i++)
    if (reads[i]) return false;
  return true;
}

static void warn_of_constants(am_build *b) {
  bool *reads = AM_ARRAY(b->arena, bool, b->law->na);
  am_sparsity(b->graph, &b->law->dissipation_potential, 1, b->force,
              b->law->na, reads);
  for (int i = 0; i < b->law->count; i++) {
    const am_variable *v = &b->law->variables[i];
    bool moves = false;
    for (int c = 0; c < v->size; c++) moves |= reads[v->offset + c];
    if (!moves && v->member <= 1)
      am_warn(b->report, (am_place){b->material->root->place.source, 0, 0},
              "internal variable '%s' is constant: the force potential does "
              "not depend on A_%s",
              v->base, v->base);
  }
}

am_status am_build_potentials(am_build *b) {
  const am_material *m = b->material;
  am_law *law = b->law;
  law->force = AM_ARRAY(b->arena, am_node, law->na);
  law->rate = AM_ARRAY(b->arena, am_node, law->na + 2);
  AM_TRY(scalar_block(b, b->fields, m->free_energy, "free energy",
                      &law->energy));
  differentiate_energy(b);
  law->strict = true;
  law->dissipation_potential = am_const(b->graph, 0);
  if (!m->force_potential) return AM_OK;
  for (size_t i = 0; i < m->force_potential->count; i++)
    warn_of_traces(b, m->force_potential->assignments[i].value);
  warn_of_traces(b, m->force_potential->value);
  AM_TRY(scalar_block(b, b->forces, m->force_potential, "force potential",
                      &law->dissipation_potential));
  law->strict = is_strict(b);
  warn_of_constants(b);
  am_reverse(b->graph, law->dissipation_potential, b->force, law->na,
             law->rate);
  return AM_OK;
}
