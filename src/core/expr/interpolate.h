/* interpolate.h: the value of a table between its rows, as a node. */
#ifndef AM_EXPR_INTERPOLATE_H
#define AM_EXPR_INTERPOLATE_H

#include "expr/graph.h"

enum { AM_MOST_ROWS = 1000 }; /* of a table */

/* The monotone cubic through rows [count][2] of x, which increase, and y; count
 * >= 2.  Outside of them it is the first or the last y, or a straight line
 * with the slope that it has there. */
am_node am_interpolate(am_graph *graph, am_node x, const am_node *rows,
                       int count, bool linear);

#endif
