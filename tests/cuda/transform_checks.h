/* transform_checks.h: Fourier transforms on a device of fields with one nonzero
 * voxel: closed forms on odd, even, flat and large grids. */
#ifndef AM_TESTS_CUDA_TRANSFORM_CHECKS_H
#define AM_TESTS_CUDA_TRANSFORM_CHECKS_H

#include "cuda/sim/cufft.h"
#include "support.h"

/* The last grid is transformed plane by plane. */
static const int transformed[][3] = {{5, 4, 3},  {6, 7, 2}, {1, 6, 5},
                                     {9, 1, 1},  {1, 1, 4}, {1, 1, 1},
                                     {80, 3, 70}, {80, 60, 72}};

enum { TRANSFORMED = sizeof transformed / sizeof *transformed, PLANES = 6 };

typedef struct {
  am_arena *arena;
  am_cuda_device *device;
  am_cuda_stream stream;
  am_cuda_transform *transform;
  const int *grid;
  long width, plane;     /* doubles of a row, and of a plane */
  double *values;        /* [PLANES][plane] */
  am_cuda_pointer there; /* the same on the device */
} transformation;

static inline size_t size_of_planes(const transformation *t) {
  return sizeof(double) * PLANES * (size_t)t->plane;
}

static inline transformation open_transformation(const int *grid) {
  transformation t = {.arena = test_arena(), .grid = grid};
  int count;
  ck_assert(!am_arena_recover(t.arena));
  am_report *report = am_report_new(t.arena);
  ck_assert_int_eq(am_cuda_devices(t.arena, report, &t.device, &count),
                   AM_OK);
  ck_assert_int_eq(am_cuda_open(t.arena, report, t.device), AM_OK);
  AM_CUDA(t.device, cuStreamCreate, &t.stream, AM_CUDA_NON_BLOCKING);
  am_cuda_transform *its = AM_NEW(t.arena, am_cuda_transform);
  *its = (am_cuda_transform){.device = t.device, .stream = t.stream,
                             .team = &am_team_alone,
                             .grid = {grid[0], grid[1], grid[2]},
                             .fields = PLANES};
  am_status status = am_cuda_transform_open(t.arena, report, its);
  t.transform = its;
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  t.width = 2 * (grid[0] / 2 + 1);
  t.plane = t.width * grid[1] * grid[2];
  t.values = AM_ARRAY(t.arena, double, PLANES * t.plane);
  t.there = am_cuda_alloc(t.device, size_of_planes(&t));
  ck_assert(t.there);
  return t;
}

static inline void close_transformation(transformation *t) {
  am_cuda_free(t->device, t->there);
  t->device->driver->cuStreamDestroy(t->stream);
  am_arena_free(t->arena);
}

static inline void send(transformation *t) {
  AM_CUDA(t->device, cuMemcpyHtoDAsync, t->there, t->values,
          size_of_planes(t), t->stream);
}

static inline void receive(transformation *t) {
  AM_CUDA(t->device, cuMemcpyDtoHAsync, t->values, t->there,
          size_of_planes(t), t->stream);
  AM_CUDA(t->device, cuStreamSynchronize, t->stream);
  ck_assert_msg(!*t->device->failure, "%s", t->device->failure);
}

/* Nonzero voxel, and its value in a plane. */
static inline int place_of(const transformation *t, int d) {
  return t->grid[d] > 2 ? 2 - d % 2 : t->grid[d] - 1;
}

static inline double value_of(int plane) { return 1.5 - plane; }

static inline double *row_of(const transformation *t, int plane, int j,
                             int k) {
  return t->values + plane * t->plane +
         ((long)k * t->grid[1] + j) * t->width;
}

static inline void check_spectrum(const transformation *t) {
  const int *n = t->grid;
  for (int p = 0; p < PLANES; p++)
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < t->width / 2; i++) {
          const double *found = row_of(t, p, j, k) + 2 * i;
          double angle = -2 * acos(-1) *
                         ((double)i * place_of(t, 0) / n[0] +
                          (double)j * place_of(t, 1) / n[1] +
                          (double)k * place_of(t, 2) / n[2]);
          ck_assert_close(found[0], value_of(p) * cos(angle), 0, 1e-11);
          ck_assert_close(found[1], value_of(p) * sin(angle), 0, 1e-11);
        }
}

static inline void check_field(const transformation *t) {
  const int *n = t->grid;
  double count = (double)n[0] * n[1] * n[2];
  for (int p = 0; p < PLANES; p++)
    for (int k = 0; k < n[2]; k++)
      for (int j = 0; j < n[1]; j++)
        for (int i = 0; i < n[0]; i++) {
          bool here = i == place_of(t, 0) && j == place_of(t, 1) &&
                      k == place_of(t, 2);
          ck_assert_close(row_of(t, p, j, k)[i],
                          here ? count * value_of(p) : 0, 0, 1e-13 * count);
        }
}

START_TEST(transforms_have_closed_forms) {
  transformation t = open_transformation(transformed[_i]);
  for (int p = 0; p < PLANES; p++)
    row_of(&t, p, place_of(&t, 1), place_of(&t, 2))[place_of(&t, 0)] =
        value_of(p);
  ck_assert_int_eq(t.transform->batch, _i == TRANSFORMED - 1 ? 1 : PLANES);
  send(&t);
  am_cuda_transform_apply(t.transform, t.there, false);
  receive(&t);
  check_spectrum(&t);
  am_cuda_transform_apply(t.transform, t.there, true);
  receive(&t);
  check_field(&t);
  close_transformation(&t);
}
END_TEST

#endif
