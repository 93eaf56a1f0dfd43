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

/* Tables of rows: of host engines, of a device, and parts of its time; of all
 * engines next to their limits. */
typedef enum { HOST, DEVICE, OVERLAP, SUMMARY, TABLES } table;

/* Number of a row in tables and in JSON. */
typedef struct {
  const char *key;   /* in JSON; NULL: none */
  const char *head;  /* of its column; NULL: none */
  int width[TABLES]; /* of the column, negative: without decimals; 0: not in
                        this table */
  double factor;     /* in tables */
  size_t offset;     /* in am_bench_row */
} quantity;

#define OF(member) offsetof(am_bench_row, member)

static const quantity quantities[] = {
    {NULL, "M/s", {7, 7, 0, 7}, 1e-6, OF(core.median)},
    {NULL, "10 %", {7, 7}, 1e-6, OF(core.low)},
    {NULL, "90 %", {7, 7}, 1e-6, OF(core.high)},
    {"nanoseconds_per_point", "ns", {7, 7}, 1, OF(nanoseconds)},
    {"points_per_processor_second", "cpu M/s", {7}, 1e-6,
     OF(processor.median)},
    {NULL, "all M/s", {7, 0, 0, 7}, 1e-6, OF(total.median)},
    {"limit_points_per_second", "limit", {7, 7, 0, 7}, 1e-6, OF(limit)},
    {"predicted_seconds_per_point", "pred ns", {0, 7}, 1e9, OF(predicted)},
    {"lane_efficiency", "used%", {5, 5}, 100, OF(work.efficiency)},
    {"attempts_per_point", NULL, {0}, 1, OF(work.attempts)},
    {"evaluations_per_point", "rates", {5, 5}, 1, OF(work.evaluations)},
    {"newton_iterations_per_point", NULL, {0}, 1, OF(work.iterations)},
    {"operations_per_point", "ops", {6}, 1, OF(work.operations)},
    {"powers_per_point", NULL, {0}, 1, OF(work.powers)},
    {"bytes_per_point", NULL, {0}, 1, OF(work.bytes)},
    {"fraction_of_fma", "fma%", {5, 5}, 100, OF(fma)},
    {"fraction_of_power", "pow%", {5, 5}, 100, OF(powers)},
    {"fraction_of_copy", "mem%", {5, 5}, 100, OF(bytes)},
    {"compile_seconds_cold", "cold s", {6, 7}, 1, OF(compile.cold)},
    {"compile_seconds_warm", "warm ms", {7}, 1e3, OF(compile.warm)},
    {"failed_points", "failed", {-6, -6}, 1, OF(work.failed)},
    /* in JSON of devices only */
    {"bus_bytes_up_per_point", "up B", {0, -5}, 1, OF(traffic.up)},
    {"bus_bytes_down_per_point", "dn B", {0, -5}, 1, OF(traffic.down)},
    {"fraction_of_bus", "bus%", {0, 5}, 100, OF(bus)},
    {"staging_seconds_per_point", "staging", {0, 0, 7}, 1e9,
     OF(overlap.staging)},
    {"waiting_seconds_per_point", "wait", {0, 0, 7}, 1e9, OF(overlap.waiting)},
    {"kernel_seconds_per_point", "kernels", {0, 0, 7}, 1e9,
     OF(overlap.kernels)},
    {"bus_bound_seconds_per_point", "bound", {0, 0, 7}, 1e9,
     OF(overlap.bound)},
    {NULL, "time", {0, 0, 7}, 1, OF(nanoseconds)},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities, COMMON = 21 };

static double value_of(const am_bench_row *row, const quantity *q) {
  return *(const double *)(const void *)((const char *)row + q->offset);
}

/* Resident threads of a kernel relative to the maximum of a multiprocessor;
 * NaN: unknown. */
static double occupancy(const am_bench *bench, const am_bench_row *row,
                        int kernel) {
  int most = bench->device.threads;
  return most < 1 ? NAN : (double)(row->block * row->blocks[kernel]) / most;
}

static const char *yes_or_no(bool yes) { return yes ? "yes" : "no"; }

/* Prints a row, or the heads of the columns if it is NULL. */
static void print_row(const am_bench_row *r, table t, FILE *out) {
  const am_bench_subject *s = r ? &r->subject : NULL;
  if (t == OVERLAP)
    fprintf(out, "%-3s %-19s ", s ? s->workload->name : "ns",
            s ? s->material->name : "material");
  fprintf(out, "%-23s %-3s %-14s ", s ? s->scheme->name : "scheme",
          s ? yes_or_no(s->tangent) : "tan",
          r ? am_strategy_names[r->strategy] : "strategy");
  if (t == DEVICE || t == OVERLAP)
    fprintf(out, "%-8s", r ? am_placement_name[r->way] : "fields");
  else if (r)
    fprintf(out, "%-6s %5d", r->engine, r->lanes);
  else
    fprintf(out, "%-6s %5s", "engine", "lanes");
  for (const quantity *q = quantities; q < quantities + QUANTITIES; q++) {
    int width = q->width[t];
    if (width && !r)
      fprintf(out, " %*s", abs(width), q->head);
    else if (width < 0)
      fprintf(out, " %*.0f", -width, q->factor * value_of(r, q));
    else if (width)
      print_number(out, width, q->factor * value_of(r, q));
  }
  fputc('\n', out);
}

static bool is_device_row(const am_bench_row *r) {
  return r->way != AM_WAY_HOST;
}

/* True for the first row of a program; locations of fields and workloads of a
 * material share programs. */
static bool is_first_of_its_program(const am_bench *bench,
                                    const am_bench_row *row) {
  for (const am_bench_row *r = bench->rows; r < row; r++)
    if (am_rows_are_alike(r, row) && r->subject.tangent == row->subject.tangent)
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
              yes_or_no(r->subject.tangent), am_strategy_names[r->strategy],
              am_cuda_kernel_names[k], u->registers, u->stack, u->spill_stores,
              u->spill_loads, r->block, r->blocks[k]);
      print_number(out, 5, 100 * occupancy(bench, r, k));
      fprintf(out, "\n");
    }
}

static void print_ratio(const am_bench_ratio *r, FILE *out) {
  fprintf(out, "%-6s %-8s %-3s %-19s %-14s %-23s %-3s", r->engine,
          r->way == AM_WAY_HOST ? "" : am_placement_name[r->way],
          r->subject.workload->name, r->subject.material->name,
          am_strategy_names[r->strategy], r->subject.scheme->name,
          yes_or_no(r->subject.tangent));
  print_number(out, 7, r->value.median);
  print_number(out, 7, r->value.low);
  print_number(out, 7, r->value.high);
  fprintf(out, "\n");
}

/* Prints the rows of a table, those of a host or a device by workload and
 * material. */
static void print_table(const am_bench *bench, table t, FILE *out) {
  const am_bench_subject *last = NULL;
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_row *row = &bench->rows[i];
    const am_bench_subject *s = &row->subject;
    if (is_device_row(row) != (t != HOST)) continue;
    bool other = !last || (t != OVERLAP && (last->workload != s->workload ||
                                            last->material != s->material));
    if (other && t != OVERLAP)
      fprintf(out, t == HOST ? "\n%s, %s (%s)\n" : "\n%s, %s, on the GPU\n",
              s->workload->name, s->material->name, s->workload->about);
    if (other && t == OVERLAP) fputc('\n', out);
    if (other) print_row(NULL, t, out);
    print_row(row, t, out);
    last = s;
  }
}

/* The fastest row of a workload and material that is slower than `above`; NULL:
 * none. Without transfers across the bus. */
static const am_bench_row *next_fastest(const am_bench *bench,
                                        const am_bench_subject *s,
                                        const am_bench_row *above) {
  const am_bench_row *found = NULL;
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_row *r = &bench->rows[i];
    double speed = r->core.median;
    if (r->subject.workload != s->workload ||
        r->subject.material != s->material || r->way > AM_WAY_RESIDENT)
      continue;
    if ((!above || speed < above->core.median) &&
        (!found || speed > found->core.median))
      found = r;
  }
  return found;
}

static void print_fastest(const am_bench *bench, FILE *out) {
  const am_bench_subject *last = NULL;
  for (size_t i = 0; i < bench->row_count; i++) {
    const am_bench_subject *s = &bench->rows[i].subject;
    const am_bench_row *row = NULL;
    if (last && last->workload == s->workload && last->material == s->material)
      continue;
    last = s;
    fprintf(out, "\n%s, %s, million points per second, fastest first\n",
            s->workload->name, s->material->name);
    print_row(NULL, SUMMARY, out);
    while ((row = next_fastest(bench, s, row))) print_row(row, SUMMARY, out);
  }
}

void am_bench_print(const am_bench *bench, FILE *out) {
  const am_machine *m = &bench->machine;
  fprintf(out,
          "%s, %d threads, %d lanes\nlimits, one thread and all threads: %.1f "
          "and %.1f G fused multiply-adds/s, copy %.1f and %.1f GB/s;\ntime of "
          "one power %.2f ns\n",
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
  print_fastest(bench, out);
  print_table(bench, HOST, out);
  print_table(bench, DEVICE, out);
  if (bench->has_device) print_kernels(bench, out);
  print_table(bench, OVERLAP, out);
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

static void write_kernels(am_json *j, const am_bench *bench,
                          const am_bench_row *row) {
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
    number(j, "occupancy", occupancy(bench, row, k));
    am_json_close(j, '}');
  }
  am_json_close(j, ']');
}

static void write_result(am_json *j, const am_bench *bench,
                         const am_bench_row *row) {
  bool device = is_device_row(row);
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
  for (int i = 0; i < (device ? QUANTITIES : COMMON); i++)
    if (quantities[i].key)
      number(j, quantities[i].key, value_of(row, &quantities[i]));
  if (device) write_kernels(j, bench, row);
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
