/* bench.c: plans the groups that the options request, and measures one after
 * the other. */
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

/* Workloads of --quick and of a material, and schemes of --quick, if none are
 * named. */
static const char quick_workload[] = "W1", material_workload[] = "W3";
static const char *const quick_schemes[] = {"implicit-euler", "ode23"};

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
    for (int tangent = 0; tangent <= !p->options->quick; tangent++)
      AM_PUSH(p->arena, b->groups, b->group_count,
              (am_bench_subject){workload, material, &schemes[i], tangent});
  }
  return AM_OK;
}

static am_status plan_workload(const planner *p, const am_workload *w) {
  const am_bench_options *o = p->options;
  const char *path;
  if (o->material) {
    AM_TRY(am_material_find(p->arena, p->report, o->material, NULL,
                            am_nowhere, &path));
    return plan_material(p, w, path);
  }
  for (int i = 0; i < AM_BENCH_MATERIALS && w->materials[i]; i++) {
    path = am_installed_path(p->arena, "materials", w->materials[i]);
    if (path)
      AM_TRY(plan_material(p, w, path));
    else
      am_note(p->report, am_nowhere,
              "workload %s: material '%s' is not installed and is skipped",
              w->name, w->materials[i]);
  }
  return AM_OK;
}

static am_status plan(const planner *p) {
  size_t count, chosen = 0;
  const am_workload *all = am_workloads(&count);
  const char **names = AM_ARRAY(p->arena, const char *, count);
  const char *only = p->options->workload;
  if (!only && p->options->material)
    only = material_workload;
  else if (!only && p->options->quick)
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

/* True if the engine is requested, by name or with all others. */
static bool is_wanted(const am_bench *b, const am_engine *engine) {
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
    if (!all[i]->memory || !is_wanted(p->bench, all[i])) continue;
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

/* ---- measurement of all groups ------------------------------------------- */

/* ---- an empty cache of compiled units ------------------------------------ */

static const char variable[] = "XDG_CACHE_HOME";

typedef struct {
  const char *folder;
  const char *before; /* previous value of the variable; NULL: none */
} cache;

static void restore_cache(void *data) {
  const cache *c = data;
  am_temporary_remove(c->folder);
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
  setenv(variable, c->folder, 1);
  return AM_OK;
}

/* ---- loads --------------------------------------------------------------- */

/* Maximum number of points drawn for a device; they are repeated to fill it. */
enum { DRAWN = 1 << 18 };

/* Arena of work that a signal may end. */
static am_arena *new_arena(const am_group *g) {
  am_arena *arena = am_arena_new();
  if (arena) am_arena_watch(arena, am_arena_flag(g->rows_arena));
  return arena;
}

/* The pre-load uses the last available engine of the host, so that all engines
 * start from the same numbers.  Its units go to a separate cache, so that they
 * are not cached for the measurement. */
static am_status make_load(am_group *g, am_arena *arena,
                           const am_bench_subject *s) {
  am_report *own = am_report_new(g->rows_arena);
  am_arena *cache_arena = am_arena_child(arena);
  const am_bench *b = g->bench;
  size_t engines;
  const am_engine *const *all = am_engines(&engines), *engine = all[0];
  for (size_t i = 0; i < engines; i++)
    if (!all[i]->memory && !b->absent[i] &&
        (b->has_device || is_wanted(b, all[i])))
      engine = all[i];
  long count = b->options.points * b->options.threads;
  long device = b->options.device_points < DRAWN ? b->options.device_points
                                                 : DRAWN;
  if (b->has_device && device > count) count = device;
  am_status status = am_bench_cache(cache_arena, own);
  if (status == AM_OK)
    status = am_load_new(arena, own, s->workload, s->material, engine, count,
                         &g->load);
  am_arena_free(cache_arena);
  if (status == AM_OK) return AM_OK;
  return am_error(g->report, status, am_nowhere, "%s of %s: %s",
                  s->workload->name, s->material->name, own->last->text);
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

static am_status add_trials(am_group *g) {
  static const am_strategy strategies[AM_STRATEGIES] = {
      AM_STRATEGY_SEMI_AUTOMATIC, AM_STRATEGY_AUTOMATIC,
      AM_STRATEGY_CONVENTIONAL};
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  bool *absent = g->bench->absent;
  for (size_t e = 0; e < count; e++)
    for (int i = 0; i < AM_STRATEGIES; i++)
      if (!absent[e] && is_wanted(g->bench, engines[e]) &&
          is_offered(&g->subject, strategies[i]))
        AM_TRY(am_group_add(g, engines[e], strategies[i], &absent[e]));
  return AM_OK;
}

static am_status run_group(am_group *g) {
  if (!g->arena || am_arena_recover(g->arena))
    return am_error_memory(g->report, g->arena, "");
  size_t before = g->bench->row_count;
  am_status status = add_trials(g);
  if (status == AM_OK) status = am_group_measure(g);
  if (status != AM_OK) {
    g->bench->row_count = before;
    return status;
  }
  am_group_compare(g);
  am_rows_compare(g->rows_arena, g->bench, before);
  return AM_OK;
}

/* Runs the groups from `first` on that share a load; *next is the first group
 * of another load. */
static am_status run_load(am_group *g, am_arena *arena, size_t first,
                          size_t *next) {
  am_bench *b = g->bench;
  const am_bench_subject *s = &b->groups[first];
  if (!arena || am_arena_recover(arena))
    return am_error_memory(g->report, arena, "");
  AM_TRY(make_load(g, arena, s));
  for (*next = first; *next < b->group_count; ++*next) {
    am_group one = *g;
    one.subject = b->groups[*next];
    if (one.subject.workload != s->workload ||
        one.subject.material != s->material)
      break;
    one.arena = new_arena(g);
    am_status status = run_group(&one);
    am_arena_free(one.arena);
    AM_TRY(status);
    b->measured = *next + 1;
    am_report_count(g->report, (double)b->measured, (double)b->group_count);
  }
  return AM_OK;
}

static am_status measure_machine(const am_group *g) {
  const am_bench_options *o = &g->bench->options;
  am_machine *machine = &g->bench->machine;
  am_arena *arena = new_arena(g);
  am_status status = AM_OK;
  if (!arena || am_arena_recover(arena))
    status = am_error_memory(g->report, arena, "");
  else
    am_machine_measure(arena, o->threads, o->limit_seconds, o->megabytes,
                       machine);
  machine->processor = am_processor_name(g->rows_arena);
  am_arena_free(arena);
  return status;
}

/* Skips engines on devices that cannot be measured, unless one was requested.
 * Limits the fields of a group to a large part of the free memory of the
 * devices, of which the engine needs the rest, and of the host, of which other
 * programs need the rest. */
static am_status measure_device(const am_group *g) {
  am_bench *b = g->bench;
  const am_bench_options *o = &b->options;
  double host = (double)sysconf(_SC_PHYS_PAGES) *
                (double)sysconf(_SC_PAGESIZE);
  am_report *own = am_report_new(g->rows_arena);
  if (!b->has_device) return AM_OK;
  am_status status = am_device_measure(g->rows_arena, own, o->limit_seconds,
                                       o->megabytes, &b->device);
  if (status != AM_OK && o->engine)
    return am_error(g->report, status, am_nowhere, "engine %s: %s", o->engine,
                    own->last->text);
  size_t count;
  const am_engine *const *all = am_engines(&count);
  for (size_t i = 0; i < count && status != AM_OK; i++) {
    if (!all[i]->memory || b->absent[i]) continue;
    am_note(g->report, am_nowhere, "engine %s: %s", all[i]->name,
            own->last->text);
    b->absent[i] = true;
  }
  b->has_device = status == AM_OK;
  if (status == AM_OK)
    b->room = fmin(0.6 * b->device.memory * b->device.count, 0.4 * host);
  return AM_OK;
}

am_status am_bench_run(am_arena *arena, am_report *report, am_bench *bench) {
  am_group g = {.rows_arena = arena, .report = report, .bench = bench};
  AM_TRY(am_bench_cache(arena, report));
  AM_TRY(measure_machine(&g));
  AM_TRY(measure_device(&g));
  for (size_t first = 0, next; first < bench->group_count; first = next) {
    if (am_arena_stopped(arena))
      return am_error(report, AM_FAILED, am_nowhere, "stopped");
    next = first;
    am_arena *load_arena = new_arena(&g);
    am_status status = run_load(&g, load_arena, first, &next);
    am_arena_free(load_arena);
    AM_TRY(status);
  }
  return AM_OK;
}
