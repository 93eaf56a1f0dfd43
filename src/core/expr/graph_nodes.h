/* graph_nodes.h: memory layout of the nodes of a graph, for the sweeps of expr
 * and diff; other code uses graph.h. */
#ifndef AM_EXPR_GRAPH_NODES_H
#define AM_EXPR_GRAPH_NODES_H

#include "expr/graph.h"

/* Arguments: nodes; the bits of a constant; or kind and index of an input. */
typedef struct {
  uint32_t argument[3];
  uint8_t op, rank;
  am_number_class known;
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
} am_described_law_list;

struct am_graph {
  am_arena *arena;
  am_node_data *nodes; /* [size + 1], used from 1 on */
  size_t size, capacity, limit;
  uint32_t *table; /* [slots] nodes by hash, 0: empty; slots a power of 2 */
  size_t slots;
  bool full;
  am_described_law_list declared[AM_INPUT_KINDS];
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

/* Copies a node to another graph without simplification; `map`: copies of its
 * arguments. A mark of eigenvalues is replaced by its formula. */
am_node am_copy_node(am_graph *to, const am_graph *from, am_node node,
                     const am_node *map);

/* Infers the properties of a result from those of its arguments. */
am_number_class am_class_of_result(const am_graph *graph, am_op op, am_node a,
                         am_node b, am_node c);

/* Returns a simpler node for an operation on these arguments (unused ones are
 * 0); 0 if there is none. */
typedef am_node am_simplification(am_graph *graph, am_node a, am_node b,
                                  am_node c);

am_simplification am_simplify_select, am_simplify_less, am_simplify_less_equal,
    am_simplify_equal, am_simplify_and, am_simplify_or, am_simplify_not;
am_simplification am_simplify_pow, am_simplify_pow0;

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

#endif
