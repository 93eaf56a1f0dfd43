/* case.c: page of a case: its path, its curves, values of its columns, its
 * expected values, and its law, or the phases of a volume element. */
#include "report/parts.h"
#include "point/parts.h"

static am_status write_case(am_sheet *sheet) {
  const am_case *d = sheet->description;
  const am_material *m = sheet->known.material;
  am_arena *arena = sheet->arena;
  am_buffer solver = {.arena = arena};
  if (d->settings_given) am_yaml_write(&solver, d->settings_given);
  const am_html_fact facts[] = {
      {"Law", am_html_format(arena, "%s%s%s", m->name, *m->title ? ": " : "",
                             m->title)},
      {"File", am_html_format(arena, "<code>%s</code>",
                              basename(d->file))},
      {"Solver", am_html_format(arena, "<code>%s</code>",
                                solver.text ? solver.text : "default")}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
  if (d->points)
    am_sheet_paragraph(sheet, "note", "The case has several points; the first "
                                      "one is shown.");
  return AM_OK;
}

static am_status write_file_text(am_sheet *sheet) {
  am_html_lines(sheet->out, sheet->description->source->text);
  am_buffer_add(sheet->out, "\n");
  return AM_OK;
}

/* ---- curves -------------------------------------------------------------- */

static bool stays_zero(const double *y, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (y[i] != 0) return false;
  return true;
}

/* Draws the columns of one quantity over time, except those that are always
 * zero. */
static void draw_quantity(am_sheet *sheet, const size_t *groups,
                          size_t first) {
  const am_table *t = sheet->rows;
  long time = am_table_column(t, "time");
  am_curve *curves = AM_ARRAY(sheet->arena, am_curve, t->columns);
  size_t count = 0;
  const double *times = am_table_values(sheet->arena, t, time);
  for (size_t c = first; c < t->columns; c++) {
    const double *y = am_table_values(sheet->arena, t, (long)c);
    if (groups[c] != first || stays_zero(y, t->rows)) continue;
    curves[count] = (am_curve){.name = t->names[c], .count = t->rows,
                               .x = times, .y = y};
    count++;
  }
  if (!count) return;
  if (count == 1 && !strcmp(curves->name, t->names[first]))
    curves->name = NULL; /* the caption names the only curve */
  const char *name = am_column_quantity(sheet->arena, t->names[first]);
  const am_panel panel = {.x = {.label = "time {/:Italic t}",
                                .unit = am_table_unit(t, time)},
                          .y = {.unit = am_table_unit(t, (long)first),
                                .label = am_label_plain(sheet->arena, name)},
                          .curves = curves, .count = count};
  const am_picture picture = {.panels = &panel, .count = 1};
  am_sheet_figure(sheet, &picture, am_format(sheet->arena, "column-%zu", first),
                  name, "Over time.");
}

static am_status draw_curves(am_sheet *sheet) {
  const am_table *t = sheet->rows;
  for (const am_message *m = sheet->messages->first; m; m = m->next)
    am_sheet_paragraph(sheet,
                       m->severity == AM_SEVERITY_ERROR ? "bad" : "note",
                       m->text);
  if (!t || t->rows < 2 || !am_sheet_draws(sheet)) return AM_OK;
  bool whole = am_table_column(t, "stress.xx") >= 0 ||
               am_table_column(t, "F.xx") >= 0;
  const size_t *groups = am_quantity_groups(sheet->arena, t->names, t->columns);
  am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  if (whole && am_table_column(t, "time") >= 0) {
    const am_picture picture = am_picture_of_run(sheet->arena, t, NULL);
    am_sheet_figure(sheet, &picture, "curve", "The curve",
                    "The columns that characterize the run.");
  }
  for (size_t c = 0; c < t->columns; c++)
    if (groups[c] == c && strcmp(t->names[c], "time") &&
        am_table_column(t, "time") >= 0)
      draw_quantity(sheet, groups, c);
  am_buffer_add(sheet->out, "</div>\n");
  return AM_OK;
}

/* ---- numbers ------------------------------------------------------------- */

static void write_summary(am_sheet *sheet) {
  const am_summary *s = &sheet->summary;
  const struct {
    const char *name;
    double count;
  } rows[] = {{"loading steps", s->steps},
              {"halved loading steps", s->cuts},
              {"substeps", s->substeps},
              {"rejected substeps", s->rejected},
              {"evaluations of the rates", s->evaluations},
              {"local iterations", s->iterations},
              {"equilibrium iterations", s->equilibrium_iterations}};
  am_html_fact facts[sizeof rows / sizeof *rows];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    facts[i] = (am_html_fact){rows[i].name,
                              am_html_number(sheet->arena, rows[i].count, 9)};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
}

static am_status write_statistics(am_sheet *sheet) {
  const am_table *t = sheet->rows;
  if (!t || !t->rows) return AM_OK;
  (sheet->element ? am_sheet_element_summary : write_summary)(sheet);
  am_html_table table = am_html_table_open(
      sheet->out, "columns", "column|unit|#first|#minimum|#maximum|#last");
  for (size_t c = 0; c < t->columns; c++) {
    const double *x = am_table_values(sheet->arena, t, (long)c);
    double numbers[] = {x[0], x[0], x[0], x[t->rows - 1]};
    const char *shown[4];
    for (size_t i = 1; i < t->rows; i++) {
      numbers[1] = fmin(numbers[1], x[i]);
      numbers[2] = fmax(numbers[2], x[i]);
    }
    for (int i = 0; i < 4; i++)
      shown[i] = am_html_number(sheet->arena, numbers[i], 6);
    am_html_table_row(&table, "<code>%s</code>|%s|%m|%m|%m|%m", t->names[c],
                      am_table_unit(t, (long)c), shown[0], shown[1], shown[2],
                      shown[3]);
  }
  am_html_table_close(&table);
  return AM_OK;
}

static am_status write_expected(am_sheet *sheet) {
  const am_case *d = sheet->description;
  am_findings all = {.arena = sheet->arena};
  am_subject subject = {.arena = sheet->arena, .report = sheet->report,
                        .findings = &all};
  if (!d->expectation_count || !sheet->rows) return AM_OK;
  AM_TRY(am_check_table(&subject, "expect", d, sheet->rows, NULL));
  am_sheet_findings_table(sheet, &all, true);
  return AM_OK;
}

static am_status write_fit(am_sheet *sheet) {
  return sheet->description->fit ? sheet->options->fit(sheet) : AM_OK;
}

/* ---- the page ------------------------------------------------------------ */

static const am_sheet_section sections[] = {
    {"case", "The case", write_case},
    {"fit", "Fitted parameters", write_fit},
    {"curves", "Curves", draw_curves},
    {"statistics", "Numbers", write_statistics},
    {"expected", "Expected values", write_expected},
    {"path", "The file", write_file_text},
    {"law", "The law", am_sheet_head},
    {"potentials", "Potentials", am_sheet_potentials},
    {"parameters", "Parameters", am_sheet_parameters},
    {"variables", "Variables", am_sheet_variables},
    {0},
};

static const am_sheet_section element_sections[] = {
    {"case", "The case", am_sheet_element_case},
    {"microstructure", "Microstructure", am_sheet_element_microstructure},
    {"phases", "Phases", am_sheet_element_phases},
    {"curves", "Curves", draw_curves},
    {"fields", "Fields at the end", am_sheet_element_fields},
    {"statistics", "Numbers", write_statistics},
    {"expected", "Expected values", write_expected},
    {"path", "The file", write_file_text},
    {0},
};

/* Runs the path of the case, if it has one. */
static am_status run_path(am_sheet *sheet, am_case *d) {
  if (d->microstructure) return am_sheet_element_run(sheet, d);
  if (!d->path && !d->points) return AM_OK;
  return am_sheet_drive(sheet, d, sheet->known.material, &sheet->rows,
                        &sheet->summary);
}

/* Reads the law with the parameters of the case; parameters known only at run
 * time keep the values of the material. */
static am_status read_law(am_arena *arena, am_report *report,
                          const am_case *d, am_described_law *k) {
  AM_TRY(am_run_material(arena, report, d, &k->material));
  k->arena = arena;
  AM_TRY(am_law_new(arena, report, k->material,
                    &(am_law_choice){.overrides = d->parameters,
                                     .set = d->parameter_set,
                                     .set_place = d->parameter_set_place},
                    &k->law));
  am_describe_law(k);
  return AM_OK;
}

am_status am_sheet_case(am_arena *arena, am_report *report,
                        const am_sheet_options *options,
                        am_case *description, am_buffer *page) {
  static const char *const needed[] = {"time", "strain", "stress",
                                       "F", "P", "cauchy"};
  am_sheet sheet = {.options = options, .out = page, .page = arena,
                    .arena = arena, .report = report,
                    .description = description};
  bool element = description->microstructure != NULL;
  bool runs = description->path || description->points;
  if (!runs && !description->fit)
    return am_error(report, AM_INPUT, am_case_place(description),
                    "a report needs a case with 'path' or 'fit'");
  if (!element) AM_TRY(read_law(arena, report, description, &sheet.known));
  if (description->expectation_count)
    AM_TRY(am_expect_columns(arena, report, description));
  am_columns_request(arena, description, needed, 6, am_nowhere, false);
  description->times = AM_TIMES_ALL;
  sheet.messages = sheet.report = am_report_new(arena);
  am_status walked = run_path(&sheet, description);
  if (runs && !sheet.rows) { /* the run did not start */
    const am_message *m = am_report_error(sheet.report);
    return m ? am_error(report, walked, m->place, "%s", m->text) : walked;
  }
  return am_sheet_write(&sheet, report, description->title, "",
                        element ? element_sections : sections);
}
