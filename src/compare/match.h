/* match.h: which columns of two files belong together. */
#ifndef AM_COMPARE_MATCH_H
#define AM_COMPARE_MATCH_H

#include "compare/compare.h"

/* Fills in x, columns, count and only; columns x [2] of the files.  AM_INPUT
 * when there is nothing to compare, or units differ. */
AM_MUST_USE am_status am_compare_match(am_arena *arena, am_report *report,
                                       const am_compare_request *request,
                                       am_difference *difference,
                                       size_t x[2]);

#endif
