/* bench.c: plans the groups that the options request. */
#include "bench/parts.h"

const am_bench_options am_bench_default = {.points = 20480,
                                           .device_points = 1L << 22,
                                           .repetitions = 11,
                                           .seconds = 0.2,
                                           .limit_seconds = 0.05,
                                           .megabytes = 128};

const am_bench_options am_bench_quick = {.points = 4096,
                                         .device_points = 1L << 18,
                                         .repetitions = 5,
                                         .seconds = 0.02,
                                         .quick = true,
                                         .limit_seconds = 0.005,
                                         .megabytes = 32};

/* Workload and schemes of --quick if none are named. */
static const char quick_workload[] = "W1";
static const char *const quick_schemes[] = {"implicit-euler", "ode23"};

double am_bench_occupancy(const am_bench *bench, const am_bench_row *row,
                          int kernel) {
  if (bench->device.threads < 1) return NAN;
  return (double)(row->block * row->blocks[kernel]) / bench->device.threads;
}

/* ---- planned groups -----------------------------------------------------*/

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_bench_options *options;
  am_bench *bench;
} planner;

/* True if a row is selected, by name or with all others. */
static bool is_chosen(const char *name, const char *only) {
  return !only || !strcmp(name, only);
}

static am_status plan_material(const planner *p, const am_workload *workload,
                               const char *path) {
  am_bench *b = p->bench;
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  am_material *material;
  AM_TRY(am_material_read(p->arena, p->report, path, &material));
  for (size_t i = 0; i < count; i++) {
    const char *name = schemes[i].name;
    bool usual = !strcmp(name, quick_schemes[0]) ||
                 !strcmp(name, quick_schemes[1]);
    if (!is_chosen(name, p->options->scheme) ||
        !am_scheme_suits(material, &schemes[i]) ||
        (p->options->quick && !p->options->scheme && !usual))
      continue;
    for (int tangent = 0; tangent <= !p->options->quick; tangent++) {
      AM_PUSH_ROOM(p->arena, b->groups, b->group_count, b->group_capacity);
      b->groups[b->group_count++] = (am_bench_subject){
          workload, material, &schemes[i], tangent};
    }
  }
  return AM_OK;
}

static am_status plan_workload(const planner *p, const am_workload *w) {
  const am_bench_options *o = p->options;
  const char *path;
  for (int i = 0; i < AM_BENCH_MATERIALS && w->materials[i]; i++) {
    path = am_installed_path(p->arena, "materials", w->materials[i]);
    if (path)
      AM_TRY(plan_material(p, w, path));
    else
      am_note(p->report, am_nowhere,
              "workload %s: material '%s' is not installed and is skipped",
              w->name, w->materials[i]);
  }
  if (!w->open || !o->material) return AM_OK;
  AM_TRY(am_material_find(p->arena, p->report, o->material, NULL, am_nowhere,
                          &path));
  return plan_material(p, w, path);
}

static am_status plan(const planner *p) {
  size_t count, chosen = 0;
  const am_workload *all = am_workloads(&count);
  const char **names = AM_ARRAY(p->arena, const char *, count);
  const char *only = p->options->workload;
  if (!only && p->options->quick && !p->options->material)
    only = quick_workload;
  for (size_t i = 0; i < count; i++) {
    names[i] = all[i].name;
    if (!is_chosen(names[i], only)) continue;
    chosen++;
    AM_TRY(plan_workload(p, &all[i]));
  }
  if (!chosen)
    return am_expect_one(p->report, "--workload", only, names, count);
  if (p->bench->group_count) return AM_OK;
  return am_error(p->report, AM_USAGE, am_nowhere,
                  "the options select nothing to measure");
}

bool am_bench_wants(const am_bench *b, const am_engine *engine) {
  return is_chosen(engine->name, b->options.engine);
}

/* Skips engines on a device if there is no device, unless one was requested. */
static am_status check_devices(const planner *p) {
  size_t count;
  const am_engine *const *all = am_engines(&count);
  p->bench->absent = AM_ARRAY(p->arena, bool, count);
  for (size_t i = 0; i < count; i++) {
    am_report *told = am_report_new(p->arena);
    const char *what;
    if (!all[i]->memory || !am_bench_wants(p->bench, all[i])) continue;
    p->bench->absent[i] = all[i]->place(p->arena, told, &what) != AM_OK;
    if (!p->bench->absent[i])
      p->bench->has_device = true;
    else if (p->options->engine)
      return am_error(p->report, AM_ENVIRONMENT, am_nowhere, "engine %s: %s",
                      all[i]->name, told->last->text);
    else
      am_note(p->report, am_nowhere, "engine %s: %s", all[i]->name,
              told->last->text);
  }
  return AM_OK;
}

am_status am_bench_prepare(am_arena *arena, am_report *report,
                           const am_bench_options *options,
                           am_bench **result) {
  am_bench *bench = *result = AM_NEW(arena, am_bench);
  bench->options = *options;
  if (!bench->options.threads) bench->options.threads = am_threads();
  size_t count;
  const char *const *names = am_scheme_names(report->arena, false, &count);
  if (options->scheme)
    AM_TRY(am_expect_one(report, "--scheme", options->scheme, names, count));
  AM_TRY(am_engine_check_name(report, options->engine, false));
  const planner p = {arena, report, options, bench};
  AM_TRY(check_devices(&p));
  return plan(&p);
}
