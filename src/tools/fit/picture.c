/* picture.c: measured values, curves of the fitted law, and residuals. */
#include "fit/fit.h"

/* Number of loading steps that make a curve smooth. */
enum { CURVE_STEPS = 200 };

/* Columns of the drawn curves: time, compared columns, strains of loops. */
static void request_columns(am_arena *arena, const am_fit_test *test,
                            am_case *description) {
  size_t count = 1;
  const char **names =
      AM_ARRAY(arena, const char *, 1 + 2 * test->column_count);
  names[0] = "time";
  for (size_t k = 0; k < test->column_count; k++) {
    const am_fit_column *column = &test->columns[k];
    names[count++] = column->name;
    if (column->over) names[count++] = am_loop_over(arena, column->name);
  }
  description->column_count = 0;
  am_columns_request(arena, description, names, count, am_nowhere, true);
}

/* Computes a test with the fitted parameters. Schemes that choose their
 * substeps do so in many short loading steps; other results would depend on
 * the length of a loading step. */
static am_status compute_curve(am_arena *arena, am_report *report,
                               const am_fit *fit, const am_fit_test *test,
                               am_table **rows) {
  const am_request request = {.threads = 1, .engine = am_engine_reference()};
  am_fitting_test given = *test->given;
  am_case description = *test->description;
  am_summary summary;
  am_run *run;
  bool adaptive =
      description.settings.solver.scheme->family != AM_FAMILY_IMPLICIT;
  if (adaptive) given.steps *= 1 + CURVE_STEPS / (long)test->rows;
  description.test = &given;
  request_columns(arena, test, &description);
  AM_TRY(am_run_prepare_points(arena, report, &description,
                               fit->law->material, &request, &run));
  am_sample_vary(run->sample, fit->minimum.values, run->drawn);
  *rows = am_columns_table(arena, run->columns);
  const am_run_sink sink = {.row = am_row_to_table, .data = *rows};
  return am_run_drive(arena, report, run, &sink, &summary);
}

/* Passes on only an error: notes about the test are those of the fit. */
static am_status find_curve(am_arena *arena, am_report *report,
                            const am_fit *fit, const am_fit_test *test,
                            am_table **rows) {
  am_report *own = am_report_apart(arena, report);
  am_status status = compute_curve(arena, own, fit, test, rows);
  const am_message *m = am_report_error(own);
  if (status != AM_OK && m)
    return am_error(report, status, m->place, "%s", m->text);
  return status;
}

static const double *measured_of(am_arena *arena, const am_fit_test *test,
                                 size_t k) {
  double *column = AM_ARRAY(arena, double, test->rows);
  for (size_t r = 0; r < test->rows; r++)
    column[r] = test->measured[r * test->column_count + k];
  return column;
}

static am_panel panel_of(am_arena *arena, const am_fit_test *test, size_t k,
                         const am_table *rows) {
  const am_fit_column *column = &test->columns[k];
  const char *x = column->over ? am_loop_over(arena, column->name) : "time";
  long at = am_table_column(rows, x);
  am_curve *curves = AM_ARRAY(arena, am_curve, 2);
  curves[0] = (am_curve){.name = "measured",
                         .x = column->over ? column->over : test->time,
                         .y = measured_of(arena, test, k),
                         .count = test->rows, .kind = AM_CURVE_POINTS};
  curves[1] = (am_curve){.name = "computed",
                         .x = am_table_values(arena, rows, at),
                         .y = am_table_values(
                             arena, rows,
                             am_table_column(rows, column->name)),
                         .count = rows->rows, .kind = AM_CURVE_LINE};
  return (am_panel){.title = test->given->title,
                    .x = {.label = am_label_of_column(arena, x),
                          .unit = am_table_unit(rows, at)},
                    .y = {.label = am_label_of_column(arena, column->name),
                          .unit = column->unit},
                    .curves = curves, .count = 2};
}

static size_t count_panels(const am_fit *fit) {
  size_t count = 0;
  for (size_t i = 0; i < fit->test_count; i++)
    count += fit->tests[i].column_count;
  return count;
}

am_status am_fit_picture(am_arena *arena, am_report *report,
                         const am_fit *fit, am_picture *picture) {
  size_t count = count_panels(fit);
  am_panel *panels = AM_ARRAY(arena, am_panel, count);
  *picture = (am_picture){.title = fit->description->title, .panels = panels,
                          .count = count};
  for (size_t i = 0; i < fit->test_count; i++) {
    const am_fit_test *test = &fit->tests[i];
    am_table *rows;
    AM_TRY(find_curve(arena, report, fit, test, &rows));
    for (size_t k = 0; k < test->column_count; k++)
      *panels++ = panel_of(arena, test, k, rows);
  }
  return AM_OK;
}

static am_panel residuals_of(am_arena *arena, const am_fit *fit,
                             const am_fit_test *test, size_t k) {
  const am_fit_column *column = &test->columns[k];
  am_curve *curve = AM_NEW(arena, am_curve);
  double *y = AM_ARRAY(arena, double, test->rows);
  for (size_t r = 0; r < test->rows; r++) {
    size_t at = r * test->column_count + k;
    y[r] = test->computed[at] - test->measured[at];
  }
  *curve = (am_curve){.x = test->time, .y = y, .count = test->rows,
                      .kind = AM_CURVE_POINTS};
  return (am_panel){.title = test->given->title,
                    .x = {.label = am_label_of_column(arena, "time"),
                          .unit = fit->law->material->time_unit},
                    .y = {.label = am_format(
                              arena, "residual of %s",
                              am_label_of_column(arena, column->name)),
                          .unit = column->unit},
                    .curves = curve, .count = 1};
}

am_picture am_fit_residuals(am_arena *arena, const am_fit *fit) {
  am_panel *panels = AM_ARRAY(arena, am_panel, count_panels(fit));
  am_picture picture = {.panels = panels};
  for (size_t i = 0; i < fit->test_count; i++)
    for (size_t k = 0; k < fit->tests[i].column_count; k++)
      panels[picture.count++] = residuals_of(arena, fit, &fit->tests[i], k);
  return picture;
}
