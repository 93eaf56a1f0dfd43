/* bands.h: between which values the points of a batch lie. */
#ifndef AM_COMPARE_BANDS_H
#define AM_COMPARE_BANDS_H

#include "compare/compare.h"

/* AM_INPUT where the file of a batch has no such column: x, y are columns, or
 * follow from those (point/derived.h). */
AM_MUST_USE am_status am_bands_check(am_arena *arena, am_report *report,
                                     const am_table *columns,
                                     const char *name);

/* The median of column y of all points of a file, over that of column x, row
 * by row, between the 25th and 75th and the 5th and 95th percentiles (linear
 * between neighbours).  Of very many points every k-th is read, and the names
 * tell so.  Points that have failed count up to there. */
AM_MUST_USE am_status am_bands_panel(am_arena *arena, am_report *report,
                                     const char *path, const char *x,
                                     const char *y, am_panel *panel);

#endif
