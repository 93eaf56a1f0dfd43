/* initial_state.c: initial values of variables and external fields, given by a
 * case. */
#include "point/parts.h"

static bool is_zero(const am_yaml *node) {
  double value;
  return am_yaml_is_number(node) &&
         am_parse_number(node->text.text, &value) && value == 0;
}

static am_status set_variable(am_report *report, const am_variable *v,
                              const am_yaml *node, double *state) {
  double t[6] = {0};
  if (v->kind == AM_SCALAR)
    return am_yaml_number(report, node, v->name, &state[v->offset]);
  if (!is_zero(node)) AM_TRY(am_components_read(report, node, v->name, t));
  if (am_variable_from_user(v, t, state)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "'%s' is deviatoric, but this value has the trace %.3g",
                  v->name, t[0] + t[1] + t[2]);
}

/* Member of a list variable, found by name because the state has been
 * reordered. */
static const am_variable *find_member(const am_law *law, const char *base,
                                      int member) {
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].member == member &&
        !strcmp(law->variables[i].base, base))
      return &law->variables[i];
  return NULL;
}

static am_status refuse_unknown(am_report *report, const am_law *law,
                                const am_yaml *node) {
  const char **names = AM_ARRAY(report->arena, const char *,
                                law->count + law->nf + 3);
  size_t count = 0;
  if (!strcmp(node->key, "external"))
    return am_error(report, AM_INPUT, node->key_place,
                    "external fields are given directly in 'initial', such as "
                    "'initial: {%s: VALUE}'; material '%s' has %d",
                    law->nf ? law->material->externals[0].name : "T",
                    law->material->name, law->nf);
  names[count++] = "time";
  names[count++] = "strain";
  names[count++] = "stress";
  for (int i = 0; i < law->count; i++)
    if (law->variables[i].member <= 1) names[count++] = law->variables[i].base;
  for (int i = 0; i < law->nf; i++)
    names[count++] = law->material->externals[i].name;
  return am_error(report, AM_INPUT, node->key_place,
                  "material '%s' has no internal variable or external field "
                  "%s%s", law->material->name,
                  am_quoted(report->arena, node->key),
                  am_name_hint(report->arena, node->key, names, count));
}

/* Sets a list variable: all its members, or 0. */
static am_status set_list(am_report *report, const am_law *law,
                          const am_yaml *node, double *state) {
  size_t count = 0;
  bool zero = is_zero(node);
  for (int i = 0; i < law->count; i++)
    count += !strcmp(law->variables[i].base, node->key);
  if (!count) return refuse_unknown(report, law, node);
  if (!zero) AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, node->key));
  if (!zero && node->count != count)
    return am_error(report, AM_INPUT, node->place,
                    "'%s' has %zu members, found %zu", node->key, count,
                    node->count);
  for (size_t i = 0; i < count; i++)
    AM_TRY(set_variable(report, find_member(law, node->key, (int)i + 1),
                        zero ? node : node->items[i], state));
  return AM_OK;
}

static am_status set_external(am_report *report, const am_law *law, int i,
                              const am_yaml *node, double *external) {
  const char *name = law->material->externals[i].name;
  AM_TRY(am_yaml_number(report, node, name, &external[i]));
  if (am_external_allows(law, i, external[i])) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "external field '%s' is %.15g, but must be %s", name,
                  external[i], am_external_bounds(report->arena, law, i));
}

/* True for keys of `initial` that the case reads, not the law. */
static bool is_of_case(const am_law *law, const char *key) {
  return !strcmp(key, "time") || !strcmp(key, "strain") ||
         !strcmp(key, "stress") || (law->logarithmic && !strcmp(key, "F"));
}

am_status am_law_initial(am_report *report, const am_law *law,
                         const am_yaml *initial, double *state,
                         double *external) {
  for (size_t i = 0; initial && i < initial->count; i++) {
    const am_yaml *node = initial->items[i];
    if (is_of_case(law, node->key)) continue;
    int field = am_external_index(law->material, node->key);
    if (field >= 0) {
      AM_TRY(set_external(report, law, field, node, external));
      continue;
    }
    if (law->temperature && !strcmp(node->key, law->temperature_name))
      return am_error(report, AM_INPUT, node->key_place,
                      "'%s' follows from the potentials: give its initial "
                      "value in 'adiabatic'",
                      node->key);
    const am_variable *one = find_member(law, node->key, 0);
    AM_TRY(one ? set_variable(report, one, node, state)
               : set_list(report, law, node, state));
  }
  return AM_OK;
}
