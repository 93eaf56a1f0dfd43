/* file_formulas.c: expressions given by the file: rates instead of a potential
 * (key rates), and hand-derived stress, forces and rates in addition to the
 * potentials (key partials). */
#include "law/build.h"

/* Destination of the nodes of a value: `members` variables from `first`, or the
 * stress if `first` is NULL. */
typedef struct {
  am_node *nodes;
  const am_variable *first;
  int members;
  bool *given; /* [members] */
} slot;

typedef struct {
  am_build *build;
  bool partials;    /* false: rates */
  const char *what; /* "rate" or "partial" */
  bool stress;
  bool *forces, *rates; /* [law->count] */
} collection;

static collection new_collection(am_build *b, bool partials) {
  int n = b->law->count;
  return (collection){.build = b, .partials = partials,
                      .what = partials ? "partial" : "rate",
                      .forces = AM_ARRAY(b->arena, bool, n),
                      .rates = AM_ARRAY(b->arena, bool, n)};
}

/* Finds the slot of the force or rate of an internal variable; false if the
 * variable does not exist. */
static bool find_variable(collection *c, const char *name, bool force,
                          slot *s) {
  am_law *law = c->build->law;
  *s = (slot){.nodes = force ? law->force : law->rate};
  for (int i = 0; i < law->count; i++) {
    if (strcmp(law->variables[i].base, name)) continue;
    if (!s->first) s->first = &law->variables[i];
    s->members++;
  }
  if (s->first)
    s->given = (force ? c->forces : c->rates) + (s->first - law->variables);
  return s->first != NULL;
}

/* Finds the slot of `name`: "rate_x", of partials also "stress" and "A_x";
 * false for other names. */
static bool find_slot(collection *c, const char *name, slot *s) {
  bool force = c->partials && !strncmp(name, "A_", 2);
  bool rate = !strncmp(name, "rate_", 5);
  *s = (slot){.nodes = c->build->law->stress, .members = 1,
              .given = &c->stress};
  if (c->partials && !strcmp(name, "stress")) return true;
  return (force || rate) && find_variable(c, name + (force ? 2 : 5), force, s);
}

/* Stores a value in member i of a slot, projected if deviatoric. */
static am_status store_value(collection *c, const slot *s, int i,
                             const char *name, am_place place,
                             const am_value *value) {
  am_build *b = c->build;
  am_kind kind = s->first ? s->first->kind : AM_TENSOR;
  if (value->kind != kind || value->length >= 0)
    return am_error(b->report, AM_INPUT, place,
                    "the %s '%s' must be a %s, found a %s", c->what, name,
                    kind == AM_SCALAR ? "scalar" : "symmetric tensor",
                    am_value_describe(b->arena, value));
  if (s->given[i])
    return am_error(b->report, AM_INPUT, place, "duplicate %s '%s'",
                    c->what, name);
  s->given[i] = true;
  const am_variable *v = s->first ? s->first + i : NULL;
  am_node *out = s->nodes + (v ? v->offset : 0);
  int size = v ? v->size : 6;
  const am_node *turned = am_build_turned(
      b, value->nodes + (v && v->deviatoric), size, false);
  for (int j = 0; j < size; j++) out[j] = turned[j];
  return AM_OK;
}

/* Elaborates a block and stores its value in member i of a slot. */
static am_status read_member(collection *c, am_scope *scope, const slot *s,
                             int i, const char *name, const am_block *block,
                             am_place place) {
  am_elaboration context = am_build_context(c->build, scope);
  am_value value;
  AM_TRY(am_elaborate_block(&context, scope, "an intermediate", block, &value));
  return store_value(c, s, i, name, place, &value);
}

static am_status read_list(collection *c, const am_scope *outer,
                           const slot *s, const am_assignment *a,
                           const am_block *block, am_place place) {
  am_build *b = c->build;
  am_elaboration context = am_build_context(b, outer);
  long first, last;
  AM_TRY(am_elaborate_range(&context, a, &first, &last));
  if (!s->first || !s->first->member || first < 1 || last > s->members)
    return am_error(b->report, AM_INPUT, place,
                    "the %s '%s' runs from %ld to %ld, but there are %d "
                    "members",
                    c->what, a->name, first, last,
                    s->first && s->first->member ? s->members : 0);
  for (long i = first; i <= last; i++) {
    am_scope *scope = am_scope_new(b->arena, outer);
    am_scope_add(scope, a->index, "an index",
                 am_value_scalar(b->arena, am_const(b->graph, (double)i)));
    AM_TRY(read_member(c, scope, s, (int)i - 1, a->name, block, place));
  }
  return AM_OK;
}

/* Reads the value of assignment `a` from `block`. */
static am_status read_one(collection *c, const am_scope *outer, const slot *s,
                          const am_assignment *a, const am_block *block,
                          am_place place) {
  if (c->partials && s->first && s->first->given &&
      s->nodes == c->build->law->rate)
    return am_error(c->build->report, AM_INPUT, place,
                    "the rate of '%s' is given by 'rates': it has no partial",
                    s->first->base);
  if (a->index) return read_list(c, outer, s, a, block, place);
  if (s->first && s->first->member)
    return am_error(c->build->report, AM_INPUT, place,
                    "'%s' is a list: expected %s[i in 1 .. %d]", a->name,
                    a->name, s->members);
  return read_member(c, am_scope_new(c->build->arena, outer), s, 0, a->name,
                     block, place);
}

/* Binds rate_x to the current rates of a variable, unless the name is taken. */
static void bind_rate(am_build *b, am_scope *scope, const slot *s) {
  const char *name = am_format(b->arena, "rate_%s", s->first->base);
  if (am_scope_find(scope, name)) return;
  am_build_bind(b, scope, &(am_binding){.name = name, .what = "a rate",
                                        .first = s->first,
                                        .count = s->members,
                                        .nodes = b->law->rate});
}

/* Reads a block in which intermediates may stand between the values. */
static am_status read_block(collection *c, am_scope *scope,
                            const am_block *block) {
  am_build *b = c->build;
  for (size_t i = 0; i < block->count; i++) {
    am_assignment *a = &block->assignments[i];
    am_block one = {.snippet = block->snippet, .assignments = a, .count = 1};
    const am_block value = {.snippet = block->snippet, .value = a->value};
    am_elaboration context = am_build_context(b, scope);
    slot s;
    if (a->argument_count || !find_slot(c, a->name, &s)) {
      AM_TRY(am_elaborate_block(&context, scope, "an intermediate", &one,
                                NULL));
      continue;
    }
    AM_TRY(read_one(c, scope, &s, a, &value,
                    am_snippet_place(block->snippet, a->offset)));
    if (!c->partials) bind_rate(b, scope, &s);
  }
  return AM_OK;
}

/* ---- rates --------------------------------------------------------------- */

/* Scope with the rates that follow from potentials. */
static am_scope *scope_of_rates(collection *c, const am_block *block) {
  am_build *b = c->build;
  am_scope *scope = am_build_state_scope(b, block);
  for (int i = 0; i < b->material->internal_count; i++) {
    slot s;
    find_variable(c, b->material->internals[i].name, false, &s);
    if (!s.first->given) bind_rate(b, scope, &s);
  }
  return scope;
}

/* Reads {x: ..., ...} in the order of `internal`; an entry may read the rates
 * of variables earlier in that order. */
static am_status read_rate_entries(collection *c) {
  am_build *b = c->build;
  const am_material *m = b->material;
  am_scope *rates = scope_of_rates(c, NULL);
  for (int i = 0; i < m->internal_count; i++) {
    const am_file_formula *e =
        am_file_formula_find(&m->rates, m->internals[i].name);
    slot s;
    if (!e) continue;
    am_place place = am_snippet_place(&e->key, e->head.offset);
    find_variable(c, m->internals[i].name, false, &s);
    AM_TRY(read_one(c, rates, &s, &e->head, e->block, place));
    bind_rate(b, rates, &s);
  }
  return AM_OK;
}

am_status am_build_rates(am_build *b) {
  const am_file_formulas *given = &b->material->rates;
  am_law *law = b->law;
  if (!given->block && !given->count) return AM_OK;
  collection c = new_collection(b, false);
  AM_TRY(given->block
             ? read_block(&c, scope_of_rates(&c, given->block), given->block)
             : read_rate_entries(&c));
  for (int i = 0; i < law->count; i++) {
    law->strict &= !law->variables[i].given;
    const am_variable *v = &law->variables[i];
    if (v->given && !v->entropy && !c.rates[i])
      return am_error(b->report, AM_INPUT,
                      am_yaml_get(b->material->root, "rates")->place,
                      "the rate of '%s' is missing", v->name);
  }
  return AM_OK;
}

/* ---- hand-derived partial derivatives ------------------------------------ */

static am_status read_partial_entries(collection *c) {
  am_build *b = c->build;
  const am_file_formulas *given = &b->material->partials;
  for (int i = 0; i < given->count; i++) {
    const am_file_formula *e = &given->entries[i];
    am_place place = am_snippet_place(&e->key, e->head.offset);
    slot s;
    if (!find_slot(c, e->head.name, &s))
      return am_error(b->report, AM_INPUT, place,
                      "unknown partial '%s': expected stress, or A_x or rate_x "
                      "of an internal variable x",
                      e->head.name);
    AM_TRY(read_one(c, am_build_state_scope(b, e->block), &s, &e->head,
                    e->block, place));
  }
  return AM_OK;
}

/* Partials must be complete; stress and forces may depend on the state, not on
 * forces. */
static am_status check_partials(collection *c) {
  am_build *b = c->build;
  am_law *law = b->law;
  am_place place = am_yaml_get(b->material->root, "partials")->place;
  bool missing = !c->stress;
  for (int i = 0; i < law->count; i++)
    missing |= !c->forces[i] || (!c->rates[i] && !law->variables[i].given);
  if (missing)
    return am_error(b->report, AM_INPUT, place,
                    "incomplete partials: expected stress, and A_x and rate_x "
                    "of every internal variable x");
  AM_TRY(am_build_refuse_rate(b, law->stress, 6, "the partial 'stress'",
                              place));
  AM_TRY(am_build_refuse_rate(b, law->force, law->na, "a partial A_x", place));
  if (!am_reads(b->graph, law->stress, 6, b->force, law->na) &&
      !am_reads(b->graph, law->force, law->na, b->force, law->na))
    return AM_OK;
  return am_error(b->report, AM_INPUT, place,
                  "the partials stress and A_x may not depend on driving "
                  "forces");
}

am_status am_build_partials(am_build *b) {
  collection c = new_collection(b, true);
  const am_yaml *node = am_yaml_get(b->material->root, "partials");
  if (!node)
    return am_error(b->report, AM_INPUT,
                    b->choice->strategy_place.source
                        ? b->choice->strategy_place
                        : (am_place){b->material->root->place.source, 0, 0},
                    "strategy semi-automatic needs the key 'partials', which "
                    "material '%s' does not have",
                    b->material->name);
  const am_block *block = b->material->partials.block;
  AM_TRY(block ? read_block(&c, am_build_state_scope(b, block), block)
               : read_partial_entries(&c));
  AM_TRY(check_partials(&c));
  return am_build_rates(b);
}
