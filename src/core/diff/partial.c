/* partial.c: partial derivatives of the rows of op.def as nodes. */
#include "diff/diff.h"

#include "expr/parts.h"

/* Notation of the rows. */
#define NONE 0
#define A am_argument(graph, node, 0)
#define B am_argument(graph, node, 1)
#define V node
#define K(value) am_const(graph, value)
#define ZERO K(0)
#define ONE K(1)
#define MINUS_ONE K(-1)
#define ADD(a, b) am_add(graph, a, b)
#define SUB(a, b) am_sub(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define NEG(a) am_neg(graph, a)
#define SQRT(a) am_sqrt(graph, a)
#define EXP(a) am_apply(graph, AM_OP_EXP, a, 0, 0)
#define LOG(a) am_apply(graph, AM_OP_LOG, a, 0, 0)
#define SIN(a) am_apply(graph, AM_OP_SIN, a, 0, 0)
#define COS(a) am_apply(graph, AM_OP_COS, a, 0, 0)
#define SINH(a) am_apply(graph, AM_OP_SINH, a, 0, 0)
#define COSH(a) am_apply(graph, AM_OP_COSH, a, 0, 0)
#define RECIP0(a) am_apply(graph, AM_OP_RECIP0, a, 0, 0)
#define POW0(a, p) am_apply(graph, AM_OP_POW0, a, p, 0)
#define LESS(a, b) am_less(graph, a, b)
#define SELECT(c, a, b) am_select(graph, c, a, b)
/* derivative of a power by its exponent; 0^p does not depend on p > 0 */
#define POWER_LOG SELECT(LESS(ZERO, A), MUL(V, LOG(A)), ZERO)

am_node am_partial(am_graph *graph, am_node node, int i) {
  switch (3 * am_node_op(graph, node) + i) {
#define AM_OP(NAME, token, arity, precedence, result, value, da, db, dc, ...) \
  case 3 * AM_OP_##NAME:                                                      \
    return da;                                                                \
  case 3 * AM_OP_##NAME + 1:                                                  \
    return db;                                                                \
  case 3 * AM_OP_##NAME + 2:                                                  \
    return dc;
#include "expr/op.def"
#undef AM_OP
    default:
      return 0;
  }
}

am_node am_merged_partial(am_graph *graph, am_node node, int i) {
  am_node total = 0, argument = am_argument(graph, node, i);
  for (int k = i; k < am_ops[am_node_op(graph, node)].arity; k++) {
    am_node partial = 0;
    if (am_argument(graph, node, k) == argument)
      partial = am_partial(graph, node, k);
    if (partial) total = total ? am_add(graph, total, partial) : partial;
  }
  return total;
}

bool am_is_repeated(const am_graph *graph, am_node node, int i) {
  for (int k = 0; k < i; k++)
    if (am_argument(graph, node, k) == am_argument(graph, node, i))
      return true;
  return false;
}
