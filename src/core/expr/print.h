/* print.h: graphs as formulas for people, in the language that they were
 * written in; emit/function.h writes those for compilers. */
#ifndef AM_EXPR_PRINT_H
#define AM_EXPR_PRINT_H

#include "base/base.h"
#include "expr/graph.h"

typedef struct {
  const char *name; /* of the output, "stress.xx" */
  am_node node;
} am_named_node;

/* Names an input in a printed text. */
typedef const char *am_input_namer(void *data, am_input_kind kind, int index);

/* Writes `roots` [count] as lines "name = expression"; values used more than
 * once get lines of their own, t1 = …, before their first use.  Numbers are
 * written so that they read back to the same value. */
void am_print_graph(am_buffer *out, const am_graph *graph,
                    const am_named_node *roots, int count,
                    am_input_namer *namer, void *data);

#endif
