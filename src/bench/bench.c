#include "bench/bench.h"

#include <string.h>

#include "base/data.h"
#include "base/text.h"
#include "base/threads.h"
#include "bench/group.h"
#include "bench/scratch.h"
#include "engine/conventional.h"

const am_bench_options am_bench_default = {.points = 20480,
                                           .repetitions = 11,
                                           .seconds = 0.2,
                                           .limit_seconds = 0.05,
                                           .megabytes = 128};

const am_bench_options am_bench_quick = {.points = 4096,
                                         .repetitions = 5,
                                         .seconds = 0.02,
                                         .quick = true,
                                         .limit_seconds = 0.005,
                                         .megabytes = 32};

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
         am_update_text(material->conventional);
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

static am_status unknown(am_report *report, const char *what,
                         const char *name, const char *const *names,
                         size_t count) {
  return am_error(report, AM_USAGE, am_nowhere, "unknown %s '%s'%s", what,
                  am_printable(report->arena, name, strlen(name)),
                  am_suggestion(report->arena, name, names, count));
}

static am_status check_scheme(am_report *report, const char *name) {
  size_t count;
  const am_scheme *all = am_schemes(&count);
  const char **names = AM_ARRAY(report->arena, const char *, count);
  for (size_t i = 0; i < count; i++) names[i] = all[i].name;
  if (!name || am_scheme_find(name)) return AM_OK;
  return unknown(report, "scheme", name, names, count);
}

static am_status check_engine(am_report *report, const char *name) {
  size_t count;
  const am_engine *const *all = am_engines(&count);
  const char **names = AM_ARRAY(report->arena, const char *, count);
  for (size_t i = 0; i < count; i++) names[i] = all[i]->name;
  if (!name || am_engine_find(name)) return AM_OK;
  return unknown(report, "engine", name, names, count);
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
  if (!chosen) return unknown(p->report, "workload", only, names, count);
  if (p->bench->group_count) return AM_OK;
  return am_error(p->report, AM_USAGE, am_nowhere,
                  "there is nothing to measure");
}

am_status am_bench_prepare(am_arena *arena, am_report *report,
                           const am_bench_options *options,
                           am_bench **result) {
  am_bench *bench = *result = AM_NEW(arena, am_bench);
  bench->options = *options;
  if (!bench->options.threads) bench->options.threads = am_threads();
  AM_TRY(check_scheme(report, options->scheme));
  AM_TRY(check_engine(report, options->engine));
  return plan(&(planner){arena, report, options, bench});
}

/* ---- measuring it ---------------------------------------------------------*/

typedef struct {
  am_arena *arena, *load_arena; /* of the bench, of the load */
  am_report *report;
  am_bench *bench;
  am_load *load;
  const am_engine *absent; /* cannot be had here, or NULL */
} runner;

/* The engine that applies the pre-load: the last one that is there. */
static const am_engine *fastest(const runner *r) {
  size_t count;
  const am_engine *const *all = am_engines(&count), *found = all[0];
  for (size_t i = 0; i < count; i++)
    if (all[i] != r->absent &&
        is_chosen(all[i]->name, r->bench->options.engine))
      found = all[i];
  return found;
}

/* Units of the pre-load go to a cache of their own, so that they are new to
 * the measurement; `arena` is that of the cache. */
static am_status make_load(runner *r, am_arena *arena, am_report *report,
                           const am_bench_subject *s) {
  const am_bench_options *o = &r->bench->options;
  if (!arena || am_arena_recover(arena))
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "out of memory");
  AM_TRY(am_scratch_cache(arena, report));
  return am_load_new(r->load_arena, report, s->workload, s->material,
                     fastest(r), o->points * o->threads, &r->load);
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

static am_status add_trials(runner *r, am_group *group) {
  size_t engine_count, strategy_count;
  const am_engine *const *engines = am_engines(&engine_count);
  const am_bench_strategy *all = am_bench_strategies(&strategy_count);
  for (size_t e = 0; e < engine_count; e++) {
    if (!is_chosen(engines[e]->name, r->bench->options.engine)) continue;
    for (size_t i = 0; i < strategy_count && engines[e] != r->absent; i++) {
      if (!all[i].offered(group->subject.material, group->subject.scheme))
        continue;
      bool absent = false;
      AM_TRY(am_group_add(group, engines[e], all[i].strategy, &absent));
      if (absent) r->absent = engines[e];
    }
  }
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
  if (status == AM_OK && !am_group_measure(&group)) status = stopped(r);
  if (status != AM_OK)
    r->bench->row_count = before;
  else
    am_group_compare(&group);
  return status;
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

am_status am_bench_run(am_arena *arena, am_report *report, am_bench *bench) {
  runner r = {.arena = arena, .report = report, .bench = bench};
  const am_bench_options *o = &bench->options;
  AM_TRY(am_scratch_cache(arena, report));
  AM_TRY(measure_machine(&r));
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
