/* tables.c: description of a law for hosts, and as C tables. */
#include "export/parts.h"

/* User text as a C string literal. */
static const char *literal(am_arena *arena, const char *text) {
  am_buffer out = {.arena = arena};
  for (const char *c = text; *c; c++)
    if (*c == '"' || *c == '\\')
      am_buffer_add(&out, "\\%c", *c);
    else if (isprint((unsigned char)*c) && *c != '?')
      am_buffer_add(&out, "%c", *c);
    else
      am_buffer_add(&out, "\\%03o", (unsigned char)*c);
  return am_format(arena, "\"%s\"", out.text ? out.text : "");
}

/* Text of a bound, possibly infinite. */
static const char *bound(am_arena *arena, double value) {
  if (!isinf(value)) return am_format(arena, "%.17g", value);
  return value < 0 ? "-INFINITY" : "INFINITY";
}

/* Replaces an excluded bound by the next representable number. */
static double lowest(const am_parameter *p) {
  return p->low_open ? nextafter(p->low, INFINITY) : p->low;
}

static double highest(const am_parameter *p) {
  return p->high_open ? nextafter(p->high, -INFINITY) : p->high;
}

/* Writes the texts before and after a number of a YAML mapping: `name: x`, or
 * `name: [x, x]` for the members of a list. */
static void add_texts(am_buffer *out, const char *before, const char *name,
                      bool list, bool first, bool last) {
  const char *opens = first ? am_format(out->arena, "%s%s: %s", before, name,
                                        list ? "[" : "")
                            : ", ";
  am_buffer_add(out, "%s, \"%s\"},\n", literal(out->arena, opens),
                list && last ? "]" : "");
}

/* Likewise for an entry of a matrix, {1: {2: x, 3: x}, 2: {2: x}}. */
static void add_entry_texts(am_buffer *out, const am_export_number *n,
                            const char *before, bool first, bool last) {
  am_arena *arena = out->arena;
  int columns = n->value->columns, at = n->member - 1, row = at / columns;
  bool same_row = !first && (n[-1].member - 1) / columns == row;
  const char *opens =
      first      ? am_format(arena, "%s%s: {%d: {", before, n->parameter->name,
                             row + 1)
      : same_row ? ", "
                 : am_format(arena, "}, %d: {", row + 1);
  opens = am_format(arena, "%s%d: ", opens, at % columns + 1);
  am_buffer_add(out, "%s, \"%s\"},\n", literal(arena, opens),
                last ? "}}" : "");
}

static void add_parameters(am_buffer *out, const am_export *e) {
  am_arena *arena = out->arena;
  am_buffer names[2] = {{.arena = arena}, {.arena = arena}};
  am_buffer rows = {.arena = arena};
  am_buffer_add(&names[0], "#define H_FIXED_NAMES");
  am_buffer_add(&names[1], "#define H_PROPERTY_NAMES");
  am_buffer_add(&rows, "static const int h_properties[] = {");
  am_buffer_add(out,
                "#define H_PARAMETERS %d\n#define H_PROPERTIES %d\n"
                "#define H_FIXED %d\n"
                "static const h_parameter h_parameters[] = {\n",
                e->count, e->property_count, e->count - e->property_count);
  for (int i = 0; i < e->count; i++) {
    const am_export_number *n = &e->numbers[i];
    const am_parameter *p = n->parameter;
    const char *before = i ? ", " : "";
    bool first = !i || n[-1].parameter != p;
    bool last = i == e->count - 1 || n[1].parameter != p;
    am_buffer_add(out, "  {\"%s\", %d, %d, %s, %s, ", n->name, n->index,
                  n->property, bound(arena, lowest(p)),
                  bound(arena, highest(p)));
    if (n->value->columns)
      add_entry_texts(out, n, before, first, last);
    else
      add_texts(out, before, p->name, n->member, first, last);
    am_buffer_add(&names[n->property], " \"%s\",", n->name);
    if (n->property) am_buffer_add(&rows, "%d, ", i);
  }
  am_buffer_add(out, "  {0}};\n%s\n%s\n%s0};\nstatic double h_values[] = {",
                names[0].text, names[1].text, rows.text);
  for (int i = 0; i < e->law->parameter_numbers; i++)
    am_buffer_add(out, "%.17g, ", e->law->parameters[i]);
  am_buffer_add(out, "0};\n");
}

static void add_variables(am_buffer *out, const am_law *law) {
  am_buffer names = {.arena = out->arena}, kinds = {.arena = out->arena};
  am_buffer_add(&names, "#define H_VARIABLE_NAMES");
  am_buffer_add(&kinds, "#define H_VARIABLE_KINDS(tensor)");
  am_buffer_add(out,
                "#define H_VARIABLES %d\n"
                "static const h_variable h_variables[] = {\n", law->count);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    const char *name = v->name; /* x_2 for "x[2]" */
    if (v->member) name = am_format(out->arena, "%s_%d", v->base, v->member);
    am_buffer_add(out, "  {\"%s\", %d, %d, ", name, v->offset, v->size);
    add_texts(out, "\n  ", v->base, v->member, v->member < 2,
              i == law->count - 1 || strcmp(v[1].base, v->base));
    am_buffer_add(&names, " \"%s\",", name);
    am_buffer_add(&kinds, v->size > 1 ? " tensor," : " 0,");
  }
  am_buffer_add(out, "  {0}};\n%s\n%s\nstatic const double h_initial[] = {",
                names.text, kinds.text);
  for (int i = 0; i < law->na; i++)
    am_buffer_add(out, "%.17g, ", law->initial[i]);
  am_buffer_add(out, "0};\n");
}

/* Lists the names of fields; hosts identify fields other than the temperature
 * by name. */
static void add_fields(am_buffer *out, const am_export *e) {
  const am_law *law = e->law;
  am_buffer names = {.arena = out->arena};
  int others = 0;
  am_buffer_add(&names, "#define H_FIELD_NAMES");
  am_buffer_add(out,
                "#define H_FIELDS %d\nstatic const h_field h_fields[] = {\n",
                law->nf);
  for (int i = 0; i < law->nf; i++) {
    const am_parameter *p = &law->material->externals[i];
    am_buffer_add(out, "  {\"%s\", %d, %s, %s},\n", p->name, e->fields[i],
                  bound(out->arena, lowest(p)), bound(out->arena, highest(p)));
    if (!e->fields[i]) continue;
    am_buffer_add(&names, " \"%s\",", p->name);
    others++;
  }
  am_buffer_add(out, "  {0}};\n%s\n#define H_DECLARED %d\n", names.text,
                others);
}

static void add_solver(am_buffer *out, const am_export *e, int passes) {
  const am_solver *s = e->solver;
  am_buffer_add(out,
                "#define H_SOLVER \"scheme: %s, strategy: %s, atol: %.17g, "
                "rtol: %.17g, substeps: %d, max_substeps: %d\"\n",
                s->scheme->name, am_strategy_names[s->strategy], s->atol,
                s->rtol, s->substeps, s->max_substeps);
  am_tolerances t = am_engine_tolerances(s);
  am_buffer_add(out,
                "static const am_tolerances h_tolerances = {%.17g, %.17g, "
                "%.17g, %.17g, %d, %d, %.17g, %.17g, %d};\n",
                t.atol, t.rtol, t.equilibrium, t.newton, t.newton_iterations,
                t.max_substeps, t.largest_part, t.largest_time, t.substeps);
  if (passes)
    am_buffer_add(out, "#define H_RECORDED %d\n", passes * s->max_substeps);
}

void am_export_tables(am_buffer *out, const am_export *e, int passes) {
  const am_material *material = e->law->material;
  am_arena *arena = out->arena;
  am_buffer_add(
      out, "\n/* ==== what hosts know of the law */\n\n"
           "#include <math.h>\n\n#define H_NAME %s\n"
           "#define H_DEFORMED %d\n#define H_LAW %s\n#define H_ABOUT %s\n"
           "#define H_MATERIAL %s\n"
           "\ntypedef struct {\n"
           "  const char *name;\n"
           "  int place, is_property;     /* of h_values; given by hosts */\n"
           "  double low, high;\n"
           "  const char *opens, *closes; /* around it in a case */\n"
           "} h_parameter;\n\n"
           "typedef struct {\n"
           "  const char *name;\n"
           "  int offset, size;           /* coordinates in the state */\n"
           "  const char *opens, *closes;\n"
           "} h_variable;\n\n"
           "typedef struct {\n"
           "  const char *name;\n"
           "  int place;                  /* among the host's */\n"
           "  double low, high;\n"
           "} h_field;\n\n",
      e->name, e->deformed, literal(arena, material->name),
      literal(arena, material->title), literal(arena, material->path));
  add_parameters(out, e);
  add_variables(out, e->law);
  add_fields(out, e);
  add_solver(out, e, passes);
}

void am_export_symbols(am_buffer *out, const am_export *e) {
  am_buffer_add(out, "\n/* ==== symbols of parameters */\n\n");
  for (int i = 0; i < e->count; i++) {
    const am_export_number *n = &e->numbers[i];
    double low = lowest(n->parameter), high = highest(n->parameter);
    if (!n->property)
      am_buffer_add(out,
                    "H_EXPORT const double %s_%s_ParameterDefaultValue = "
                    "%.17g;\n",
                    e->name, n->name, e->law->parameters[n->index]);
    if (!isinf(low))
      am_buffer_add(out,
                    "H_EXPORT const long double %s_%s_LowerPhysicalBound = "
                    "%.17gL;\n",
                    e->name, n->name, low);
    if (!isinf(high))
      am_buffer_add(out,
                    "H_EXPORT const long double %s_%s_UpperPhysicalBound = "
                    "%.17gL;\n",
                    e->name, n->name, high);
  }
}

/* ---- names and numbers --------------------------------------------------- */

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
