/* partials.c: hand-derived first derivatives in place of AD's. */
#include <string.h>

#include "base/text.h"
#include "diff/diff.h"
#include "material/build.h"

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

static const am_variable *variables_of(const am_law *law, const char *base,
                                       int *members) {
  const am_variable *first = NULL;
  *members = 0;
  for (int i = 0; i < law->count; i++) {
    if (strcmp(law->variables[i].base, base)) continue;
    if (!first) first = &law->variables[i];
    ++*members;
  }
  return first;
}

/* The slot that `name` asks for; false when it names none. */
static bool find_slot(collection *c, const char *name, slot *s) {
  am_law *law = c->build->law;
  bool force = !strncmp(name, "A_", 2), rate = !strncmp(name, "rate_", 5);
  *s = (slot){.nodes = law->stress, .members = 1, .given = &c->stress};
  if (!strcmp(name, "stress")) return true;
  if (!force && !rate) return false;
  s->first = variables_of(law, name + (force ? 2 : 5), &s->members);
  s->nodes = force ? law->force : law->rate;
  if (s->first)
    s->given = (force ? c->forces : c->rates) + (s->first - law->variables);
  return s->first != NULL;
}

/* Puts a value into member i of a slot, projected where deviatoric. */
static am_status put(collection *c, const slot *s, int i, const char *name,
                     am_place place, const am_value *value) {
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
  for (int j = 0; j < (v ? v->size : 6); j++)
    out[j] = value->nodes[v && v->deviatoric ? j + 1 : j];
  return AM_OK;
}

/* The value of an assignment, or of a whole block when `block` is given. */
static am_status value_of(am_build *b, am_scope *scope, const am_expr *expr,
                          const am_block *block, am_value *value) {
  am_elaboration context = am_build_context(b, scope);
  if (block)
    return am_elaborate_block(&context, scope, "an intermediate", block,
                              value);
  return am_elaborate(&context, expr, value);
}

static am_status put_list(collection *c, const am_scope *outer,
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
    AM_TRY(value_of(b, scope, a->value, block, &value));
    AM_TRY(put(c, s, (int)i - 1, a->name, place, &value));
  }
  return AM_OK;
}

/* One partial: assignment `a`, its value in `block` where there is one. */
static am_status take(collection *c, const am_scope *outer, const slot *s,
                      const am_assignment *a, const am_block *block,
                      am_place place) {
  am_value value;
  am_scope *scope = am_scope_new(c->build->arena, outer);
  if (a->index) return put_list(c, outer, s, a, block, place);
  if (s->first && s->first->member)
    return am_error(c->build->report, AM_INPUT, place,
                    "'%s' is a list: expected %s[i in 1 .. %d]", a->name,
                    a->name, s->members);
  AM_TRY(value_of(c->build, scope, a->value, block, &value));
  return put(c, s, 0, a->name, place, &value);
}

static am_status take_block(collection *c) {
  am_build *b = c->build;
  const am_block *block = b->material->partials;
  am_scope *scope = am_scope_new(b->arena, b->forces);
  am_elaboration context = am_build_context(b, scope);
  for (size_t i = 0; i < block->count; i++) {
    am_assignment *a = &block->assignments[i];
    am_block one = {block->snippet, a, 1, NULL};
    slot s;
    if (find_slot(c, a->name, &s))
      AM_TRY(take(c, scope, &s, a, NULL,
                  am_snippet_place(block->snippet, a->offset)));
    else
      AM_TRY(am_elaborate_block(&context, scope, "an intermediate", &one,
                                NULL));
  }
  return AM_OK;
}

static am_status take_mapping(collection *c) {
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
    AM_TRY(take(c, b->forces, &s, a, p->block, place));
  }
  return AM_OK;
}

/* All or none; stress and forces see the state, not the forces. */
static am_status check(collection *c) {
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
  AM_TRY(b->material->partials ? take_block(&c) : take_mapping(&c));
  return check(&c);
}
