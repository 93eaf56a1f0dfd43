/* constants.c: parameters with their overrides, external fields, definitions,
 * requirements. */
#include "law/build.h"
#include "law/reader.h"

am_elaboration am_build_context(const am_build *b, const am_scope *scope) {
  return (am_elaboration){.arena = b->arena,
                          .report = b->report,
                          .graph = b->graph,
                          .scope = scope,
                          .parameters = b->law->parameters,
                          .structural = b->law->structural};
}

/* Reads new values of parameters, and keeps them if `keep`. */
static am_status override_parameters(am_build *b, const am_yaml *map,
                                     bool keep) {
  if (!map) return AM_OK;
  AM_TRY(am_yaml_expect(b->report, map, AM_YAML_MAPPING, "parameters"));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *item = map->items[i];
    int at = am_parameter_index(b->material, item->key);
    if (at < 0)
      return am_parameter_unknown(b->report, b->material, item->key,
                                  item->key_place);
    am_parameter changed = b->parameters[at];
    AM_TRY(am_parameter_override(b->arena, b->report, item, &changed));
    if (keep) b->parameters[at] = changed;
  }
  return AM_OK;
}

/* Checks all parameter sets, including those that no case selects. */
static am_status choose_set(am_build *b) {
  const char *set = b->choice->set;
  const am_yaml *sets = b->material->parameter_sets;
  for (size_t i = 0; sets && i < sets->count; i++)
    AM_TRY(override_parameters(b, sets->items[i], false));
  if (!set) return AM_OK;
  const am_yaml *chosen = am_yaml_get(sets, set);
  if (chosen) return override_parameters(b, chosen, true);
  size_t count = sets ? sets->count : 0;
  const char **names = AM_ARRAY(b->arena, const char *, count);
  for (size_t i = 0; i < count; i++) names[i] = sets->items[i]->key;
  return am_error(b->report, AM_INPUT, b->choice->set_place,
                  "material '%s' has no parameter set %s%s",
                  b->material->name, am_quoted(b->arena, set),
                  am_suggestion(b->arena, set, names, count));
}

/* Properties implied by the bounds of a scalar. */
static am_number_class known_of(const am_parameter *p) {
  bool above = p->low > 0 || (p->low == 0 && p->low_open);
  bool below = p->high < 0 || (p->high == 0 && p->high_open);
  if (p->kind != AM_SCALAR) return 0;
  return (p->low >= 0 ? AM_NONNEGATIVE : 0) |
         (above || below ? AM_NONZERO : 0);
}

/* Creates the inputs of a parameter. */
static am_value bind_inputs(am_build *b, const am_parameter *p, int offset) {
  am_node *nodes = AM_ARRAY(b->arena, am_node, p->numbers);
  am_number_class known = known_of(p);
  for (int i = 0; i < p->numbers; i++) {
    bool is_x = p->outside && i % 2 == 0;
    am_declare_input(b->graph, AM_INPUT_PARAMETER, offset + i,
                     is_x ? 0 : known);
    nodes[i] = am_input(b->graph, AM_INPUT_PARAMETER, offset + i);
  }
  return (am_value){.kind = p->kind, .length = p->length,
                    .columns = p->columns, .outside = p->outside,
                    .between = p->between, .nodes = nodes};
}

/* Value of a parameter in the units of the material, as formulas read it. */
static am_value convert_value(am_build *b, const am_parameter *p,
                              am_value value) {
  am_graph *g = b->graph;
  const am_conversion *c = &p->conversion;
  if (!p->converted) return value;
  am_node *nodes = AM_ARRAY(b->arena, am_node, p->numbers);
  for (int i = 0; i < p->numbers; i++) {
    bool is_x = p->outside && i % 2 == 0;
    am_node scaled = am_mul(g, value.nodes[i], am_const(g, c->factor));
    nodes[i] =
        is_x ? value.nodes[i] : am_add(g, scaled, am_const(g, c->offset));
  }
  value.nodes = nodes;
  return value;
}

/* Scope read by cases: parameters in their own units. */
static void show_own_units(am_build *b) {
  am_scope *scope = NULL;
  for (int i = 0; i < b->material->parameter_count; i++) {
    const am_parameter *p = &b->parameters[i];
    if (!p->converted) continue;
    if (!scope) scope = am_scope_new(b->arena, b->constants);
    am_scope_add(scope, p->name, "a parameter", b->values[i]);
  }
  if (scope) b->law->scope = scope;
}

/* Adds the external fields and their rates to the scope of a file unless it
 * defines their names. */
static void add_externals(am_build *b, const am_material_part *part,
                          am_scope *scope) {
  for (int i = 0; i < b->material->external_count; i++) {
    const char *name = b->material->externals[i].name;
    if (am_scope_find(scope, name)) continue;
    am_scope_add(scope, name, "an external field",
                 am_value_scalar(b->arena, am_input(b->graph,
                                                    AM_INPUT_EXTERNAL, i)));
    am_build_offer_rate(b, part, scope, name, 6 + i, 1);
  }
}

/* True if a node depends on more than parameters. */
static bool any_varies(const am_build *b, const am_node *nodes, int count) {
  for (int i = 0; i < count; i++)
    if (am_node_rank(b->graph, nodes[i]) == AM_RANK_VARIABLE) return true;
  return false;
}

am_status am_build_values(const am_build *b, const am_node *nodes, int count,
                          const char *what, am_place place, double *values) {
  am_program *program = am_program_new(b->arena, b->graph, nodes, count);
  am_frame *frame = am_frame_new(b->arena, program);
  const double *inputs[AM_INPUT_KINDS] = {0};
  AM_TRY(am_build_refuse_rate(b, nodes, count, what, place));
  if (any_varies(b, nodes, count))
    return am_error(b->report, AM_INPUT, place,
                    "%s reads an external field, but may depend only on "
                    "parameters",
                    what);
  am_frame_bind(frame, b->law->parameters);
  am_frame_run(frame, inputs, values);
  for (int i = 0; i < count; i++)
    if (!isfinite(values[i]))
      return am_error(b->report, AM_INPUT, place,
                      "%s is not finite for these parameters", what);
  return AM_OK;
}

/* Adds the definitions of a part to its scope. */
static am_status build_definitions(am_build *b, const am_material_part *part,
                                   am_scope *scope) {
  const am_block *block = part->definitions;
  am_law *law = b->law;
  if (!block) return AM_OK;
  am_elaboration context = am_build_context(b, scope);
  AM_TRY(am_elaborate_block(&context, scope, "a definition", block, NULL));
  for (size_t i = 0; i < block->count; i++) {
    const am_assignment *a = &block->assignments[i];
    am_definition d = {
        .name = am_format(b->arena, "%s%s", part->prefix, a->name),
        .value = *am_scope_find(scope, a->name),
        .function = am_scope_function(scope, a->name)};
    int size = am_value_size(&d.value);
    double *numbers = AM_ARRAY(b->arena, double, size);
    bool varies = any_varies(b, d.value.nodes, size);
    if (!varies)
      AM_TRY(am_build_values(b, d.value.nodes, size,
                             am_format(b->arena, "definition '%s'", d.name),
                             am_snippet_place(block->snippet, a->offset),
                             numbers));
    for (int c = 0; !varies && c < size; c++)
      am_declare_finite(b->graph, d.value.nodes[c]);
    AM_PUSH(b->arena, law->definitions, law->definition_count, d);
  }
  return AM_OK;
}

typedef struct {
  const am_yaml *that;
  const char *because; /* "": no reason */
} requirement;

const am_yaml_key am_requirement_keys[] = {
    {"that",
     {.takes = AM_TAKES_NUMBER | AM_TAKES_TEXT, AM_NEEDED(requirement, that)},
     "condition on the parameters"},
    {"because", {.takes = AM_TAKES_TEXT, AM_INTO(requirement, because)}, "why"},
    {0}};

static am_status check_requirement(am_build *b, const am_scope *scope,
                                   const am_yaml *item) {
  requirement r = {.because = ""};
  am_expr *expr;
  am_value value;
  double holds;
  AM_TRY(am_yaml_take(b->report, item, "a requirement", am_requirement_keys,
                      &r));
  AM_TRY(am_yaml_expect(b->report, r.that, AM_YAML_SCALAR, "that"));
  AM_TRY(am_expr_parse(b->arena, b->report, &r.that->text, &expr));
  am_elaboration context = am_build_context(b, scope);
  AM_TRY(am_elaborate_kind(&context, expr, AM_BOOL, "a requirement", &value));
  AM_PUSH(b->arena, b->law->requirements, b->law->requirement_count,
          (am_requirement){.text = r.that->text.text, .because = r.because,
                           .node = value.nodes[0]});
  AM_TRY(am_build_values(b, value.nodes, 1, "a requirement", r.that->place,
                         &holds));
  if (holds != 0) return AM_OK;
  return am_error(b->report, AM_INPUT, r.that->place,
                  "these parameters violate the requirement '%s'%s%s",
                  r.that->text.text, *r.because ? ": " : "", r.because);
}

/* Builds the scope of a part: its parameters and definitions and those of the
 * files that it includes, under the names visible in it. */
static am_status build_part(am_build *b, int index) {
  const am_material_part *part = &b->material->parts[index];
  const am_yaml *list = am_yaml_get(part->root, "requires");
  const am_law *law = b->law;
  size_t prefix = strlen(part->prefix);
  am_scope *scope = b->parts[index] =
      index == b->material->part_count - 1 ? b->constants
                                           : am_scope_new(b->arena, NULL);
  for (int i = part->first_parameter; i < part->end_parameter; i++)
    am_scope_add(scope, b->parameters[i].name + prefix, "a parameter",
                 convert_value(b, &b->parameters[i], b->values[i]));
  am_build_reserve(b, part, scope, false);
  for (int i = b->first_definition[part->first_part];
       i < law->definition_count; i++) {
    const am_definition *d = &law->definitions[i];
    if (d->function)
      am_scope_add_function(scope, d->name + prefix, d->function);
    else
      am_scope_add(scope, d->name + prefix, "a definition", d->value);
  }
  add_externals(b, part, scope);
  am_build_offer_rate(b, part, scope, "eps", 0, 6);
  AM_TRY(build_definitions(b, part, scope));
  for (size_t i = 0; list && i < list->count; i++)
    AM_TRY(check_requirement(b, scope, list->items[i]));
  return AM_OK;
}

am_status am_build_constants(am_build *b) {
  int count = b->material->parameter_count;
  int parts = b->material->part_count;
  b->values = AM_ARRAY(b->arena, am_value, count);
  b->parts = AM_ARRAY(b->arena, am_scope *, parts);
  b->first_definition = AM_ARRAY(b->arena, int, parts);
  b->parameters = AM_ARRAY(b->arena, am_parameter, count);
  for (int i = 0; i < count; i++) b->parameters[i] = b->material->parameters[i];
  AM_TRY(choose_set(b));
  AM_TRY(override_parameters(b, b->choice->overrides, true));
  am_law *law = b->law;
  for (int i = 0; i < b->material->parameter_count; i++)
    law->parameter_numbers += b->parameters[i].numbers;
  law->parameters = AM_ARRAY(b->arena, double, law->parameter_numbers);
  law->structural = AM_ARRAY(b->arena, bool, law->parameter_numbers);
  int offset = 0;
  for (int i = 0; i < b->material->parameter_count; i++) {
    const am_parameter *p = &b->parameters[i];
    double *out = law->parameters + offset; /* coordinates */
    for (int k = 0; k < p->numbers; k += am_kind_size[p->kind])
      if (p->kind == AM_TENSOR)
        am_basis_from_tensor(p->values + k, out + k);
      else
        memcpy(out + k, p->values + k,
               (size_t)am_kind_size[p->kind] * sizeof *out);
    b->values[i] = bind_inputs(b, p, offset);
    offset += p->numbers;
  }
  law->nf = b->material->external_count;
  for (int i = 0; i < law->nf; i++) {
    const am_parameter *field = &b->material->externals[i];
    am_declare_input(b->graph, AM_INPUT_EXTERNAL, i, known_of(field));
    law->external[i] = field->values[0];
  }
  for (int i = 0; i < parts; i++) {
    b->first_definition[i] = b->law->definition_count;
    AM_TRY(build_part(b, i));
  }
  show_own_units(b);
  return AM_OK;
}
