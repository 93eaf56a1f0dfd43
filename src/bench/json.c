#include "bench/bench.h"
#include "output/json.h"

enum { DIGITS = 9 };

static void number(am_json *json, const char *key, double value) {
  am_json_number(json, key, value, DIGITS);
}

static void spread(am_json *j, const char *key, const am_spread *value) {
  am_json_open(j, key, '{');
  number(j, "median", value->median);
  number(j, "p10", value->low);
  number(j, "p90", value->high);
  am_json_close(j, '}');
}

static void add_machine(am_json *j, const am_machine *m) {
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

static void add_device(am_json *j, const am_device *d) {
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

static void add_options(am_json *j, const am_bench *bench) {
  const am_bench_options *o = &bench->options;
  am_json_open(j, "options", '{');
  number(j, "points", (double)o->points);
  number(j, "device_points", (double)o->device_points);
  number(j, "repetitions", (double)o->repetitions);
  number(j, "seconds", o->seconds);
  am_json_close(j, '}');
  am_json_truth(j, "complete", bench->measured == bench->group_count);
}

static void add_subject(am_json *j, const am_bench_subject *s) {
  am_json_text(j, "workload", s->workload->name);
  am_json_text(j, "material", s->material->name);
  am_json_text(j, "scheme", s->scheme->name);
  am_json_truth(j, "tangent", s->tangent);
}

static void add_work(am_json *j, const am_work *w) {
  number(j, "lane_efficiency", w->efficiency);
  number(j, "attempts_per_point", w->attempts);
  number(j, "evaluations_per_point", w->evaluations);
  number(j, "newton_iterations_per_point", w->iterations);
  number(j, "operations_per_point", w->operations);
  number(j, "powers_per_point", w->powers);
  number(j, "bytes_per_point", w->bytes);
  number(j, "failed_points", w->failed);
}

/* Those of a device are a total without parts. */
static void add_rates(am_json *j, const am_bench_row *row) {
  bool device = row->way != AM_WAY_HOST;
  if (!device) spread(j, "points_per_second_core", &row->core);
  spread(j, "points_per_second_total", device ? &row->core : &row->total);
}

static void add_kernel(am_json *j, const am_bench *bench,
                       const am_bench_row *row, int k) {
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

static void add_overlap(am_json *j, const am_bench_overlap *o) {
  number(j, "staging_seconds_per_point", o->staging);
  number(j, "waiting_seconds_per_point", o->waiting);
  number(j, "kernel_seconds_per_point", o->kernels);
  number(j, "bus_bound_seconds_per_point", o->bound);
}

static void add_placed(am_json *j, const am_bench *bench,
                       const am_bench_row *row) {
  number(j, "bus_bytes_up_per_point", row->traffic.up);
  number(j, "bus_bytes_down_per_point", row->traffic.down);
  number(j, "fraction_of_bus", row->bus);
  add_overlap(j, &row->overlap);
  am_json_open(j, "kernels", '[');
  for (int k = 0; k < AM_CUDA_KERNELS; k++) add_kernel(j, bench, row, k);
  am_json_close(j, ']');
}

static void add_row(am_json *j, const am_bench *bench,
                    const am_bench_row *row) {
  am_json_open(j, NULL, '{');
  add_subject(j, &row->subject);
  am_json_text(j, "strategy", am_bench_strategy_name(row->strategy));
  am_json_text(j, "engine", row->engine);
  number(j, "lanes", row->lanes);
  am_json_text(j, "fields", am_way_name[row->way]);
  number(j, "points", (double)row->points);
  number(j, "measurements", (double)row->measurements);
  add_rates(j, row);
  number(j, "nanoseconds_per_point", 1e9 / row->core.median);
  add_work(j, &row->work);
  number(j, "fraction_of_fma", row->fma);
  number(j, "fraction_of_power", row->powers);
  number(j, "fraction_of_copy", row->bytes);
  number(j, "predicted_seconds_per_point", row->predicted);
  if (row->way != AM_WAY_HOST) add_placed(j, bench, row);
  number(j, "compile_seconds_cold", row->compile.cold);
  number(j, "compile_seconds_warm", row->compile.warm);
  am_json_close(j, '}');
}

static void add_ratio(am_json *j, const am_bench_ratio *ratio) {
  am_json_open(j, NULL, '{');
  am_json_text(j, "name", ratio->name);
  am_json_text(j, "of", ratio->time ? "time" : "points_per_second");
  am_json_text(j, "engine", ratio->engine);
  am_json_text(j, "strategy", am_bench_strategy_name(ratio->strategy));
  am_json_text(j, "fields", am_way_name[ratio->way]);
  add_subject(j, &ratio->subject);
  spread(j, "value", &ratio->value);
  am_json_close(j, '}');
}

void am_bench_write_json(const am_bench *bench, FILE *out) {
  am_json j = {.out = out};
  putc('{', out);
  add_machine(&j, &bench->machine);
  if (bench->has_device) add_device(&j, &bench->device);
  add_options(&j, bench);
  am_json_open(&j, "results", '[');
  for (size_t i = 0; i < bench->row_count; i++)
    add_row(&j, bench, &bench->rows[i]);
  am_json_close(&j, ']');
  am_json_open(&j, "ratios", '[');
  for (size_t i = 0; i < bench->ratio_count; i++)
    add_ratio(&j, &bench->ratios[i]);
  am_json_close(&j, ']');
  fputs("}\n", out);
}
