/* graph.h: expressions as a graph of scalar operations.
 *
 * Every tensor is expanded to scalar nodes. Equal nodes exist once
 * (hash-consing), and the arguments of a node have smaller numbers than the
 * node. A node is simplified when it is created, without changing a value for
 * which it is defined: 0*x becomes 0 only if x is known to be finite. A node is
 * a 32-bit reference; node 0 does not exist.
 *
 * The operations are rows of op.def; all code that treats operations
 * (evaluation, derivatives, printing, listing, tests) loops over these rows.
 *
 * A graph is used by one thread at a time, even if it is const, because sweeps
 * share its scratch memory.  Programs made from it (parts.h) are independent
 * of it.
 *
 * Files of the module expr, from text to numbers:
 *
 *     elaborate.h  text to tokens (lex.c), to a tree (parse.c), to typed values
 *                  of nodes (value.c): names and lists (elaborate.c), functions
 *                  and operators (function.c and the rows of function.def,
 *                  implemented there, in function_tensor.c and
 *                  function_fourth.c), special forms, whose arguments are trees
 *                  (special_forms.c); elaborator.h is its private header
 *     graph.h      nodes (graph.c), simplified when they are created
 *                  (simplify.c, simplify_power.c) by inferred properties
 *                  (infer.c)
 *     parts.h      selected nodes rewritten for speed: factor.c, share.c and
 *                  optimize.c, based on products (product.c), with the private
 *                  header passes.h; and as a program (evaluate.c) */
#ifndef AM_EXPR_GRAPH_H
#define AM_EXPR_GRAPH_H

#include "base/base.h"

typedef uint32_t am_node;

/* AM_OP_CONST, AM_OP_INPUT, AM_OP_ADD, … */
typedef enum {
#define AM_OP(NAME, ...) AM_OP_##NAME,
#include "expr/op.def"
#undef AM_OP
  AM_OP_COUNT
} am_op;

/* Source of the value of an input (kind, index). */
typedef enum {
  AM_INPUT_PARAMETER, /* scalar of the value of a parameter */
  AM_INPUT_TIME,      /* t, in expressions of a case; index 0 */
  AM_INPUT_STRAIN,    /* coordinate of eps, index 0 … 5 */
  AM_INPUT_EXTERNAL,  /* an external field, such as the temperature */
  AM_INPUT_STATE,     /* coordinate of the internal variables */
  AM_INPUT_FORCE,     /* coordinate of the driving forces A */
  AM_INPUT_DIRECTION, /* coordinate of a direction in (state, strain) */
  AM_INPUT_RATE,      /* coordinate of the strain rate, index 0 … 5, then the
                         rates of the external fields */
  AM_INPUT_ALONG,     /* coordinate of another direction in (state, strain) */
  AM_INPUT_RADIAL,    /* direction and origin of a radial return
                         (law/radial.h) */
  AM_INPUT_SHARED,    /* value computed by another set of outputs */
  AM_INPUT_KINDS
} am_input_kind;

/* Inputs that a node depends on, in increasing order. */
typedef enum {
  AM_RANK_CONSTANT,
  AM_RANK_PARAMETER,
  AM_RANK_VARIABLE
} am_rank;

enum { AM_MOST_EXTERNAL = 16 }; /* external fields of a law */

typedef struct am_graph am_graph;

/* Properties of a number that are known before its value, as bits.  Inputs are
 * finite.  Overflow and underflow are considered for exponentials and powers,
 * but not for sums, products and quotients.  A node known to be finite has
 * finite derivatives. */
enum { AM_NONNEGATIVE = 1, AM_NONZERO = 2, AM_FINITE = 4 };

typedef unsigned am_number_class;

/* Creates a graph of up to `limit` nodes.  In a full graph every operation
 * returns the constant NaN, which is node 1, and am_graph_full is true. */
am_graph *am_graph_new(am_arena *arena, size_t limit);
bool am_graph_full(const am_graph *graph);
size_t am_graph_size(const am_graph *graph); /* nodes are 1 … size */

am_node am_const(am_graph *graph, double value);
am_node am_input(am_graph *graph, am_input_kind kind, int index);

/* Inputs first ... first + count - 1 of a kind: [count]. */
am_node *am_inputs(am_arena *arena, am_graph *graph, am_input_kind kind,
                   int first, int count);

/* Declares known properties of an input in addition to finite, before its first
 * use. */
void am_declare_input(am_graph *graph, am_input_kind kind, int index,
                      am_number_class known);

/* Declares that a node is finite wherever the graph is evaluated, although its
 * operations do not show it; before its first use. */
void am_declare_finite(am_graph *graph, am_node node);

/* Returns the simplified node of an operation; unused arguments are 0.
 * Operations on constants give constants, even if the result is infinite or
 * NaN. */
am_node am_apply(am_graph *graph, am_op op, am_node a, am_node b, am_node c);

am_op am_node_op(const am_graph *graph, am_node node);
am_node am_node_argument(const am_graph *graph, am_node node, int i);
double am_node_value(const am_graph *graph, am_node constant);
am_input_kind am_node_input_kind(const am_graph *graph, am_node input);
int am_node_input_index(const am_graph *graph, am_node input);
am_rank am_node_rank(const am_graph *graph, am_node node);

/* True if a node is known to have all these properties. */
bool am_node_is(const am_graph *graph, am_node node, am_number_class known);

bool am_is_const(const am_graph *graph, am_node node, double value);

/* Shorthands of am_apply */
#define AM_SHORTHAND_1(name, OP)                           \
  static inline am_node name(am_graph *graph, am_node a) { \
    return am_apply(graph, AM_OP_##OP, a, 0, 0);           \
  }
#define AM_SHORTHAND_2(name, OP)                                      \
  static inline am_node name(am_graph *graph, am_node a, am_node b) { \
    return am_apply(graph, AM_OP_##OP, a, b, 0);                      \
  }
AM_SHORTHAND_2(am_add, ADD)
AM_SHORTHAND_2(am_sub, SUB)
AM_SHORTHAND_2(am_mul, MUL)
AM_SHORTHAND_2(am_div, DIV)
AM_SHORTHAND_2(am_less, LESS)
AM_SHORTHAND_1(am_neg, NEG)
AM_SHORTHAND_1(am_not, NOT)
AM_SHORTHAND_1(am_sqrt, SQRT)

static inline am_node am_select(am_graph *graph, am_node condition, am_node a,
                                am_node b) {
  return am_apply(graph, AM_OP_SELECT, condition, a, b);
}

/* Returns a^p: exact products for constant integers p.  Otherwise, a root or an
 * absolute value in the base is merged into the power (|x|^p = (x*x)^(p/2)), so
 * that even powers are differentiable where the root is not. */
am_node am_power(am_graph *graph, am_node a, am_node p);

/* Returns max or min.  At a tie, the operand that depends on fewer inputs
 * (am_rank) is taken, so that the derivative is the smaller one.  The result is
 * NaN if the operand of higher rank is NaN. */
am_node am_maximum(am_graph *graph, am_node a, am_node b);
am_node am_minimum(am_graph *graph, am_node a, am_node b);

/* Replaces the nodes `from` [n] by the nodes `to` [n] in `roots` [count], in
 * place. */
void am_substitute(am_graph *graph, am_node *roots, int count,
                   const am_node *from, const am_node *to, int n);

/* Marks [size + 1] of all nodes on which `roots` [count] depend; without an
 * arena in memory of the graph, which the next such call reuses. */
bool *am_graph_needed(const am_graph *graph, const am_node *roots, int count,
                      am_arena *arena);

typedef enum {
  AM_REAL,
  AM_CONDITION /* 1 or 0 */
} am_op_result;

enum { AM_CALL = 10 }; /* precedence of a function call */

/* Operations of op.def as data. */
typedef struct {
  const char *name;  /* "ADD" */
  const char *token; /* notation: "+", "sqrt" */
  int arity;
  int precedence; /* of the token; AM_CALL for a function */
  am_op_result result;
  const char *value; /* formula in a, b, c: "a + b", "k_sqrt(a)" */
  double low, high;  /* range of arguments in tests */
  bool callable;     /* available as a scalar function of the language */
  const char *about;
} am_op_info;

extern const am_op_info am_ops[AM_OP_COUNT];

/* Evaluates an operation; unused arguments are ignored. */
double am_op_value(am_op op, double a, double b, double c);

/* Replaces nodes [count] by nodes without marks (eigen.c), which cannot be
 * differentiated any more. */
void am_remove_marks(am_graph *graph, am_node *nodes, int count);

#endif
