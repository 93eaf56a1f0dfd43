/* report.c: results of a fit as text, JSON and YAML; measured and computed
 * values as a table. */
#include "fit/fit.h"

static const char *shown(am_arena *arena, const char *text) {
  return am_printable(arena, text, strlen(text));
}

const char *am_fit_remark(const am_fit_parameter *p) {
  if (p->bound < 0) return "at its lower bound";
  if (p->bound > 0) return "at its upper bound";
  if (p->idle) return "no influence";
  if (p->loose) return "not determined";
  return p->error > fabs(p->value) ? "poorly determined" : "";
}

static int width_of_names(const am_fit *fit) {
  size_t width = 9;
  for (size_t i = 0; i < fit->parameter_count; i++) {
    size_t length = strlen(fit->parameters[i].given->name);
    width = length > width ? length : width;
  }
  return (int)width;
}

static void print_parameters(const am_fit *fit, am_arena *arena, FILE *out) {
  int width = width_of_names(fit);
  fprintf(out, "\n%-*s  %14s  %14s  %9s  %12s\n", width, "parameter", "value",
          "standard error", "relative", "start");
  for (size_t i = 0; i < fit->parameter_count; i++) {
    const am_fit_parameter *p = &fit->parameters[i];
    bool known = !isnan(p->error);
    const char *percent = known && p->value != 0
                              ? am_format(arena, "%.2g %%",
                                          100 * fabs(p->error / p->value))
                              : "-";
    fprintf(out, "%-*s  %14.8g  %14s  %9s  %12.6g", width, p->given->name,
            p->value, known ? am_format(arena, "%.3g", p->error) : "-",
            percent, p->bounded.start);
    if (*p->unit) fprintf(out, "  %s", shown(arena, p->unit));
    if (*am_fit_remark(p)) fprintf(out, "  (%s)", am_fit_remark(p));
    fputc('\n', out);
  }
}

static void print_correlation(const am_fit *fit, FILE *out) {
  int width = width_of_names(fit);
  size_t n = fit->parameter_count;
  if (n < 2) return;
  fprintf(out, "\n%-*s", width, "correlation");
  for (size_t i = 0; i < n; i++)
    fprintf(out, " %*s", width, fit->parameters[i].given->name);
  fputc('\n', out);
  for (size_t i = 0; i < n; i++) {
    fprintf(out, "%-*s", width > 11 ? width : 11,
            fit->parameters[i].given->name);
    for (size_t j = 0; j <= i; j++) {
      double value = fit->correlation[i * n + j];
      if (isnan(value))
        fprintf(out, " %*s", width, "-");
      else
        fprintf(out, " %*.3f", width, value);
    }
    fputc('\n', out);
  }
}

/* Condition index above which collinearity harms the estimates (Belsley, Kuh
 * and Welsch 1980). */
static const double collinear = 30;

static const char *judge_condition(const am_fit *fit) {
  return fit->combination_count ? "some combinations are not determined"
         : fit->condition * collinear < 1
             ? "some parameters are strongly correlated"
             : "the parameters are well distinguished";
}

void am_fit_print(const am_fit *fit, am_arena *arena, FILE *out) {
  const am_least *m = &fit->minimum;
  fprintf(out,
          "%s: %s\n%d iterations, %d evaluations (%d failed), engine %s\n"
          "%zu values, sum of squares %.10g, residual deviation %.4g\n"
          "smallest relative singular value %.3g: %s\n",
          shown(arena, fit->description->title), am_end_text[m->end],
          m->iterations, m->evaluations, m->failures,
          am_engine_of(fit->tests->run->program)->name, fit->size,
          m->sum, fit->deviation, fit->condition, judge_condition(fit));
  print_parameters(fit, arena, out);
  print_correlation(fit, out);
  fprintf(out, "\n  %-9s  %7s  %12s  %12s  %12s\n", "residuals", "values",
          "rms", "largest", "scale");
  for (size_t i = 0; i < fit->test_count; i++) {
    const am_fit_test *test = &fit->tests[i];
    fprintf(out, "%s\n", shown(arena, test->given->title));
    for (size_t k = 0; k < test->column_count; k++) {
      const am_fit_column *column = &test->columns[k];
      fprintf(out, "  %-9s  %7zu  %12.4g  %12.4g  %12.4g  %s\n",
              column->name, column->values, column->rms, column->largest,
              column->scale, shown(arena, column->unit));
    }
  }
}

/* Fitted number, and its position among the written numbers. */
typedef struct {
  const am_fit_parameter *parameter;
  am_member member;
  size_t first; /* index of the first number of this parameter */
} written;

static int by_place(const void *a, const void *b) {
  const written *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  for (int i = 0; i < 2; i++)
    if (x->member.member[i] != y->member.member[i])
      return x->member.member[i] - y->member.member[i];
  return 0;
}

/* Fitted numbers, with those of one list or matrix adjacent. */
static written *sorted(const am_fit *fit, am_arena *arena) {
  written *all = AM_ARRAY(arena, written, fit->parameter_count);
  for (size_t i = 0; i < fit->parameter_count; i++) {
    const am_fit_parameter *p = &fit->parameters[i];
    am_member member = am_member_parse(arena, p->given->name);
    size_t first = 0;
    while (first < i && strcmp(all[first].member.name, member.name)) first++;
    all[i] = (written){.parameter = p, .member = member, .first = first};
  }
  if (fit->parameter_count)
    qsort(all, fit->parameter_count, sizeof *all, by_place);
  return all;
}

/* Writes the keys that lead to a number, except those shared with the previous
 * one. */
static void write_head(const am_member *m, const am_member *last, FILE *out) {
  bool same = last && !strcmp(m->name, last->name), begun = !same;
  if (!same) fprintf(out, "  %s:", m->name);
  for (int i = 0; i < m->depth; i++) {
    same &= last && m->member[i] == last->member[i];
    if (same) continue;
    fprintf(out, "%s%*s%d:", begun ? "\n" : "", 4 + 2 * i, "", m->member[i]);
    begun = true;
  }
}

void am_fit_write_parameters(const am_fit *fit, am_arena *arena, FILE *out) {
  fprintf(out, "# fitted to %s, material %s\n",
          shown(arena, fit->description->title),
          shown(arena, fit->law->material->name));
  if (fit->minimum.end != AM_END_CONVERGED)
    fprintf(out, "# %s\n", am_end_text[fit->minimum.end]);
  fputs("parameters:\n", out);
  const written *all = sorted(fit, arena);
  for (size_t i = 0; i < fit->parameter_count; i++) {
    const am_fit_parameter *p = all[i].parameter;
    write_head(&all[i].member, i ? &all[i - 1].member : NULL, out);
    fprintf(out, " %.17g", p->value);
    if (!isnan(p->error))
      fprintf(out, " # standard error %.3g", p->error);
    else
      fprintf(out, " # %s", am_fit_remark(p));
    fputc('\n', out);
  }
}

/* ---- JSON ---------------------------------------------------------------- */

enum { DIGITS = 17 };

static void number(am_json *j, const char *key, double value) {
  am_json_number(j, key, value, DIGITS);
}

static void write_json_parameter(am_json *j, const am_fit_parameter *p) {
  static const char *const bounds[] = {"lower", "none", "upper"};
  am_json_open(j, NULL, '{');
  am_json_text(j, "name", p->given->name);
  am_json_text(j, "unit", p->unit);
  number(j, "value", p->value);
  number(j, "standard_error", p->error);
  number(j, "start", p->bounded.start);
  number(j, "low", p->bounded.low);
  number(j, "high", p->bounded.high);
  am_json_text(j, "at_bound", bounds[p->bound + 1]);
  am_json_truth(j, "influence", !p->idle);
  am_json_truth(j, "determined", !p->idle && !p->loose);
  am_json_close(j, '}');
}

static void write_json_test(am_json *j, const am_fit_test *test) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "title", test->given->title);
  am_json_text(j, "table", test->given->table);
  am_json_open(j, "columns", '[');
  for (size_t k = 0; k < test->column_count; k++) {
    const am_fit_column *column = &test->columns[k];
    am_json_open(j, NULL, '{');
    am_json_text(j, "column", column->name);
    am_json_text(j, "unit", column->unit);
    number(j, "values", (double)column->values);
    number(j, "rms", column->rms);
    number(j, "largest", column->largest);
    number(j, "scale", column->scale);
    number(j, "factor", column->factor);
    am_json_close(j, '}');
  }
  am_json_close(j, ']');
  am_json_close(j, '}');
}

static void write_json_search(am_json *j, const am_fit *fit) {
  const am_least *m = &fit->minimum;
  bool good = m->end == AM_END_CONVERGED || m->end == AM_END_EXHAUSTED;
  am_json_text(j, "case", fit->description->title);
  am_json_text(j, "material", fit->law->material->name);
  am_json_truth(j, "converged", good);
  am_json_text(j, "end", am_end_text[m->end]);
  number(j, "iterations", m->iterations);
  number(j, "evaluations", m->evaluations);
  number(j, "failures", m->failures);
  number(j, "values", (double)fit->size);
  number(j, "sum_of_squares", m->sum);
  number(j, "deviation", fit->deviation);
  number(j, "smallest_singular_value", fit->condition);
}

void am_fit_write_json(const am_fit *fit, am_arena *arena, FILE *out) {
  am_json j = {.out = out};
  size_t n = fit->parameter_count;
  (void)arena;
  am_json_open(&j, NULL, '{');
  write_json_search(&j, fit);
  am_json_open(&j, "parameters", '[');
  for (size_t i = 0; i < fit->parameter_count; i++)
    write_json_parameter(&j, &fit->parameters[i]);
  am_json_close(&j, ']');
  am_json_open(&j, "undetermined", '[');
  for (size_t i = 0; i < fit->combination_count; i++) {
    const double *change = fit->combinations + i * n;
    am_json_open(&j, NULL, '{');
    for (size_t k = 0; k < n; k++)
      if (change[k] != 0)
        number(&j, fit->parameters[k].given->name, change[k]);
    am_json_close(&j, '}');
  }
  am_json_close(&j, ']');
  am_json_open(&j, "correlation", '[');
  for (size_t i = 0; i < n; i++) {
    am_json_open(&j, NULL, '[');
    for (size_t k = 0; k < n; k++)
      number(&j, NULL, fit->correlation[i * n + k]);
    am_json_close(&j, ']');
  }
  am_json_close(&j, ']');
  am_json_open(&j, "tests", '[');
  for (size_t i = 0; i < fit->test_count; i++)
    write_json_test(&j, &fit->tests[i]);
  am_json_close(&j, ']');
  am_json_close(&j, '}');
  putc('\n', out);
}

/* ---- the table ----------------------------------------------------------- */

static const char *measured_name(am_arena *arena, const am_fit_column *column) {
  return am_format(arena, "measured.%s", column->name);
}

/* Table without rows: the columns of all tests, measured and computed. */
static am_table *table_of_columns(const am_fit *fit, am_arena *arena) {
  size_t room = 2;
  for (size_t i = 0; i < fit->test_count; i++)
    room += 2 * fit->tests[i].column_count;
  const char **names = AM_ARRAY(arena, const char *, room);
  const char **units = AM_ARRAY(arena, const char *, room);
  am_table *table = am_table_new(arena, names, units, 2);
  names[0] = "test";
  names[1] = "time";
  units[1] = fit->law->material->time_unit;
  for (size_t i = 0; i < fit->test_count; i++)
    for (size_t k = 0; k < fit->tests[i].column_count; k++) {
      const am_fit_column *column = &fit->tests[i].columns[k];
      const char *name = measured_name(arena, column);
      size_t at = table->columns;
      if (am_table_column(table, name) >= 0) continue;
      names[at] = name;
      names[at + 1] = am_format(arena, "computed.%s", column->name);
      units[at] = units[at + 1] = column->unit;
      table->columns += 2;
    }
  return table;
}

static void add_test(const am_fit *fit, size_t i, am_table *table) {
  const am_fit_test *test = &fit->tests[i];
  size_t first = table->rows;
  for (size_t r = 0; r < test->rows; r++) {
    double *values = am_table_add_empty(table).values;
    values[0] = (double)(i + 1);
    values[1] = test->time[r];
  }
  for (size_t k = 0; k < test->column_count; k++) {
    const char *name = measured_name(table->arena, &test->columns[k]);
    double *at = table->values + first * table->columns +
                 am_table_column(table, name);
    for (size_t r = 0; r < test->rows; r++, at += table->columns) {
      at[0] = test->measured[r * test->column_count + k];
      at[1] = test->computed[r * test->column_count + k];
    }
  }
}

am_status am_fit_write_curves(const am_fit *fit, am_arena *arena,
                              am_report *report, const char *path) {
  am_table *table = table_of_columns(fit, arena);
  am_file csv;
  for (size_t i = 0; i < fit->test_count; i++) add_test(fit, i, table);
  AM_TRY(am_file_create(arena, report, path, &csv));
  am_csv_table(&csv, table);
  return am_file_commit(&csv, report);
}
