#include "bench/bench.h"

#include <math.h>
#include <string.h>

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

static void print_device(const am_device *d, FILE *out) {
  const am_bus *bus = &d->bus;
  fprintf(out, "%d x %s, %d multiprocessors, %.1f GB free\n", d->count,
          d->name, d->multiprocessors, d->memory * 1e-9);
  fprintf(out,
          "limits: %.4g G fused multiply-adds/s, copy %.4g GB/s, %.4g G "
          "powers/s;\n",
          d->fma * 1e-9, d->copy * 1e-9, 1e-9 / d->power);
  fprintf(out, "bus: up %.1f, down %.1f, both ways at once %.1f GB/s\n",
          bus->alone.up * 1e-9, bus->alone.down * 1e-9, bus->both * 1e-9);
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

static void print_device_head(const am_bench_subject *s, FILE *out) {
  fprintf(out, "\n%s, %s, on the device\n", s->workload->name,
          s->material->name);
  fprintf(out,
          "%-23s %-3s %-14s %-8s %7s %7s %7s %7s %7s %5s %5s %5s %5s %5s "
          "%5s %5s %5s %7s %6s\n",
          "scheme", "tan", "strategy", "fields", "M/s", "10 %", "90 %", "ns",
          "pred ns", "up B", "dn B", "bus%", "rates", "fma%", "pow%", "mem%",
          "used%", "cold s", "failed");
}

static void print_device_row(const am_bench_row *r, FILE *out) {
  fprintf(out, "%-23s %-3s %-14s %-8s", r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no",
          am_bench_strategy_name(r->strategy), am_way_name[r->way]);
  print_number(out, 7, r->core.median * 1e-6);
  print_number(out, 7, r->core.low * 1e-6);
  print_number(out, 7, r->core.high * 1e-6);
  print_number(out, 7, 1e9 / r->core.median);
  print_number(out, 7, 1e9 * r->predicted);
  fprintf(out, " %5.0f %5.0f", r->traffic.up, r->traffic.down);
  print_number(out, 5, 100 * r->bus);
  print_number(out, 5, r->work.evaluations);
  print_number(out, 5, 100 * r->fma);
  print_number(out, 5, 100 * r->powers);
  print_number(out, 5, 100 * r->bytes);
  print_number(out, 5, 100 * r->work.efficiency);
  print_number(out, 7, r->compile.cold);
  fprintf(out, " %6.0f\n", r->work.failed);
}

static bool is_device_row(const am_bench_row *r) {
  return r->way != AM_WAY_HOST;
}

/* The ways share a program, and so do workloads of a material. */
static bool is_first_of_its_program(const am_bench *bench,
                                    const am_bench_row *row) {
  for (const am_bench_row *r = bench->rows; r < row; r++)
    if (is_device_row(r) && r->strategy == row->strategy &&
        r->subject.scheme == row->subject.scheme &&
        r->subject.tangent == row->subject.tangent &&
        !strcmp(r->subject.material->path, row->subject.material->path))
      return false;
  return true;
}

static void print_kernel(const am_bench *bench, const am_bench_row *r, int k,
                         FILE *out) {
  const am_cuda_resources *u = &r->resources[k];
  fprintf(out, "%-19s %-23s %-3s %-14s %-13s %4d %5d %5d %5d %5d %6d",
          r->subject.material->name, r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no",
          am_bench_strategy_name(r->strategy), am_cuda_kernel_names[k],
          u->registers, u->stack, u->spill_stores, u->spill_loads, r->block,
          r->blocks[k]);
  print_number(out, 5, 100 * am_bench_occupancy(bench, r, k));
  fprintf(out, "\n");
}

static void print_kernels(const am_bench *bench, FILE *out) {
  fprintf(out, "\n%-19s %-23s %-3s %-14s %-13s %4s %5s %5s %5s %5s %6s %5s\n",
          "material", "scheme", "tan", "strategy", "kernel", "regs", "stack",
          "sp st", "sp ld", "block", "blocks", "occ%");
  for (const am_bench_row *r = bench->rows;
       r < bench->rows + bench->row_count; r++)
    for (int k = 0; k < AM_CUDA_KERNELS; k++)
      if (is_device_row(r) && is_first_of_its_program(bench, r))
        print_kernel(bench, r, k, out);
}

static void print_overlap(const am_bench_row *r, FILE *out) {
  const am_bench_overlap *o = &r->overlap;
  fprintf(out, "%-3s %-19s %-23s %-3s %-14s %-8s", r->subject.workload->name,
          r->subject.material->name, r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no",
          am_bench_strategy_name(r->strategy), am_way_name[r->way]);
  print_number(out, 7, 1e9 * o->staging);
  print_number(out, 7, 1e9 * o->waiting);
  print_number(out, 7, 1e9 * o->kernels);
  print_number(out, 7, 1e9 * o->bound);
  print_number(out, 7, 1e9 / r->core.median);
  fprintf(out, "\n");
}

static void print_overlaps(const am_bench *bench, FILE *out) {
  fprintf(out, "\n%-3s %-19s %-23s %-3s %-14s %-8s %7s %7s %7s %7s %7s\n",
          "ns", "material", "scheme", "tan", "strategy", "fields", "staging",
          "wait", "kernels", "bound", "time");
  for (size_t i = 0; i < bench->row_count; i++)
    if (is_device_row(&bench->rows[i])) print_overlap(&bench->rows[i], out);
}

static void print_ratio(const am_bench_ratio *r, FILE *out) {
  fprintf(out, "%-6s %-8s %-3s %-19s %-14s %-23s %-3s", r->engine,
          r->way == AM_WAY_HOST ? "" : am_way_name[r->way],
          r->subject.workload->name, r->subject.material->name,
          am_bench_strategy_name(r->strategy), r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no");
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

/* A table for each workload and material, of the rows of the host's engines or
 * of a device's. */
typedef struct {
  bool device;
  void (*head)(const am_bench_subject *subject, FILE *out);
  void (*row)(const am_bench_row *row, FILE *out);
} table;

static const table tables[] = {
    {false, print_head, print_row},
    {true, print_device_head, print_device_row},
};

static void print_table(const am_bench *bench, const table *t, FILE *out) {
  const am_bench_subject *last = NULL;
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_subject *s = &bench->rows[i].subject;
    if (is_device_row(&bench->rows[i]) != t->device) continue;
    if (!last || last->workload != s->workload || last->material != s->material)
      t->head(s, out);
    t->row(&bench->rows[i], out);
    last = s;
  }
}

void am_bench_print(const am_bench *bench, FILE *out) {
  print_machine(&bench->machine, out);
  if (bench->has_device) print_device(&bench->device, out);
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    print_table(bench, &tables[i], out);
  if (bench->has_device) print_kernels(bench, out);
  if (bench->has_device) print_overlaps(bench, out);
  print_ratios(bench, out);
}
