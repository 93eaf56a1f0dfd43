/* tables.c: description of a law for hosts, as C tables. */
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
  am_buffer_add(&kinds, "#define H_VARIABLE_KINDS");
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
    am_buffer_add(&kinds, " %d,", v->size > 1);
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
                  bound(out->arena, lowest(p)),
                  bound(out->arena, highest(p)));
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
                "%.17g, %.17g, %d, %d, %.17g, %.17g};\n",
                t.atol, t.rtol, t.equilibrium, t.newton, t.newton_iterations,
                t.max_substeps, t.largest_part, t.largest_time);
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
