/* exponential.c: exponential of a symmetric tensor as a polynomial, so that all
 * derivatives exist for coincident eigenvalues.
 *
 * Scaling and squaring (Higham 2008, 10), with the deviator d of a and x =
 * d/2^S:
 *
 *     Y = exp(x) - I = x + x^2/2! + ... + x^8/8!,    Y := 2 Y + Y^2  S times,
 *     exp(a) - I = exp(m) Y + (exp(m) - 1) I,        m = tr(a)/3,
 *
 * which is accurate for small a.  The truncation error relative to x is
 * |x|^8/9!: 2e-14 for |d| = 8. */
#include "expr/parts.h"
#include "expr/elaborator.h"

enum { SQUARINGS = 6, DEGREE = 8, HALF = DEGREE / 2 };

/* Components xx yy zz yz xz xy of tensors that commute. */
typedef struct {
  am_node c[6];
} tensor;

/* Index of the component in row i and column j. */
static int place_of(int i, int j) { return i == j ? i : 6 - i - j; }

static tensor commuting_product(am_graph *g, const tensor *a,
                                const tensor *b) {
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
