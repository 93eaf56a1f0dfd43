/* report.c: results as text tables and as JSON. */
#include "bench/parts.h"
#include "file/parts.h"

/* Prints a number with three or four significant digits. */
static void print_number(FILE *out, int width, double number) {
  double size = fabs(number);
  if (isnan(number))
    fprintf(out, " %*s", width, "-");
  else
    fprintf(out, " %*.*f", width,
            size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0, number);
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
          am_strategy_names[r->strategy], r->engine, r->lanes);
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
  fprintf(out, "\n%s, %s, on the GPU\n", s->workload->name,
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
          am_strategy_names[r->strategy], am_placement_name[r->way]);
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

/* True for the first row of a program; locations of fields and workloads of a
 * material share programs. */
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

static void print_kernels(const am_bench *bench, FILE *out) {
  fprintf(out, "\n%-19s %-23s %-3s %-14s %-13s %4s %5s %5s %5s %5s %6s %5s\n",
          "material", "scheme", "tan", "strategy", "kernel", "regs", "stack",
          "sp st", "sp ld", "block", "blocks", "occ%");
  for (const am_bench_row *r = bench->rows;
       r < bench->rows + bench->row_count; r++)
    for (int k = 0; k < AM_CUDA_KERNELS; k++) {
      const am_cuda_resources *u = &r->resources[k];
      if (!is_device_row(r) || !is_first_of_its_program(bench, r)) continue;
      fprintf(out, "%-19s %-23s %-3s %-14s %-13s %4d %5d %5d %5d %5d %6d",
              r->subject.material->name, r->subject.scheme->name,
              r->subject.tangent ? "yes" : "no",
              am_strategy_names[r->strategy], am_cuda_kernel_names[k],
              u->registers, u->stack, u->spill_stores, u->spill_loads,
              r->block, r->blocks[k]);
      print_number(out, 5, 100 * am_bench_occupancy(bench, r, k));
      fprintf(out, "\n");
    }
}

static void print_overlaps(const am_bench *bench, FILE *out) {
  fprintf(out, "\n%-3s %-19s %-23s %-3s %-14s %-8s %7s %7s %7s %7s %7s\n",
          "ns", "material", "scheme", "tan", "strategy", "fields", "staging",
          "wait", "kernels", "bound", "time");
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_row *r = &bench->rows[i];
    if (!is_device_row(r)) continue;
    fprintf(out, "%-3s %-19s %-23s %-3s %-14s %-8s",
            r->subject.workload->name, r->subject.material->name,
            r->subject.scheme->name, r->subject.tangent ? "yes" : "no",
            am_strategy_names[r->strategy], am_placement_name[r->way]);
    print_number(out, 7, 1e9 * r->overlap.staging);
    print_number(out, 7, 1e9 * r->overlap.waiting);
    print_number(out, 7, 1e9 * r->overlap.kernels);
    print_number(out, 7, 1e9 * r->overlap.bound);
    print_number(out, 7, 1e9 / r->core.median);
    fprintf(out, "\n");
  }
}

static void print_ratio(const am_bench_ratio *r, FILE *out) {
  fprintf(out, "%-6s %-8s %-3s %-19s %-14s %-23s %-3s", r->engine,
          r->way == AM_WAY_HOST ? "" : am_placement_name[r->way],
          r->subject.workload->name, r->subject.material->name,
          am_strategy_names[r->strategy], r->subject.scheme->name,
          r->subject.tangent ? "yes" : "no");
  print_number(out, 7, r->value.median);
  print_number(out, 7, r->value.low);
  print_number(out, 7, r->value.high);
  fprintf(out, "\n");
}

/* Tables per workload and material, of host engines or of a device. */
static void print_tables(const am_bench *bench, bool device, FILE *out) {
  const am_bench_subject *last = NULL;
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_row *row = &bench->rows[i];
    const am_bench_subject *s = &row->subject;
    if (is_device_row(row) != device) continue;
    if (!last || last->workload != s->workload ||
        last->material != s->material)
      (device ? print_device_head : print_head)(s, out);
    (device ? print_device_row : print_row)(row, out);
    last = s;
  }
}

void am_bench_print(const am_bench *bench, FILE *out) {
  const am_machine *m = &bench->machine;
  fprintf(out,
          "%s, %d threads, %d lanes\n"
          "limits, one thread and all threads: %.1f and %.1f G fused "
          "multiply-adds/s, copy %.1f and %.1f GB/s;\n"
          "time of one power %.2f ns\n",
          m->processor, m->threads, m->lanes, m->fma_core * 1e-9,
          m->fma_total * 1e-9, m->copy_core * 1e-9, m->copy_total * 1e-9,
          m->power * 1e9);
  if (bench->has_device) {
    const am_device *d = &bench->device;
    const am_transfer_speed *bus = &d->bus;
    fprintf(out, "%d x %s, %d multiprocessors, %.1f GB free\n", d->count,
            d->name, d->multiprocessors, d->memory * 1e-9);
    fprintf(out,
            "limits: %.4g G fused multiply-adds/s, copy %.4g GB/s, %.4g G "
            "powers/s;\n",
            d->fma * 1e-9, d->copy * 1e-9, 1e-9 / d->power);
    fprintf(out, "bus: to the GPU %.1f, from the GPU %.1f, both at once %.1f "
                 "GB/s\n",
            bus->alone.up * 1e-9, bus->alone.down * 1e-9, bus->both * 1e-9);
  }
  print_tables(bench, false, out);
  print_tables(bench, true, out);
  if (bench->has_device) print_kernels(bench, out);
  if (bench->has_device) print_overlaps(bench, out);
  /* Prints ratios of the same name together. */
  const am_bench_ratio *all = bench->ratios;
  for (size_t i = 0; i < bench->ratio_count; i++) {
    size_t first = 0;
    while (all[first].name != all[i].name) first++;
    if (first < i) continue;
    fprintf(out, "\n%s, ratios of %s: median, 10th and 90th percentile\n",
            all[i].name, all[i].time ? "times" : "points per second");
    for (size_t j = i; j < bench->ratio_count; j++)
      if (all[j].name == all[i].name) print_ratio(&all[j], out);
  }
}

/* ---- JSON ---------------------------------------------------------------- */

enum { DIGITS = 9 };

static void number(am_json *json, const char *key, double value) {
  am_json_number(json, key, value, DIGITS);
}

static void write_spread(am_json *j, const char *key, const am_spread *value) {
  am_json_open(j, key, '{');
  number(j, "median", value->median);
  number(j, "p10", value->low);
  number(j, "p90", value->high);
  am_json_close(j, '}');
}

static void write_machine(am_json *j, const am_machine *m) {
  am_json_open(j, "machine", '{');
  am_json_text(j, "processor", m->processor ? m->processor : "");
  number(j, "threads", m->threads);
  number(j, "lanes", m->lanes);
  number(j, "fma_per_second_core", m->fma_core);
  number(j, "fma_per_second_total", m->fma_total);
  number(j, "copy_bytes_per_second_core", m->copy_core);
  number(j, "copy_bytes_per_second_total", m->copy_total);
  number(j, "power_seconds", m->power);
  am_json_close(j, '}');
}

static void write_device(am_json *j, const am_device *d) {
  am_json_open(j, "device", '{');
  am_json_text(j, "name", d->name);
  number(j, "count", d->count);
  number(j, "multiprocessors", d->multiprocessors);
  number(j, "free_bytes", d->memory);
  number(j, "fma_per_second", d->fma);
  number(j, "copy_bytes_per_second", d->copy);
  number(j, "power_seconds", d->power);
  number(j, "bus_bytes_per_second_up", d->bus.alone.up);
  number(j, "bus_bytes_per_second_down", d->bus.alone.down);
  number(j, "bus_bytes_per_second_both", d->bus.both);
  am_json_close(j, '}');
}

static void write_subject(am_json *j, const am_bench_subject *s) {
  am_json_text(j, "workload", s->workload->name);
  am_json_text(j, "material", s->material->name);
  am_json_text(j, "scheme", s->scheme->name);
  am_json_truth(j, "tangent", s->tangent);
}

static void write_device_row(am_json *j, const am_bench *bench,
                             const am_bench_row *row) {
  const am_bench_overlap *o = &row->overlap;
  number(j, "bus_bytes_up_per_point", row->traffic.up);
  number(j, "bus_bytes_down_per_point", row->traffic.down);
  number(j, "fraction_of_bus", row->bus);
  number(j, "staging_seconds_per_point", o->staging);
  number(j, "waiting_seconds_per_point", o->waiting);
  number(j, "kernel_seconds_per_point", o->kernels);
  number(j, "bus_bound_seconds_per_point", o->bound);
  am_json_open(j, "kernels", '[');
  for (int k = 0; k < AM_CUDA_KERNELS; k++) {
    const am_cuda_resources *used = &row->resources[k];
    am_json_open(j, NULL, '{');
    am_json_text(j, "name", am_cuda_kernel_names[k]);
    number(j, "registers", used->registers);
    number(j, "stack_bytes", used->stack);
    number(j, "spill_store_bytes", used->spill_stores);
    number(j, "spill_load_bytes", used->spill_loads);
    number(j, "threads_per_block", row->block);
    number(j, "blocks_per_multiprocessor", row->blocks[k]);
    number(j, "occupancy", am_bench_occupancy(bench, row, k));
    am_json_close(j, '}');
  }
  am_json_close(j, ']');
}

static void write_result(am_json *j, const am_bench *bench,
                         const am_bench_row *row) {
  bool device = row->way != AM_WAY_HOST;
  am_json_open(j, NULL, '{');
  write_subject(j, &row->subject);
  am_json_text(j, "strategy", am_strategy_names[row->strategy]);
  am_json_text(j, "engine", row->engine);
  number(j, "lanes", row->lanes);
  am_json_text(j, "fields", am_placement_name[row->way]);
  number(j, "points", (double)row->points);
  number(j, "measurements", (double)row->measurements);
  if (!device) write_spread(j, "points_per_second_core", &row->core);
  /* for a device, a total without parts */
  write_spread(j, "points_per_second_total",
               device ? &row->core : &row->total);
  number(j, "nanoseconds_per_point", 1e9 / row->core.median);
  const am_work *w = &row->work;
  number(j, "lane_efficiency", w->efficiency);
  number(j, "attempts_per_point", w->attempts);
  number(j, "evaluations_per_point", w->evaluations);
  number(j, "newton_iterations_per_point", w->iterations);
  number(j, "operations_per_point", w->operations);
  number(j, "powers_per_point", w->powers);
  number(j, "bytes_per_point", w->bytes);
  number(j, "failed_points", w->failed);
  number(j, "fraction_of_fma", row->fma);
  number(j, "fraction_of_power", row->powers);
  number(j, "fraction_of_copy", row->bytes);
  number(j, "predicted_seconds_per_point", row->predicted);
  if (device) write_device_row(j, bench, row);
  number(j, "compile_seconds_cold", row->compile.cold);
  number(j, "compile_seconds_warm", row->compile.warm);
  am_json_close(j, '}');
}

void am_bench_write_json(const am_bench *bench, FILE *out) {
  am_json j = {.out = out};
  const am_bench_options *o = &bench->options;
  putc('{', out);
  write_machine(&j, &bench->machine);
  if (bench->has_device) write_device(&j, &bench->device);
  am_json_open(&j, "options", '{');
  number(&j, "points", (double)o->points);
  number(&j, "device_points", (double)o->device_points);
  number(&j, "repetitions", (double)o->repetitions);
  number(&j, "seconds", o->seconds);
  am_json_close(&j, '}');
  am_json_truth(&j, "complete", bench->measured == bench->group_count);
  am_json_open(&j, "results", '[');
  for (size_t i = 0; i < bench->row_count; i++)
    write_result(&j, bench, &bench->rows[i]);
  am_json_close(&j, ']');
  am_json_open(&j, "ratios", '[');
  for (size_t i = 0; i < bench->ratio_count; i++) {
    const am_bench_ratio *ratio = &bench->ratios[i];
    am_json_open(&j, NULL, '{');
    am_json_text(&j, "name", ratio->name);
    am_json_text(&j, "of", ratio->time ? "time" : "points_per_second");
    am_json_text(&j, "engine", ratio->engine);
    am_json_text(&j, "strategy", am_strategy_names[ratio->strategy]);
    am_json_text(&j, "fields", am_placement_name[ratio->way]);
    write_subject(&j, &ratio->subject);
    write_spread(&j, "value", &ratio->value);
    am_json_close(&j, '}');
  }
  am_json_close(&j, ']');
  fputs("}\n", out);
}
