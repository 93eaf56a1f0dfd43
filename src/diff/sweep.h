/* sweep.h: what forward and reverse sweeps share. */
#ifndef AM_DIFF_SWEEP_H
#define AM_DIFF_SWEEP_H

#include "expr/graph.h"

/* The partial derivative with respect to the node that is argument i, all
 * later arguments that are the same node included: 2x for x·x; 0 when it is
 * identically zero. */
am_node am_merged_partial(am_graph *graph, am_node node, int i);

/* Is argument i the same node as an earlier one? */
bool am_is_repeated(const am_graph *graph, am_node node, int i);

#endif
