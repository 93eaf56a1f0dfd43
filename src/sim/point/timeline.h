/* timeline.h: comparing columns row by row: which rows belong together, what
 * is good, which entry is the worst.
 *
 * Rows are matched by time, or another column that does not decrease.  Where
 * several rows have one time (a jump), the rows of two tables are paired from
 * the last one backwards. */
#ifndef AM_POINT_TIMELINE_H
#define AM_POINT_TIMELINE_H

#include "table/table.h"

/* Where the rows of a table lie. */
typedef struct {
  const double *x; /* [count], not decreasing */
  size_t count;
  double slack;    /* what is as near as this is the same */
} am_timeline;

/* Rows agree to 1e-9 of the whole duration. */
am_timeline am_timeline_of(const double *x, size_t count);

/* The row at x that has `later` more of this x behind it, or -1. */
long am_timeline_row(const am_timeline *line, double x, size_t later);

/* Rows behind `row` that have its x too, up to `slack`. */
size_t am_timeline_later(const am_timeline *line, size_t row, double slack);

/* A place between two rows: (1 - weight) of `row` and weight of the next. */
typedef struct {
  size_t row;
  double weight; /* 0 ≤ weight < 1 */
} am_between;

/* Where x lies, as am_timeline_row says; where there are fewer rows at x than
 * `later` asks for, the first of them.  False when x lies outside. */
bool am_timeline_between(const am_timeline *line, double x, size_t later,
                         am_between *place);

/* For each of the columns `names` [count] the first one of the same quantity
 * (am_column_quantity). */
const size_t *am_quantity_groups(am_arena *arena, const char *const *names,
                                 size_t count);

/* The largest magnitude in the rows of each column's quantity: scales
 * [table->columns], `groups` of its columns. */
void am_quantity_scales(const am_table *table, const size_t *groups,
                        double *scales);

/* |ours - reference| beside a bound. */
typedef struct {
  double at, ours, reference, bound; /* at: the time */
  bool good;
} am_entry;

/* Replaces the worst entry by `entry` when that has a larger
 * |ours - reference|/bound than `ratio`, the largest so far (-1 before the
 * first); at most 1 is good, NaN never is.  Says whether it did. */
bool am_entry_judge(am_entry *worst, double *ratio, const am_entry *entry);

#endif
