/* Rotations of vectors, second-order and fourth-order tensors. */
#include <math.h>

#include "expr/elaborator.h"

/* r = Rz(phi1) Rx(Phi) Rz(phi2), which takes the components of a vector from
 * crystal to sample: the transpose of the matrix g of Bunge (1982), Texture
 * Analysis in Materials Science, chapter 2. */
static void bunge(const am_use *use, am_node r[3][3]) {
  am_graph *graph = use->graph;
  am_node s[3], c[3];
  for (int i = 0; i < 3; i++) {
    s[i] = am_apply(graph, AM_OP_SIN, am_scalar(use, i + 1), 0, 0);
    c[i] = am_apply(graph, AM_OP_COS, am_scalar(use, i + 1), 0, 0);
  }
  am_node cs = am_mul(graph, c[0], c[1]), ss = am_mul(graph, s[0], c[1]);
  r[0][0] = am_sub(graph, am_mul(graph, c[0], c[2]), am_mul(graph, ss, s[2]));
  r[0][1] = am_neg(
      graph, am_add(graph, am_mul(graph, c[0], s[2]), am_mul(graph, ss, c[2])));
  r[0][2] = am_mul(graph, s[0], s[1]);
  r[1][0] = am_add(graph, am_mul(graph, s[0], c[2]), am_mul(graph, cs, s[2]));
  r[1][1] = am_sub(graph, am_mul(graph, cs, c[2]), am_mul(graph, s[0], s[2]));
  r[1][2] = am_neg(graph, am_mul(graph, c[0], s[1]));
  r[2][0] = am_mul(graph, s[1], s[2]);
  r[2][1] = am_mul(graph, s[1], c[2]);
  r[2][2] = c[1];
}

am_status am_rule_rotate_vector(const am_use *use, am_value *value) {
  am_node r[3][3], *v = am_result(use, AM_VECTOR, value);
  bunge(use, r);
  for (int i = 0; i < 3; i++)
    v[i] = am_dot(use->graph, 3, r[i], 1, am_nodes(use, 0), 1);
  return AM_OK;
}

/* Rows and columns of the shear components yz, xz, xy. */
static const int low[3] = {1, 0, 0}, high[3] = {2, 2, 1};

static am_node product(am_graph *graph, am_node r[3][3], int i, int j, int k,
                       int l) {
  return am_mul(graph, r[i][j], r[k][l]);
}

/* a² - b² of two entries of r */
static am_node squares(am_graph *graph, am_node a, am_node b) {
  return am_sub(graph, am_mul(graph, a, a), am_mul(graph, b, b));
}

/* The coordinates 1, 2 of the rotated basis tensors 1, 2: with
 * B1 = (3 e1 e1 - I)/sqrt(6) and B2 = (e2 e2 - e3 e3)/sqrt(2),
 * q_ab = B_a : (r B_b r'). */
static void normal_rows(am_graph *graph, am_node r[3][3], am_node q[6][6]) {
  am_node x = am_mul(graph, r[0][0], r[0][0]);
  q[1][1] = am_times(graph, 0.5,
                     am_sub(graph, am_times(graph, 3, x), am_const(graph, 1)));
  q[1][2] = am_times(graph, sqrt(0.75), squares(graph, r[0][1], r[0][2]));
  q[2][1] = am_times(graph, sqrt(0.75), squares(graph, r[1][0], r[2][0]));
  q[2][2] = am_times(graph, 0.5,
                     am_sub(graph, squares(graph, r[1][1], r[1][2]),
                            squares(graph, r[2][1], r[2][2])));
}

/* The rows and columns of the shear coordinate of low[k], high[k]. */
static void shear_rows(am_graph *graph, am_node r[3][3], int k,
                       am_node q[6][6]) {
  int a = low[k], b = high[k], c = 3 + k;
  q[1][c] = am_times(graph, sqrt(3), product(graph, r, 0, a, 0, b));
  q[2][c] = am_sub(graph, product(graph, r, 1, a, 1, b),
                   product(graph, r, 2, a, 2, b));
  q[c][1] = am_times(graph, sqrt(3), product(graph, r, a, 0, b, 0));
  q[c][2] = am_sub(graph, product(graph, r, a, 1, b, 1),
                   product(graph, r, a, 2, b, 2));
  for (int l = 0; l < 3; l++)
    q[c][3 + l] = am_add(graph, product(graph, r, a, low[l], b, high[l]),
                         product(graph, r, a, high[l], b, low[l]));
}

/* The orthogonal matrix by which coordinates rotate; the hydrostatic one
 * stays as it is. */
static void rotation(const am_use *use, am_node q[6][6]) {
  am_graph *graph = use->graph;
  am_node r[3][3];
  bunge(use, r);
  for (int i = 0; i < 6; i++) q[0][i] = q[i][0] = am_const(graph, i == 0);
  normal_rows(graph, r, q);
  for (int k = 0; k < 3; k++) shear_rows(graph, r, k, q);
}

am_status am_rule_rotate_tensor(const am_use *use, am_value *value) {
  am_node q[6][6], *x = am_result(use, AM_TENSOR, value);
  rotation(use, q);
  for (int i = 0; i < 6; i++)
    x[i] = am_dot(use->graph, 6, q[i], 1, am_nodes(use, 0), 1);
  return AM_OK;
}

/* q C q' */
am_status am_rule_rotate_fourth(const am_use *use, am_value *value) {
  am_node q[6][6], half[6][6], *c = am_result(use, AM_FOURTH, value);
  rotation(use, q);
  for (int i = 0; i < 36; i++)
    half[i / 6][i % 6] =
        am_dot(use->graph, 6, q[i / 6], 1, am_nodes(use, 0) + i % 6, 6);
  for (int i = 0; i < 36; i++)
    c[i] = am_dot(use->graph, 6, half[i / 6], 1, q[i % 6], 1);
  return AM_OK;
}
