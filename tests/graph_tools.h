/* graph_tools.h: common part of the tests of graphs: evaluation for given
 * variables, a deterministic random number generator, and shorthands. */
#ifndef AM_TESTS_GRAPH_TOOLS_H
#define AM_TESTS_GRAPH_TOOLS_H

#include <stdint.h>

#include "expr/parts.h"
#include "tests/support.h"

/* Variables are inputs AM_INPUT_STATE, parameters AM_INPUT_PARAMETER. */
static inline am_node variable(am_graph *graph, int index) {
  return am_input(graph, AM_INPUT_STATE, index);
}

static inline am_node parameter(am_graph *graph, int index) {
  return am_input(graph, AM_INPUT_PARAMETER, index);
}

static inline am_node unary(am_graph *graph, am_op op, am_node a) {
  return am_apply(graph, op, a, 0, 0);
}

static inline am_node binary(am_graph *graph, am_op op, am_node a, am_node b) {
  return am_apply(graph, op, a, b, 0);
}

/* Values of nodes [count] at variables x and parameters p. */
static inline void values_at(am_arena *arena, const am_graph *graph,
                             const am_node *nodes, int count, const double *x,
                             const double *p, double *values) {
  const am_program *program = am_program_new(arena, graph, nodes, count);
  am_frame *frame = am_frame_new(arena, program);
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = x};
  am_frame_bind(frame, p);
  am_frame_run(frame, inputs, values);
}

static inline double value_at(am_arena *arena, const am_graph *graph,
                              am_node node, const double *x,
                              const double *p) {
  double value;
  values_at(arena, graph, &node, 1, x, p, &value);
  return value;
}

/* SplitMix64 (Steele, Lea, Flood, 2014). */
static inline uint64_t random_bits(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static inline double random_in(uint64_t *state, double low, double high) {
  return low + (high - low) * (double)(random_bits(state) >> 11) * 0x1p-53;
}

static inline int random_below(uint64_t *state, int count) {
  return (int)(random_bits(state) % (unsigned)count);
}

/* True if argument k of an operation is a condition */
static inline bool takes_condition(am_op op, int k) {
  if (op == AM_OP_SELECT) return k == 0;
  return op == AM_OP_AND || op == AM_OP_OR || op == AM_OP_NOT;
}

/* One of nodes [count] that is a condition, or is not; 1 if there is none. */
static inline am_node random_argument(am_graph *graph, uint64_t *seed,
                                      const am_node *nodes, int count,
                                      bool condition) {
  for (int i = 0; i < 20; i++) {
    am_node node = nodes[random_below(seed, count)];
    am_op_result result = am_ops[am_node_op(graph, node)].result;
    if ((result == AM_CONDITION) == condition) return node;
  }
  return am_const(graph, 1);
}

/* A random operation on some of nodes [count]. */
static inline am_node random_operation(am_graph *graph, uint64_t *seed,
                                       const am_node *nodes, int count) {
  am_op op = AM_OP_ADD + random_below(seed, AM_OP_TENSOR - AM_OP_ADD);
  am_node x[3];
  for (int k = 0; k < 3; k++)
    x[k] = random_argument(graph, seed, nodes, count, takes_condition(op, k));
  return am_apply(graph, op, x[0], x[1], x[2]);
}

#endif
