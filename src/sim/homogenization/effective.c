/* effective.c: the effective tangent, column by column. */
#include "homogenization/parts.h"

struct am_effective_tangent {
  am_homogenization settings;
  am_equilibrium_problem problem;
  am_iteration *iteration;
  am_vector *strain, *gradient;
};

static const am_acceleration *const scheme = &am_acceleration_anderson;
static const double equilibrium = 1e-9;

/* Threshold relative to the mean stiffness.  A cell with pores whose stiffness
 * in some direction is smaller carries no load in this direction. */
static const double nothing = 1e-6;

/* Sufficient for linear problems, see anderson.c. */
enum { DEPTH = 2 };

am_status am_effective_tangent_new(am_arena *arena, am_report *report,
                                   am_space *space,
                                   const am_homogenization *settings,
                                   am_effective_tangent **result) {
  am_effective_tangent *e = *result =
      AM_NEW(arena, am_effective_tangent);
  e->settings = *settings;
  e->settings.depth = DEPTH;
  e->problem = (am_equilibrium_problem){.space = space,
                                    .settings = &e->settings,
                                    .equilibrium = equilibrium};
  AM_TRY(am_space_vector(space, report, false, &e->strain));
  AM_TRY(am_space_passing(space, report, &e->gradient));
  return scheme->open(arena, report, &e->problem, &e->iteration);
}

/* Column c is the stress of the unit strain c; false if a column was not found.
 * If high contrasts cause rounding errors or the iteration limit to stop the
 * solution early, the tolerance of a loading step suffices. */
static bool find_columns(am_effective_tangent *e, const double *average,
                         double *matrix, double *applications,
                         am_equilibrium_result *result) {
  am_equilibrium_problem *p = &e->problem;
  for (int c = 0; c < 6; c++) {
    am_space_combine(p->space, e->strain, 0, NULL, NULL);
    p->mean = (am_mean){.target = {0}};
    p->mean.target[c] = 1;
    p->largest = 0;
    for (int r = 0; r < 6; r++)
      p->largest = fmax(p->largest, nothing * fabs(average[6 * r + c]));
    am_mean_impose(&p->mean, e->strain->mean);
    am_equilibrium_solve(p, scheme, e->iteration, e->strain, e->gradient,
                         result);
    *applications += (double)result->iterations;
    bool short_of = result->end == AM_EQUILIBRIUM_STUCK ||
                    result->end == AM_EQUILIBRIUM_LIMIT;
    if (result->end != AM_EQUILIBRIUM_GOOD &&
        !(short_of && result->equilibrium <= e->settings.equilibrium))
      return false;
    for (int r = 0; r < 6; r++) matrix[6 * r + c] = result->response.stress[r];
  }
  return true;
}

bool am_effective_tangent_find(am_effective_tangent *e,
                               am_report *report, am_space *s,
                               const am_loading_step *span, const am_vector *u,
                               double *matrix, double *average,
                               double *applications, const char **why) {
  bool all = e && matrix;
  am_mean_tangent survey;
  am_equilibrium_result result;
  am_space_survey(s, span, u, all, &survey);
  if (survey.status != AM_POINT_GOOD) {
    *why = am_format(report->arena, "%s: %s",
                     am_cell_voxel(report->arena, s->cell, survey.voxel),
                     am_point_status_text[survey.status]);
    return false;
  }
  memcpy(average, survey.mean, sizeof survey.mean);
  if (!all) return true;
  if (find_columns(e, average, matrix, applications, &result)) return true;
  *why = am_format(report->arena, "no equilibrium after %ld iterations, "
                                  "residual %g (tolerance "
                                  "%g)", result.iterations,
                   result.equilibrium, e->problem.equilibrium);
  return false;
}
