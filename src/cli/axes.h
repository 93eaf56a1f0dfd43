/* axes.h: options for the axes of a picture. */
#ifndef AM_CLI_AXES_H
#define AM_CLI_AXES_H

#include "cli/command.h"

extern const am_option am_option_x, am_option_y, am_option_log,
    am_option_x_label, am_option_y_label, am_option_title;

/* AM_USAGE if one of these options is given without --plot or --y, or as in
 * am_options_check_plot. */
AM_MUST_USE am_status am_axes_check(const am_context *context);

/* Draws a panel with the requested axes; labels and title are those of columns
 * and case unless given by options.  AM_USAGE if a logarithmic axis has values
 * that it cannot show. */
AM_MUST_USE am_status am_axes_draw(am_arena *arena, am_context *context,
                                   am_panel panel, const char *title);

#endif
