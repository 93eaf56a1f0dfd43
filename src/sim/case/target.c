/* target.c: targets of the current loading step for many points or one point,
 * and their derivatives by parameters of the law. */
#include "case/segment.h"

struct am_path_frame {
  am_frame **frames; /* [programs.count] */
  double *inputs;    /* [names.numbers] */
};

static void read_values(const am_path *path, am_path_frame *frame) {
  size_t size = (size_t)path->names.numbers * sizeof *frame->inputs;
  if (size) memcpy(frame->inputs, path->names.values, size);
}

void am_path_refresh(am_path *path) { read_values(path, path->frame); }

am_path_frame *am_path_frame_new(am_arena *arena, const am_path *path) {
  am_path_frame *frame = AM_NEW(arena, am_path_frame);
  size_t size = (size_t)path->names.numbers * sizeof *frame->inputs;
  frame->frames = AM_ARRAY(arena, am_frame *, path->programs.count);
  for (int i = 0; i < path->programs.count; i++)
    frame->frames[i] = am_frame_new(arena, path->programs.items[i]);
  frame->inputs = am_arena_alloc(arena, size);
  read_values(path, frame);
  return frame;
}

/* Component fields [6 or 9][stride], and external fields, which may be stored
 * after them. */
typedef struct {
  double *components, *external;
} path_rows;

static double *row_of(const am_path *path, const path_rows *r, long stride,
                      int c) {
  int n = path->components;
  return c < n ? r->components + c * stride : r->external + (c - n) * stride;
}

/* Evaluates the formulas of one kind, AM_TARGET_RAMP or AM_TARGET_FORMULA, of
 * the current segment for points first … first + count - 1. */
static void find_formulas(const am_path *path, am_path_frame *frame,
                          const am_target_fields *fields, long first,
                          long count, am_target_kind kind, path_rows found) {
  const am_segment *segment = path->segment;
  int program =
      kind == AM_TARGET_RAMP ? segment->ramps : segment->formulas;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_TIME] = &path->time};
  double values[AM_PATH_MOST] = {0};
  if (program < 0) return;
  for (long p = first; p < first + count; p++) {
    for (int i = 0; i < fields->varying_count; i++)
      frame->inputs[fields->varying[i]] =
          fields->values[i * fields->stride + p];
    if (p == first || fields->varying_count) {
      am_frame_bind(frame->frames[program], frame->inputs);
      am_frame_run(frame->frames[program], inputs, values);
    }
    for (int c = 0; c < path->width; c++)
      if (segment->targets[c].kind == kind)
        row_of(path, &found, fields->stride, c)[p] =
            values[segment->targets[c].output];
  }
}

void am_path_evaluate(const am_path *path, int program, double *values) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_TIME] = &path->time};
  am_frame *frame = path->frame->frames[program];
  am_frame_bind(frame, path->names.values);
  am_frame_run(frame, inputs, values);
}

/* True if the current loading step is the last one of its segment. */
static bool is_last(const am_path *path) {
  return path->step == path->segment->steps;
}

/* Elapsed fraction of the segment at the end of the loading step, except for
 * the last step. */
static double passed_part(const am_path *path) {
  const am_segment *segment = path->segment;
  if (!segment->times) return path->step / segment->steps;
  return (path->local - path->from) / (path->to - path->from);
}

/* target = start + (end - start) part */
static void interpolate_ramp(const am_path *path,
                             const am_target_fields *fields, long at,
                             long count, double *target) {
  const double *start = fields->ramp_start + at, *end = fields->ramp_end + at;
  if (is_last(path)) {
    memcpy(target, end, (size_t)count * sizeof *target);
    return;
  }
  double part = passed_part(path);
  for (long p = 0; p < count; p++)
    target[p] = start[p] + (end[p] - start[p]) * part;
}

static const double *before_of(const am_path *path,
                               const am_target_fields *fields, int c) {
  int n = path->components;
  return c < n ? fields->before + c * fields->stride
               : fields->external0 + (c - n) * fields->stride;
}

double am_segment_entry(const am_segment *segment, int components, int fields,
                        size_t row, int c) {
  return c < components
             ? segment->table[(size_t)components * row + (size_t)c]
             : segment->fields[(size_t)fields * row + (size_t)(c - components)];
}

void am_path_targets(const am_path *path, am_path_frame *frame,
                     const am_target_fields *fields, long first, long count) {
  const am_segment *segment = path->segment;
  size_t size = (size_t)count * sizeof(double);
  path_rows target = {fields->target, fields->external1};
  for (int c = 0; c < path->width && path->step == 1; c++) {
    long at = c * fields->stride + first;
    memcpy(fields->ramp_start + at, before_of(path, fields, c) + first, size);
    for (long p = at; p < at + count; p++)
      fields->ramp_end[p] = segment->targets[c].value;
  }
  if (path->step == 1)
    find_formulas(
        path, frame, fields, first, count, AM_TARGET_RAMP,
        (path_rows){fields->ramp_end,
                       fields->ramp_end + path->components * fields->stride});
  for (int c = 0; c < path->width; c++) {
    double *own = row_of(path, &target, fields->stride, c) + first;
    am_target_kind kind = segment->targets[c].kind;
    if (kind == AM_TARGET_SAME || kind == AM_TARGET_HOLD)
      memcpy(own, before_of(path, fields, c) + first, size);
    if (kind == AM_TARGET_VALUE || kind == AM_TARGET_RAMP)
      interpolate_ramp(path, fields, c * fields->stride + first, count, own);
    for (long p = 0; kind == AM_TARGET_TABLE && p < count; p++)
      own[p] = am_segment_entry(segment, path->components,
                                path->width - path->components,
                                (size_t)path->step - 1, c);
  }
  find_formulas(path, frame, fields, first, count, AM_TARGET_FORMULA, target);
}

/* ---- one point ----------------------------------------------------------- */

/* End time of a segment with a prescribed rate, from the current state of the
 * point; false if the duration is zero. */
static bool find_end(am_path *path, const am_target_fields *fields) {
  const am_segment *segment = path->segment;
  int c = segment->paced;
  path->ramp_end[c] = segment->targets[c].value;
  find_formulas(path, path->frame, fields, 0, 1, AM_TARGET_RAMP,
                   (path_rows){path->ramp_end,
                                  path->ramp_end + path->components});
  double way = fabs(path->ramp_end[c] - path->before[c]);
  if (segment->timed) {
    path->duration = way / segment->rate;
    path->to = path->from + path->duration;
  }
  /* Ignores a non-finite target, which is reported later. */
  return !(path->duration <= 0);
}

static void leave_out(am_path *path, am_report *report) {
  int c = path->segment->paced;
  am_warn(report, path->segment->place,
          "%s.%s is already at its target %g: the segment would have no "
          "duration and is skipped",
          am_control_name(&path->names, path->stress[c]),
          am_gradient_names[c], path->before[c]);
  am_path_end_segment(path, path->time, path->before,
                      path->before + path->components);
}

am_status am_path_next(am_path *path, am_report *report, const double *strain,
                       const double *stress, am_target *target, bool *more) {
  int n = path->components;
  const am_target_fields fields = {.stride = 1, .before = path->before,
                                   .external0 = path->before + n,
                                   .ramp_start = path->ramp_start,
                                   .ramp_end = path->ramp_end,
                                   .target = path->target,
                                   .external1 = path->target + n};
  *more = am_path_begin_step(path, target);
  if (!*more) return AM_OK;
  memcpy(path->before, path->target, sizeof path->before);
  for (int c = 0; c < n; c++)
    if (target->changed[c])
      path->before[c] = path->stress[c] ? stress[c] : strain[c];
  if (target->entered && path->segment->rate > 0) {
    if (!find_end(path, &fields)) {
      leave_out(path, report);
      return am_path_next(path, report, strain, stress, target, more);
    }
  }
  AM_TRY(am_path_time_step(path, report, target));
  am_path_targets(path, path->frame, &fields, 0, 1);
  for (int c = 0; c < n; c++)
    if (!isfinite(path->target[c]))
      return am_error(report, AM_INPUT, path->segment->targets[c].place,
                      "the target %s.%s is not finite at t = %.15g",
                      am_control_name(&path->names, path->stress[c]),
                      am_gradient_names[c], path->time);
  for (int c = n; c < path->width; c++)
    if (!isfinite(path->target[c]))
      return am_error(report, AM_INPUT, path->segment->targets[c].place,
                      "an external field is not finite at t = %.15g",
                      path->time);
  memcpy(target->target, path->target, sizeof target->target);
  memcpy(target->external, path->target + n, sizeof target->external);
  return AM_OK;
}

/* ---- derivatives by parameters of the law -------------------------------- */

am_target_sensitivity *am_target_sensitivity_new(am_arena *arena,
                                                 const am_path *path,
                                                 int count) {
  am_target_sensitivity *by = AM_NEW(arena, am_target_sensitivity);
  by->count = count;
  by->ramp_start = AM_ARRAY(arena, double, path->components * count);
  by->target = AM_ARRAY(arena, double, path->components * count);
  return by;
}

void am_path_target_sensitivity(const am_path *path, const am_target *target,
                                const double *strain_by,
                                const double *stress_by,
                                am_target_sensitivity *by) {
  for (int i = 0; i < path->components * by->count; i++) {
    int c = i % path->components;
    am_target_kind kind = path->segment->targets[c].kind;
    double before = by->target[i];
    if (target->changed[c])
      before = path->stress[c] ? stress_by[i] : strain_by[i];
    if (path->step == 1) by->ramp_start[i] = before;
    by->target[i] = 0;
    if (kind == AM_TARGET_SAME || kind == AM_TARGET_HOLD)
      by->target[i] = before;
    /* A ramp goes from the state of the point to a target independent of the
     * parameters. */
    if ((kind == AM_TARGET_VALUE || kind == AM_TARGET_RAMP) && !is_last(path))
      by->target[i] = by->ramp_start[i] * (1 - passed_part(path));
  }
}
