/* target_by.c: what targets change by with parameters of the law. */
#include <string.h>

#include "path/segment.h"

/* A ramp leads from where the point was to a target that is given. */
static double ramp_by(const am_path *path, double start) {
  const am_segment *segment = path->segment;
  if (path->local == segment->end) return 0;
  return start * (1 - (path->local - segment->start) /
                          (segment->end - segment->start));
}

static double component_by(const am_path *path, int c, double before,
                           double start) {
  switch (path->segment->goals[c].kind) {
    case AM_GOAL_KEEP:
    case AM_GOAL_HOLD:
      return before;
    case AM_GOAL_VALUE:
    case AM_GOAL_RAMP:
      return ramp_by(path, start);
    case AM_GOAL_HISTORY:
    case AM_GOAL_FORMULA:
    case AM_GOAL_GIVEN:
      break;
  }
  return 0;
}

am_target_by *am_target_by_new(am_arena *arena, int count) {
  am_target_by *by = AM_NEW(arena, am_target_by);
  by->count = count;
  by->start = AM_ARRAY(arena, double, 6 * count);
  by->target = AM_ARRAY(arena, double, 6 * count);
  return by;
}

void am_path_target_by(const am_path *path, const am_target *stage,
                       const double *strain_by, const double *stress_by,
                       am_target_by *by) {
  for (int i = 0; i < 6 * by->count; i++) {
    int c = i % 6;
    double before = by->target[i];
    if (stage->changed[c])
      before = path->stress[c] ? stress_by[i] : strain_by[i];
    if (path->step == 1) by->start[i] = before;
    by->target[i] = component_by(path, c, before, by->start[i]);
  }
}
