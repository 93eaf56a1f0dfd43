/* print.h: prints graphs as formulas in the expression language, for people;
 * emit/function.h writes source for compilers. */
#ifndef AM_EXPR_PRINT_H
#define AM_EXPR_PRINT_H

#include "base/base.h"
#include "expr/graph.h"

typedef struct {
  const char *name; /* of the output, "stress.xx" */
  am_node node;
} am_named_node;

/* Returns the name of an input. */
typedef const char *am_input_namer(void *data, am_input_kind kind, int index);

/* Writes `roots` [count] as lines "name = expression".  Values that are used
 * more than once get separate lines, t1 = ..., before their first use.  Numbers
 * read back to the same value. */
void am_print_graph(am_buffer *out, const am_graph *graph,
                    const am_named_node *roots, int count,
                    am_input_namer *namer, void *data);

#endif
