/* host_survey.c: tangents of the laws at all voxels of the host.
 *
 * They are found in pieces of places, from copies: what respond has found
 * stays as it is. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/basis.h"
#include "base/clock.h"
#include "space/host.h"
#include "space/moduli.h"

/* Places of a piece, at most. */
enum { PIECE = 64 * AM_HOST_PLACES };

/* A piece of a phase, in fields [components][stride]. */
typedef struct {
  const am_host_points *points;
  long first, count, stride;
  double *strain0, *state0, *target, *size0;
  double *state, *stress, *status, *tangent;
} piece;

/* Rows of a piece, beside the two states. */
enum { ROWS = 3 * 6 + 36 + 2 };

/* What the largest phase needs. */
static void measure(const am_cell *cell, int *nx, long *stride) {
  long count = 0;
  *nx = 0;
  for (int i = 0; i < cell->phase_count; i++) {
    const am_phase *p = &cell->phases[i];
    if (p->law->nx > *nx) *nx = p->law->nx;
    if (p->count > count) count = p->count;
  }
  *stride = count < PIECE ? count : PIECE;
}

static am_status open_scratch(am_host *h, am_report *report) {
  int nx;
  long stride;
  if (h->scratch) return AM_OK;
  measure(h->space.cell, &nx, &stride);
  return am_host_room(h, report, (ROWS + 2 * nx) * stride, &h->scratch);
}

static double *cut(double **rest, long numbers) {
  double *field = *rest;
  *rest += numbers;
  return field;
}

static piece new_piece(const am_host *h) {
  double *rest = h->scratch;
  int nx;
  long stride;
  measure(h->space.cell, &nx, &stride);
  return (piece){.stride = stride,
                 .strain0 = cut(&rest, 6 * stride),
                 .target = cut(&rest, 6 * stride),
                 .stress = cut(&rest, 6 * stride),
                 .tangent = cut(&rest, 36 * stride),
                 .size0 = cut(&rest, stride),
                 .status = cut(&rest, stride),
                 .state0 = cut(&rest, nx * stride),
                 .state = cut(&rest, nx * stride)};
}

static void copy_in(const piece *s, const double *from, int rows,
                    double *to) {
  long count = s->points->phase->count;
  for (int i = 0; i < rows; i++)
    memcpy(to + i * s->stride, from + i * count + s->first,
           (size_t)s->count * sizeof *to);
}

static void advance(const piece *s, const am_span *span) {
  const am_host_points *p = s->points;
  copy_in(s, p->strain.now, 6, s->strain0);
  copy_in(s, p->state.now, p->phase->law->nx, s->state0);
  copy_in(s, p->target, 6, s->target);
  copy_in(s, p->size.now, 1, s->size0);
  const am_fields f = {.stride = s->stride,
                       .duration = span->duration,
                       .strain0 = s->strain0,
                       .state0 = s->state0,
                       .target = s->target,
                       .first = s->size0,
                       .stop = span->stop,
                       .state = s->state,
                       .stress = s->stress,
                       .tangent = s->tangent,
                       .status = s->status};
  p->phase->engine->advance(p->phase->tangents, &f, s->count);
}

static void keep_piece(const piece *s) {
  const am_host_points *p = s->points;
  for (int i = 0; p->tangent && i < 36; i++)
    memcpy(p->tangent + i * p->phase->count + s->first,
           s->tangent + i * s->stride,
           (size_t)s->count * sizeof *p->tangent);
}

static void widen(double value, double *least, double *largest) {
  *least = fmin(*least, value);
  *largest = fmax(*largest, value);
}

/* Sums and extremes of some places of a piece. */
typedef struct {
  double sum[36];
  am_survey extremes;
} share;

static const am_survey no_extremes = {.voxel = -1,
                                      .shear_least = HUGE_VAL,
                                      .shear_largest = -HUGE_VAL,
                                      .bulk_least = HUGE_VAL,
                                      .bulk_largest = -HUGE_VAL};

static void join(const am_survey *from, am_survey *to) {
  to->shear_least = fmin(to->shear_least, from->shear_least);
  to->shear_largest = fmax(to->shear_largest, from->shear_largest);
  to->bulk_least = fmin(to->bulk_least, from->bulk_least);
  to->bulk_largest = fmax(to->bulk_largest, from->bulk_largest);
}

static void add_places(const piece *s, long first, share *part) {
  long end = first + AM_HOST_PLACES < s->count ? first + AM_HOST_PLACES
                                               : s->count;
  *part = (share){.extremes = no_extremes};
  for (int i = 0; i < 36; i++)
    part->sum[i] =
        am_host_total(s->tangent + i * s->stride + first, end - first);
  for (long n = first; n < end; n++) {
    k_moduli m;
    am_survey *e = &part->extremes;
    k_moduli_of(s->tangent + n, s->stride, &m);
    widen(m.shear_least, &e->shear_least, &e->shear_largest);
    widen(m.shear_largest, &e->shear_least, &e->shear_largest);
    widen(m.bulk, &e->bulk_least, &e->bulk_largest);
  }
}

static void add_piece(const am_host *h, const piece *s, am_survey *survey) {
  share parts[PIECE / AM_HOST_PLACES];
  long count = (s->count + AM_HOST_PLACES - 1) / AM_HOST_PLACES;
#pragma omp parallel for num_threads(h->threads)
  for (long i = 0; i < count; i++)
    add_places(s, i * AM_HOST_PLACES, &parts[i]);
  for (long i = 0; i < count; i++) {
    for (int c = 0; c < 36; c++) survey->mean[c] += parts[i].sum[c];
    join(&parts[i].extremes, survey);
  }
}

static void survey_phase(const am_host *h, const am_host_points *p,
                         const am_span *span, am_survey *survey) {
  piece s = new_piece(h);
  s.points = p;
  for (s.first = 0; s.first < p->phase->count; s.first += PIECE) {
    long rest = p->phase->count - s.first;
    s.count = rest < PIECE ? rest : PIECE;
    advance(&s, span);
    am_host_worst(p, s.status, s.first, s.count, h->threads, &survey->voxel,
                  &survey->status);
    add_piece(h, &s, survey);
    keep_piece(&s);
  }
}

/* From coordinates to Kelvin-Mandel components: rows, then columns. */
static void finish(const am_host *h, am_survey *survey) {
  double mandel[36];
  am_basis_matrix_to_mandel(survey->mean, mandel);
  for (int i = 0; i < 36; i++)
    survey->mean[i] = mandel[i] / (double)h->space.cell->micro->voxels;
  for (int i = 0; i < 36; i++)
    if (survey->status == AM_POINT_GOOD && !isfinite(survey->mean[i]))
      survey->status = AM_POINT_INVALID;
}

static am_status open_tangents(am_host *h, am_report *report) {
  for (int i = 0; i < h->space.cell->phase_count; i++) {
    am_host_points *p = &h->points[i];
    if (p->tangent) continue;
    AM_TRY(am_host_room(h, report, 36 * p->phase->count, &p->tangent));
  }
  return AM_OK;
}

/* There is no report here: what fails is told by the space. */
static bool make_room(am_host *h, bool keep) {
  am_report *report = am_report_new(h->arena);
  if (open_scratch(h, report) == AM_OK &&
      (!keep || open_tangents(h, report) == AM_OK))
    return true;
  snprintf(h->space.failure, sizeof h->space.failure, "%s",
           report->first->text);
  return false;
}

void am_host_survey(am_space *s, const am_span *span, const am_vector *u,
                    bool keep, am_survey *survey) {
  am_host *h = (am_host *)s;
  double start = am_clock();
  *survey = no_extremes;
  if (!make_room(h, keep)) {
    survey->status = AM_POINT_LOST;
    return;
  }
  am_host_strain(h, u);
  am_host_charge(&start, &h->account.transforms);
  am_host_gather(h);
  am_host_charge(&start, &h->account.rest);
  for (int i = 0; i < s->cell->phase_count; i++)
    survey_phase(h, &h->points[i], span, survey);
  finish(h, survey);
  am_host_charge(&start, &h->account.tangents);
}

/* Strain in the buffer becomes stress there. */
static void apply_place(const am_host *h, const am_host_points *p, long n) {
  double *at = h->transform.data + am_host_at(h, p, n);
  double t[6], strain[6], stress[6] = {0};
  long field = 2 * h->transform.field;
  for (int c = 0; c < 6; c++) t[c] = at[c * field];
  am_basis_from_tensor(t, strain);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      stress[i] += p->tangent[(6 * i + j) * p->phase->count + n] * strain[j];
  am_basis_to_tensor(stress, t);
  for (int c = 0; c < 6; c++) at[c * field] = t[c];
}

static void apply_phase(const am_host *h, const am_host_points *p) {
#pragma omp parallel for num_threads(h->threads)
  for (long n = 0; n < p->phase->count; n++) apply_place(h, p, n);
}

void am_host_apply(am_space *s, const am_vector *v, am_vector *g,
                   am_response *response) {
  am_host *h = (am_host *)s;
  double start = am_clock();
  *response = (am_response){.voxel = -1};
  am_host_strain(h, v);
  am_host_charge(&start, &h->account.transforms);
  for (int i = 0; i < s->cell->phase_count; i++)
    apply_phase(h, &h->points[i]);
  am_host_charge(&start, &h->account.tangents);
  am_host_gradient(h, g, response);
  am_host_charge(&start, &h->account.transforms);
}
