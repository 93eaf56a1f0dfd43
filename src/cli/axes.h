/* axes.h: what the command line says about the axes of a picture. */
#ifndef AM_CLI_AXES_H
#define AM_CLI_AXES_H

#include "cli/command.h"

extern const am_option am_option_x, am_option_y, am_option_log,
    am_option_x_label, am_option_y_label, am_option_title;

/* AM_USAGE where one of these options lacks --plot or --y, or as
 * am_options_check_plot says. */
AM_MUST_USE am_status am_axes_check(const am_context *context);

/* Draws a panel, whose labels and title are those of columns and case unless
 * options give others, on the axes that they ask for.  AM_USAGE where a
 * logarithmic axis has numbers that it cannot show. */
AM_MUST_USE am_status am_axes_draw(am_arena *arena, am_context *context,
                                   am_panel panel, const char *title);

#endif
