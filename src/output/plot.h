/* plot.h: pictures are drawn by gnuplot.
 *
 * The picture's format follows from the file's name: .svg, .png or .pdf. */
#ifndef AM_OUTPUT_PLOT_H
#define AM_OUTPUT_PLOT_H

#include "output/picture.h"

/* keep: gnuplot's script, data and all, stays beside the picture, as
 * PATH.gp, also where gnuplot is missing.  AM_ENVIRONMENT with a message when
 * there is no gnuplot, or it fails, or a file cannot be written. */
AM_MUST_USE am_status am_picture_write(am_arena *arena, am_report *report,
                                       const am_picture *picture,
                                       const char *path, bool keep);

#endif
