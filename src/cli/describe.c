/* describe.c: complete description of a material for `automat list
 * materials`. */
#include "cli/command.h"

enum { INDENT = 2, LONG = 24, CELLS = 6 };

const char *am_unknowns(am_arena *arena, int count) {
  return am_format(arena, "%d unknown%s", count, count == 1 ? "" : "s");
}

/* ---- tables ------------------------------------------------------------- */

/* Rows of cells. The last cell of a row is wrapped; other cells longer than
 * LONG are printed on separate lines. */
typedef struct {
  am_arena *arena;
  int columns;
  const char *(*rows)[CELLS]; /* [count] */
  size_t count, capacity;
} table;

/* Adds a row of cells, of which missing ones are empty. */
static void add_row(table *t, const char *const cells[CELLS]) {
  AM_PUSH_ROOM(t->arena, t->rows, t->count, t->capacity);
  for (int c = 0; c < CELLS; c++)
    t->rows[t->count][c] = cells[c] ? cells[c] : "";
  t->count++;
}

#define ADD_ROW(table, ...) \
  add_row(table, (const char *const[CELLS]){__VA_ARGS__})

static int width_of(const table *t, int column) {
  int width = 0;
  for (size_t r = 0; r < t->count; r++) {
    int length = am_text_width(t->rows[r][column]);
    if (length > width && length <= LONG) width = length;
  }
  return width;
}

static void print_table(const table *t) {
  int widths[CELLS] = {0};
  for (int c = 0; c < t->columns; c++) widths[c] = width_of(t, c);
  for (size_t r = 0; r < t->count; r++) {
    const char *const *row = t->rows[r];
    int at = printf("%*s", INDENT, "");
    for (int c = 0; c < t->columns - 1; c++) {
      if (!widths[c]) continue;
      const char *cell = am_text_width(row[c]) <= LONG ? row[c] : "";
      am_print_text(stdout, cell);
      at += widths[c] + 2;
      printf("%*s", widths[c] + 2 - am_text_width(cell), "");
    }
    am_print_wrapped(stdout, at, at, row[t->columns - 1]);
    for (int c = 0; c < t->columns - 1; c++) {
      if (am_text_width(row[c]) <= LONG) continue;
      printf("%*s", 3 * INDENT, "");
      am_print_wrapped(stdout, 3 * INDENT, 3 * INDENT, row[c]);
    }
  }
}

/* ---- text lines --------------------------------------------------------- */

static void print_heading(const char *text) { printf("\n%s\n", text); }

static void print_line(const char *text) {
  printf("%*s", INDENT, "");
  am_print_wrapped(stdout, INDENT, 3 * INDENT, text);
}

static void print_block(const am_block *block) {
  if (block) am_print_lines(stdout, INDENT, block->snippet->text);
}

/* Node of the file in one line. */
static const char *written(am_arena *arena, const am_yaml *node) {
  am_buffer text = {.arena = arena};
  am_yaml_write(&text, node);
  return text.text ? text.text : "";
}

/* ---- parameters --------------------------------------------------------- */

/* Description of a parameter, with its type unless it is a scalar. */
static const char *about_of(const am_described_law *k,
                            const am_parameter *p) {
  const am_value *value = am_scope_find(k->law->scope, p->name);
  if (value->kind == AM_SCALAR && value->length < 0) return p->about;
  return am_format(k->arena, "%s%s%s", p->about, *p->about ? "; " : "",
                   am_value_describe(k->arena, value));
}

static void print_numbers(const am_described_law *k, const char *heading,
                          const am_parameter *list, int count) {
  table t = {.arena = k->arena, .columns = 5};
  if (!count) return;
  print_heading(heading);
  for (int i = 0; i < count; i++) {
    const am_parameter *p = &list[i];
    bool low = isfinite(p->low), high = isfinite(p->high);
    am_buffer bounds = {.arena = k->arena};
    if (low)
      am_buffer_add(&bounds, "%s %.15g", p->low_open ? ">" : ">=", p->low);
    if (high)
      am_buffer_add(&bounds, "%s%s %.15g", low ? ", " : "",
                    p->high_open ? "<" : "<=", p->high);
    ADD_ROW(&t, p->name, written(k->arena, p->written), p->unit, bounds.text,
            about_of(k, p));
  }
  print_table(&t);
}

static void print_parameters(const am_described_law *k) {
  const am_material *m = k->material;
  print_numbers(k, "Parameters", m->parameters, m->parameter_count);
  print_numbers(k, "External fields", m->externals, m->external_count);
}

static void print_sets(const am_described_law *k) {
  const am_yaml *sets = am_yaml_get(k->material->root, "parameter_sets");
  if (!sets || !sets->count) return;
  print_heading("Parameter sets");
  for (size_t i = 0; i < sets->count; i++)
    print_line(am_format(k->arena, "%s: %s", sets->items[i]->key,
                         written(k->arena, sets->items[i])));
}

static void print_requirements(const am_described_law *k) {
  if (k->law->requirement_count) print_heading("Required of parameters");
  for (int i = 0; i < k->law->requirement_count; i++) {
    const am_requirement *r = &k->law->requirements[i];
    print_line(am_format(k->arena, "%s%s%s", r->text, *r->because ? ": " : "",
                         r->because));
  }
}

/* ---- variables ---------------------------------------------------------- */

static void print_variables(const am_described_law *k) {
  const am_material *m = k->material;
  table t = {.arena = k->arena, .columns = 6};
  if (!m->internal_count) return;
  print_heading(am_format(k->arena, "Internal variables: %s",
                          am_unknowns(k->arena, k->law->na - k->law->nd)));
  for (int i = 0; i < m->internal_count; i++) {
    const am_internal *v = &m->internals[i];
    const am_described_variable *d = &k->variables[i];
    ADD_ROW(&t, am_format(k->arena, "%s%s", v->name, d->range), d->type,
            am_unknowns(k->arena, d->unknowns),
            am_format(k->arena, "initially %s",
                      v->initial ? v->initial->snippet->text : "0"),
            d->behaviour, v->about);
  }
  print_table(&t);
}

/* ---- potentials and derived functions ----------------------------------- */

static void print_rates(const am_described_law *k) {
  const am_file_formulas *rates = &k->material->rates;
  print_heading("Evolution equations");
  if (rates->block) print_block(rates->block);
  for (int i = 0; i < rates->count; i++) {
    print_line(am_format(k->arena, "%s:", rates->entries[i].key.text));
    print_block(rates->entries[i].block);
  }
}

/* Prints "Psi(A_p), which depends on eps" and the block of a potential. */
static void print_potential(const am_described_law *k, const char *name,
                            const char *behind, const am_file_formula *domain,
                            const am_block *block) {
  const char *others = am_law_dependence(k->arena, k->law, domain);
  print_heading(am_format(k->arena, "%s(%s)%s%s%s", name,
                          am_described_law_arguments(k, "", "A_"), behind,
                          others ? ", which depends on " : "",
                          others ? others : ""));
  print_block(block);
}

static void print_potentials(const am_described_law *k) {
  const am_material *m = k->material;
  for (int i = 0; i < m->part_count; i++) {
    const am_material_part *part = &m->parts[i];
    if (!part->definitions) continue;
    print_heading(i == m->part_count - 1
                      ? "Definitions"
                      : am_format(k->arena, "Definitions of %s%s%s",
                                  basename(part->path),
                                  *part->prefix ? ", prefix " : "",
                                  part->prefix));
    print_block(part->definitions);
  }
  const char *fields = am_described_law_arguments(k, "eps", "");
  if (m->free_energy)
    print_heading(am_format(k->arena, "Free energy omega(%s)", fields));
  print_block(m->free_energy);
  if (m->stress) print_heading(am_format(k->arena, "Stress(%s)", fields));
  print_block(m->stress);
  if (m->force_potential)
    print_potential(k, "Force potential Psi", "", NULL, m->force_potential);
  for (int i = 0; i < m->domains.count; i++) {
    const am_file_formula *f = &m->domains.entries[i];
    print_potential(k, am_format(k->arena, "Elastic domain %s", f->key.text),
                    " <= 0", f, f->block);
  }
  if (am_law_has_given(k->law)) print_rates(k);
}

static void print_followers(const am_described_law *k) {
  bool flow = k->law->nd > 0, rate = k->material->force_potential || !flow;
  const char *const kinds[][2] = {
      {"A_", "= -d omega/d "},
      {"rate_", !flow ? "= d Psi/d A_"
                : rate ? "= d (Psi + sum lambda f)/d A_"
                       : "= d (sum lambda f)/d A_"}};
  am_arena *arena = k->arena;
  table t = {.arena = arena, .columns = 3};
  print_heading("What follows");
  ADD_ROW(&t, "stress", k->material->stress ? "given" : "= d omega/d eps",
          "symmetric");
  int first = k->material->free_energy ? 0 : k->material->internal_count;
  for (int i = first; i < 2 * k->material->internal_count; i++) {
    const char *const *kind = kinds[i / k->material->internal_count];
    int at = i % k->material->internal_count;
    const am_internal *v = &k->material->internals[at];
    const am_described_variable *d = &k->variables[at];
    const char *index = d->members ? "[i]" : "", *range = "";
    if (d->members) range = am_format(arena, ", i = 1 .. %d", d->members);
    bool given = v->given && kind != kinds[0];
    ADD_ROW(&t, am_format(arena, "%s%s%s", kind[0], v->name, index),
            given ? "given"
                  : am_format(arena, "%s%s%s", kind[1], v->name, index),
            am_format(arena, "%s%s", d->type, range));
  }
  print_table(&t);
}

/* ---- further sections --------------------------------------------------- */

static void print_by_hand(const am_described_law *k) {
  const am_material *m = k->material;
  bool partials = am_yaml_get(m->root, "partials") != NULL;
  if (!partials && !m->conventional) return;
  print_heading("Written by hand");
  if (partials)
    print_line("partials: first derivatives, for strategy: semi-automatic");
  if (m->conventional)
    print_line(am_format(k->arena, "%s: an update, for strategy: conventional",
                         m->conventional));
}

static const char *text_of(const am_yaml *item, const char *key) {
  const am_yaml *node = am_yaml_get(item, key);
  return node && node->kind == AM_YAML_SCALAR ? node->text.text : "";
}

static void print_checks(const am_described_law *k) {
  const am_yaml *checks = am_yaml_get(k->material->root, "checks");
  if (!checks || !checks->count) return;
  print_heading("Checks");
  for (size_t i = 0; i < checks->count; i++) {
    const char *title = text_of(checks->items[i], "title");
    const char *source = text_of(checks->items[i], "source");
    if (!*title && !*source) title = "(without title)";
    print_line(am_format(k->arena, "%zu. %s%s%s", i + 1, title,
                         *title && *source ? ": " : "", source));
  }
}

static void print_head(const am_described_law *k) {
  const am_material *m = k->material;
  const am_included *included = &m->included;
  table t = {.arena = k->arena, .columns = 2};
  am_buffer names = {.arena = k->arena};
  am_print_wrapped(stdout, 0, 3 * INDENT,
                   am_format(k->arena, "%s%s%s", m->name,
                             *m->title ? ": " : "", m->title));
  putchar('\n');
  ADD_ROW(&t, "class", k->class);
  if (m->kinematics == AM_KINEMATICS_LOGARITHMIC)
    ADD_ROW(&t, "strain", "logarithmic, ln(F'F)/2 of the deformation gradient");
  if (!am_law_is_isotropic(k->arena, k->law))
    ADD_ROW(&t, "axes",
            "material axes; under deformation gradients, those of the "
            "undeformed body");
  ADD_ROW(&t, "units",
          am_format(k->arena, "stress %s, time %s",
                    *m->stress_unit ? m->stress_unit : "no unit",
                    *m->time_unit ? m->time_unit : "no unit"));
  if (*m->source) ADD_ROW(&t, "source", m->source);
  ADD_ROW(&t, "file", m->path);
  for (int i = 0; i < included->count; i++)
    am_buffer_add(&names, "%s%s", i ? ", " : "", included->items[i]->name);
  if (included->count) ADD_ROW(&t, "includes", names.text);
  print_table(&t);
}

am_status am_describe_material(am_context *context, const char *name) {
  am_described_law k;
  AM_TRY(am_described_law_read(context->arena, context->report, name, &k));
  print_head(&k);
  print_parameters(&k);
  print_sets(&k);
  print_requirements(&k);
  print_variables(&k);
  print_potentials(&k);
  print_followers(&k);
  print_by_hand(&k);
  print_checks(&k);
  return AM_OK;
}
