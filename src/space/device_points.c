/* device_points.c: the phases of a space on a device. */
#include "space/device.h"

#include <string.h>

#include "cuda/resident.h"

/* ---- memory ---------------------------------------------------------------*/

static size_t row_size(const am_device_points *p) {
  return sizeof(double) * (size_t)p->phase->count;
}

/* All fields of a phase: the stress, the states and the substep sizes found
 * are zero before anything is. */
static am_status open_fields(am_device_space *s, am_report *report,
                             am_device_points *p) {
  size_t row = row_size(p), nx = (size_t)p->phase->law->nx;
  size_t ends = AM_SUBSTEP_ENDS * sizeof(unsigned short) / sizeof(double);
  const struct {
    am_cuda_pointer *at;
    size_t rows;
  } fields[] = {{&p->strain0, 6},  {&p->target, 6}, {&p->stress, 6},
                {&p->state0, nx},  {&p->state, nx}, {&p->first, 1},
                {&p->next, 1},     {&p->substeps, 1}, {&p->status, 1},
                {&p->ends, ends}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    size_t size = fields[i].rows * row;
    AM_TRY(am_device_room(s, report, "the state of a phase", size,
                          fields[i].at));
    if (size)
      AM_CUDA(&s->device, cuMemsetD8Async, *fields[i].at, 0, size, s->stream);
  }
  return AM_OK;
}

static am_status open_voxels(am_device_space *s, am_report *report,
                             am_device_points *p) {
  size_t size = sizeof(int) * (size_t)p->phase->count;
  AM_TRY(am_device_room(s, report, "the places of a phase", size, &p->voxel));
  AM_CUDA(&s->device, cuMemcpyHtoDAsync, p->voxel, p->phase->voxel, size,
          s->stream);
  return AM_OK;
}

/* A row of equal numbers. */
static void fill(am_device_space *s, am_cuda_pointer row, long count,
                 double value) {
  double some[4096];
  const long most = sizeof some / sizeof *some;
  for (long i = 0; i < most; i++) some[i] = value;
  for (long done = 0; done < count; done += most) {
    long rest = count - done;
    AM_CUDA(&s->device, cuMemcpyHtoDAsync,
            row + (size_t)done * sizeof *some, some,
            (size_t)(rest < most ? rest : most) * sizeof *some, s->stream);
  }
}

/* Most of a state is zero at the start. */
static void begin_state(am_device_space *s, const am_device_points *p) {
  const am_law *law = p->phase->law;
  for (int i = 0; i < law->na; i++)
    if (law->initial[i] != 0)
      fill(s, p->state0 + (size_t)i * row_size(p), p->phase->count,
           law->initial[i]);
}

static am_status open_program(am_device_space *s, am_report *report,
                              const am_phase *phase) {
  size_t size = am_cuda_resident_prepare(phase->program, phase->count);
  const char *failure = am_engine_failure(phase->engine, phase->program);
  s->bytes += (double)size;
  if (size) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s has %.3g GB free, which is not enough "
                  "for the law of %ld voxels%s%s",
                  s->device.name, 1e-9 * (double)am_cuda_room(&s->device),
                  phase->count, failure ? ": " : "", failure ? failure : "");
}

double am_device_points_size(const am_cell *cell) {
  double size = 0;
  for (int i = 0; i < cell->phase_count; i++) {
    const am_phase *phase = &cell->phases[i];
    double numbers = 6 + 6 + 6 + 2 * phase->law->nx + 1 + 1 + 1 + 1;
    size += (double)phase->count *
            (numbers * sizeof(double) +
             AM_SUBSTEP_ENDS * sizeof(unsigned short) +
             2 * sizeof(int));
  }
  return size;
}

am_status am_device_points_new(am_device_space *s, am_report *report) {
  const am_cell *cell = s->space.cell;
  s->points = AM_ARRAY(s->arena, am_device_points, cell->phase_count);
  for (int i = 0; i < cell->phase_count; i++) {
    am_device_points *p = &s->points[i];
    p->phase = &cell->phases[i];
    if (p->phase->count > s->largest) s->largest = p->phase->count;
    AM_TRY(open_voxels(s, report, p));
    AM_TRY(open_fields(s, report, p));
    AM_TRY(open_program(s, report, p->phase));
    begin_state(s, p);
  }
  return AM_OK;
}

/* ---- laws -----------------------------------------------------------------*/

k_places am_device_places(const am_device_space *s, const am_device_points *p,
                          long first, long count) {
  am_cuda_pointer voxel = p->voxel + (size_t)first * sizeof(int);
  return (k_places){.width = s->waves.grid[0],
                    .plane = 2 * s->space.frequencies,
                    .planes = am_device_at(s->planes),
                    .voxel = am_device_at(voxel),
                    .count = count,
                    .stride = p->phase->count,
                    .status = am_device_at(p->status),
                    .found = am_device_at(s->found)};
}

static void gather(am_device_space *s, const am_device_points *p) {
  k_places places = am_device_places(s, p, 0, p->phase->count);
  places.field = am_device_at(p->target);
  am_device_launch(s, AM_CELL_KERNEL_GATHER, places.count, &places);
}

static void scatter(am_device_space *s, const am_device_points *p) {
  k_places places = am_device_places(s, p, 0, p->phase->count);
  places.field = am_device_at(p->stress);
  am_device_launch(s, AM_CELL_KERNEL_SCATTER, places.count, &places);
}

static void evaluate(am_device_space *s, const am_span *span,
                     const am_device_points *p) {
  const am_fields fields = {
      .stride = p->phase->count,
      .duration = span->duration,
      .strain0 = am_device_at(p->strain0),
      .state0 = am_device_at(p->state0),
      .target = am_device_at(p->target),
      .first = am_device_at(p->first),
      .stop = span->stop ? am_device_at(s->stop) : NULL,
      .state = am_device_at(p->state),
      .next = am_device_at(p->next),
      .stress = am_device_at(p->stress),
      .status = am_device_at(p->status),
      .substeps = am_device_at(p->substeps),
      .ends = am_device_at(p->ends),
      .follow = span->follow};
  am_cuda_resident_advance(p->phase->program, &fields, p->phase->count,
                           s->stream);
}

/* All strains are gathered before the first stress takes their place. */
void am_device_respond(am_space *space, const am_span *span,
                       const am_vector *u, am_vector *g,
                       am_response *response) {
  am_device_space *s = (am_device_space *)space;
  int count = space->cell->phase_count;
  am_device_begin(s);
  am_device_expect(s);
  am_device_strain(s, u);
  for (int i = 0; i < count; i++) gather(s, &s->points[i]);
  am_device_spent(s, AM_CELL_TIME_REST);
  for (int i = 0; i < count; i++) evaluate(s, span, &s->points[i]);
  am_device_spent(s, AM_CELL_TIME_LAW);
  for (int i = 0; i < count; i++) scatter(s, &s->points[i]);
  am_device_spent(s, AM_CELL_TIME_REST);
  am_device_gradient(s, g, span->stop, response);
  s->evaluations++;
  s->answered = response->status == AM_POINT_GOOD;
}

static void swap(am_cuda_pointer *a, am_cuda_pointer *b) {
  am_cuda_pointer c = *a;
  *a = *b;
  *b = c;
}

/* The strain that the laws had as target. */
void am_device_commit(am_space *space) {
  am_device_space *s = (am_device_space *)space;
  if (!s->answered) return;
  am_device_begin(s);
  for (int i = 0; i < space->cell->phase_count; i++) {
    am_device_points *p = &s->points[i];
    long count = p->phase->count;
    k_rows rows = {.from = am_device_at(p->target),
                   .to = am_device_at(p->strain0),
                   .from_stride = count,
                   .to_stride = count,
                   .count = count,
                   .rows = 6};
    am_device_launch(s, AM_CELL_KERNEL_COORDINATES, count, &rows);
    swap(&p->state0, &p->state);
    swap(&p->first, &p->next);
  }
  am_device_spent(s, AM_CELL_TIME_REST);
  s->answered = false;
}

/* ---- fields ---------------------------------------------------------------*/

/* Where a field is; [*rows] of it. */
static am_cuda_pointer field_of(const am_device_points *p,
                                am_cell_field field, int *rows) {
  const struct {
    am_cuda_pointer at;
    int rows;
  } fields[] = {[AM_CELL_STRAIN] = {p->strain0, 6},
                [AM_CELL_STRESS] = {p->stress, 6},
                [AM_CELL_STATE] = {p->state0, p->phase->law->nx},
                [AM_CELL_SUBSTEPS] = {p->substeps, 1},
                [AM_CELL_NEXT] = {p->first, 1}};
  *rows = fields[field].rows;
  return fields[field].at;
}

static void sum_rows(am_device_space *s, const am_device_points *p,
                     am_cuda_pointer at, int rows) {
  k_row_sums sums = {.field = am_device_at(at),
                     .count = p->phase->count,
                     .stride = p->phase->count,
                     .rows = rows,
                     .partial = am_device_at(s->partial)};
  am_device_begin(s);
  am_device_launch(s, AM_CELL_KERNEL_ROWS, K_THREADS, &sums);
  am_device_total(s, K_THREADS, rows, rows);
}

void am_device_means(am_space *space, am_cell_field field, int phase,
                     double *mean) {
  am_device_space *s = (am_device_space *)space;
  const am_device_points *p = &s->points[phase];
  int rows;
  am_cuda_pointer at = field_of(p, field, &rows);
  for (int i = 0; i < rows; i += K_MOST) {
    int some = rows - i < K_MOST ? rows - i : K_MOST;
    sum_rows(s, p, at + (size_t)i * row_size(p), some);
    bool read = am_device_read(s, some, NULL);
    for (int r = 0; r < some; r++)
      mean[i + r] =
          read ? am_device_sum(s, r) / (double)p->phase->count : 0;
  }
}

void am_device_fetch(am_space *space, am_cell_field field, int phase,
                     double *values) {
  am_device_space *s = (am_device_space *)space;
  const am_device_points *p = &s->points[phase];
  int rows;
  am_cuda_pointer at = field_of(p, field, &rows);
  size_t size = (size_t)rows * row_size(p);
  am_cuda_use(&s->device);
  if (size) AM_CUDA(&s->device, cuMemcpyDtoHAsync, values, at, size, s->stream);
  if (!am_device_wait(s)) memset(values, 0, size);
}

void am_device_store(am_space *space, am_cell_field field, int phase,
                     const double *values) {
  am_device_space *s = (am_device_space *)space;
  const am_device_points *p = &s->points[phase];
  int rows;
  am_cuda_pointer at = field_of(p, field, &rows);
  size_t size = (size_t)rows * row_size(p);
  am_cuda_use(&s->device);
  if (size) AM_CUDA(&s->device, cuMemcpyHtoDAsync, at, values, size, s->stream);
  am_device_wait(s);
}
