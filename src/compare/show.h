/* show.h: a comparison as a table of norms and as a picture. */
#ifndef AM_COMPARE_SHOW_H
#define AM_COMPARE_SHOW_H

#include "compare/compare.h"
#include "output/plot.h"

/* Writes a CSV file with a row for each column; path NULL: standard output.
 * AM_ENVIRONMENT with a message when it cannot be written. */
AM_MUST_USE am_status am_compare_write(am_arena *arena, am_report *report,
                                       const am_difference *difference,
                                       const char *path);

/* The columns with the worst entries, of both files over x, in the points of
 * these entries.  AM_INPUT when a file cannot be read again. */
AM_MUST_USE am_status am_compare_picture(am_arena *arena, am_report *report,
                                         const am_difference *difference,
                                         am_picture *picture);

#endif
