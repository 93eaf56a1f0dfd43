/* description.c: description of a law for hosts. */
#include "export/parts.h"

enum { LONGEST_NAME = 40 }; /* CalculiX and Abaqus: 80 including prefixes */

/* ---- names --------------------------------------------------------------- */

/* Name of the material in capitals, without characters invalid in identifiers:
 * CalculiX accepts capitals only, and no '_'. */
static const char *behaviour_name(am_arena *arena, const char *material) {
  char *name = am_copy(arena, material, strlen(material)), *end = name;
  for (const char *c = material; *c; c++)
    if (isalnum((unsigned char)*c)) *end++ = (char)toupper((unsigned char)*c);
  *end = '\0';
  return name;
}

static am_status choose_name(am_arena *arena, am_report *report,
                             const am_export_options *options,
                             am_export *e) {
  const char *material = e->law->material->name;
  e->name = options->name ? options->name : behaviour_name(arena, material);
  if (!am_is_name(e->name))
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s is not a valid name: expected a letter, then letters, "
                    "digits or '_'%s",
                    am_quoted(arena, e->name),
                    options->name ? "" : "; choose one with --name");
  if (strlen(e->name) > LONGEST_NAME)
    return am_error(report, AM_USAGE, am_nowhere,
                    "the name of the behaviour has %zu characters, expected at "
                    "most %d for all hosts%s",
                    strlen(e->name), LONGEST_NAME,
                    options->name ? "" : "; choose one with --name");
  return AM_OK;
}

/* ---- numbers ------------------------------------------------------------- */

/* tau_2 of a list, h_1_2 of a matrix. */
static const char *number_name(am_arena *arena, const char *name,
                               const am_value *value, int i) {
  if (value->length < 0) return name;
  if (!value->columns) return am_format(arena, "%s_%d", name, i + 1);
  return am_format(arena, "%s_%d_%d", name, i / value->columns + 1,
                   i % value->columns + 1);
}

/* Lists scalars and members of lists of scalars, except the x of tables, and
 * parameters that determine a count or an index, which are compiled in. */
static void list_numbers(am_arena *arena, am_export *e) {
  const am_law *law = e->law;
  e->numbers = AM_ARRAY(arena, am_export_number, law->parameter_numbers);
  for (int p = 0; p < law->material->parameter_count; p++) {
    const am_parameter *parameter = &law->material->parameters[p];
    const am_value *value = am_scope_find(law->scope, parameter->name);
    bool list = value->length >= 0;
    if (value->kind != AM_SCALAR) continue;
    for (int i = 0; i < am_value_size(value); i++) {
      int index = am_node_input_index(law->graph, value->nodes[i]);
      bool is_x = value->outside && i % 2 == 0;
      if (law->structural[index] || is_x) continue;
      e->numbers[e->count++] = (am_export_number){
          .name = number_name(arena, parameter->name, value, i),
          .parameter = parameter, .value = value, .index = index,
          .member = list ? i + 1 : 0};
    }
  }
}

/* Marks a number, or all members of a parameter, by name. */
static int mark_property(am_export *e, const char *name) {
  int marked = 0;
  for (int i = 0; i < e->count; i++) {
    am_export_number *n = &e->numbers[i];
    if (strcmp(n->name, name) && strcmp(n->parameter->name, name)) continue;
    e->property_count += !n->property;
    n->property = true;
    marked++;
  }
  return marked;
}

/* In a host, the other fields follow the temperature in order. */
static void list_fields(am_export *e) {
  int others = 0;
  for (int i = 0; i < e->law->nf; i++) {
    bool first = e->law->material->externals[i].temperature;
    e->fields[i] = first ? 0 : ++others;
  }
}

static am_status choose_properties(am_arena *arena, am_report *report,
                                   const am_export_options *options,
                                   am_export *e) {
  const char *at = options->properties;
  const char **names = AM_ARRAY(arena, const char *, e->count);
  for (int i = 0; i < e->count; i++) names[i] = e->numbers[i].name;
  if (at && !strcmp(at, "all")) {
    for (int i = 0; i < e->count; i++) mark_property(e, names[i]);
    return AM_OK;
  }
  while (at && *at) {
    size_t length = strcspn(at, ",");
    const char *name = am_copy(arena, at, length);
    if (!mark_property(e, name))
      return am_error(report, AM_USAGE, options->place,
                      "no scalar parameter %s; available: %s%s",
                      am_quoted(arena, name),
                      am_listed(arena, names, (size_t)e->count),
                      am_suggestion(arena, name, names, (size_t)e->count));
    at += length + (at[length] == ',');
  }
  return AM_OK;
}

am_status am_export_new(am_arena *arena, am_report *report, const am_law *law,
                        const am_solver *solver,
                        const am_export_options *options, am_export *e) {
  *e = (am_export){.law = law, .solver = solver,
                   .deformed = options->deformed};
  AM_TRY(choose_name(arena, report, options, e));
  list_numbers(arena, e);
  list_fields(e);
  return choose_properties(arena, report, options, e);
}
