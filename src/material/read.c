/* read.c: a material file, key by key, and where it is found. */
#include <string.h>

#include "base/basis.h"
#include "base/data.h"
#include "base/text.h"
#include "expr/elaborate.h"
#include "material/parameter.h"

static const char *const keys[] = {
    "format",      "material",       "title",    "source",
    "units",       "parameters",     "internal", "definitions",
    "free_energy", "force_potential", "partials", "conventional",
    "requires",    "checks",         "parameter_sets", "lacks", NULL};

/* Output columns: an internal variable of such a name could not be told
 * apart from them. */
static const char *const columns[] = {
    "time",     "strain",      "stress",     "internal",   "tangent",
    "derivative", "energy",    "free_energy", "dissipation", "work", "balance",
    "substeps", "rejected",    "evaluations", "iterations", "residual",
    "equilibrium_iterations", "sensitivity", NULL};

static const am_yaml *material_key(const am_material *m, const char *key) {
  return am_yaml_get(m->root, key);
}

static am_status read_text(am_report *report, const am_material *m,
                           const char *key, const char **text) {
  const am_yaml *node = material_key(m, key);
  *text = "";
  return node ? am_yaml_text(report, node, key, text) : AM_OK;
}

/* Files are named after it. */
static am_status read_name(am_report *report, am_material *m) {
  const am_yaml *node = material_key(m, "material");
  if (!node)
    return am_error(report, AM_INPUT, m->root->place,
                    "expected the key 'material' with the material's name");
  AM_TRY(am_yaml_text(report, node, "material", &m->name));
  if (am_is_label(m->name)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "%s cannot name a material: expected a letter, then "
                  "letters, digits, '_' or '-', at most 63",
                  am_yaml_describe(report->arena, node));
}

static am_status read_units(am_report *report, am_material *m) {
  static const char *const names[] = {"stress", "time", NULL};
  const char **units[] = {&m->stress_unit, &m->time_unit};
  const am_yaml *node = material_key(m, "units");
  m->stress_unit = m->time_unit = "";
  if (!node) return AM_OK;
  AM_TRY(am_yaml_known(report, node, "units", names));
  for (int i = 0; i < 2; i++) {
    const am_yaml *unit = am_yaml_get(node, names[i]);
    if (!unit) continue;
    AM_TRY(am_yaml_text(report, unit, names[i], units[i]));
    if (!am_unit_known(*units[i]))
      return am_error(report, AM_INPUT, unit->place, "unknown unit '%s'",
                      *units[i]);
  }
  return AM_OK;
}

/* A name that the file gives to something new. */
static am_status check_new_name(am_report *report, const am_yaml *node,
                                const char *what) {
  const char *shown =
      am_printable(report->arena, node->key, strlen(node->key));
  if (!am_is_name(node->key))
    return am_error(report, AM_INPUT, node->key_place,
                    "'%s' is not a name: expected a letter, then letters, "
                    "digits or '_', at most 63",
                    shown);
  if (am_is_reserved(node->key))
    return am_error(report, AM_INPUT, node->key_place,
                    "'%s' has a meaning in the language and cannot name %s",
                    shown, what);
  return AM_OK;
}

static am_status read_parameters(am_arena *arena, am_report *report,
                                 am_material *m) {
  const am_yaml *node = material_key(m, "parameters");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, "parameters"));
  m->parameters = AM_ARRAY(arena, am_parameter, node->count);
  for (size_t i = 0; i < node->count; i++) {
    AM_TRY(check_new_name(report, node->items[i], "a parameter"));
    AM_TRY(am_parameter_read(arena, report, node->items[i],
                             &m->parameters[m->parameter_count++]));
  }
  return AM_OK;
}

static am_status read_type(am_report *report, const am_yaml *node,
                           am_internal *v) {
  static const struct {
    const char *name;
    am_kind kind;
    bool deviatoric;
  } types[] = {{"scalar", AM_SCALAR, false},
               {"symmetric", AM_TENSOR, false},
               {"deviatoric", AM_TENSOR, true}};
  const char *text, *names[3];
  AM_TRY(am_yaml_text(report, node, "the type of a variable", &text));
  for (int i = 0; i < 3; i++) {
    names[i] = types[i].name;
    if (strcmp(types[i].name, text)) continue;
    v->kind = types[i].kind;
    v->deviatoric = types[i].deviatoric;
    return AM_OK;
  }
  return am_error(report, AM_INPUT, node->place,
                  "expected the type of '%s' to be scalar, symmetric or "
                  "deviatoric, found %s%s",
                  v->name, am_yaml_describe(report->arena, node),
                  am_suggestion(report->arena, text, names, 3));
}

static am_status parse_optional(am_arena *arena, am_report *report,
                                const am_yaml *node, const char *what,
                                am_expr **expr) {
  *expr = NULL;
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  return am_expr_parse(arena, report, &node->text, expr);
}

static am_status read_internal(am_arena *arena, am_report *report,
                               const am_yaml *node, am_internal *v) {
  static const char *const long_keys[] = {"type", "count", "initial", "about",
                                          NULL};
  const am_yaml *type = node;
  *v = (am_internal){.name = node->key, .place = node->key_place,
                     .about = ""};
  if (node->kind == AM_YAML_MAPPING) {
    const am_yaml *about = am_yaml_get(node, "about");
    AM_TRY(am_yaml_known(report, node, "an internal variable", long_keys));
    type = am_yaml_get(node, "type");
    if (!type)
      return am_error(report, AM_INPUT, node->place,
                      "internal variable '%s' has no type", v->name);
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "count"), "count",
                          &v->count));
    AM_TRY(parse_optional(arena, report, am_yaml_get(node, "initial"),
                          "initial", &v->initial));
    if (about) AM_TRY(am_yaml_text(report, about, "about", &v->about));
  }
  return read_type(report, type, v);
}

static am_status check_internal_name(am_report *report, const am_material *m,
                                     const am_yaml *node) {
  AM_TRY(check_new_name(report, node, "an internal variable"));
  bool is_column = am_component_index(node->key) >= 0;
  for (size_t i = 0; columns[i]; i++)
    is_column |= !strcmp(node->key, columns[i]);
  if (is_column)
    return am_error(report, AM_INPUT, node->key_place,
                    "'%s' is an output column and cannot name an internal "
                    "variable",
                    node->key);
  for (int i = 0; i < m->parameter_count; i++)
    if (!strcmp(m->parameters[i].name, node->key))
      return am_error(report, AM_INPUT, node->key_place,
                      "'%s' is already a parameter", node->key);
  return AM_OK;
}

static am_status read_internals(am_arena *arena, am_report *report,
                                am_material *m) {
  const am_yaml *node = material_key(m, "internal");
  if (!node) return AM_OK;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, "internal"));
  m->internals = AM_ARRAY(arena, am_internal, node->count);
  for (size_t i = 0; i < node->count; i++) {
    AM_TRY(check_internal_name(report, m, node->items[i]));
    AM_TRY(read_internal(arena, report, node->items[i],
                         &m->internals[m->internal_count++]));
  }
  return AM_OK;
}

/* Names of driving forces belong to the language. */
static am_status check_forces(am_report *report, const am_material *m,
                              const char *key, const char *what) {
  const am_yaml *node = material_key(m, key);
  for (size_t i = 0; node && i < node->count; i++) {
    const am_yaml *item = node->items[i];
    for (int k = 0; k < m->internal_count; k++)
      if (!strncmp(item->key, "A_", 2) &&
          !strcmp(item->key + 2, m->internals[k].name))
        return am_error(report, AM_INPUT, item->key_place,
                        "'%s' is the driving force of '%s' and cannot name "
                        "%s",
                        item->key, m->internals[k].name, what);
  }
  return AM_OK;
}

static am_status read_block(am_arena *arena, am_report *report,
                            const am_yaml *node, const char *what,
                            am_block_kind kind, am_block **block) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, what));
  *block = AM_NEW(arena, am_block);
  return am_block_parse(arena, report, &node->text, kind, *block);
}

static am_status read_potentials(am_arena *arena, am_report *report,
                                 am_material *m) {
  const am_yaml *definitions = material_key(m, "definitions");
  const am_yaml *energy = material_key(m, "free_energy");
  const am_yaml *potential = material_key(m, "force_potential");
  if (definitions)
    AM_TRY(read_block(arena, report, definitions, "definitions",
                      AM_BLOCK_DEFINITIONS, &m->definitions));
  if (!energy)
    return am_error(report, AM_INPUT, m->root->place,
                    "material '%s' has no free_energy", m->name);
  if (!potential && m->internal_count)
    return am_error(report, AM_INPUT, m->root->place,
                    "material '%s' has internal variables but no "
                    "force_potential",
                    m->name);
  AM_TRY(read_block(arena, report, energy, "free_energy", AM_BLOCK_VALUE,
                    &m->free_energy));
  if (!potential) return AM_OK;
  return read_block(arena, report, potential, "force_potential",
                    AM_BLOCK_VALUE, &m->force_potential);
}

static am_status read_partials(am_arena *arena, am_report *report,
                               am_material *m) {
  const am_yaml *node = material_key(m, "partials");
  if (!node) return AM_OK;
  if (node->kind == AM_YAML_SCALAR)
    return read_block(arena, report, node, "partials", AM_BLOCK_DEFINITIONS,
                      &m->partials);
  AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, "partials"));
  m->partial_blocks = AM_ARRAY(arena, am_partial_block, node->count);
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    am_partial_block *p = &m->partial_blocks[m->partial_count++];
    p->key = (am_snippet){.text = item->key, .length = strlen(item->key),
                          .source = item->key_place.source,
                          .line = item->key_place.line,
                          .column = item->key_place.column, .indent = 1};
    AM_TRY(am_head_parse(arena, report, &p->key, &p->head));
    AM_TRY(read_block(arena, report, item, "a partial derivative",
                      AM_BLOCK_VALUE, &p->block));
  }
  return AM_OK;
}

am_status am_material_read(am_arena *arena, am_report *report,
                           const char *path, am_material **material) {
  am_yaml *root;
  AM_TRY(am_yaml_read(arena, report, path, &root));
  return am_material_of(arena, report, root, path, material);
}

am_status am_material_of(am_arena *arena, am_report *report, am_yaml *root,
                         const char *path, am_material **material) {
  static const struct {
    const char *key;
    am_yaml_kind kind;
  } lists[] = {{"requires", AM_YAML_SEQUENCE}, {"checks", AM_YAML_SEQUENCE},
               {"parameter_sets", AM_YAML_MAPPING}};
  am_material *m = *material = AM_NEW(arena, am_material);
  m->path = path;
  m->root = root;
  AM_TRY(am_yaml_known(report, m->root, "a material", keys));
  const am_yaml *format = material_key(m, "format");
  const am_yaml *conventional = material_key(m, "conventional");
  if (format) AM_TRY(am_yaml_format(report, format));
  AM_TRY(read_name(report, m));
  AM_TRY(read_text(report, m, "title", &m->title));
  AM_TRY(read_text(report, m, "source", &m->source));
  AM_TRY(read_units(report, m));
  AM_TRY(read_parameters(arena, report, m));
  AM_TRY(read_internals(arena, report, m));
  AM_TRY(check_forces(report, m, "parameters", "a parameter"));
  AM_TRY(check_forces(report, m, "internal", "an internal variable"));
  AM_TRY(read_potentials(arena, report, m));
  AM_TRY(read_partials(arena, report, m));
  if (conventional)
    AM_TRY(am_yaml_text(report, conventional, "conventional",
                        &m->conventional));
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const am_yaml *list = material_key(m, lists[i].key);
    if (list)
      AM_TRY(am_yaml_expect(report, list, lists[i].kind, lists[i].key));
  }
  return AM_OK;
}

/* ---- where it is found --------------------------------------------------- */

static const char *const folder = "materials";

const char *const *am_material_names(am_arena *arena, size_t *count) {
  return am_data_names(arena, folder, count);
}

am_status am_material_find(am_arena *arena, am_report *report,
                           const char *name, const char *base, am_place place,
                           const char **path) {
  if (!am_data_is_path(name))
    return am_data_find(arena, report, folder, name, base, place, path);
  bool whole = *name == '/' || !base || !*base;
  *path = whole ? name : am_format(arena, "%s/%s", base, name);
  return AM_OK;
}
