#include "homogenization/advance.h"

#include <math.h>
#include <string.h>

#include "homogenization/reference.h"

/* A loading step is halved while it has cost fewer iterations than `COSTLY`
 * times those that one piece may take. */
enum { COSTLY = 10 };

am_status am_cell_solver_new(am_arena *arena, am_report *report,
                             am_cell_march *march) {
  am_space *space = march->space;
  const am_homogenization *settings = march->settings;
  struct am_cell_solver *solver = AM_NEW(arena, struct am_cell_solver);
  march->solver = solver;
  solver->arena = arena;
  solver->scheme = am_acceleration_find(settings->scheme);
  solver->problem = (am_balance_problem){.space = space,
                                         .settings = settings,
                                         .respond = am_balance_by_laws,
                                         .span = &solver->span,
                                         .equilibrium = settings->equilibrium};
  AM_TRY(space->type->vector(space, report, false, &solver->trial));
  AM_TRY(space->type->vector(space, report, false, &solver->gradient));
  return solver->scheme->open(arena, report, &solver->problem,
                              &solver->iteration);
}

/* Does the piece go on like the one before?  Not after a jump or a reversal,
 * or where other components are controlled in stress. */
static bool goes_on(const am_cell_march *m, const am_mean *mean,
                    const double *change) {
  double along = am_mean_dot(change, m->change);
  bool rest = am_mean_dot(change, change) == 0 &&
              am_mean_dot(m->change, m->change) == 0;
  return m->duration > 0 && (along > 0 || rest) &&
         !memcmp(mean->stress, m->stress_controlled, sizeof mean->stress);
}

/* The strain to start from: extrapolated linearly, or that at t_n. */
static void predict(am_cell_march *m) {
  struct am_cell_solver *solver = m->solver;
  const am_mean *mean = &solver->problem.mean;
  bool extrapolated = m->settings->extrapolate &&
                      goes_on(m, mean, solver->change);
  solver->problem.extrapolated = extrapolated;
  double ratio = extrapolated ? solver->span.duration / m->duration : 0;
  const am_vector *const x[] = {m->u, m->before};
  am_space_combine(m->space, solver->trial, 2,
                   (const double[]){1 + ratio, -ratio}, x);
  am_mean_impose(mean, solver->trial->mean);
}

/* Sets the piece of a step from the part `begin` to the part `end`. */
static void aim(am_cell_march *m, const am_cell_step *step, double begin,
                double end) {
  struct am_cell_solver *solver = m->solver;
  am_mean *mean = &solver->problem.mean;
  solver->span = (am_span){.duration = step->duration * (end - begin),
                           .stop = m->stop};
  for (int c = 0; c < 6; c++) {
    double whole = step->to[c] - step->from[c];
    double unit = step->stress_controlled[c] ? 1 : 2 * m->space->mu;
    mean->stress[c] = step->stress_controlled[c];
    mean->target[c] =
        end < 1 ? step->from[c] + whole * end : step->to[c];
    solver->change[c] = unit * whole * (end - begin);
  }
}

static bool advance(am_cell_march *m, const am_cell_step *step, double begin,
                    double end) {
  struct am_cell_solver *solver = m->solver;
  aim(m, step, begin, end);
  predict(m);
  if (end - begin == 1)
    am_reference_update(m->space, m->settings, &solver->span,
                        solver->trial);
  solver->problem.largest = m->largest;
  am_balance_solve(&solver->problem, solver->scheme, solver->iteration,
                   solver->trial, solver->gradient, &solver->result);
  solver->iterations += solver->result.iterations;
  solver->applications += solver->result.applications;
  solver->costly =
      solver->iterations >= COSTLY * m->settings->iterations;
  return solver->result.end == AM_BALANCE_GOOD;
}

/* No other step would fare better. */
static bool has_ended(const struct am_cell_solver *solver) {
  const am_balance_result *r = &solver->result;
  return r->end == AM_BALANCE_BAD &&
         (r->response.status == AM_POINT_STOPPED ||
          r->response.status == AM_POINT_LOST);
}

static bool advance_halved(am_cell_march *m, const am_cell_step *step,
                           double begin, double end, int depth) {
  struct am_cell_solver *solver = m->solver;
  if (advance(m, step, begin, end)) return true;
  if (depth == AM_CELL_HALVINGS || solver->costly || has_ended(solver))
    return false;
  if (depth == 0) solver->cause = solver->result.end;
  double middle = begin + (end - begin) / 2;
  if (!advance_halved(m, step, begin, middle, depth + 1)) return false;
  am_cell_accept(m);
  return advance_halved(m, step, middle, end, depth + 1);
}

bool am_cell_advance(am_cell_march *m, const am_cell_step *step) {
  struct am_cell_solver *solver = m->solver;
  solver->iterations = solver->applications = 0;
  solver->pieces = 0;
  return advance_halved(m, step, 0, 1, 0);
}

void am_cell_accept(am_cell_march *m) {
  struct am_cell_solver *solver = m->solver;
  const double *stress = solver->result.response.stress;
  am_vector *oldest = m->before;
  m->space->type->commit(m->space);
  m->before = m->u;
  m->u = solver->trial;
  solver->trial = oldest;
  m->duration = solver->span.duration;
  memcpy(m->change, solver->change, sizeof m->change);
  memcpy(m->stress_controlled, solver->problem.mean.stress,
         sizeof m->stress_controlled);
  m->largest = fmax(m->largest, sqrt(am_mean_dot(stress, stress)));
  solver->pieces++;
}
