/* plot.h: pictures of runs, drawn by gnuplot.
 *
 * The picture's format follows from the file's name: .svg, .png or .pdf.
 * Texts of users (titles, units) are never taken for gnuplot's commands or
 * markup. */
#ifndef AM_OUTPUT_PLOT_H
#define AM_OUTPUT_PLOT_H

#include "output/table.h"

typedef struct {
  const char *label;    /* ours, in gnuplot's enhanced text */
  const char *unit;     /* of a user, NULL or "" when there is none */
  const double *values; /* [count] */
} am_axis;

/* One curve. */
typedef struct {
  const char *title; /* of a user */
  am_axis x, y;
  size_t count;
} am_picture;

/* Does the file's name end in a known format? */
bool am_picture_known(const char *path);

/* The curve that shows most of a run, from a table with the columns time,
 * strain.xx … and stress.xx …: the stress component of largest range over
 * the strain of the same name; over time when that strain is held for more
 * than half of the time (relaxation); the strain over time when the stress
 * is (creep). */
am_picture am_picture_of_run(am_arena *arena, const am_table *table,
                             const char *title);

/* AM_ENVIRONMENT with a message when there is no gnuplot, or it fails, or the
 * file cannot be written. */
AM_MUST_USE am_status am_picture_write(am_arena *arena, am_report *report,
                                       const am_picture *picture,
                                       const char *path);

#endif
