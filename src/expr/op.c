#include "expr/graph.h"
#include "expr/scalar.h"

const am_op_info am_ops[AM_OP_COUNT] = {
#define AM_OP(NAME, token, arity, precedence, result, value, da, db, dc, low, \
              high, callable, about)                                          \
  {#NAME, token, arity, precedence, result, #value, low, high, callable, about},
#include "expr/op.def"
#undef AM_OP
};

double am_op_value(am_op op, double a, double b, double c) {
  switch (op) {
#define AM_OP(NAME, token, arity, precedence, result, value, ...) \
  case AM_OP_##NAME:                                              \
    return value;
#include "expr/op.def"
#undef AM_OP
    case AM_OP_COUNT:
      break;
  }
  return NAN;
}
