/* names.c: names of all quantities in the equations of a law. */
#include "law/parts.h"

typedef struct {
  am_arena *arena;
  const am_law *law;
} naming;

/* Returns "name" or "name[3]"; the coordinates of a deviator start at 1. */
static const char *coordinate(am_arena *arena, const char *name, int size,
                              int i) {
  if (size == 1) return name;
  return am_format(arena, "%s[%d]", name, size == 5 ? i + 1 : i);
}

/* Names of the parameter numbers: indices of list members and vector components
 * start at 1, of tensor coordinates at 0. */
static const char **name_parameters(const naming *l) {
  const am_law *law = l->law;
  const char **names = AM_ARRAY(l->arena, const char *,
                                law->parameter_numbers);
  for (int p = 0; p < law->material->parameter_count; p++) {
    const char *name = law->material->parameters[p].name;
    const am_value *value = am_scope_find(law->scope, name);
    int size = am_kind_size[value->kind];
    for (int i = 0; i < am_value_size(value); i++) {
      const char *member = am_member_name(l->arena, name, value, i / size);
      int index = am_node_input_index(law->graph, value->nodes[i]);
      names[index] = coordinate(l->arena, member, size,
                                i % size + (value->kind == AM_VECTOR));
    }
  }
  return names;
}

static const char **name_states(const naming *l, const char *prefix) {
  const char **names = AM_ARRAY(l->arena, const char *, l->law->na);
  for (int v = 0; v < l->law->count; v++) {
    const am_variable *variable = &l->law->variables[v];
    const char *name = am_format(l->arena, "%s%s", prefix, variable->name);
    for (int i = 0; i < variable->size; i++)
      names[variable->offset + i] =
          coordinate(l->arena, name, variable->size, i);
  }
  return names;
}

/* Names the multipliers in the state, and the yield functions as their
 * rates. */
static void name_surfaces(const naming *l, am_law_names *names) {
  for (int k = 0; k < l->law->nd; k++) {
    int at = am_multiplier_at(l->law, k);
    names->rates[at] = l->law->surfaces[k].name;
    names->inputs[AM_INPUT_STATE][at] =
        am_format(l->arena, "multiplier.%s", names->rates[at]);
  }
}

static const char **name_tensor(const naming *l, const char *name) {
  const char **names = AM_ARRAY(l->arena, const char *, 6);
  for (int i = 0; i < 6; i++) names[i] = coordinate(l->arena, name, 6, i);
  return names;
}

static const char **name_externals(const naming *l) {
  const am_law *law = l->law;
  const char **names = AM_ARRAY(l->arena, const char *, law->nf);
  for (int i = 0; i < law->nf; i++)
    names[i] = law->material->externals[i].name;
  return names;
}

am_law_names am_law_names_of(am_arena *arena, const am_law *law) {
  const naming l = {arena, law};
  am_law_names names = {.rates = name_states(&l, "rate_"),
                        .stress = name_tensor(&l, "stress")};
  names.inputs[AM_INPUT_PARAMETER] = name_parameters(&l);
  names.inputs[AM_INPUT_STRAIN] = name_tensor(&l, "eps");
  names.inputs[AM_INPUT_EXTERNAL] = name_externals(&l);
  names.inputs[AM_INPUT_STATE] = name_states(&l, "");
  names.inputs[AM_INPUT_FORCE] = name_states(&l, "A_");
  name_surfaces(&l, &names);
  return names;
}

const char *am_law_name_input(void *data, am_input_kind kind, int index) {
  const am_law_names *names = data;
  return names->inputs[kind][index];
}
