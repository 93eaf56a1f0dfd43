/* formulas.c: typesets the potentials of a law as written, the equations
 * derived from them, and their graph. */
#include "report/parts.h"

enum { LONGEST = 60000 }; /* maximum size of a graph on a page (bytes) */

/* ---- names --------------------------------------------------------------- */

static int kind_of_internal(const am_law *law, const char *name) {
  for (int i = 0; i < law->count; i++)
    if (!strcmp(law->variables[i].base, name)) return law->variables[i].kind;
  return -1;
}

/* Kind of a parameter, definition, variable or driving force. */
static int kind_of_name(void *data, const char *name) {
  const am_law *law = data;
  if (!strcmp(name, "eps") || !strcmp(name, "stress")) return AM_TENSOR;
  int kind = kind_of_internal(law, name);
  if (kind < 0 && !strncmp(name, "A_", 2))
    kind = kind_of_internal(law, name + 2);
  if (kind >= 0) return kind;
  const am_value *value = am_scope_find(law->scope, name);
  return value && value->nodes ? (int)value->kind : -1;
}

am_mathml am_sheet_mathml(am_sheet *sheet) {
  return (am_mathml){.out = sheet->out, .kind_of = kind_of_name,
                     .data = sheet->known.law};
}

const char *am_sheet_symbol(am_sheet *sheet, const char *name) {
  am_buffer text = {.arena = sheet->arena};
  am_mathml m = am_sheet_mathml(sheet);
  m.out = &text;
  am_mathml_name(&m, name);
  return text.text;
}

/* ---- blocks -------------------------------------------------------------- */

#define ZERO "<mn>0</mn></math>"

static const char formula[] = "<div class=\"formula\">", end[] = "</div>\n";

static void write_assignments(am_sheet *sheet, am_mathml *m,
                              const am_block *block) {
  for (size_t i = 0; i < block->count; i++) {
    am_buffer_add(sheet->out, formula);
    am_mathml_assignment(m, &block->assignments[i]);
    am_buffer_add(sheet->out, end);
  }
}

/* "ε, α" */
static void write_names(am_sheet *sheet, am_mathml *m, const char *names) {
  for (const char *at = names; *at;) {
    size_t length = strcspn(at, ",");
    am_mathml_name(m, am_copy(sheet->arena, at, length));
    at += length;
    if (*at) am_mathml_markup(m, "<mo separator=\"true\">,</mo>");
    at += strspn(at, ", ");
  }
}

/* "ω(ε, …) =" */
static void write_potential(am_sheet *sheet, const char *heading,
                            const char *symbol, const char *arguments,
                            const am_block *block, const char *behind) {
  am_mathml m = am_sheet_mathml(sheet);
  am_buffer *out = sheet->out;
  am_html_add(out, "<h3>%s</h3>\n", heading);
  write_assignments(sheet, &m, block);
  am_buffer_add(sheet->out, formula);
  am_buffer_add(out,
                "<math>%s<mo form=\"prefix\" stretchy=\"false\">(</mo></math>",
                symbol);
  write_names(sheet, &m, arguments);
  am_buffer_add(out, "<math><mo form=\"postfix\" stretchy=\"false\">)</mo>"
                     "<mo form=\"infix\">=</mo></math><wbr/>");
  if (block->value) am_mathml_expr(&m, block->value);
  am_buffer_add(out, "%s", behind);
  am_buffer_add(sheet->out, end);
}

static void note_used(const am_block *block, bool *used) {
  if (!block) return;
  for (size_t i = 0; i < block->count; i++)
    am_mathml_used(block->assignments[i].value, used);
  if (block->value) am_mathml_used(block->value, used);
}

/* Example "pos(x)" of a row of the language, typeset. */
static void write_example(am_sheet *sheet, const am_function_info *row) {
  am_buffer text = {.arena = sheet->arena};
  const char *at = row->signature;
  am_buffer_add(&text, "%s", row->name);
  if (*at == '(') {
    for (char next = '('; *at && *at != ')'; next = ',') {
      size_t type = strcspn(at, " "), name = strcspn(at + type + 1, ",)");
      am_buffer_add(&text, "%c%.*s", next, (int)name, at + type + 1);
      at += type + 1 + name;
      at += strspn(at, ", ");
    }
    am_buffer_add(&text, ")");
  }
  am_expr *expr;
  am_mathml m = {.out = sheet->out};
  am_report *attempt = am_report_new(sheet->arena);
  if (am_mathml_parse(sheet->arena, attempt, text.text, text.length, &expr) ==
      AM_OK)
    am_mathml_expr(&m, expr);
}

/* Legend of the functions in the formulas, except common ones. */
static void write_legend(am_sheet *sheet) {
  static const char common[] =
      " sqrt exp log sin cos tan abs min max I pi if sum tanh sinh cosh tensor "
      "vector outer dot cross sign inner : * / + - ";
  const am_material *m = sheet->known.material;
  size_t count, shown = 0;
  const am_function_info *rows = am_functions(&count);
  bool *used = AM_ARRAY(sheet->arena, bool, count);
  for (int i = 0; i < m->part_count; i++)
    note_used(m->parts[i].definitions, used);
  note_used(m->free_energy, used);
  note_used(m->stress, used);
  note_used(m->force_potential, used);
  for (int i = 0; i < m->domains.count; i++)
    note_used(m->domains.entries[i].block, used);
  for (size_t i = 0; i < count; i++) {
    const char *name = rows[i].name;
    bool first = !i || strcmp(rows[i - 1].name, name);
    if (!used[i] || !first ||
        strstr(common, am_format(sheet->arena, " %s ", name)))
      continue;
    am_buffer_add(sheet->out, "%s", shown++ ? "; " : "<p class=\"note\">");
    write_example(sheet, &rows[i]);
    am_html_add(sheet->out, ": %s", rows[i].about);
  }
  if (shown) am_buffer_add(sheet->out, ".</p>\n");
}

static void write_definitions(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  for (int i = 0; i < m->part_count; i++) {
    const am_material_part *part = &m->parts[i];
    if (!part->definitions) continue;
    if (m->part_count > 1)
      am_html_add(sheet->out, "<h3>Definitions of <code>%s</code></h3>\n",
                  basename(part->path));
    else
      am_buffer_add(sheet->out, "<h3>Definitions</h3>\n");
    am_mathml writer = am_sheet_mathml(sheet);
    write_assignments(sheet, &writer, part->definitions);
  }
}

static void write_given(am_sheet *sheet) {
  const am_file_formulas *rates = &sheet->known.material->rates;
  am_mathml m = am_sheet_mathml(sheet);
  am_buffer_add(sheet->out, "<h3>Evolution equations</h3>\n");
  if (rates->block) write_assignments(sheet, &m, rates->block);
  for (int i = 0; i < rates->count; i++) {
    const am_file_formula *entry = &rates->entries[i];
    am_mathml local = am_sheet_mathml(sheet);
    write_assignments(sheet, &local, entry->block);
    am_assignment whole = entry->head;
    whole.name = am_format(sheet->arena, "rate_%s", whole.name);
    whole.value = entry->block->value;
    if (!whole.value) continue;
    am_buffer_add(sheet->out, formula);
    am_mathml_assignment(&local, &whole);
    am_buffer_add(sheet->out, end);
  }
}

/* Writes a note about arguments of a potential that are not forces. */
static void write_dependence(am_sheet *sheet, const am_file_formula *domain) {
  am_mathml m = am_sheet_mathml(sheet);
  const char *names =
      am_law_dependence(sheet->arena, sheet->known.law, domain);
  if (!names) return;
  am_buffer_add(sheet->out, "<p class=\"note\">It also depends on ");
  write_names(sheet, &m, names);
  am_buffer_add(sheet->out, ".</p>\n");
}

am_status am_sheet_potentials(am_sheet *sheet) {
  const am_described_law *k = &sheet->known;
  const am_material *m = k->material;
  const char *forces = am_described_law_arguments(k, "", "A_");
  if (!forces) forces = "";
  write_definitions(sheet);
  const char *fields = am_described_law_arguments(k, "eps", "");
  if (m->free_energy)
    write_potential(sheet, "Free energy", "<mi>ω</mi>", fields, m->free_energy,
                    "");
  if (m->stress)
    write_potential(sheet, "Stress", "<mi>σ</mi>", fields, m->stress, "");
  if (m->force_potential) {
    write_potential(sheet, "Force potential", "<mi>Ψ</mi>", forces,
                    m->force_potential, "");
    write_dependence(sheet, NULL);
  }
  for (int i = 0; i < m->domains.count; i++) {
    const am_file_formula *f = &m->domains.entries[i];
    write_potential(sheet, "Elastic domain",
                    am_format(sheet->arena, "<mi class=\"w\">%s</mi>",
                              f->key.text),
                    forces, f->block,
                    "<math><mo form=\"infix\">≤</mo>" ZERO);
    write_dependence(sheet, f);
  }
  if (am_law_has_given(k->law)) write_given(sheet);
  write_legend(sheet);
  return AM_OK;
}

/* ---- derived equations --------------------------------------------------- */

/* Writes "x = d numerator/d y", where the symbol of y is part of a fraction. */
static void write_derivative(am_sheet *sheet, const char *name,
                             const char *sign, const char *numerator,
                             const char *by, const char *behind) {
  const char *y = am_sheet_symbol(sheet, by) + strlen("<math>");
  am_html_add(sheet->out,
              "%m%m<math><mo form=\"infix\">=</mo></math><math>%m<mfrac><mrow>"
              "<mi>∂</mi>%m</mrow><mrow><mi>∂</mi>%m</mrow></mfrac></math>%m%m",
              formula, name, sign, numerator,
              am_copy(sheet->arena, y, strlen(y) - strlen("</math>")), behind,
              end);
}

#define F_K "<msub><mi>f</mi><mi>k</mi></msub>"
#define LAMBDA_K "<msub><mi>λ</mi><mi>k</mi></msub>"

/* Potential of the rates. */
static const char *flow_of(const am_described_law *k) {
  const char *first =
      k->material->force_potential ? "<mi>Ψ</mi><mo>+</mo>" : "";
  if (!k->law->nd) return "<mi>Ψ</mi>";
  return am_format(k->arena,
                   "<mrow><mo form=\"prefix\">(</mo>%s<mo>∑</mo>" LAMBDA_K F_K
                   "<mo form=\"postfix\">)</mo></mrow>", first);
}

static void write_complement(am_sheet *sheet) {
  if (sheet->known.law->nd)
    am_html_add(sheet->out,
                "%m<math>" F_K "<mo>≤</mo>" ZERO ", <math>" LAMBDA_K
                "<mo>≥</mo>" ZERO ", <math>" LAMBDA_K F_K "<mo>=</mo>" ZERO
                "&#160; of the elastic domains <math>" F_K "</math>%m",
                formula, end);
}

static void write_followers(am_sheet *sheet) {
  const am_described_law *k = &sheet->known;
  const am_material *m = k->material;
  const char *minus = "<mo form=\"prefix\">−</mo>";
  write_derivative(sheet, "<math><mi class=\"b\">σ</mi></math>", "",
                   "<mi>ω</mi>", "eps", "");
  for (int i = 0; i < m->internal_count; i++) {
    const char *name = m->internals[i].name;
    int members = k->variables[i].members;
    const char *range = "";
    if (members)
      range = am_format(sheet->arena, "&#160; for each of %d", members);
    const char *force = am_format(sheet->arena, "A_%s", name);
    write_derivative(sheet, am_sheet_symbol(sheet, force), minus, "<mi>ω</mi>",
                     name, range);
    if (m->internals[i].given || m->internals[i].of) continue;
    const char *rate = am_format(sheet->arena, "rate_%s", name);
    write_derivative(sheet, am_sheet_symbol(sheet, rate), "", flow_of(k),
                     force, range);
  }
  write_complement(sheet);
}

/* ---- the graph ----------------------------------------------------------- */

/* Coordinates of tensors are scalars. */
static int kind_of_coordinates(void *data, const char *name) {
  return kind_of_name(data, name) < 0 ? -1 : AM_SCALAR;
}

static void write_line(void *data, const am_expr *name, const am_expr *value) {
  am_sheet *sheet = data;
  am_mathml m = am_sheet_mathml(sheet);
  m.kind_of = kind_of_coordinates;
  am_buffer_add(sheet->out, formula);
  am_mathml_expr(&m, name);
  am_mathml_markup(&m, "<mo form=\"infix\">=</mo>");
  am_buffer_add(sheet->out, "<wbr/>");
  am_mathml_expr(&m, value);
  am_buffer_add(sheet->out, end);
}

static const char basis[] =
    "<p>Symmetric tensors are written in coordinates of an orthonormal basis: "
    "x<sub>0</sub> = (xx + yy + zz)/√3, x<sub>1</sub> = (2 xx − yy − zz)/√6, "
    "x<sub>2</sub> = (yy − zz)/√2, x<sub>3</sub> = √2 yz, x<sub>4</sub> = √2 "
    "xz, x<sub>5</sub> = √2 xy; deviators have the last five. Values used more "
    "than once are t<sub>1</sub>, t<sub>2</sub>, …</p>\n";

static am_status write_graph(am_sheet *sheet) {
  am_law *law = sheet->known.law;
  am_buffer text = {.arena = sheet->arena};
  am_law_formulas(&text, law, "omega", "lambda_", false);
  if (text.length > LONGEST) {
    am_buffer_add(sheet->out,
                  "<p class=\"note\">The formulas in coordinates are too "
                  "long for this page; <code>automat emit</code> prints "
                  "them.</p>\n");
    return AM_OK;
  }
  am_buffer_add(sheet->out, "<details><summary>Formulas in "
                            "coordinates</summary>\n%s", basis);
  AM_TRY(am_mathml_graph(sheet->arena, sheet->report, text.text, write_line,
                         sheet));
  am_buffer_add(sheet->out, "</details>\n");
  return AM_OK;
}

am_status am_sheet_followers(am_sheet *sheet) {
  write_followers(sheet);
  am_sheet_keep(sheet);
  return write_graph(sheet);
}
