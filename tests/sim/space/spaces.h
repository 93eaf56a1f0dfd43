/* spaces.h: spaces of hand-made volume elements. */
#ifndef AM_TESTS_SPACE_SPACES_H
#define AM_TESTS_SPACE_SPACES_H

#include "cells.h"
#include "space/voxels.h"

/* lambda and mu between those of Al2O3 and aluminium [MPa] */
static const double lambda0 = 80068, mu0 = 70338;

typedef struct {
  element e;
  am_space *space;
} opened;

static inline opened open_space(element e, const char *text, int threads) {
  opened o = {.e = e};
  must_make(&o.e, text);
  am_status status =
      am_space_open(e.arena, e.report, o.e.cell, threads, &o.space);
  ck_assert_msg(status == AM_OK, "%s", told(&o.e));
  am_space_set_reference(o.space, lambda0, mu0);
  return o;
}

static inline am_vector *new_vector(const opened *o, bool rough) {
  am_vector *v = NULL;
  ck_assert_int_eq(
      am_space_vector(o->space, o->e.report, rough, &v), AM_OK);
  return v;
}

static const am_loading_step span = {.duration = 1};

static inline double size_of(const double *mandel) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += mandel[i] * mandel[i];
  return sqrt(sum);
}

#endif
