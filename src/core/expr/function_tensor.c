/* function_tensor.c: functions of vectors and second-order tensors, among them
 * rotations and exponentials.
 *
 * Cartesian components are used where needed; otherwise the functions work on
 * the coordinates of base/basis.h, in which dev and tr are single coordinates
 * and contraction is a dot product. */
#include "expr/elaborator.h"
#include "expr/formula.def"

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

void am_matrix_product(am_graph *graph, int rows, int n, int columns,
                       const am_node *a, const am_node *b, am_node *product) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      product[i * columns + j] = am_dot(graph, n, a + i * n, 1, b + j, columns);
}

am_node am_component(am_graph *graph, const am_node *x, int c) {
  am_node sum = am_const(graph, 0);
  for (int i = 0; i < 6; i++)
    if (am_basis[i][c] != 0)
      sum = am_add(graph, sum, am_times(graph, am_basis[i][c], x[i]));
  return sum;
}

/* Sets the symmetric matrix m [3][3] to components [6]. */
static void fill_matrix(const am_node *components, am_node m[3][3]) {
  for (int c = 0; c < 6; c++)
    m[am_row[c]][am_column[c]] = m[am_column[c]][am_row[c]] = components[c];
}

void am_to_cartesian(am_graph *graph, const am_node *x, am_node m[3][3]) {
  am_node components[6];
  for (int c = 0; c < 6; c++) components[c] = am_component(graph, x, c);
  fill_matrix(components, m);
}

am_status am_tensor_result(const am_use *use, am_node m[3][3],
                           am_value *value) {
  am_graph *g = use->graph;
  am_node *x = am_result(use, AM_TENSOR, value);
  am_node xx = m[0][0], yy = m[1][1], zz = m[2][2];
  am_node twice = ADD(SUB(xx, yy), SUB(xx, zz));
  am_node sum = ADD(ADD(xx, yy), zz);
  x[0] = MUL(K(am_basis[0][0]), sum);
  x[1] = MUL(K(-am_basis[1][1]), twice);
  x[2] = MUL(K(am_basis[2][1]), SUB(yy, zz));
  for (int c = 3; c < 6; c++)
    x[c] = MUL(K(M_SQRT2), m[am_row[c]][am_column[c]]);
  return AM_OK;
}

am_status am_rule_identity(const am_use *use, am_value *value) {
  am_node *x = am_result(use, AM_TENSOR, value);
  for (int i = 0; i < 6; i++) x[i] = am_const(use->graph, i ? 0 : sqrt(3));
  return AM_OK;
}

am_status am_rule_dev(const am_use *use, am_value *value) {
  am_node *x = am_result(use, AM_TENSOR, value);
  x[0] = am_const(use->graph, 0);
  for (int i = 1; i < 6; i++) x[i] = am_nodes(use, 0)[i];
  return AM_OK;
}

/* Vectors and tensors are rows or columns, fourth-order tensors matrices. */
am_status am_rule_contract(const am_use *use, am_value *value) {
  const am_value *a = &use->arguments[0], *b = &use->arguments[1];
  int n = a->kind == AM_VECTOR ? 3 : 6;
  int rows = am_kind_size[a->kind] / n, columns = am_kind_size[b->kind] / n;
  am_kind kind = rows + columns == 2 ? AM_SCALAR
                 : rows == columns   ? AM_FOURTH
                                     : AM_TENSOR;
  am_matrix_product(use->graph, rows, n, columns, a->nodes, b->nodes,
                    am_result(use, kind, value));
  return AM_OK;
}

am_node am_cofactors(am_graph *graph, am_node m[3][3], am_node k[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      k[i][j] = k[j][i] = am_sub(graph, am_scaled(graph, m[a][c], m[b][d]),
                                 am_scaled(graph, m[a][d], m[b][c]));
    }
  return am_dot(graph, 3, m[0], 1, k[0], 1);
}

am_status am_rule_det(const am_use *use, am_value *value) {
  am_node m[3][3], k[3][3];
  am_to_cartesian(use->graph, am_nodes(use, 0), m);
  return am_scalar_result(use, am_cofactors(use->graph, m, k), value);
}

am_status am_rule_inv(const am_use *use, am_value *value) {
  am_node m[3][3], k[3][3];
  am_to_cartesian(use->graph, am_nodes(use, 0), m);
  am_node det = am_cofactors(use->graph, m, k);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) k[i][j] = am_divided(use->graph, k[i][j], det);
  return am_tensor_result(use, k, value);
}

am_status am_rule_square(const am_use *use, am_value *value) {
  am_node m[3][3], square[3][3];
  am_to_cartesian(use->graph, am_nodes(use, 0), m);
  am_matrix_product(use->graph, 3, 3, 3, *m, *m, *square);
  return am_tensor_result(use, square, value);
}

am_status am_rule_tensor(const am_use *use, am_value *value) {
  am_node m[3][3], components[6];
  for (int c = 0; c < 6; c++) components[c] = am_scalar(use, c);
  fill_matrix(components, m);
  return am_tensor_result(use, m, value);
}

am_status am_rule_vector(const am_use *use, am_value *value) {
  am_node *v = am_result(use, AM_VECTOR, value);
  for (int i = 0; i < 3; i++) v[i] = am_scalar(use, i);
  return AM_OK;
}

/* (m n + n m)/2; a square m m needs no sum. */
am_status am_rule_symouter(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  const am_node *m = am_nodes(use, 0), *n = am_nodes(use, 1);
  am_node product[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      am_node a = am_scaled(graph, m[i], n[j]);
      am_node b = am_scaled(graph, n[i], m[j]);
      product[i][j] = a == b ? a : am_times(graph, 0.5, am_add(graph, a, b));
    }
  return am_tensor_result(use, product, value);
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

am_status am_rule_apply(const am_use *use, am_value *value) {
  am_node m[3][3];
  am_to_cartesian(use->graph, am_nodes(use, 0), m);
  am_matrix_product(use->graph, 3, 3, 1, *m, am_nodes(use, 1),
                    am_result(use, AM_VECTOR, value));
  return AM_OK;
}

/* ---- rotations ----------------------------------------------------------- */

/* r = Rz(phi1) Rx(Phi) Rz(phi2), which maps vector components from crystal to
 * sample: the transpose of the matrix g of Bunge (1982), Texture Analysis in
 * Materials Science, chapter 2. */
static void bunge_matrix(const am_use *use, am_node r[3][3]) {
  am_graph *g = use->graph;
  am_node s[3], c[3];
  for (int i = 0; i < 3; i++) {
    s[i] = UNARY(SIN, am_scalar(use, i + 1));
    c[i] = UNARY(COS, am_scalar(use, i + 1));
  }
  am_node cs = MUL(c[0], c[1]), ss = MUL(s[0], c[1]);
  r[0][0] = SUB(MUL(c[0], c[2]), MUL(ss, s[2]));
  r[0][1] = NEG(ADD(MUL(c[0], s[2]), MUL(ss, c[2])));
  r[0][2] = MUL(s[0], s[1]);
  r[1][0] = ADD(MUL(s[0], c[2]), MUL(cs, s[2]));
  r[1][1] = SUB(MUL(cs, c[2]), MUL(s[0], s[2]));
  r[1][2] = NEG(MUL(c[0], s[1]));
  r[2][0] = MUL(s[1], s[2]);
  r[2][1] = MUL(s[1], c[2]);
  r[2][2] = c[1];
}

am_status am_rule_rotate_vector(const am_use *use, am_value *value) {
  am_node r[3][3];
  bunge_matrix(use, r);
  am_matrix_product(use->graph, 3, 3, 1, *r, am_nodes(use, 0),
                    am_result(use, AM_VECTOR, value));
  return AM_OK;
}

/* Rows and columns of the shear components yz, xz, xy. */
static const int low[3] = {1, 0, 0}, high[3] = {2, 2, 1};

/* a² - b² of two entries of r */
static am_node square_difference(am_graph *g, am_node a, am_node b) {
  return SUB(MUL(a, a), MUL(b, b));
}

/* Orthogonal matrix q that rotates coordinates; the hydrostatic one is
 * invariant.  With B1 = (3 e1 e1 - I)/sqrt(6) and B2 = (e2 e2 - e3 e3)/sqrt(2),
 * q_ab = B_a : (r B_b r'). */
static void rotation(const am_use *use, am_node q[6][6]) {
  am_graph *g = use->graph;
  am_node r[3][3];
  bunge_matrix(use, r);
  for (int i = 0; i < 6; i++) q[0][i] = q[i][0] = am_const(g, i == 0);

  /* Coordinates 1, 2 of the rotated basis tensors 1, 2. */
  am_node x = MUL(r[0][0], r[0][0]);
  q[1][1] = MUL(K(0.5), SUB(MUL(K(3), x), K(1)));
  q[1][2] = MUL(K(sqrt(0.75)), square_difference(g, r[0][1], r[0][2]));
  q[2][1] = MUL(K(sqrt(0.75)), square_difference(g, r[1][0], r[2][0]));
  q[2][2] = MUL(K(0.5), SUB(square_difference(g, r[1][1], r[1][2]),
                            square_difference(g, r[2][1], r[2][2])));

  /* Rows and columns of the shear coordinate of low[k], high[k]. */
  for (int k = 0; k < 3; k++) {
    int a = low[k], b = high[k], c = 3 + k;
    q[1][c] = MUL(K(sqrt(3)), MUL(r[0][a], r[0][b]));
    q[2][c] = SUB(MUL(r[1][a], r[1][b]), MUL(r[2][a], r[2][b]));
    q[c][1] = MUL(K(sqrt(3)), MUL(r[a][0], r[b][0]));
    q[c][2] = SUB(MUL(r[a][1], r[b][1]), MUL(r[a][2], r[b][2]));
    for (int l = 0; l < 3; l++)
      q[c][3 + l] = ADD(MUL(r[a][low[l]], r[b][high[l]]),
                        MUL(r[a][high[l]], r[b][low[l]]));
  }
}

am_status am_rule_rotate_tensor(const am_use *use, am_value *value) {
  am_node q[6][6];
  rotation(use, q);
  am_matrix_product(use->graph, 6, 6, 1, *q, am_nodes(use, 0),
                    am_result(use, AM_TENSOR, value));
  return AM_OK;
}

/* q C q' */
am_status am_rule_rotate_fourth(const am_use *use, am_value *value) {
  am_node q[6][6], half[6][6], *c = am_result(use, AM_FOURTH, value);
  rotation(use, q);
  am_matrix_product(use->graph, 6, 6, 6, *q, am_nodes(use, 0), *half);
  for (int i = 0; i < 36; i++)
    c[i] = am_dot(use->graph, 6, half[i / 6], 1, q[i % 6], 1);
  return AM_OK;
}

/* ---- exponential ---------------------------------------------------------
 *
 * A polynomial, so that all derivatives exist for coincident eigenvalues.
 *
 * Scaling and squaring (Higham 2008, 10), with the deviator d of a and x =
 * d/2^S:
 *
 *     Y = exp(x) - I = x + x^2/2! + ... + x^8/8!,    Y := 2 Y + Y^2  S times,
 *     exp(a) - I = exp(m) Y + (exp(m) - 1) I,        m = tr(a)/3,
 *
 * which is accurate for small a.  The truncation error relative to x is
 * |x|^8/9!: 2e-14 for |d| = 8. */

enum { SQUARINGS = 6, DEGREE = 8, HALF = DEGREE / 2 };

/* Components xx yy zz yz xz xy of tensors that commute. */
typedef struct {
  am_node c[6];
} tensor;

/* Index of the component in row i and column j. */
static int place_of(int i, int j) { return i == j ? i : 6 - i - j; }

static tensor commuting_product(am_graph *g, const tensor *a, const tensor *b) {
  tensor p;
  for (int c = 0; c < 6; c++) {
    p.c[c] = am_const(g, 0);
    for (int k = 0; k < 3; k++) {
      am_node left = a->c[place_of(am_row[c], k)];
      am_node right = b->c[place_of(k, am_column[c])];
      p.c[c] = am_add(g, p.c[c], am_scaled(g, left, right));
    }
  }
  return p;
}

/* a + factor b */
static tensor scaled_sum(am_graph *g, const tensor *a, double factor,
                         const tensor *b) {
  tensor s;
  for (int c = 0; c < 6; c++)
    s.c[c] = am_add(g, a->c[c], am_times(g, factor, b->c[c]));
  return s;
}

/* Sum of power[n]/(n + from)!, n = 1 ... HALF. */
static tensor partial_sum(am_graph *g, const tensor *power, int from) {
  tensor s;
  for (int c = 0; c < 6; c++) s.c[c] = am_const(g, 0);
  for (int n = 1; n <= HALF; n++)
    s = scaled_sum(g, &s, 1 / tgamma(n + from + 1), &power[n]);
  return s;
}

/* exp(x) - I for small x, in two parts; the second is multiplied by x^HALF
 * (Paterson and Stockmeyer 1973). */
static tensor series(am_graph *g, const tensor *x) {
  tensor power[HALF + 1] = {[1] = *x};
  power[2] = commuting_product(g, x, x);
  power[3] = commuting_product(g, &power[2], x);
  power[4] = commuting_product(g, &power[2], &power[2]);
  tensor first = partial_sum(g, power, 0);
  tensor second = partial_sum(g, power, HALF);
  tensor rest = commuting_product(g, &power[HALF], &second);
  return scaled_sum(g, &first, 1, &rest);
}

/* exp(d) - I of the deviator with coordinates [6]. */
static tensor deviator_expm1(am_graph *g, const am_node *coordinates) {
  am_node d[6] = {am_const(g, 0)};
  tensor x, y;
  for (int i = 1; i < 6; i++) d[i] = coordinates[i];
  for (int c = 0; c < 6; c++)
    x.c[c] = am_times(g, ldexp(1, -SQUARINGS), am_component(g, d, c));
  y = series(g, &x);
  for (int i = 0; i < SQUARINGS; i++) {
    tensor square = commuting_product(g, &y, &y);
    y = scaled_sum(g, &square, 2, &y);
  }
  return y;
}

am_status am_rule_exponential(const am_use *use, am_value *value) {
  am_graph *g = use->graph;
  const am_node *x = am_nodes(use, 0);
  am_node mean = am_times(g, 1 / sqrt(3), x[0]), m[3][3];
  am_node factor = am_apply(g, AM_OP_EXP, mean, 0, 0);
  am_node sphere = am_apply(g, use->op, mean, 0, 0);
  tensor y = deviator_expm1(g, x);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      m[i][j] = am_mul(g, factor, y.c[place_of(i, j)]);
      if (i == j) m[i][j] = am_add(g, m[i][j], sphere);
    }
  return am_tensor_result(use, m, value);
}
