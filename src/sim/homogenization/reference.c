/* reference.c: the reference material of the iteration. */
#include "homogenization/parts.h"

/* Ratio of mu0 to the largest shear modulus: chosen, and minimum accepted. */
static const double chosen = 0.55, accepted = 0.5;

/* A stiffness below this fraction of the largest counts as zero. */
static const double none = 1e-9;

static void set_means(am_space *s, const am_mean_tangent *survey) {
  double mu = fmax((survey->shear_least + survey->shear_largest) / 2,
                   chosen * survey->shear_largest);
  double bulk = fmax((survey->bulk_least + survey->bulk_largest) / 2,
                     survey->bulk_largest / 2);
  am_space_set_reference(s, bulk - 2.0 / 3 * mu, mu);
}

/* True if a phase is a pore without any stiffness and other phases are stiff.
 * The basic scheme, and schemes derived from it, then converge in the
 * displacements of the stiff phases if the discretization resolves the boundary
 * of a pore, as the rotated scheme does, but not Fourier polynomials (Schneider
 * 2020). */
static bool has_pores(const am_mean_tangent *s) {
  return s->shear_least >= 0 && s->shear_least <= none * s->shear_largest &&
         s->bulk_least >= 0 && s->bulk_least <= none * s->bulk_largest;
}

static bool is_stiff(const am_mean_tangent *s) {
  return s->shear_least > none * s->shear_largest &&
         s->bulk_least > none * s->bulk_largest;
}

static am_status check_stiffness(am_report *report, const am_space *s,
                                 const am_mean_tangent *survey) {
  const am_cell *cell = s->cell;
  const am_phase *softest = &cell->phases[0];
  bool pores = has_pores(survey);
  for (int i = 1; i < cell->phase_count; i++)
    if (!(cell->phases[i].law->stress_scale >= softest->law->stress_scale))
      softest = &cell->phases[i];
  if (survey->shear_largest > 0 && isfinite(survey->shear_largest) &&
      survey->bulk_largest > 0 && isfinite(survey->bulk_largest) &&
      (is_stiff(survey) || (pores && cell->rotated)))
    return AM_OK;
  return am_error(report, AM_INPUT, softest->place,
                  "phase '%s' has almost no stiffness compared with the others "
                  "(shear moduli from %g to %g, bulk moduli from %g to %g): %s "
                  "a small stiffness, such as 1e-3 of the others",
                  softest->name, survey->shear_least, survey->shear_largest,
                  survey->bulk_least, survey->bulk_largest,
                  pores ? "for pores, set 'discretization: rotated' in "
                          "homogenization, or give the phase"
                        : "give it");
}

static am_status use_given(am_report *report, am_space *s,
                           const am_homogenization *settings,
                           const am_mean_tangent *survey) {
  const am_yaml *map = s->cell->description->homogenization;
  double least = accepted * survey->shear_largest;
  double bulk = settings->lambda + 2.0 / 3 * settings->mu;
  if (settings->mu < least || bulk <= 0)
    return am_error(report, AM_INPUT, map ? map->place : am_nowhere,
                    "iterations diverge with the reference lambda = %g, mu = "
                    "%g: expected mu of at least %g, half the largest shear "
                    "modulus of the phases, and lambda greater than -2/3 mu",
                    settings->lambda, settings->mu, least);
  am_space_set_reference(s, settings->lambda, settings->mu);
  return AM_OK;
}

am_status am_reference_start(am_report *report, am_space *s,
                             const am_homogenization *settings,
                             const am_vector *zero) {
  const am_loading_step span = {.stop = settings->stop};
  am_mean_tangent survey;
  am_space_survey(s, &span, zero, false, &survey);
  if (survey.status == AM_POINT_LOST)
    return am_space_check(s, report);
  if (survey.status != AM_POINT_GOOD && s->stopped)
    return am_error(report, AM_FAILED, am_nowhere,
                    "stopped before the first loading step");
  if (survey.status != AM_POINT_GOOD)
    return am_error(report, AM_FAILED, am_cell_place(s->cell),
                    "the initial tangent cannot be evaluated: %s: %s",
                    am_cell_voxel(report->arena, s->cell, survey.voxel),
                    am_point_status_text[survey.status]);
  AM_TRY(check_stiffness(report, s, &survey));
  if (settings->reference == AM_REFERENCE_GIVEN)
    return use_given(report, s, settings, &survey);
  set_means(s, &survey);
  return AM_OK;
}

void am_reference_update(am_space *s, const am_homogenization *settings,
                         const am_loading_step *span, const am_vector *u) {
  am_mean_tangent survey;
  if (settings->reference != AM_REFERENCE_UPDATED) return;
  am_space_survey(s, span, u, false, &survey);
  if (survey.status == AM_POINT_GOOD && survey.shear_largest > 0 &&
      survey.bulk_largest > 0)
    set_means(s, &survey);
}
