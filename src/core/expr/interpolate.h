/* interpolate.h: monotone cubic interpolation in a table, as a node. */
#ifndef AM_EXPR_INTERPOLATE_H
#define AM_EXPR_INTERPOLATE_H

#include "expr/graph.h"

enum { AM_MOST_ROWS = 1000 }; /* of a table */

/* Interpolates at x between rows [count][2] of ascending x and of y; count >=
 * 2.  Outside the rows, the result is the first or last y, or, if `linear`, a
 * straight line with the slope at that row. */
am_node am_interpolate(am_graph *graph, am_node x, const am_node *rows,
                       int count, bool linear);

#endif
