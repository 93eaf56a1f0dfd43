/* Rules of vectors and second-order tensors.  Where Cartesian components are
 * needed they are written out; everything else works on the coordinates of
 * base/basis.h, in which dev, tr and contraction are slots and dot products. */
#include <math.h>

#include "base/basis.h"
#include "expr/elaborator.h"

/* Row and column of component c. */
static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};

am_node *am_result(const am_use *use, am_kind kind, am_value *value) {
  am_node *nodes =
      AM_ARRAY(use->elaborator->arena, am_node, am_kind_size[kind]);
  *value = am_value_new(kind, -1, nodes);
  return nodes;
}

am_node am_scaled(am_graph *graph, am_node a, am_node b) {
  if (am_is_const(graph, a, 0)) return a;
  return am_is_const(graph, b, 0) ? b : am_mul(graph, a, b);
}

am_node am_divided(am_graph *graph, am_node a, am_node b) {
  bool zero = am_is_const(graph, a, 0) && !am_is_const(graph, b, 0);
  return zero ? a : am_div(graph, a, b);
}

am_node am_dot(am_graph *graph, int n, const am_node *a, int step_a,
               const am_node *b, int step_b) {
  am_node sum = am_const(graph, 0);
  for (int i = 0; i < n; i++)
    sum = am_add(graph, sum, am_scaled(graph, a[i * step_a], b[i * step_b]));
  return sum;
}

am_node am_component(am_graph *graph, const am_node *x, int c) {
  am_node sum = am_const(graph, 0);
  for (int i = 0; i < 6; i++)
    if (am_basis[i][c] != 0)
      sum = am_add(graph, sum, am_times(graph, am_basis[i][c], x[i]));
  return sum;
}

/* x [6] to the Cartesian matrix m [3][3] */
static void to_cartesian(am_graph *graph, const am_node *x, am_node m[3][3]) {
  for (int c = 0; c < 6; c++)
    m[row[c]][column[c]] = m[column[c]][row[c]] = am_component(graph, x, c);
}

/* And back: differences before sums, so that equal lateral components give
 * exact zeros. */
static void from_cartesian(am_graph *graph, am_node m[3][3], am_node *x) {
  am_node xx = m[0][0], yy = m[1][1], zz = m[2][2];
  am_node twice = am_add(graph, am_sub(graph, xx, yy), am_sub(graph, xx, zz));
  am_node sum = am_add(graph, am_add(graph, xx, yy), zz);
  x[0] = am_times(graph, am_basis[0][0], sum);
  x[1] = am_times(graph, -am_basis[1][1], twice);
  x[2] = am_times(graph, am_basis[2][1], am_sub(graph, yy, zz));
  for (int c = 3; c < 6; c++)
    x[c] = am_times(graph, M_SQRT2, m[row[c]][column[c]]);
}

static am_status tensor(const am_use *use, am_node m[3][3], am_value *value) {
  from_cartesian(use->graph, m, am_result(use, AM_TENSOR, value));
  return AM_OK;
}

am_status am_rule_identity(const am_use *use, am_value *value) {
  am_node *x = am_result(use, AM_TENSOR, value);
  for (int i = 0; i < 6; i++) x[i] = am_const(use->graph, i ? 0 : sqrt(3));
  return AM_OK;
}

am_status am_rule_tr(const am_use *use, am_value *value) {
  am_node trace = am_times(use->graph, sqrt(3), am_nodes(use, 0)[0]);
  return am_scalar_result(use, trace, value);
}

am_status am_rule_dev(const am_use *use, am_value *value) {
  am_node *x = am_result(use, AM_TENSOR, value);
  x[0] = am_const(use->graph, 0);
  for (int i = 1; i < 6; i++) x[i] = am_nodes(use, 0)[i];
  return AM_OK;
}

am_status am_rule_inner(const am_use *use, am_value *value) {
  int n = am_kind_size[use->arguments[0].kind];
  const am_node *a = am_nodes(use, 0), *b = am_nodes(use, 1);
  return am_scalar_result(use, am_dot(use->graph, n, a, 1, b, 1), value);
}

am_status am_rule_norm(const am_use *use, am_value *value) {
  const am_node *x = am_nodes(use, 0);
  am_node square = am_dot(use->graph, 6, x, 1, x, 1);
  return am_scalar_result(use, am_sqrt(use->graph, square), value);
}

am_status am_rule_mises(const am_use *use, am_value *value) {
  const am_node *d = am_nodes(use, 0) + 1;
  am_node square = am_times(use->graph, 1.5, am_dot(use->graph, 5, d, 1, d, 1));
  return am_scalar_result(use, am_sqrt(use->graph, square), value);
}

static am_node minor(am_graph *graph, am_node m[3][3], int i, int j) {
  int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
  return am_sub(graph, am_scaled(graph, m[a][c], m[b][d]),
                am_scaled(graph, m[a][d], m[b][c]));
}

/* The cofactors of a symmetric matrix, and its determinant. */
static am_node cofactors(am_graph *graph, am_node m[3][3], am_node k[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) k[i][j] = k[j][i] = minor(graph, m, i, j);
  return am_dot(graph, 3, m[0], 1, k[0], 1);
}

am_status am_rule_det(const am_use *use, am_value *value) {
  am_node m[3][3], k[3][3];
  to_cartesian(use->graph, am_nodes(use, 0), m);
  return am_scalar_result(use, cofactors(use->graph, m, k), value);
}

am_status am_rule_inv(const am_use *use, am_value *value) {
  am_node m[3][3], k[3][3];
  to_cartesian(use->graph, am_nodes(use, 0), m);
  am_node det = cofactors(use->graph, m, k);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) k[i][j] = am_divided(use->graph, k[i][j], det);
  return tensor(use, k, value);
}

am_status am_rule_square(const am_use *use, am_value *value) {
  am_node m[3][3], square[3][3];
  to_cartesian(use->graph, am_nodes(use, 0), m);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      square[i][j] = am_dot(use->graph, 3, m[i], 1, m[j], 1);
  return tensor(use, square, value);
}

am_status am_rule_tensor(const am_use *use, am_value *value) {
  am_node m[3][3];
  for (int c = 0; c < 6; c++)
    m[row[c]][column[c]] = m[column[c]][row[c]] = am_scalar(use, c);
  return tensor(use, m, value);
}

am_status am_rule_vector(const am_use *use, am_value *value) {
  am_node *v = am_result(use, AM_VECTOR, value);
  for (int i = 0; i < 3; i++) v[i] = am_scalar(use, i);
  return AM_OK;
}

/* (m n + n m)/2, where a square needs no half of a sum. */
static am_status symmetric_product(const am_use *use, const am_node *m,
                                   const am_node *n, am_value *value) {
  am_graph *graph = use->graph;
  am_node product[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      am_node a = am_scaled(graph, m[i], n[j]);
      am_node b = am_scaled(graph, n[i], m[j]);
      product[i][j] = a == b ? a : am_times(graph, 0.5, am_add(graph, a, b));
    }
  return tensor(use, product, value);
}

am_status am_rule_dyad(const am_use *use, am_value *value) {
  const am_node *m = am_nodes(use, 0);
  return symmetric_product(use, m, m, value);
}

am_status am_rule_symouter(const am_use *use, am_value *value) {
  return symmetric_product(use, am_nodes(use, 0), am_nodes(use, 1), value);
}

am_status am_rule_cross(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  const am_node *m = am_nodes(use, 0), *n = am_nodes(use, 1);
  am_node *v = am_result(use, AM_VECTOR, value);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] = am_sub(graph, am_scaled(graph, m[j], n[k]),
                  am_scaled(graph, m[k], n[j]));
  }
  return AM_OK;
}

am_status am_rule_normalize(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  const am_node *m = am_nodes(use, 0);
  am_node length = am_sqrt(graph, am_dot(graph, 3, m, 1, m, 1));
  am_node *v = am_result(use, AM_VECTOR, value);
  for (int i = 0; i < 3; i++) v[i] = am_divided(graph, m[i], length);
  return AM_OK;
}

am_status am_rule_apply(const am_use *use, am_value *value) {
  am_node m[3][3];
  to_cartesian(use->graph, am_nodes(use, 0), m);
  am_node *v = am_result(use, AM_VECTOR, value);
  for (int i = 0; i < 3; i++)
    v[i] = am_dot(use->graph, 3, m[i], 1, am_nodes(use, 1), 1);
  return AM_OK;
}
