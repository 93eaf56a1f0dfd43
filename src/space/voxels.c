/* voxels.c: the fields of the phases, and laws at the voxels. */
#include "space/voxels.h"

#include <math.h>
#include <string.h>

/* ---- memory ---------------------------------------------------------------*/

static const double pi = 3.14159265358979323846;

/* The tables of one direction, see waves in space.h. */
static void fill_waves(const am_cell *cell, int d, double *sine,
                       double *cosine) {
  int count = cell->micro->grid[d];
  double length = cell->micro->size[d];
  for (int n = 0; n < count; n++) {
    int number = 2 * n > count ? n - count : n;
    double half = pi * number / count; /* t/2 */
    bool nyquist = 2 * n == count;
    sine[n] = cell->rotated ? 2 * count / length * sin(half)
              : nyquist     ? 0
                            : 2 * pi * number / length;
    cosine[n] = nyquist ? 0 : cell->rotated ? cos(half) : 1;
  }
}

static am_status open_waves(am_voxels *v, am_report *report) {
  for (int d = 0; d < 3; d++) {
    int count = v->waves.grid[d];
    const double **there[] = {&v->waves.sine[d], &v->waves.cosine[d]};
    double *tables[2];
    for (int i = 0; i < 2; i++) tables[i] = AM_ARRAY(v->arena, double, count);
    fill_waves(v->space.cell, d, tables[0], tables[1]);
    for (int i = 0; i < 2; i++) {
      size_t size = sizeof(double) * (size_t)count;
      void *room;
      AM_TRY(v->memory->room(v, report, "the wave vectors", size, &room));
      v->memory->upload(v, room, tables[i], size);
      *there[i] = room;
    }
  }
  return AM_OK;
}

/* All fields of a phase, zero before anything is found. */
static am_status open_fields(am_voxels *v, am_report *report,
                             am_phase_points *p) {
  am_fields *f = &p->fields;
  int components[AM_FIELD_COUNT];
  void *room;
  am_field_components(p->phase->law, 6, components);
  f->stride = p->phase->count;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    if (!(AM_PHASE_FIELDS & 1u << i)) continue;
    size_t rows = (size_t)components[i];
    AM_TRY(v->memory->room(v, report, "the state of a phase",
                           rows * sizeof(double) * (size_t)f->stride, &room));
    am_field_set(f, i, room);
  }
  AM_TRY(v->memory->room(v, report, "the state of a phase",
                         AM_SUBSTEP_ENDS * sizeof *f->ends *
                             (size_t)f->stride,
                         &room));
  f->ends = room;
  return AM_OK;
}

/* Sets a row of a field of a phase, which is zero. */
static void fill_row(am_voxels *v, double *row, long count, double value) {
  enum { MOST = 4096 };
  double some[MOST];
  if (value == 0) return;
  for (int n = 0; n < MOST; n++) some[n] = value;
  for (long done = 0; done < count; done += MOST)
    v->memory->upload(
        v, row + done, some,
        (size_t)(count - done < MOST ? count - done : MOST) * sizeof *some);
}

/* The state at the start, most of which is zero, and external fields. */
static void begin_state(am_voxels *v, const am_phase_points *p) {
  const am_law *law = p->phase->law;
  long count = p->phase->count;
  double *state = am_field_get(&p->fields, AM_FIELD_state0);
  double *from = am_field_get(&p->fields, AM_FIELD_external0);
  double *to = am_field_get(&p->fields, AM_FIELD_external1);
  for (int i = 0; i < law->na; i++)
    fill_row(v, state + i * count, count, law->initial[i]);
  for (int i = 0; i < law->nf; i++) {
    fill_row(v, from + i * count, count, law->external[i]);
    fill_row(v, to + i * count, count, law->external[i]);
  }
}

double am_voxels_size(const am_cell *cell) {
  double size = 0;
  for (int i = 0; i < cell->phase_count; i++) {
    const am_phase *phase = &cell->phases[i];
    int components[AM_FIELD_COUNT];
    am_field_components(phase->law, 6, components);
    double numbers = am_fields_rows(components, AM_PHASE_FIELDS);
    size += (double)phase->count *
            (numbers * sizeof(double) +
             AM_SUBSTEP_ENDS * sizeof(unsigned short) + 2 * sizeof(int));
  }
  return size;
}

am_status am_voxels_open(am_voxels *v, am_report *report) {
  const am_cell *cell = v->space.cell;
  const int *grid = cell->micro->grid;
  void *room;
  for (int d = 0; d < 3; d++) v->waves.grid[d] = grid[d];
  v->space.frequencies = k_wave_count(&v->waves);
  am_voxels_set_reference(&v->space, 0, 1);
  AM_TRY(open_waves(v, report));
  long sums = K_MOST * v->stride > K_SURVEYED * v->surveyed
                  ? K_MOST * v->stride
                  : K_SURVEYED * v->surveyed;
  AM_TRY(v->memory->room(v, report, "sums", sizeof(double) * (size_t)sums,
                         &room));
  v->partial = room;
  AM_TRY(v->memory->room(
      v, report, "a strain field",
      6 * sizeof(k_complex) * (size_t)(v->row * grid[1] * grid[2]), &room));
  v->planes = room;
  v->points = AM_ARRAY(v->arena, am_phase_points, cell->phase_count);
  for (int i = 0; i < cell->phase_count; i++) {
    am_phase_points *p = &v->points[i];
    p->phase = &cell->phases[i];
    if (p->phase->count > v->largest) v->largest = p->phase->count;
    size_t size = sizeof(int) * (size_t)p->phase->count;
    AM_TRY(v->memory->room(v, report, "the places of a phase", size, &room));
    v->memory->upload(v, room, p->phase->voxel, size);
    p->voxel = room;
    AM_TRY(open_fields(v, report, p));
    AM_TRY(v->memory->prepare(v, report, p->phase, p->phase->program,
                              p->phase->count));
    begin_state(v, p);
  }
  return AM_OK;
}

void am_voxels_set_reference(am_space *space, double lambda, double mu) {
  am_voxels *v = (am_voxels *)space;
  space->lambda = v->waves.lambda = lambda;
  space->mu = v->waves.mu = mu;
}

void am_voxels_account(const am_space *space, am_space_account *account) {
  const am_voxels *v = (const am_voxels *)space;
  *account = (am_space_account){.law = v->times[AM_CELL_TIME_LAW],
                                .tangents = v->times[AM_CELL_TIME_TANGENTS],
                                .transforms = v->times[AM_CELL_TIME_TRANSFORMS],
                                .rest = v->times[AM_CELL_TIME_REST],
                                .evaluations = v->evaluations,
                                .bytes = v->bytes};
}

/* ---- laws -----------------------------------------------------------------*/

k_places am_voxels_places(const am_voxels *v, const am_phase_points *p,
                          long first, long count) {
  return (k_places){
      .width = v->waves.grid[0],
      .row = 2 * v->row,
      .plane = 2 * v->row * v->waves.grid[1] * v->waves.grid[2],
      .planes = v->planes,
      .voxel = p->voxel + first,
      .count = count,
      .stride = p->phase->count,
      .status = p->fields.status,
      .found = v->found_there};
}

void am_voxels_advance(am_voxels *v, const am_span *span,
                       const am_phase *phase, const am_fields *fields,
                       long count) {
  am_fields f = *fields;
  f.duration = span->duration;
  f.stop = span->stop;
  f.follow = f.ends ? span->follow : 0;
  v->memory->advance(v, phase, f.tangent ? phase->tangents : phase->program,
                     &f, count);
}

/* A kernel between the planes and a field of a phase. */
static void launch_places(am_voxels *v, am_cell_kernel kernel,
                          const am_phase_points *p, double *field) {
  k_places places = am_voxels_places(v, p, 0, p->phase->count);
  places.field = field;
  v->memory->launch(v, kernel, places.count, &places);
}

/* All strains are gathered before the first stress takes their place. */
void am_voxels_respond(am_space *space, const am_span *span,
                       const am_vector *u, am_vector *g,
                       am_response *response) {
  am_voxels *v = (am_voxels *)space;
  const am_memory *memory = v->memory;
  const am_phase_points *end = v->points + space->cell->phase_count;
  memory->begin(v);
  memory->expect(v);
  am_voxels_strain(v, u);
  for (const am_phase_points *p = v->points; p < end; p++)
    launch_places(v, AM_CELL_KERNEL_GATHER, p,
                  am_field_get(&p->fields, AM_FIELD_target));
  memory->spent(v, AM_CELL_TIME_REST);
  for (const am_phase_points *p = v->points; p < end; p++)
    am_voxels_advance(v, span, p->phase, &p->fields, p->phase->count);
  memory->spent(v, AM_CELL_TIME_LAW);
  for (const am_phase_points *p = v->points; p < end; p++)
    launch_places(v, AM_CELL_KERNEL_SCATTER, p, p->fields.stress);
  memory->spent(v, AM_CELL_TIME_REST);
  am_voxels_gradient(v, g, span->stop, response);
  v->evaluations++;
  v->answered = response->status == AM_POINT_GOOD;
}

/* The strain at t_n becomes the one that the laws had as target. */
void am_voxels_commit(am_space *space) {
  am_voxels *v = (am_voxels *)space;
  if (!v->answered) return;
  v->memory->begin(v);
  for (int i = 0; i < space->cell->phase_count; i++) {
    am_fields *f = &v->points[i].fields;
    const k_copy rows = {.from = f->target,
                         .to = am_field_get(f, AM_FIELD_strain0),
                         .from_stride = f->stride,
                         .to_stride = f->stride,
                         .count = f->stride,
                         .rows = 6};
    v->memory->launch(v, AM_CELL_KERNEL_COORDINATES, rows.count, &rows);
    am_field_turn(f, AM_FIELD_state0);
    am_field_turn(f, AM_FIELD_first);
    am_field_turn(f, AM_FIELD_method0);
  }
  v->memory->spent(v, AM_CELL_TIME_REST);
  v->answered = false;
}

/* ---- fields ---------------------------------------------------------------*/

/* Where a field is; [*rows] of it. */
static double *find_field(const am_phase_points *p, am_cell_field field,
                          int *rows) {
  static const int places[] = {[AM_CELL_STRAIN] = AM_FIELD_strain0,
                             [AM_CELL_STRESS] = AM_FIELD_stress,
                             [AM_CELL_STATE] = AM_FIELD_state0,
                             [AM_CELL_SUBSTEPS] = AM_FIELD_substeps,
                             [AM_CELL_NEXT] = AM_FIELD_first,
                             [AM_CELL_METHOD] = AM_FIELD_method0};
  int components[AM_FIELD_COUNT];
  am_field_components(p->phase->law, 6, components);
  *rows = components[places[field]];
  return am_field_get(&p->fields, places[field]);
}

void am_voxels_means(am_space *space, am_cell_field field, int phase,
                     double *mean) {
  am_voxels *v = (am_voxels *)space;
  const am_phase_points *p = &v->points[phase];
  long count = p->phase->count;
  int rows;
  const double *at = find_field(p, field, &rows);
  for (int i = 0; i < rows; i += K_MOST) {
    const k_means sums = {
        .field = at + i * count,
        .count = count,
        .stride = count,
        .rows = rows - i < K_MOST ? rows - i : K_MOST,
        .sums = {.partial = v->partial, .stride = v->stride}};
    v->memory->begin(v);
    v->memory->launch(v, AM_CELL_KERNEL_MEANS, count, &sums);
    bool read = v->memory->read(v, sums.rows, sums.rows, v->stride, NULL);
    for (int r = 0; r < sums.rows; r++)
      mean[i + r] = read ? am_voxels_sum(v, r) / (double)count : 0;
  }
}

void am_voxels_fetch(am_space *space, am_cell_field field, int phase,
                     double *values) {
  am_voxels *v = (am_voxels *)space;
  const am_phase_points *p = &v->points[phase];
  int rows;
  const double *at = find_field(p, field, &rows);
  v->memory->download(v, values, at,
                      sizeof(double) * (size_t)(rows * p->phase->count));
}

void am_voxels_store(am_space *space, am_cell_field field, int phase,
                     const double *values) {
  am_voxels *v = (am_voxels *)space;
  const am_phase_points *p = &v->points[phase];
  int rows;
  double *at = find_field(p, field, &rows);
  v->memory->upload(v, at, values,
                    sizeof(double) * (size_t)(rows * p->phase->count));
}
