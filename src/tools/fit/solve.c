/* solve.c: residuals of a fit, search, and analysis of the minimum. */
#include "fit/fit.h"

/* ---- residuals and their derivatives ----------------------------------- */

/* Collects the rows of a test's run. */
typedef struct {
  const am_fit_test *test;
  size_t parameters;
  double *residual, *jacobian; /* of this test */
  size_t row;                  /* of the run; 0: the start */
  size_t taken;                /* rows of the test so far */
  size_t next;                 /* index of the next residual */
} taking;

static void take_value(taking *t, const am_fit_column *column,
                       const double *row, double measured) {
  double *jacobian = t->jacobian + t->next * t->parameters;
  if (isnan(measured)) return;
  t->residual[t->next++] = column->factor * (row[column->output] - measured);
  for (size_t j = 0; j < t->parameters; j++)
    jacobian[j] = column->factor * row[column->sensitivity + j];
}

/* Skips rows between those of the table. */
static void take_row(void *data, const double *row) {
  taking *t = data;
  const am_fit_test *test = t->test;
  size_t step = t->row++, i = t->taken;
  if (i == test->rows || step != test->at[i]) return;
  t->taken++;
  for (size_t k = 0; k < test->column_count; k++)
    take_value(t, &test->columns[k], row,
               test->measured[i * test->column_count + k]);
}

/* Runs a test; returns "", or the reason for a failure. */
static const char *walk_test(am_arena *arena, am_fit_test *test,
                             const double *values, taking *t) {
  const am_run_sink sink = {.row = take_row, .data = t};
  am_report *report = am_report_new(arena);
  am_summary summary;
  const char *reason =
      am_sample_vary(test->run->sample, values, test->run->drawn);
  if (reason) return reason;
  if (am_run_drive(arena, report, test->run, &sink, &summary) == AM_OK)
    return "";
  const am_message *m = am_report_error(report);
  return m ? m->text : "the test could not be evaluated";
}

static const char no_memory[] = "out of memory";

static bool walk_within_memory(am_fit_test *test, const double *values,
                               taking *t) {
  am_arena *arena = am_arena_new();
  if (arena) am_arena_watch(arena, test->run->stop);
  const char *reason = arena && !am_arena_recover(arena)
                           ? walk_test(arena, test, values, t)
                           : no_memory;
  snprintf(test->failure, sizeof test->failure, "%s", reason);
  am_arena_free(arena);
  return !*test->failure;
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
    good = walk_within_memory(test, values, &t) && good;
  }
  return good;
}

/* Influence of a parameter by rounding only: norm of the change of the
 * residuals per relative change of the parameter, relative to the root of the
 * sum of squares of the measured values. */
static double least_influence(const am_fit *fit) {
  static const double rounding = 1e-13;
  double sum = 0;
  for (size_t i = 0; i < fit->test_count; i++) {
    const am_fit_test *test = &fit->tests[i];
    for (size_t k = 0; k < test->rows * test->column_count; k++) {
      double value = test->measured[k] *
                     test->columns[k % test->column_count].factor;
      if (!isnan(value)) sum += value * value;
    }
  }
  return rounding * sqrt(sum);
}

/* ---- analysis of the minimum --------------------------------------------- */

/* Free parameters (not at a bound), and the Jacobian with respect to their
 * coordinates (minimize.c). */
typedef struct {
  am_arena *arena;
  am_fit *fit;
  size_t *moving;   /* [count] */
  size_t count;
  double *slope;    /* [count] d value/d coordinate */
  double *variance; /* [size] of the residuals */
  am_decomposition d;
} analysis;

static void list_moving(analysis *a) {
  am_fit *fit = a->fit;
  for (size_t i = 0; i < fit->parameter_count; i++) {
    am_fit_parameter *p = &fit->parameters[i];
    p->value = fit->minimum.values[i];
    p->bound = fit->minimum.bound[i];
    if (p->bound) continue;
    a->slope[a->count] = am_bounded_slope(&p->bounded, p->value);
    a->moving[a->count++] = i;
  }
}

static void decompose(analysis *a) {
  const am_fit *fit = a->fit;
  size_t n = a->count;
  double *jacobian = AM_ARRAY(a->arena, double, fit->size * n);
  for (size_t k = 0; k < fit->size; k++)
    for (size_t j = 0; j < n; j++)
      jacobian[k * n + j] =
          a->slope[j] *
          fit->minimum.jacobian[k * fit->parameter_count + a->moving[j]];
  a->d = am_decompose(a->arena, jacobian, fit->minimum.residual, fit->size,
                      (int)n);
}

/* Removes parameters without influence or with influence by rounding only. */
static void drop_idle(analysis *a) {
  size_t count = 0;
  double least = least_influence(a->fit);
  for (size_t j = 0; j < a->count; j++) {
    bool idle = a->d.norm[j] <= least;
    a->fit->parameters[a->moving[j]].idle = idle;
    if (idle) continue;
    a->slope[count] = a->slope[j];
    a->moving[count++] = a->moving[j];
  }
  if (count == a->count) return;
  a->count = count;
  decompose(a);
}

/* Adds a row as a combination, scaled to a largest change of 1 %. */
static void add_combination(analysis *a, const double *row) {
  am_fit *fit = a->fit;
  double *change =
      fit->combinations + fit->combination_count++ * fit->parameter_count;
  double largest = 0;
  for (size_t j = 0; j < a->count; j++)
    largest = fmax(largest, fabs(row[j]));
  for (size_t j = 0; j < a->count; j++) {
    if (fabs(row[j]) < 1e-4 * largest) continue;
    change[a->moving[j]] = 0.01 * row[j] / largest;
    fit->parameters[a->moving[j]].loose = true;
  }
}

static void find_combinations(analysis *a) {
  am_fit *fit = a->fit;
  const am_decomposition *d = &a->d;
  size_t n = a->count, rank = (size_t)d->rank, loose = n - rank;
  double *rows = AM_ARRAY(a->arena, double, loose * n);
  fit->combinations = AM_ARRAY(a->arena, double, loose * fit->parameter_count);
  for (size_t i = 0; i < loose * n; i++) {
    size_t k = rank + i / n, j = i % n;
    double value = fit->parameters[a->moving[j]].value;
    rows[i] = a->slope[j] * d->v[j * n + k] / d->norm[j];
    if (value != 0) rows[i] /= value;
  }
  /* Undetermined directions: rows [count] of relative changes, made sparse by
   * elimination. */
  for (size_t r = 0; r < loose; r++) {
    size_t pivot = 0;
    double *row = rows + r * n;
    for (size_t j = 0; j < n; j++)
      if (fabs(row[j]) > fabs(row[pivot])) pivot = j;
    double scale = 1 / row[pivot];
    for (size_t j = 0; j < n; j++) row[j] *= scale;
    for (size_t s = 0; s < loose; s++) {
      double part = rows[s * n + pivot];
      for (size_t j = 0; s != r && j < n; j++)
        rows[s * n + j] -= part * row[j];
    }
  }
  for (size_t k = 0; k < loose; k++) add_combination(a, rows + k * n);
}

/* Covariances X (sum of s^2 J^T J) X with X = (J^T J)^+ and the variance s^2 of
 * each residual: sum of s^2 (X J_k) (X J_k)^T over the residuals k. */
static double *find_covariances(const analysis *a) {
  const am_fit *fit = a->fit;
  size_t n = a->count;
  double *inverse = AM_ARRAY(a->arena, double, n * n);
  double *sum = AM_ARRAY(a->arena, double, n * n);
  double *x = AM_ARRAY(a->arena, double, n);
  am_decomposition_inverse(&a->d, inverse);
  for (size_t k = 0; k < fit->size; k++) {
    const double *row = fit->minimum.jacobian + k * fit->parameter_count;
    for (size_t i = 0; i < n; i++) {
      x[i] = 0;
      for (size_t j = 0; j < n; j++)
        x[i] += inverse[i * n + j] * a->slope[j] * row[a->moving[j]];
    }
    for (size_t i = 0; i < n * n; i++)
      sum[i] += a->variance[k] * x[i / n] * x[i % n];
  }
  return sum;
}

/* Standard errors and correlations. */
static void find_errors(analysis *a) {
  am_fit *fit = a->fit;
  size_t n = a->count, all = fit->parameter_count;
  const double *covariances = find_covariances(a);
  for (size_t i = 0; i < all * all; i++) fit->correlation[i] = NAN;
  for (size_t i = 0; i < n; i++) {
    am_fit_parameter *p = &fit->parameters[a->moving[i]];
    if (!p->loose)
      p->error = sqrt(covariances[i * n + i]) * fabs(a->slope[i]);
  }
  for (size_t i = 0; i < n * n; i++) {
    size_t row = a->moving[i / n], column = a->moving[i % n];
    if (!isnan(fit->parameters[row].error + fit->parameters[column].error))
      fit->correlation[row * all + column] =
          covariances[i] / sqrt(covariances[(i / n) * (n + 1)] *
                                covariances[(i % n) * (n + 1)]);
  }
}

/* Minimum number of values of a column for an estimate of its variance. */
enum { VALUES_LEAST = 10 };

/* Variance of each residual: the variance of its column or, for few values, of
 * all residuals. */
static void find_variances(analysis *a) {
  const am_fit *fit = a->fit;
  double freedom = (double)(fit->size - (size_t)a->d.rank);
  double *next = a->variance = AM_ARRAY(a->arena, double, fit->size);
  for (size_t t = 0; t < fit->test_count; t++) {
    const am_fit_test *test = &fit->tests[t];
    for (size_t i = 0; i < test->rows * test->column_count; i++) {
      const am_fit_column *column = &test->columns[i % test->column_count];
      double residual = column->factor * column->rms;
      if (isnan(test->measured[i])) continue;
      *next++ = column->values < VALUES_LEAST
                    ? fit->deviation * fit->deviation
                    : residual * residual * (double)fit->size / freedom;
    }
  }
}

/* Computes values from residuals; sets the remaining error of each column. */
static void take_residuals(am_fit_test *test, const double *residual) {
  size_t next = test->first, n = test->column_count;
  for (size_t i = 0; i < test->rows * n; i++) {
    am_fit_column *column = &test->columns[i % n];
    test->computed[i] = NAN;
    if (isnan(test->measured[i])) continue;
    double difference = residual[next++] / column->factor;
    test->computed[i] = test->measured[i] + difference;
    column->rms += difference * difference / (double)column->values;
    column->largest = fmax(column->largest, fabs(difference));
  }
  for (size_t k = 0; k < n; k++)
    test->columns[k].rms = sqrt(test->columns[k].rms);
}

/* ---- messages ----------------------------------------------------------- */

static am_status report_start(const am_arena *arena, am_report *report,
                              const am_fit *fit) {
  const am_fit_test *test = fit->tests;
  if (am_arena_stopped(arena))
    return am_error(report, AM_FAILED, am_nowhere,
                    "interrupted before the first result");
  for (size_t i = 0; i < fit->test_count; i++)
    if (*fit->tests[i].failure) test = &fit->tests[i];
  am_status status =
      strcmp(test->failure, no_memory) ? AM_FAILED : AM_ENVIRONMENT;
  return am_error(report, status, test->given->place,
                  "the fit cannot start: with the start values of the "
                  "parameters, this test fails: %s",
                  *test->failure ? test->failure
                                 : "a value is not finite");
}

static am_status report_combination(am_report *report, const am_fit *fit,
                                    const double *change) {
  am_buffer text = {.arena = report->arena};
  am_place place = am_nowhere;
  for (size_t i = 0; i < fit->parameter_count; i++) {
    if (change[i] == 0) continue;
    if (!text.length) place = fit->parameters[i].given->place;
    am_buffer_add(&text, "%s%s %+.3g %%", text.length ? ", " : "",
                  fit->parameters[i].given->name, 100 * change[i]);
  }
  return am_error(report, AM_FAILED, place,
                  "the tests do not determine these parameters: changing %s "
                  "together has no effect; fix one of them",
                  text.text);
}

bool am_fit_found(const am_fit *fit) {
  return fit->minimum.end != AM_END_START;
}

/* Computes errors and correlations at the minimum. */
static void analyse_minimum(am_arena *arena, am_fit *fit) {
  size_t all = fit->parameter_count;
  analysis a = {.arena = arena, .fit = fit,
                .moving = AM_ARRAY(arena, size_t, all),
                .slope = AM_ARRAY(arena, double, all)};
  list_moving(&a);
  decompose(&a);
  drop_idle(&a);
  fit->deviation =
      sqrt(fit->minimum.sum / (double)(fit->size - (size_t)a.d.rank));
  fit->correlation = AM_ARRAY(arena, double, all * all);
  fit->condition = a.count && a.d.singular[0] > 0
                       ? a.d.singular[a.count - 1] / a.d.singular[0]
                       : 0;
  for (size_t i = 0; i < fit->test_count; i++)
    take_residuals(&fit->tests[i], fit->minimum.residual);
  find_variances(&a);
  find_combinations(&a);
  find_errors(&a);
}

/* Reports undetermined parameters, and a search without success. */
static am_status report_minimum(am_report *report, const am_fit *fit) {
  am_status status = AM_OK;
  am_end end = fit->minimum.end;
  for (size_t i = 0; i < fit->parameter_count; i++)
    if (fit->parameters[i].idle)
      status = am_error(report, AM_FAILED, fit->parameters[i].given->place,
                        "'%s' has no effect on the compared columns: fix it, "
                        "choose another start value, or add a test that "
                        "depends on it",
                        fit->parameters[i].given->name);
  if (end != AM_END_CONVERGED && end != AM_END_EXHAUSTED)
    status = am_error(report, AM_FAILED, am_nowhere,
                      "the fit did not converge: %s", am_end_text[end]);
  for (size_t i = 0; i < fit->combination_count; i++)
    status = report_combination(report, fit,
                                fit->combinations + i * fit->parameter_count);
  return status;
}

am_status am_fit_solve(am_arena *arena, am_report *report, am_fit *fit,
                       const am_fit_options *options) {
  const am_objective objective = {
      .data = fit, .size = fit->size, .count = (int)fit->parameter_count,
      .negligible = least_influence(fit),
      .evaluate = am_fit_evaluate, .progress = options->progress,
      .watcher = options->data};
  am_bounded *start = AM_ARRAY(arena, am_bounded, fit->parameter_count);
  for (size_t i = 0; i < fit->parameter_count; i++)
    start[i] = fit->parameters[i].bounded;
  fit->minimum = am_minimize(arena, &objective, start,
                             (int)options->iterations, options->tolerance);
  if (!am_fit_found(fit)) return report_start(arena, report, fit);
  analyse_minimum(arena, fit);
  return report_minimum(report, fit);
}
