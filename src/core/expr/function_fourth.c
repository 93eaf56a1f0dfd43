/* function_fourth.c: functions of fourth-order tensors: matrices [6][6] in the
 * basis of base/basis.h, in which contractions are matrix products, and
 * isotropic and cubic tensors are diagonal. */
#include "expr/elaborator.h"
#include "expr/formula.def"

/* Creates a diagonal fourth-order tensor with these entries [6]. */
static am_node *diagonal(const am_use *use, const am_node *entries,
                         am_value *value) {
  am_node *c = am_result(use, AM_FOURTH, value);
  am_node zero = am_const(use->graph, 0);
  for (int i = 0; i < 36; i++) c[i] = i % 7 ? zero : entries[i / 7];
  return c;
}

/* Creates a diagonal tensor: `first` for the hydrostatic part, `normal` and
 * `shear` for the normal and shear parts of the deviator. */
static am_status spectrum(const am_use *use, am_node first, am_node normal,
                          am_node shear, am_value *value) {
  const am_node entries[6] = {first, normal, normal, shear, shear, shear};
  diagonal(use, entries, value);
  return AM_OK;
}

am_status am_rule_identity4(const am_use *use, am_value *value) {
  am_node one = am_const(use->graph, 1);
  return spectrum(use, one, one, one, value);
}

am_status am_rule_deviator4(const am_use *use, am_value *value) {
  am_node one = am_const(use->graph, 1);
  return spectrum(use, am_const(use->graph, 0), one, one, value);
}

am_status am_rule_cubic(const am_use *use, am_value *value) {
  am_graph *g = use->graph;
  am_node c11 = am_scalar(use, 0), c12 = am_scalar(use, 1);
  am_node shear = MUL(K(2), am_scalar(use, 2));
  return spectrum(use, ADD(c11, MUL(K(2), c12)), SUB(c11, c12), shear, value);
}

/* The normal block occupies the first three axes of the basis.  Differences are
 * taken before sums, so that equal constants give exact zeros off the
 * diagonal. */
am_status am_rule_orthotropic(const am_use *use, am_value *value) {
  am_graph *g = use->graph;
  am_node entries[6] = {0};
  for (int i = 3; i < 6; i++) entries[i] = MUL(K(2), am_scalar(use, 3 + i));
  am_node *c = diagonal(use, entries, value);

  am_node c11 = am_scalar(use, 0), c22 = am_scalar(use, 1),
          c33 = am_scalar(use, 2), c23 = am_scalar(use, 3),
          c13 = am_scalar(use, 4), c12 = am_scalar(use, 5);
  am_node d12 = SUB(c11, c22), d13 = SUB(c11, c33), d23 = SUB(c22, c33);
  am_node e1 = SUB(c12, c13), e2 = SUB(c12, c23), e3 = SUB(c13, c23);
  am_node sum = ADD(ADD(c11, c22), c33), off = ADD(ADD(c12, c13), c23);
  am_node twice = ADD(ADD(d12, e3), ADD(d13, e2));
  c[0] = DIV(ADD(sum, MUL(K(2), off)), K(3));
  c[1] = c[6] = MUL(K(am_basis[0][0] * -am_basis[1][1]), twice);
  c[2] = c[12] = MUL(K(am_basis[0][0] * am_basis[2][1]), ADD(d23, e1));
  am_node x = SUB(MUL(K(4), c11), MUL(K(4), c12));
  am_node y = SUB(MUL(K(2), c23), MUL(K(4), c13)), z = ADD(c22, c33);
  c[7] = DIV(ADD(ADD(x, y), z), K(6));
  c[8] = c[13] = MUL(K(-am_basis[1][1] * am_basis[2][1]),
                     SUB(MUL(K(2), e1), d23));
  c[14] = MUL(K(0.5), SUB(z, MUL(K(2), c23)));
  return AM_OK;
}

am_status am_rule_outer(const am_use *use, am_value *value) {
  am_matrix_product(use->graph, 6, 1, 6, am_nodes(use, 0), am_nodes(use, 1),
                    am_result(use, AM_FOURTH, value));
  return AM_OK;
}

/* Gauss-Jordan elimination without pivoting, which positive definite tensors do
 * not need.  Columns of `c` up to the pivot are no longer used. */
am_status am_rule_inverse(const am_use *use, am_value *value) {
  am_graph *graph = use->graph;
  am_node c[36], ones[6];
  for (int i = 0; i < 36; i++) c[i] = am_nodes(use, 0)[i];
  for (int i = 0; i < 6; i++) ones[i] = am_const(graph, 1);
  am_node *inverse = diagonal(use, ones, value);
  for (int k = 0; k < 6; k++) {
    am_node pivot = c[7 * k], *row = c + 6 * k, *inverse_row = inverse + 6 * k;
    if (am_is_const(graph, pivot, 0) && !use->elaborator->guarded &&
        !use->elaborator->typing)
      return am_refuse(use->elaborator, use->expr,
                       "'inverse' of a tensor that is not positive definite: "
                       "a pivot is zero");
    for (int j = k + 1; j < 6; j++) row[j] = am_divided(graph, row[j], pivot);
    for (int j = 0; j < 6; j++)
      inverse_row[j] = am_divided(graph, inverse_row[j], pivot);

    /* Subtract from each other row its entry in the pivot column times the
     * pivot row. */
    for (int i = 0; i < 36; i++) {
      am_node factor = c[i / 6 * 6 + k];
      int j = i % 6;
      if (i / 6 == k) continue;
      if (j > k) c[i] = am_sub(graph, c[i], am_scaled(graph, factor, row[j]));
      inverse[i] = am_sub(graph, inverse[i],
                          am_scaled(graph, factor, inverse_row[j]));
    }
  }
  return AM_OK;
}
