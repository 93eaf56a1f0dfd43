/* parts.h: headers of expr for other modules, in addition to graph.h, and
 * functions on graphs: memory layout of nodes, eigenvalues, interpolation,
 * intervals, programs, optimization. */
#ifndef AM_EXPR_PARTS_H
#define AM_EXPR_PARTS_H

#include <ctype.h>

#include "expr/elaborate.h"

/* ---- graph.c: memory layout of the nodes of a graph, for the sweeps of expr
 * and diff; other code uses graph.h */

/* Arguments: nodes; the bits of a constant; or kind and index of an input. */
typedef struct {
  uint32_t argument[3];
  uint8_t op, rank, known;
} am_node_data;

/* Scratch memory of sweeps over a graph, reused by the next sweep. */
typedef enum {
  AM_SCRATCH_NEEDED,
  AM_SCRATCH_ACTIVE,
  AM_SCRATCH_FIRST,
  AM_SCRATCH_SECOND,
  AM_SCRATCH_LIST,
  AM_SCRATCH_STAMPS,
  AM_SCRATCH_VALUES,
  AM_SCRATCHES
} am_scratch;

typedef struct {
  void *data;
  size_t size;
} am_scratch_block;

typedef struct {
  am_number_class *items; /* [count], by index */
  size_t count;
} am_input_properties;

struct am_graph {
  am_arena *arena;
  am_node_data *nodes; /* [size + 1], used from 1 on */
  size_t size, capacity, limit;
  uint32_t *table; /* [slots] nodes by hash, 0: empty; slots a power of 2 */
  size_t slots;
  bool full;
  am_input_properties declared[AM_INPUT_KINDS];
  am_scratch_block *scratch; /* [AM_SCRATCHES] */
};

/* Returns `size` zeroed bytes, valid until the next call for the same
 * purpose. */
void *am_graph_scratch(const am_graph *graph, am_scratch purpose, size_t size);

/* Returns `size` bytes with the contents that the last call for this purpose
 * left, or zeroed if the block had to grow. */
void *am_graph_last_scratch(const am_graph *graph, am_scratch purpose,
                            size_t size);

/* Returns the unique node of an operation, creating it if necessary, without
 * simplification. */
am_node am_graph_intern(am_graph *graph, am_op op, uint32_t a, uint32_t b,
                        uint32_t c);

/* True if the arguments of the operation can be exchanged. */
bool am_is_commutative(am_op op);

/* Returns the unique node likewise, with the arguments of a commutative
 * operation in canonical order. */
am_node am_graph_plain(am_graph *graph, am_op op, am_node a, am_node b,
                       am_node c);

/* Copies a node to a graph, which may be its own, without simplification;
 * `map`: copies of its arguments. A mark of eigenvalues is replaced by its
 * formula. */
am_node am_copy_node(am_graph *to, const am_graph *from, am_node node,
                     const am_node *map);

/* Infers the properties of a result from those of its arguments. */
am_number_class am_class_of_result(const am_graph *graph, am_op op, am_node a,
                                   am_node b, am_node c);

/* am_node_moves is true if a node depends on more than parameters and external
 * fields, am_node_is_affine if it is affine in the inputs that move. moves,
 * affine: results for the arguments of the node. */
bool am_node_moves(const am_graph *graph, am_node node, const bool *moves);
bool am_node_is_affine(const am_graph *graph, am_node node, const bool *moves,
                       const bool *affine);

/* Returns a simpler node for POW(a, p) or POW0(a, p); 0 if there is none. */
am_node am_simplify_pow(am_graph *graph, am_node a, am_node p);
am_node am_simplify_pow0(am_graph *graph, am_node a, am_node p);

/* Simplifies a*b if both contain the same root or absolute value; else returns
 * 0. */
am_node am_simplify_roots(am_graph *graph, am_node a, am_node b);

/* Adds a number to a hash: multiply and shift as in the finaliser of
 * MurmurHash3 (Appleby, 2011). */
static inline uint64_t am_hash_more(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * 0xff51afd7ed558ccdu;
  return hash ^ hash >> 33;
}

/* Compares two uint32_t, such as nodes, for qsort. */
int am_by_number(const void *a, const void *b);

/* True if the node is this operation. */
static inline bool am_is_op(const am_graph *graph, am_node node, am_op op) {
  return graph->nodes[node].op == op;
}

static inline am_node am_argument(const am_graph *graph, am_node node, int i) {
  return graph->nodes[node].argument[i];
}

/* ---- eigen.c: eigenvalues and eigenvectors of a symmetric tensor, as nodes.
 *
 * Eigenvalues and eigenvectors are computed by operations of the graph without
 * loops or branches, so that every engine treats them like any other node.
 * However, their operations cannot be differentiated one by one: where
 * eigenvalues are close, the derivatives of eigenvectors grow without bound,
 * although derivatives of functions of the tensor may be finite.  They
 * therefore appear in the graph as marks, operations EIGEN(value, tensor,
 * which).  The value is the formula, `tensor` a chain of operations TENSOR with
 * the coordinates, and diff (spectral.h) differentiates all marks of one tensor
 * together.  Optimized outputs contain no marks.
 *
 * Eigenvectors and marks depend only on the deviator, with coordinates d [5],
 * those of base/basis.h without the first.  With the eigenvalues mu_0 >= mu_1
 * >= mu_2 of the deviator and its orthonormal eigenvectors n_0, n_1, n_2, the
 * marks are
 *
 *     mu_i                     i = 0, 1, 2
 *     n_i . E_k . n_j          i <= j, the coordinate k of n_i n_j, where E_k
 *                              are the basis tensors
 *
 * The diagonal marks (i = j) are d mu_i/d d_k where the eigenvalues are
 * distinct.  Where eigenvalues coincide, the eigenvectors are one of the
 * possible choices. */

enum { AM_DEVIATOR = 5 };

/* Eigenvalue i (0 the largest) of the tensor with coordinates x [6]. */
am_node am_eigenvalue(am_graph *graph, const am_node *x, int i);

/* Tests for a mark; the tensor of a mark; the deviator of a tensor. */
bool am_is_mark(const am_graph *graph, am_node node);
am_node am_mark_tensor(const am_graph *graph, am_node mark);
void am_tensor_deviator(const am_graph *graph, am_node tensor,
                        am_node d[AM_DEVIATOR]);

/* Identity of a mark: mu_i, or n_i . E_k . n_j with i <= j. */
typedef struct {
  bool is_value;
  int i, j, k;
} am_mark;

am_mark am_which_mark(const am_graph *graph, am_node mark);

/* All marks of a tensor. */
typedef struct {
  am_node tensor;
  am_node value[3];
  am_node dyad[3][3][AM_DEVIATOR]; /* symmetric in the first two indices */
} am_eigen;

am_eigen am_eigen_marks(am_graph *graph, am_node tensor);

/* ---- evaluate.c: graphs as executable programs.
 *
 * A program computes the values of selected nodes.  Operations that depend only
 * on parameters are executed once per set of parameters (am_frame_bind), the
 * others in each run.  A program is read-only; every thread uses separate
 * frames. */

typedef struct am_program am_program;
typedef struct am_frame am_frame;

/* Compiles a program for outputs [count]. */
am_program *am_program_new(am_arena *arena, const am_graph *graph,
                           const am_node *outputs, int count);

/* Number of operations per run, and per set of parameters. */
int am_program_operations(const am_program *program);
int am_program_bound_operations(const am_program *program);

am_frame *am_frame_new(am_arena *arena, const am_program *program);

/* Sets the parameters (indexed like AM_INPUT_PARAMETER) and executes the
 * operations that depend only on them. */
void am_frame_bind(am_frame *frame, const double *parameters);

/* Runs the program.  inputs[kind][index]: values of inputs; kinds that the
 * program does not read may be NULL.  outputs [count]. */
void am_frame_run(am_frame *frame, const double *const *inputs,
                  double *outputs);

/* Runs a program with one output in its own memory, so that several threads may
 * call it for the same program.  NaN if memory runs out. */
double am_program_once(const am_program *program, const double *parameters,
                       const double *const *inputs);

/* Value of a node that depends only on constants and parameters. */
double am_evaluate_bound(const am_graph *graph, am_node node,
                         const double *parameters);

/* Interpolation in a table, as a node. */

enum { AM_MOST_ROWS = 1000 }; /* of a table */

/* Interpolates at x between rows [count][2] of ascending x and of y; count >=
 * 2.  Outside the rows, the result is the first or last y, or, if `linear`, a
 * straight line with the slope at that row. */
am_node am_interpolate(am_graph *graph, am_node x, const am_node *rows,
                       int count, am_interpolation between, bool linear);

/* Interval arithmetic for the operations. */

typedef struct {
  double low, high; /* either may be infinite */
} am_interval;

/* Encloses, to within rounding, all values of an operation for arguments in
 * intervals; the whole line if the operation is undefined for some of them.
 * `repeated`: the second argument is the same number as the first. */
am_interval am_op_interval(am_op op, const am_interval arguments[3],
                           bool repeated);

/* Rewrites outputs for speed, once per set of outputs, so that every engine
 * computes the same result.  The rewriting may change rounding.
 *
 * - POW0(x, n) and POW0(x, n - 1) of the same x: the first becomes x times the
 *   second, with a selection of its value at x = 0 if n may be 0; one power
 *   then serves a rate and its derivatives;
 * - several quotients with the same divisor share its reciprocal, and
 *   quotients by divisors that depend only on parameters become products;
 * - finite factors move out of selections, if(c, 0, a*x) = a*if(c, 0, x), so
 *   that one selection serves many products;
 * - common factors move out of sums if that saves operations;
 * - products are associated so that they share common subproducts;
 * - a product that is used only in sums becomes part of a fused multiply-add
 *   (AM_OP_FMA, AM_OP_FMS, AM_OP_FNMA).
 *
 * An output that was finite stays finite, except for overflow and underflow of
 * intermediate results: a reciprocal 1/x overflows for |x| < 2^-1024, where y/x
 * may not. */

/* Replaces outputs [count] by optimized nodes of the same graph; outputs stay
 * unchanged if the graph is full. */
void am_optimize(am_graph *graph, am_node *outputs, int count);

/* Cost of an operation relative to a sum; AM_COSTLY and above: powers,
 * exponentials, logarithms, ... */
int am_op_cost(am_op op);

enum { AM_COSTLY = 30 };

#endif
