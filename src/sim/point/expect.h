/* expect.h: compares the rows of a run with the expectations of the case.
 *
 * Rows are matched by time. If several rows have the same time (a jump), a
 * value is compared with the last of them, and rows of a file are paired with
 * rows of the run starting from the last. */
#ifndef AM_POINT_EXPECT_H
#define AM_POINT_EXPECT_H

#include "case/case.h"
#include "point/timeline.h"
#include "table/table.h"

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
