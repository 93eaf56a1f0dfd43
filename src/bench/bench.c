#include "bench/bench.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/text.h"
#include "base/threads.h"
#include "bench/ratio.h"
#include "bench/scratch.h"
#include "engine/check.h"
#include "engine/conventional.h"

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

/* Points that are drawn for a device, at most: they are repeated to fill it. */
enum { DRAWN = 1 << 18 };

/* What quick takes where nothing is named. */
static const char quick_workload[] = "W1";
static const char *const quick_schemes[] = {"implicit-euler", "ode23", NULL};

static bool always(const am_material *material, const am_scheme *scheme) {
  (void)material, (void)scheme;
  return true;
}

static bool has_partials(const am_material *material,
                         const am_scheme *scheme) {
  (void)scheme;
  return am_yaml_get(material->root, "partials");
}

static bool has_update(const am_material *material, const am_scheme *scheme) {
  return material->conventional && scheme->family == AM_FAMILY_IMPLICIT &&
         am_update_find(material->conventional);
}

static const am_bench_strategy strategies[] = {
    {"semi-automatic", AM_STRATEGY_SEMI_AUTOMATIC, has_partials},
    {"automatic", AM_STRATEGY_AUTOMATIC, always},
    {"conventional", AM_STRATEGY_CONVENTIONAL, has_update},
};

const am_bench_strategy *am_bench_strategies(size_t *count) {
  *count = sizeof strategies / sizeof *strategies;
  return strategies;
}

const char *am_bench_strategy_name(am_strategy strategy) {
  size_t i = 0;
  while (strategies[i].strategy != strategy) i++;
  return strategies[i].name;
}

double am_bench_occupancy(const am_bench *bench, const am_bench_row *row,
                          int kernel) {
  if (bench->device.threads < 1) return NAN;
  return (double)(row->block * row->blocks[kernel]) / bench->device.threads;
}

/* ---- what there is to measure -------------------------------------------*/

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_bench_options *options;
  am_bench *bench;
} planner;

/* Is the name of a row among those that are asked for? */
static bool is_chosen(const char *name, const char *only) {
  return !only || !strcmp(name, only);
}

static bool is_quick_scheme(const am_scheme *scheme) {
  for (int i = 0; quick_schemes[i]; i++)
    if (!strcmp(scheme->name, quick_schemes[i])) return true;
  return false;
}

static am_status plan_material(const planner *p, const am_workload *workload,
                               const char *path) {
  am_bench *b = p->bench;
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  am_material *material;
  AM_TRY(am_material_read(p->arena, p->report, path, &material));
  for (size_t i = 0; i < count; i++) {
    if (!is_chosen(schemes[i].name, p->options->scheme)) continue;
    if (p->options->quick && !p->options->scheme &&
        !is_quick_scheme(&schemes[i]))
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
    path = am_data_path(p->arena, "materials", w->materials[i]);
    if (path)
      AM_TRY(plan_material(p, w, path));
    else
      am_note(p->report, am_nowhere,
              "workload %s: the material '%s' is not installed", w->name,
              w->materials[i]);
  }
  if (!w->open || !o->material) return AM_OK;
  AM_TRY(am_material_find(p->arena, p->report, o->material, NULL, am_nowhere,
                          &path));
  return plan_material(p, w, path);
}

static am_status check_scheme(am_report *report, const char *name) {
  size_t count;
  const char *const *names = am_scheme_names(report->arena, &count);
  return name ? am_expect_one(report, "--scheme", name, names, count) : AM_OK;
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
                  "there is nothing to measure");
}

/* Is the engine asked for, by its name or with all others? */
static bool is_wanted(const am_bench *b, const am_engine *engine) {
  return is_chosen(engine->name, b->options.engine);
}

/* An engine that works on a device is left out where there is none, unless it
 * is what was asked for. */
static am_status check_device(const planner *p, size_t e,
                              const am_engine *engine) {
  am_report *told = am_report_new(p->arena);
  const char *what;
  if (!engine->memory || !is_wanted(p->bench, engine)) return AM_OK;
  if (engine->place(p->arena, told, &what) == AM_OK) {
    p->bench->has_device = true;
    return AM_OK;
  }
  if (p->options->engine)
    return am_error(p->report, AM_ENVIRONMENT, am_nowhere, "engine %s: %s",
                    engine->name, told->last->text);
  am_note(p->report, am_nowhere, "engine %s: %s", engine->name,
          told->last->text);
  p->bench->absent[e] = true;
  return AM_OK;
}

static am_status check_devices(const planner *p) {
  size_t count;
  const am_engine *const *all = am_engines(&count);
  p->bench->absent = AM_ARRAY(p->arena, bool, count);
  for (size_t i = 0; i < count; i++) AM_TRY(check_device(p, i, all[i]));
  return AM_OK;
}

am_status am_bench_prepare(am_arena *arena, am_report *report,
                           const am_bench_options *options,
                           am_bench **result) {
  am_bench *bench = *result = AM_NEW(arena, am_bench);
  bench->options = *options;
  if (!bench->options.threads) bench->options.threads = am_threads();
  AM_TRY(check_scheme(report, options->scheme));
  AM_TRY(am_engine_check_name(report, options->engine, false));
  const planner p = {arena, report, options, bench};
  AM_TRY(check_devices(&p));
  return plan(&p);
}

/* ---- measuring it ---------------------------------------------------------*/

typedef struct {
  am_arena *arena, *load_arena; /* of the bench, of the load */
  am_report *report;
  am_bench *bench;
  am_load *load;
} runner;

/* The engine that applies the pre-load: the last one of the host that is
 * there, so that all engines begin from the same numbers. */
static const am_engine *fastest(const runner *r) {
  size_t count;
  const am_engine *const *all = am_engines(&count), *found = all[0];
  for (size_t i = 0; i < count; i++)
    if (!all[i]->memory && !r->bench->absent[i] &&
        (r->bench->has_device || is_wanted(r->bench, all[i])))
      found = all[i];
  return found;
}

/* Points that are drawn. */
static long load_size(const am_bench *b) {
  long host = b->options.points * b->options.threads;
  long device = b->options.device_points < DRAWN ? b->options.device_points
                                                 : DRAWN;
  return b->has_device && device > host ? device : host;
}

/* Units of the pre-load go to a cache of their own, so that they are new to
 * the measurement; `arena` is that of the cache. */
static am_status make_load(runner *r, am_arena *arena, am_report *report,
                           const am_bench_subject *s) {
  if (!arena || am_arena_recover(arena))
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  AM_TRY(am_scratch_cache(arena, report));
  return am_load_new(r->load_arena, report, s->workload, s->material,
                     fastest(r), load_size(r->bench), &r->load);
}

static am_status prepare_load(runner *r, const am_bench_subject *s) {
  am_report *own = am_report_new(r->arena);
  am_arena *arena = am_arena_new();
  am_status status = make_load(r, arena, own, s);
  am_arena_free(arena);
  if (status == AM_OK) return AM_OK;
  return am_error(r->report, status, am_nowhere, "%s of %s: %s",
                  s->workload->name, s->material->name,
                  own->last->text);
}

static am_status add_engine(const runner *r, am_group *group, size_t e,
                            const am_engine *engine) {
  size_t count;
  const am_bench_strategy *all = am_bench_strategies(&count);
  for (size_t i = 0; i < count && !r->bench->absent[e]; i++) {
    if (!all[i].offered(group->subject.material, group->subject.scheme))
      continue;
    bool absent = false;
    AM_TRY(am_group_add(group, engine, all[i].strategy, &absent));
    r->bench->absent[e] = absent;
  }
  return AM_OK;
}

static am_status add_trials(const runner *r, am_group *group) {
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t e = 0; e < count; e++)
    if (is_wanted(r->bench, engines[e]))
      AM_TRY(add_engine(r, group, e, engines[e]));
  return AM_OK;
}

static am_status stopped(const runner *r) {
  return am_error(r->report, AM_FAILED, am_nowhere, "stopped");
}

static am_status run_group(runner *r, am_arena *arena,
                           const am_bench_subject *subject) {
  am_group group = {.arena = arena,
                    .report = r->report,
                    .rows_arena = r->arena,
                    .bench = r->bench,
                    .subject = *subject,
                    .load = r->load};
  if (!arena || am_arena_recover(arena))
    return am_error(r->report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  size_t before = r->bench->row_count;
  am_status status = add_trials(r, &group);
  if (status == AM_OK) status = am_group_measure(&group);
  if (status != AM_OK) {
    r->bench->row_count = before;
    return status;
  }
  am_group_compare(&group);
  am_rows_compare(r->arena, r->bench, before);
  return AM_OK;
}

/* Groups first … of one load; *next is the first one of another. */
static am_status run_load(runner *r, size_t first, size_t *next) {
  am_bench *b = r->bench;
  const am_bench_subject *s = &b->groups[first];
  if (!r->load_arena || am_arena_recover(r->load_arena))
    return am_error(r->report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  AM_TRY(prepare_load(r, s));
  for (*next = first; *next < b->group_count; ++*next) {
    const am_bench_subject *other = &b->groups[*next];
    if (other->workload != s->workload || other->material != s->material) break;
    am_arena *arena = am_arena_new();
    am_status status = run_group(r, arena, other);
    am_arena_free(arena);
    AM_TRY(status);
    b->measured = *next + 1;
    if (b->options.progress) b->options.progress(b->options.data, b->measured);
  }
  return AM_OK;
}

static am_status measure_machine(const runner *r) {
  const am_bench_options *o = &r->bench->options;
  am_arena *arena = am_arena_new();
  if (!arena || am_arena_recover(arena)) {
    am_arena_free(arena);
    return am_error(r->report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  }
  am_machine_measure(arena, o->threads, o->limit_seconds, o->megabytes,
                     &r->bench->machine);
  r->bench->machine.processor = am_processor_name(r->arena);
  am_arena_free(arena);
  return AM_OK;
}

/* Engines that work on devices are left out. */
static void leave_devices(const runner *r, const char *reason) {
  size_t count;
  const am_engine *const *all = am_engines(&count);
  for (size_t i = 0; i < count; i++) {
    if (!all[i]->memory || r->bench->absent[i]) continue;
    am_note(r->report, am_nowhere, "engine %s: %s", all[i]->name, reason);
    r->bench->absent[i] = true;
  }
  r->bench->has_device = false;
}

/* Fields of a group may take much of the devices' free memory, where the
 * engine needs some too, and of the host's, where others do. */
static am_status measure_device(const runner *r) {
  am_bench *b = r->bench;
  const am_bench_options *o = &b->options;
  double host = (double)sysconf(_SC_PHYS_PAGES) *
                (double)sysconf(_SC_PAGESIZE);
  am_report *own = am_report_new(r->arena);
  if (!b->has_device) return AM_OK;
  am_status status = am_device_measure(r->arena, own, o->limit_seconds,
                                       o->megabytes, &b->device);
  if (status != AM_OK && o->engine)
    return am_error(r->report, status, am_nowhere, "engine %s: %s", o->engine,
                    own->last->text);
  if (status != AM_OK) {
    leave_devices(r, own->last->text);
    return AM_OK;
  }
  b->room = fmin(0.6 * b->device.memory * b->device.count, 0.4 * host);
  return AM_OK;
}

am_status am_bench_run(am_arena *arena, am_report *report, am_bench *bench) {
  runner r = {.arena = arena, .report = report, .bench = bench};
  const am_bench_options *o = &bench->options;
  AM_TRY(am_scratch_cache(arena, report));
  AM_TRY(measure_machine(&r));
  AM_TRY(measure_device(&r));
  for (size_t first = 0, next; first < bench->group_count; first = next) {
    if (o->stop && *o->stop) return stopped(&r);
    next = first;
    r.load_arena = am_arena_new();
    am_status status = run_load(&r, first, &next);
    am_arena_free(r.load_arena);
    AM_TRY(status);
  }
  return AM_OK;
}
