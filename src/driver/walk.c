/* walk.c: the loading steps of a run, halved where they do not converge. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "driver/run.h"

/* A loading step is halved while it has cost less than `COSTLY` evaluations
 * for each of solver.max_substeps. */
enum { DEEPEST = 10, COSTLY = 100 };

typedef struct {
  am_report *report;
  am_run *run;
  const am_row_sink *sink;
  am_summary *summary;
  am_step step;       /* of the last piece, then of the loading step */
  double *state;      /* [nx] at the start of the next piece */
  double strain[6], stress[6]; /* there, coordinates */
  double *row;
  am_summary work;    /* of the loading step so far */
  bool halved;
  double first_cut;   /* first loading step that was halved, 0: none */
  double first_time;
} walk;

static void put_row(walk *w, double time) {
  am_record record = {.time = time, .step = &w->step};
  am_columns_fill(w->run->columns, &record, w->row);
  w->sink->row(w->sink->data, w->row);
}

static void add_work(am_summary *sum, const am_step *step) {
  sum->substeps += step->substeps;
  sum->rejected += step->rejected;
  sum->evaluations += step->evaluations;
  sum->iterations += step->iterations;
  sum->equilibrium_iterations += step->equilibrium_iterations;
}

static void set_work(am_step *step, const am_summary *sum) {
  step->substeps = sum->substeps;
  step->rejected = sum->rejected;
  step->evaluations = sum->evaluations;
  step->iterations = sum->iterations;
  step->equilibrium_iterations = sum->equilibrium_iterations;
}

/* The end of a good piece is the start of the next. */
static void accept(walk *w) {
  am_step *step = &w->step;
  size_t size = (size_t)w->run->law->nx * sizeof(double);
  if (size) memcpy(w->state, step->state, size);
  memcpy(w->strain, step->strain, sizeof w->strain);
  memcpy(w->stress, step->stress, sizeof w->stress);
  if (step->duration > 0) step->first = step->next;
  step->largest = step->reached;
}

/* One piece from the present state; controls are in w->step. */
static bool advance(walk *w, double duration, const double *target) {
  am_step *step = &w->step;
  step->duration = duration;
  step->state0 = w->state;
  memcpy(step->strain0, w->strain, sizeof w->strain);
  memcpy(step->target, target, sizeof step->target);
  am_engine_step(w->run->engine, w->run->program, step);
  add_work(&w->work, step);
  if (step->status == AM_POINT_GOOD && !isfinite(step->energy))
    step->status = AM_POINT_INVALID;
  if (step->status == AM_POINT_GOOD) accept(w);
  return step->status == AM_POINT_GOOD;
}

static bool is_costly(const walk *w) {
  return w->work.evaluations >= (double)COSTLY * w->run->solver.max_substeps;
}

/* A piece with the controlled values going from `from` to `to`. */
static bool advance_halved(walk *w, double duration, const double *from,
                           const double *to, int depth) {
  if (advance(w, duration, to)) return true;
  if (depth == DEEPEST || is_costly(w)) return false;
  w->halved = true;
  double middle[6];
  for (int c = 0; c < 6; c++) middle[c] = from[c] + (to[c] - from[c]) / 2;
  if (!advance_halved(w, duration / 2, from, middle, depth + 1)) return false;
  if (is_costly(w)) w->step.status = AM_POINT_SUBSTEPS;
  return !is_costly(w) &&
         advance_halved(w, duration / 2, middle, to, depth + 1);
}

/* The present values of what the target controls: tensor components. */
static void controlled(const double *strain, const double *stress,
                       const am_target *target, double *values) {
  for (int c = 0; c < 6; c++)
    values[c] = target->stress_controlled[c] ? stress[c] : strain[c];
}

static am_status report_failure(walk *w, am_place place, double time) {
  const am_step *step = &w->step;
  const char *unit = w->run->law->material->stress_unit;
  return am_error(w->report, AM_FAILED, place,
                  "loading step %.0f, to time %.15g, failed: %s (%.0f local "
                  "and %.0f equilibrium iterations, residual %g%s%s; %s)",
                  w->summary->steps + 1, time,
                  am_point_status_text[step->status], step->iterations,
                  step->equilibrium_iterations, step->residual,
                  *unit ? " " : "", unit,
                  is_costly(w) ? "halving the step costs too much"
                               : am_format(w->report->arena,
                                           "halving the step %d times did "
                                           "not help",
                                           (int)DEEPEST));
}

static void finish_step(walk *w, double time) {
  am_summary *sum = w->summary;
  sum->steps++;
  set_work(&w->step, &w->work);
  add_work(sum, &w->step);
  if (w->halved && sum->cuts == 0) {
    w->first_cut = sum->steps;
    w->first_time = time;
  }
  sum->cuts += w->halved;
  put_row(w, time);
}

static am_status do_step(walk *w, const am_target *target, double now,
                         const double *strain, const double *stress) {
  double from[6];
  w->work = (am_summary){0};
  w->halved = false;
  controlled(strain, stress, target, from);
  memcpy(w->step.stress_controlled, target->stress_controlled,
         sizeof target->stress_controlled);
  double duration = target->jump ? 0 : target->time - now;
  if (!advance_halved(w, duration, from, target->target, 0))
    return report_failure(w, target->place, target->time);
  finish_step(w, target->time);
  return AM_OK;
}

/* The row at the start: a jump to where the point is. */
static am_status start(walk *w) {
  const am_case *description = w->run->description;
  am_basis_from_tensor(description->strain, w->strain);
  if (!advance(w, 0, description->strain))
    return am_error(w->report, AM_FAILED, description->path->place,
                    "the state at the start cannot be evaluated: %s",
                    am_point_status_text[w->step.status]);
  set_work(&w->step, &(am_summary){0});
  put_row(w, description->time);
  return AM_OK;
}

static am_status follow(walk *w) {
  double strain[6], stress[6], now = w->run->description->time;
  am_target target;
  bool more;
  for (;;) {
    memcpy(strain, w->step.components, sizeof strain);
    am_basis_to_tensor(w->stress, stress);
    AM_TRY(am_path_next(w->run->path, w->report, strain, stress, &target,
                        &more));
    if (!more) return AM_OK;
    AM_TRY(do_step(w, &target, now, strain, stress));
    now = target.time;
  }
}

static void report_cuts(const walk *w) {
  if (w->summary->cuts == 0) return;
  am_warn(w->report, w->run->description->path->place,
          "%.0f of %.0f loading steps converged only when halved, the first "
          "is step %.0f, to time %.15g",
          w->summary->cuts, w->summary->steps, w->first_cut, w->first_time);
}

am_status am_run_walk(am_arena *arena, am_report *report, am_run *run,
                      const am_row_sink *sink, am_summary *summary) {
  int nx = run->law->nx;
  walk w = {.report = report, .run = run, .sink = sink, .summary = summary};
  *summary = (am_summary){0};
  w.state = AM_ARRAY(arena, double, nx);
  if (nx) memcpy(w.state, run->initial, (size_t)nx * sizeof(double));
  w.step.state = AM_ARRAY(arena, double, nx);
  w.step.derivative = AM_ARRAY(arena, double, 6 * nx);
  w.row = AM_ARRAY(arena, double, am_columns_count(run->columns));
  am_status status = start(&w);
  if (status == AM_OK) status = follow(&w);
  report_cuts(&w);
  return status;
}
