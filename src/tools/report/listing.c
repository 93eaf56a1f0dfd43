/* listing.c: formulas of a law in coordinates, and names of all quantities. */
#include "report/parts.h"

/* Names of all quantities. Indices of tensor coordinates start at 0, of
 * deviators, list members and vector components at 1. */
typedef struct {
  const char **inputs[AM_INPUT_KINDS]; /* by kind and index; NULL: kinds that
                                          occur only in functions for schemes */
  const char **rates;  /* [na] "rate_x"; for a multiplier, the name of its yield
                          function */
  const char **stress; /* [6] */
} law_names;

/* Returns "name" or "name[3]"; the coordinates of a deviator start at 1. */
static const char *coordinate(am_arena *arena, const char *name, int size,
                              int i) {
  if (size == 1) return name;
  return am_format(arena, "%s[%d]", name, size == 5 ? i + 1 : i);
}

/* Names of the parameter numbers: indices of list members and vector components
 * start at 1, of tensor coordinates at 0. */
static const char **name_parameters(am_arena *arena, const am_law *law) {
  const char **names = AM_ARRAY(arena, const char *, law->parameter_numbers);
  for (int p = 0; p < law->material->parameter_count; p++) {
    const char *name = law->material->parameters[p].name;
    const am_value *value = am_scope_find(law->scope, name);
    int size = am_kind_size[value->kind];
    for (int i = 0; i < am_value_size(value); i++) {
      const char *member = am_member_name(arena, name, value, i / size);
      int index = am_node_input_index(law->graph, value->nodes[i]);
      names[index] = coordinate(arena, member, size,
                                i % size + (value->kind == AM_VECTOR));
    }
  }
  return names;
}

static const char **name_states(am_arena *arena, const am_law *law,
                                const char *prefix) {
  const char **names = AM_ARRAY(arena, const char *, law->na);
  for (int v = 0; v < law->count; v++) {
    const am_variable *variable = &law->variables[v];
    const char *name = am_format(arena, "%s%s", prefix, variable->name);
    for (int i = 0; i < variable->size; i++)
      names[variable->offset + i] = coordinate(arena, name, variable->size, i);
  }
  return names;
}

/* Names the multipliers in the state with a prefix, and the yield functions as
 * their rates. */
static void name_surfaces(am_arena *arena, const am_law *law,
                          const char *prefix, law_names *names) {
  for (int k = 0; k < law->nd; k++) {
    int at = am_multiplier_at(law, k);
    names->rates[at] = law->surfaces[k].name;
    names->inputs[AM_INPUT_STATE][at] =
        am_format(arena, "%s%s", prefix, names->rates[at]);
  }
}

static const char **name_tensor(am_arena *arena, const char *name) {
  const char **names = AM_ARRAY(arena, const char *, 6);
  for (int i = 0; i < 6; i++) names[i] = coordinate(arena, name, 6, i);
  return names;
}

/* Names the rates of the strain and of external fields. */
static const char **name_rates(am_arena *arena, const am_law *law) {
  const char **names = AM_ARRAY(arena, const char *, am_law_inputs(law));
  memcpy(names, name_tensor(arena, "rate_eps"), 6 * sizeof *names);
  for (int i = 0; i < law->nf; i++)
    names[6 + i] =
        am_format(arena, "rate_%s", law->material->externals[i].name);
  return names;
}

static law_names names_of(am_arena *arena, const am_law *law,
                          const char *multiplier) {
  law_names names = {.rates = name_states(arena, law, "rate_"),
                     .stress = name_tensor(arena, "stress")};
  const char **externals = AM_ARRAY(arena, const char *, law->nf);
  for (int i = 0; i < law->nf; i++)
    externals[i] = law->material->externals[i].name;
  names.inputs[AM_INPUT_PARAMETER] = name_parameters(arena, law);
  names.inputs[AM_INPUT_STRAIN] = name_tensor(arena, "eps");
  names.inputs[AM_INPUT_EXTERNAL] = externals;
  names.inputs[AM_INPUT_RATE] = name_rates(arena, law);
  names.inputs[AM_INPUT_STATE] = name_states(arena, law, "");
  names.inputs[AM_INPUT_FORCE] = name_states(arena, law, "A_");
  name_surfaces(arena, law, multiplier, &names);
  return names;
}

static const char *name_input(void *data, am_input_kind kind, int index) {
  const law_names *names = data;
  return names->inputs[kind][index];
}

void am_law_formulas(am_buffer *out, am_law *law, const char *energy,
                     const char *multiplier, bool jacobian) {
  am_arena *arena = out->arena;
  law_names names = names_of(arena, law, multiplier);
  int count, n = 0, ns = jacobian ? law->ns : 0;
  const am_node *nodes =
      jacobian ? am_law_function(arena, law, AM_FUNCTION_JACOBIAN, &count)
               : NULL;
  am_named_node *roots =
      AM_ARRAY(arena, am_named_node, 7 + law->na * (2 + ns));
  if (law->material->free_energy)
    roots[n++] = (am_named_node){energy, law->energy};
  for (int c = 0; c < 6; c++)
    roots[n++] = (am_named_node){names.stress[c], law->stress[c]};
  for (int i = 0; i < law->na; i++)
    if (!am_is_multiplier(law, i))
      roots[n++] =
          (am_named_node){names.inputs[AM_INPUT_FORCE][i], law->force[i]};
  for (int i = 0; i < law->na; i++)
    roots[n++] = (am_named_node){names.rates[i], law->rate[i]};
  for (int i = 0; i < law->na * ns; i++)
    if (!am_is_const(law->graph, nodes[law->nx + i], 0))
      roots[n++] = (am_named_node){
          am_format(arena, "d %s/d %s", names.rates[i / ns],
                    names.inputs[AM_INPUT_STATE][i % ns]),
          nodes[law->nx + i]};
  am_node *shown = AM_ARRAY(arena, am_node, n);
  for (int i = 0; i < n; i++) shown[i] = roots[i].node;
  am_remove_marks(law->graph, shown, n);
  for (int i = 0; i < n; i++) roots[i].node = shown[i];
  am_print_graph(out, law->graph, roots, n, name_input, &names);
}
