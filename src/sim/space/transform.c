/* transform.c: FFTW plans for single planes and columns. */
#include <fftw3.h>

#include "space/transform.h"

enum { ROUND = 4 /* complex numbers in 64 bytes */ };

long am_transform_row(const int *grid) {
  return (grid[0] / 2 + 1 + ROUND - 1) / ROUND * ROUND;
}

/* ---- plans --------------------------------------------------------------- */

static void destroy(void *plan) { fftw_destroy_plan(plan); }

static am_status own_plan(am_arena *arena, am_report *report,
                          fftw_plan plan, struct fftw_plan_s **place) {
  *place = plan;
  if (!plan)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "FFTW cannot transform this grid");
  am_arena_defer(arena, destroy, plan);
  return AM_OK;
}

static am_status make_plans(am_arena *arena, am_report *report,
                            am_transform *t) {
  const int *n = t->grid;
  fftw_complex *spectrum = (fftw_complex *)t->data;
  fftw_iodim64 to[] = {{n[1], 2 * t->row, t->row}, {n[0], 1, 1}};
  fftw_iodim64 from[] = {{n[1], t->row, 2 * t->row}, {n[0], 1, 1}};
  AM_TRY(own_plan(arena, report,
                  fftw_plan_guru64_dft_r2c(2, to, 0, NULL, t->data, spectrum,
                                           FFTW_ESTIMATE),
                  &t->along_planes[AM_FORWARD]));
  AM_TRY(own_plan(arena, report,
                  fftw_plan_guru64_dft_c2r(2, from, 0, NULL, spectrum, t->data,
                                           FFTW_ESTIMATE),
                  &t->along_planes[AM_BACKWARD]));
  static const int signs[] = {[AM_FORWARD] = FFTW_FORWARD,
                              [AM_BACKWARD] = FFTW_BACKWARD};
  fftw_iodim64 along = {n[2], t->row, t->row};
  fftw_iodim64 many = {n[0] / 2 + 1, 1, 1};
  for (int i = 0; i < 2; i++)
    AM_TRY(own_plan(arena, report,
                    fftw_plan_guru64_dft(1, &along, 1, &many, spectrum,
                                         spectrum, signs[i], FFTW_ESTIMATE),
                    &t->along_columns[i]));
  return AM_OK;
}

/* Allocates a row of all planes for each thread, aligned like the planes. */
static am_status open_beside(am_arena *arena, am_report *report,
                             am_transform *t) {
  size_t size =
      sizeof(double) * (size_t)(2 * t->count * t->row * t->grid[2]);
  t->beside = fftw_malloc(size * (size_t)t->threads);
  if (!t->beside)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "not enough memory for the columns of a transform");
  am_arena_defer(arena, fftw_free, t->beside);
  return AM_OK;
}

static void free_turns(void *data) {
  am_transform *t = data;
  for (int c = 0; c < 6; c++)
    if (t->turns[c]) t->team->type->turn_free(t->turns[c]);
}

static am_status open_turns(am_arena *arena, am_report *report,
                            am_transform *t) {
  bool all = true;
  am_arena_defer(arena, free_turns, t);
  for (int c = 0; c < t->count; c++) {
    t->turns[c] = t->team->type->turn_new(t->grid[2], t->grid[1], 2 * t->row,
                                          t->data + 2 * t->field * c);
    all = all && t->turns[c];
  }
  return all ? AM_OK
             : am_error(report, AM_ENVIRONMENT, am_nowhere,
                        "FFTW cannot transpose this grid");
}

am_status am_transform_new(am_arena *arena, am_report *report,
                           am_transform *t) {
  const int *n = t->grid;
  bool alone = t->team->count == 1;
  t->planes = am_team_slab(t->team, t->team->rank, n[2]);
  t->rows = am_team_slab(t->team, t->team->rank, n[1]);
  t->row = am_transform_row(n);
  t->plane = t->row * n[1];
  t->field = t->row * am_team_grid_rows(t->team, n);
  am_status made = make_plans(arena, report, t);
  if (made == AM_OK && alone) made = open_beside(arena, report, t);
  AM_TRY(am_team_agree(t->team, report, made));
  if (!alone) made = open_turns(arena, report, t);
  return am_team_agree(t->team, report, made);
}

/* ---- planes -------------------------------------------------------------- */

static void transform_plane(const am_transform *t, long n, int direction) {
  long plane = n / t->count * t->plane + n % t->count * t->field;
  double *reals = t->data + 2 * plane;
  fftw_complex *spectrum = (fftw_complex *)reals;
  if (direction == AM_FORWARD)
    fftw_execute_dft_r2c(t->along_planes[AM_FORWARD], reals, spectrum);
  else
    fftw_execute_dft_c2r(t->along_planes[AM_BACKWARD], spectrum, reals);
}

static void turn_planes(const am_transform *t, bool back) {
  for (int c = 0; c < 6; c++)
    if (t->turns[c]) t->team->type->turn(t->turns[c], back);
}

void am_transform_planes(const am_transform *t, int direction) {
  long count = t->count * t->planes.count;
  if (direction == AM_BACKWARD) turn_planes(t, true);
#pragma omp parallel for schedule(dynamic) num_threads(t->threads)
  for (long i = 0; i < count; i++) transform_plane(t, i, direction);
  if (direction == AM_FORWARD) turn_planes(t, false);
}

/* ---- columns ------------------------------------------------------------- */

/* Copies row j of a field in all planes to the buffer, or back. */
static void copy_rows(const am_transform *t, int c, int j,
                      const am_rows_of_all *columns, bool back) {
  size_t size = 2 * sizeof(double) * (size_t)t->row;
  for (int k = 0; k < t->grid[2]; k++) {
    double *row = t->data + 2 * (t->field * c + t->plane * k + t->row * j);
    double *copy = columns->at + 2 * (columns->field * c + t->row * k);
    memcpy(back ? row : copy, back ? copy : row, size);
  }
}

am_rows_of_all am_transform_columns(const am_transform *t, int n,
                                    int direction) {
  long field = t->row * t->grid[2];
  if (!t->beside)
    return (am_rows_of_all){t->data + 2 * field * n, t->field};
  const am_rows_of_all columns = {
      t->beside + 2 * t->count * field * am_thread(), field};
  for (int c = 0; c < t->count && direction == AM_FORWARD; c++)
    copy_rows(t, c, n, &columns, false);
  return columns;
}

void am_transform_along_z(const am_transform *t, int n,
                          const am_rows_of_all *columns, int direction) {
  for (int c = 0; c < t->count; c++) {
    fftw_complex *field =
        (fftw_complex *)(columns->at + 2 * columns->field * c);
    fftw_execute_dft(t->along_columns[direction], field, field);
    if (t->beside && direction == AM_BACKWARD)
      copy_rows(t, c, n, columns, true);
  }
}
