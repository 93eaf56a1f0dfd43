/* basis.c: the basis of symmetric tensors, and changes to and from it. */
#include "base/base.h"

#define R2 0.70710678118654752440 /* 1/sqrt(2) */
#define R3 0.57735026918962576451 /* 1/sqrt(3) */
#define R6 0.40824829046386301637 /* 1/sqrt(6) */

const char *const am_gradient_names[10] = {"xx", "yy", "zz", "yz", "xz",
                                           "xy", "zy", "zx", "yx", NULL};
const char *const am_component_names[7] = {"xx", "yy", "zz", "yz",
                                           "xz", "xy", NULL};

const double am_basis[6][6] = {
    {R3, R3, R3, 0, 0, 0}, {2 * R6, -R6, -R6, 0, 0, 0},
    {0, R2, -R2, 0, 0, 0}, {0, 0, 0, R2, 0, 0},
    {0, 0, 0, 0, R2, 0},   {0, 0, 0, 0, 0, R2},
};

const int am_row[6] = {0, 1, 2, 1, 0, 0}, am_column[6] = {0, 1, 2, 2, 2, 1};

int am_component_index(const char *name) {
  for (int i = 0; i < 6; i++)
    if (!strcmp(name, am_component_names[i])) return i;
  return -1;
}

/* Differences precede sums, so that equal lateral components give exact
 * zeros. */
void am_basis_from_tensor(const double *t, double *x) {
  x[0] = R3 * (t[0] + t[1] + t[2]);
  x[1] = R6 * ((t[0] - t[1]) + (t[0] - t[2]));
  x[2] = R2 * (t[1] - t[2]);
  for (int i = 3; i < 6; i++) x[i] = 2 * R2 * t[i];
}

void am_basis_to_tensor(const double *x, double *t) {
  t[0] = R3 * x[0] + 2 * R6 * x[1];
  t[1] = R3 * x[0] - R6 * x[1] + R2 * x[2];
  t[2] = R3 * x[0] - R6 * x[1] - R2 * x[2];
  for (int i = 3; i < 6; i++) t[i] = R2 * x[i];
}

void am_basis_from_mandel(const double *k, double *x) {
  double t[6];
  for (int i = 0; i < 6; i++) t[i] = i < 3 ? k[i] : R2 * k[i];
  am_basis_from_tensor(t, x);
}

void am_basis_to_mandel(const double *x, double *k) {
  am_basis_to_tensor(x, k);
  for (int i = 3; i < 6; i++) k[i] = x[i];
}

/* Applies a change of basis to the rows of a matrix [6][6], and another one to
 * the columns of the result. */
static void change_matrix(const double *matrix, double *changed,
                          void (*of_row)(const double *, double *),
                          void (*of_column)(const double *, double *)) {
  double rows[6][6], column[6], out[6];
  for (int i = 0; i < 6; i++) of_row(matrix + 6 * i, rows[i]);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[i][j];
    of_column(column, out);
    for (int i = 0; i < 6; i++) changed[6 * i + j] = out[i];
  }
}

void am_basis_matrix_to_mandel(const double *C, double *M) {
  change_matrix(C, M, am_basis_to_mandel, am_basis_to_mandel);
}

/* Doubles the shears, because both entries of the matrix vary. */
void am_basis_to_gradient(const double *d, double *t) {
  am_basis_to_tensor(d, t);
  for (int i = 3; i < 6; i++) t[i] *= 2;
}

void am_basis_to_tangent(const double *d, double *t) {
  change_matrix(d, t, am_basis_to_gradient, am_basis_to_tensor);
}

/* Shear entries need no factor: entry 44 of an elastic stiffness is 2 mu in
 * both conventions. */
void am_mandel_to_tangent(const double *m, double *t) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      t[6 * i + j] = (i < 3) == (j < 3) ? m[6 * i + j]
                     : i < 3        ? 2 * R2 * m[6 * i + j]
                                    : R2 * m[6 * i + j];
}
