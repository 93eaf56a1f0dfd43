#include "path/path.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "path/segment.h"

/* A list of segments being walked. */
typedef struct {
  const am_segments *list;
  size_t index;        /* of the next segment */
  double pass, passes;
  double origin;       /* time at its first pass */
  double base;         /* time at this pass, added to the list's times */
} level;

struct am_path {
  am_segments root;
  level *levels;  /* [root.depth] */
  int depth;      /* of the innermost level, -1 behind the end */
  const am_segment *segment;
  double base;    /* added to the segment's times */
  double step;    /* loading steps of it that are done */
  double time;
  bool stress[6]; /* is the component stress-controlled? */
  double start[6], value[6]; /* at the segment's start, and now */
};

am_status am_path_new(am_arena *arena, am_report *report,
                      const am_case *description, am_graph *graph,
                      const am_scope *scope, const double *parameters,
                      am_path **result) {
  am_path *path = AM_NEW(arena, am_path);
  am_scope *inner = am_scope_new(arena, scope);
  am_input_known(graph, AM_INPUT_TIME, 0, (am_known){.finite = true});
  am_scope_add(inner, "t", "the time",
               am_value_scalar(arena, am_input(graph, AM_INPUT_TIME, 0)));
  am_segment_reader reader = {arena, report, description->folder,
                              graph, inner,  parameters};
  AM_TRY(am_segments_read(&reader, description->path, description->time,
                          false, &path->root));
  path->levels = AM_ARRAY(arena, level, path->root.depth);
  path->levels[0] = (level){.list = &path->root, .passes = 1};
  path->time = description->time;
  memcpy(path->value, description->strain, sizeof path->value);
  *result = path;
  return AM_OK;
}

double am_path_steps(const am_path *path) { return path->root.steps; }

double am_path_end(const am_path *path) { return path->root.end; }

/* Begins the next pass of the innermost list, or leaves it. */
static void finish_pass(am_path *path) {
  level *top = &path->levels[path->depth];
  top->index = 0;
  top->pass++;
  top->base = top->origin + top->pass * top->list->end;
  if (top->pass >= top->passes) path->depth--;
}

static void begin_repetition(am_path *path, const am_segment *segment) {
  double origin = path->levels[path->depth].base + segment->start;
  path->levels[++path->depth] = (level){.list = &segment->body,
                                        .passes = segment->repeats,
                                        .origin = origin,
                                        .base = origin};
}

/* Goes to the next segment that has steps of its own; false at the end. */
static bool next_segment(am_path *path) {
  while (path->depth >= 0) {
    level *top = &path->levels[path->depth];
    if (top->index == top->list->count) {
      finish_pass(path);
      continue;
    }
    const am_segment *segment = &top->list->items[top->index++];
    path->base = top->base;
    path->segment = segment;
    if (segment->repeats == 0) return true;
    begin_repetition(path, segment);
  }
  path->segment = NULL;
  return false;
}

/* A table that starts elsewhere than the point is replayed differently. */
static void check_start(const am_path *path, am_report *report, int c,
                        double now) {
  const am_segment *segment = path->segment;
  const am_goal *goal = &segment->goals[c];
  if (!segment->first || goal->kind != AM_GOAL_HISTORY) return;
  double first = segment->first[c], largest = fabs(first);
  for (double i = 0; i < segment->steps; i++)
    largest = fmax(largest, fabs(segment->history[6 * (size_t)i + (size_t)c]));
  if (fabs(first - now) <= 1e-6 * largest) return;
  am_warn(report, goal->place,
          "the table starts at %s.%s = %g, the point is at %g: its first "
          "step starts there",
          am_control_names[goal->stress], am_component_names[c], first, now);
}

static void enter(am_path *path, am_report *report, const double *strain,
                  const double *stress) {
  path->step = 0;
  for (int c = 0; c < 6; c++) {
    const am_goal *goal = &path->segment->goals[c];
    if (goal->kind != AM_GOAL_KEEP && goal->stress != path->stress[c]) {
      path->stress[c] = goal->stress;
      path->value[c] = goal->stress ? stress[c] : strain[c];
    }
    path->start[c] = path->value[c];
    check_start(path, report, c, path->value[c]);
  }
}

/* The end of step `step` (from 1) of the segment, in the segment's time. */
static double local_time(const am_segment *segment, double step) {
  if (segment->times) return segment->times[(size_t)step - 1];
  if (step == segment->steps) return segment->end;
  return segment->start +
         (segment->end - segment->start) * step / segment->steps;
}

static double ramp(const am_path *path, int c, double time) {
  const am_segment *segment = path->segment;
  double start = path->start[c], goal = segment->goals[c].value;
  if (time == segment->end) return goal;
  return start + (goal - start) * ((time - segment->start) /
                                   (segment->end - segment->start));
}

static am_status evaluate(am_path *path, am_report *report, double time) {
  const am_segment *segment = path->segment;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_TIME] = &path->time};
  double values[6];
  if (segment->formulas) am_frame_run(segment->formulas, inputs, values);
  for (int c = 0; c < 6; c++) {
    const am_goal *goal = &segment->goals[c];
    double *value = &path->value[c];
    if (goal->kind == AM_GOAL_VALUE) *value = ramp(path, c, time);
    if (goal->kind == AM_GOAL_FORMULA) *value = values[goal->output];
    if (goal->kind == AM_GOAL_HISTORY)
      *value = segment->history[6 * ((size_t)path->step - 1) + (size_t)c];
    if (isfinite(*value)) continue;
    return am_error(report, AM_INPUT, goal->place,
                    "the target %s.%s is not finite at t = %.15g",
                    am_control_names[goal->stress], am_component_names[c],
                    path->time);
  }
  return AM_OK;
}

am_status am_path_next(am_path *path, am_report *report, const double *strain,
                       const double *stress, am_target *target, bool *more) {
  *more = true;
  if (!path->segment || path->step == path->segment->steps) {
    *more = next_segment(path);
    if (!*more) return AM_OK;
    enter(path, report, strain, stress);
  }
  const am_segment *segment = path->segment;
  double time = local_time(segment, ++path->step), before = path->time;
  target->jump = segment->start == segment->end;
  if (!target->jump) path->time = path->base + time;
  if (!target->jump && path->time <= before)
    return am_error(report, AM_INPUT, segment->place,
                    "the steps of this segment are too short for the time "
                    "%.15g",
                    before);
  AM_TRY(evaluate(path, report, time));
  target->time = path->time;
  target->place = segment->place;
  memcpy(target->stress_controlled, path->stress, sizeof path->stress);
  memcpy(target->target, path->value, sizeof path->value);
  return AM_OK;
}
