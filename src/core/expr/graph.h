/* graph.h: expressions as a graph of scalar operations.
 *
 * Every tensor is expanded into scalar nodes.  Equal nodes exist once
 * (hash-consing), the arguments of a node always have smaller numbers than
 * the node, and a node is simplified when it is made, never changing the
 * values for which it is defined: 0*x is 0 only where x is known to be
 * finite.  A node is a 32-bit reference; 0 is no node.
 *
 * The operations are rows of op.def; everything that treats operations
 * (evaluation, derivatives, printing, listing, tests) loops over its rows.
 *
 * A graph is used by one thread at a time, also where it is const: sweeps over
 * it share its scratch memory.  Programs made from it (evaluate.h) are free of
 * it.
 *
 * The module expr, in the order in which a text becomes numbers:
 *
 *     syntax.h     text to words (lex.c) to a tree (parse.c)
 *     elaborate.h  tree to typed values of nodes: names and lists
 *                  (elaborate.c), functions and operators (function.c and the
 *                  rows of function.def, made in function_scalar.c,
 *                  function_tensor.c, function_fourth.c), those that see
 *                  their arguments as trees (special_forms.c); elaborator.h
 *                  is its inside, value.h the values
 *     graph.h      nodes (graph.c), simplified when they are made (simplify.c,
 *                  simplify_power.c, simplify_condition.c) by what infer.c
 *                  knows of them; graph_nodes.h is its inside
 *     optimize.h   chosen nodes rewritten for speed: factor.c, share.c,
 *                  contract.c, on products (product.c), combined by
 *                  optimize.c; passes.h is its inside
 *     evaluate.h   chosen nodes as a program; print.h as formulas, mathml.h
 *                  these and what was written as MathML */
#ifndef AM_EXPR_GRAPH_H
#define AM_EXPR_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

typedef uint32_t am_node;

/* AM_OP_CONST, AM_OP_INPUT, AM_OP_ADD, … */
typedef enum {
#define AM_OP(NAME, ...) AM_OP_##NAME,
#include "expr/op.def"
#undef AM_OP
  AM_OP_COUNT
} am_op;

/* Where an input's value comes from: input (kind, index). */
typedef enum {
  AM_INPUT_PARAMETER, /* a scalar of a parameter's value */
  AM_INPUT_TIME,      /* t, in expressions of a case; index 0 */
  AM_INPUT_STRAIN,    /* coordinate of eps, index 0 … 5 */
  AM_INPUT_EXTERNAL,  /* an external field, such as the temperature */
  AM_INPUT_STATE,     /* coordinate of the internal variables */
  AM_INPUT_FORCE,     /* coordinate of the driving forces A */
  AM_INPUT_DIRECTION, /* coordinate of a direction in (state, strain) */
  AM_INPUT_RATE,      /* coordinate of the strain rate, index 0 … 5, and behind
                         them the rates of external fields */
  AM_INPUT_ALONG,     /* coordinate of another direction in (state, strain) */
  AM_INPUT_SHARED,    /* value that another set of outputs has computed */
  AM_INPUT_KINDS
} am_input_kind;

/* How much of the inputs a node depends on, in this order. */
typedef enum {
  AM_RANK_CONSTANT,
  AM_RANK_PARAMETER,
  AM_RANK_VARIABLE
} am_rank;

enum { AM_MOST_EXTERNAL = 16 }; /* external fields of a law */

typedef struct am_graph am_graph;

/* What is known of a number before its value: is it never negative, never
 * zero, always finite?  Inputs are finite.  Overflow and underflow of sums,
 * products and quotients are not considered, those of exponentials and powers
 * are.  What is known finite has derivatives that are. */
typedef struct {
  bool nonnegative, nonzero, finite;
} am_known;

/* A graph that accepts `limit` nodes; further ones make every operation
 * return the constant NaN, which is node 1, and set am_graph_full. */
am_graph *am_graph_new(am_arena *arena, size_t limit);
bool am_graph_full(const am_graph *graph);
size_t am_graph_size(const am_graph *graph); /* nodes are 1 … size */

am_node am_const(am_graph *graph, double value);
am_node am_input(am_graph *graph, am_input_kind kind, int index);

/* Declares what is known of an input; before its first use. */
void am_input_known(am_graph *graph, am_input_kind kind, int index,
                    am_known known);

/* Declares that a node is finite wherever the graph is evaluated, which its
 * operations do not show; before it is used. */
void am_declare_finite(am_graph *graph, am_node node);

/* The simplified node of an operation; unused arguments are 0.  Operations
 * on constants are constants, infinite or NaN ones included. */
am_node am_apply(am_graph *graph, am_op op, am_node a, am_node b, am_node c);

am_op am_node_op(const am_graph *graph, am_node node);
am_node am_node_argument(const am_graph *graph, am_node node, int i);
double am_node_value(const am_graph *graph, am_node constant);
am_input_kind am_node_input_kind(const am_graph *graph, am_node input);
int am_node_input_index(const am_graph *graph, am_node input);
am_rank am_node_rank(const am_graph *graph, am_node node);
am_known am_node_known(const am_graph *graph, am_node node);
bool am_is_const(const am_graph *graph, am_node node, double value);

/* Shorthands used everywhere. */
am_node am_add(am_graph *graph, am_node a, am_node b);
am_node am_sub(am_graph *graph, am_node a, am_node b);
am_node am_mul(am_graph *graph, am_node a, am_node b);
am_node am_div(am_graph *graph, am_node a, am_node b);
am_node am_neg(am_graph *graph, am_node a);
am_node am_sqrt(am_graph *graph, am_node a);
am_node am_select(am_graph *graph, am_node condition, am_node a, am_node b);

/* a^p of the language: exact products for constant integers p; otherwise
 * bases that contain a root or an absolute value are folded into the power
 * (|x|^p = (x·x)^(p/2)), so that even powers keep their derivatives where
 * the root has none. */
am_node am_power(am_graph *graph, am_node a, am_node p);

/* max, min: at a tie the operand that depends on less is taken, whose
 * derivative is the minimal one; where the other is NaN, so is the result. */
am_node am_maximum(am_graph *graph, am_node a, am_node b);
am_node am_minimum(am_graph *graph, am_node a, am_node b);

/* The value of every node of `roots` [count] with the inputs `from` [n]
 * replaced by the nodes `to` [n]: rebuilt in place. */
void am_substitute(am_graph *graph, am_node *roots, int count,
                   const am_node *from, const am_node *to, int n);

/* Marks, in needed [size + 1], every node that `roots` [count] depend on. */
void am_graph_needed(const am_graph *graph, const am_node *roots, int count,
                     bool *needed);

typedef enum {
  AM_REAL,
  AM_CONDITION /* 1 or 0 */
} am_op_result;

enum { AM_CALL = 10 }; /* the precedence of a function call */

/* The operations of op.def as data. */
typedef struct {
  const char *name;  /* "ADD" */
  const char *token; /* how it is written: "+", "sqrt" */
  int arity;
  int precedence; /* of the token; AM_CALL when it is a function */
  am_op_result result;
  const char *value; /* its formula in a, b, c: "a + b", "k_sqrt(a)" */
  double low, high;  /* range of arguments for which tests sample it */
  bool callable;     /* a scalar function of the language */
  const char *about;
} am_op_info;

extern const am_op_info am_ops[AM_OP_COUNT];

/* The value of an operation; unused arguments are ignored. */
double am_op_value(am_op op, double a, double b, double c);

#endif
