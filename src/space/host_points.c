/* host_points.c: the fields of the phases, and laws at the voxels. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "space/host.h"

/* A field of `components` in a phase. */
static am_status new_field(am_host *h, am_report *report, long count,
                           int components, double **field) {
  return am_host_room(h, report, components * count, field);
}

static am_status new_pair(am_host *h, am_report *report, long count,
                          int components, am_host_pair *pair) {
  AM_TRY(new_field(h, report, count, components, &pair->now));
  return new_field(h, report, count, components, &pair->next);
}

/* Doubles have room for four ends. */
static am_status new_ends(am_host *h, am_report *report, long count,
                          unsigned short **ends) {
  double *room;
  AM_TRY(new_field(h, report, count, AM_SUBSTEP_ENDS / 4, &room));
  *ends = (unsigned short *)(void *)room;
  return AM_OK;
}

static void fill_state(const am_host_points *p, int threads) {
  const am_law *law = p->phase->law;
  long count = p->phase->count;
  for (int i = 0; i < law->na; i++) {
    double *field = p->state.now + i * count;
#pragma omp parallel for num_threads(threads)
    for (long n = 0; n < count; n++) field[n] = law->initial[i];
  }
}

static am_status new_points(am_host *h, am_report *report,
                            const am_phase *phase, am_host_points *p) {
  long count = phase->count;
  p->phase = phase;
  AM_TRY(new_pair(h, report, count, 6, &p->strain));
  AM_TRY(new_pair(h, report, count, phase->law->nx, &p->state));
  AM_TRY(new_pair(h, report, count, 1, &p->size));
  AM_TRY(new_field(h, report, count, 6, &p->target));
  AM_TRY(new_field(h, report, count, 6, &p->stress));
  AM_TRY(new_field(h, report, count, 1, &p->status));
  AM_TRY(new_field(h, report, count, 1, &p->substeps));
  AM_TRY(new_ends(h, report, count, &p->ends));
  fill_state(p, h->threads);
  return AM_OK;
}

am_status am_host_points_new(am_host *h, am_report *report) {
  const am_cell *cell = h->space.cell;
  h->points = AM_ARRAY(h->arena, am_host_points, cell->phase_count);
  for (int i = 0; i < cell->phase_count; i++)
    AM_TRY(new_points(h, report, &cell->phases[i], &h->points[i]));
  return AM_OK;
}

long am_host_at(const am_host *h, const am_host_points *p, long place) {
  int width = h->transform.grid[0], voxel = p->phase->voxel[place];
  int row = voxel / width;
  return 2 * h->transform.row * row + (voxel - row * width);
}

static void gather(const am_host *h, const am_host_points *p) {
  long count = p->phase->count, field = 2 * h->transform.field;
#pragma omp parallel for num_threads(h->threads)
  for (long n = 0; n < count; n++) {
    const double *from = h->transform.data + am_host_at(h, p, n);
    for (int c = 0; c < 6; c++) p->target[c * count + n] = from[c * field];
  }
}

void am_host_gather(am_host *h) {
  for (int i = 0; i < h->space.cell->phase_count; i++)
    gather(h, &h->points[i]);
}

static void scatter(const am_host *h, const am_host_points *p) {
  long count = p->phase->count, field = 2 * h->transform.field;
#pragma omp parallel for num_threads(h->threads)
  for (long n = 0; n < count; n++) {
    double *to = h->transform.data + am_host_at(h, p, n), x[6], t[6];
    for (int c = 0; c < 6; c++) x[c] = p->stress[c * count + n];
    am_basis_to_tensor(x, t);
    for (int c = 0; c < 6; c++) to[c * field] = t[c];
  }
}

void am_host_scatter(am_host *h) {
  for (int i = 0; i < h->space.cell->phase_count; i++)
    scatter(h, &h->points[i]);
}

void am_host_worst(const am_host_points *p, const double *status, long first,
                   long count, int threads, long *voxel,
                   am_point_status *found) {
  long worst = count;
#pragma omp parallel for num_threads(threads) reduction(min : worst)
  for (long n = 0; n < count; n++)
    if (n < worst && status[n] != AM_POINT_GOOD) worst = n;
  if (worst == count) return;
  long here = p->phase->voxel[first + worst];
  if (*voxel >= 0 && *voxel < here) return;
  *voxel = here;
  *found = (am_point_status)status[worst];
}

static void evaluate(const am_host_points *p, const am_span *span) {
  const am_fields f = {.stride = p->phase->count,
                       .duration = span->duration,
                       .strain0 = p->strain.now,
                       .state0 = p->state.now,
                       .target = p->target,
                       .first = p->size.now,
                       .stop = span->stop,
                       .strain = p->strain.next,
                       .state = p->state.next,
                       .next = p->size.next,
                       .stress = p->stress,
                       .status = p->status,
                       .substeps = p->substeps,
                       .ends = p->ends,
                       .follow = span->follow};
  p->phase->engine->advance(p->phase->program, &f, p->phase->count);
}

bool am_host_evaluate(am_host *h, const am_span *span,
                      am_response *response) {
  for (int i = 0; i < h->space.cell->phase_count; i++) {
    const am_host_points *p = &h->points[i];
    evaluate(p, span);
    am_host_worst(p, p->status, 0, p->phase->count, h->threads,
                  &response->voxel, &response->status);
  }
  return response->voxel < 0;
}

long am_host_unfit(const am_host *h) {
  long first = h->space.cell->micro->voxels;
  for (int i = 0; i < h->space.cell->phase_count; i++) {
    const am_host_points *p = &h->points[i];
    for (long n = 0; n < 6 * p->phase->count; n++) {
      long voxel = p->phase->voxel[n % p->phase->count];
      if (!isfinite(p->stress[n]) && voxel < first) first = voxel;
    }
  }
  return first < h->space.cell->micro->voxels ? first : -1;
}

static void commit(am_host_pair *pair) {
  double *now = pair->now;
  pair->now = pair->next;
  pair->next = now;
}

void am_host_commit(am_space *s) {
  am_host *h = (am_host *)s;
  for (int i = 0; h->answered && i < s->cell->phase_count; i++) {
    commit(&h->points[i].strain);
    commit(&h->points[i].state);
    commit(&h->points[i].size);
  }
  h->answered = false;
}

static double *find_field(const am_host_points *p, am_cell_field field,
                          int *components) {
  const struct {
    double *values;
    int components;
  } fields[] = {
      [AM_CELL_STRAIN] = {p->strain.now, 6},
      [AM_CELL_STRESS] = {p->stress, 6},
      [AM_CELL_STATE] = {p->state.now, p->phase->law->nx},
      [AM_CELL_SUBSTEPS] = {p->substeps, 1},
      [AM_CELL_NEXT] = {p->size.now, 1},
  };
  *components = fields[field].components;
  return fields[field].values;
}

/* Mean of x [count]. */
static double mean_of(const am_host *h, const double *x, long count) {
  long parts = (count + AM_HOST_PLACES - 1) / AM_HOST_PLACES;
#pragma omp parallel for num_threads(h->threads)
  for (long i = 0; i < parts; i++) {
    long rest = count - i * AM_HOST_PLACES;
    h->sums[i] = am_host_total(x + i * AM_HOST_PLACES,
                               rest < AM_HOST_PLACES ? rest : AM_HOST_PLACES);
  }
  return am_host_total(h->sums, parts) / (double)count;
}

void am_host_means(am_space *s, am_cell_field field, int phase,
                   double *mean) {
  am_host *h = (am_host *)s;
  int components;
  long count = s->cell->phases[phase].count;
  const double *x = find_field(&h->points[phase], field, &components);
  for (int c = 0; c < components; c++)
    mean[c] = mean_of(h, x + c * count, count);
}

void am_host_fetch(am_space *s, am_cell_field field, int phase,
                   double *values) {
  int components;
  const double *x =
      find_field(&((am_host *)s)->points[phase], field, &components);
  memcpy(values, x, (size_t)(components * s->cell->phases[phase].count) *
                        sizeof *values);
}

void am_host_store(am_space *s, am_cell_field field, int phase,
                   const double *values) {
  int components;
  double *x = find_field(&((am_host *)s)->points[phase], field, &components);
  memcpy(x, values, (size_t)(components * s->cell->phases[phase].count) *
                        sizeof *values);
}
