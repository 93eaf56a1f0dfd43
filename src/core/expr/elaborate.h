/* elaborate.h: converts syntax trees to typed values: looks up names, checks
 * types, unrolls lists, expands tensors to scalar nodes.
 *
 * AM_INPUT if the result of an operation is a constant that is not finite,
 * except in a branch of `if` that may not be taken; if one call needs more than
 * AM_MOST_OPERATIONS; or if the graph is full. */
#ifndef AM_EXPR_ELABORATE_H
#define AM_EXPR_ELABORATE_H

#include "expr/syntax.h"
#include "expr/value.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_graph *graph;
  const am_scope *scope;
  const double *parameters; /* values of the inputs AM_INPUT_PARAMETER, for
                               indices and counts */
  bool *structural; /* set to true for each parameter input that determines an
                       index or a count, and so the shape of the graph; may be
                       NULL */
} am_elaboration;

/* Elaborates one expression.  Errors (AM_INPUT) contain the place and the types
 * found. */
AM_MUST_USE am_status am_elaborate(const am_elaboration *context,
                                   const am_expr *expr, am_value *value);

/* Elaborates an expression that must be of a kind and not a list; what: name of
 * the expression in the message ("the free energy must be a scalar, found a
 * …"). */
AM_MUST_USE am_status am_elaborate_kind(const am_elaboration *context,
                                        const am_expr *expr, am_kind kind,
                                        const char *what, am_value *value);

/* Elaborates an integer that depends only on constants and parameters. */
AM_MUST_USE am_status am_elaborate_integer(const am_elaboration *context,
                                           const am_expr *expr, long *value);

/* Elaborates a block: adds each assignment to `scope` (which must be that of
 * the context) as a value, described by `what` ("a definition"), or as a
 * function; then elaborates the value of the block, if it has one and `value`
 * is not NULL. */
AM_MUST_USE am_status am_elaborate_block(const am_elaboration *context,
                                         am_scope *scope, const char *what,
                                         const am_block *block,
                                         am_value *value);

/* True if the name is reserved by the language: a function, `I`, `pi`, `eps`,
 * `t`, an operator word. */
bool am_is_reserved(const char *name);

/* Functions, operators and named constants of the language, for `automat list
 * operators` and for tests; rows with the same name are alternatives.
 * Signatures consist of the types condition, scalar, vector, tensor
 * (symmetric), fourth (fourth-order), list, any (scalar, vector, tensor or
 * fourth) and same (type of the first argument).  Further, index is a new name,
 * integer and expression have their usual meaning, and "..." stands for more
 * arguments. */
typedef struct {
  const char *name;
  const char *signature; /* "(tensor a, tensor b) -> scalar"; of a constant: its
                            type */
  const char *about;
} am_function_info;

const am_function_info *am_functions(size_t *count);

#endif
