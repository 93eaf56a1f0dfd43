/* loading.c: loading steps of a volume element, halved if they do not
 * converge. */
#include "homogenization/parts.h"

/* Opens the path.  Its formulas depend on time only. */
static am_status open_path(am_arena *arena, am_report *report,
                           const am_cell *cell,
                           const am_external_history *drive, am_path **path) {
  enum { NODES = 1 << 20 };
  const am_case *c = cell->description;
  const am_path_names names = {.graph = am_graph_new(arena, NODES),
                               .scope = am_scope_new(arena, NULL),
                               .externals = drive->names,
                               .external = drive->starts,
                               .external_count = drive->count,
                               .units = {cell->time_unit, cell->stress_unit,
                                         drive->units, "the materials"}};
  AM_TRY(am_path_new(arena, report, c, &names, path));
  const am_place *timed = am_path_timed(*path);
  const am_place *constrained = am_path_constrained(*path);
  if (constrained)
    return am_error(report, AM_INPUT, *constrained,
                    "volume elements do not support 'constraints'");
  return timed ? am_error(report, AM_INPUT, *timed,
                          "volume elements need a known duration: 'until', and "
                          "'rate' from an unknown state, are not supported")
               : AM_OK;
}

am_status am_cell_loading_path(am_arena *arena, am_report *report,
                               am_cell_loading *l) {
  AM_TRY(am_external_history_begin(&l->drive, report, l->cell,
                                   l->cell->description->time));
  return open_path(arena, report, l->cell, &l->drive, &l->path);
}

static am_status read_loading(am_cell_loading *l, am_arena *arena,
                              am_report *report) {
  AM_TRY(am_cell_loading_path(arena, report, l));
  return am_cell_need_tangents(arena, report, l->cell);
}

am_status am_cell_loading_vectors(am_report *report, am_cell_loading *l) {
  am_vector **all[] = {&l->u, &l->before, &l->trial};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    AM_TRY(am_space_vector(l->space, report, false, all[i]));
  return l->scheme->tangents
             ? am_space_vector(l->space, report, false, &l->gradient)
             : am_space_passing(l->space, report, &l->gradient);
}

am_status am_cell_loading_new(am_arena *arena, am_report *report,
                              const am_homogenization *settings, int threads,
                              am_cell_loading **result) {
  am_cell_loading *l = *result = AM_NEW(arena, am_cell_loading);
  l->settings = settings;
  l->cell = settings->cell;
  l->scheme = am_accelerations[settings->scheme];
  am_team *team = l->cell->team;
  AM_TRY(am_team_agree(team, report, read_loading(l, arena, report)));
  AM_TRY(am_space_open(arena, report, l->cell, threads, &l->space));
  AM_TRY(am_team_agree(team, report, am_cell_loading_vectors(report, l)));
  am_external_history_part(&l->drive, l->space, 0, 1);
  AM_TRY(am_team_agree(team, report,
                       am_reference_start(report, l->space, settings, l->u)));
  l->time = am_path_start(l->path);
  l->arena = arena;
  l->problem = (am_equilibrium_problem){.space = l->space,
                                        .settings = settings,
                                        .span = &l->span,
                                        .equilibrium = settings->equilibrium};
  return am_team_agree(team, report,
                       l->scheme->open(arena, report, &l->problem,
                                       &l->iteration));
}

/* ---- loading steps and their parts --------------------------------------- */

/* A loading step is halved until its total number of iterations reaches COSTLY
 * times the limit of a single part. */
enum { COSTLY = 10 };

/* Loading step: controlled components change linearly between two values. */
typedef struct {
  double duration;
  bool stress_controlled[6];
  double from[6], to[6]; /* Kelvin-Mandel components */
} loading_step;

/* True if a change of controlled components is within their tolerance. */
static bool is_rest(const am_cell_loading *l, const double *change) {
  double least = 10 * l->problem.equilibrium * l->problem.largest;
  return sqrt(am_mean_dot(change, change)) <= least;
}

/* Sets the initial strain: extrapolated linearly, or the strain at t_n if the
 * part does not continue the previous one, that is after a jump, a reversal or
 * a change of the stress-controlled components. */
static void extrapolate(am_cell_loading *l) {
  const am_mean *mean = &l->problem.mean;
  const double *change = l->part_change;
  bool rest = is_rest(l, change), rested = is_rest(l, l->change);
  bool along = !rest && !rested && am_mean_dot(change, l->change) > 0;
  bool extrapolated =
      l->settings->extrapolate && l->duration > 0 &&
      (along || (rest && rested)) &&
      !memcmp(mean->stress, l->stress_controlled, sizeof mean->stress);
  l->problem.extrapolated = extrapolated;
  double ratio = extrapolated ? l->span.duration / l->duration : 0;
  const am_vector *const x[] = {l->u, l->before};
  am_space_combine(l->space, l->trial, 2,
                   (const double[]){1 + ratio, -ratio}, x);
  am_mean_impose(mean, l->trial->mean);
}

/* Lower bound of the stress scale of residuals, as a fraction of the stress in
 * the reference.  A cell with pores may carry no load in some direction;
 * residuals need not be small relative to its vanishing stress. */
static double carried_by_nothing(const am_space *s, const double *strain) {
  const double nothing = 1e-7;
  double trace = strain[0] + strain[1] + strain[2], stress[6];
  for (int c = 0; c < 6; c++)
    stress[c] = 2 * s->mu * strain[c] + (c < 3 ? s->lambda * trace : 0);
  return nothing * sqrt(am_mean_dot(stress, stress));
}

/* Solves the part of a step from `begin` to `end` (fractions of 1); false if it
 * does not converge. */
static bool solve_part(am_cell_loading *l, const loading_step *step,
                       double begin, double end) {
  am_mean *mean = &l->problem.mean;
  l->span = (am_loading_step){.duration = step->duration * (end - begin),
                              .stop = l->settings->stop};
  for (int c = 0; c < 6; c++) {
    double whole = step->to[c] - step->from[c];
    double unit = step->stress_controlled[c] ? 1 : 2 * l->space->mu;
    mean->stress[c] = step->stress_controlled[c];
    mean->target[c] =
        end < 1 ? step->from[c] + whole * end : step->to[c];
    l->part_change[c] = unit * whole * (end - begin);
  }
  extrapolate(l);
  l->problem.driven =
      am_external_history_part(&l->drive, l->space, begin, end) ||
      (l->cell->external_count && l->step == 0);
  if (end - begin == 1)
    am_reference_update(l->space, l->settings, &l->span, l->trial);
  l->problem.largest =
      fmax(l->largest, carried_by_nothing(l->space, l->trial->mean));
  am_equilibrium_solve(&l->problem, l->scheme, l->iteration, l->trial,
                       l->gradient, &l->result);
  l->iterations += l->result.iterations;
  l->applications += l->result.applications;
  l->costly = l->iterations >= COSTLY * l->settings->iterations;
  return l->result.end == AM_EQUILIBRIUM_GOOD;
}

/* Makes the end of the last part the state at t_n. */
static void accept_part(am_cell_loading *l) {
  const double *stress = l->result.response.stress;
  am_vector *oldest = l->before;
  am_space_commit(l->space);
  l->before = l->u;
  l->u = l->trial;
  l->trial = oldest;
  l->duration = l->span.duration;
  memcpy(l->change, l->part_change, sizeof l->change);
  memcpy(l->stress_controlled, l->problem.mean.stress,
         sizeof l->stress_controlled);
  l->largest = fmax(
      l->largest, fmax(l->result.driven, sqrt(am_mean_dot(stress, stress))));
  l->pieces++;
}

/* Solves a part, halving it if needed, with the final strain in l->trial;
 * commits all halves but the last.  False if a half fails, see l->result.
 * Does not halve after an interrupt or the loss of the space, which would also
 * stop shorter parts. */
static bool solve_halved(am_cell_loading *l, const loading_step *step,
                         double begin, double end, int depth) {
  const am_equilibrium_result *r = &l->result;
  if (depth == 0)
    l->iterations = l->applications = l->pieces = 0;
  if (solve_part(l, step, begin, end)) return true;
  bool ended = r->end == AM_EQUILIBRIUM_BAD &&
               (r->response.status == AM_POINT_STOPPED ||
                r->response.status == AM_POINT_LOST);
  if (depth == AM_CELL_HALVINGS || l->costly || ended) return false;
  if (depth == 0) l->cause = r->end;
  double middle = begin + (end - begin) / 2;
  if (!solve_halved(l, step, begin, middle, depth + 1)) return false;
  accept_part(l);
  return solve_halved(l, step, middle, end, depth + 1);
}

/* ---- messages ------------------------------------------------------------ */

typedef struct {
  am_cell_loading *loading;
  am_report *report;
  const am_cell_sink *sink;
  double seconds;      /* start of the loading step (s) */
  bool ended;          /* the caller requests no more rows */
  am_halved_steps halved;
  am_equilibrium_end cause; /* reason for the first halving */
} drive;

static am_status report_stop(const drive *w, am_place place) {
  const am_cell_loading *l = w->loading;
  const am_equilibrium_result *r = &l->result;
  const char *reached =
      r->end == AM_EQUILIBRIUM_BAD && r->equilibrium > 0
          ? am_format(w->report->arena,
                      " by an interrupt, after %ld iterations, at equilibrium "
                      "%g (tolerance %g)",
                      l->iterations, r->equilibrium, l->problem.equilibrium)
          : "";
  return am_error(w->report, AM_FAILED, place, "stopped in loading step %ld%s",
                  l->step + 1, reached);
}

/* Reasons for failure of a part, and advice. */
static const struct {
  const char *what, *advice;
} ends[] = {
    [AM_EQUILIBRIUM_BAD] = {"", ""},
    [AM_EQUILIBRIUM_LIMIT] = {"no equilibrium",
                              "; increase homogenization.iterations"},
    [AM_EQUILIBRIUM_GROWN] = {"the residual has grown",
                              "; smaller loading steps or a larger mu of "
                              "homogenization.reference may help"},
    [AM_EQUILIBRIUM_STUCK] = {"the residual no longer decreases",
                              "; smaller solver.rtol and solver.atol may help"},
};

/* Advice for a failure; empty if tolerances are the reason and the scheme has
 * no substeps. */
static const char *advice(const drive *w, am_equilibrium_end end) {
  const am_scheme *scheme = w->loading->cell->solver.scheme;
  bool of_laws = end == AM_EQUILIBRIUM_STUCK;
  return of_laws && scheme->family == AM_FAMILY_IMPLICIT ? ""
                                                         : ends[end].advice;
}

static am_status report_failure(const drive *w, const am_target *target) {
  const am_cell_loading *l = w->loading;
  const am_equilibrium_result *r = &l->result;
  am_arena *arena = w->report->arena;
  bool bad = r->end == AM_EQUILIBRIUM_BAD;
  const char *expected =
      r->expected ? am_format(arena, ", about %ld iterations at the last rate",
                              r->expected)
                  : "";
  if (bad && r->response.status == AM_POINT_STOPPED)
    return report_stop(w, target->place);
  if (bad && r->response.status == AM_POINT_LOST)
    return am_space_check(l->space, w->report);
  const char *reason =
      bad ? am_format(arena, "%s: %s",
                      am_cell_voxel(arena, l->cell, r->response.voxel),
                      am_point_status_text[r->response.status])
          : am_format(arena,
                      "%s after %ld iterations of scheme %s, equilibrium %g "
                      "and stress residual %g (tolerance %g%s)",
                      ends[r->end].what, r->iterations,
                      am_acceleration_names[l->settings->scheme],
                      r->equilibrium, r->stress_residual,
                      l->problem.equilibrium, expected);
  const char *excuse =
      l->costly ? "halving the step is too expensive"
                : am_format(arena, "halving the step %d times did not help",
                            (int)AM_CELL_HALVINGS);
  return am_error(w->report, AM_FAILED, target->place,
                  "loading step %ld, to time %.15g, failed: %s; %s%s",
                  l->step + 1, target->time, reason, excuse, advice(w, r->end));
}

/* ---- the path ------------------------------------------------------------ */

/* Computes the requested tangents before the commit.  Tangents are NaN for a
 * halved loading step, because only the tangent of its last part is
 * available. */
static am_status find_tangents(drive *w, const am_target *target,
                               am_cell_row *row) {
  am_cell_loading *l = w->loading;
  const char *why;
  if (!w->sink->effective && !w->sink->average) return AM_OK;
  for (int i = 0; i < 36 && row->pieces > 1; i++)
    row->effective[i] = row->average[i] = NAN;
  if (row->pieces > 1) return AM_OK;
  if (am_effective_tangent_find(l->effective, w->report, l->space, &l->span,
                                l->trial,
                                w->sink->effective ? row->effective : NULL,
                                row->average, &row->applications, &why))
    return AM_OK;
  if (l->space->stopped) return report_stop(w, target->place);
  AM_TRY(am_space_check(l->space, w->report));
  return am_error(w->report, AM_FAILED, target->place,
                  "the effective tangent at time %.15g was not computed: %s",
                  row->time, why);
}

/* Completes a converged loading step.  Its row contains the means as users see
 * them, with prescribed strains exactly as given. */
static am_status accept_step(drive *w, const am_target *target, long step) {
  am_cell_loading *l = w->loading;
  am_cell_row row = {.step = step, .time = target->time,
                     .iterations = (double)l->iterations,
                     .applications = (double)l->applications,
                     .equilibrium = l->result.equilibrium,
                     .stress_residual = l->result.stress_residual,
                     .pieces = l->pieces + 1};
  am_mean_to_tensor(l->trial->mean, row.strain);
  am_mean_to_tensor(l->result.response.stress, row.stress);
  for (int c = 0; c < 6; c++)
    if (!target->stress_controlled[c]) row.strain[c] = target->target[c];
  AM_TRY(find_tangents(w, target, &row));
  am_external_history_reach(&l->drive, row.external);
  accept_part(l);
  memcpy(l->strain, row.strain, sizeof l->strain);
  memcpy(l->stress, row.stress, sizeof l->stress);
  l->time = row.time;
  l->step = step;
  if (row.pieces > 1) {
    if (w->halved.count == 0) w->cause = l->cause;
    am_halved_steps_add(&w->halved, (double)step, target);
  }
  l->pieces = 0;
  row.seconds = am_clock() - w->seconds;
  w->ended = w->sink->row && !w->sink->row(w->sink->data, &row);
  return AM_OK;
}

/* Solves for the initial state at zero strain.  Vanishing stresses contain
 * rounding errors, which give a lower bound of the stress scale. */
static am_status do_start(drive *w) {
  am_cell_loading *l = w->loading;
  const am_target target = {.time = am_path_start(l->path), .jump = true,
                            .place = am_cell_place(l->cell)};
  const loading_step step = {.duration = 0};
  const double rounding = 1e-14 * 2 * l->space->mu / l->settings->equilibrium;
  const double *stress = l->result.response.stress;
  bool stressed = l->cell->description->stressed;
  w->seconds = am_clock();
  if (stressed) l->largest = rounding;
  if (!solve_halved(l, &step, 0, 1, 0)) return report_failure(w, &target);
  AM_TRY(accept_step(w, &target, 0));
  if (stressed) l->largest = sqrt(am_mean_dot(stress, stress));
  return AM_OK;
}

static am_status do_step(drive *w, const am_target *target) {
  am_cell_loading *l = w->loading;
  double from[6];
  loading_step step = {.duration = target->duration};
  w->seconds = am_clock();
  AM_TRY(am_team_agree(l->cell->team, w->report,
                       am_external_history_aim(&l->drive, w->report, target)));
  for (int c = 0; c < 6; c++) {
    step.stress_controlled[c] = target->stress_controlled[c];
    from[c] = target->stress_controlled[c] ? l->stress[c] : l->strain[c];
  }
  am_mean_from_tensor(from, step.from);
  am_mean_from_tensor(target->target, step.to);
  if (!solve_halved(l, &step, 0, 1, 0)) return report_failure(w, target);
  return accept_step(w, target, l->step + 1);
}

static am_status follow_path(drive *w) {
  am_cell_loading *l = w->loading;
  am_target target;
  bool more = true;
  if (l->step == 0) AM_TRY(do_start(w));
  while (!w->ended) {
    AM_TRY(am_path_next(l->path, w->report, l->strain, l->stress, &target,
                        &more));
    if (!more) return AM_OK;
    if (l->space->stopped) return report_stop(w, target.place);
    AM_TRY(do_step(w, &target));
  }
  return AM_OK;
}

am_status am_cell_loading_drive(am_cell_loading *loading, am_report *report,
                                const am_cell_sink *sink) {
  drive w = {.loading = loading, .report = report, .sink = sink};
  if (sink->effective && !loading->effective)
    AM_TRY(am_team_agree(
        loading->cell->team, report,
        am_effective_tangent_new(loading->arena, report, loading->space,
                                 loading->settings, &loading->effective)));
  am_status status = follow_path(&w);
  am_halved_steps_warn(report, &w.halved, (double)loading->step,
                       sink->effective || sink->average, advice(&w, w.cause));
  return status;
}
