/* eigen.c: eigenvalues of symmetric and of general matrices. */
#include "check/eigen.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>

#include "check/vector.h"

static bool all_finite(const double *m, int n) {
  for (int i = 0; i < n * n; i++)
    if (!isfinite(m[i])) return false;
  return true;
}

static double root_of(double diagonal) {
  return diagonal != 0 ? sqrt(fabs(diagonal)) : 1;
}

void am_eigen_scale(double *m, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j) m[i * n + j] /= root_of(m[i * n + i]) * root_of(m[j * n + j]);
  for (int i = 0; i < n; i++)
    m[i * n + i] = (m[i * n + i] > 0) - (m[i * n + i] < 0);
}

double am_eigen_least(am_arena *arena, const double *m, int n,
                      double *vector) {
  size_t size = (size_t)n;
  if (!all_finite(m, n)) return NAN;
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  gsl_matrix *a = gsl_matrix_alloc(size, size);
  gsl_matrix *vectors = gsl_matrix_alloc(size, size);
  gsl_vector *values = gsl_vector_alloc(size);
  gsl_eigen_symmv_workspace *w = gsl_eigen_symmv_alloc(size);
  gsl_set_error_handler(handler);
  bool given = a && vectors && values && w;
  for (int i = 0; given && i < n * n; i++)
    a->data[i] = 0.5 * (m[i] + m[i % n * n + i / n]);
  if (given) am_eigen_scale(a->data, n);
  double result = NAN;
  if (given) {
    gsl_eigen_symmv(a, values, vectors, w);
    size_t least = gsl_vector_min_index(values);
    for (size_t i = 0; i < size; i++)
      vector[i] = gsl_matrix_get(vectors, i, least);
    result = gsl_vector_get(values, least);
  }
  gsl_eigen_symmv_free(w);
  gsl_vector_free(values);
  gsl_matrix_free(vectors);
  gsl_matrix_free(a);
  if (!given) am_arena_exhausted(arena);
  return result;
}

bool am_eigen_values(am_arena *arena, const double *m, int n, double *real,
                     double *imaginary) {
  size_t size = (size_t)n;
  if (!all_finite(m, n)) return false;
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  gsl_matrix *a = gsl_matrix_alloc(size, size);
  gsl_vector_complex *values = gsl_vector_complex_alloc(size);
  gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(size);
  bool given = a && values && w;
  /* Scaling by the largest entry avoids overflow of squares. */
  double most = am_largest(m, n * n);
  if (!(most > 0)) most = 1;
  for (int i = 0; given && i < n * n; i++) a->data[i] = m[i] / most;
  if (given) gsl_eigen_nonsymm_params(0, 1, w);
  /* Failure to converge is returned to the caller. */
  bool found = given && !gsl_eigen_nonsymm(a, values, w);
  for (int i = 0; given && i < n; i++) {
    gsl_complex value = gsl_vector_complex_get(values, (size_t)i);
    real[i] = GSL_REAL(value) * most;
    imaginary[i] = GSL_IMAG(value) * most;
  }
  gsl_set_error_handler(handler);
  gsl_eigen_nonsymm_free(w);
  gsl_vector_complex_free(values);
  gsl_matrix_free(a);
  if (!given) am_arena_exhausted(arena);
  return found;
}
