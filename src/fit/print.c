/* print.c: the report of a fit for people, and its parameters as YAML. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "fit/fit.h"

/* Texts of users are shown as printable ASCII. */
static const char *shown(am_arena *arena, const char *text) {
  return am_printable(arena, text, strlen(text));
}

static const char *state_of(const am_fit_parameter *p) {
  if (p->bound < 0) return "at its lower bound";
  if (p->bound > 0) return "at its upper bound";
  if (p->idle) return "no influence";
  if (p->loose) return "not determined";
  return p->error > fabs(p->value) ? "hardly determined" : "";
}

static int width_of_names(const am_fit *fit) {
  size_t width = 9;
  for (size_t i = 0; i < fit->parameter_count; i++) {
    size_t length = strlen(fit->parameters[i].given->name);
    width = length > width ? length : width;
  }
  return (int)width;
}

static void print_parameter(const am_fit_parameter *p, int width,
                            am_arena *arena, FILE *out) {
  bool known = !isnan(p->error);
  const char *percent = known && p->value != 0
                            ? am_format(arena, "%.2g %%",
                                        100 * fabs(p->error / p->value))
                            : "-";
  fprintf(out, "%-*s  %14.8g  %14s  %9s  %12.6g", width, p->given->name,
          p->value, known ? am_format(arena, "%.3g", p->error) : "-", percent,
          p->bounded.start);
  if (*p->unit) fprintf(out, "  %s", shown(arena, p->unit));
  if (*state_of(p)) fprintf(out, "  (%s)", state_of(p));
  fputc('\n', out);
}

static void print_parameters(const am_fit *fit, am_arena *arena, FILE *out) {
  int width = width_of_names(fit);
  fprintf(out, "\n%-*s  %14s  %14s  %9s  %12s\n", width, "parameter", "value",
          "standard error", "relative", "start");
  for (size_t i = 0; i < fit->parameter_count; i++)
    print_parameter(&fit->parameters[i], width, arena, out);
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

static void print_column(const am_fit_column *column, am_arena *arena,
                         FILE *out) {
  fprintf(out, "  %-9s  %7zu  %12.4g  %12.4g  %12.4g  %s\n", column->name,
          column->values, column->rms, column->largest, column->scale,
          shown(arena, column->unit));
}

static void print_tests(const am_fit *fit, am_arena *arena, FILE *out) {
  fprintf(out, "\n  %-9s  %7s  %12s  %12s  %12s\n", "residuals", "values",
          "rms", "largest", "scale");
  for (size_t i = 0; i < fit->test_count; i++) {
    const am_fit_test *test = &fit->tests[i];
    fprintf(out, "%s\n", shown(arena, test->given->title));
    for (size_t k = 0; k < test->column_count; k++)
      print_column(&test->columns[k], arena, out);
  }
}

static void print_end(const am_fit *fit, FILE *out) {
  const am_least *m = &fit->minimum;
  fprintf(out,
          "%s\n%d iterations, %d evaluations (%d failed), engine %s\n"
          "%zu values, sum of squares %.10g, residual deviation %.4g\n"
          "smallest relative singular value %.3g\n",
          am_end_text[m->end], m->iterations, m->evaluations, m->failures,
          fit->tests->run->engine->used(fit->tests->run->program), fit->size,
          m->sum, fit->deviation, fit->condition);
}

void am_fit_print(const am_fit *fit, am_arena *arena, FILE *out) {
  fprintf(out, "%s: ", shown(arena, fit->description->title));
  print_end(fit, out);
  print_parameters(fit, arena, out);
  print_correlation(fit, out);
  print_tests(fit, arena, out);
}

void am_fit_write_parameters(const am_fit *fit, am_arena *arena, FILE *out) {
  fprintf(out, "# fitted to %s, material %s\n",
          shown(arena, fit->description->title),
          shown(arena, fit->law->material->name));
  if (fit->minimum.end != AM_END_CONVERGED)
    fprintf(out, "# %s\n", am_end_text[fit->minimum.end]);
  fputs("parameters:\n", out);
  for (size_t i = 0; i < fit->parameter_count; i++) {
    const am_fit_parameter *p = &fit->parameters[i];
    fprintf(out, "  %s: %.17g", p->given->name, p->value);
    if (!isnan(p->error))
      fprintf(out, " # standard error %.3g", p->error);
    else
      fprintf(out, " # %s", state_of(p));
    fputc('\n', out);
  }
}
