/* function.c: writes the operations of a schedule, and the outputs. */
#include <assert.h>

#include "emit/source.h"

enum { NUMBER_SIZE = 32, OPERAND_SIZE = 64 };

/* Arrays of inputs; NULL: not read by functions of a law. External fields
 * follow the strain. */
static const char *const input_names[AM_INPUT_KINDS] = {
    [AM_INPUT_STRAIN] = "eps",
    [AM_INPUT_EXTERNAL] = "eps",
    [AM_INPUT_STATE] = "y",
    [AM_INPUT_DIRECTION] = "w",
    [AM_INPUT_RATE] = "rate",
    [AM_INPUT_TIME] = "theta",
    [AM_INPUT_ALONG] = "u",
    [AM_INPUT_RADIAL] = "radial",
    [AM_INPUT_SHARED] = "shared",
};

typedef struct {
  am_buffer *out;
  const am_graph *graph;
  am_bound *bound;
  int *number;   /* [size + 1] number of the definition of a node, from 1 */
  int *in_bound; /* [size + 1] 1 + index among the bound values */
} writer;

/* Decimal text that reads back as the same double. */
static void literal_text(double value, char *text) {
  if (!isfinite(value)) {
    strcpy(text, isnan(value) ? "NAN" : value > 0 ? "INFINITY" : "-INFINITY");
    return;
  }
  snprintf(text, NUMBER_SIZE, "%.17g", value);
  if (!strpbrk(text, ".e")) strcat(text, ".0");
}

/* Operand of an operator, or argument of a function; as argument a constant
 * becomes a lane value. */
static void operand_text(writer *w, am_node node, bool of_function,
                         char text[OPERAND_SIZE]) {
  am_op op = am_node_op(w->graph, node);
  char number[NUMBER_SIZE + 2];
  if (op == AM_OP_CONST) {
    literal_text(am_node_value(w->graph, node), number);
    snprintf(text, OPERAND_SIZE, of_function ? "k_set(%s)" : "%s", number);
  } else if (am_node_rank(w->graph, node) < AM_RANK_VARIABLE) {
    bool condition = am_ops[op].result == AM_CONDITION;
    am_bound *b = w->bound;
    if (!w->in_bound[node]) {
      AM_PUSH(b->arena, b->nodes, b->count, node);
      w->in_bound[node] = b->count;
    }
    snprintf(text, OPERAND_SIZE, "bound[%d]%s", w->in_bound[node] - 1,
             condition ? " != 0" : "");
  } else if (op == AM_OP_INPUT) {
    am_input_kind kind = am_node_input_kind(w->graph, node);
    int before = kind == AM_INPUT_EXTERNAL ? 6 : 0;
    assert(input_names[kind]);
    snprintf(text, OPERAND_SIZE, "%s[%d]", input_names[kind],
             before + am_node_input_index(w->graph, node));
  } else {
    snprintf(text, OPERAND_SIZE, "t%d", w->number[node]);
  }
}

/* True if the letter at `at` is the name of an argument, not part of a word. */
static bool is_argument(const char *formula, size_t at) {
  unsigned char before = at ? (unsigned char)formula[at - 1] : ' ';
  unsigned char after = (unsigned char)formula[at + 1];
  return formula[at] >= 'a' && formula[at] <= 'c' && !isalnum(before) &&
         before != '_' && !isalnum(after) && after != '_';
}

/* Writes `const real t12 = t3*t4;`: formula of the operation, with its
 * arguments replaced. */
static void write_definition(writer *w, am_node node) {
  const am_op_info *info = &am_ops[am_node_op(w->graph, node)];
  bool of_function = strchr(info->value, '(');
  char operand[OPERAND_SIZE];
  am_buffer_add(w->out, "  const %s t%d = ",
                info->result == AM_CONDITION ? "mask" : "real",
                w->number[node]);
  for (size_t i = 0; info->value[i]; i++) {
    if (!is_argument(info->value, i)) {
      am_buffer_add(w->out, "%c", info->value[i]);
      continue;
    }
    am_node argument = am_node_argument(w->graph, node, info->value[i] - 'a');
    operand_text(w, argument, of_function, operand);
    am_buffer_add(w->out, "%s", operand);
  }
  am_buffer_add(w->out, ";\n");
}

/* Outputs that are the same node, as a linked list */
typedef struct {
  int *first; /* [size + 1] 1 + index of the first output of this node */
  int *next;  /* [count] 1 + index of the next output of the same node */
} places;

static places places_new(am_arena *arena, const am_graph *graph,
                         const am_node *outputs, int count) {
  places p = {AM_ARRAY(arena, int, am_graph_size(graph) + 1),
              AM_ARRAY(arena, int, count)};
  for (int i = count - 1; i >= 0; i--) {
    p.next[i] = p.first[outputs[i]];
    p.first[outputs[i]] = i + 1;
  }
  return p;
}

static void write_store(writer *w, const am_emit_array *array, int output,
                        am_node node) {
  char operand[OPERAND_SIZE];
  for (; output >= array->size; array++) output -= array->size;
  operand_text(w, node, true, operand);
  am_buffer_add(w->out, "  %s[%d] = %s;\n", array->name, output, operand);
}

/* Longer runs of equal outputs that are not operations, such as zeros of
 * matrices, are written as a loop. */
enum { SHORT_RUN = 8 };

/* Writes the outputs [array->size] that are not operations. */
static void write_constants(writer *w, const am_emit_array *array,
                            const am_node *outputs) {
  char operand[OPERAND_SIZE];
  for (int i = 0, end; i < array->size; i = end) {
    for (end = i + 1; end < array->size && outputs[end] == outputs[i];) end++;
    if (am_is_emitted(w->graph, outputs[i])) continue;
    for (int k = i; k < end && end - i <= SHORT_RUN; k++)
      write_store(w, array, k, outputs[k]);
    if (end - i <= SHORT_RUN) continue;
    operand_text(w, outputs[i], true, operand);
    am_buffer_add(w->out,
                  "  K_UNROLL for (int i = %d; i < %d; i++) %s[i] = %s;\n", i,
                  end, array->name, operand);
  }
}

am_emit_counts am_emit_body(am_buffer *out, const am_graph *graph,
                            const am_node *outputs,
                            const am_emit_array *arrays, int array_count,
                            am_bound *bound) {
  am_arena *arena = out->arena;
  size_t size = am_graph_size(graph) + 1;
  int count = 0;
  for (int i = 0; i < array_count; i++) count += arrays[i].size;
  writer w = {.out = out, .graph = graph, .bound = bound,
              .number = AM_ARRAY(arena, int, size),
              .in_bound = AM_ARRAY(arena, int, size)};
  for (int i = 0; i < bound->count; i++) w.in_bound[bound->nodes[i]] = i + 1;
  places p = places_new(arena, graph, outputs, count);
  am_schedule schedule = am_schedule_best(arena, graph, outputs, count);
  am_emit_counts counts = {.operations = schedule.count};
  for (int i = 0; i < schedule.count; i++) {
    am_node node = schedule.nodes[i];
    w.number[node] = i + 1;
    write_definition(&w, node);
    counts.powers += am_op_cost(am_node_op(graph, node)) >= AM_COSTLY;
    for (int k = p.first[node]; k; k = p.next[k - 1])
      write_store(&w, arrays, k - 1, node);
  }
  for (int i = 0; i < array_count; outputs += arrays[i++].size)
    write_constants(&w, &arrays[i], outputs);
  return counts;
}
