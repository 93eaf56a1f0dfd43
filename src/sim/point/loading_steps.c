/* loading_steps.c: drives one point along its path, step by step. */
#include "point/hints.h"

typedef struct {
  am_report *report;
  am_run *run;
  const am_run_sink *sink;
  am_summary *summary;
  am_stepper stepper;
  double *row;
  am_columns_room *room;
  am_halved_steps halved;
  am_initial_energies stored;   /* initial energies */
  double *strain_by, *stress_by; /* [by->count][controlled] derivatives of
                                    components that may be controlled */
  am_target_sensitivity *by; /* derivatives of targets by parameters */
  double *time_by;    /* [by->count] derivatives of the time, nonzero after
                         events */
  bool last;          /* true if a loading step used the last scheme of a
                         chain */
  am_hints advice;
  double now;         /* current time */
  bool parted;        /* work is required by components */
  double work_parts[AM_WORK_PARTS];
  bool waiting;       /* `row` must be written if it is the last one */
} drive;

static am_record make_record(const drive *w) {
  return (am_record){.time = w->now, .step = &w->stepper.step,
                     .stored = w->stored, .work_parts = w->work_parts,
                     .time_by = w->time_by};
}

static void write_row(const drive *w) {
  if (w->sink->row) w->sink->row(w->sink->data, w->row);
}

/* Makes the row of a loading step; left: the last step of its segment. Keeps a
 * row that is not selected, because it may be the last of the run. */
static void make_row(drive *w, bool left) {
  const am_selection *selection = &w->run->selection;
  am_record record = make_record(w);
  bool selected = am_selection_has(selection, (long)w->summary->steps, left);
  w->waiting = !selected && selection->at_end;
  if (selected || w->waiting)
    am_columns_fill(w->run->columns, &record, w->room, w->row);
  if (selected) write_row(w);
}

static am_status report_stop(const drive *w, am_place place) {
  return am_error(w->report, AM_FAILED, place,
                  "stopped in loading step %.0f", w->summary->steps + 1);
}

static am_status report_loss(const drive *w) {
  return am_error(w->report, AM_ENVIRONMENT, am_nowhere, "%s",
                  am_engine_failure(w->run->program));
}

/* Reference stress of a loading step's tolerance: the largest prescribed stress
 * so far, or the largest deviatoric component at the end. */
static double largest_stress(const am_stepper *s) {
  const am_step *step = &s->step;
  double stress[6], largest = step->stress_max0;
  am_basis_to_tensor(step->stress, stress);
  double mean = (stress[0] + stress[1] + stress[2]) / 3;
  for (int c = 0; c < s->controlled; c++)
    if (step->control[c] > 0) largest = fmax(largest, fabs(step->target[c]));
  for (int c = 0; c < 6; c++)
    largest = fmax(largest, fabs(stress[c] - (c < 3 ? mean : 0)));
  return largest;
}

/* Residual stress of a step that missed its tolerance, a clause. */
static const char *residual(const drive *w) {
  const am_step *step = &w->stepper.step;
  const char *unit = w->run->law->material->stress_unit;
  const char *space = *unit ? " " : "";
  if (step->status != AM_POINT_EQUILIBRIUM) return "";
  return am_format(w->report->arena,
                   ", residual %g%s%s, tolerance %g%s%s (%g of the largest "
                   "stress)",
                   step->residual, space, unit,
                   w->run->solver.equilibrium * largest_stress(&w->stepper),
                   space, unit,
                   w->run->solver.equilibrium);
}

/* Advice for a failed step, and schemes already tried: "" or a clause. */
static const char *find_advice(drive *w) {
  am_arena *arena = w->report->arena;
  const char *advice = am_hints_stiffness(&w->advice, &w->stepper);
  const char *tried = am_engine_tried(arena, w->run->program);
  if (advice) return am_format(arena, "; %s", advice);
  const char *steep = am_hints_slope(arena, &w->stepper);
  if (steep)
    return am_format(arena,
                     "; the driving force of '%s' has an infinite slope at the "
                     "initial value of '%s': shift it, for example (p + "
                     "1e-9)^m instead of p^m",
                     steep, steep);
  return strchr(tried, ',') ? am_format(arena, "; schemes tried: "
                                               "%s", tried) : "";
}

/* True if a third of many substeps was rejected: the state slides along a
 * discontinuity of its rates. */
static bool slides(const am_summary *work) {
  return work->rejected >= 200 &&
         3 * work->rejected >= work->substeps + work->rejected;
}

static const char *failure(am_arena *arena, const am_stepper *s) {
  const am_step *step = &s->step;
  const am_summary *work = &s->work;
  if (step->deformed && step->status == AM_POINT_SINGULAR)
    return "no deformation with the prescribed stress was found: "
           "prescribe F instead";
  if (step->status == AM_POINT_SUBSTEPS)
    return am_format(arena,
                     "more than max_substeps = %d substeps, or ten evaluations "
                     "of the rates for each: %.0f substeps and %.0f "
                     "evaluations%s",
                     s->max_substeps, work->substeps + work->rejected,
                     work->evaluations,
                     slides(work) ? "; the rates are discontinuous, and the "
                                    "state slides along the discontinuity: "
                                    "smooth them, for example with tanh"
                                  : "");
  return am_point_status_text[step->status];
}

static am_status report_failure(drive *w, am_place place, double time) {
  const am_step *step = &w->stepper.step;
  w->summary->status = step->status;
  w->summary->reached = time;
  if (step->status == AM_POINT_STOPPED) return report_stop(w, place);
  if (step->status == AM_POINT_LOST) return report_loss(w);
  return am_error(w->report, AM_FAILED, place,
                  "loading step %.0f, to time %.15g, failed: %s (%.0f "
                  "local and %.0f equilibrium iterations%s; %s)%s",
                  w->summary->steps + 1, time,
                  failure(w->report->arena, &w->stepper), step->iterations,
                  step->equilibrium_iterations, residual(w),
                  am_stepper_obstacle(w->report->arena, &w->stepper),
                  find_advice(w));
}

static am_status check_derivatives(const drive *w, am_place place,
                                   double time) {
  const char *name =
      am_sensitivity_unknown(w->run->law, &w->stepper.step);
  if (!name) return AM_OK;
  if (w->run->stop && *w->run->stop) return report_stop(w, place);
  return am_error(w->report, AM_FAILED, place,
                  "the derivatives with respect to the parameter '%s' are not "
                  "finite at time %.15g",
                  name, time);
}

/* Counts an accepted loading step and writes its row. */
static void finish_step(drive *w, const am_target *target) {
  am_summary *sum = w->summary;
  sum->steps++;
  sum->reached = target->time;
  am_summary_add(sum, &w->stepper.step);
  w->last = w->last || floor(w->stepper.step.method) == AM_METHODS - 1;
  if (w->stepper.halved) am_halved_steps_add(&w->halved, sum->steps, target);
  sum->cuts = w->halved.count;
  const char *advice = am_hints_stiffness(&w->advice, &w->stepper);
  if (advice)
    am_warn(w->report, target->place,
            "loading step %.0f, to time %.15g, took %s; the errors of the "
            "substeps may add up beyond the tolerance",
            sum->steps, target->time, advice);
  const char *strains = am_hints_uniqueness(&w->advice, &w->stepper);
  if (strains)
    am_warn(w->report, target->place,
            "loading step %.0f, to time %.15g: the stress is at an edge or "
            "vertex of the elastic domain, where the prescribed stresses do "
            "not determine the strain (%s, depending on rounding errors): "
            "prescribe more strains, or add kinematic hardening",
            sum->steps, target->time, strains);
  w->now = target->time;
  if (w->parted)
    am_work_parts_add(w->work_parts, w->stepper.step.strain, w->stepper.stress);
  make_row(w, target->left);
}

static am_place place_of_path(const drive *w) {
  const am_run *run = w->run;
  return run->description->path ? run->description->path->place
                                : run->sample->points->place;
}

static am_status take_start(drive *w) {
  const am_run *run = w->run;
  bool deformed = run->law->logarithmic;
  bool good = am_stepper_start(&w->stepper, deformed ? run->sample->gradient
                                                     : run->strain);
  w->summary->reached = w->now;
  w->summary->status = w->stepper.step.status;
  if (!good && w->summary->status == AM_POINT_GOOD)
    w->summary->status = AM_POINT_INVALID;
  if (w->stepper.step.status == AM_POINT_LOST) return report_loss(w);
  if (!good)
    return am_error(w->report, AM_FAILED, place_of_path(w),
                    "the initial state cannot be evaluated: %s",
                    am_point_status_text[w->stepper.step.status]);
  w->stored = am_initial_energies_in(w->run->law, &w->stepper.step);
  AM_TRY(check_derivatives(w, place_of_path(w), w->now));
  w->parted = am_columns_read(w->run->columns) & AM_READ_WORK_PARTS;
  if (w->parted)
    am_work_parts_begin(w->work_parts, w->stepper.step.strain,
                        w->stepper.stress);
  make_row(w, true);
  return AM_OK;
}

static void read_derivatives(drive *w) {
  am_stepper *s = &w->stepper;
  for (int p = 0; p < s->by; p++) {
    int at = s->controlled * p;
    am_stepper_controlled_by(s, p, w->strain_by + at, w->stress_by + at);
  }
}

/* Derivatives of the targets of the coming step by parameters. */
static void differentiate_targets(drive *w, const am_target *target) {
  am_stepper *s = &w->stepper;
  if (!s->by) return;
  read_derivatives(w);
  am_path_target_sensitivity(w->run->path, target, w->strain_by,
                             w->stress_by, w->by);
}

/* After an event the targets are the values at the event. */
static void settle_targets(drive *w, const am_target *target) {
  read_derivatives(w);
  int n = w->stepper.controlled;
  for (int i = 0; i < n * w->stepper.by; i++)
    w->by->target[i] = target->stress_controlled[i % n] ? w->stress_by[i]
                                                         : w->strain_by[i];
}

/* Writes a row for the last state before a failure, if it is not the start of
 * the loading step. */
static void stop_before_failure(drive *w, const am_event_step *step) {
  if (step->part > 0) {
    am_target last = *step->target;
    last.duration *= step->part;
    last.time = step->time + last.duration;
    last.left = true;
    if (w->sink->row && w->sink->step)
      w->sink->step(w->sink->data, &last, step->from);
    finish_step(w, &last);
    w->summary->steps--;
    am_note(w->report, last.place,
            "the last row, at time %.15g, is the last state before a failure",
            last.time);
  }
  am_event_repeat(w->run->events, &w->stepper, step);
}

/* Takes a loading step that an event may end; target->time becomes the time of
 * the event. */
static bool advance_until(drive *w, am_target *target, const double *from) {
  am_events *events = w->run->events;
  const am_condition *until = target->until;
  am_event_step step = {.target = target, .from = from, .time = w->now,
                        .stored = w->stored, .time_by = w->time_by};
  if (!am_event_advance(events, &w->stepper, &step)) {
    stop_before_failure(w, &step);
    return false;
  }
  if (!step.comes) {
    if (target->left)
      am_event_report(events, w->report, until, AM_EVENT_NEVER, target->time);
    return true;
  }
  if (step.part < 1) {
    target->duration *= step.part;
    target->time = step.time + target->duration;
  }
  target->left = true;
  memcpy(target->target, w->stepper.step.target, sizeof target->target);
  memcpy(target->external, w->stepper.step.external0, sizeof target->external);
  am_path_end_segment(w->run->path, target->time, w->stepper.step.target,
                      w->stepper.step.external0);
  settle_targets(w, target);
  if (step.passing)
    am_event_report(events, w->report, until, AM_EVENT_PASSING, target->time);
  return true;
}

/* True if a segment is skipped because its condition already holds at its
 * start. */
static bool is_over(drive *w, const am_target *target, const double *from) {
  am_events *events = w->run->events;
  am_record record = make_record(w);
  if (!target->until || !target->entered ||
      !am_event_holds(events, target->until, &record))
    return false;
  am_event_report(events, w->report, target->until, AM_EVENT_AT_ONCE, w->now);
  am_path_end_segment(w->run->path, w->now, from, w->stepper.step.external0);
  settle_targets(w, target);
  return true;
}

/* Takes one loading step from `from` to the target. */
static am_status take_step(drive *w, am_target *target, const double *from) {
  am_stepper *s = &w->stepper;
  am_hints_begin(&w->advice, s, target, from);
  differentiate_targets(w, target);
  bool good = target->until ? advance_until(w, target, from)
                            : am_stepper_advance(s, target, from);
  if (w->sink->step) w->sink->step(w->sink->data, target, from);
  if (!good) return report_failure(w, target->place, target->time);
  AM_TRY(check_derivatives(w, target->place, target->time));
  finish_step(w, target);
  return AM_OK;
}

static am_status check_externals(const drive *w, const am_target *target) {
  const am_law *law = w->run->law;
  for (int i = 0; i < law->nf; i++)
    if (!am_external_allows(law, i, target->external[i]))
      return am_error(w->report, AM_INPUT, target->place,
                      "external field '%s' is %.15g at time %.15g, but must be "
                      "%s",
                      law->material->externals[i].name, target->external[i],
                      target->time,
                      am_external_bounds(w->report->arena, law, i));
  return AM_OK;
}

/* Current values of the components that may be controlled. */
static void read_controlled(const am_stepper *s, double *strain,
                            double *stress) {
  if (s->step.deformed) {
    memcpy(strain, s->step.gradient0, sizeof s->step.gradient0);
    am_measure_stress(s->step.measure, s->step.gradient0, s->stress, stress);
  } else {
    memcpy(strain, s->step.components, sizeof s->step.components);
    am_basis_to_tensor(s->stress, stress);
  }
}

/* Checks that a fully prescribed deformation gradient has a positive
 * determinant. */
static am_status check_gradient(const drive *w, const am_target *target) {
  if (!w->stepper.step.deformed) return AM_OK;
  for (int c = 0; c < AM_CONTROLLED_MOST; c++)
    if (target->stress_controlled[c]) return AM_OK;
  double determinant = am_gradient_determinant(target->target);
  if (determinant > 0) return AM_OK;
  return am_error(w->report, AM_INPUT, target->place,
                  "the deformation gradient must have a positive determinant, "
                  "found %g at time %.15g",
                  determinant, target->time);
}

static am_status take_steps(drive *w) {
  am_stepper *s = &w->stepper;
  am_path *path = w->run->path;
  for (;;) {
    double strain[AM_CONTROLLED_MOST], stress[AM_CONTROLLED_MOST];
    double from[AM_CONTROLLED_MOST];
    am_target target;
    bool more;
    read_controlled(s, strain, stress);
    AM_TRY(am_path_next(path, w->report, strain, stress, &target, &more));
    if (!more) return AM_OK;
    if (w->run->stop && *w->run->stop) return report_stop(w, target.place);

    /* Moves the controlled components from their current values to the
     * targets. */
    for (int c = 0; c < s->controlled; c++)
      from[c] = target.rows && target.rows->constrained[c]
                    ? am_rows_value(target.rows, c, stress, strain)
                : target.stress_controlled[c] ? stress[c]
                                              : strain[c];
    if (is_over(w, &target, from)) continue;
    AM_TRY(check_externals(w, &target));
    AM_TRY(check_gradient(w, &target));
    AM_TRY(take_step(w, &target, from));
  }
}

/* Initializes derivatives by parameters; derivatives of the initial state come
 * from the law, except for components that the case prescribes. */
static void start_derivatives(am_arena *arena, drive *w) {
  const am_run *run = w->run;
  am_stepper *s = &w->stepper;
  int by = run->law->sensitive_count, nx = run->law->nx;
  am_stepper_differentiate(arena, s, by);
  if (!by) return;
  w->strain_by = AM_ARRAY(arena, double, s->controlled * by);
  w->stress_by = AM_ARRAY(arena, double, s->controlled * by);
  w->time_by = AM_ARRAY(arena, double, by);
  w->by = am_target_sensitivity_new(arena, run->path, by);
  s->to_by = w->by->target;
  am_law_initial_by(arena, run->law, run->parameters, s->state_by);
  for (int i = 0; i < by * nx; i++)
    if (run->given[i % nx]) s->state_by[i] = 0;
}

am_status am_run_drive(am_arena *arena, am_report *report, am_run *run,
                       const am_run_sink *sink, am_summary *summary) {
  int nx = run->law->nx;
  drive w = {.report = report, .run = run, .sink = sink, .summary = summary};
  *summary = (am_summary){0};
  am_stepper_init(arena, &w.stepper, run->program, run->law, &run->solver);
  if (nx) memcpy(w.stepper.state, run->initial, (size_t)nx * sizeof(double));
  w.stepper.step.parameters = run->parameters;
  w.stepper.step.measure = run->sample->names.measure;
  memcpy(w.stepper.step.external0, run->sample->external,
         sizeof run->sample->external);
  w.stepper.step.stress_max0 = am_start_rounding(run->law, &run->solver);
  w.stepper.step.stop = run->stop;
  w.row = AM_ARRAY(arena, double, run->columns->count);
  w.room = am_columns_room_new(arena, run->columns);
  w.advice = am_hints_new(arena, run);
  start_derivatives(arena, &w);
  am_path_restart(run->path);
  w.now = am_path_start(run->path);
  am_status status = take_start(&w);
  if (status == AM_OK) status = take_steps(&w);
  if (w.waiting) write_row(&w);
  am_columns_warn(report, run->columns, &w.room, 1);

  if (w.last)
    am_note(report,
            am_setting_place(run->description->settings_given, "scheme",
                             am_nowhere),
            "solver.scheme: %s used its last scheme, %s, after the others had "
            "failed; its error decreases slowly with the number of substeps",
            run->solver.scheme->name,
            run->solver.scheme->chain[AM_METHODS - 1]);
  bool tangents = am_columns_read(run->columns) &
                  (AM_READ_TANGENT | AM_READ_DERIVATIVE);
  am_halved_steps_warn(report, &w.halved, summary->steps, tangents, "");
  return status;
}
