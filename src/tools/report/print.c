/* print.c: prints graphs as formulas, broken into lines by depth and width. */
#include "report/parts.h"

/* Limits beyond which an expression is broken into lines. */
enum { DEEPEST = 12, WIDEST = 84, TEMPORARY_WIDTH = 4 };

/* Layout of a node. */
typedef struct {
  uint32_t uses;
  int root;      /* first output that needs the node, from 1; 0: none */
  int temporary; /* number of its temporary, from 1; 0: written inline */
  int depth, width;
} layout;

typedef struct {
  am_buffer *out;
  const am_graph *graph;
  layout *nodes; /* [size + 1] */
  am_input_namer *namer;
  void *data;
  const char *prefix; /* of temporaries */
} printer;

static const am_op_info *info_of(const printer *p, am_node node) {
  return &am_ops[am_node_op(p->graph, node)];
}

static const char *input_name(const printer *p, am_node node) {
  return p->namer(p->data, am_node_input_kind(p->graph, node),
                  am_node_input_index(p->graph, node));
}

static void note_use(layout *node, int root) {
  node->uses++;
  if (!node->root || root < node->root) node->root = root;
}

/* Gives a separate line to the deepest or widest argument; false if no argument
 * can have one. */
static bool break_largest(printer *p, am_node node, bool by_depth) {
  layout *largest = NULL;
  int size = 0;
  for (int k = 0; k < info_of(p, node)->arity; k++) {
    layout *x = &p->nodes[am_argument(p->graph, node, k)];
    int measure = by_depth ? x->depth : x->width;
    if (x->temporary || x->depth == 0 || measure <= size) continue;
    largest = x;
    size = measure;
  }
  if (!largest) return false;
  largest->temporary = 1;
  return true;
}

static void measure_operation(printer *p, am_node node) {
  layout *x = &p->nodes[node];
  x->depth = 0;
  x->width = (int)strlen(info_of(p, node)->token) + 2;
  for (int k = 0; k < info_of(p, node)->arity; k++) {
    const layout *y = &p->nodes[am_argument(p->graph, node, k)];
    int depth = y->temporary ? 0 : y->depth;
    if (depth > x->depth) x->depth = depth;
    x->width += 2 + (y->temporary ? TEMPORARY_WIDTH : y->width);
  }
  x->depth++;
}

/* Determines the nodes that get separate lines. */
static void lay_out(printer *p, const am_named_node *roots, int count) {
  am_node size = (am_node)am_graph_size(p->graph);
  for (int i = 0; i < count; i++) note_use(&p->nodes[roots[i].node], i + 1);
  for (am_node i = size; i > 0; i--)
    for (int k = 0; p->nodes[i].root && k < info_of(p, i)->arity; k++)
      note_use(&p->nodes[am_argument(p->graph, i, k)], p->nodes[i].root);

  for (am_node i = 1; i <= size; i++) {
    char text[AM_NUMBER_SIZE];
    layout *x = &p->nodes[i];
    if (!x->root) continue;
    if (info_of(p, i)->arity == 0) {
      bool constant = am_is_op(p->graph, i, AM_OP_CONST);
      if (constant) am_number_text(am_node_value(p->graph, i), text);
      x->width = (int)strlen(constant ? text : input_name(p, i));
      continue;
    }
    measure_operation(p, i);
    while (x->depth > DEEPEST && break_largest(p, i, true))
      measure_operation(p, i);
    while (x->width > WIDEST && break_largest(p, i, false))
      measure_operation(p, i);
    x->temporary = x->uses > 1;
  }
}

static void write_node(printer *p, am_node node, int precedence);

static void write_constant(printer *p, double value, int precedence) {
  char text[AM_NUMBER_SIZE];
  am_number_text(value, text);
  bool negative = text[0] == '-' && precedence > am_ops[AM_OP_NEG].precedence;
  am_buffer_add(p->out, negative ? "(%s)" : "%s", text);
}

static void write_operator(printer *p, am_node node) {
  const am_op_info *info = info_of(p, node), *minus = &am_ops[AM_OP_SUB];
  am_op op = am_node_op(p->graph, node);
  am_node a = am_argument(p->graph, node, 0);
  am_node b = am_argument(p->graph, node, 1);
  if (info->arity == 1) {
    bool word = isalpha((unsigned char)info->token[0]);
    am_buffer_add(p->out, word ? "%s " : "%s", info->token);
    write_node(p, a, info->precedence);
  } else if (op == AM_OP_ADD && am_is_op(p->graph, a, AM_OP_CONST) &&
             am_node_value(p->graph, a) < 0) {
    /* Write x + -2 as x - 2. */
    write_node(p, b, minus->precedence);
    am_buffer_add(p->out, " %s ", minus->token);
    write_constant(p, -am_node_value(p->graph, a), minus->precedence);
  } else {
    /* Precedences below which the operands need parentheses; an operand with
     * the same operator needs no parentheses if the operator is associative or
     * groups to that side. */
    bool tight = info->precedence >= am_ops[AM_OP_MUL].precedence;
    bool comparison = info->precedence == am_ops[AM_OP_LESS].precedence;
    int left = info->precedence + comparison, right = info->precedence + 1;
    if (op == AM_OP_POW) left++, right = am_ops[AM_OP_NEG].precedence;
    if ((op == AM_OP_ADD || op == AM_OP_MUL) && am_is_op(p->graph, b, op))
      right--;
    write_node(p, a, left);
    am_buffer_add(p->out, tight ? "%s" : " %s ", info->token);
    write_node(p, b, right);
  }
}

static void write_node(printer *p, am_node node, int precedence) {
  const am_op_info *info = info_of(p, node);
  bool call = info->precedence == AM_CALL;
  bool parentheses = call || info->precedence < precedence;
  if (p->nodes[node].temporary) {
    am_buffer_add(p->out, "%s%d", p->prefix, p->nodes[node].temporary);
  } else if (am_is_op(p->graph, node, AM_OP_CONST)) {
    write_constant(p, am_node_value(p->graph, node), precedence);
  } else if (am_is_op(p->graph, node, AM_OP_INPUT)) {
    am_buffer_add(p->out, "%s", input_name(p, node));
  } else {
    if (call) am_buffer_add(p->out, "%s", info->token);
    if (parentheses) am_buffer_add(p->out, "(");
    if (!call) write_operator(p, node);
    for (int k = 0; call && k < info->arity; k++) {
      if (k) am_buffer_add(p->out, ", ");
      write_node(p, am_argument(p->graph, node, k), 0);
    }
    if (parentheses) am_buffer_add(p->out, ")");
  }
}

/* Line of a temporary: before its first output `root`, in the order of
 * nodes. */
typedef struct {
  int root;
  am_node node;
} line;

static int in_order_of_lines(const void *a, const void *b) {
  const line *x = a, *y = b;
  if (x->root != y->root) return x->root < y->root ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static line *lines_of(const printer *p, am_arena *arena, size_t *count) {
  line *lines = NULL;
  *count = 0;
  for (am_node i = 1; i <= am_graph_size(p->graph); i++)
    if (p->nodes[i].temporary)
      AM_PUSH(arena, lines, *count, (line){p->nodes[i].root, i});
  if (*count) qsort(lines, *count, sizeof *lines, in_order_of_lines);
  for (size_t i = 0; i < *count; i++)
    p->nodes[lines[i].node].temporary = (int)i + 1;
  return lines;
}

static bool is_like_temporary(const char *name, const char *prefix) {
  size_t length = strlen(prefix);
  return !strncmp(name, prefix, length) && isdigit((unsigned char)name[length]);
}

void am_print_graph(am_buffer *out, const am_graph *graph,
                    const am_named_node *roots, int count,
                    am_input_namer *namer, void *data) {
  printer p = {.out = out, .graph = graph, .namer = namer, .data = data};
  size_t lines, next = 0;
  p.nodes = AM_ARRAY(out->arena, layout, am_graph_size(graph) + 1);
  lay_out(&p, roots, count);
  /* Choose a prefix so that no name looks like a temporary. */
  const char *prefix = "t";
  bool is_taken = false;
  for (int i = 0; i < count; i++)
    is_taken |= is_like_temporary(roots[i].name, prefix);
  for (am_node i = 1; i <= am_graph_size(p.graph); i++)
    if (p.nodes[i].root && am_is_op(p.graph, i, AM_OP_INPUT))
      is_taken |= is_like_temporary(input_name(&p, i), prefix);
  p.prefix = is_taken ? "_t" : prefix;
  line *shared = lines_of(&p, out->arena, &lines);
  for (int i = 0; i < count; i++) {
    for (; next < lines && shared[next].root <= i + 1; next++) {
      layout *x = &p.nodes[shared[next].node];
      int number = x->temporary;
      am_buffer_add(out, "%s%d = ", p.prefix, number);
      x->temporary = 0;
      write_node(&p, shared[next].node, 0);
      x->temporary = number;
      am_buffer_add(out, "\n");
    }
    am_buffer_add(out, "%s = ", roots[i].name);
    write_node(&p, roots[i].node, 0);
    am_buffer_add(out, "\n");
  }
}
