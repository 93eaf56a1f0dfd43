/* law.c: page of a law: table of its sections; head, parameters, variables,
 * checks and files. */
#include "report/parts.h"

/* Number of unknowns of the rate equations, and the parts of the law. */
static const char *sizes_of(am_sheet *sheet) {
  const am_law *law = sheet->known.law;
  int unknowns = law->na - law->nd;
  am_buffer text = {.arena = sheet->arena};
  am_buffer_add(&text, "%d unknown%s in %d variable%s", unknowns,
                unknowns == 1 ? "" : "s", law->count,
                law->count == 1 ? "" : "s");
  if (law->nd)
    am_buffer_add(&text, ", %d elastic domain%s", law->nd,
                  law->nd == 1 ? "" : "s");
  return text.text;
}

am_status am_sheet_head(am_sheet *sheet) {
  const am_described_law *k = &sheet->known;
  const am_material *m = k->material;
  am_arena *arena = sheet->arena;
  bool logarithmic = m->kinematics == AM_KINEMATICS_LOGARITHMIC;
  const am_html_fact facts[] = {
      {"Class", k->class},
      {"Strain", logarithmic ? "logarithmic, ½ ln(F<sup>T</sup>F) of the "
                               "deformation gradient F"
                             : "small"},
      {"Symmetry", am_law_is_isotropic(arena, k->law)
                       ? "isotropic"
                       : "anisotropic, with preferred axes"},
      {"Size", sizes_of(sheet)},
      {"Units", am_html_format(arena, "stress %s, time %s",
                               *m->stress_unit ? m->stress_unit : "no unit",
                               *m->time_unit ? m->time_unit : "no unit")},
      {"Source", am_html_format(arena, "%s", m->source)}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
  return AM_OK;
}

/* Files that the material includes, with their sources, and the commands that
 * reproduce the numbers. */
static am_status write_sources(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  am_buffer *out = sheet->out;
  am_buffer_add(out, "<ul>\n");
  for (int i = 0; i < m->part_count; i++) {
    const am_material_part *part = &m->parts[i];
    const am_yaml *source = am_yaml_get(part->root, "source");
    bool known = source && source->kind == AM_YAML_SCALAR;
    am_html_add(out, "<li><code>%s</code>%s%s</li>\n",
                basename(part->path), known ? ": " : "",
                known ? source->text.text : "");
  }
  am_buffer_add(out, "</ul>\n");
  return AM_OK;
}

/* ---- parameters and variables -------------------------------------------- */

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
  am_html_table t = am_html_table_open(
      sheet->out, class, "symbol|name|#value|unit|bounds|description");
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
    const am_described_variable *d = &k->variables[i];
    am_html_table_row(
        &t, "%m|<code>%s%s</code>|%s|%d|%m|%s|%s",
        am_sheet_symbol(sheet, v->name), v->name, d->range, d->type,
        d->unknowns,
        v->initial ? am_html_format(sheet->arena, "<code>%s</code>",
                                    v->initial->snippet->text)
                   : "0",
        d->behaviour, v->about);
  }
  am_html_table_close(&t);
  return AM_OK;
}

/* ---- checks -------------------------------------------------------------- */

void am_sheet_findings_table(am_sheet *sheet, const am_findings *all,
                             bool whole) {
  am_html_table table = am_html_table_open(
      sheet->out, "findings",
      "|check|comparison|#difference|#bound|worst entry");
  for (size_t i = 0; i < all->count; i++) {
    const am_finding *f = &all->items[i];
    bool skipped = f->verdict == AM_VERDICT_SKIPPED;
    bool compared = !skipped && f->bound > 0;
    if (!whole && !am_finding_stands(all, i)) continue;
    am_html_table_row(
        &table, "<span class=\"verdict %s\">%s</span>|%s|%s|%m|%m|%s",
        am_verdict_names[f->verdict],
        skipped ? "–" : am_verdict_words[f->verdict], f->check, f->what,
        am_html_number(sheet->arena,
                       compared ? fabs(f->ours - f->reference) : NAN, 3),
        am_html_number(sheet->arena, compared ? f->bound : NAN, 3),
        am_finding_entry(sheet->arena, f));
  }
  am_html_table_close(&table);
}

static void write_tally(am_sheet *sheet, const am_findings *all) {
  size_t compared = 0, failed = 0, known = 0;
  for (size_t i = 0; i < all->count; i++) {
    compared += all->items[i].verdict != AM_VERDICT_SKIPPED;
    failed += all->items[i].verdict == AM_VERDICT_FAILED;
    known += all->items[i].verdict == AM_VERDICT_KNOWN;
  }
  am_buffer_add(sheet->out,
                "<p><span class=\"verdict %s\">%zu comparisons, %zu failed"
                "</span>", failed ? "failed" : "good", compared, failed);
  if (known)
    am_buffer_add(sheet->out, ", %zu known failures declared by the "
                              "material", known);
  am_buffer_add(sheet->out, ".</p>\n");
}

static void write_findings(am_sheet *sheet, const am_findings *all) {
  if (!all->count) return;
  write_tally(sheet, all);
  am_sheet_findings_table(sheet, all, false);
  am_buffer_add(sheet->out,
                "<details><summary>All %zu lines</summary>\n", all->count);
  am_sheet_findings_table(sheet, all, true);
  am_buffer_add(sheet->out, "</details>\n");
}

static am_status make_checks(am_sheet *sheet, am_subject *subject) {
  am_status status = AM_OK;
  for (size_t i = 0; am_checks[i] && !am_check_stopped(subject); i++) {
    am_report_tell(sheet->report, am_checks[i]->name);
    am_status made = am_checks[i]->run(subject);
    if (made > status) status = made;
  }
  return am_check_stopped(subject)
             ? am_error(sheet->report, AM_FAILED, am_nowhere,
                        "stopped before all checks were done")
             : status;
}

static am_status write_checks(am_sheet *sheet) {
  const am_sheet_options *o = sheet->options;
  const am_material *m = sheet->known.material;
  am_arena *arena = sheet->arena;
  am_findings findings = {.arena = arena};
  am_subject subject = {
      .arena = arena, .report = sheet->report, .path = m->path, .material = m,
      .engine = o->engine, .other = o->other, .level = o->level,
      .samples = am_check_samples[o->level],
      .logarithmic = m->kinematics == AM_KINEMATICS_LOGARITHMIC,
      .findings = &findings};
  AM_TRY(am_subject_read(&subject));
  am_arena_interruptible(arena, false); /* checks poll themselves */
  am_status status = make_checks(sheet, &subject);
  write_findings(sheet, &findings);
  am_sheet_keep(sheet);
  return status;
}

/* ---- the page ------------------------------------------------------------ */

static const am_sheet_section sections[] = {
    {"law", "The law", am_sheet_head},
    {"potentials", "Potentials", am_sheet_potentials},
    {"follows", "Derived relations", am_sheet_followers},
    {"parameters", "Parameters", am_sheet_parameters},
    {"variables", "Variables", am_sheet_variables},
    {"pictures", "Response", am_sheet_pictures},
    {"schemes", "Cost of schemes and error of tangents", am_sheet_schemes},
    {"checks", "Checks", write_checks},
    {"sources", "Files", write_sources},
    {0},
};

am_status am_sheet_law(am_arena *arena, am_report *report,
                       const am_sheet_options *options, am_buffer *page) {
  am_sheet sheet = {.options = options, .out = page, .page = arena,
                    .arena = arena, .strain = options->strain,
                    .duration = options->duration};
  AM_TRY(am_described_law_read(arena, report, options->operand, &sheet.known));
  const am_material *m = sheet.known.material;
  return am_sheet_write(&sheet, report, m->name, m->title, sections);
}
