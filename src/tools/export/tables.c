/* tables.c: description of a law for hosts, as C tables. */
#include "export/parts.h"

static void define(am_buffer *out, const char *name, int value) {
  am_buffer_add(out, "#define %s %d\n", name, value);
}

/* Writes user text as a C string literal. */
static void add_literal(am_buffer *out, const char *text) {
  am_buffer_add(out, "\"");
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\')
      am_buffer_add(out, "\\%c", *c);
    else if (isprint((unsigned char)*c) && *c != '?')
      am_buffer_add(out, "%c", *c);
    else
      am_buffer_add(out, "\\%03o", (unsigned char)*c);
  }
  am_buffer_add(out, "\"");
}

static void define_literal(am_buffer *out, const char *name,
                           const char *text) {
  am_buffer_add(out, "#define %s ", name);
  add_literal(out, text);
  am_buffer_add(out, "\n");
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
  add_literal(out, first ? am_format(out->arena, "%s%s: %s", before, name,
                                     list ? "[" : "")
                         : ", ");
  am_buffer_add(out, ", \"%s\"},\n", list && last ? "]" : "");
}

/* Writes the texts around an entry of a matrix, {1: {2: x, 3: x}, 2: {2:
 * x}}. */
static void add_entry_texts(am_buffer *out, const am_export_number *n,
                            const char *before, bool first, bool last) {
  int columns = n->value->columns, at = n->member - 1;
  bool same_row = !first && (n[-1].member - 1) / columns == at / columns;
  const char *row = am_format(out->arena, "%d: {", at / columns + 1);
  am_buffer opens = {.arena = out->arena};
  if (first)
    am_buffer_add(&opens, "%s%s: {%s", before, n->parameter->name, row);
  else
    am_buffer_add(&opens, same_row ? ", " : "}, %s", row);
  am_buffer_add(&opens, "%d: ", at % columns + 1);
  add_literal(out, opens.text);
  am_buffer_add(out, ", \"%s\"},\n", last ? "}}" : "");
}

static void add_parameters(am_buffer *out, const am_export *e) {
  am_arena *arena = out->arena;
  define(out, "H_PARAMETERS", e->count);
  define(out, "H_PROPERTIES", e->property_count);
  define(out, "H_FIXED", e->count - e->property_count);
  am_buffer_add(out, "static const h_parameter h_parameters[] = {\n");
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
  }
  am_buffer_add(out, "  {0}};\nstatic const int h_properties[] = {");
  for (int i = 0; i < e->count; i++)
    if (e->numbers[i].property) am_buffer_add(out, "%d, ", i);
  am_buffer_add(out, "0};\nstatic double h_values[] = {");
  for (int i = 0; i < e->law->parameter_numbers; i++)
    am_buffer_add(out, "%.17g, ", e->law->parameters[i]);
  am_buffer_add(out, "0};\n");
}

/* Host name of a variable: x_2 for "x[2]". */
static const char *variable_name(am_arena *arena, const am_variable *v) {
  return v->member ? am_format(arena, "%s_%d", v->base, v->member) : v->name;
}

static void add_variables(am_buffer *out, const am_law *law) {
  am_arena *arena = out->arena;
  define(out, "H_VARIABLES", law->count);
  am_buffer_add(out, "static const h_variable h_variables[] = {\n");
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    am_buffer_add(out, "  {\"%s\", %d, %d, ", variable_name(arena, v),
                  v->offset, v->size);
    add_texts(out, "\n  ", v->base, v->member, v->member < 2,
              i == law->count - 1 || strcmp(v[1].base, v->base));
  }
  am_buffer_add(out, "  {0}};\nstatic const double h_initial[] = {");
  for (int i = 0; i < law->na; i++)
    am_buffer_add(out, "%.17g, ", law->initial[i]);
  am_buffer_add(out, "0};\n");
}

/* Lists of names and kinds, with a comma after each entry. */
static void add_lists(am_buffer *out, const am_export *e) {
  const am_law *law = e->law;
  static const char *const lists[] = {"H_FIXED_NAMES", "H_PROPERTY_NAMES"};
  for (int property = 0; property < 2; property++) {
    am_buffer_add(out, "#define %s", lists[property]);
    for (int i = 0; i < e->count; i++)
      if (e->numbers[i].property == property)
        am_buffer_add(out, " \"%s\",", e->numbers[i].name);
    am_buffer_add(out, "\n");
  }
  am_buffer_add(out, "#define H_VARIABLE_NAMES");
  for (int i = 0; i < law->count; i++)
    am_buffer_add(out, " \"%s\",",
                  variable_name(out->arena, &law->variables[i]));
  am_buffer_add(out, "\n#define H_VARIABLE_KINDS");
  for (int i = 0; i < law->count; i++)
    am_buffer_add(out, " %d,", law->variables[i].size > 1);
  am_buffer_add(out, "\n");
}

/* Lists the names of fields; hosts identify fields other than the temperature
 * by name. */
static void add_fields(am_buffer *out, const am_export *e) {
  const am_law *law = e->law;
  int others = 0;
  define(out, "H_FIELDS", law->nf);
  am_buffer_add(out, "static const h_field h_fields[] = {\n");
  for (int i = 0; i < law->nf; i++) {
    const am_parameter *p = &law->material->externals[i];
    others += e->fields[i] > 0;
    am_buffer_add(out, "  {\"%s\", %d, %s, %s},\n", p->name, e->fields[i],
                  bound(out->arena, lowest(p)),
                  bound(out->arena, highest(p)));
  }
  am_buffer_add(out, "  {0}};\n#define H_FIELD_NAMES");
  for (int i = 0; i < law->nf; i++)
    if (e->fields[i])
      am_buffer_add(out, " \"%s\",", law->material->externals[i].name);
  am_buffer_add(out, "\n");
  define(out, "H_DECLARED", others);
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
                "%.17g, %.17g, %d, %d, %.17g, %.17g};\n",
                t.atol, t.rtol, t.equilibrium, t.newton, t.newton_iterations,
                t.max_substeps, t.largest_part, t.largest_time);
  if (passes) define(out, "H_RECORDED", passes * s->max_substeps);
}

void am_export_tables(am_buffer *out, const am_export *e, int passes) {
  const am_material *material = e->law->material;
  am_buffer_add(out, "\n/* ==== what hosts know of the law */\n\n"
                     "#include <math.h>\n\n#define H_NAME %s\n",
                e->name);
  define(out, "H_DEFORMED", e->deformed);
  define_literal(out, "H_LAW", material->name);
  define_literal(out, "H_ABOUT", material->title);
  define_literal(out, "H_MATERIAL", material->path);
  am_buffer_add(
      out, "\ntypedef struct {\n"
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
           "} h_field;\n\n");
  add_parameters(out, e);
  add_variables(out, e->law);
  add_lists(out, e);
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
