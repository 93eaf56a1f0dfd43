/* survey.c: tangents of the laws, piece by piece; preserves the results of the
 * last response. */
#include "space/voxels.h"

/* ---- memory, allocated on first use ---------------------------------------*/

static am_status open_tangents(am_voxels *v, am_report *report,
                               am_phase_points *p, bool keep) {
  long count = p->phase->count;
  if (!p->prepared && count)
    AM_TRY(v->memory->prepare(v, report, p->phase->tangents,
                              K_LEAST(count, v->piece)));
  p->prepared = true;
  if (!keep || p->tangents) return AM_OK;
  return v->memory->room(v, report, "the tangents",
                         36 * sizeof(double) * (size_t)count, &p->tangents);
}

/* Errors go to space.failure, because no report is available here. */
bool am_voxels_prepare_survey(am_voxels *v, bool keep) {
  am_report *report = am_report_new(v->arena);
  char *failure = v->space.failure;
  am_status status =
      v->tangents ? AM_OK
                  : v->memory->room(v, report, "the tangents of a piece",
                                    36 * sizeof(double) * (size_t)v->piece,
                                    &v->tangents);
  for (int i = 0; status == AM_OK && i < v->space.cell->phase_count; i++)
    status = open_tangents(v, report, &v->points[i], keep);
  if (status != AM_OK && !*failure)
    snprintf(failure, sizeof v->space.failure, "%s", report->first->text);
  return status == AM_OK;
}

/* ---- a piece --------------------------------------------------------------*/

/* Computes the tangents of a piece without changing stored fields or substeps.
 * Does nothing after an interrupt. */
static void survey_piece(am_voxels *v, const am_loading_step *span, am_piece *t,
                         bool keep) {
  const am_phase_points *p = t->points;
  am_fields *f = &t->fields;
  if (span->stop && *span->stop) return;
  f->ends = NULL;
  f->method = f->step = f->substeps = NULL;
  f->tangent = v->tangents;
  am_piece_launch(v, AM_CELL_KERNEL_GATHER, t,
                  am_field_get(f, AM_FIELD_target));
  am_piece_advance(v, span, t);
  am_piece_launch(v, AM_CELL_KERNEL_SCATTER, t, f->stress);
  const k_survey survey = {
      .layers = {.start = p->start, .first = t->first, .count = t->count},
      .tangents = f->tangent,
      .stride = t->count,
      .sums = {.partial = v->partial, .stride = v->layers * v->few}};
  v->memory->launch(v, AM_CELL_KERNEL_SURVEY, v->layers, &survey);
  if (!keep) return;
  const k_copy tangents = {.from = f->tangent,
                           .to = p->tangents + t->first,
                           .from_stride = t->count,
                           .to_stride = p->phase->count,
                           .count = t->count,
                           .rows = 36};
  v->memory->launch(v, AM_CELL_KERNEL_COPY, t->count, &tangents);
}

/* ---- all pieces -----------------------------------------------------------*/

static void conclude_survey(const am_voxels *v, unsigned long long worst,
                            am_mean_tangent *survey) {
  double C[36];
  *survey = (am_mean_tangent){.voxel = -1};
  if (worst != ~0ull) {
    survey->voxel = (long)(worst / 16);
    survey->status = (am_point_status)(worst % 16);
    return;
  }
  for (int i = 0; i < 36; i++) C[i] = am_voxels_sum(v, i);
  am_basis_matrix_to_mandel(C, survey->mean);
  for (int i = 0; i < 36; i++) {
    survey->mean[i] /= (double)v->space.cell->micro->voxels;
    if (!isfinite(survey->mean[i])) survey->status = AM_POINT_INVALID;
  }
  survey->shear_least = -am_voxels_maximum(v, 36);
  survey->shear_largest = am_voxels_maximum(v, 37);
  survey->bulk_least = -am_voxels_maximum(v, 38);
  survey->bulk_largest = am_voxels_maximum(v, 39);
}

void am_space_survey(am_space *space, const am_loading_step *span,
                     const am_vector *u, bool keep, am_mean_tangent *survey) {
  am_voxels *v = (am_voxels *)space;
  const am_memory *memory = v->memory;
  const k_survey nothing = {
      .sums = {.partial = v->partial, .stride = v->layers * v->few}};
  *survey = (am_mean_tangent){.voxel = -1, .status = AM_POINT_LOST};
  space->stop = span->stop;
  v->fresh = false;
  memory->begin(v);
  bool able =
      !*space->failure && am_voxels_prepare_survey(v, keep);
  memory->expect(v);
  am_voxels_strain(v, u);
  memory->launch(v, AM_CELL_KERNEL_BEGIN, v->layers, &nothing);
  for (int i = 0; able && i < space->cell->phase_count; i++)
    AM_EACH_PIECE(t, v, &v->points[i]) survey_piece(v, span, &t, keep);
  memory->spent(v, AM_CELL_TIME_TANGENTS);
  const am_reduction_result found = am_voxels_read(
      v, &(am_reduction){.rows = K_SURVEYED, .maxima = 36}, able);
  if (!found.lost) conclude_survey(v, found.worst, survey);
}

void am_space_apply(am_space *space, const am_vector *x, am_vector *g,
                    am_response *response) {
  am_voxels *v = (am_voxels *)space;
  v->fresh = false;
  v->memory->begin(v);
  v->memory->expect(v);
  am_voxels_strain(v, x);
  for (int i = 0; i < space->cell->phase_count; i++) {
    am_phase_points *p = &v->points[i];
    AM_EACH_PIECE(t, v, p) {
      k_places places = am_piece_places(v, &t);
      places.stride = p->phase->count;
      places.tangents = p->tangents + t.first;
      v->memory->launch(v, AM_CELL_KERNEL_APPLY, places.count, &places);
    }
  }
  v->memory->spent(v, AM_CELL_TIME_TANGENTS);
  am_voxels_gradient(v, g, response);
}
