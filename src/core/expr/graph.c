/* graph.c: the nodes of a graph, their operations, and sweeps over them. */
#include <assert.h>

#include "expr/parts.h"
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

enum { FIRST_NODES = 256, FIRST_SLOTS = 1024 };

am_graph *am_graph_new(am_arena *arena, size_t limit) {
  am_graph *graph = AM_NEW(arena, am_graph);
  assert(limit < UINT32_MAX);
  *graph = (am_graph){
      .arena = arena,
      .nodes = AM_ARRAY(arena, am_node_data, FIRST_NODES),
      .capacity = FIRST_NODES,
      .limit = limit,
      .table = AM_ARRAY(arena, uint32_t, FIRST_SLOTS),
      .slots = FIRST_SLOTS,
      .scratch = AM_ARRAY(arena, am_scratch_block, AM_SCRATCHES),
  };
  am_const(graph, NAN);
  return graph;
}

bool am_graph_full(const am_graph *graph) { return graph->full; }

size_t am_graph_size(const am_graph *graph) { return graph->size; }

void *am_graph_last_scratch(const am_graph *graph, am_scratch purpose,
                            size_t size) {
  am_scratch_block *block = &graph->scratch[purpose];
  if (block->size < size) {
    block->size = 2 * size;
    block->data = am_arena_alloc(graph->arena, block->size);
  }
  return block->data;
}

void *am_graph_scratch(const am_graph *graph, am_scratch purpose, size_t size) {
  void *data = am_graph_last_scratch(graph, purpose, size);
  return size ? memset(data, 0, size) : data;
}

/* Slot of the table that contains the node, or the empty slot for it. */
static uint32_t *node_slot(const am_graph *graph, am_op op,
                           const uint32_t argument[3]) {
  uint64_t low = argument[0] | (uint64_t)argument[1] << 32;
  uint64_t hash = am_hash_more(am_hash_more(op, low), argument[2]);
  size_t mask = graph->slots - 1, i = (size_t)(hash ^ hash >> 29) & mask;
  for (; graph->table[i]; i = (i + 1) & mask) {
    const am_node_data *node = &graph->nodes[graph->table[i]];
    if (node->op == op && !memcmp(node->argument, argument, 12)) break;
  }
  return &graph->table[i];
}

static double constant_value(const uint32_t *argument) {
  double value;
  memcpy(&value, argument, sizeof value);
  return value;
}

/* Sets the rank and the known properties of a new node. */
static void set_properties(const am_graph *graph, am_node_data *node) {
  const uint32_t *x = node->argument;
  am_op op = node->op;
  if (op == AM_OP_CONST) {
    double value = constant_value(x);
    node->rank = AM_RANK_CONSTANT;
    node->known = (value < 0 ? 0 : AM_NONNEGATIVE) |
                  (value != 0 ? AM_NONZERO : 0) |
                  (isfinite(value) ? AM_FINITE : 0);
  } else if (op == AM_OP_INPUT) {
    const am_input_properties *list = &graph->declared[x[0]];
    bool parameter = x[0] == AM_INPUT_PARAMETER;
    node->rank = parameter ? AM_RANK_PARAMETER : AM_RANK_VARIABLE;
    am_number_class declared = x[1] < list->count ? list->items[x[1]] : 0;
    node->known = (uint8_t)(declared | AM_FINITE);
  } else {
    for (int i = 0; i < am_ops[op].arity; i++)
      if (graph->nodes[x[i]].rank > node->rank)
        node->rank = graph->nodes[x[i]].rank;
    node->known = (uint8_t)am_class_of_result(graph, op, x[0], x[1], x[2]);
  }
}

am_node am_graph_intern(am_graph *graph, am_op op, uint32_t a, uint32_t b,
                        uint32_t c) {
  am_node_data node = {.argument = {a, b, c}, .op = (uint8_t)op};
  uint32_t *slot = node_slot(graph, op, node.argument);
  if (*slot) return *slot;
  if (graph->size > graph->limit) {
    graph->full = true;
    return 1;
  }
  set_properties(graph, &node);
  size_t count = graph->size + 1;
  AM_PUSH_ROOM(graph->arena, graph->nodes, count, graph->capacity);
  graph->nodes[count] = node;
  *slot = (uint32_t)(graph->size = count);
  if (2 * count <= graph->slots) return (am_node)count;

  graph->slots *= 2;
  graph->table = AM_ARRAY(graph->arena, uint32_t, graph->slots);
  for (am_node i = 1; i <= count; i++)
    *node_slot(graph, graph->nodes[i].op, graph->nodes[i].argument) = i;
  return (am_node)count;
}

/* There is one zero and one NaN, so that equal values are equal nodes. */
am_node am_const(am_graph *graph, double value) {
  uint32_t bits[2];
  if (value == 0) value = 0;
  if (isnan(value)) value = NAN;
  memcpy(bits, &value, sizeof bits);
  return am_graph_intern(graph, AM_OP_CONST, bits[0], bits[1], 0);
}

am_node am_input(am_graph *graph, am_input_kind kind, int index) {
  assert(index >= 0);
  return am_graph_intern(graph, AM_OP_INPUT, kind, (uint32_t)index, 0);
}

am_node *am_inputs(am_arena *arena, am_graph *graph, am_input_kind kind,
                   int first, int count) {
  am_node *nodes = AM_ARRAY(arena, am_node, count);
  for (int i = 0; i < count; i++) nodes[i] = am_input(graph, kind, first + i);
  return nodes;
}

void am_declare_input(am_graph *graph, am_input_kind kind, int index,
                      am_number_class known) {
  am_input_properties *list = &graph->declared[kind];
  size_t at = (size_t)index;
  if (at >= list->count) {
    size_t count = 2 * at + 16, size = sizeof *list->items;
    list->items = am_arena_grow(graph->arena, list->items, list->count * size,
                                count * size);
    list->count = count;
  }
  list->items[at] = known;
}

void am_declare_finite(am_graph *graph, am_node node) {
  graph->nodes[node].known |= AM_FINITE;
}

am_op am_node_op(const am_graph *graph, am_node node) {
  return graph->nodes[node].op;
}

am_node am_node_argument(const am_graph *graph, am_node node, int i) {
  assert(i < am_ops[graph->nodes[node].op].arity);
  return am_argument(graph, node, i);
}

double am_node_value(const am_graph *graph, am_node constant) {
  assert(am_is_op(graph, constant, AM_OP_CONST));
  return constant_value(graph->nodes[constant].argument);
}

am_input_kind am_node_input_kind(const am_graph *graph, am_node input) {
  assert(am_is_op(graph, input, AM_OP_INPUT));
  return am_argument(graph, input, 0);
}

int am_node_input_index(const am_graph *graph, am_node input) {
  assert(am_is_op(graph, input, AM_OP_INPUT));
  return (int)am_argument(graph, input, 1);
}

am_rank am_node_rank(const am_graph *graph, am_node node) {
  return graph->nodes[node].rank;
}

bool am_node_is(const am_graph *graph, am_node node, am_number_class known) {
  return (graph->nodes[node].known & known) == known;
}

bool am_is_const(const am_graph *graph, am_node node, double value) {
  return am_is_op(graph, node, AM_OP_CONST) &&
         am_node_value(graph, node) == value;
}

int am_by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

bool *am_graph_needed(const am_graph *graph, const am_node *roots, int count,
                      am_arena *arena) {
  size_t size = graph->size + 1;
  bool *needed = arena ? AM_ARRAY(arena, bool, size)
                       : am_graph_scratch(graph, AM_SCRATCH_NEEDED, size);
  am_node last = 0;
  for (int i = 0; i < count; i++) {
    needed[roots[i]] = true;
    if (roots[i] > last) last = roots[i];
  }
  for (am_node i = last; i > 0; i--)
    for (int k = 0; needed[i] && k < am_ops[graph->nodes[i].op].arity; k++)
      needed[am_argument(graph, i, k)] = true;
  return needed;
}

/* Replaces nodes in `roots` by their entries in `map` [size + 1], where set;
 * without `marks`, also marks by their values. */
static void rewrite(am_graph *graph, am_node *roots, int count, am_node *map,
                    bool marks) {
  size_t size = graph->size + 1;
  const bool *needed = am_graph_needed(graph, roots, count, NULL);
  for (am_node i = 1; i < size; i++) {
    am_node x[3] = {0};
    am_op op = graph->nodes[i].op;
    bool same = true;
    if (!needed[i] || map[i]) continue;
    for (int k = 0; k < am_ops[op].arity; k++) {
      x[k] = map[am_argument(graph, i, k)];
      same &= x[k] == am_argument(graph, i, k);
    }
    if (op == AM_OP_EIGEN && !marks)
      map[i] = x[0];
    else
      map[i] = same ? i : am_apply(graph, op, x[0], x[1], x[2]);
  }
  for (int i = 0; i < count; i++) roots[i] = map[roots[i]];
}

void am_substitute(am_graph *graph, am_node *roots, int count,
                   const am_node *from, const am_node *to, int n) {
  am_node *map = am_graph_scratch(graph, AM_SCRATCH_FIRST,
                                  (graph->size + 1) * sizeof *map);
  for (int i = 0; i < n; i++) map[from[i]] = to[i];
  rewrite(graph, roots, count, map, true);
}

void am_remove_marks(am_graph *graph, am_node *nodes, int count) {
  am_node *map = am_graph_scratch(graph, AM_SCRATCH_FIRST,
                                  (graph->size + 1) * sizeof *map);
  rewrite(graph, nodes, count, map, false);
}
