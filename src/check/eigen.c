#include "check/eigen.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>

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

/* Of the symmetric matrix a, which is overwritten. */
static double least_of(gsl_matrix *a, gsl_matrix *vectors, gsl_vector *values,
                       gsl_eigen_symmv_workspace *w, double *vector) {
  gsl_eigen_symmv(a, values, vectors, w);
  size_t least = gsl_vector_min_index(values);
  for (size_t i = 0; i < a->size1; i++)
    vector[i] = gsl_matrix_get(vectors, i, least);
  return gsl_vector_get(values, least);
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
  double result = given ? least_of(a, vectors, values, w, vector) : NAN;
  gsl_eigen_symmv_free(w);
  gsl_vector_free(values);
  gsl_matrix_free(vectors);
  gsl_matrix_free(a);
  if (!given) am_arena_exhausted(arena);
  return result;
}

/* By which a matrix is divided, so that its squares are in range. */
static double largest(const double *m, int n) {
  double most = 0;
  for (int i = 0; i < n * n; i++) most = fmax(most, fabs(m[i]));
  return most > 0 ? most : 1;
}

/* An iteration that does not converge is an answer, too. */
static bool values_of(gsl_matrix *a, gsl_vector_complex *values,
                      gsl_eigen_nonsymm_workspace *w, double *real,
                      double *imaginary) {
  gsl_eigen_nonsymm_params(0, 1, w);
  int failed = gsl_eigen_nonsymm(a, values, w);
  for (size_t i = 0; i < a->size1; i++) {
    gsl_complex value = gsl_vector_complex_get(values, i);
    real[i] = GSL_REAL(value);
    imaginary[i] = GSL_IMAG(value);
  }
  return !failed;
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
  double most = largest(m, n);
  for (int i = 0; given && i < n * n; i++) a->data[i] = m[i] / most;
  bool found = given && values_of(a, values, w, real, imaginary);
  gsl_set_error_handler(handler);
  gsl_eigen_nonsymm_free(w);
  gsl_vector_complex_free(values);
  gsl_matrix_free(a);
  if (!given) am_arena_exhausted(arena);
  for (int i = 0; i < n; i++) {
    real[i] *= most;
    imaginary[i] *= most;
  }
  return found;
}
