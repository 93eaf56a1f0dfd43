/* timeline.h: rows and columns of two tables that belong together.
 *
 * Rows are matched by time or by another non-decreasing column. If several rows
 * have the same time (a jump), a single row is matched with the last of them,
 * and the rows of two tables are paired starting from the last. */
#ifndef AM_POINT_TIMELINE_H
#define AM_POINT_TIMELINE_H

#include "table/table.h"

/* Positions of the rows of a table. */
typedef struct {
  const double *x; /* [count] non-decreasing */
  size_t count;
  double slack;    /* largest difference regarded as equal */
} am_timeline;

/* Timeline whose tolerance is 1e-9 of the whole duration. */
am_timeline am_timeline_of(const double *x, size_t count);

/* Row at x that is followed by exactly `later` more rows at x, or -1. */
long am_timeline_row(const am_timeline *line, double x, size_t later);

/* Number of rows after `row` with the same x, up to `slack`. */
size_t am_timeline_later(const am_timeline *line, size_t row, double slack);

/* A position between two rows: weights (1 - weight) of `row` and weight of the
 * next. */
typedef struct {
  size_t row;
  double weight; /* 0 ≤ weight < 1 */
} am_between;

/* Finds the position of x, as am_timeline_row does; if fewer than `later` more
 * rows exist at x, the first of them. False if x is outside. */
bool am_timeline_between(const am_timeline *line, double x, size_t later,
                         am_between *place);

/* For each of the columns `names` [count], the index of the first column of the
 * same quantity (am_column_quantity). */
const size_t *am_quantity_groups(am_arena *arena, const char *const *names,
                                 size_t count);

/* Largest magnitude of each column's quantity over all rows: scales
 * [table->columns]; `groups` from am_quantity_groups. */
void am_quantity_scales(const am_table *table, const size_t *groups,
                        double *scales);

/* Difference |ours - reference| with its bound. */
typedef struct {
  double at, ours, reference, bound; /* at: the time */
  bool good;
} am_entry;

/* Replaces the worst entry by `entry` if its ratio |ours - reference|/bound
 * exceeds `ratio`, the largest so far (-1 initially). Ratios up to 1 are good;
 * NaN is bad. True if replaced. */
bool am_entry_judge(am_entry *worst, double *ratio, const am_entry *entry);

#endif
