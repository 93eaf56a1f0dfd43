/* closed_forms.h: values of the functions of the language, computed with plain
 * Cartesian arrays: a result has 1, 3, 9 or 81 numbers. */
#ifndef AM_TESTS_EXPR_CLOSED_FORMS_H
#define AM_TESTS_EXPR_CLOSED_FORMS_H

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "expr/elaborate.h"

/* The arguments: scalars x, y; vectors m, n; tensors a, b; fourth-order
 * tensors C, D. */
typedef double matrix[3][3], array4[3][3][3][3];

static double x, y, m[3], n[3];
static matrix a, b;
static array4 C, D;

static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};

static double delta(int i, int j) { return i == j; }

/* Cartesian entry ij of the basis tensor c. */
static double basis(int c, int i, int j) {
  for (int k = 0; k < 6; k++)
    if ((row[k] == i && column[k] == j) || (row[k] == j && column[k] == i))
      return am_basis[c][k];
  return 0;
}

static void tensor_entries(const double *coordinates, double *out) {
  for (int k = 0; k < 9; k++) {
    out[k] = 0;
    for (int c = 0; c < 6; c++)
      out[k] += coordinates[c] * basis(c, k / 3, k % 3);
  }
}

static void fourth_entries(const double *coordinates, double *out) {
  for (int k = 0; k < 81; k++) {
    out[k] = 0;
    for (int c = 0; c < 36; c++)
      out[k] += coordinates[c] * basis(c / 6, k / 27, k / 9 % 3) *
                basis(c % 6, k / 3 % 3, k % 3);
  }
}

static const int entries[AM_KINDS] = {1, 1, 3, 9, 81};

/* Cartesian components of numbers in the program's coordinates. */
static void to_entries(am_kind kind, const double *numbers, double *out) {
  if (kind == AM_TENSOR)
    tensor_entries(numbers, out);
  else if (kind == AM_FOURTH)
    fourth_entries(numbers, out);
  else
    memcpy(out, numbers, sizeof(double) * (size_t)entries[kind]);
}

static double contract(const matrix p, const matrix q) {
  double sum = 0;
  for (int i = 0; i < 9; i++) sum += p[i / 3][i % 3] * q[i / 3][i % 3];
  return sum;
}

static double trace(const matrix p) { return p[0][0] + p[1][1] + p[2][2]; }

static void deviator(const matrix p, matrix out) {
  for (int i = 0; i < 9; i++)
    out[i / 3][i % 3] =
        p[i / 3][i % 3] - trace(p) / 3 * delta(i / 3, i % 3);
}

static double determinant(const matrix p) {
  double sum = 0;
  for (int j = 0; j < 3; j++)
    sum += p[0][j] * (p[1][(j + 1) % 3] * p[2][(j + 2) % 3] -
                      p[1][(j + 2) % 3] * p[2][(j + 1) % 3]);
  return sum;
}

static void product(const matrix p, const matrix q, matrix out) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += p[i][k] * q[k][j];
      out[i][j] = sum;
    }
}

static void turn(int axis, double angle, matrix out) {
  int i = (axis + 1) % 3, j = (axis + 2) % 3;
  for (int k = 0; k < 9; k++) out[k / 3][k % 3] = delta(k / 3, k % 3);
  out[i][i] = out[j][j] = cos(angle);
  out[i][j] = -sin(angle);
  out[j][i] = sin(angle);
}

/* Rz(0.3) Rx(1.1) Rz(x) */
static void bunge(matrix r) {
  matrix z, xx, zz, half;
  turn(2, 0.3, z);
  turn(0, 1.1, xx);
  turn(2, x, zz);
  product(z, xx, half);
  product(half, zz, r);
}

typedef void closed_form(double *out);

static void set(double *out, matrix p) { memcpy(out, p, sizeof(matrix)); }

/* Closed forms of scalars: one line each. */
#define SCALAR(name, value) \
  static void name(double *out) { *out = (value); }
SCALAR(f_pi, 3.14159265358979323846)
SCALAR(f_true, 1)
SCALAR(f_false, 0)
SCALAR(f_add, x + y)
SCALAR(f_sub, x - y)
SCALAR(f_mul, x * y)
SCALAR(f_div, x / y)
SCALAR(f_minus, -x)
SCALAR(f_plus, x)
SCALAR(f_pow, pow(x, y))
SCALAR(f_cube, -x * x * x)
SCALAR(f_one, 1)
SCALAR(f_minus_one, -1)
SCALAR(f_zero, 0)
SCALAR(f_inner, contract(a, b))
SCALAR(f_tr, trace(a))
SCALAR(f_det, determinant(a))
SCALAR(f_norm, sqrt(contract(a, a)))
SCALAR(f_dot, m[0] * n[0] + m[1] * n[1] + m[2] * n[2])
SCALAR(f_line, 3 * x)
SCALAR(f_sum, 1 * x + 4 * x + 9 * x)

/* Largest of three distinct eigenvalues, by the cosine of a third of an
 * angle. */
static void f_eigenvalue(double *out) {
  matrix d;
  deviator(a, d);
  double r = sqrt(contract(d, d) / 6);
  double mean = (a[0][0] + a[1][1] + a[2][2]) / 3;
  *out = mean + 2 * r * cos(acos(determinant(d) / (2 * r * r * r)) / 3);
}

static void f_mises(double *out) {
  matrix d;
  deviator(a, d);
  *out = sqrt(1.5 * contract(d, d));
}

#define TENSOR(name, value)                                 \
  static void name(double *out) {                           \
    for (int k = 0; k < 9; k++) {                           \
      int i = k / 3, j = k % 3;                             \
      out[k] = (value);                                     \
    }                                                       \
  }
TENSOR(f_identity, delta(i, j))
TENSOR(f_tensor_add, a[i][j] + b[i][j])
TENSOR(f_tensor_sub, a[i][j] - b[i][j])
TENSOR(f_tensor_minus, -a[i][j])
TENSOR(f_tensor_mul, x *a[i][j])
TENSOR(f_tensor_div, a[i][j] / x)
TENSOR(f_dev, a[i][j] - trace(a) / 3 * delta(i, j))
TENSOR(f_dyad, m[i] * m[j])
TENSOR(f_symouter, (m[i] * n[j] + n[i] * m[j]) / 2)

static void f_tensor(double *out) {
  matrix p = {{1, 6, 5}, {6, 2, 4}, {5, 4, 3}};
  set(out, p);
}

static void f_square(double *out) {
  matrix p;
  product(a, a, p);
  set(out, p);
}

/* The series of exp(a) - 1, a being of order 1. */
static void series_of_a(matrix sum) {
  matrix term;
  memcpy(term, a, sizeof term);
  memcpy(sum, a, sizeof term);
  for (int order = 2; order < 60; order++) {
    matrix next;
    product(term, a, next);
    for (int k = 0; k < 9; k++) {
      term[k / 3][k % 3] = next[k / 3][k % 3] / order;
      sum[k / 3][k % 3] += term[k / 3][k % 3];
    }
  }
}

static void f_expm1(double *out) {
  matrix p;
  series_of_a(p);
  set(out, p);
}

static void f_exp(double *out) {
  matrix p;
  series_of_a(p);
  for (int i = 0; i < 3; i++) p[i][i] += 1;
  set(out, p);
}

/* Cramer's rule */
static void f_inv(double *out) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      matrix p;
      memcpy(p, a, sizeof p);
      for (int k = 0; k < 3; k++) p[k][i] = delta(k, j);
      out[3 * i + j] = determinant(p) / determinant(a);
    }
}

#define MAPPED(name, left)                                                 \
  static void name(double *out) {                                          \
    for (int k = 0; k < 81; k++) {                                         \
      int i = k / 27, j = k / 9 % 3, p = k / 3 % 3, q = k % 3;             \
      if (k % 9 == 0) out[k / 9] = 0;                                      \
      out[k / 9] += (left ? C[p][q][i][j] : C[i][j][p][q]) * a[p][q];      \
    }                                                                      \
  }
MAPPED(f_map, false)
MAPPED(f_map_left, true)

static void f_vector(double *out) {
  for (int i = 0; i < 3; i++) out[i] = i + 1;
}

static void f_cross(double *out) {
  out[0] = m[1] * n[2] - m[2] * n[1];
  out[1] = m[2] * n[0] - m[0] * n[2];
  out[2] = m[0] * n[1] - m[1] * n[0];
}

static void f_normalize(double *out) {
  double length = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  for (int i = 0; i < 3; i++) out[i] = m[i] / length;
}

static void apply(const matrix p, double *out) {
  for (int i = 0; i < 3; i++)
    out[i] = p[i][0] * m[0] + p[i][1] * m[1] + p[i][2] * m[2];
}

static void f_apply(double *out) { apply(a, out); }

static void f_rotate_vector(double *out) {
  matrix r;
  bunge(r);
  apply(r, out);
}

static void f_rotate_tensor(double *out) {
  matrix r, half, full, transposed;
  bunge(r);
  for (int k = 0; k < 9; k++) transposed[k % 3][k / 3] = r[k / 3][k % 3];
  product(r, a, half);
  product(half, transposed, full);
  set(out, full);
}

static void f_rotate_fourth(double *out) {
  matrix r;
  bunge(r);
  for (int k = 0; k < 81; k++) {
    out[k] = 0;
    for (int l = 0; l < 81; l++)
      out[k] += r[k / 27][l / 27] * r[k / 9 % 3][l / 9 % 3] *
                r[k / 3 % 3][l / 3 % 3] * r[k % 3][l % 3] *
                C[l / 27][l / 9 % 3][l / 3 % 3][l % 3];
  }
}

static double symmetric(int i, int j, int k, int l) {
  return (delta(i, k) * delta(j, l) + delta(i, l) * delta(j, k)) / 2;
}

#define FOURTH(name, value)                                          \
  static void name(double *out) {                                    \
    for (int o = 0; o < 81; o++) {                                   \
      int i = o / 27, j = o / 9 % 3, k = o / 3 % 3, l = o % 3;       \
      out[o] = (value);                                              \
    }                                                                \
  }
FOURTH(f_identity4, symmetric(i, j, k, l))
FOURTH(f_deviator4, symmetric(i, j, k, l) - delta(i, j) * delta(k, l) / 3)
FOURTH(f_fourth_add, C[i][j][k][l] + D[i][j][k][l])
FOURTH(f_fourth_mul, C[i][j][k][l] * x)
FOURTH(f_outer, a[i][j] * b[k][l])
FOURTH(f_isotropic,
       x *delta(i, j) * delta(k, l) + 2 * y * symmetric(i, j, k, l))

/* The stress is 2·C44 times the tensor shear strain: C_yzyz = C44. */
static double orthotropic(const double *c, int i, int j, int k, int l) {
  static const int normal[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
  if (i == j) return k == l ? c[normal[i][k]] : 0;
  return 2 * symmetric(i, j, k, l) * c[9 - i - j];
}

static const double constants[9] = {11, 12, 13, 3, 2, 4, 5, 6, 7};
static const double cube[9] = {5, 5, 5, 2, 2, 2, 3, 3, 3};
FOURTH(f_orthotropic, orthotropic(constants, i, j, k, l))
FOURTH(f_cubic, orthotropic(cube, i, j, k, l))

static void f_compose(double *out) {
  for (int o = 0; o < 81; o++) {
    out[o] = 0;
    for (int p = 0; p < 9; p++)
      out[o] += C[o / 27][o / 9 % 3][p / 3][p % 3] *
                D[p / 3][p % 3][o / 3 % 3][o % 3];
  }
}

#endif
