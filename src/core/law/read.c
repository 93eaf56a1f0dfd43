/* read.c: reads a material file, key by key. */
#include "law/reader.h"

static const am_yaml_key unit_keys[] = {
    {"stress", AM_A_TEXT, "unit of stress, such as MPa"},
    {"time", AM_A_TEXT, "unit of time, such as s"},
    {0}};

static const am_yaml_shape requirement = AM_KEYS(am_requirement_keys);

const am_yaml_key am_material_keys[] = {
    {"format", AM_A_WHOLE, "version of this format, 1"},
    {"material", AM_A_TEXT, "name of the material"},
    {"title", {.takes = AM_TAKES_TEXT, AM_INTO(am_material, title)},
     "description in one line"},
    {"source", {.takes = AM_TAKES_TEXT, AM_INTO(am_material, source)},
     "publication of the law and its parameters"},
    {"keywords", {.takes = AM_TAKES_TEXT, AM_INTO(am_material, keywords)},
     "words for 'automat list materials --search'"},
    {"units", AM_KEYS(unit_keys), "units of stress and time"},
    {"include", {.items = &am_include_shape, .otherwise = &am_include_shape},
     "included files with parameters, variables and definitions"},
    {"parameters", AM_A_MAPPING(am_parameter_shape),
     "numbers by name: {value, unit, about, and bounds: min and max are allowed"
     " values, above and below are not}; cases and --set replace values"},
    {"internal", AM_A_MAPPING(am_internal_shape),
     "internal variables by name: scalar, symmetric, deviatoric, maximum; "
     "{type, count, initial, about}, where count makes a list x[1] ..."},
    {"definitions", AM_A_FORMULA, "lines 'name = expression' of parameters"},
    {"free_energy", AM_A_FORMULA,
     "omega(eps, internal variables), the last line: stress = d omega/d eps, "
     "driving force A_x = -d omega/d x of each variable x; shears are tensor "
     "components, eps[xy] = gamma/2"},
    {"stress", AM_A_FORMULA,
     "sigma(eps, internal variables), a stress that is not the derivative of "
     "a free energy"},
    {"force_potential", AM_A_FORMULA,
     "Psi(A_x ...): the rate of x is d Psi/d A_x; convex with its minimum at "
     "0, so that the dissipation is never negative"},
    {"elastic_domain", AM_A_MAPPING(am_formula_shape),
     "yield functions f(A_x ...), which must stay <= 0: the rate of x is the "
     "sum of multipliers times d f/d A_x"},
    {"rates", {.takes = AM_TAKES_TEXT, .entries = &am_formula_shape},
     "evolution equations of variables without a potential"},
    {"partials", {.takes = AM_TAKES_TEXT, .entries = &am_formula_shape},
     "first derivatives by hand, for strategy: semi-automatic"},
    {"conventional",
     {.takes = AM_TAKES_TEXT, AM_INTO(am_material, conventional)},
     "file of a hand-written update"},
    {"requires", AM_A_LIST(requirement), "conditions on parameters"},
    {"checks", {.elsewhere = true}, "values that the law must reproduce"},
    {"check", AM_A_MAPPING(am_numbers_shape),
     "ranges [low, high] of external fields and, as 'rates', of strain rates "
     "in random states of automat check"},
    {"parameter_sets",
     {.entries = &am_overrides_shape, AM_INTO(am_material, parameter_sets)},
     "further sets of parameters by name"},
    {"lacks", {.elsewhere = true}, "known failures of checks, with the reason"},
    {"kinematics",
     {.words = am_kinematics_names, AM_INTO(am_material, kinematics)},
     "kinematics of eps: small or logarithmic strain"},
    {"external", AM_A_MAPPING(am_external_shape),
     "prescribed fields, such as a temperature"},
    {0}};

/* Names of output columns, which internal variables must not have. */
static const char *const columns[] = {
    "time",     "strain",      "stress",     "internal",   "tangent",
    "derivative", "energy",    "free_energy", "dissipation", "work", "balance",
    "substeps", "rejected",    "evaluations", "iterations", "residual",
    "equilibrium_iterations", "sensitivity", "multiplier", "external", "heat",
    NULL};

static const am_yaml *material_key(const am_material *m, const char *key) {
  return am_yaml_get(m->root, key);
}

/* Reads the name of the material, which also occurs in names of files. */
static am_status read_name(am_report *report, am_material *m) {
  const am_yaml *node = material_key(m, "material");
  if (!node)
    return am_error(report, AM_INPUT, m->root->place,
                    "expected the key 'material' with the material's name");
  AM_TRY(am_yaml_text(report, node, "material", &m->name));
  if (am_is_label(m->name)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "%s is not a valid material name: expected a letter, then "
                  "letters, digits, '_' or '-', at most 63",
                  am_yaml_describe(report->arena, node));
}

/* Reads the units; included files must have the same units. */
static am_status read_units(const am_reader *r, const am_yaml *root) {
  am_material *m = r->material;
  static const char *const kinds[] = {"MPa", "s"};
  const char **units[] = {&m->stress_unit, &m->time_unit};
  const am_yaml *node = am_yaml_get(root, "units");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_keys_known(r->report, node, "units", unit_keys));
  for (int i = 0; i < 2; i++) {
    const char *name = unit_keys[i].key, *text;
    const am_yaml *unit = am_yaml_get(node, name);
    if (!unit) continue;
    AM_TRY(am_yaml_text(r->report, unit, name, &text));
    am_conversion any;
    if (!am_unit_known(text))
      return am_error(r->report, AM_INPUT, unit->place, "unknown unit '%s'",
                      text);
    if (!am_unit_conversion(text, kinds[i], &any) &&
        !am_unit_conversion(text, "", &any))
      return am_error(r->report, AM_INPUT, unit->place,
                      "'%s' is not a unit of %s, such as %s", text, name,
                      kinds[i]);
    if (root == m->root)
      *units[i] = text;
    else if (**units[i] && strcmp(*units[i], text))
      return am_error(r->report, AM_INPUT, unit->place,
                      "the unit of %s is %s here, and %s in the material "
                      "that includes the file",
                      name, text, *units[i]);
  }
  return AM_OK;
}

am_status am_new_name_check(am_report *report, const char *key, am_place place,
                            const char *full, const char *what) {
  const char *shown = am_printable(report->arena, key, strlen(key));
  if (!am_is_name(key))
    return am_error(report, AM_INPUT, place,
                    "'%s' is not a name: expected a letter, then letters, "
                    "digits or '_', at most 63",
                    shown);
  if (!am_is_name(full))
    return am_error(report, AM_INPUT, place,
                    "'%s' becomes '%s', which is longer than 63 characters",
                    shown, full);
  if (am_is_reserved(full) || am_is_reserved(key))
    return am_error(report, AM_INPUT, place,
                    "'%s' is a reserved name and cannot name %s",
                    am_is_reserved(full) ? full : shown, what);
  return AM_OK;
}

/* True if the temperature that formulas read is in K. */
static bool has_kelvin(const am_material *m) {
  const am_yaml *fields = am_yaml_get(m->root, "external");
  bool found = false;
  for (size_t i = 0; fields && i < fields->count; i++) {
    const am_yaml *unit = am_yaml_get(fields->items[i], "unit");
    found |= unit && unit->kind == AM_YAML_SCALAR &&
             !strcmp(unit->text.text, "K");
  }
  return found;
}

/* Checks that the unit of a value given by an including file has the dimension
 * of the parameter. */
static am_status check_kind(const am_reader *r, const am_yaml *own,
                            const am_yaml *given, const am_parameter *p) {
  const am_material *m = r->material;
  const am_yaml *unit = am_yaml_get(own, "unit");
  am_conversion any;
  if (own == given || !unit || unit->kind != AM_YAML_SCALAR) return AM_OK;
  const char *expected = am_unit_within(r->arena, unit->text.text,
                                        m->stress_unit, m->time_unit);
  if (!am_unit_known(expected) || !*p->unit ||
      am_unit_conversion(p->unit, expected, &any) ||
      strstr(expected, "stress") || strstr(expected, "time"))
    return AM_OK;
  return am_error(r->report, AM_INPUT, given->place,
                  "parameter '%s' is in %s, which cannot be converted to %s",
                  p->name, p->unit, expected);
}

/* Conversion of a parameter from its unit to the system of units. Formulas read
 * the converted value; input and output use the parameter's own unit. */
static void find_conversion(const am_reader *r, am_parameter *p) {
  const am_material *m = r->material;
  const char *to;
  if (!am_unit_in_system(r->arena, p->unit, m->stress_unit, m->time_unit,
                         &p->conversion, &to) ||
      am_conversion_is_none(&p->conversion))
    return;
  if (p->conversion.offset != 0 && (p->kind != AM_SCALAR || !has_kelvin(m)))
    return;
  p->converted = true;
  am_note(r->report, p->place,
          "parameter '%s' is in %s: the formulas read %.15g %s for %.15g %s",
          p->name, p->unit, am_parameter_converted(p, p->outside ? 1 : 0), to,
          p->values[p->outside ? 1 : 0], p->unit);
}

static am_status read_parameters(am_reader *r, const am_file_context *f) {
  am_material *m = r->material;
  const am_yaml *node = am_yaml_get(f->root, "parameters");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_MAPPING, "parameters"));
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    const am_yaml *entry = am_given_parameter(r->arena, f, item);
    AM_TRY(am_new_name_check(r->report, item->key, item->key_place, entry->key,
                             "a parameter"));
    AM_PUSH(r->arena, m->parameters, m->parameter_count, (am_parameter){0});
    am_parameter *p = &m->parameters[m->parameter_count - 1];
    AM_TRY(am_parameter_read(r->arena, r->report, entry, NULL, p));
    if (!p->values) AM_TRY(am_table_read(r, f, entry, p));
    p->unit = am_unit_within(r->arena, p->unit, m->stress_unit, m->time_unit);
    AM_TRY(check_kind(r, item, entry, p));
    find_conversion(r, p);
  }
  return AM_OK;
}

bool am_is_column(const char *name) {
  bool found = am_component_index(name) >= 0;
  for (size_t i = 0; columns[i]; i++) found |= !strcmp(name, columns[i]);
  return found;
}

static am_status check_internal_name(const am_reader *r,
                                     const am_file_context *f,
                                     const am_yaml *node, const char *full) {
  AM_TRY(am_new_name_check(r->report, node->key, node->key_place, full,
                           "an internal variable"));
  if (am_is_column(full))
    return am_error(r->report, AM_INPUT, node->key_place,
                    "'%s' is an output column and cannot name an internal "
                    "variable",
                    full);
  if (am_yaml_get(am_yaml_get(f->root, "parameters"), node->key))
    return am_error(r->report, AM_INPUT, node->key_place,
                    "'%s' is already a parameter", node->key);
  return AM_OK;
}

static am_status read_internals(am_reader *r, const am_file_context *f) {
  am_material *m = r->material;
  const am_yaml *node = am_yaml_get(f->root, "internal");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_MAPPING, "internal"));
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    am_internal v = {
        .name = am_format(r->arena, "%s%s", f->prefix, item->key),
        .part = m->part_count};
    AM_TRY(check_internal_name(r, f, item, v.name));
    AM_TRY(am_internal_read(r->arena, r->report, item, &v));
    AM_PUSH(r->arena, m->internals, m->internal_count, v);
  }
  return AM_OK;
}

/* Driving forces A_x are reserved names. */
static am_status check_force(am_report *report, const am_material *m,
                             const char *name, am_place place,
                             const char *what) {
  if (strncmp(name, "A_", 2)) return AM_OK;
  for (int k = 0; k < m->internal_count; k++)
    if (!strcmp(name + 2, m->internals[k].name))
      return am_error(report, AM_INPUT, place,
                      "'%s' is the driving force of '%s' and cannot name %s",
                      name, m->internals[k].name, what);
  return AM_OK;
}

static am_status check_forces(am_report *report, const am_material *m) {
  for (int i = 0; i < m->parameter_count; i++)
    AM_TRY(check_force(report, m, m->parameters[i].name,
                       m->parameters[i].place, "a parameter"));
  for (int i = 0; i < m->internal_count; i++)
    AM_TRY(check_force(report, m, m->internals[i].name, m->internals[i].place,
                       "an internal variable"));
  for (int i = 0; i < m->external_count; i++)
    AM_TRY(check_force(report, m, m->externals[i].name, m->externals[i].place,
                       "an external field"));
  return AM_OK;
}

am_status am_part_read(am_reader *r, const am_file_context *f) {
  am_material *m = r->material;
  am_material_part part = {.root = f->root, .path = f->path,
                           .prefix = f->prefix, .installed = f->installed,
                           .first_parameter = m->parameter_count,
                           .first_internal = m->internal_count,
                           .first_part = m->part_count};
  const am_yaml *format = am_yaml_get(f->root, "format");
  const am_yaml *definitions = am_yaml_get(f->root, "definitions");
  const am_yaml *requires = am_yaml_get(f->root, "requires");
  AM_TRY(am_yaml_take(r->report, f->root,
                      f->outer ? "an included file" : "a material",
                      am_material_keys,
                      f->outer ? AM_NEW(r->arena, am_material) : m));
  const am_yaml *external = am_yaml_get(f->root, "external");
  if (f->outer && external)
    return am_error(r->report, AM_INPUT, external->place,
                    "an included file cannot declare external fields: declare "
                    "them in the material");
  if (format) AM_TRY(am_yaml_format(r->report, format));
  AM_TRY(read_units(r, f->root));
  AM_TRY(am_includes_read(r, f));
  AM_TRY(read_parameters(r, f));
  AM_TRY(read_internals(r, f));
  if (definitions)
    AM_TRY(am_block_read(r->arena, r->report, definitions, "definitions",
                         AM_BLOCK_DEFINITIONS, &part.definitions));
  if (requires)
    AM_TRY(am_yaml_expect(r->report, requires, AM_YAML_SEQUENCE, "requires"));
  part.end_parameter = m->parameter_count;
  part.end_internal = m->internal_count;
  AM_PUSH(r->arena, m->parts, m->part_count, part);
  return AM_OK;
}

/* Reads an entry, called `what`, whose key is a name or the head of a list. */
static am_status read_entry(am_arena *arena, am_report *report,
                            const am_yaml *item, const char *what,
                            am_file_formula *e) {
  e->key = (am_snippet){.text = item->key, .length = strlen(item->key),
                        .source = item->key_place.source,
                        .line = item->key_place.line,
                        .column = item->key_place.column, .indent = 1};
  AM_TRY(am_head_parse(arena, report, &e->key, &e->head));
  return am_block_read(arena, report, item, what, AM_BLOCK_VALUE, &e->block);
}

/* Reads the yield functions; output columns are named after the entries. */
static am_status read_domains(am_arena *arena, am_report *report,
                              am_material *m) {
  const am_yaml *node = material_key(m, "elastic_domain");
  if (!node) return AM_OK;
  if (node->kind != AM_YAML_MAPPING || !node->count)
    return am_error(report, AM_INPUT, node->place,
                    "expected 'elastic_domain' to name yield functions, which "
                    "must stay <= 0, as in 'elastic_domain: {yield: mises(A_x) "
                    "- 100}'");
  if (!m->internal_count)
    return am_error(report, AM_INPUT, node->key_place,
                    "material '%s' has an elastic_domain but no internal "
                    "variables",
                    m->name);
  if (material_key(m, "partials"))
    return am_exclude(report, AM_FEATURE_DOMAIN, AM_FEATURE_PARTIALS,
                      node->key_place);
  m->domains.entries = AM_ARRAY(arena, am_file_formula, node->count);
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    const char *name = item->key, *what = "a yield function";
    am_place place = item->key_place;
    am_file_formula *e = &m->domains.entries[i];
    if (!strchr(name, '['))
      AM_TRY(am_new_name_check(report, name, place, name, what));
    AM_TRY(read_entry(arena, report, item, "a part of the elastic domain", e));
    name = e->head.name;
    AM_TRY(am_new_name_check(report, name, place, name, what));
    if (am_file_formula_find(&m->domains, name))
      return am_error(report, AM_INPUT, place,
                      "there is already a yield function '%s'", name);
    m->domains.count++;
  }
  return AM_OK;
}

static am_status read_potentials(am_arena *arena, am_report *report,
                                 am_material *m) {
  const am_yaml *energy = material_key(m, "free_energy");
  const am_yaml *stress = material_key(m, "stress");
  const am_yaml *potential = material_key(m, "force_potential");
  const am_yaml *flow = potential ? potential
                                  : material_key(m, "elastic_domain");
  if (!energy && !stress)
    return am_error(report, AM_INPUT, m->root->place,
                    "material '%s' has neither free_energy nor stress",
                    m->name);
  if (!energy && flow)
    return am_error(report, AM_INPUT, flow->key_place,
                    "'%s' needs a free_energy, whose derivatives are the "
                    "driving forces: give one, or give 'rates'", flow->key);
  bool moves = false; /* some variable is not a maximum */
  for (int i = 0; i < m->internal_count; i++) moves |= !m->internals[i].of;
  if (!potential && moves && !material_key(m, "elastic_domain") &&
      !material_key(m, "rates"))
    return am_error(report, AM_INPUT, m->root->place,
                    "material '%s' has internal variables but none of "
                    "force_potential, elastic_domain and rates",
                    m->name);
  if (energy)
    AM_TRY(am_block_read(arena, report, energy, "free_energy", AM_BLOCK_VALUE,
                         &m->free_energy));
  if (stress)
    AM_TRY(am_block_read(arena, report, stress, "stress", AM_BLOCK_VALUE,
                         &m->stress));
  AM_TRY(read_domains(arena, report, m));
  if (!potential) return AM_OK;
  return am_block_read(arena, report, potential, "force_potential",
                       AM_BLOCK_VALUE, &m->force_potential);
}

/* Reads a block of assignments, or a mapping with entries called `what`. */
static am_status read_given(am_arena *arena, am_report *report,
                            const am_material *m, const char *key,
                            const char *what, am_file_formulas *given) {
  const am_yaml *node = material_key(m, key);
  if (!node) return AM_OK;
  if (node->kind == AM_YAML_SCALAR)
    return am_block_read(arena, report, node, key, AM_BLOCK_DEFINITIONS,
                         &given->block);
  AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, key));
  given->entries = AM_ARRAY(arena, am_file_formula, node->count);
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    am_file_formula *e = &given->entries[given->count++];
    AM_TRY(read_entry(arena, report, item, what, e));
  }
  return AM_OK;
}

const am_file_formula *am_file_formula_find(const am_file_formulas *given,
                                            const char *name) {
  for (int i = 0; i < given->count; i++)
    if (!strcmp(given->entries[i].head.name, name)) return &given->entries[i];
  return NULL;
}

/* True if a block of rates contains rate_x = ... for a variable. */
static bool gives_rate(const am_block *block, const char *name) {
  for (size_t i = 0; block && i < block->count; i++) {
    const am_assignment *a = &block->assignments[i];
    if (!a->argument_count && !strncmp(a->name, "rate_", 5) &&
        !strcmp(a->name + 5, name))
      return true;
  }
  return false;
}

/* Marks the variables whose rates are given by the file. */
static am_status mark_given(am_report *report, am_material *m) {
  const am_yaml *node = material_key(m, "rates");
  size_t count = (size_t)m->internal_count;
  const char **names = AM_ARRAY(report->arena, const char *, count);
  for (size_t i = 0; node && i < count; i++) {
    am_internal *v = &m->internals[i];
    names[i] = v->name;
    v->given = am_file_formula_find(&m->rates, v->name) ||
               gives_rate(m->rates.block, v->name);
    if (!v->given && !v->of && !m->force_potential && !m->domains.count)
      return am_error(report, AM_INPUT, node->key_place,
                      "the rate of '%s' is missing: give it under 'rates', or "
                      "give a force_potential",
                      v->name);
  }
  for (int i = 0; i < m->rates.count; i++) {
    const am_file_formula *e = &m->rates.entries[i];
    size_t k = 0;
    while (k < count && strcmp(names[k], e->head.name)) k++;
    if (k == count)
      return am_error(report, AM_INPUT,
                      am_snippet_place(&e->key, e->head.offset),
                      "there is no internal variable '%s'%s", e->head.name,
                      am_suggestion(report->arena, e->head.name, names, count));
  }
  return AM_OK;
}

am_status am_material_read(am_arena *arena, am_report *report,
                           const char *path, am_material **material) {
  am_yaml *root;
  AM_TRY(am_yaml_read(arena, report, path, &root));
  return am_material_of(arena, report, root, path, NULL, material);
}

am_status am_material_of(am_arena *arena, am_report *report, am_yaml *root,
                         const char *path, const am_included *included,
                         am_material **material) {
  am_material *m = *material = AM_NEW(arena, am_material);
  am_reader r = {.arena = arena, .report = report, .material = m,
                 .stored = included};
  const am_file_context own = {.root = root, .path = path, .prefix = ""};
  m->path = path;
  m->root = root;
  m->stress_unit = m->time_unit = m->title = m->source = "";
  m->keywords = "";
  const am_yaml *checks = material_key(m, "checks");
  AM_TRY(am_part_read(&r, &own));
  AM_TRY(read_name(report, m));
  m->kinematics_given = material_key(m, "kinematics") != NULL;
  AM_TRY(am_externals_read(&r));
  AM_TRY(check_forces(report, m));
  AM_TRY(am_clashes_check(&r));
  AM_TRY(read_potentials(arena, report, m));
  AM_TRY(read_given(arena, report, m, "rates", "a rate", &m->rates));
  AM_TRY(mark_given(report, m));
  AM_TRY(read_given(arena, report, m, "partials", "a partial derivative",
                    &m->partials));
  return checks ? am_yaml_expect(report, checks, AM_YAML_SEQUENCE, "checks")
                : AM_OK;
}
