/* march.c: the loading steps of a volume element. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "homogenization/advance.h"
#include "point/halving.h"
#include "space/cell.h"
#include "homogenization/reference.h"

typedef struct {
  am_cell_march *march;
  am_report *report;
  const am_cell_sink *sink;
  double seconds;      /* when the loading step began */
  bool ended;          /* the caller wants no more rows */
  am_halved_steps halved;
  am_balance_end cause; /* why the first one was halved */
} walk;

/* Formulas of a path know the time alone. */
static am_status open_path(am_arena *arena, am_report *report,
                           const am_cell *cell, am_path **path) {
  enum { NODES = 1 << 20 };
  const am_case *c = cell->description;
  const am_path_names names = {.graph = am_graph_new(arena, NODES),
                               .scope = am_scope_new(arena, NULL)};
  if (!c->entries) return am_path_new(arena, report, c, &names, path);
  *path = am_path_of_entries(arena, c->entries);
  return AM_OK;
}

am_status am_cell_march_new(am_arena *arena, am_report *report,
                            const am_homogenization *settings, int threads,
                            am_cell_march **result) {
  am_cell_march *m = *result = AM_NEW(arena, am_cell_march);
  am_cell *cell = m->cell = settings->cell;
  m->settings = settings;
  AM_TRY(open_path(arena, report, cell, &m->path));
  AM_TRY(am_cell_need_tangents(arena, report, cell));
  AM_TRY(am_space_open(arena, report, cell, threads, &m->space));
  const am_space_type *type = m->space->type;
  AM_TRY(type->vector(m->space, report, false, &m->u));
  AM_TRY(type->vector(m->space, report, false, &m->before));
  AM_TRY(am_reference_start(report, m->space, settings, m->u));
  m->time = am_path_start(m->path);
  return am_cell_solver_new(arena, report, m);
}

static am_status report_stop(const walk *w, am_place place) {
  return am_error(w->report, AM_FAILED, place, "stopped in loading step %ld",
                  w->march->step + 1);
}

/* The space itself has failed, not the step. */
static am_status report_loss(const walk *w) {
  return am_error(w->report, AM_ENVIRONMENT, am_nowhere, "%s",
                  w->march->space->failure);
}

/* How a piece fails to converge, and what to do about it. */
static const struct {
  const char *what, *advice;
} ends[] = {
    [AM_BALANCE_BAD] = {"", ""},
    [AM_BALANCE_LIMIT] = {"no equilibrium",
                          "; homogenization.iterations allows more"},
    [AM_BALANCE_GROWN] = {"the residual has grown",
                          "; smaller loading steps or a larger mu of "
                          "homogenization.reference may help"},
    [AM_BALANCE_STUCK] = {"the residual does not fall any more",
                          "; laws that are integrated more accurately, by "
                          "smaller solver.rtol and solver.atol, may help"},
};

/* Tolerances say nothing to a scheme without substeps. */
static const char *advice(const walk *w, am_balance_end end) {
  const am_scheme *scheme = w->march->cell->solver.scheme;
  bool of_laws = end == AM_BALANCE_STUCK;
  return of_laws && scheme->family == AM_FAMILY_IMPLICIT ? ""
                                                         : ends[end].advice;
}

/* Why the last piece has not converged. */
static const char *reason(const walk *w) {
  const struct am_cell_solver *solver = w->march->solver;
  const am_balance_result *r = &solver->result;
  am_arena *arena = w->report->arena;
  if (r->end == AM_BALANCE_BAD)
    return am_format(
        arena, "%s: %s",
        am_cell_voxel(arena, w->march->cell, r->response.voxel),
        am_point_status_text[r->response.status]);
  return am_format(arena, "%s after %ld iterations of scheme %s, equilibrium "
                   "%g and stress residual %g (%g asked for)",
                   ends[r->end].what, r->iterations, solver->scheme->name,
                   r->equilibrium, r->stress_residual,
                   solver->problem.equilibrium);
}

static const char *excuse(const walk *w) {
  if (w->march->solver->costly) return "halving the step costs too much";
  return am_format(w->report->arena, "halving the step %d times did not help",
                   (int)AM_CELL_HALVINGS);
}

static am_status report_failure(const walk *w, const am_target *target) {
  const am_cell_march *m = w->march;
  const am_balance_result *r = &m->solver->result;
  if (r->end == AM_BALANCE_BAD && r->response.status == AM_POINT_STOPPED)
    return report_stop(w, target->place);
  if (r->end == AM_BALANCE_BAD && r->response.status == AM_POINT_LOST)
    return report_loss(w);
  return am_error(w->report, AM_FAILED, target->place,
                  "loading step %ld, to time %.15g, failed: %s; %s%s",
                  m->step + 1, target->time, reason(w), excuse(w),
                  advice(w, r->end));
}

/* The tangents that the caller wants, before the commit; none of a loading step
 * that was cut: what could be found is that of its last piece. */
static am_status find_tangents(walk *w, const am_target *target,
                               am_cell_row *row) {
  struct am_cell_solver *solver = w->march->solver;
  const char *why;
  if (!w->sink->effective && !w->sink->average) return AM_OK;
  for (int i = 0; i < 36 && row->pieces > 1; i++)
    row->effective[i] = row->average[i] = NAN;
  if (row->pieces > 1) return AM_OK;
  if (am_effective_find(solver->effective, w->report, w->march->space,
                        &solver->span, solver->trial,
                        w->sink->effective ? row->effective : NULL,
                        row->average, &row->applications, &why))
    return AM_OK;
  if (w->march->stop && *w->march->stop) return report_stop(w, target->place);
  if (*w->march->space->failure) return report_loss(w);
  return am_error(w->report, AM_FAILED, target->place,
                  "the effective tangent at time %.15g was not found: %s",
                  row->time, why);
}

/* Means as users see them: what was given in strain is just that. */
static void find_means(const am_cell_march *m, const am_target *target,
                       am_cell_row *row) {
  const struct am_cell_solver *solver = m->solver;
  am_mean_to_tensor(solver->trial->mean, row->strain);
  am_mean_to_tensor(solver->result.response.stress, row->stress);
  for (int c = 0; c < 6; c++)
    if (!target->stress_controlled[c]) row->strain[c] = target->target[c];
}

/* The end of a loading step that has converged. */
static am_status finish(walk *w, const am_target *target, long step) {
  am_cell_march *m = w->march;
  const struct am_cell_solver *solver = m->solver;
  am_cell_row row = {.step = step, .time = target->time,
                     .iterations = solver->iterations,
                     .applications = solver->applications,
                     .equilibrium = solver->result.equilibrium,
                     .stress_residual = solver->result.stress_residual,
                     .pieces = solver->pieces + 1};
  find_means(m, target, &row);
  AM_TRY(find_tangents(w, target, &row));
  am_cell_accept(m);
  memcpy(m->strain, row.strain, sizeof m->strain);
  memcpy(m->stress, row.stress, sizeof m->stress);
  m->time = row.time;
  m->step = step;
  if (row.pieces > 1) {
    if (w->halved.count == 0) w->cause = solver->cause;
    am_halved_steps_add(&w->halved, (double)step, target);
  }
  m->solver->pieces = 0;
  row.seconds = am_clock() - w->seconds;
  w->ended = w->sink->row && !w->sink->row(w->sink->data, &row);
  return AM_OK;
}

/* The virgin state, at zero strain. */
static am_status start(walk *w) {
  const am_target target = {.time = am_path_start(w->march->path),
                            .jump = true,
                            .place = am_cell_place(w->march->cell)};
  const am_cell_step step = {.duration = 0};
  w->seconds = am_clock();
  if (!am_cell_advance(w->march, &step)) return report_failure(w, &target);
  return finish(w, &target, 0);
}

static am_status do_step(walk *w, const am_target *target) {
  am_cell_march *m = w->march;
  double from[6];
  am_cell_step step = {.duration = target->jump ? 0 : target->time - m->time};
  w->seconds = am_clock();
  for (int c = 0; c < 6; c++) {
    step.stress_controlled[c] = target->stress_controlled[c];
    from[c] = target->stress_controlled[c] ? m->stress[c] : m->strain[c];
  }
  am_mean_from_tensor(from, step.from);
  am_mean_from_tensor(target->target, step.to);
  if (!am_cell_advance(m, &step)) return report_failure(w, target);
  return finish(w, target, m->step + 1);
}

static am_status follow(walk *w) {
  am_cell_march *m = w->march;
  am_target target;
  bool more = true;
  while (!w->ended) {
    AM_TRY(am_path_next(m->path, w->report, m->strain, m->stress, &target,
                        &more));
    if (!more) return AM_OK;
    if (m->stop && *m->stop) return report_stop(w, target.place);
    AM_TRY(do_step(w, &target));
  }
  return AM_OK;
}

am_status am_cell_march_walk(am_cell_march *march, am_report *report,
                             const am_cell_sink *sink) {
  struct am_cell_solver *solver = march->solver;
  walk w = {.march = march, .report = report, .sink = sink};
  if (sink->effective && !solver->effective)
    AM_TRY(am_effective_new(solver->arena, report, march->space,
                            march->settings,
                            &solver->effective));
  am_status status = march->step == 0 ? start(&w) : AM_OK;
  if (status == AM_OK) status = follow(&w);
  am_halved_steps_warn(report, &w.halved, (double)march->step,
                       sink->effective || sink->average, advice(&w, w.cause));
  return status;
}

bool am_cell_march_is_whole(const am_cell_march *march) {
  return march->solver->pieces == 0;
}
