/* columns.h: output columns of a volume element: quantities of the whole cell
 * and mean values of its phases. */
#ifndef AM_HOMOGENIZATION_COLUMNS_H
#define AM_HOMOGENIZATION_COLUMNS_H

#include "homogenization/loading.h"
#include "point/parts.h"

typedef struct {
  am_columns *chosen;
  bool effective, average;  /* tangents that columns require */
  am_columns_room *room;
  double **states, *means;  /* mean states of phases, buffers for one row */
} am_cell_columns;

/* Chooses the columns of a cell's case (am_columns_choose).  AM_INPUT also if
 * solver.tangent disables a requested tangent, or if a phase has the name of a
 * column. */
AM_MUST_USE am_status am_cell_columns_new(am_arena *arena, am_report *report,
                                          const am_cell *cell,
                                          am_cell_columns **columns);

/* Values [chosen->count] of a loading step; the space must be at its end. */
void am_cell_columns_fill(const am_cell_columns *columns, am_space *space,
                          const am_cell_row *row, double *values);

/* Quantities of whole cells, also for `automat list cell-columns`. */
const am_quantity *am_cell_quantities(size_t *count);

#endif
