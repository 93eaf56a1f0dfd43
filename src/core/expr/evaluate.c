/* evaluate.c: translates nodes to instructions and executes them. */
#include "expr/parts.h"
#include "expr/scalar.h"

/* Groups of slots of a frame, in an order that puts the result of an
 * instruction in the slot after the result of the previous instruction. */
typedef enum {
  CONSTANTS,
  PARAMETERS,
  BOUND, /* operations on constants and parameters */
  INPUTS,
  BODY,
  GROUPS
} group;

typedef struct {
  uint32_t op, argument[3]; /* slots */
} instruction;

typedef struct {
  int kind, index;
} input;

struct am_program {
  int first[GROUPS + 1];   /* slots of group g: first[g] ... first[g + 1] - 1 */
  const double *constants;
  const input *parameters, *inputs;
  const instruction *bound, *body;
  const int *outputs; /* [count] slots */
  int count;
};

struct am_frame {
  const am_program *program;
  double *slots;
  bool fused; /* true if this processor has fused multiply-add */
};

static group group_of(const am_graph *graph, am_node node) {
  bool is_variable = graph->nodes[node].rank == AM_RANK_VARIABLE;
  switch (graph->nodes[node].op) {
    case AM_OP_CONST:
      return CONSTANTS;
    case AM_OP_INPUT:
      return is_variable ? INPUTS : PARAMETERS;
    default:
      return is_variable ? BODY : BOUND;
  }
}

static instruction translated(const am_graph *graph, am_node node,
                              const int *slot_of) {
  instruction code = {.op = graph->nodes[node].op};
  for (int i = 0; i < am_ops[code.op].arity; i++)
    code.argument[i] = (uint32_t)slot_of[am_argument(graph, node, i)];
  return code;
}

am_program *am_program_new(am_arena *arena, const am_graph *graph,
                           const am_node *outputs, int count) {
  am_program *program = AM_NEW(arena, am_program);
  size_t size = graph->size + 1;
  const bool *needed = am_graph_needed(graph, outputs, count, NULL);
  int *slot_of =
      am_graph_scratch(graph, AM_SCRATCH_FIRST, size * sizeof *slot_of);
  int sizes[GROUPS] = {0}, used[GROUPS] = {0}, *first = program->first;
  for (am_node i = 1; i < size; i++)
    if (needed[i]) sizes[group_of(graph, i)]++;
  for (int g = 0; g < GROUPS; g++) first[g + 1] = first[g] + sizes[g];

  /* Contents of the slots: one array for each group, indexed by slot -
   * first[group]. */
  double *constants = AM_ARRAY(arena, double, sizes[CONSTANTS]);
  input *inputs[GROUPS] = {
      [PARAMETERS] = AM_ARRAY(arena, input, sizes[PARAMETERS]),
      [INPUTS] = AM_ARRAY(arena, input, sizes[INPUTS])};
  instruction *code[GROUPS] = {
      [BOUND] = AM_ARRAY(arena, instruction, sizes[BOUND]),
      [BODY] = AM_ARRAY(arena, instruction, sizes[BODY])};
  for (am_node i = 1; i < size; i++) {
    if (!needed[i]) continue;
    group g = group_of(graph, i);
    int at = used[g]++;
    slot_of[i] = first[g] + at;
    if (g == CONSTANTS)
      constants[at] = am_node_value(graph, i);
    else if (code[g])
      code[g][at] = translated(graph, i, slot_of);
    else
      inputs[g][at] = (input){(int)am_node_input_kind(graph, i),
                              am_node_input_index(graph, i)};
  }
  int *slots = AM_ARRAY(arena, int, count);
  for (int i = 0; i < count; i++) slots[i] = slot_of[outputs[i]];
  program->constants = constants;
  program->parameters = inputs[PARAMETERS];
  program->inputs = inputs[INPUTS];
  program->bound = code[BOUND];
  program->body = code[BODY];
  program->outputs = slots;
  program->count = count;
  return program;
}

static int group_size(const am_program *program, group g) {
  return program->first[g + 1] - program->first[g];
}

int am_program_operations(const am_program *program) {
  return group_size(program, BODY);
}

int am_program_bound_operations(const am_program *program) {
  return group_size(program, BOUND);
}

am_frame *am_frame_new(am_arena *arena, const am_program *program) {
  am_frame *frame = AM_NEW(arena, am_frame);
  frame->program = program;
  frame->fused = am_fused_here();
  frame->slots = AM_ARRAY(arena, double, program->first[GROUPS]);
  memcpy(frame->slots, program->constants,
         sizeof(double) * (size_t)group_size(program, CONSTANTS));
  return frame;
}

#define EXECUTE execute
#include "expr/execute.def"
#define EXECUTE AM_FUSED execute_fused
#include "expr/execute.def"

void am_frame_bind(am_frame *frame, const double *parameters) {
  const am_program *p = frame->program;
  double *slot = frame->slots + p->first[PARAMETERS];
  for (int i = 0; i < group_size(p, PARAMETERS); i++)
    slot[i] = parameters[p->parameters[i].index];
  execute(p->bound, group_size(p, BOUND), frame->slots, p->first[BOUND]);
}

void am_frame_run(am_frame *frame, const double *const *inputs,
                  double *outputs) {
  const am_program *p = frame->program;
  double *slots = frame->slots, *slot = slots + p->first[INPUTS];
  for (int i = 0; i < group_size(p, INPUTS); i++)
    slot[i] = inputs[p->inputs[i].kind][p->inputs[i].index];
  (frame->fused ? execute_fused : execute)(p->body, group_size(p, BODY),
                                           slots, p->first[BODY]);
  for (int i = 0; i < p->count; i++) outputs[i] = slots[p->outputs[i]];
}

static double bound_value(const am_graph *graph, am_node node,
                          const double *parameters, const double *values) {
  am_op op = graph->nodes[node].op;
  if (op == AM_OP_CONST) return am_node_value(graph, node);
  if (op == AM_OP_INPUT) return parameters[am_node_input_index(graph, node)];
  double x[3] = {0};
  for (int i = 0; i < am_ops[op].arity; i++)
    x[i] = values[am_argument(graph, node, i)];
  return am_op_value(op, x[0], x[1], x[2]);
}

double am_program_once(const am_program *program, const double *parameters,
                       const double *const *inputs) {
  am_arena *own = am_arena_new();
  double value = NAN;
  if (own && !am_arena_recover(own)) {
    am_frame *frame = am_frame_new(own, program);
    am_frame_bind(frame, parameters);
    am_frame_run(frame, inputs, &value);
  }
  am_arena_free(own);
  return value;
}

/* Visits only the nodes that `node` uses, so that the cost does not depend on
 * the size of the graph: visited nodes are stamped with the number of this
 * call, counted in stamps[0]. */
double am_evaluate_bound(const am_graph *graph, am_node node,
                         const double *parameters) {
  if (am_ops[graph->nodes[node].op].arity == 0)
    return bound_value(graph, node, parameters, NULL);
  size_t size = graph->size + 1, count = 0;
  uint32_t *stamps =
      am_graph_last_scratch(graph, AM_SCRATCH_STAMPS, size * sizeof *stamps);
  am_node *list =
      am_graph_last_scratch(graph, AM_SCRATCH_LIST, size * sizeof *list);
  double *values =
      am_graph_last_scratch(graph, AM_SCRATCH_VALUES, size * sizeof *values);
  uint32_t now = ++stamps[0];
  list[count++] = node;
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < am_ops[graph->nodes[list[i]].op].arity; k++) {
      am_node argument = am_argument(graph, list[i], k);
      if (stamps[argument] == now) continue;
      stamps[argument] = now;
      list[count++] = argument;
    }

  /* Arguments have smaller numbers than the operations that use them. */
  qsort(list, count, sizeof *list, am_by_number);
  for (size_t i = 0; i < count; i++)
    values[list[i]] = bound_value(graph, list[i], parameters, values);
  return values[node];
}
