/* transform.c: plans of FFTW for single planes and columns. */
#include "space/transform.h"

#include <fftw3.h>

enum { ROUND = 4 /* complex numbers of 64 bytes */ };

long am_transform_row(const int *grid) {
  return (grid[0] / 2 + 1 + ROUND - 1) / ROUND * ROUND;
}

static void destroy(void *plan) { fftw_destroy_plan(plan); }

static am_status own_plan(am_arena *arena, am_report *report,
                          fftw_plan plan, struct fftw_plan_s **place) {
  *place = plan;
  if (!plan)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "FFTW has no plan for this grid");
  am_arena_defer(arena, destroy, plan);
  return AM_OK;
}

am_status am_transform_new(am_arena *arena, am_report *report,
                           const int *grid, double *data, int threads,
                           am_transform *t) {
  *t = (am_transform){.grid = {grid[0], grid[1], grid[2]},
                      .threads = threads,
                      .row = am_transform_row(grid),
                      .plane = am_transform_row(grid) * grid[1],
                      .field = am_transform_row(grid) * grid[1] * grid[2],
                      .data = data};
  const int *n = t->grid;
  fftw_complex *spectrum = (fftw_complex *)t->data;
  fftw_iodim64 to[] = {{n[1], 2 * t->row, t->row}, {n[0], 1, 1}};
  fftw_iodim64 from[] = {{n[1], t->row, 2 * t->row}, {n[0], 1, 1}};
  AM_TRY(own_plan(arena, report,
                  fftw_plan_guru64_dft_r2c(2, to, 0, NULL, t->data, spectrum,
                                           FFTW_ESTIMATE),
                  &t->planes[AM_FORWARD]));
  AM_TRY(own_plan(arena, report,
                  fftw_plan_guru64_dft_c2r(2, from, 0, NULL, spectrum, t->data,
                                           FFTW_ESTIMATE),
                  &t->planes[AM_BACKWARD]));
  static const int signs[] = {[AM_FORWARD] = FFTW_FORWARD,
                              [AM_BACKWARD] = FFTW_BACKWARD};
  fftw_iodim64 along = {t->grid[2], t->plane, t->plane};
  fftw_iodim64 many[] = {{6, t->field, t->field}, {t->grid[0] / 2 + 1, 1, 1}};
  for (int i = 0; i < 2; i++)
    AM_TRY(own_plan(arena, report,
                    fftw_plan_guru64_dft(1, &along, 2, many, spectrum, spectrum,
                                         signs[i], FFTW_ESTIMATE),
                    &t->columns[i]));
  return AM_OK;
}

static void transform_plane(const am_transform *t, long plane, int direction) {
  double *reals = t->data + 2 * t->plane * plane;
  fftw_complex *spectrum = (fftw_complex *)reals;
  if (direction == AM_FORWARD)
    fftw_execute_dft_r2c(t->planes[AM_FORWARD], reals, spectrum);
  else
    fftw_execute_dft_c2r(t->planes[AM_BACKWARD], spectrum, reals);
}

void am_transform_planes(const am_transform *t, int direction) {
  long count = 6L * t->grid[2];
#pragma omp parallel for schedule(dynamic) num_threads(t->threads)
  for (long i = 0; i < count; i++) transform_plane(t, i, direction);
}

void am_transform_columns(const am_transform *t, int j, int direction) {
  fftw_complex *row = (fftw_complex *)(t->data + 2 * t->row * j);
  fftw_execute_dft(t->columns[direction], row, row);
}
