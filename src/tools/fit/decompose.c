/* decompose.c: determined directions of a Jacobian, by singular values. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>

#include "fit/fit.h"

/* Normalises columns; columns without influence become zero. */
static void scale_columns(am_decomposition *d, gsl_matrix *a) {
  double longest = 0;
  for (int j = 0; j < d->count; j++) {
    gsl_vector_view column = gsl_matrix_column(a, (size_t)j);
    d->norm[j] = gsl_blas_dnrm2(&column.vector);
    longest = fmax(longest, d->norm[j]);
  }
  for (int j = 0; j < d->count; j++) {
    gsl_vector_view column = gsl_matrix_column(a, (size_t)j);
    if (d->norm[j] <= AM_UNDETERMINED * longest) d->norm[j] = 0;
    gsl_vector_scale(&column.vector, d->norm[j] > 0 ? 1 / d->norm[j] : 0);
  }
}

am_decomposition am_decompose(am_arena *arena, double *jacobian,
                              const double *residual, size_t size,
                              int count) {
  size_t n = (size_t)count;
  am_decomposition d = {.count = count,
                        .norm = AM_ARRAY(arena, double, n),
                        .singular = AM_ARRAY(arena, double, n),
                        .v = AM_ARRAY(arena, double, n * n),
                        .along = AM_ARRAY(arena, double, n)};
  if (!count) return d;
  gsl_matrix_view a = gsl_matrix_view_array(jacobian, size, n);
  gsl_matrix_view v = gsl_matrix_view_array(d.v, n, n);
  gsl_vector_view s = gsl_vector_view_array(d.singular, n);
  gsl_vector_view work =
      gsl_vector_view_array(AM_ARRAY(arena, double, n), n);
  gsl_vector_view along = gsl_vector_view_array(d.along, n);
  gsl_vector_const_view f = gsl_vector_const_view_array(residual, size);
  scale_columns(&d, &a.matrix);
  gsl_linalg_SV_decomp(&a.matrix, &v.matrix, &s.vector, &work.vector);
  gsl_blas_dgemv(CblasTrans, 1, &a.matrix, &f.vector, 0, &along.vector);
  while (d.rank < count && d.singular[d.rank] > 0 &&
         d.singular[d.rank] > AM_UNDETERMINED * d.singular[0])
    d.rank++;
  return d;
}

void am_decomposition_step(const am_decomposition *d, double *step) {
  for (int j = 0; j < d->count; j++) {
    step[j] = 0;
    for (int k = 0; k < d->rank && d->norm[j] > 0; k++)
      step[j] -= d->v[j * d->count + k] * d->along[k] /
                 (d->singular[k] * d->norm[j]);
  }
}

void am_decomposition_inverse(const am_decomposition *d, double *inverse) {
  int n = d->count;
  for (int i = 0; i < n * n; i++) {
    int a = i / n, b = i % n;
    inverse[i] = 0;
    for (int k = 0; k < d->rank && d->norm[a] > 0 && d->norm[b] > 0; k++)
      inverse[i] += d->v[a * n + k] * d->v[b * n + k] /
                    (d->singular[k] * d->singular[k] * d->norm[a] * d->norm[b]);
  }
}
