/* eigen.c: spectral decomposition of a symmetric tensor without loops and
 * branches.
 *
 * The eigenvalue of the deviator farthest from the others is a well-separated
 * root of a cubic, and its eigenvector is a column of the adjugate.  The other
 * two are those of a 2x2 matrix in the plane normal to this eigenvector, so
 * that they are accurate even if they are close (Scherzinger and Dohrmann,
 * 2008).  The root is found by Newton's method instead of a cosine, so that
 * only + - * / and square roots are needed, with the same result on all
 * machines. */
#include "expr/elaborator.h"
#include "expr/formula.def"

/* Numbers of the marks: eigenvalues 0 ... 2, then dyads by pairs and
 * coordinates. */
static const int pair_of[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};

static int number_of_dyad(int i, int j, int k) {
  return 3 + AM_DEVIATOR * pair_of[i][j] + k;
}

static am_node dot(am_graph *g, const am_node *a, const am_node *b) {
  return am_dot(g, 3, a, 1, b, 1);
}

/* ---- decomposition ------------------------------------------------------- */

/* Norm and unit deviator s of a deviator.  If `flipped`, s is the opposite, so
 * that the separated eigenvalue is always the largest. */
typedef struct {
  am_node norm, flipped;
  am_node s[3][3];
} unit_deviator;

/* Normalizes d [5].  Zero is replaced by a deviator along the first axis, whose
 * eigenvectors are also eigenvectors of zero. */
static unit_deviator unit_of(am_graph *g, const am_node *d) {
  unit_deviator u;
  am_node sum = K(0), x[6] = {sum}, s[3][3], cofactors[3][3];
  for (int k = 0; k < AM_DEVIATOR; k++) sum = ADD(sum, MUL(d[k], d[k]));
  u.norm = am_sqrt(g, sum);
  am_node scale = RECIP0(u.norm);
  am_node zero = EQUAL(K(0), u.norm);
  for (int k = 0; k < AM_DEVIATOR; k++) x[k + 1] = MUL(d[k], scale);
  x[1] = SELECT(zero, K(1), x[1]);
  am_to_cartesian(g, x, s);
  u.flipped = am_less(g, am_cofactors(g, s, cofactors), K(0));
  for (int i = 0; i < 9; i++)
    u.s[i / 3][i % 3] = SELECT(u.flipped, am_neg(g, s[i / 3][i % 3]),
                               s[i / 3][i % 3]);
  return u;
}

/* Largest eigenvalue sqrt(2/3) c of a unit deviator with determinant r/(3
 * sqrt(6)) >= 0: the root of 4 c^3 - 3 c = r between sqrt(3)/2 and 1.  The
 * initial value is the cubic in r, exact at r = 1, with the smallest maximum
 * error, 3.7e-5, which each Newton step squares. */
static am_node apart_value(am_graph *g, am_node r) {
  enum { STEPS = 2 };
  am_node c = ADD(K(-0.040691), MUL(K(0.009265), r));
  c = ADD(K(0.866062), MUL(ADD(K(0.165364), MUL(c, r)), r));
  for (int i = 0; i < STEPS; i++) {
    am_node square = MUL(K(4), MUL(c, c));
    am_node residual = SUB(MUL(SUB(square, K(3)), c), r);
    c = SUB(c, DIV(residual, SUB(MUL(K(3), square), K(3))));
  }
  return MUL(K(sqrt(2.0 / 3)), c);
}

/* Unit eigenvector v [3] of s for the separated eigenvalue: the column of the
 * adjugate of s - value I, a multiple of v v, with the largest diagonal
 * entry. */
static void apart_vector(am_graph *g, am_node s[3][3], am_node value,
                         am_node v[3]) {
  am_node m[3][3], adjugate[3][3];
  for (int i = 0; i < 9; i++)
    m[i / 3][i % 3] = i % 4 ? s[i / 3][i % 3] : SUB(s[i / 3][i % 3], value);
  am_cofactors(g, m, adjugate);
  am_node best = adjugate[0][0];
  for (int i = 0; i < 3; i++) v[i] = adjugate[0][i];
  for (int k = 1; k < 3; k++) {
    am_node better = am_less(g, best, adjugate[k][k]);
    best = SELECT(better, adjugate[k][k], best);
    for (int i = 0; i < 3; i++) v[i] = SELECT(better, adjugate[k][i], v[i]);
  }
  am_node length = am_sqrt(g, dot(g, v, v));
  for (int i = 0; i < 3; i++) v[i] = DIV(v[i], length);
}

/* Two unit vectors w, normal to v and to each other (Duff et al., 2017). */
static void normal_vectors(am_graph *g, const am_node v[3], am_node w[2][3]) {
  am_node sign = SELECT(am_less(g, v[2], K(0)), K(-1), K(1));
  am_node a = DIV(K(-1), ADD(sign, v[2]));
  am_node b = MUL(MUL(v[0], v[1]), a);
  w[0][0] = ADD(K(1), MUL(sign, MUL(MUL(v[0], v[0]), a)));
  w[0][1] = MUL(sign, b);
  w[0][2] = am_neg(g, MUL(sign, v[0]));
  w[1][0] = b;
  w[1][1] = ADD(sign, MUL(MUL(v[1], v[1]), a));
  w[1][2] = am_neg(g, v[1]);
}

/* Diagonalizes s in the plane of w: mean of the two eigenvalues, and their
 * distance `radius` from it.  w becomes the eigenvectors, that of the larger
 * one first, by a rotation by half the angle whose cosine and sine are
 * known. */
static void in_plane(am_graph *g, am_node s[3][3], am_node w[2][3],
                     am_node *mean, am_node *radius) {
  am_node sw[2][3], half = K(0.5);
  for (int i = 0; i < 6; i++) sw[i / 3][i % 3] = dot(g, s[i % 3], w[i / 3]);
  am_node p = dot(g, w[0], sw[0]), q = dot(g, w[1], sw[1]);
  am_node x = MUL(half, SUB(p, q)), y = dot(g, w[0], sw[1]);
  *mean = MUL(half, ADD(p, q));
  *radius = am_sqrt(g, ADD(MUL(x, x), MUL(y, y)));
  am_node scale = RECIP0(*radius);
  am_node none = am_apply(g, AM_OP_EQUAL, K(0), *radius, 0);
  am_node twice_cosine = SELECT(none, K(1), MUL(x, scale));
  am_node twice_sine = MUL(y, scale);
  am_node turned = am_less(g, twice_cosine, K(0));
  am_node larger = am_sqrt(
      g, MUL(half, ADD(K(1), am_apply(g, AM_OP_ABS, twice_cosine, 0, 0))));
  am_node smaller = DIV(MUL(half, twice_sine), larger);
  am_node cosine = SELECT(turned, smaller, larger);
  am_node sine = SELECT(turned, larger, smaller);
  for (int i = 0; i < 3; i++) {
    am_node a = w[0][i], b = w[1][i];
    w[0][i] = ADD(MUL(cosine, a), MUL(sine, b));
    w[1][i] = SUB(MUL(cosine, b), MUL(sine, a));
  }
}

/* Eigenvalues mu [3] of the deviator d [5] and eigenvectors n [3][3]. 
 * Selections yield whole eigenvalues: otherwise a product could be fused into a
 * difference of two eigenvalues, and the difference of equal ones could be
 * negative. */
static void decompose(am_graph *g, const am_node *d, am_node mu[3],
                      am_node n[3][3]) {
  unit_deviator u = unit_of(g, d);
  am_node cofactors[3][3], v[3], w[2][3], mean, radius;
  am_node r = MUL(K(3 * sqrt(6)), am_cofactors(g, u.s, cofactors));
  am_node apart = apart_value(g, r);
  apart_vector(g, u.s, apart, v);
  normal_vectors(g, v, w);
  in_plane(g, u.s, w, &mean, &radius);
  am_node high = MUL(u.norm, SUB(radius, mean));
  am_node middle = MUL(u.norm, ADD(mean, radius));
  am_node low = MUL(u.norm, SUB(mean, radius));
  apart = MUL(u.norm, apart);
  mu[0] = SELECT(u.flipped, high, apart);
  mu[1] = SELECT(u.flipped, am_neg(g, middle), middle);
  mu[2] = SELECT(u.flipped, am_neg(g, apart), low);
  for (int i = 0; i < 3; i++) {
    n[0][i] = SELECT(u.flipped, w[1][i], v[i]);
    n[1][i] = w[0][i];
    n[2][i] = SELECT(u.flipped, v[i], w[1][i]);
  }
}

/* Coordinate k of the deviator of (a b + b a)/2, for unit vectors that are
 * equal or orthogonal. */
static am_node dyad(am_graph *g, const am_node *a, const am_node *b, int k) {
  const double *basis = am_basis[k + 1];
  if (k == 0) {
    am_node x = MUL(K(3 * basis[1]), MUL(a[0], b[0]));
    return am_neg(g, a == b ? SUB(x, K(basis[1])) : x);
  }
  am_node sum = K(0);
  for (int c = 1; c < 6; c++) {
    am_node product = MUL(a[am_row[c]], b[am_column[c]]);
    if (basis[c] == 0) continue;
    if (am_row[c] != am_column[c])
      product = ADD(product, MUL(a[am_column[c]], b[am_row[c]]));
    sum = ADD(sum, MUL(K(basis[c]), product));
  }
  return sum;
}

/* ---- marks --------------------------------------------------------------- */

static am_node tensor_of(am_graph *g, const am_node *d) {
  am_node first = am_apply(g, AM_OP_TENSOR, d[0], d[1], d[2]);
  return am_apply(g, AM_OP_TENSOR, first, d[3], d[4]);
}

static am_node mark(am_graph *g, am_node value, am_node tensor, int number) {
  return am_apply(g, AM_OP_EIGEN, value, tensor, K(number));
}

bool am_is_mark(const am_graph *g, am_node node) {
  return am_is_op(g, node, AM_OP_EIGEN);
}

am_node am_mark_tensor(const am_graph *g, am_node mark) {
  return am_argument(g, mark, 1);
}

void am_tensor_deviator(const am_graph *g, am_node tensor,
                        am_node d[AM_DEVIATOR]) {
  am_node first = am_argument(g, tensor, 0);
  for (int k = 0; k < AM_DEVIATOR; k++)
    d[k] = k < 3 ? am_argument(g, first, k) : am_argument(g, tensor, k - 2);
}

am_mark am_which_mark(const am_graph *g, am_node mark) {
  int number = (int)am_node_value(g, am_argument(g, mark, 2)) - 3;
  if (number < 0) return (am_mark){.is_value = true, .i = number + 3};
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++)
      if (pair_of[i][j] == number / AM_DEVIATOR)
        return (am_mark){.i = i, .j = j, .k = number % AM_DEVIATOR};
  return (am_mark){0};
}

am_eigen am_eigen_marks(am_graph *g, am_node tensor) {
  am_eigen marks = {.tensor = tensor};
  am_node d[AM_DEVIATOR], mu[3], n[3][3];
  am_tensor_deviator(g, tensor, d);
  decompose(g, d, mu, n);
  for (int i = 0; i < 3; i++) {
    marks.value[i] = mark(g, mu[i], tensor, i);
    for (int j = i; j < 3; j++)
      for (int k = 0; k < AM_DEVIATOR; k++)
        marks.dyad[i][j][k] = marks.dyad[j][i][k] =
            mark(g, dyad(g, n[i], n[j], k), tensor, number_of_dyad(i, j, k));
  }
  return marks;
}

am_node am_eigenvalue(am_graph *g, const am_node *x, int i) {
  am_node mu[3], n[3][3], tensor = tensor_of(g, x + 1);
  decompose(g, x + 1, mu, n);
  return ADD(MUL(K(am_basis[0][0]), x[0]), mark(g, mu[i], tensor, i));
}
