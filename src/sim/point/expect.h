/* expect.h: comparing a run's rows with what the case expects.
 *
 * Rows are matched by time.  Where several rows have one time (a jump), a
 * value is compared with the last of them, and the rows of a file are paired
 * with ours from the last one backwards. */
#ifndef AM_POINT_EXPECT_H
#define AM_POINT_EXPECT_H

#include "table/table.h"
#include "case/case.h"

/* One comparison: its worst entry, the one with the largest
 * |ours - reference|/bound; at most 1 is good, NaN never is. */
typedef struct {
  am_place place;
  const char *what;   /* column, or file */
  const char *column; /* of the worst entry; NULL with `reason` */
  double time, ours, reference, bound;
  const char *reason; /* a missing row or column, else NULL */
  bool good;
} am_comparison;

/* Compares `table`, which has a column time where something is expected, with
 * every expectation [count]; comparisons [count].  AM_INPUT when a reference
 * file cannot be read. */
AM_MUST_USE am_status am_expect(am_arena *arena, am_report *report,
                                const am_expectation *expectations,
                                size_t count, const am_table *table,
                                am_comparison *comparisons);

/* Adds to the case the columns that its expectations need. */
AM_MUST_USE am_status am_expect_columns(am_arena *arena, am_report *report,
                                        am_case *description);

#endif
