/* composite.c: the paper's tables and figures of a volume element: which
 * variants they need, and their runs. */
#include "study/composite.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

enum { EDGE_MOST = 1290, /* voxels: 1290^3 < 2^31 */
       NODES = 1 << 20   /* of the formulas of a path */ };

const char *const am_part_names[AM_PARTS + 1] = {
    "iterations", "basic",   "steps", "accuracy",
    "tangents",   "control", "times", "effective"};

/* ---- options ------------------------------------------------------------- */

static am_status read_parts(am_composite *s) {
  const char **words;
  size_t count;
  AM_TRY(am_list_words(s->study, "--parts", s->study->options.parts,
                       am_part_names, AM_PARTS + 1, &words, &count));
  for (size_t i = 0; i < count; i++)
    for (int p = 0; p <= AM_PARTS; p++)
      s->part[p] |= !strcmp(words[i], am_part_names[p]);
  s->part[AM_PART_TANGENTS] |= s->part[AM_PART_EFFECTIVE];
  return AM_OK;
}

/* The key of --grid, where it is given. */
static am_status read_edge(am_composite *s, am_swept_key *key) {
  const am_study *study = s->study;
  const char *text = study->options.grid;
  double edge;
  if (!*text) return AM_OK;
  AM_TRY(am_list_number(study, "--grid", text, &edge));
  if (edge < 1 || edge > EDGE_MOST || edge != floor(edge))
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "expected '--grid' to be a whole number from 1 to %d, "
                    "found '%s'",
                    (int)EDGE_MOST, text);
  key->values = AM_NEW(study->arena, const char *);
  *key->values =
      am_format(study->arena, "[%.0f, %.0f, %.0f]", edge, edge, edge);
  key->count = 1;
  return AM_OK;
}

static am_status read_keys(am_composite *s) {
  static const char *const strategies[] = {"automatic", "semi-automatic",
                                           "conventional"};
  static const char *const references[] = {"fixed", "updated"};
  static const char *const others[] = {
      "solver.scheme", "solver.error_control", "solver.tangent_control"};
  const am_study *study = s->study;
  am_swept_key own[AM_OWN_KEYS] = {
      [AM_KEY_STRATEGY] = {.key = "solver.strategy"},
      [AM_KEY_REFERENCE] = {.key = "homogenization.reference"},
      [AM_KEY_GRID] = {.key = "microstructure.grid"}};
  am_swept_key *strategy = &own[AM_KEY_STRATEGY];
  am_swept_key *reference = &own[AM_KEY_REFERENCE];
  AM_TRY(read_edge(s, &own[AM_KEY_GRID]));
  AM_TRY(am_list_words(study, "--strategies", study->options.strategies,
                       strategies, 3, &strategy->values, &strategy->count));
  AM_TRY(am_list_words(study, "--references", study->options.references,
                       references, 2, &reference->values, &reference->count));
  s->own_keys = AM_OWN_KEYS - (own[AM_KEY_GRID].count == 0);
  AM_TRY(am_swept_keys_read(study, own, s->own_keys, &s->keys));
  s->plain_combinations =
      s->keys.combinations / (strategy->count * reference->count);
  for (size_t k = s->own_keys; k < s->keys.count; k++)
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (!strcmp(s->keys.items[k].key, others[i]))
        return am_error(study->report, AM_USAGE, am_nowhere,
                        "'%s' is varied by '--schemes' and '--controls'",
                        others[i]);
  return AM_OK;
}

/* All variants have the same voxels where no key of theirs is swept over. */
static am_status read_micro(am_composite *s) {
  static const char key[] = "microstructure";
  const am_study *study = s->study;
  const am_swept_keys grid = {.items = &s->keys.items[AM_KEY_GRID],
                              .count = s->own_keys > AM_KEY_GRID};
  am_case *description;
  size_t count;
  const char **sets = am_swept_sets(study->arena, study, &grid, 0, 0, &count);
  for (size_t k = s->own_keys; k < s->keys.count; k++)
    if (!strncmp(s->keys.items[k].key, key, strlen(key))) return AM_OK;
  AM_TRY(am_case_read(study->arena, study->report, study->description->file,
                      sets, count, &description));
  s->micro = AM_NEW(study->arena, am_microstructure);
  AM_TRY(am_microstructure_read(study->arena, study->report,
                                description->microstructure,
                                description->folder, s->micro));
  s->of_paper = study->usual && !study->set_count && !study->over_count &&
                am_published_is_of(s->micro->grid);
  return AM_OK;
}

static am_status read_variants(am_composite *s) {
  const am_study *study = s->study;
  const am_path_names names = {.graph = am_graph_new(study->arena, NODES),
                               .scope = am_scope_new(study->arena, NULL)};
  am_path *path;
  if (!study->description->path)
    return am_error(study->report, AM_INPUT,
                    am_case_place(study->description), "the case has no "
                    "'path'");
  AM_TRY(am_path_new(study->arena, study->report, study->description, &names,
                     &path));
  AM_TRY(am_variants_new(study, path, &s->variants));
  AM_TRY(am_variants_against(study, &s->variants, &s->against));
  return am_check_runs(study, s->variants.count * s->plain_combinations);
}

/* The controls, steps and schemes that tables begin with. */
static void choose(am_composite *s) {
  const am_variants *v = &s->variants;
  am_error_control wanted = s->study->description->solver.error_control;
  for (size_t i = 0; i < v->count; i++) {
    const am_controls *c = v->items[i].controls;
    if (c && (!s->controls ||
              (c->error == wanted && s->controls->error != wanted)))
      s->controls = c; /* the case's where it is among them */
  }
  for (size_t i = 0; i < v->steps_count; i++)
    if (v->steps[i] > v->steps[s->finest]) s->finest = i;
  s->timed = v->steps[s->finest];
  for (size_t i = 0; i < v->steps_count; i++)
    if (v->steps[i] == AM_PUBLISHED_STEPS) s->timed = AM_PUBLISHED_STEPS;
  s->best = v->schemes[0];
  for (size_t i = 1; i < v->scheme_count; i++)
    if (v->schemes[i]->order > s->best->order) s->best = v->schemes[i];
}

/* ---- which variants are run ---------------------------------------------- */

bool am_composite_plain(const am_composite *s, const am_variant *variant) {
  return !variant->controls || variant->controls == s->controls;
}

bool am_composite_timed(const am_composite *s, const am_variant *variant) {
  return variant->steps == s->timed && am_composite_plain(s, variant);
}

/* A hand-written update is one of implicit Euler. */
static void add_run(am_composite *s, am_composite_run run) {
  if (!strcmp(am_swept_value(&s->keys, run.combination, AM_KEY_STRATEGY),
              "conventional") &&
      strcmp(run.variant->scheme->name, "implicit-euler"))
    return;
  AM_PUSH_ROOM(s->study->arena, s->runs, s->count, s->capacity);
  s->runs[s->count++] = run;
}

/* Adds a run unless there is one that will do. */
static void need(am_composite *s, const am_variant *variant,
                 size_t combination, am_tangents_asked asked) {
  for (size_t i = 0; i < s->count; i++) {
    const am_composite_run *r = &s->runs[i];
    if (r->variant == variant && r->combination == combination &&
        am_composite_serves(r, asked))
      return;
  }
  add_run(s, (am_composite_run){.variant = variant,
                                .combination = combination,
                                .tangents = asked == AM_TANGENTS_WITH});
}

/* What several tables share is asked for first by the most demanding. */
static void list_runs(am_composite *s) {
  bool plain = s->part[AM_PART_ITERATIONS] || s->part[AM_PART_STEPS] ||
               s->part[AM_PART_ACCURACY] || s->part[AM_PART_CONTROL];
  const am_variant *items = s->variants.items;
  size_t count = s->variants.count;
  for (size_t i = 0; i < count && s->part[AM_PART_TIMES]; i++)
    if (am_composite_timed(s, &items[i]))
      for (size_t c = 0; c < s->keys.combinations; c++)
        need(s, &items[i], c, AM_TANGENTS_WITHOUT);
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < s->plain_combinations; c++) {
      if (!am_composite_plain(s, &items[i])) continue;
      if (s->part[AM_PART_TANGENTS]) need(s, &items[i], c, AM_TANGENTS_WITH);
      if (plain) need(s, &items[i], c, AM_TANGENTS_EITHER);
    }
  for (size_t i = 0; i < count && s->part[AM_PART_CONTROL]; i++)
    for (size_t c = 0; c < s->plain_combinations; c++)
      if (items[i].controls) need(s, &items[i], c, AM_TANGENTS_EITHER);
  for (size_t i = 0; i < count && s->part[AM_PART_BASIC]; i++)
    for (size_t c = 0; c < s->plain_combinations; c++)
      if (am_composite_timed(s, &items[i]))
        add_run(s, (am_composite_run){.variant = &items[i],
                                      .combination = c, .basic = true});
}

/* ---- runs ---------------------------------------------------------------- */

/* Loading steps of all runs. */
struct am_composite_progress {
  const am_pool *pool;
  double done, whole;
};

static void count_step(void *data, long step) {
  struct am_composite_progress *p = data;
  p->done += step > 0;
  if (p->pool->progress)
    p->pool->progress(p->pool->data, (size_t)p->done, (size_t)p->whole);
}

static const char *run_name(am_arena *arena, const void *data, size_t index) {
  const am_composite *s = data;
  const am_composite_run *r = &s->runs[index];
  const char *more =
      am_swept_name(arena, &s->keys, r->combination, s->own_keys);
  return am_format(arena, "%s, %s%s, reference %s%s%s",
                   am_variant_name(arena, r->variant),
                   am_swept_value(&s->keys, r->combination, AM_KEY_STRATEGY),
                   r->basic ? ", basic" : "",
                   am_swept_value(&s->keys, r->combination, AM_KEY_REFERENCE),
                   *more ? ", " : "", more);
}

static am_status walk_variant(const am_job_room *room, const void *data,
                              size_t index, void **result) {
  static const char *const columns[AM_WALK_COLUMNS] = {
      "time",          "stress.xx",     "strain.xx",
      "iterations",    "applications",  "substeps",
      "pieces",        "average.xx.xx", "average.xx.yy",
      "effective.xx.xx", "effective.xx.yy"};
  enum { MORE = 5 };
  const am_composite *s = data;
  const am_composite_run *r = &s->runs[index];
  const am_controls *controls = r->variant->controls;
  am_arena *arena = room->arena;
  am_case *description;
  size_t n;
  const char **sets = am_swept_sets(arena, s->study, &s->keys,
                                    r->combination, MORE, &n);
  sets[n++] = am_format(arena, "solver.scheme=%s", r->variant->scheme->name);
  if (controls)
    sets[n++] = am_format(arena, "solver.error_control=%s",
                          am_error_controls[controls->error]);
  if (controls)
    sets[n++] = am_format(arena, "solver.tangent_control=%s",
                          am_tangent_controls[controls->tangent]);
  if (r->tangents) sets[n++] = "solver.tangent=true";
  if (r->basic) sets[n++] = "homogenization.scheme=basic";
  AM_TRY(am_case_read(arena, room->report, s->study->description->file, sets,
                      n, &description));
  description->times = AM_TIMES_ALL;
  am_walk_columns(arena, description, columns,
                  !r->tangents                 ? AM_WALK_WITHOUT_TANGENTS
                  : !s->part[AM_PART_EFFECTIVE] ? AM_WALK_WITHOUT_EFFECTIVE
                                                : AM_WALK_COLUMNS);
  const am_cell_walk_settings settings = {
      .steps = r->variant->steps,
      .micro = s->micro,
      .strategy = am_swept_value(&s->keys, r->combination, AM_KEY_STRATEGY),
      .step = count_step,
      .data = s->progress};
  return am_walk_cell(s->study, room, description, &settings,
                      (am_cell_walk **)result);
}

/* Tables of what has been found so far; what memory they take is freed at
 * once. */
static void tell_listener(void *data, size_t done, size_t count) {
  const am_composite *s = data;
  const am_study_listener *listener = &s->study->listener;
  (void)done, (void)count;
  if (!listener->tables) return;
  am_arena *arena = am_arena_new();
  if (arena && !am_arena_recover(arena)) {
    am_study_tables tables = am_composite_tables(arena, s);
    listener->tables(listener->data, arena, &tables);
  }
  am_arena_free(arena);
}

const am_cell_walk *am_composite_any(const am_composite *s) {
  for (size_t i = 0; s->jobs && i < s->count; i++)
    if (s->jobs[i].result) return s->jobs[i].result;
  return NULL;
}

static am_status run_composite(am_study *study) {
  am_composite *s = AM_NEW(study->arena, am_composite);
  s->study = study;
  AM_TRY(read_parts(s));
  AM_TRY(read_keys(s));
  AM_TRY(read_variants(s));
  choose(s);
  list_runs(s);
  AM_TRY(read_micro(s));
  if (!s->count)
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "no scheme of '--schemes' goes with a strategy of "
                    "'--strategies'");
  s->progress = AM_NEW(study->arena, struct am_composite_progress);
  s->progress->pool = &study->pool;
  for (size_t i = 0; i < s->count; i++)
    s->progress->whole += s->runs[i].variant->steps;
  const am_jobs work = {s->count, s, walk_variant, run_name};
  const am_pool pool = {.threads = 1, /* each variant has them all */
                        .stop = study->pool.stop,
                        .progress = tell_listener,
                        .data = s};
  am_status status =
      am_jobs_run(study->arena, study->report, &pool, &work, &s->jobs);
  if (am_composite_any(s)) {
    study->tables = am_composite_tables(study->arena, s);
    am_composite_show(study->arena, s, &study->tables);
  }
  AM_TRY(status);
  return am_jobs_check(study->report, s->jobs, s->count);
}

static const am_study_options paper = {
    .steps = "20,40,80,160,320",
    .schemes = "implicit-euler,ode12,ode23,ode23s",
    .controls = "internal,stress",
    .against = "",
    .over = "",
    .grid = "150",
    .strategies = "automatic,semi-automatic,conventional",
    .references = "fixed,updated",
    .parts = "iterations,basic,steps,accuracy,tangents,control,times",
};

const am_study_kind am_study_composite = {
    .name = "composite",
    .about = "a volume element: iterations, accuracy, tangents, times",
    .defaults = {.steps = "20,40,80",
                 .schemes = "implicit-euler,ode12,ode23,ode23s",
                 .controls = "internal,stress",
                 .against = "",
                 .over = "",
                 .grid = "",
                 .strategies = "automatic",
                 .references = "fixed",
                 .parts = "iterations,basic,steps,accuracy,control,times"},
    .several = true,
    .cases = AM_STUDY_CELLS,
    .usual = "mmc-30",
    .thorough = &paper,
    .counted = "loading steps",
    .run = run_composite,
};
