/* maxima.c: internal variables that keep the maximum of an expression. */
#include "law/parts.h"
#include "law/build.h"

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
  am_scope *scope = am_scope_new(b->arena, b->fields);
  am_elaboration context = am_build_context(b, scope);
  am_place place = am_expr_place(own->of->value);
  am_value found;
  AM_TRY(am_elaborate_block(&context, scope, "an intermediate", own->of,
                            &found));
  if (found.kind != AM_SCALAR || found.length >= 0)
    return am_error(b->report, AM_INPUT, place,
                    "'of' must be a scalar, found a %s",
                    am_value_describe(b->arena, &found));
  *value = found.nodes[0];
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
    present[count] =
        am_select(b->graph, am_build_below(b, past[count], value),
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
