/* words.h: names of all types that expressions of the harnesses may use, and
 * the processing of an expression: derivatives, programs, texts. */
#ifndef AM_TESTS_FUZZ_WORDS_H
#define AM_TESTS_FUZZ_WORDS_H

#include <string.h>

#include "diff/diff.h"
#include "emit/function.h"
#include "report/parts.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/generate.h"

static const fuzz_name_of words[] = {
    {"p", AM_SCALAR, -1}, {"q", AM_SCALAR, -1}, {"s", AM_SCALAR, 3},
    {"m", AM_VECTOR, -1}, {"d", AM_VECTOR, 3},  {"T", AM_TENSOR, -1},
    {"C", AM_FOURTH, -1}, {"x", AM_SCALAR, -1}, {"y", AM_SCALAR, 3},
    {"e", AM_TENSOR, -1}, {"U", AM_TENSOR, 3},
};

/* The first ones are parameters, the others variables. */
enum {
  WORDS = sizeof words / sizeof *words,
  WORD_PARAMETERS = 7,
  WORD_INPUTS = 128,
  WORD_NODES = 100000,
  WORD_OUTPUTS = 36
};

typedef struct {
  am_elaboration context;
  am_scope *scope;
  double parameters[WORD_INPUTS], state[WORD_INPUTS]; /* values of inputs */
  bool structural[WORD_INPUTS];
  am_node inputs[2 * WORD_INPUTS]; /* [input_count] */
  int input_count;
} words_scope;

static inline void words_bind(words_scope *w, int word, int *first) {
  const fuzz_name_of *name = &words[word];
  const bool fixed = word < WORD_PARAMETERS;
  am_value value = am_value_new(name->kind, name->length, NULL);
  int size = am_value_size(&value);
  am_node *nodes = AM_ARRAY(w->context.arena, am_node, size);
  for (int i = 0; i < size; i++) {
    nodes[i] = am_input(w->context.graph,
                        fixed ? AM_INPUT_PARAMETER : AM_INPUT_STATE,
                        *first + i);
    w->inputs[w->input_count++] = nodes[i];
  }
  *first += size;
  am_scope_add(w->scope, name->name, fixed ? "a parameter" : "a variable",
               am_value_new(name->kind, name->length, nodes));
}

static inline words_scope *words_new(const fuzz_input *input) {
  words_scope *w = AM_NEW(input->arena, words_scope);
  int parameters = 0, variables = 0;
  w->scope = am_scope_new(input->arena, NULL);
  w->context = (am_elaboration){
      input->arena, input->report, am_graph_new(input->arena, WORD_NODES),
      w->scope, w->parameters, w->structural};
  for (int i = 0; i < WORD_INPUTS; i++) {
    w->parameters[i] = 1 + i % 3;
    w->state[i] = 0.1 * (i % 17) - 0.5;
  }
  for (int i = 0; i < WORDS; i++)
    words_bind(w, i, i < WORD_PARAMETERS ? &parameters : &variables);
  FUZZ_EXPECT(parameters <= WORD_INPUTS && variables <= WORD_INPUTS);
  return w;
}

static inline am_status words_value(const fuzz_input *input, words_scope *w,
                                    const char *text, am_value *value) {
  const am_source *source = fuzz_source(input, text, strlen(text));
  am_snippet *snippet = AM_NEW(input->arena, am_snippet);
  am_block block;
  *snippet = (am_snippet){source->text, source->length, source, 1, 1, 1};
  AM_TRY(am_block_parse(input->arena, input->report, snippet, AM_BLOCK_VALUE,
                        &block));
  return am_elaborate_block(&w->context, w->scope, "an intermediate value",
                            &block, value);
}

/* The values of nodes [count]. */
static inline double *words_numbers(const words_scope *w, const am_node *nodes,
                                    int count) {
  am_arena *arena = w->context.arena;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STATE] = w->state};
  double *values = AM_ARRAY(arena, double, count + 1);
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, w->context.graph, nodes, count));
  am_frame_bind(frame, w->parameters);
  am_frame_run(frame, inputs, values);
  return values;
}

static inline const char *words_input_name(void *data, am_input_kind kind,
                                           int index) {
  return am_format(data, "in%d_%d", (int)kind, index);
}

/* All results for a value: numbers, derivatives of its first node, the
 * optimized graph, and texts. */
static inline void words_follow(const words_scope *w, const am_value *value) {
  am_arena *arena = w->context.arena;
  am_graph *graph = w->context.graph;
  int count = am_value_size(value);
  am_node *nodes = AM_ARRAY(arena, am_node, count + w->input_count);
  if (!count || value->kind == AM_BOOL) return;
  if (count > WORD_OUTPUTS) count = WORD_OUTPUTS;
  memcpy(nodes, value->nodes, sizeof *nodes * (size_t)count);
  am_reverse(graph, nodes[0], w->inputs, w->input_count, nodes + count);
  count += w->input_count;
  if (am_graph_full(graph)) return;
  words_numbers(w, nodes, count);
  am_optimize(graph, nodes, count);
  words_numbers(w, nodes, count);
  am_buffer out = {.arena = arena};
  am_bound bound = {.arena = arena};
  const am_emit_array all = {"f", count};
  const am_named_node named = {"f", nodes[0]};
  am_print_graph(&out, graph, &named, 1, words_input_name, arena);
  am_emit_body(&out, graph, nodes, &all, 1, &bound);
}

#endif
