/* bands.h: percentiles of the points of a batch. */
#ifndef AM_COMPARE_BANDS_H
#define AM_COMPARE_BANDS_H

#include "compare/compare.h"

/* AM_INPUT if the file of a batch has no such column: x, y are columns or can
 * be derived from them (point/derived.h). */
AM_MUST_USE am_status am_bands_check(am_arena *arena, am_report *report,
                                     const am_table *columns,
                                     const char *name);

/* Panel with the median of column y over all points of a file, plotted over
 * that of column x, row by row, with bands from the 25th to the 75th and from
 * the 5th to the 95th percentile (linear interpolation).  For very many points,
 * only every k-th is read, and the curve names state this.  Failed points count
 * up to their failure. */
AM_MUST_USE am_status am_bands_panel(am_arena *arena, am_report *report,
                                     const char *path, const char *x,
                                     const char *y, am_panel *panel);

#endif
