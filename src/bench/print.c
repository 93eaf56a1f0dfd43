#include "bench/bench.h"

#include <math.h>

/* Numbers of a table, three or four digits that count. */
static void print_number(FILE *out, int width, double number) {
  double size = fabs(number);
  if (isnan(number))
    fprintf(out, " %*s", width, "-");
  else
    fprintf(out, " %*.*f", width,
            size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0, number);
}

static void print_machine(const am_machine *m, FILE *out) {
  fprintf(out,
          "%s, %d threads, %d lanes\n"
          "limits, one thread and all: %.1f and %.1f G fused "
          "multiply-adds/s, copy %.1f and %.1f GB/s;\n"
          "a power in %.2f ns\n",
          m->processor, m->threads, m->lanes, m->fma_core * 1e-9,
          m->fma_total * 1e-9, m->copy_core * 1e-9, m->copy_total * 1e-9,
          m->power * 1e9);
}

static void print_head(const am_bench_subject *s, FILE *out) {
  fprintf(out, "\n%s, %s (%s)\n", s->workload->name, s->material->name,
          s->workload->about);
  fprintf(out,
          "%-23s %-3s %-14s %-6s %5s %7s %7s %7s %7s %7s %5s %5s %6s %5s "
          "%5s %5s %6s %7s %6s\n",
          "scheme", "tan", "strategy", "engine", "lanes", "M/s", "10 %",
          "90 %", "ns", "all M/s", "used%", "rates", "ops", "fma%", "pow%",
          "mem%", "cold s", "warm ms", "failed");
}

static void print_row(const am_bench_row *r, FILE *out) {
  fprintf(out, "%-23s %-3s %-14s %-6s %5d", r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no",
          am_bench_strategy_name(r->strategy), r->engine, r->lanes);
  print_number(out, 7, r->core.median * 1e-6);
  print_number(out, 7, r->core.low * 1e-6);
  print_number(out, 7, r->core.high * 1e-6);
  print_number(out, 7, 1e9 / r->core.median);
  print_number(out, 7, r->total.median * 1e-6);
  print_number(out, 5, 100 * r->work.efficiency);
  print_number(out, 5, r->work.evaluations);
  print_number(out, 6, r->work.operations);
  print_number(out, 5, 100 * r->fma);
  print_number(out, 5, 100 * r->powers);
  print_number(out, 5, 100 * r->bytes);
  print_number(out, 6, r->compile.cold);
  print_number(out, 7, r->compile.warm * 1e3);
  fprintf(out, " %6.0f\n", r->work.failed);
}

static void print_ratio(const am_bench_ratio *r, FILE *out) {
  fprintf(out, "%-6s %-3s %-19s %-23s %-3s", r->engine,
          r->subject.workload->name, r->subject.material->name,
          r->subject.scheme->name, r->subject.tangent ? "yes" : "no");
  print_number(out, 7, r->value.median);
  print_number(out, 7, r->value.low);
  print_number(out, 7, r->value.high);
  fprintf(out, "\n");
}

static bool is_first_of_its_name(const am_bench *bench, size_t i) {
  for (size_t j = 0; j < i; j++)
    if (bench->ratios[j].name == bench->ratios[i].name) return false;
  return true;
}

/* Ratios of one name stand together. */
static void print_ratios(const am_bench *bench, FILE *out) {
  const am_bench_ratio *all = bench->ratios;
  for (size_t i = 0; i < bench->ratio_count; i++) {
    if (!is_first_of_its_name(bench, i)) continue;
    fprintf(out, "\n%s, ratios of %s: median, 10 %%, 90 %%\n", all[i].name,
            all[i].time ? "times" : "points per second");
    for (size_t j = i; j < bench->ratio_count; j++)
      if (all[j].name == all[i].name) print_ratio(&all[j], out);
  }
}

void am_bench_print(const am_bench *bench, FILE *out) {
  const am_bench_subject *last = NULL;
  print_machine(&bench->machine, out);
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_subject *s = &bench->rows[i].subject;
    if (!last || last->workload != s->workload || last->material != s->material)
      print_head(s, out);
    print_row(&bench->rows[i], out);
    last = s;
  }
  print_ratios(bench, out);
}
