#include <math.h>

#include "bench/bench.h"

/* A JSON text as it is written: commas stand between members. */
typedef struct {
  FILE *out;
  bool begun; /* the present object or list has a member */
} json;

static void add_text(json *j, const char *text) {
  putc('"', j->out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', j->out);
    if ((unsigned char)*text < 0x20)
      fprintf(j->out, "\\u%04x", *text);
    else
      putc(*text, j->out);
  }
  putc('"', j->out);
}

/* What stands in front of a member's value; key NULL: in a list. */
static void add_key(json *j, const char *key) {
  fputs(j->begun ? ",\n" : "\n", j->out);
  j->begun = true;
  if (!key) return;
  add_text(j, key);
  fputs(": ", j->out);
}

static void open_with(json *j, const char *key, char bracket) {
  add_key(j, key);
  putc(bracket, j->out);
  j->begun = false;
}

static void close_with(json *j, char bracket) {
  putc(bracket, j->out);
  j->begun = true;
}

static void string(json *j, const char *key, const char *text) {
  add_key(j, key);
  add_text(j, text);
}

static void truth(json *j, const char *key, bool value) {
  add_key(j, key);
  fputs(value ? "true" : "false", j->out);
}

static void number(json *j, const char *key, double value) {
  add_key(j, key);
  if (isfinite(value))
    fprintf(j->out, "%.9g", value);
  else
    fputs("null", j->out);
}

static void spread(json *j, const char *key, const am_spread *value) {
  open_with(j, key, '{');
  number(j, "median", value->median);
  number(j, "p10", value->low);
  number(j, "p90", value->high);
  close_with(j, '}');
}

static void add_machine(json *j, const am_machine *m) {
  open_with(j, "machine", '{');
  string(j, "processor", m->processor ? m->processor : "");
  number(j, "threads", m->threads);
  number(j, "lanes", m->lanes);
  number(j, "fma_per_second_core", m->fma_core);
  number(j, "fma_per_second_total", m->fma_total);
  number(j, "copy_bytes_per_second_core", m->copy_core);
  number(j, "copy_bytes_per_second_total", m->copy_total);
  number(j, "power_seconds", m->power);
  close_with(j, '}');
}

static void add_device(json *j, const am_device *d) {
  open_with(j, "device", '{');
  string(j, "name", d->name);
  number(j, "count", d->count);
  number(j, "multiprocessors", d->multiprocessors);
  number(j, "free_bytes", d->memory);
  number(j, "fma_per_second", d->fma);
  number(j, "copy_bytes_per_second", d->copy);
  number(j, "power_seconds", d->power);
  number(j, "bus_bytes_per_second_up", d->bus.alone.up);
  number(j, "bus_bytes_per_second_down", d->bus.alone.down);
  number(j, "bus_bytes_per_second_both", d->bus.both);
  close_with(j, '}');
}

static void add_options(json *j, const am_bench *bench) {
  const am_bench_options *o = &bench->options;
  open_with(j, "options", '{');
  number(j, "points", (double)o->points);
  number(j, "device_points", (double)o->device_points);
  number(j, "repetitions", (double)o->repetitions);
  number(j, "seconds", o->seconds);
  close_with(j, '}');
  truth(j, "complete", bench->measured == bench->group_count);
}

static void add_subject(json *j, const am_bench_subject *s) {
  string(j, "workload", s->workload->name);
  string(j, "material", s->material->name);
  string(j, "scheme", s->scheme->name);
  truth(j, "tangent", s->tangent);
}

static void add_work(json *j, const am_work *w) {
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
static void add_rates(json *j, const am_bench_row *row) {
  bool device = row->way != AM_WAY_HOST;
  if (!device) spread(j, "points_per_second_core", &row->core);
  spread(j, "points_per_second_total", device ? &row->core : &row->total);
}

static void add_kernel(json *j, const am_bench *bench,
                       const am_bench_row *row, int k) {
  const am_cuda_resources *used = &row->resources[k];
  open_with(j, NULL, '{');
  string(j, "name", am_cuda_kernel_names[k]);
  number(j, "registers", used->registers);
  number(j, "stack_bytes", used->stack);
  number(j, "spill_store_bytes", used->spill_stores);
  number(j, "spill_load_bytes", used->spill_loads);
  number(j, "threads_per_block", row->block);
  number(j, "blocks_per_multiprocessor", row->blocks[k]);
  number(j, "occupancy", am_bench_occupancy(bench, row, k));
  close_with(j, '}');
}

static void add_overlap(json *j, const am_bench_overlap *o) {
  number(j, "staging_seconds_per_point", o->staging);
  number(j, "waiting_seconds_per_point", o->waiting);
  number(j, "kernel_seconds_per_point", o->kernels);
  number(j, "bus_bound_seconds_per_point", o->bound);
}

static void add_placed(json *j, const am_bench *bench,
                       const am_bench_row *row) {
  number(j, "bus_bytes_up_per_point", row->traffic.up);
  number(j, "bus_bytes_down_per_point", row->traffic.down);
  number(j, "fraction_of_bus", row->bus);
  add_overlap(j, &row->overlap);
  open_with(j, "kernels", '[');
  for (int k = 0; k < AM_CUDA_KERNELS; k++) add_kernel(j, bench, row, k);
  close_with(j, ']');
}

static void add_row(json *j, const am_bench *bench,
                    const am_bench_row *row) {
  open_with(j, NULL, '{');
  add_subject(j, &row->subject);
  string(j, "strategy", am_bench_strategy_name(row->strategy));
  string(j, "engine", row->engine);
  number(j, "lanes", row->lanes);
  string(j, "fields", am_way_name[row->way]);
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
  close_with(j, '}');
}

static void add_ratio(json *j, const am_bench_ratio *ratio) {
  open_with(j, NULL, '{');
  string(j, "name", ratio->name);
  string(j, "of", ratio->time ? "time" : "points_per_second");
  string(j, "engine", ratio->engine);
  string(j, "strategy", am_bench_strategy_name(ratio->strategy));
  string(j, "fields", am_way_name[ratio->way]);
  add_subject(j, &ratio->subject);
  spread(j, "value", &ratio->value);
  close_with(j, '}');
}

void am_bench_write_json(const am_bench *bench, FILE *out) {
  json j = {.out = out};
  putc('{', out);
  add_machine(&j, &bench->machine);
  if (bench->has_device) add_device(&j, &bench->device);
  add_options(&j, bench);
  open_with(&j, "results", '[');
  for (size_t i = 0; i < bench->row_count; i++)
    add_row(&j, bench, &bench->rows[i]);
  close_with(&j, ']');
  open_with(&j, "ratios", '[');
  for (size_t i = 0; i < bench->ratio_count; i++)
    add_ratio(&j, &bench->ratios[i]);
  close_with(&j, ']');
  fputs("}\n", out);
}
