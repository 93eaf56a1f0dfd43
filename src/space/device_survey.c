/* device_survey.c: tangents of the laws, in pieces of points that are copied
 * aside with all that a program needs. */
#include <math.h>
#include <stdio.h>

#include "base/basis.h"
#include "cuda/resident.h"
#include "space/device.h"

enum { MOST_POINTS = 1 << 16 };

/* Rows of the scratch [rows][piece]. */
typedef struct {
  double *strain0, *target, *first, *stress, *status, *tangent;
  double *state0, *state;
} scratch;

static long rows_of(const am_device_space *s) {
  long most = 0;
  for (int i = 0; i < s->space.cell->phase_count; i++) {
    long nx = s->points[i].phase->law->nx;
    if (nx > most) most = nx;
  }
  return 6 + 6 + 1 + 6 + 1 + 36 + 2 * most;
}

static scratch scratch_of(const am_device_space *s,
                          const am_device_points *p) {
  const long sizes[] = {6, 6, 1, 6, 1, 36, p->phase->law->nx};
  scratch t = {0};
  double **const fields[] = {&t.strain0, &t.target,  &t.first, &t.stress,
                             &t.status,  &t.tangent, &t.state0};
  double *at = am_device_at(s->scratch);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    *fields[i] = at;
    at += sizes[i] * s->piece;
  }
  t.state = at;
  return t;
}

/* ---- memory, where it is first needed -------------------------------------*/

static bool lack(am_device_space *s, const char *what) {
  if (!am_device_failed(s))
    snprintf(s->space.failure, sizeof s->space.failure,
             "the CUDA device %s has %.3g GB free, which is not enough for %s "
             "of %ld voxels", s->device.name,
             1e-9 * (double)am_cuda_room(&s->device), what,
             s->space.cell->micro->voxels);
  return false;
}

static bool open_scratch(am_device_space *s) {
  if (s->scratch) return true;
  s->piece = s->largest < MOST_POINTS ? s->largest : MOST_POINTS;
  size_t size = sizeof(double) * (size_t)(rows_of(s) * s->piece);
  s->scratch = am_cuda_alloc(&s->device, size);
  if (s->scratch) s->bytes += (double)size;
  return s->scratch || lack(s, "the tangents of a piece");
}

static bool open_program(am_device_space *s, am_device_points *p) {
  const am_phase *phase = p->phase;
  long most = phase->count < s->piece ? phase->count : s->piece;
  if (p->prepared) return true;
  size_t size = am_cuda_resident_prepare(phase->tangents, most);
  s->bytes += (double)size;
  p->prepared = size;
  return size || lack(s, "the substeps of tangents");
}

static bool open_kept(am_device_space *s, am_device_points *p) {
  am_report *own = am_report_new(s->arena);
  size_t size = 36 * sizeof(double) * (size_t)p->phase->count;
  return p->tangents || am_device_room(s, own, "the tangents", size,
                                       &p->tangents) == AM_OK ||
         lack(s, "the tangents");
}

static bool prepare(am_device_space *s, bool keep) {
  bool enough = open_scratch(s);
  for (int i = 0; enough && i < s->space.cell->phase_count; i++)
    enough = open_program(s, &s->points[i]) &&
             (!keep || open_kept(s, &s->points[i]));
  return enough;
}

/* ---- a piece --------------------------------------------------------------*/

typedef struct {
  am_device_points *points;
  scratch scratch;
  long first, count;
} piece;

static void take(am_device_space *s, const piece *t, am_cuda_pointer from,
                 double *to, int rows) {
  k_rows r = {.from = (const double *)am_device_at(from) + t->first,
              .to = to,
              .from_stride = t->points->phase->count,
              .to_stride = s->piece,
              .count = t->count,
              .rows = rows};
  if (rows) am_device_launch(s, AM_CELL_KERNEL_COPY, t->count, &r);
}

static void keep_tangents(am_device_space *s, const piece *t) {
  k_rows r = {.from = t->scratch.tangent,
              .to = (double *)am_device_at(t->points->tangents) + t->first,
              .from_stride = s->piece,
              .to_stride = t->points->phase->count,
              .count = t->count,
              .rows = 36};
  am_device_launch(s, AM_CELL_KERNEL_COPY, t->count, &r);
}

static void gather(am_device_space *s, const piece *t) {
  const am_device_points *p = t->points;
  k_places places = am_device_places(s, p, t->first, t->count);
  take(s, t, p->strain0, t->scratch.strain0, 6);
  take(s, t, p->state0, t->scratch.state0, p->phase->law->nx);
  take(s, t, p->first, t->scratch.first, 1);
  places.field = t->scratch.target;
  places.stride = s->piece;
  am_device_launch(s, AM_CELL_KERNEL_GATHER, t->count, &places);
}

static void evaluate(am_device_space *s, const am_span *span,
                     const piece *t) {
  const am_fields fields = {.stride = s->piece,
                            .duration = span->duration,
                            .strain0 = t->scratch.strain0,
                            .state0 = t->scratch.state0,
                            .target = t->scratch.target,
                            .first = t->scratch.first,
                            .stop = span->stop ? am_device_at(s->stop) : NULL,
                            .state = t->scratch.state,
                            .stress = t->scratch.stress,
                            .tangent = t->scratch.tangent,
                            .status = t->scratch.status};
  am_cuda_resident_advance(t->points->phase->tangents, &fields, t->count,
                           s->stream);
}

static void look_at(am_device_space *s, const piece *t) {
  k_places places = am_device_places(s, t->points, t->first, t->count);
  k_survey survey = {.tangents = t->scratch.tangent,
                     .count = t->count,
                     .stride = s->piece,
                     .partial = am_device_at(s->partial)};
  places.status = t->scratch.status;
  places.field = t->scratch.stress;
  places.stride = s->piece;
  am_device_launch(s, AM_CELL_KERNEL_INSPECT, t->count, &places);
  am_device_launch(s, AM_CELL_KERNEL_SURVEY, K_FEW, &survey);
}

static void do_phase(am_device_space *s, const am_span *span, bool keep,
                     am_device_points *p) {
  piece t = {.points = p, .scratch = scratch_of(s, p)};
  for (; t.first < p->phase->count; t.first += t.count) {
    long rest = p->phase->count - t.first;
    t.count = rest < s->piece ? rest : s->piece;
    gather(s, &t);
    evaluate(s, span, &t);
    look_at(s, &t);
    if (keep) keep_tangents(s, &t);
  }
}

/* ---- a survey -------------------------------------------------------------*/

static void conclude(const am_device_space *s, am_survey *survey) {
  double C[36], extremes[4];
  const k_found *found = am_device_found(s);
  *survey = (am_survey){.voxel = -1};
  if (found->worst != ~0ull) {
    survey->voxel = (long)(found->worst / 16);
    survey->status = (am_point_status)(found->worst % 16);
    return;
  }
  for (int i = 0; i < 36; i++) {
    C[i] = am_device_sum(s, i) / (double)s->space.cell->micro->voxels;
    if (!isfinite(C[i])) survey->status = AM_POINT_INVALID;
  }
  for (int i = 0; i < 4; i++) extremes[i] = am_device_maximum(s, 36 + i);
  am_basis_matrix_to_mandel(C, survey->mean);
  survey->shear_least = -extremes[0];
  survey->shear_largest = extremes[1];
  survey->bulk_least = -extremes[2];
  survey->bulk_largest = extremes[3];
}

void am_device_survey(am_space *space, const am_span *span,
                      const am_vector *u, bool keep, am_survey *survey) {
  am_device_space *s = (am_device_space *)space;
  k_survey nothing = {.partial = am_device_at(s->partial)};
  *survey = (am_survey){.voxel = -1, .status = AM_POINT_LOST};
  am_cuda_use(&s->device);
  if (am_device_failed(s) || !prepare(s, keep)) return;
  am_device_begin(s);
  am_device_expect(s);
  am_device_strain(s, u);
  am_device_launch(s, AM_CELL_KERNEL_BEGIN, K_FEW, &nothing);
  for (int i = 0; i < space->cell->phase_count; i++)
    do_phase(s, span, keep, &s->points[i]);
  am_device_total(s, K_FEW, K_SURVEYED, 36);
  am_device_spent(s, AM_CELL_TIME_TANGENTS);
  if (am_device_read(s, K_SURVEYED, span->stop)) conclude(s, survey);
}

void am_device_apply(am_space *space, const am_vector *v, am_vector *g,
                     am_response *response) {
  am_device_space *s = (am_device_space *)space;
  am_device_begin(s);
  am_device_expect(s);
  am_device_strain(s, v);
  for (int i = 0; i < space->cell->phase_count; i++) {
    const am_device_points *p = &s->points[i];
    k_places places = am_device_places(s, p, 0, p->phase->count);
    places.tangents = am_device_at(p->tangents);
    am_device_launch(s, AM_CELL_KERNEL_APPLY, places.count, &places);
  }
  am_device_spent(s, AM_CELL_TIME_TANGENTS);
  am_device_gradient(s, g, NULL, response);
}
