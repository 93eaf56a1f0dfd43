/* direction_split.c: splits functions with directional derivatives into a part
 * shared by all directions and a part for each direction. */
#include "law/build.h"

/* Maximum cost of operations that directions may repeat: sums and products. */
enum { CHEAP = 1, ROUNDS = 4 };

/* Nodes of a function: needed, dependent on the direction (directed), and
 * shared nodes that the directions read (cut). */
typedef struct {
  am_graph *graph;
  bool *needed, *directed, *cut; /* [size + 1] */
  size_t size;
} marks;

static bool is_shared(const marks *m, am_node node) {
  return !m->directed[node] && am_node_rank(m->graph, node) == AM_RANK_VARIABLE;
}

static void mark_node(marks *m, am_node node) {
  am_op op = am_node_op(m->graph, node);
  int arity = am_ops[op].arity;
  if (op == AM_OP_INPUT) {
    am_input_kind kind = am_node_input_kind(m->graph, node);
    m->directed[node] = kind == AM_INPUT_DIRECTION || kind == AM_INPUT_TIME;
  }
  for (int i = 0; i < arity; i++)
    m->directed[node] |= m->directed[am_node_argument(m->graph, node, i)];
  for (int i = 0; m->directed[node] && i < arity; i++) {
    am_node argument = am_node_argument(m->graph, node, i);
    m->cut[argument] |= is_shared(m, argument);
  }
}

static void mark_nodes(am_arena *arena, marks *m, const am_node *roots,
                       int count) {
  m->size = am_graph_size(m->graph) + 1;
  m->needed = am_graph_needed(m->graph, roots, count, arena);
  m->directed = AM_ARRAY(arena, bool, m->size);
  m->cut = AM_ARRAY(arena, bool, m->size);
  for (am_node i = 1; i < m->size; i++)
    if (m->needed[i]) mark_node(m, i);
  for (int i = 0; i < count; i++) m->cut[roots[i]] |= is_shared(m, roots[i]);
}

/* True if a node is cheap to compute from shared values; `also` counts as
 * shared. */
static bool is_made(const marks *m, am_node node, am_node also) {
  am_op op = am_node_op(m->graph, node);
  if (op == AM_OP_INPUT || am_op_cost(op) > CHEAP) return false;
  for (int i = 0; i < am_ops[op].arity; i++) {
    am_node x = am_node_argument(m->graph, node, i);
    if (x != also && is_shared(m, x) && !m->cut[x]) return false;
  }
  return true;
}

/* Reduces the number of shared values in rounds: adds arguments from which
 * several shared values can be computed, and removes shared values that are
 * cheap to compute. */
static void reduce_shared(am_arena *arena, marks *m) {
  int *gain = AM_ARRAY(arena, int, m->size);
  for (int round = 0; round < ROUNDS; round++) {
    memset(gain, 0, m->size * sizeof *gain);
    for (am_node i = 1; i < m->size; i++) {
      am_op op = am_node_op(m->graph, i);
      for (int k = 0; m->cut[i] && k < am_ops[op].arity; k++) {
        am_node x = am_node_argument(m->graph, i, k);
        gain[x] += is_shared(m, x) && !m->cut[x] && is_made(m, i, x);
      }
    }
    for (am_node i = 1; i < m->size; i++)
      if (gain[i] > 1) m->cut[i] = true;
    for (am_node i = (am_node)m->size - 1; i > 0; i--)
      if (m->cut[i] && is_made(m, i, 0)) m->cut[i] = false;
  }
}

/* Replaces shared values by inputs, and the inputs of each direction by those
 * of a single direction. Conditions are passed on as 1 and 0. */
static void replace_shared(am_arena *arena, const marks *m, const am_law *law,
                           am_split *split) {
  am_graph *g = m->graph;
  int inputs = am_law_inputs(law);
  int all = (split->single ? inputs + 1 : split->direction_count) * law->nx;
  int times = am_path_time(law);
  size_t most = m->size + (size_t)(all + times);
  am_node *from = AM_ARRAY(arena, am_node, most);
  am_node *to = AM_ARRAY(arena, am_node, most);
  int count = 0;
  am_node *shared = split->values + split->count;
  for (am_node i = 1; i < m->size; i++) {
    if (!m->cut[i]) continue;
    from[count] = i;
    bool condition = am_ops[am_node_op(g, i)].result == AM_CONDITION;
    shared[count] =
        condition ? am_select(g, i, am_const(g, 1), am_const(g, 0)) : i;
    to[count] = am_input(g, AM_INPUT_SHARED, count);
    if (condition)
      to[count] = am_apply(g, AM_OP_LESS, am_const(g, 0.5), to[count], 0);
    count++;
  }
  split->shared_count = count;
  for (int i = law->nx; i < all; i++, count++) {
    from[count] = am_input(g, AM_INPUT_DIRECTION, i);
    to[count] = am_input(g, AM_INPUT_DIRECTION, i % law->nx);
  }
  for (int i = 0; split->single && i < times; i++, count++) {
    from[count] = am_input(g, AM_INPUT_TIME, am_path_time(law) + i);
    to[count] = am_input(g, AM_INPUT_TIME, i);
  }
  am_substitute(g, split->directions,
                split->direction_count * split->rows, from, to, count);
}

void am_law_split(am_arena *arena, am_law *law, am_function function,
                  bool few, am_split *split) {
  int count;
  const am_node *nodes = am_law_function(arena, law, function, &count);
  marks m = {.graph = law->graph};
  *split = (am_split){.direction_count = am_direction_count(law, function),
                      .rows = am_direction_rows(law, function),
                      .single = am_law_functions[function].form ==
                                AM_FORM_PATH};
  int derivatives = split->direction_count * split->rows;
  split->count = count - derivatives;
  mark_nodes(arena, &m, nodes + split->count, derivatives);
  split->values = AM_ARRAY(arena, am_node, (size_t)split->count + m.size);
  for (int i = 0; i < split->count; i++) split->values[i] = nodes[i];
  split->directions = AM_ARRAY(arena, am_node, derivatives);
  for (int i = 0; i < derivatives; i++)
    split->directions[i] = nodes[split->count + i];
  if (few) reduce_shared(arena, &m);
  replace_shared(arena, &m, law, split);
}
