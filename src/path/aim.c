/* aim.c: the targets of points for the present loading step of a path. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "path/segment.h"

struct am_aim {
  am_frame **frames; /* [programs.count] */
  double *inputs;    /* [names.numbers] */
};

am_aim *am_aim_new(am_arena *arena, const am_path *path) {
  am_aim *aim = AM_NEW(arena, am_aim);
  size_t size = (size_t)path->names.numbers * sizeof *aim->inputs;
  aim->frames = AM_ARRAY(arena, am_frame *, path->programs.count);
  for (int i = 0; i < path->programs.count; i++)
    aim->frames[i] = am_frame_new(arena, path->programs.items[i]);
  aim->inputs = am_arena_alloc(arena, size);
  if (size) memcpy(aim->inputs, path->names.values, size);
  return aim;
}

/* The formulas of a program at every point go to the goals of a kind. */
static void evaluate(const am_path *path, am_aim *aim,
                     const am_tracks *tracks, long first, long count,
                     am_goal_kind kind, double *field) {
  const am_segment *segment = path->segment;
  int program =
      kind == AM_GOAL_RAMP ? segment->ramps : segment->formulas;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_TIME] = &path->time};
  double values[6] = {0};
  if (program < 0) return;
  for (long p = first; p < first + count; p++) {
    for (int i = 0; i < tracks->varying_count; i++)
      aim->inputs[tracks->varying[i]] = tracks->values[i * tracks->stride + p];
    if (p == first || tracks->varying_count) {
      am_frame_bind(aim->frames[program], aim->inputs);
      am_frame_run(aim->frames[program], inputs, values);
    }
    for (int c = 0; c < 6; c++)
      if (segment->goals[c].kind == kind)
        field[c * tracks->stride + p] = values[segment->goals[c].output];
  }
}

/* Notes where the segment's ramps go from and to. */
static void enter(const am_path *path, am_aim *aim, const am_tracks *tracks,
                  long first, long count) {
  size_t size = (size_t)count * sizeof(double);
  for (int c = 0; c < 6; c++) {
    long at = c * tracks->stride + first;
    memcpy(tracks->start + at, tracks->before + at, size);
    for (long p = at; p < at + count; p++)
      tracks->goal[p] = path->segment->goals[c].value;
  }
  evaluate(path, aim, tracks, first, count, AM_GOAL_RAMP, tracks->goal);
}

static void ramp(const am_path *path, const am_tracks *tracks, long at,
                 long count) {
  const am_segment *segment = path->segment;
  const double *start = tracks->start + at, *goal = tracks->goal + at;
  double *target = tracks->target + at;
  if (path->local == segment->end) {
    memcpy(target, goal, (size_t)count * sizeof *target);
    return;
  }
  double part = (path->local - segment->start) /
                (segment->end - segment->start);
  for (long p = 0; p < count; p++)
    target[p] = start[p] + (goal[p] - start[p]) * part;
}

static void aim_component(const am_path *path, const am_tracks *tracks, int c,
                          long first, long count) {
  const am_segment *segment = path->segment;
  long at = c * tracks->stride + first;
  double *target = tracks->target + at;
  switch (segment->goals[c].kind) {
    case AM_GOAL_KEEP:
    case AM_GOAL_HOLD:
      memcpy(target, tracks->before + at, (size_t)count * sizeof *target);
      break;
    case AM_GOAL_VALUE:
    case AM_GOAL_RAMP:
      ramp(path, tracks, at, count);
      break;
    case AM_GOAL_HISTORY:
      for (long p = 0; p < count; p++)
        target[p] = segment->history[6 * ((size_t)path->step - 1) + (size_t)c];
      break;
    case AM_GOAL_FORMULA:
    case AM_GOAL_GIVEN:
      break;
  }
}

void am_path_aim(const am_path *path, am_aim *aim, const am_tracks *tracks,
                 long first, long count) {
  if (path->step == 1) enter(path, aim, tracks, first, count);
  for (int c = 0; c < 6; c++) aim_component(path, tracks, c, first, count);
  evaluate(path, aim, tracks, first, count, AM_GOAL_FORMULA, tracks->target);
}

/* A table that starts elsewhere than the point is replayed differently. */
static void check_start(const am_path *path, am_report *report, int c) {
  const am_segment *segment = path->segment;
  const am_goal *goal = &segment->goals[c];
  if (!segment->first || goal->kind != AM_GOAL_HISTORY) return;
  double first = segment->first[c], now = path->before[c];
  double largest = fabs(first);
  for (double i = 0; i < segment->steps; i++)
    largest = fmax(largest, fabs(segment->history[6 * (size_t)i + (size_t)c]));
  if (fabs(first - now) <= 1e-6 * largest) return;
  am_warn(report, goal->place,
          "the table starts at %s.%s = %g, the point is at %g: its first "
          "step starts there",
          am_control_names[goal->stress], am_component_names[c], first, now);
}

static am_status check_finite(const am_path *path, am_report *report) {
  for (int c = 0; c < 6; c++) {
    if (isfinite(path->target[c])) continue;
    return am_error(report, AM_INPUT, path->segment->goals[c].place,
                    "the target %s.%s is not finite at t = %.15g",
                    am_control_names[path->stress[c]], am_component_names[c],
                    path->time);
  }
  return AM_OK;
}

am_status am_path_next(am_path *path, am_report *report, const double *strain,
                       const double *stress, am_target *target, bool *more) {
  const am_tracks tracks = {.stride = 1, .start = path->start,
                            .goal = path->goal, .before = path->before,
                            .target = path->target};
  AM_TRY(am_path_stage(path, report, target, more));
  if (!*more) return AM_OK;
  memcpy(path->before, path->target, sizeof path->before);
  for (int c = 0; c < 6; c++) {
    if (target->changed[c])
      path->before[c] = path->stress[c] ? stress[c] : strain[c];
    if (target->entered) check_start(path, report, c);
  }
  am_path_aim(path, path->aim, &tracks, 0, 1);
  AM_TRY(check_finite(path, report));
  memcpy(target->target, path->target, sizeof path->target);
  return AM_OK;
}
