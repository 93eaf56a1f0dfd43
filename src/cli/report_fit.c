/* report_fit.c: section of the page of a case about its fit: parameters,
 * correlations, residuals, curves. */
#include "cli/command.h"
#include "report/parts.h"

static const char *shown(const am_sheet *sheet, double value) {
  return am_html_number(sheet->arena, value, 6);
}

static void write_search(am_sheet *sheet, const am_fit *fit) {
  const am_least *m = &fit->minimum;
  const am_html_fact facts[] = {
      {"Result", am_end_text[m->end]},
      {"Iterations", shown(sheet, m->iterations)},
      {"Values", shown(sheet, (double)fit->size)},
      {"Sum of squares", shown(sheet, m->sum)},
      {"Residual deviation", shown(sheet, fit->deviation)}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
}

static void write_parameters(am_sheet *sheet, const am_fit *fit) {
  am_html_table table =
      am_html_table_open(sheet->out, "fitted",
                         "parameter|#value|unit|#standard error|#start|remark");
  for (size_t i = 0; i < fit->parameter_count; i++) {
    const am_fit_parameter *p = &fit->parameters[i];
    am_html_table_row(&table, "<code>%s</code>|%m|%s|%m|%m|%s", p->given->name,
                      shown(sheet, p->value), p->unit, shown(sheet, p->error),
                      shown(sheet, p->bounded.start), am_fit_remark(p));
  }
  am_html_table_close(&table);
}

/* Lower triangle of the correlations. */
static void write_correlations(am_sheet *sheet, const am_fit *fit) {
  size_t n = fit->parameter_count;
  am_buffer heads = {.arena = sheet->arena};
  if (n < 2) return;
  am_buffer_add(&heads, "correlation");
  for (size_t i = 0; i < n; i++)
    am_buffer_add(&heads, "|#%s", fit->parameters[i].given->name);
  am_html_table table =
      am_html_table_open(sheet->out, "correlations", heads.text);
  for (size_t i = 0; i < n; i++) {
    am_buffer row = {.arena = sheet->arena};
    am_buffer_add(&row, "<code>%s</code>", fit->parameters[i].given->name);
    for (size_t j = 0; j <= i; j++)
      am_buffer_add(&row, "|%s",
                    am_html_number(sheet->arena, fit->correlation[i * n + j],
                                   3));
    am_html_table_row(&table, row.text);
  }
  am_html_table_close(&table);
}

static void write_residuals(am_sheet *sheet, const am_fit *fit) {
  am_html_table table = am_html_table_open(
      sheet->out, "residuals",
      "test|column|#values|#rms of residuals|#largest|#scale|unit");
  for (size_t i = 0; i < fit->test_count; i++)
    for (size_t k = 0; k < fit->tests[i].column_count; k++) {
      const am_fit_column *c = &fit->tests[i].columns[k];
      am_html_table_row(&table, "%s|<code>%s</code>|%m|%m|%m|%m|%s",
                        fit->tests[i].given->title, c->name,
                        shown(sheet, (double)c->values), shown(sheet, c->rms),
                        shown(sheet, c->largest), shown(sheet, c->scale),
                        c->unit);
    }
  am_html_table_close(&table);
}

/* Draws each panel as a figure. */
static void draw_panels(am_sheet *sheet, const am_picture *picture,
                        const char *id, const char *about) {
  for (size_t i = 0; i < picture->count; i++) {
    am_panel panel = picture->panels[i];
    const am_picture one = {.panels = &panel, .count = 1};
    panel.title = NULL;
    am_sheet_figure(sheet, &one, am_format(sheet->arena, "%s-%zu", id, i + 1),
                    picture->panels[i].title, about);
  }
}

static am_status draw_fit(am_sheet *sheet, const am_fit *fit) {
  const am_picture residuals = am_fit_residuals(sheet->arena, fit);
  am_picture curves;
  AM_TRY(am_fit_picture(sheet->arena, sheet->report, fit, &curves));
  am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  draw_panels(sheet, &curves, "fit", "Measured values and the fitted law.");
  draw_panels(sheet, &residuals, "residual", "Computed minus measured.");
  am_buffer_add(sheet->out, "</div>\n");
  return AM_OK;
}

am_status am_report_fit(am_sheet *sheet) {
  const am_fit_options options = {.iterations = AM_FIT_ITERATIONS,
                                  .tolerance = AM_FIT_TOLERANCE};
  am_fit *fit;
  AM_TRY(am_fit_prepare(sheet->arena, sheet->report, sheet->description,
                        sheet->known.material, &options, &fit));
  am_status solved = am_fit_solve(sheet->arena, sheet->report, fit, &options);
  if (!am_fit_found(fit)) return solved;
  write_search(sheet, fit);
  write_parameters(sheet, fit);
  write_correlations(sheet, fit);
  write_residuals(sheet, fit);
  am_sheet_keep(sheet);
  am_status drawn = draw_fit(sheet, fit);
  am_sheet_keep(sheet);
  return solved != AM_OK ? solved : drawn;
}
