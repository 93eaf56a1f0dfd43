/* composite_rows.c: tables with a row for each variant: iterations, accuracy
 * and times. */
#include <math.h>
#include <string.h>

#include "study/composite.h"
#include "study/difference.h"
#include "study/paper.h"

/* Is there something to say about it? */
static bool has_ended(const am_job *job) { return job && job->ended; }

static double sum(const am_composite_found *f, size_t column) {
  double total = 0;
  for (size_t i = 0; i < f->steps->rows; i++)
    total += f->steps->values[i * AM_WALK_COLUMNS + column];
  return total;
}

/* Over the loading steps, without the start. */
static double mean_of_steps(const am_composite_found *f, size_t column) {
  double total = 0;
  for (size_t i = 1; i < f->steps->rows; i++)
    total += f->steps->values[i * AM_WALK_COLUMNS + column];
  return total / ((double)f->steps->rows - 1);
}

const am_composite_found *am_composite_any(const am_composite *s) {
  for (size_t i = 0; s->jobs && i < s->count; i++)
    if (s->jobs[i].result) return s->jobs[i].result;
  return NULL;
}

const am_job *am_composite_job(const am_composite *s,
                               const am_grid_item *item, bool tangents) {
  const am_job *found = NULL;
  for (size_t i = 0; s->jobs && i < s->count; i++) {
    const am_composite_variant *v = &s->variants[i];
    const am_job *job = &s->jobs[i];
    if (v->item != item || strcmp(v->strategy, s->strategies[0]) ||
        strcmp(v->reference, s->references[0]) ||
        (tangents && !v->tangents) || (!job->ended && !job->result))
      continue;
    if (!found || (found->status != AM_OK && job->status == AM_OK))
      found = job;
  }
  return found;
}

const am_job *am_composite_other(const am_composite *s, size_t steps_index,
                                 const am_scheme *scheme,
                                 const am_controls *controls) {
  if (!controls) controls = s->controls;
  for (size_t i = 0; scheme && i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    if (item->steps_index == steps_index && item->scheme == scheme &&
        (!item->controls || item->controls == controls))
      return am_composite_job(s, item, false);
  }
  return NULL;
}

am_table *am_composite_iterations(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {
      AM_GRID_NAMES,  "iterations", "per_step",         "applications",
      "evaluations", "substeps",   "paper_iterations", "status"};
  enum { COLUMNS = sizeof names / sizeof *names };
  static const char *const units[COLUMNS];
  am_table *table = am_table_new(arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = am_composite_job(s, item, false);
    if (!am_composite_plain(s, item) || !has_ended(job)) continue;
    am_table_row row = am_table_add_empty(table);
    am_table_row cells = am_table_row_behind(row, AM_GRID_CELLS);
    am_grid_cells(item, row);
    row.texts[COLUMNS - 1] = am_status_text(job);
    if (job->status != AM_OK) continue;
    const am_composite_found *f = job->result;
    cells.values[0] = sum(f, AM_WALK_ITERATIONS);
    cells.values[1] = cells.values[0] / item->steps;
    cells.values[2] = sum(f, AM_WALK_APPLICATIONS);
    cells.values[3] = (double)f->account.evaluations;
    cells.values[4] = mean_of_steps(f, AM_WALK_SUBSTEPS);
    if (s->of_paper && item->steps == AM_PAPER_STEPS)
      cells.values[5] = am_paper_iterations(item->scheme->name);
  }
  return table;
}

/* A pair of cells: the largest and the mean difference of two runs. */
static am_apart compare(const am_composite_found *f, const am_job *other,
                        am_table_row cells) {
  const am_composite_found *g = other ? other->result : NULL;
  if (!g || other->status != AM_OK)
    return (am_apart){NAN, NAN, NAN, 0};
  am_apart apart = am_apart_of(f->steps, g->steps, AM_WALK_STRESS + 1);
  cells.values[0] = apart.largest;
  cells.values[1] = apart.mean;
  return apart;
}

am_table *am_composite_accuracy(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {
      AM_GRID_NAMES,  "maximum",      "mean",  "relative",   "best_maximum",
      "best_mean",   "apart",        "apart_mean", "times", "status"};
  enum { COLUMNS = sizeof names / sizeof *names };
  const char **units = AM_ARRAY(arena, const char *, COLUMNS);
  const am_composite_found *any = am_composite_any(s);
  const int of_stress[] = {0, 1, 3, 4, 5, 6};
  for (size_t i = 0; any && i < sizeof of_stress / sizeof *of_stress; i++)
    units[AM_GRID_CELLS + of_stress[i]] = any->stress_unit;
  am_table *table = am_table_new(arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = am_composite_job(s, item, false);
    if (!has_ended(job)) continue;
    am_table_row row = am_table_add_empty(table);
    am_table_row cells = am_table_row_behind(row, AM_GRID_CELLS);
    am_grid_cells(item, row);
    row.texts[COLUMNS - 1] = am_status_text(job);
    if (job->status != AM_OK) continue;
    const am_job *finest =
        am_composite_other(s, s->finest, item->scheme, item->controls);
    const am_job *best =
        am_composite_other(s, s->finest, s->best, item->controls);
    const am_job *against =
        item->controls ? am_composite_other(s, item->steps_index, s->against,
                                            item->controls)
                       : NULL;
    am_apart apart = compare(job->result, finest, cells);
    if (apart.scale > 0) cells.values[2] = apart.largest / apart.scale;
    if (apart.times) cells.values[7] = apart.times;
    compare(job->result, best, am_table_row_behind(cells, 3));
    compare(job->result, against, am_table_row_behind(cells, 5));
  }
  return table;
}

/* The paper's beside ours, where one may be compared with the other. */
static void fill_paper(const am_composite *s, const am_composite_variant *v,
                       const char *engine, am_table_row cells) {
  if (!s->of_paper || v->item->steps != AM_PAPER_STEPS) return;
  am_paper_times paper = am_paper_times_of(
      v->item->scheme->name, v->strategy, !strcmp(engine, "cuda"),
      !strcmp(v->reference, "updated"));
  cells.values[0] = paper.total;
  cells.values[1] = paper.law;
  cells.values[2] = paper.tangents;
}

static void fill_times(const am_composite *s, const am_composite_variant *v,
                       const am_composite_found *f, am_table_row cells) {
  const am_space_account *a = &f->account;
  const double found[] = {f->total,
                          a->law,
                          a->tangents,
                          a->transforms,
                          f->total - a->law - a->tangents - a->transforms,
                          f->ready,
                          sum(f, AM_WALK_ITERATIONS),
                          (double)a->evaluations,
                          a->bytes};
  enum { COUNT = sizeof found / sizeof *found };
  for (int i = 0; i < COUNT; i++) cells.values[i] = found[i];
  fill_paper(s, v, f->engine, am_table_row_behind(cells, COUNT));
}

am_table *am_composite_times(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {
      "steps",      "scheme",        "strategy",   "reference",
      "engine",     "total",         "law",        "tangents",
      "transforms", "rest",          "ready",      "iterations",
      "evaluations", "memory",       "paper_total", "paper_law",
      "paper_tangents", "status"};
  enum { COLUMNS = sizeof names / sizeof *names, FIRST = 5 };
  static const char *const units[COLUMNS] = {
      [5] = "s",  [6] = "s",     [7] = "s",  [8] = "s",  [9] = "s",
      [10] = "s", [13] = "byte", [14] = "s", [15] = "s", [16] = "s"};
  am_table *table = am_table_new(arena, names, units, COLUMNS);
  for (size_t i = 0; s->jobs && i < s->count; i++) {
    const am_composite_variant *v = &s->variants[i];
    const am_job *job = &s->jobs[i];
    const am_composite_found *f = job->result;
    if (!job->ended || v->tangents || v->item->steps != s->timed ||
        !am_composite_plain(s, v->item))
      continue;
    am_table_row row = am_table_add_empty(table);
    row.values[0] = v->item->steps;
    row.texts[1] = v->item->scheme->name;
    row.texts[2] = v->strategy;
    row.texts[3] = v->reference;
    if (f) row.texts[4] = f->engine;
    row.texts[COLUMNS - 1] = am_status_text(job);
    if (f && job->status == AM_OK) 
      fill_times(s, v, f, am_table_row_behind(row, FIRST));
  }
  return table;
}
