/* language.h: elaboration and evaluation of texts of the language. */
#ifndef AM_TESTS_EXPR_LANGUAGE_H
#define AM_TESTS_EXPR_LANGUAGE_H

#include <string.h>

#include "base/text.h"
#include "expr/elaborate.h"
#include "expr/parts.h"
#include "tests/support.h"

enum { INPUTS = 128, NODES = 1000000 };

typedef struct {
  am_arena *arena;
  am_report *report;
  am_scope *scope;
  am_elaboration context;
  double parameters[INPUTS], state[INPUTS]; /* values of the inputs */
  bool structural[INPUTS];
} language;

static inline void language_open(language *l) {
  *l = (language){.arena = test_arena()};
  ck_assert(!am_arena_recover(l->arena));
  l->report = am_report_new(l->arena);
  l->scope = am_scope_new(l->arena, NULL);
  l->context = (am_elaboration){l->arena,
                                l->report,
                                am_graph_new(l->arena, NODES),
                                l->scope,
                                l->parameters,
                                l->structural};
}

static inline void language_close(language *l) { am_arena_free(l->arena); }

/* Binds a name to inputs, the first of which is `first`. */
static inline void language_bind(language *l, const char *name,
                                 const char *what, am_input_kind input,
                                 int first, am_kind kind, int length) {
  am_value value = am_value_new(kind, length, NULL);
  int size = am_value_size(&value);
  am_node *nodes = AM_ARRAY(l->arena, am_node, size);
  for (int i = 0; i < size; i++)
    nodes[i] = am_input(l->context.graph, input, first + i);
  am_scope_add(l->scope, name, what, am_value_new(kind, length, nodes));
}

static inline const am_snippet *language_snippet(language *l,
                                                 const char *text) {
  am_source *source = AM_NEW(l->arena, am_source);
  am_snippet *snippet = AM_NEW(l->arena, am_snippet);
  *source = (am_source){"test", text, strlen(text)};
  *snippet = (am_snippet){text, source->length, source, 1, 1, 1};
  return snippet;
}

/* Value of a block, whose names are removed afterwards. */
static inline am_status language_value(language *l, const char *text,
                                       am_value *value) {
  am_block block;
  am_scope *scope = am_scope_new(l->arena, l->scope);
  am_elaboration context = l->context;
  context.scope = scope;
  am_status status =
      am_block_parse(l->arena, l->report, language_snippet(l, text),
                     AM_BLOCK_VALUE, &block);
  if (status != AM_OK) return status;
  return am_elaborate_block(&context, scope, "an intermediate value", &block,
                            value);
}

/* Numbers of a value for the current inputs. */
static inline double *language_numbers(language *l, const am_value *value) {
  int count = am_value_size(value);
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_PARAMETER] = l->parameters,
                                          [AM_INPUT_STATE] = l->state};
  double *numbers = AM_ARRAY(l->arena, double, count);
  am_program *program =
      am_program_new(l->arena, l->context.graph, value->nodes, count);
  am_frame *frame = am_frame_new(l->arena, program);
  am_frame_bind(frame, l->parameters);
  am_frame_run(frame, inputs, numbers);
  return numbers;
}

/* Removes and returns the only message, as "LINE:COLUMN: text". */
static inline const char *language_message(language *l) {
  const am_message *first = l->report->first;
  ck_assert_ptr_nonnull(first);
  ck_assert_msg(!first->next, "a second message: %s",
                first->next ? first->next->text : "");
  l->report->first = l->report->last = NULL;
  return am_format(l->arena, "%d:%d: %s", first->place.line,
                   first->place.column, first->text);
}

/* Value of a valid text. */
static inline am_value language_good(language *l, const char *text) {
  am_value value;
  am_status status = language_value(l, text, &value);
  ck_assert_msg(status == AM_OK, "refused: %s: %s", text,
                status ? language_message(l) : "");
  return value;
}

/* Message about an invalid text. */
static inline const char *language_bad(language *l, const char *text) {
  am_value value;
  ck_assert_msg(language_value(l, text, &value) == AM_INPUT, "accepted: %s",
                text);
  return language_message(l);
}

#endif
