/* workload.c: table of workloads; draws and pre-loads their points. */
#include "bench/parts.h"
#include "case/parts.h"

static const am_workload workloads[] = {
    {
        .name = "W1",
        .about = "plastic flow: random strains within +-3e-3, pre-loaded to 97 "
                 "%, one loading step of duration 0.06 to 100 %",
        .materials = {"michel-suquet"},
        .points = "seed: 1\nvariables: {e: {tensor: [-3e-3, 3e-3]}}\n",
        .scale = 1,
        .before = 0.97,
        .before_time = 2,
        .steps = 1,
        .time = 0.06,
    },
    {
        .name = "W2",
        .about = "path: 20 proportional loading steps to 3.58e-3*U(0.2, 1.8) "
                 "in a random direction, total duration 2.56",
        .materials = {"michel-suquet"},
        .points = "seed: 1\nvariables: {a: {uniform: [0.2, 1.8]}, "
                  "d: direction}\n",
        .scale = 3.58e-3,
        .steps = 20,
        .time = 2.56 / 20,
    },
    {
        .name = "W3",
        .about = "expensive laws: W1 with other materials",
        .materials = {"fcc-crystal", "generalized-maxwell"},
        .points = "seed: 1\nvariables: {e: {tensor: [-3e-3, 3e-3]}}\n",
        .scale = 1,
        .before = 0.97,
        .before_time = 2,
        .steps = 1,
        .time = 0.06,
    },
};

const am_workload *am_workloads(size_t *count) {
  *count = sizeof workloads / sizeof *workloads;
  return workloads;
}

long am_bench_stride(long count) {
  long lines = (count + 7) / 8;
  return 8 * (lines % 8 ? lines : lines + 1);
}

static am_status draw_points(am_arena *arena, am_report *report,
                             am_load *load) {
  am_points *points;
  double values[16];
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *map;
  const char *text =
      am_format(arena, "count: %ld\n%s", load->count, load->workload->points);
  *source = (am_source){
      .name = load->workload->name, .text = text, .length = strlen(text)};
  AM_TRY(am_yaml_parse(arena, report, source, &map));
  AM_TRY(am_points_read(arena, report,
                        &(am_case){.points = map, .path = map}, &points));
  bool scaled = points->size > 6;
  for (long k = 0; k < load->count; k++) {
    am_points_draw(points, k, values);
    double scale = load->workload->scale * (scaled ? values[0] : 1);
    for (int i = 0; i < 6; i++)
      load->full[i * load->stride + k] = scale * values[i + scaled];
  }
  return AM_OK;
}

void am_load_aim(const am_load *load, int step, long count) {
  const am_workload *w = load->workload;
  double share = w->before + (1 - w->before) * step / w->steps;
  for (int i = 0; i < 6; i++)
    for (long k = 0; k < count; k++)
      load->target[i * load->stride + k] =
          share * load->full[i * load->stride + k];
}

static am_status preload(am_arena *arena, am_report *report,
                         const am_engine *engine, am_law *law,
                         am_load *load) {
  am_engine_program *program;
  am_solver solver = am_solver_default;
  am_fields f = load->fields;
  if (load->workload->before == 0) return AM_OK;
  solver.scheme = am_scheme_find(law->nd ? "implicit-euler" : "ode23");
  solver.tangent = false;
  AM_TRY(am_engine_compile(arena, report, engine, law, &solver,
                           &(am_engine_options){0}, &program));
  am_load_aim(load, 0, load->count);
  f.duration = load->workload->before_time;
  f.tangent = f.counts = NULL;
  am_engine_advance(program, &f, load->count);
  for (int i = 0; i < AM_FIELD_COUNT; i++) am_field_swap(&load->fields, i);
  return AM_OK;
}

am_status am_load_new(am_arena *arena, am_report *report,
                      const am_workload *workload,
                      const am_material *material, const am_engine *engine,
                      long count, am_load **result) {
  am_load *load = *result = AM_NEW(arena, am_load);
  am_law *law;
  AM_TRY(am_law_new(arena, report, material, NULL, &law));
  load->workload = workload;
  load->count = count;
  load->stride = am_bench_stride(count);
  load->nx = law->nx;
  load->full = AM_ARRAY(arena, double, 6 * load->stride);
  am_field_components(law, 6, load->components);
  load->fields = am_fields_new(
      arena, load->components,
      AM_FIELDS_ALL & ~(AM_FIELD_BIT(parameters) | AM_FIELD_BIT(control) |
                        AM_FIELD_BIT(derivative) | AM_FIELD_BIT(energy) |
                        AM_FIELD_BIT(substeps)),
      load->stride);
  load->target = am_field_get(&load->fields, AM_FIELD_target);
  double *state = am_field_get(&load->fields, AM_FIELD_state0);
  for (int i = 0; i < law->na; i++)
    for (long k = 0; k < load->count; k++)
      state[i * load->stride + k] = law->initial[i];
  am_fields_rest(&load->fields, law, load->count);
  AM_TRY(draw_points(arena, report, load));
  return preload(arena, report, engine, law, load);
}

double am_load_drive(const am_load *load, am_engine_program *program,
                     long count, const am_walk *drive) {
  const am_workload *w = load->workload;
  am_fields f = load->fields;
  double spent = 0;
  f.duration = w->time;
  f.stop = drive->stop;
  if (!drive->tangent) f.tangent = NULL;
  if (!drive->observe) f.counts = NULL;
  for (int i = 1; i <= w->steps; i++) {
    am_load_aim(load, i, count);
    double start = am_clock(), processor = am_processor_clock();
    am_engine_advance(program, &f, count);
    if (drive->processor)
      *drive->processor += am_processor_clock() - processor;
    spent += am_clock() - start;
    if (drive->observe) drive->observe(drive->data, &f, count);
    am_fields_continue(&f);
  }
  return spent;
}
