#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command.h"

/* Time between two prints, and before the first [s]. */
static const double PERIOD = 0.25;

enum { LINE = 200 };

void am_progress_start(am_progress *progress, const char *unit, double whole,
                       bool wanted) {
  *progress = (am_progress){.unit = unit, .whole = whole};
  progress->shown = wanted && isatty(STDERR_FILENO);
  progress->start = progress->last = am_clock();
}

void am_progress_set(am_progress *progress, double done) {
  progress->done = done;
  if (!progress->shown) return;
  double time = am_clock();
  if (time - progress->last < PERIOD) return;
  progress->last = time;
  double rate = progress->done / (time - progress->start);
  double left = (progress->whole - progress->done) / rate;
  fprintf(stderr, "\r%.0f of %.0f %s, %.3g %s/s, %.0f s left\x1b[K",
          progress->done, progress->whole, progress->unit, rate,
          progress->unit, left > 0 ? left : 0);
}

void am_progress_tell(am_progress *progress, const char *format, ...) {
  va_list arguments;
  if (!progress->shown) return;
  progress->last = am_clock();
  char text[LINE];
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  putc('\r', stderr);
  am_print_bytes(stderr, text, strlen(text), true);
  fputs("\x1b[K", stderr);
}

double am_progress_time(const am_progress *progress) {
  return am_clock() - progress->start;
}

void am_progress_end(const am_progress *progress) {
  if (progress->shown && progress->last > progress->start)
    fputs("\r\x1b[K", stderr);
}

void am_progress_look(void *data, const char *what) {
  const am_context *context = data;
  if (context->options.quiet || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%s%s\x1b[K", what ? what : "", what ? " ..." : "");
}
