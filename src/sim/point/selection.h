/* selection.h: the rows that a case wants, the keys output.times, every and
 * rows.  Row 0 is the start, row n the end of loading step n. */
#ifndef AM_POINT_SELECTION_H
#define AM_POINT_SELECTION_H

#include "case/parts.h"

typedef struct {
  long *rows;    /* [count] increasing; NULL: all of them */
  double *times; /* [count] of these rows, NULL where rows is; their numbers
                    where a batch has a path whose times are the points' */
  long count;
  bool at_end;   /* the last row, too, wherever the path ends */
  /* where the rows are no list: */
  bool open;
  long every;    /* each of so many rows, 0: none */
  bool segments; /* the ends of segments */
  long last;     /* the last row; -1: only known when it is there */
} am_selection;

/* The most rows of a point in a batch. */
enum { AM_ROWS_MOST = 1000000 };

/* Finds the rows; AM_INPUT with a message for a time at which no loading step
 * ends.  listed: `rows` and `times` are wanted in any case. */
AM_MUST_USE am_status am_selection_new(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       am_path *path, bool listed,
                                       am_selection *selection);

/* The place of `row` among the selected ones that are a list, -1: it is
 * not. */
long am_selection_find(const am_selection *selection, long row);

/* Is `row` selected, the last one of its segment or not?  Of any path. */
bool am_selection_has(const am_selection *selection, long row, bool left);

#endif
