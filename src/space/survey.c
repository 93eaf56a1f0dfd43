/* survey.c: tangents of the laws, in pieces of points that are copied aside
 * with all that a program needs: what respond has found stays as it is. */
#include <math.h>
#include <stdio.h>

#include "base/basis.h"
#include "space/voxels.h"

enum { MOST_POINTS = 1 << 16 /* of a piece, a multiple of K_PLACES */ };

/* Fields of a piece. */
static const unsigned piece_fields =
    AM_FIELDS_REQUIRED | AM_FIELD_BIT(first) | AM_FIELD_BIT(method0) |
    AM_FIELD_BIT(tangent);

/* Points first … first + count - 1 of a phase, and their fields aside. */
typedef struct {
  am_phase_points *points;
  am_fields fields;
  int components[AM_FIELD_COUNT];
  long first, count;
} piece;

/* ---- memory, where it is first needed -------------------------------------*/

static am_status open_scratch(am_voxels *v, am_report *report) {
  long most = 0;
  void *room;
  if (v->scratch) return AM_OK;
  for (int i = 0; i < v->space.cell->phase_count; i++) {
    int components[AM_FIELD_COUNT];
    am_field_components(v->points[i].phase->law, 6, components);
    long rows = am_fields_rows(components, piece_fields);
    if (rows > most) most = rows;
  }
  v->piece = v->largest < MOST_POINTS ? v->largest : MOST_POINTS;
  AM_TRY(v->memory->room(v, report, "the tangents of a piece",
                         sizeof(double) * (size_t)(most * v->piece), &room));
  v->scratch = room;
  return AM_OK;
}

static am_status open_tangents(am_voxels *v, am_report *report,
                               am_phase_points *p, bool keep) {
  long count = p->phase->count, most = count < v->piece ? count : v->piece;
  void *room;
  if (!p->prepared)
    AM_TRY(v->memory->prepare(v, report, p->phase, p->phase->tangents, most));
  p->prepared = true;
  if (!keep || p->tangents) return AM_OK;
  AM_TRY(v->memory->room(v, report, "the tangents",
                         36 * sizeof(double) * (size_t)count, &room));
  p->tangents = room;
  return AM_OK;
}

/* There is no report here: what fails is told by the space. */
static bool prepare_survey(am_voxels *v, bool keep) {
  am_report *report = am_report_new(v->arena);
  char *failure = v->space.failure;
  am_status status = open_scratch(v, report);
  for (int i = 0; status == AM_OK && i < v->space.cell->phase_count; i++)
    status = open_tangents(v, report, &v->points[i], keep);
  if (status != AM_OK && !*failure)
    snprintf(failure, sizeof v->space.failure, "%s", report->first->text);
  return status == AM_OK;
}

static am_fields cut_scratch(const am_voxels *v, const int *components) {
  am_fields f = {.stride = v->piece};
  double *at = v->scratch;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    if (!(piece_fields & 1u << i)) continue;
    am_field_set(&f, i, at);
    at += components[i] * v->piece;
  }
  return f;
}

/* ---- a piece --------------------------------------------------------------*/

/* Rows of the phase to those of the piece. */
static void copy_in(am_voxels *v, const piece *t, const double *from,
                    double *to, int rows) {
  const k_copy r = {.from = from + t->first,
                    .to = to,
                    .from_stride = t->points->phase->count,
                    .to_stride = v->piece,
                    .count = t->count,
                    .rows = rows};
  if (rows) v->memory->launch(v, AM_CELL_KERNEL_COPY, t->count, &r);
}

static void survey_piece(am_voxels *v, const am_span *span, const piece *t,
                         bool keep) {
  const am_phase_points *p = t->points;
  k_places places = am_voxels_places(v, p, t->first, t->count);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    double *to = am_field_get(&t->fields, i);
    if (to && !am_field_table[i].found && i != AM_FIELD_target)
      copy_in(v, t, am_field_get(&p->fields, i), to, t->components[i]);
  }
  places.stride = v->piece;
  places.field = am_field_get(&t->fields, AM_FIELD_target);
  v->memory->launch(v, AM_CELL_KERNEL_GATHER, t->count, &places);
  am_voxels_advance(v, span, p->phase, &t->fields, t->count);
  places.field = t->fields.stress;
  places.status = t->fields.status;
  v->memory->launch(v, AM_CELL_KERNEL_INSPECT, t->count, &places);
  const k_survey survey = {
      .tangents = t->fields.tangent,
      .count = t->count,
      .stride = v->piece,
      .sums = {.partial = v->partial, .stride = v->surveyed,
               .first = v->taken}};
  v->memory->launch(v, AM_CELL_KERNEL_SURVEY, t->count, &survey);
  if (!keep) return;
  const k_copy tangents = {.from = t->fields.tangent,
                           .to = p->tangents + t->first,
                           .from_stride = v->piece,
                           .to_stride = p->phase->count,
                           .count = t->count,
                           .rows = 36};
  v->memory->launch(v, AM_CELL_KERNEL_COPY, t->count, &tangents);
}

/* ---- all of them ----------------------------------------------------------*/

static void conclude_survey(const am_voxels *v, am_survey *survey) {
  double C[36];
  *survey = (am_survey){.voxel = -1};
  if (v->found->worst != ~0ull) {
    survey->voxel = (long)(v->found->worst / 16);
    survey->status = (am_point_status)(v->found->worst % 16);
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

void am_voxels_survey(am_space *space, const am_span *span,
                      const am_vector *u, bool keep, am_survey *survey) {
  am_voxels *v = (am_voxels *)space;
  const am_memory *memory = v->memory;
  const k_survey nothing = {
      .sums = {.partial = v->partial, .stride = v->surveyed}};
  *survey = (am_survey){.voxel = -1, .status = AM_POINT_LOST};
  memory->begin(v);
  if (*space->failure || !prepare_survey(v, keep)) return;
  memory->expect(v);
  am_voxels_strain(v, u);
  memory->launch(v, AM_CELL_KERNEL_BEGIN, v->surveyed, &nothing);
  v->taken = 0;
  for (int i = 0; i < space->cell->phase_count; i++) {
    const am_phase *phase = &space->cell->phases[i];
    piece t = {.points = &v->points[i]};
    am_field_components(phase->law, 6, t.components);
    t.fields = cut_scratch(v, t.components);
    for (; t.first < phase->count; t.first += t.count) {
      long rest = phase->count - t.first;
      t.count = rest < v->piece ? rest : v->piece;
      survey_piece(v, span, &t, keep);
    }
  }
  memory->spent(v, AM_CELL_TIME_TANGENTS);
  if (memory->read(v, K_SURVEYED, 36, v->surveyed, span->stop))
    conclude_survey(v, survey);
}

void am_voxels_apply(am_space *space, const am_vector *x, am_vector *g,
                     am_response *response) {
  am_voxels *v = (am_voxels *)space;
  v->memory->begin(v);
  v->memory->expect(v);
  am_voxels_strain(v, x);
  for (int i = 0; i < space->cell->phase_count; i++) {
    const am_phase_points *p = &v->points[i];
    k_places places = am_voxels_places(v, p, 0, p->phase->count);
    places.tangents = p->tangents;
    v->memory->launch(v, AM_CELL_KERNEL_APPLY, places.count, &places);
  }
  v->memory->spent(v, AM_CELL_TIME_TANGENTS);
  am_voxels_gradient(v, g, NULL, response);
}
