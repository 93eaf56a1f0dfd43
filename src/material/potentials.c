/* potentials.c: stress, forces and rates from the potentials, by AD or from
 * hand-derived partials. */
#include <string.h>

#include "base/text.h"
#include "diff/diff.h"
#include "material/build.h"

/* Is this a driving force A_x of a deviatoric variable, or a member of one? */
static bool is_deviatoric_force(const am_build *b, const am_expr *expr) {
  if (expr->kind == AM_EXPR_INDEX) expr = expr->arguments[0];
  if (expr->kind != AM_EXPR_NAME || strncmp(expr->name, "A_", 2))
    return false;
  for (int i = 0; i < b->law->count; i++) {
    const am_variable *v = &b->law->variables[i];
    if (v->deviatoric && !strcmp(v->base, expr->name + 2)) return true;
  }
  return false;
}

/* The trace of a deviatoric force is always zero: surely a mistake.  Depth is
 * bounded by the parser. */
static void warn_of_traces(am_build *b, const am_expr *expr) {
  bool trace = expr->kind == AM_EXPR_CALL && !strcmp(expr->name, "tr");
  if (trace && expr->count == 1 && is_deviatoric_force(b, expr->arguments[0]))
    am_warn(b->report, am_expr_place(expr),
            "this trace is always zero, because the variable is deviatoric");
  for (int i = 0; i < expr->count; i++)
    warn_of_traces(b, expr->arguments[i]);
}

static am_status build_scalar(am_build *b, const am_scope *outer,
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
              "internal variable '%s' is constant: the %s does not depend on "
              "A_%s",
              v->base,
              b->law->nd ? "elastic domain" : "force potential", v->base);
  }
}

/* The stress of the state, for potentials that read the state; a parameter of
 * that name hides it. */
static void bind_stress(am_build *b) {
  if (am_scope_find(b->forces, "stress")) return;
  am_scope_add(b->forces, "stress", "the stress",
               am_value_new(AM_TENSOR, -1,
                            am_build_turned(b, b->law->stress, 6, true)));
}

static void warn_of_block(am_build *b, const am_block *block) {
  for (size_t i = 0; i < block->count; i++)
    warn_of_traces(b, block->assignments[i].value);
  warn_of_traces(b, block->value);
}

/* What f_k adds to the potential: lambda_k f_k, or what makes the law a viscous
 * one, whose rates are those of the multiplier pos(f)/eta (Perzyna 1966). */
static am_node flow_of(am_build *b, int k, am_node f) {
  am_graph *g = b->graph;
  double eta = b->material->viscosity;
  if (!(eta > 0)) return am_mul(g, b->state[b->law->na - b->law->nd + k], f);
  am_node over = am_maximum(g, f, am_const(g, 0));
  return am_div(g, am_mul(g, over, over), am_const(g, 2 * eta));
}

/* The elastic domain is added to the potential by whose derivatives variables
 * flow. */
static am_status build_surfaces(am_build *b) {
  const am_material *m = b->material;
  am_law *law = b->law;
  law->surfaces = AM_ARRAY(b->arena, am_surface, m->domain_count);
  for (int k = 0; k < m->domain_count; k++) {
    const am_domain *d = &m->domains[k];
    am_surface *s = &law->surfaces[k];
    s->name = d->name;
    warn_of_block(b, d->block);
    AM_TRY(build_scalar(b, b->forces, d->block,
                        am_format(b->arena, "elastic domain '%s'", d->name),
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
  AM_TRY(build_scalar(b, b->fields, m->free_energy, "free energy",
                      &law->energy));
  for (int i = 0; i < n; i++) x[i] = i < 6 ? b->eps[i] : b->state[i - 6];
  am_reverse(b->graph, law->energy, x, n, gradient);
  for (int i = 0; i < 6; i++) law->stress[i] = gradient[i];
  bind_stress(b);
  for (int i = 0; i < law->na; i++)
    law->force[i] = am_neg(b->graph, gradient[6 + i]);
  law->strict = true;
  law->dissipation_potential = am_const(b->graph, 0);
  if (m->force_potential) {
    warn_of_block(b, m->force_potential);
    AM_TRY(build_scalar(b, b->forces, m->force_potential, "force potential",
                        &law->dissipation_potential));
  } else if (!m->domain_count) {
    return AM_OK;
  }

  AM_TRY(build_surfaces(b));
  bool *reads = AM_ARRAY(b->arena, bool, n);
  am_sparsity(b->graph, &law->dissipation_potential, 1, x, n, reads);
  for (int i = 0; i < n - law->nd; i++) law->strict &= !reads[i];
  warn_of_constants(b);
  am_reverse(b->graph, law->dissipation_potential, b->force, law->na,
             law->rate);
  for (int k = 0; k < law->nd; k++)
    law->rate[law->na - law->nd + k] = law->surfaces[k].value;
  return AM_OK;
}

/* Plastic flow must not begin where no force acts: then the state of the start
 * is no state of rest. */
am_status am_build_check_domain(am_build *b) {
  const am_law *law = b->law;
  am_node *none = AM_ARRAY(b->arena, am_node, law->na);
  for (int i = 0; i < law->na; i++) none[i] = am_const(b->graph, 0);
  for (int k = 0; k < law->nd; k++) {
    am_node f = law->surfaces[k].value;
    const am_block *block = b->material->domains[k].block;
    double value;
    am_substitute(b->graph, &f, 1, b->force, none, law->na);
    am_build_at_start(b, &f, 1);
    AM_TRY(am_build_values(b, &f, 1,
                           am_format(b->arena, "elastic domain '%s' at zero",
                                     law->surfaces[k].name),
                           am_expr_place(block->value), &value));
    if (value > 0)
      return am_error(b->report, AM_INPUT, am_expr_place(block->value),
                      "elastic domain '%s' is %.6g where all forces are zero, "
                      "expected at most 0",
                      law->surfaces[k].name, value);
  }
  return AM_OK;
}

/* ---- hand-derived partials ----------------------------------------------- */

/* Where a partial's nodes go: `members` variables from `first`, or the
 * stress when there is none. */
typedef struct {
  am_node *nodes;
  const am_variable *first;
  int members;
  bool *given; /* one flag per member */
} slot;

typedef struct {
  am_build *build;
  bool stress;
  bool *forces, *rates; /* [law->count] */
} collection;

/* The slot that `name` asks for; false when it names none. */
static bool find_slot(collection *c, const char *name, slot *s) {
  am_law *law = c->build->law;
  bool force = !strncmp(name, "A_", 2), rate = !strncmp(name, "rate_", 5);
  *s = (slot){.nodes = law->stress, .members = 1, .given = &c->stress};
  if (!strcmp(name, "stress")) return true;
  if (!force && !rate) return false;
  s->members = 0;
  for (int i = 0; i < law->count; i++) {
    if (strcmp(law->variables[i].base, name + (force ? 2 : 5))) continue;
    if (!s->first) s->first = &law->variables[i];
    s->members++;
  }
  s->nodes = force ? law->force : law->rate;
  if (s->first)
    s->given = (force ? c->forces : c->rates) + (s->first - law->variables);
  return s->first != NULL;
}

/* Puts a value into member i of a slot, projected where deviatoric. */
static am_status store_partial(collection *c, const slot *s, int i,
                               const char *name, am_place place,
                               const am_value *value) {
  am_build *b = c->build;
  am_kind kind = s->first ? s->first->kind : AM_TENSOR;
  if (value->kind != kind || value->length >= 0)
    return am_error(b->report, AM_INPUT, place,
                    "the partial '%s' must be a %s, found a %s", name,
                    kind == AM_SCALAR ? "scalar" : "symmetric tensor",
                    am_value_describe(b->arena, value));
  if (s->given[i])
    return am_error(b->report, AM_INPUT, place,
                    "the partial '%s' is given twice", name);
  s->given[i] = true;
  const am_variable *v = s->first ? s->first + i : NULL;
  am_node *out = s->nodes + (v ? v->offset : 0);
  int size = v ? v->size : 6;
  const am_node *turned = am_build_turned(
      b, value->nodes + (v && v->deviatoric), size, false);
  for (int j = 0; j < size; j++) out[j] = turned[j];
  return AM_OK;
}

/* The value of an assignment, or of a whole block when `block` is given. */
static am_status elaborate_partial(am_build *b, am_scope *scope,
                                   const am_expr *expr, const am_block *block,
                                   am_value *value) {
  am_elaboration context = am_build_context(b, scope);
  if (block)
    return am_elaborate_block(&context, scope, "an intermediate", block,
                              value);
  return am_elaborate(&context, expr, value);
}

static am_status read_list(collection *c, const am_scope *outer,
                           const slot *s, const am_assignment *a,
                           const am_block *block, am_place place) {
  am_build *b = c->build;
  am_elaboration context = am_build_context(b, outer);
  long first, last;
  AM_TRY(am_elaborate_integer(&context, a->first, &first));
  AM_TRY(am_elaborate_integer(&context, a->last, &last));
  if (!s->first || !s->first->member || first < 1 || last > s->members)
    return am_error(b->report, AM_INPUT, place,
                    "the partial '%s' runs from %ld to %ld, but there are %d "
                    "members",
                    a->name, first, last,
                    s->first && s->first->member ? s->members : 0);
  for (long i = first; i <= last; i++) {
    am_scope *scope = am_scope_new(b->arena, outer);
    am_value value;
    am_scope_add(scope, a->index, "an index",
                 am_value_scalar(b->arena, am_const(b->graph, (double)i)));
    AM_TRY(elaborate_partial(b, scope, a->value, block, &value));
    AM_TRY(store_partial(c, s, (int)i - 1, a->name, place, &value));
  }
  return AM_OK;
}

/* One partial: assignment `a`, its value in `block` where there is one. */
static am_status read_partial(collection *c, const am_scope *outer,
                              const slot *s, const am_assignment *a,
                              const am_block *block, am_place place) {
  am_value value;
  am_scope *scope = am_scope_new(c->build->arena, outer);
  if (a->index) return read_list(c, outer, s, a, block, place);
  if (s->first && s->first->member)
    return am_error(c->build->report, AM_INPUT, place,
                    "'%s' is a list: expected %s[i in 1 .. %d]", a->name,
                    a->name, s->members);
  AM_TRY(elaborate_partial(c->build, scope, a->value, block, &value));
  return store_partial(c, s, 0, a->name, place, &value);
}

static am_status read_partial_block(collection *c) {
  am_build *b = c->build;
  const am_block *block = b->material->partials;
  am_scope *scope = am_scope_new(b->arena, b->forces);
  am_elaboration context = am_build_context(b, scope);
  for (size_t i = 0; i < block->count; i++) {
    am_assignment *a = &block->assignments[i];
    am_block one = {.snippet = block->snippet, .assignments = a, .count = 1};
    slot s;
    if (find_slot(c, a->name, &s))
      AM_TRY(read_partial(c, scope, &s, a, NULL,
                          am_snippet_place(block->snippet, a->offset)));
    else
      AM_TRY(am_elaborate_block(&context, scope, "an intermediate", &one,
                                NULL));
  }
  return AM_OK;
}

static am_status read_partial_mapping(collection *c) {
  am_build *b = c->build;
  for (int i = 0; i < b->material->partial_count; i++) {
    const am_partial_block *p = &b->material->partial_blocks[i];
    const am_assignment *a = &p->head;
    am_place place = am_snippet_place(&p->key, a->offset);
    slot s;
    if (!find_slot(c, a->name, &s))
      return am_error(b->report, AM_INPUT, place,
                      "'%s' is not a partial: expected stress, or A_x or "
                      "rate_x of an internal variable x",
                      a->name);
    AM_TRY(read_partial(c, b->forces, &s, a, p->block, place));
  }
  return AM_OK;
}

/* All or none; stress and forces see the state, not the forces. */
static am_status check_partials(collection *c) {
  am_build *b = c->build;
  am_law *law = b->law;
  am_place place = am_yaml_get(b->material->root, "partials")->place;
  bool missing = !c->stress;
  for (int i = 0; i < law->count; i++)
    missing |= !c->forces[i] || !c->rates[i];
  if (missing)
    return am_error(b->report, AM_INPUT, place,
                    "the partials are not complete: expected stress, and A_x "
                    "and rate_x of every internal variable x");
  bool *reads = AM_ARRAY(b->arena, bool, (law->na + 6) * law->na);
  am_sparsity(b->graph, law->stress, 6, b->force, law->na, reads);
  am_sparsity(b->graph, law->force, law->na, b->force, law->na,
              reads + 6 * law->na);
  for (int i = 0; i < (law->na + 6) * law->na; i++)
    if (reads[i])
      return am_error(b->report, AM_INPUT, place,
                      "the partials stress and A_x may not depend on driving "
                      "forces");
  return AM_OK;
}

am_status am_build_partials(am_build *b) {
  int n = b->law->count;
  collection c = {.build = b, .forces = AM_ARRAY(b->arena, bool, n),
                  .rates = AM_ARRAY(b->arena, bool, n)};
  const am_yaml *node = am_yaml_get(b->material->root, "partials");
  if (!node)
    return am_error(b->report, AM_INPUT,
                    (am_place){b->material->root->place.source, 0, 0},
                    "strategy semi-automatic needs the key 'partials', which "
                    "material '%s' does not have",
                    b->material->name);
  AM_TRY(b->material->partials ? read_partial_block(&c)
                               : read_partial_mapping(&c));
  return check_partials(&c);
}
