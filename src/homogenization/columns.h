/* columns.h: the output columns of a volume element by name and group.
 *
 * A request names a column, the group "phases" (all means of all phases), or
 * what several names begin with: "stress", "matrix", "matrix.stress",
 * "effective.xx".  A column is written once, where it is first requested. */
#ifndef AM_HOMOGENIZATION_COLUMNS_H
#define AM_HOMOGENIZATION_COLUMNS_H

#include "homogenization/homogenize.h"

typedef struct {
  const char *const *names, *const *units; /* [count] */
  size_t count;
  bool effective, average;     /* tangents that a march must compute */
  struct am_cell_sources *sources; /* of the numbers */
} am_cell_columns;

/* Resolves the columns of a cell's case; AM_INPUT with the nearest known name
 * for an unknown one, for tangents that solver.tangent rules out, and for a
 * phase that is named like a column.  Columns behind column_required that are
 * not there are left out. */
AM_MUST_USE am_status am_cell_columns_new(am_arena *arena, am_report *report,
                                          const am_cell *cell,
                                          am_cell_columns **columns);

/* The values [count] of a loading step; the space is where it ended. */
void am_cell_columns_fill(const am_cell_columns *columns, am_space *space,
                          const am_cell_row *row, double *values);

/* Names that the format knows for whole cells, for `automat list cell-columns`;
 * NULL behind the last one. */
typedef struct {
  const char *name, *about;
} am_cell_column_info;

const am_cell_column_info *am_cell_column_info_at(size_t i);

#endif
