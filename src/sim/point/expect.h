/* expect.h: compares columns row by row, and the rows of a run with the
 * expectations of the case.
 *
 * Rows are matched by time. If several rows have the same time (a jump), a
 * value is compared with the last of them, and rows of a file are paired with
 * rows of the run starting from the last. */
#ifndef AM_POINT_EXPECT_H
#define AM_POINT_EXPECT_H

#include "case/case.h"
#include "table/table.h"

/* ---- rows and columns of two tables ----------------------------------------
 *
 * Rows are matched by time or by another non-decreasing column. If several rows
 * have the same time (a jump), the rows of two tables are paired starting from
 * the last. */

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

/* ---- expectations of a case ---------------------------------------------- */

/* Result of one comparison. */
typedef struct {
  am_place place;
  const char *what;   /* column or file */
  const char *column; /* column of the worst entry; NULL if `reason` is set */
  const char *reason; /* missing row or column, else NULL */
  am_entry worst;     /* am_entry_judge */
} am_comparison;

/* Compares `table`, which has a column time, with all expectations [count];
 * results in comparisons [count]. AM_INPUT if a reference file cannot be
 * read. */
AM_MUST_USE am_status am_expect(am_arena *arena, am_report *report,
                                const am_expectation *expectations,
                                size_t count, const am_table *table,
                                am_comparison *comparisons);

/* Adds the columns needed by the expectations to the case. */
AM_MUST_USE am_status am_expect_columns(am_arena *arena, am_report *report,
                                        am_case *description);

#endif
