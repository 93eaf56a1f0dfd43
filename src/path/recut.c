/* recut.c: the same path in another number of loading steps. */
#include <math.h>

#include "path/segment.h"

/* Jumps, tables and lists of times keep their steps. */
static bool is_ramp(const am_segment *segment) {
  return segment->repeats == 0 && !segment->times && !segment->history &&
         segment->end > segment->start;
}

static double ramp_steps(const am_segments *list) {
  double sum = 0;
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i];
    if (segment->repeats > 0)
      sum += segment->repeats * ramp_steps(&segment->body);
    else if (is_ramp(segment))
      sum += segment->steps;
  }
  return sum;
}

/* carry: what rounding has left so far. */
static void recut(am_segments *list, double factor, double *carry) {
  list->steps = 0;
  for (size_t i = 0; i < list->count; i++) {
    am_segment *segment = &list->items[i];
    if (segment->repeats > 0) {
      recut(&segment->body, factor, carry);
      segment->steps = segment->repeats * segment->body.steps;
    } else if (is_ramp(segment)) {
      double exact = segment->steps * factor + *carry;
      segment->steps = fmax(1, round(exact));
      *carry = exact - segment->steps;
    }
    list->steps += segment->steps;
  }
}

double am_path_recut(am_path *path, double steps) {
  double ramps = ramp_steps(&path->root), carry = 0;
  double kept = path->root.steps - ramps;
  if (ramps > 0) recut(&path->root, fmax(0, steps - kept) / ramps, &carry);
  am_path_restart(path);
  return path->root.steps;
}
