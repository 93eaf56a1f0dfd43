/* json.c: the report of a fit for programs. */
#include "fit/fit.h"
#include "output/json.h"

enum { DIGITS = 17 };

static void number(am_json *j, const char *key, double value) {
  am_json_number(j, key, value, DIGITS);
}

static void put_parameter(am_json *j, const am_fit_parameter *p) {
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

static void put_column(am_json *j, const am_fit_column *column) {
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

static void put_test(am_json *j, const am_fit_test *test) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "title", test->given->title);
  am_json_text(j, "table", test->given->table_name);
  am_json_open(j, "columns", '[');
  for (size_t k = 0; k < test->column_count; k++)
    put_column(j, &test->columns[k]);
  am_json_close(j, ']');
  am_json_close(j, '}');
}

static void put_combination(am_json *j, const am_fit *fit,
                            const am_fit_combination *c) {
  am_json_open(j, NULL, '{');
  for (size_t i = 0; i < fit->parameter_count; i++)
    if (c->change[i] != 0)
      number(j, fit->parameters[i].given->name, c->change[i]);
  am_json_close(j, '}');
}

static void put_correlation(am_json *j, const am_fit *fit) {
  size_t n = fit->parameter_count;
  am_json_open(j, "correlation", '[');
  for (size_t i = 0; i < n; i++) {
    am_json_open(j, NULL, '[');
    for (size_t k = 0; k < n; k++)
      number(j, NULL, fit->correlation[i * n + k]);
    am_json_close(j, ']');
  }
  am_json_close(j, ']');
}

static void put_search(am_json *j, const am_fit *fit) {
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
  am_json j = {out, false};
  (void)arena;
  am_json_open(&j, NULL, '{');
  put_search(&j, fit);
  am_json_open(&j, "parameters", '[');
  for (size_t i = 0; i < fit->parameter_count; i++)
    put_parameter(&j, &fit->parameters[i]);
  am_json_close(&j, ']');
  am_json_open(&j, "undetermined", '[');
  for (size_t i = 0; i < fit->combination_count; i++)
    put_combination(&j, fit, &fit->combinations[i]);
  am_json_close(&j, ']');
  put_correlation(&j, fit);
  am_json_open(&j, "tests", '[');
  for (size_t i = 0; i < fit->test_count; i++) put_test(&j, &fit->tests[i]);
  am_json_close(&j, ']');
  am_json_close(&j, '}');
  putc('\n', out);
}
