/* columns.h: the output columns of a volume element: its own, and the means of
 * its phases. */
#ifndef AM_HOMOGENIZATION_COLUMNS_H
#define AM_HOMOGENIZATION_COLUMNS_H

#include "homogenization/loading.h"
#include "point/parts.h"

typedef struct {
  am_columns *chosen;
  bool effective, average;  /* tangents that must be computed */
  am_columns_room *room;
  double **states, *means;  /* mean states of phases, while a row is filled */
} am_cell_columns;

/* Chooses the columns of a cell's case: am_columns_choose, and AM_INPUT for
 * tangents that solver.tangent rules out, and for a phase that is named like a
 * column. */
AM_MUST_USE am_status am_cell_columns_new(am_arena *arena, am_report *report,
                                          const am_cell *cell,
                                          am_cell_columns **columns);

/* The values [chosen->count] of a loading step; the space is where it
 * ended. */
void am_cell_columns_fill(const am_cell_columns *columns, am_space *space,
                          const am_cell_row *row, double *values);

/* What whole cells can show, also for `automat list cell-columns`. */
const am_quantity *am_cell_quantities(size_t *count);

#endif
