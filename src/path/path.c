#include "path/path.h"

#include <math.h>
#include <string.h>

#include "path/segment.h"

static bool any_stress(const am_segments *list) {
  for (size_t i = 0; i < list->count; i++) {
    const am_segment *segment = &list->items[i];
    if (any_stress(&segment->body)) return true;
    for (int c = 0; c < 6; c++)
      if (segment->goals[c].kind != AM_GOAL_KEEP && segment->goals[c].stress)
        return true;
  }
  return false;
}

static void make_ready(am_path *path) {
  path->mixed = any_stress(&path->root);
  path->levels = AM_ARRAY(path->arena, am_level, path->root.depth);
  path->aim = am_aim_new(path->arena, path);
  am_path_restart(path);
}

am_status am_path_new(am_arena *arena, am_report *report,
                      const am_case *description, const am_path_names *names,
                      am_path **result) {
  am_path *path = AM_NEW(arena, am_path);
  am_scope *inner = am_scope_new(arena, names->scope);
  am_input_known(names->graph, AM_INPUT_TIME, 0, (am_known){.finite = true});
  am_scope_add(
      inner, "t", "the time",
      am_value_scalar(arena, am_input(names->graph, AM_INPUT_TIME, 0)));
  path->arena = arena;
  path->names = *names;
  path->names.scope = inner;
  path->origin = description->time;
  memcpy(path->strain, description->strain, sizeof path->strain);
  am_segment_reader reader = {arena, report, description, path->names,
                              &path->programs};
  AM_TRY(am_segments_read(&reader, description->path, description->time,
                          false, &path->root));
  make_ready(path);
  *result = path;
  return AM_OK;
}

/* Entries behind `first` that make one segment with it: none when it is a
 * jump, else those of its control up to the next jump. */
static long entries_of_segment(const double *time, const int (*control)[6],
                               long first, long count) {
  long i = first + 1;
  if (time[first] == time[first - 1]) return 1;
  while (i < count && time[i] > time[i - 1] &&
         !memcmp(control[i], control[first], sizeof *control))
    i++;
  return i - first;
}

static am_goal goal_of_entry(const am_entries *e, long entry, int c) {
  am_goal_kind kind = e->targets ? AM_GOAL_HISTORY : AM_GOAL_GIVEN;
  if (e->held && e->held[c]) kind = AM_GOAL_HOLD;
  return (am_goal){
      .kind = kind, .stress = e->control[entry][c], .place = e->place};
}

am_path *am_path_of_entries(am_arena *arena, const am_entries *e) {
  am_path *path = AM_NEW(arena, am_path);
  path->arena = arena;
  path->origin = e->time[0];
  for (int c = 0; c < 6; c++)
    if (e->held && e->held[c] && !e->control[0][c])
      path->strain[c] = e->targets[c];
  path->root = (am_segments){.end = e->time[e->count - 1],
                             .steps = (double)(e->count - 1), .depth = 1};
  size_t capacity = 0;
  for (long i = 1, n; i < e->count; i += n) {
    n = entries_of_segment(e->time, e->control, i, e->count);
    AM_PUSH_ROOM(arena, path->root.items, path->root.count, capacity);
    am_segment *segment = &path->root.items[path->root.count++];
    *segment = (am_segment){.place = e->place, .start = e->time[i - 1],
                            .end = e->time[i + n - 1], .steps = (double)n,
                            .times = e->time + i, .ramps = -1, .formulas = -1};
    segment->history = e->targets ? e->targets + 6 * i : NULL;
    for (int c = 0; c < 6; c++) segment->goals[c] = goal_of_entry(e, i, c);
  }
  make_ready(path);
  return path;
}

double am_path_steps(const am_path *path) { return path->root.steps; }

double am_path_start(const am_path *path) { return path->origin; }

double am_path_end(const am_path *path) { return path->root.end; }

bool am_path_mixed(const am_path *path) { return path->mixed; }

void am_path_restart(am_path *path) {
  path->levels[0] = (am_level){.list = &path->root, .passes = 1};
  path->depth = 0;
  path->segment = NULL;
  path->time = path->origin;
  memset(path->stress, 0, sizeof path->stress);
  memcpy(path->target, path->strain, sizeof path->target);
}

/* Begins the next pass of the innermost list, or leaves it. */
static void finish_pass(am_path *path) {
  am_level *top = &path->levels[path->depth];
  top->index = 0;
  top->pass++;
  top->base = top->origin + top->pass * top->list->end;
  if (top->pass >= top->passes) path->depth--;
}

static void begin_repetition(am_path *path, const am_segment *segment) {
  double origin = path->levels[path->depth].base + segment->start;
  path->levels[++path->depth] = (am_level){.list = &segment->body,
                                           .passes = segment->repeats,
                                           .origin = origin,
                                           .base = origin};
}

/* Goes to the next segment that has steps of its own; false at the end. */
static bool next_segment(am_path *path) {
  while (path->depth >= 0) {
    am_level *top = &path->levels[path->depth];
    if (top->index == top->list->count) {
      finish_pass(path);
      continue;
    }
    const am_segment *segment = &top->list->items[top->index++];
    path->base = top->base;
    path->segment = segment;
    path->step = 0;
    if (segment->repeats == 0) return true;
    begin_repetition(path, segment);
  }
  path->segment = NULL;
  return false;
}

static void enter(am_path *path, am_target *stage) {
  for (int c = 0; c < 6; c++) {
    const am_goal *goal = &path->segment->goals[c];
    stage->changed[c] =
        goal->kind != AM_GOAL_KEEP && goal->stress != path->stress[c];
    if (stage->changed[c]) path->stress[c] = goal->stress;
  }
}

/* The end of step `step` (from 1) of the segment, in the segment's time. */
static double local_time(const am_segment *segment, double step) {
  if (segment->times) return segment->times[(size_t)step - 1];
  if (step == segment->steps) return segment->end;
  return segment->start +
         (segment->end - segment->start) * step / segment->steps;
}

am_status am_path_stage(am_path *path, am_report *report, am_target *stage,
                        bool *more) {
  *more = true;
  memset(stage->changed, 0, sizeof stage->changed);
  stage->entered = !path->segment || path->step == path->segment->steps;
  if (stage->entered) {
    *more = next_segment(path);
    if (!*more) return AM_OK;
    enter(path, stage);
  }
  const am_segment *segment = path->segment;
  double before = path->time;
  path->local = local_time(segment, ++path->step);
  stage->jump = segment->start == segment->end;
  if (!stage->jump) path->time = path->base + path->local;
  if (!stage->jump && path->time <= before)
    return am_error(report, AM_INPUT, segment->place,
                    "the steps of this segment are too short for the time "
                    "%.15g",
                    before);
  stage->time = path->time;
  stage->place = segment->place;
  memcpy(stage->stress_controlled, path->stress, sizeof path->stress);
  return AM_OK;
}
