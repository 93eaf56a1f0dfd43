/* run.c: measures the groups of a bench one after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "bench/group.h"

/* ---- an empty cache of compiled units ------------------------------------ */

static const char variable[] = "XDG_CACHE_HOME";

typedef struct {
  am_temporary folder;
  const char *before; /* previous value of the variable; NULL: none */
} cache;

static void restore_cache(void *data) {
  const cache *c = data;
  am_temporary_remove(&c->folder);
  if (c->before)
    setenv(variable, c->before, 1);
  else
    unsetenv(variable);
}

am_status am_bench_cache(am_arena *arena, am_report *report) {
  const char *base = getenv("TMPDIR"), *before = getenv(variable);
  cache *c = AM_NEW(arena, cache);
  if (before) c->before = am_copy(arena, before, strlen(before));
  if (!base || !*base) base = "/tmp";
  am_arena_defer(arena, restore_cache, c);
  const char *why =
      am_temporary_make(arena, base, "automat-bench", &c->folder);
  if (why)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot create a temporary folder in '%s': %s", base, why);
  setenv(variable, c->folder.path, 1);
  return AM_OK;
}

/* ---- loads --------------------------------------------------------------- */

/* Maximum number of points drawn for a device; they are repeated to fill it. */
enum { DRAWN = 1 << 18 };

typedef struct {
  am_arena *arena, *load_arena; /* of the bench; of the load */
  am_report *report;
  am_bench *bench;
  am_load *load;
} runner;

/* The pre-load uses the last available engine of the host, so that all engines
 * start from the same numbers.  Its units go to a separate cache, so that they
 * are not cached for the measurement; `arena` is that of the cache. */
static am_status make_load(runner *r, am_arena *arena, am_report *report,
                           const am_bench_subject *s) {
  const am_bench *b = r->bench;
  size_t engines;
  const am_engine *const *all = am_engines(&engines), *engine = all[0];
  for (size_t i = 0; i < engines; i++)
    if (!all[i]->memory && !b->absent[i] &&
        (b->has_device || am_bench_wants(b, all[i])))
      engine = all[i];
  long count = b->options.points * b->options.threads;
  long device = b->options.device_points < DRAWN ? b->options.device_points
                                                 : DRAWN;
  if (b->has_device && device > count) count = device;
  AM_TRY(am_bench_cache(arena, report));
  return am_load_new(r->load_arena, report, s->workload, s->material, engine,
                     count, &r->load);
}

/* Arena of work that a signal may end. */
static am_arena *new_arena(const runner *r) {
  am_arena *arena = am_arena_new();
  if (arena) am_arena_watch(arena, r->bench->options.stop);
  return arena;
}

static am_status prepare_load(runner *r, const am_bench_subject *s) {
  am_report *own = am_report_new(r->arena);
  am_arena *arena = am_arena_child(r->load_arena);
  am_status status = make_load(r, arena, own, s);
  am_arena_free(arena);
  if (status == AM_OK) return AM_OK;
  return am_error(r->report, status, am_nowhere, "%s of %s: %s",
                  s->workload->name, s->material->name,
                  own->last->text);
}

/* ---- groups -------------------------------------------------------------- */

/* True if the material and the scheme support the strategy. */
static bool is_offered(const am_bench_subject *s, am_strategy strategy) {
  const am_material *m = s->material;
  if (strategy == AM_STRATEGY_SEMI_AUTOMATIC)
    return am_yaml_get(m->root, "partials");
  return strategy == AM_STRATEGY_AUTOMATIC ||
         (m->conventional && s->scheme->family == AM_FAMILY_IMPLICIT &&
          am_update_find(m->conventional));
}

static am_status add_trials(const runner *r, am_group *group) {
  static const am_strategy strategies[AM_STRATEGIES] = {
      AM_STRATEGY_SEMI_AUTOMATIC, AM_STRATEGY_AUTOMATIC,
      AM_STRATEGY_CONVENTIONAL};
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t e = 0; e < count; e++)
    for (int i = 0; i < AM_STRATEGIES; i++) {
      bool absent = false;
      if (r->bench->absent[e] || !am_bench_wants(r->bench, engines[e]) ||
          !is_offered(&group->subject, strategies[i]))
        continue;
      AM_TRY(am_group_add(group, engines[e], strategies[i], &absent));
      r->bench->absent[e] = absent;
    }
  return AM_OK;
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
    return am_error_memory(r->report, arena, "");
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

/* Runs the groups from `first` on that share a load; *next is the first group
 * of another load. */
static am_status run_load(runner *r, size_t first, size_t *next) {
  am_bench *b = r->bench;
  const am_bench_subject *s = &b->groups[first];
  if (!r->load_arena || am_arena_recover(r->load_arena))
    return am_error_memory(r->report, r->load_arena, "");
  AM_TRY(prepare_load(r, s));
  for (*next = first; *next < b->group_count; ++*next) {
    const am_bench_subject *other = &b->groups[*next];
    if (other->workload != s->workload || other->material != s->material) break;
    am_arena *arena = new_arena(r);
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
  am_arena *arena = new_arena(r);
  if (!arena || am_arena_recover(arena)) {
    am_status status = am_error_memory(r->report, arena, "");
    am_arena_free(arena);
    return status;
  }
  am_machine_measure(arena, o->threads, o->limit_seconds, o->megabytes,
                     &r->bench->machine);
  r->bench->machine.processor = am_processor_name(r->arena);
  am_arena_free(arena);
  return AM_OK;
}

/* Skips engines on devices that cannot be measured, unless one was requested.
 * Limits the fields of a group to a large part of the free memory of the
 * devices, where the engine also needs some, and of the host, where other
 * programs do. */
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
  size_t count;
  const am_engine *const *all = am_engines(&count);
  for (size_t i = 0; i < count && status != AM_OK; i++) {
    if (!all[i]->memory || b->absent[i]) continue;
    am_note(r->report, am_nowhere, "engine %s: %s", all[i]->name,
            own->last->text);
    b->absent[i] = true;
  }
  b->has_device = status == AM_OK;
  if (status == AM_OK)
    b->room = fmin(0.6 * b->device.memory * b->device.count, 0.4 * host);
  return AM_OK;
}

am_status am_bench_run(am_arena *arena, am_report *report, am_bench *bench) {
  runner r = {.arena = arena, .report = report, .bench = bench};
  const am_bench_options *o = &bench->options;
  AM_TRY(am_bench_cache(arena, report));
  AM_TRY(measure_machine(&r));
  AM_TRY(measure_device(&r));
  for (size_t first = 0, next; first < bench->group_count; first = next) {
    if (o->stop && *o->stop)
      return am_error(report, AM_FAILED, am_nowhere, "stopped");
    next = first;
    r.load_arena = new_arena(&r);
    am_status status = run_load(&r, first, &next);
    am_arena_free(r.load_arena);
    AM_TRY(status);
  }
  return AM_OK;
}
