/* parameters.c: tables of parameters with units and bounds, parameter sets,
 * requirements, external fields and internal variables. */
#include "report/parts.h"

enum { LONG_VALUE = 60 }; /* bytes; longer values are expandable */

/* Scalars, separated by commas, and by semicolons between rows. */
static const char *scalars_of(am_sheet *sheet, const am_value *value) {
  const am_law *law = sheet->known.law;
  am_buffer text = {.arena = sheet->arena};
  for (int i = 0; i < am_value_size(value); i++) {
    int input = am_node_input_index(law->graph, value->nodes[i]);
    bool row = value->columns && i % value->columns == 0;
    am_buffer_add(&text, "%s%s", !i ? "" : row ? "; " : ", ",
                  am_html_number(sheet->arena, law->parameters[input], 10));
  }
  return text.text ? text.text : "";
}

/* Value in the law; long values are expandable. */
static const char *value_of(am_sheet *sheet, const am_parameter *p) {
  const am_law *law = sheet->known.law;
  const am_value *value = am_scope_find(law->scope, p->name);
  const char *shown;
  if (!value || !value->nodes) return "";
  if (value->kind == AM_SCALAR) {
    shown = scalars_of(sheet, value);
  } else {
    am_buffer text = {.arena = sheet->arena};
    am_parameter_write(&text, law, value, law->parameters);
    shown = am_html_format(sheet->arena, "%s", text.text);
  }
  if (value->length < 0 && value->kind == AM_SCALAR) return shown;
  if (strlen(shown) <= LONG_VALUE)
    return am_format(sheet->arena, "<span class=\"list\">%s</span>", shown);
  return am_format(sheet->arena, "<details><summary>%s</summary>%s</details>",
                   am_value_describe(sheet->arena, value), shown);
}

static const char *bounds_of(am_sheet *sheet, const am_parameter *p) {
  am_arena *arena = sheet->arena;
  bool low = isfinite(p->low), high = isfinite(p->high);
  am_buffer text = {.arena = arena};
  if (low)
    am_buffer_add(&text, "%s %s", p->low_open ? "&gt;" : "≥",
                  am_html_number(arena, p->low, 10));
  if (high)
    am_buffer_add(&text, "%s%s %s", low ? ", " : "",
                  p->high_open ? "&lt;" : "≤",
                  am_html_number(arena, p->high, 10));
  return text.text ? text.text : "";
}

static void write_numbers(am_sheet *sheet, const char *class,
                          const am_parameter *list, int count, bool fields) {
  am_html_table t =
      am_html_table_open(sheet->out, class,
                         "symbol|name|#value|unit|bounds|description");
  for (int i = 0; i < count; i++) {
    const am_parameter *p = &list[i];
    double value = fields ? sheet->known.law->external[i] : 0;
    am_html_table_row(
        &t, "%m|<code>%s</code>|%m|%s|%m|%s", am_sheet_symbol(sheet, p->name),
        p->name,
        fields ? am_html_number(sheet->arena, value, 10) : value_of(sheet, p),
        p->unit, bounds_of(sheet, p), p->about);
  }
  am_html_table_close(&t);
}

static void write_sets(am_sheet *sheet) {
  const am_yaml *sets =
      am_yaml_get(sheet->known.material->root, "parameter_sets");
  if (!sets || !sets->count) return;
  am_buffer_add(sheet->out, "<h3>Parameter sets</h3>\n<ul>\n");
  for (size_t i = 0; i < sets->count; i++) {
    am_buffer text = {.arena = sheet->arena};
    am_yaml_write(&text, sets->items[i]);
    am_html_add(sheet->out, "<li><code>%s</code>: %s</li>\n",
                sets->items[i]->key, text.text ? text.text : "");
  }
  am_buffer_add(sheet->out, "</ul>\n");
}

static void write_requirements(am_sheet *sheet) {
  const am_law *law = sheet->known.law;
  if (!law->requirement_count) return;
  am_buffer_add(sheet->out, "<h3>Requirements</h3>\n<ul>\n");
  for (int i = 0; i < law->requirement_count; i++) {
    const am_requirement *r = &law->requirements[i];
    am_html_add(sheet->out, "<li><code>%s</code>%s%s</li>\n", r->text,
                *r->because ? ": " : "", r->because);
  }
  am_buffer_add(sheet->out, "</ul>\n");
}

am_status am_sheet_parameters(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  if (m->parameter_count)
    write_numbers(sheet, "parameters", m->parameters, m->parameter_count,
                  false);
  if (m->external_count) {
    am_buffer_add(sheet->out, "<h3>External fields</h3>\n");
    write_numbers(sheet, "externals", m->externals, m->external_count, true);
  }
  write_sets(sheet);
  write_requirements(sheet);
  return AM_OK;
}

/* ---- variables ----------------------------------------------------------- */

am_status am_sheet_variables(am_sheet *sheet) {
  const am_described_law *k = &sheet->known;
  const am_material *m = k->material;
  if (!m->internal_count) {
    am_buffer_add(sheet->out, "<p>The law has no internal variables.</p>\n");
    return AM_OK;
  }
  am_html_table t = am_html_table_open(
      sheet->out, "variables",
      "symbol|name|kind|#unknowns|initial value|behaviour|description");
  for (int i = 0; i < m->internal_count; i++) {
    const am_internal *v = &m->internals[i];
    int members = am_members(k->law, v->name), unknowns;
    unsigned class = am_described_law_class(k, v->name, &unknowns);
    am_html_table_row(
        &t, "%m|<code>%s%s</code>|%s|%d|%m|%s|%s",
        am_sheet_symbol(sheet, v->name), v->name,
        members ? am_format(sheet->arena, "[1..%d]", members) : "",
        am_internal_type(v), unknowns,
        v->initial ? am_html_format(sheet->arena, "<code>%s</code>",
                                    v->initial->snippet->text)
                   : "0",
        am_class_word(class), v->about);
  }
  am_html_table_close(&t);
  return AM_OK;
}
