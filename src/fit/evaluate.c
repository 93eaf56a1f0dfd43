/* evaluate.c: the residuals of a fit and their derivatives. */
#include <math.h>
#include <stdio.h>

#include "fit/fit.h"

/* Where the rows of a test's run go. */
typedef struct {
  const am_fit_test *test;
  size_t parameters;
  double *residual, *jacobian; /* of this test */
  size_t row;                  /* of the run, from 0: the start */
  size_t next;                 /* residual */
} taking;

static void take_value(taking *t, const am_fit_column *column,
                       const double *row, double measured) {
  double *jacobian = t->jacobian + t->next * t->parameters;
  if (isnan(measured)) return;
  t->residual[t->next++] = column->factor * (row[column->output] - measured);
  for (size_t j = 0; j < t->parameters; j++)
    jacobian[j] = column->factor * row[column->sensitivity + j];
}

/* Rows between those of the table are passed over. */
static void take_row(void *data, const double *row) {
  taking *t = data;
  const am_fit_test *test = t->test;
  size_t at = t->row++, steps = (size_t)test->given->steps;
  if (at < test->lead || (at - test->lead) % steps) return;
  size_t i = (at - test->lead) / steps;
  for (size_t k = 0; k < test->column_count; k++)
    take_value(t, &test->columns[k], row,
               test->measured[i * test->column_count + k]);
}

static bool fail(am_fit_test *test, const char *reason) {
  snprintf(test->failure, sizeof test->failure, "%s", reason);
  return false;
}

static const char *first_error(const am_report *report) {
  for (const am_message *m = report->first; m; m = m->next)
    if (m->severity == AM_SEVERITY_ERROR) return m->text;
  return "the test cannot be evaluated";
}

static bool walk(am_arena *arena, am_fit_test *test, const double *values,
                 taking *t) {
  const am_row_sink sink = {take_row, t};
  am_report *report = am_report_new(arena);
  am_summary summary;
  const char *reason = am_run_vary(test->run, values);
  if (reason) return fail(test, reason);
  if (am_run_walk(arena, report, test->run, &sink, &summary) == AM_OK)
    return true;
  return fail(test, first_error(report));
}

static bool walk_within_memory(am_fit_test *test, const double *values,
                               taking *t) {
  am_arena *arena = am_arena_new();
  if (arena) am_arena_watch(arena, test->run->stop);
  bool good = arena && !am_arena_recover(arena)
                  ? walk(arena, test, values, t)
                  : fail(test, "out of memory");
  am_arena_free(arena);
  return good;
}

bool am_fit_evaluate(void *data, const double *values, double *residual,
                     double *jacobian) {
  am_fit *fit = data;
  int good = 1;
#pragma omp parallel for schedule(dynamic, 1) num_threads(fit->threads) \
    reduction(&& : good)
  for (size_t i = 0; i < fit->test_count; i++) {
    am_fit_test *test = &fit->tests[i];
    taking t = {.test = test, .parameters = fit->parameter_count,
                .residual = residual + test->first,
                .jacobian = jacobian + test->first * fit->parameter_count};
    *test->failure = 0;
    good = walk_within_memory(test, values, &t) && good;
  }
  return good;
}
