/* composite_steps.c: tables with a row for each loading step of the variants:
 * means, tangents, differences from another scheme. */
#include <math.h>

#include "study/composite.h"
#include "study/difference.h"

/* What a table takes from a row of a walk; its columns begin with those of the
 * grid, the step and the time, and end with the status. */
typedef struct {
  int column;       /* of the walk */
  bool stress;      /* its unit */
} source;

enum { STEP = AM_GRID_CELLS, TIME, SOURCES };

/* Differences of <sigma_xx> from another run [rows of `steps`]; NaN where the
 * other run has no such time, or there is none. */
static double *differences(am_arena *arena, const am_table *steps,
                           const am_job *other) {
  const am_composite_found *g = other ? other->result : NULL;
  double *apart = AM_ARRAY(arena, double, steps->rows);
  for (size_t i = 0; i < steps->rows; i++) apart[i] = NAN;
  if (!g) return apart;
  for (size_t i = 0, j = 0; am_apart_next(steps, g->steps, &i, &j); i++, j++)
    apart[i] = steps->values[i * AM_WALK_COLUMNS + AM_WALK_STRESS] -
               g->steps->values[j * AM_WALK_COLUMNS + AM_WALK_STRESS];
  return apart;
}

/* A variant's rows; one that has not come to the end has one more, which says
 * why.  apart: the column behind the sources, NULL: none. */
static void add_rows(am_table *table, const am_grid_item *item,
                     const am_job *job, const source *sources, size_t count,
                     const double *apart) {
  const am_composite_found *f = job->result;
  size_t rows = f ? f->steps->rows : 0;
  for (size_t r = 0; r < rows; r++) {
    const double *values = f->steps->values + r * AM_WALK_COLUMNS;
    am_table_row row = am_table_add_empty(table);
    am_grid_cells(item, row);
    row.values[STEP] = (double)r;
    row.values[TIME] = values[AM_WALK_TIME];
    for (size_t c = 0; c < count; c++)
      row.values[SOURCES + c] = values[sources[c].column];
    if (apart) row.values[SOURCES + count] = apart[r];
    row.texts[table->columns - 1] = "ok";
  }
  if (job->status == AM_OK) return;
  am_table_row row = am_table_add_empty(table);
  am_grid_cells(item, row);
  row.texts[table->columns - 1] =
      job->ended ? am_status_text(job) : "stopped";
}

static am_table *table_of(am_arena *arena, const am_composite *s,
                          const char *const *names, size_t columns,
                          const source *sources, size_t count) {
  const am_composite_found *any = am_composite_any(s);
  const char **units = AM_ARRAY(arena, const char *, columns);
  if (any) units[TIME] = any->time_unit;
  for (size_t c = 0; any && c < count; c++)
    if (sources[c].stress) units[SOURCES + c] = any->stress_unit;
  if (any && SOURCES + count + 1 < columns)
    units[SOURCES + count] = any->stress_unit;
  return am_table_new(arena, names, units, columns);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

am_table *am_composite_steps(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {
      AM_GRID_NAMES, "step",       "time",         "iterations",
      "applications", "substeps",  "pieces",       "strain.xx",
      "stress.xx",   "difference", "status"};
  static const source sources[] = {
      {AM_WALK_ITERATIONS, false}, {AM_WALK_APPLICATIONS, false},
      {AM_WALK_SUBSTEPS, false},   {AM_WALK_PIECES, false},
      {AM_WALK_STRAIN, false},     {AM_WALK_STRESS, true}};
  am_table *table =
      table_of(arena, s, names, COUNT(names), sources, COUNT(sources));
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = am_composite_job(s, item, false);
    if (!job || !am_composite_plain(s, item)) continue;
    const am_composite_found *f = job->result;
    const am_job *finest =
        am_composite_other(s, s->finest, item->scheme, item->controls);
    add_rows(table, item, job, sources, COUNT(sources),
             f ? differences(arena, f->steps, finest) : NULL);
  }
  return table;
}

am_table *am_composite_tangents(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {
      AM_GRID_NAMES,     "step",          "time",
      "average.xx.xx",   "average.xx.yy", "effective.xx.xx",
      "effective.xx.yy", "status"};
  static const source sources[] = {
      {AM_WALK_AVERAGE_11, true},   {AM_WALK_AVERAGE_12, true},
      {AM_WALK_EFFECTIVE_11, true}, {AM_WALK_EFFECTIVE_12, true}};
  am_table *table =
      table_of(arena, s, names, COUNT(names), sources, COUNT(sources));
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_job *job = am_composite_job(s, &s->grid.items[i], true);
    if (job)
      add_rows(table, &s->grid.items[i], job, sources, COUNT(sources), NULL);
  }
  return table;
}

am_table *am_composite_control(am_arena *arena, const am_composite *s) {
  static const char *const names[] = {AM_GRID_NAMES, "step",  "time",
                                      "stress.xx",   "apart", "status"};
  static const source sources[] = {{AM_WALK_STRESS, true}};
  am_table *table =
      table_of(arena, s, names, COUNT(names), sources, COUNT(sources));
  for (size_t i = 0; i < s->grid.count; i++) {
    const am_grid_item *item = &s->grid.items[i];
    const am_job *job = am_composite_job(s, item, false);
    if (!job || !item->controls || item->scheme == s->against) continue;
    const am_composite_found *f = job->result;
    const am_job *other = am_composite_other(s, item->steps_index,
                                             s->against, item->controls);
    add_rows(table, item, job, sources, COUNT(sources),
             f ? differences(arena, f->steps, other) : NULL);
  }
  return table;
}
