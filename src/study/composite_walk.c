/* composite_walk.c: one variant of a volume element along the path. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "study/composite.h"

static const char *const names[AM_WALK_COLUMNS] = {
    "time",     "stress.xx",     "strain.xx",     "iterations",
    "applications", "substeps",  "pieces",        "seconds",
    "average.xx.xx", "average.xx.yy", "effective.xx.xx", "effective.xx.yy"};

/* A variant on its way. */
typedef struct {
  const am_composite *study;
  const am_composite_variant *variant;
  am_cell_march *march;
  am_composite_found *found;
} walk;

const char *am_composite_name(am_arena *arena, const void *data,
                              size_t index) {
  const am_composite *s = data;
  const am_composite_variant *v = &s->variants[index];
  return am_format(arena, "%s, %s, reference %s",
                   am_grid_name(arena, v->item), v->strategy, v->reference);
}

/* The assignments of the case, and those of the variant behind them. */
static const char *const *sets_of(am_arena *arena, const am_composite *s,
                                  const am_composite_variant *v,
                                  size_t *count) {
  enum { MORE = 5 };
  const am_inquiry *q = s->q;
  const am_controls *c = v->item->controls;
  const char **sets = AM_ARRAY(arena, const char *, q->set_count + MORE);
  size_t n = 0;
  for (; n < q->set_count; n++) sets[n] = q->sets[n];
  sets[n++] = am_format(arena, "solver.scheme=%s", v->item->scheme->name);
  sets[n++] = am_format(arena, "solver.strategy=%s", v->strategy);
  if (c)
    sets[n++] = am_format(arena, "solver.error_control=%s",
                          am_error_controls[c->error]);
  if (c)
    sets[n++] = am_format(arena, "solver.tangent_control=%s",
                          am_tangent_controls[c->tangent]);
  if (s->cells) sets[n++] = s->cells;
  *count = n;
  return sets;
}

static const char *keep_text(am_arena *arena, const char *text) {
  return text ? am_copy(arena, text, strlen(text)) : "";
}

/* A place for what is found, units and names of the cell. */
static am_composite_found *found_of(am_arena *kept, const am_cell *cell) {
  const am_microstructure *m = cell->micro;
  am_composite_found *f = AM_NEW(kept, am_composite_found);
  bool made = m->made && *m->made;
  f->engine = keep_text(kept, cell->phases[0].engine->name);
  f->stress_unit = keep_text(kept, cell->stress_unit);
  f->time_unit = keep_text(kept, cell->time_unit);
  f->element = am_format(kept, "%d x %d x %d voxels%s%s", m->grid[0],
                         m->grid[1], m->grid[2], made ? ", " : "",
                         made ? m->made : "");
  f->steps = am_table_new(kept, names, NULL, AM_WALK_COLUMNS);
  return f;
}

static bool take_row(void *data, const am_cell_row *row) {
  const walk *w = data;
  const am_composite *s = w->study;
  bool tangents = w->variant->tangents;
  bool effective = tangents && s->part[AM_PART_EFFECTIVE];
  const double values[AM_WALK_COLUMNS] = {
      [AM_WALK_TIME] = row->time,
      [AM_WALK_STRESS] = row->stress[0],
      [AM_WALK_STRAIN] = row->strain[0],
      [AM_WALK_ITERATIONS] = (double)row->iterations,
      [AM_WALK_APPLICATIONS] = (double)row->applications,
      [AM_WALK_SUBSTEPS] = row->step ? am_space_substeps(w->march->space) : NAN,
      [AM_WALK_PIECES] = row->pieces,
      [AM_WALK_SECONDS] = row->seconds,
      [AM_WALK_AVERAGE_11] = tangents ? row->average[0] : NAN,
      [AM_WALK_AVERAGE_12] = tangents ? row->average[1] : NAN,
      [AM_WALK_EFFECTIVE_11] = effective ? row->effective[0] : NAN,
      [AM_WALK_EFFECTIVE_12] = effective ? row->effective[1] : NAN,
  };
  am_table_add(w->found->steps, values);
  const am_crew *crew = &s->q->crew;
  s->progress->done += row->step > 0;
  if (crew->progress)
    crew->progress(crew->data, (size_t)s->progress->done,
                   (size_t)s->progress->whole);
  return true;
}

static void account_of(const walk *w, am_space_account *account) {
  w->march->space->type->account(w->march->space, account);
}

/* What has been spent since `before`; memory is that of all. */
static void charge(am_space_account *account,
                   const am_space_account *before) {
  account->law -= before->law;
  account->tangents -= before->tangents;
  account->transforms -= before->transforms;
  account->rest -= before->rest;
  account->evaluations -= before->evaluations;
}

static am_status march(const am_job_place *at, walk *w) {
  const am_crew *crew = &w->study->q->crew;
  const am_cell_sink sink = {
      .average = w->variant->tangents,
      .effective = w->variant->tangents && w->study->part[AM_PART_EFFECTIVE],
      .row = take_row,
      .data = w};
  am_space_account before;
  double start = am_clock();
  account_of(w, &before);
  w->march->stop = crew->stop;
  am_path_divide(w->march->path, w->variant->item->steps);
  am_status status = am_cell_march_walk(w->march, at->report, &sink);
  w->found->total = am_clock() - start;
  account_of(w, &w->found->account);
  charge(&w->found->account, &before);
  return status;
}

/* A phase whose material has nothing for a strategy takes another one. */
static am_status check_strategy(am_report *report, const am_cell *cell,
                                const char *name) {
  for (int p = 0; p < cell->phase_count; p++)
    if (cell->phases[p].strategy == cell->solver.strategy) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "no phase has what the strategy '%s' needs", name);
}

static bool is_alike(const am_composite_variant *a,
                     const am_composite_variant *b) {
  return a->item->scheme == b->item->scheme &&
         a->item->controls == b->item->controls &&
         !strcmp(a->strategy, b->strategy);
}

/* Compiles a cell that stays. */
static am_status make_cell(const am_job_place *at, const am_composite *s,
                           const am_composite_variant *v,
                           am_homogenization **settings) {
  size_t count;
  am_case *description;
  const char *const *sets = sets_of(at->kept, s, v, &count);
  AM_TRY(am_case_read(at->kept, at->report, s->q->description->file, sets,
                      count, &description));
  AM_TRY(am_homogenization_make(at->kept, at->report, description, s->micro,
                                settings));
  AM_TRY(check_strategy(at->report, (*settings)->cell, v->strategy));
  AM_TRY(am_cell_need_tangents(at->kept, at->report, (*settings)->cell));
  am_composite_cell *c = AM_NEW(at->kept, am_composite_cell);
  *c = (am_composite_cell){v, *settings, s->progress->cells};
  s->progress->cells = c;
  return AM_OK;
}

/* The cell of a variant, with its reference. */
static am_status find_cell(const am_job_place *at, const am_composite *s,
                           const am_composite_variant *v,
                           am_homogenization **result) {
  am_homogenization *settings = NULL;
  for (const am_composite_cell *c = s->progress->cells; c; c = c->next)
    if (is_alike(c->of, v)) settings = c->settings;
  if (!settings) AM_TRY(make_cell(at, s, v, &settings));
  *result = AM_NEW(at->arena, am_homogenization);
  **result = *settings;
  (*result)->reference = strcmp(v->reference, "updated")
                             ? AM_REFERENCE_FIXED
                             : AM_REFERENCE_UPDATED;
  return AM_OK;
}

am_status am_composite_walk(const am_job_place *at, const void *data,
                            size_t index, void **result) {
  const am_composite *s = data;
  walk w = {.study = s, .variant = &s->variants[index]};
  double start = am_clock();
  am_homogenization *settings;
  AM_TRY(find_cell(at, s, w.variant, &settings));
  w.found = found_of(at->kept, settings->cell);
  AM_TRY(am_cell_march_new(at->arena, at->report, settings, s->q->crew.threads,
                           &w.march));
  w.found->ready = am_clock() - start;
  *result = w.found;
  return march(at, &w);
}
