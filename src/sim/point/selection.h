/* selection.h: chooses the output rows, the keys output.times, every and rows.
 * Row 0 is the start, row n the end of loading step n. */
#ifndef AM_POINT_SELECTION_H
#define AM_POINT_SELECTION_H

#include "case/parts.h"

typedef struct {
  long *rows;    /* [count] increasing; NULL: all rows */
  double *times; /* [count] times of these rows, NULL if `rows` is NULL; row
                    numbers if end times differ between the points of a batch */
  long count;
  bool at_end;   /* also select the last row, wherever the path ends */
  /* if rows are not listed: */
  bool open;
  long every;    /* every n-th row, 0: none */
  bool segments; /* ends of segments */
  long last;     /* last row; -1: not known in advance */
} am_selection;

/* Maximum number of rows of a point in a batch. */
enum { AM_ROWS_MOST = 1000000 };

/* Finds the rows; AM_INPUT, with a message, for a time at which no loading step
 * ends. listed: sets `rows` and `times` in any case. */
AM_MUST_USE am_status am_selection_new(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       am_path *path, bool listed,
                                       am_selection *selection);

/* Index of `row` among the listed rows, -1: not listed. */
long am_selection_find(const am_selection *selection, long row);

/* True if `row` is selected, for lists of rows and other selections; left: the
 * row is the last one of its segment. */
bool am_selection_has(const am_selection *selection, long row, bool left);

#endif
