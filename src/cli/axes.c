/* axes.c: options for the axes of a picture. */
#include "cli/command.h"

const char *const am_axes_logarithmic[] = {"x", "y", "xy", NULL};

/* On a logarithmic axis, an initial 0 is omitted, but negative numbers are an
 * error. */
static am_status check_logarithm(am_report *report, const am_panel *panel,
                                 char axis) {
  size_t positive = 0, negative = 0, count = 0;
  double least = 0;
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    const double *values = axis == 'x' ? curve->x : curve->y;
    for (size_t i = 0; i < curve->count; i++, count++) {
      positive += values[i] > 0;
      negative += values[i] < 0;
      least = fmin(least, values[i]);
    }
  }
  if (negative)
    return am_error(report, AM_USAGE, am_nowhere,
                    "cannot draw a logarithmic axis %c: %zu of %zu numbers "
                    "are negative, down to %.6g",
                    axis, negative, count, least);
  if (!positive)
    return am_error(report, AM_USAGE, am_nowhere,
                    "cannot draw a logarithmic axis %c: none of %zu numbers "
                    "is positive",
                    axis, count);
  return AM_OK;
}

static am_status finish_axis(am_arena *arena, am_report *report,
                             const am_panel *panel, char name,
                             const am_axes *given, am_axis *axis) {
  const char *label = name == 'x' ? given->x_label : given->y_label;
  if (label) axis->label = am_label_plain(arena, label);
  axis->logarithmic = given->log && strchr(given->log, name);
  return axis->logarithmic ? check_logarithm(report, panel, name) : AM_OK;
}

am_status am_axes_draw(am_arena *arena, am_context *context, am_panel panel,
                       const char *title) {
  const am_axes *given = &context->options.axes;
  am_picture picture = {.title = title, .panels = &panel, .count = 1};
  if (given->title) picture.title = *given->title ? given->title : NULL;
  AM_TRY(finish_axis(arena, context->report, &panel, 'x', given, &panel.x));
  AM_TRY(finish_axis(arena, context->report, &panel, 'y', given, &panel.y));
  return am_picture_draw(arena, context, picture, context->options.plot);
}
