/* basis.c: the basis of symmetric tensors, changes to and from it, and
 * rotation matrices. */
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

/* Rotation by Euler angles in Bunge's convention. */

/* Rounds values near an integer to it; exact zeros and ones save operations
 * later. */
static double snap(double x) {
  return fabs(x - round(x)) < 1e-15 ? round(x) : x;
}

/* g, see basis.h */
static void turn_axes(const double *angles, bool degrees, double g[3][3]) {
  double c[3], s[3];
  for (int i = 0; i < 3; i++) {
    double angle = angles[i];
    if (degrees) angle = remainder(angle, 360) * acos(-1) / 180;
    c[i] = snap(cos(angle));
    s[i] = snap(sin(angle));
  }
  g[0][0] = c[0] * c[2] - s[0] * s[2] * c[1];
  g[0][1] = s[0] * c[2] + c[0] * s[2] * c[1];
  g[0][2] = s[2] * s[1];
  g[1][0] = -c[0] * s[2] - s[0] * c[2] * c[1];
  g[1][1] = -s[0] * s[2] + c[0] * c[2] * c[1];
  g[1][2] = c[2] * s[1];
  g[2][0] = s[0] * s[1];
  g[2][1] = -c[0] * s[1];
  g[2][2] = c[1];
}

/* g' T g in tensor components */
static void turn_tensor(double g[3][3], const double *t, double *turned) {
  double full[3][3];
  for (int c = 0; c < 6; c++)
    full[am_row[c]][am_column[c]] = full[am_column[c]][am_row[c]] = t[c];
  for (int c = 0; c < 6; c++) {
    turned[c] = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        turned[c] += g[i][am_row[c]] * full[i][j] * g[j][am_column[c]];
  }
}

void am_rotation(const double *angles, bool degrees, double (*q)[6]) {
  double g[3][3], turned[6], x[6];
  turn_axes(angles, degrees, g);
  for (int j = 0; j < 6; j++) {
    turn_tensor(g, am_basis[j], turned);
    am_basis_from_tensor(turned, x);
    for (int i = 0; i < 6; i++) q[i][j] = snap(x[i]);
  }
  for (int i = 0; i < 6; i++) q[0][i] = q[i][0] = i == 0;
}
