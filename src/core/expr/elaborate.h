/* elaborate.h: syntax trees become typed values: names are looked up, types
 * checked, lists unrolled, tensors expanded to scalar nodes.
 *
 * An operation whose result is a constant that is not finite is an error,
 * except in a branch of `if` that need not be taken; so are more than
 * AM_MOST_OPERATIONS in one call, or a full graph. */
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
  bool *structural; /* marked for each such input that decided an index or a
                       count and so the shape of the graph; may be NULL */
} am_elaboration;

/* The value of one expression.  Errors (AM_INPUT) carry the place and the
 * types found. */
AM_MUST_USE am_status am_elaborate(const am_elaboration *context,
                                   const am_expr *expr, am_value *value);

/* The same where the value must be of a kind and not a list; `what` names it
 * in the message ("the free energy must be a scalar, found a …"). */
AM_MUST_USE am_status am_elaborate_kind(const am_elaboration *context,
                                        const am_expr *expr, am_kind kind,
                                        const char *what, am_value *value);

/* An integer that depends on constants and parameters alone. */
AM_MUST_USE am_status am_elaborate_integer(const am_elaboration *context,
                                           const am_expr *expr, long *value);

/* The assignments of a block, each added to `scope` (which must be the
 * context's) as `what` ("a definition"), or as a function; then its value, if
 * it has one and `value` is not NULL. */
AM_MUST_USE am_status am_elaborate_block(const am_elaboration *context,
                                         am_scope *scope, const char *what,
                                         const am_block *block,
                                         am_value *value);

/* Is this name taken by the language: a function, `I`, `pi`, `eps`, `t`, an
 * operator word? */
bool am_is_reserved(const char *name);

/* The functions, operators and named constants of the language, for `automat
 * list operators` and for tests; several rows of one name are alternatives.
 * Signatures name the types condition, scalar, vector, tensor (symmetric),
 * fourth (fourth-order), list, any of the first kinds but a condition, the
 * same as the first argument; index is a new name, integer and expression
 * speak for themselves, and "..." stands for further arguments. */
typedef struct {
  const char *name;
  const char *signature; /* "(tensor a, tensor b) -> scalar"; of a constant its
                            type alone */
  const char *about;
} am_function_info;

const am_function_info *am_functions(size_t *count);

#endif
