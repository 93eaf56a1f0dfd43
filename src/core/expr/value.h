/* value.h: typed values made of graph nodes, and the names bound to them.
 *
 * A value of any type is a list of scalar nodes, so that the graph itself
 * contains no tensors.  Scopes form chains: a caller creates the outermost
 * scope with the names that its expressions may use, and elaborate.h adds the
 * names that they define. */
#ifndef AM_EXPR_VALUE_H
#define AM_EXPR_VALUE_H

#include "expr/graph.h"

typedef enum {
  AM_BOOL,   /* 1 node: a condition */
  AM_SCALAR, /* 1 */
  AM_VECTOR, /* 3, Cartesian */
  AM_TENSOR, /* 6, coordinates of base/basis.h */
  AM_FOURTH, /* 36, row-major, in the same basis, minor symmetries */
  AM_KINDS
} am_kind;

extern const int am_kind_size[AM_KINDS]; /* nodes of one value */

const char *am_kind_name(am_kind kind); /* "symmetric tensor" */

/* Extrapolation of a table outside its rows; AM_NO_TABLE: not a table. */
typedef enum { AM_NO_TABLE, AM_OUTSIDE_CONSTANT, AM_OUTSIDE_LINEAR } am_outside;

/* A value, or a list of `length` values of one kind; length is -1 if it is not
 * a list.  Lists of lists do not exist, except matrices of scalars, stored row
 * by row; a table is a matrix with the columns x and y. */
typedef struct {
  am_kind kind;
  int length;           /* of a matrix: its rows */
  int columns;          /* of a matrix; else 0 */
  am_outside outside;
  const am_node *nodes; /* [size*max(1, length)*max(1, columns)], member after
                           member */
} am_value;

/* Describes the type of a value for messages: "scalar", "symmetric tensor",
 * "list of 3 vectors", "2 x 3 matrix". */
const char *am_value_describe(am_arena *arena, const am_value *value);

/* Number of nodes of a value: am_kind_size times its length. */
int am_value_size(const am_value *value);

am_value am_value_scalar(am_arena *arena, am_node node);
am_value am_value_new(am_kind kind, int length, const am_node *nodes);

/* Names visible to an expression: a chain of scopes, innermost first. */
typedef struct am_scope am_scope;

am_scope *am_scope_new(am_arena *arena, const am_scope *outer);

/* Adds a name, which the scope must not contain yet.  what: its description in
 * messages, "a parameter".  A value without nodes (NULL) reserves a name that
 * this expression cannot use: "'A_alpha' is not available here". */
void am_scope_add(am_scope *scope, const char *name, const char *what,
                  am_value value);

/* Adds a name that a block may redefine. */
void am_scope_offer(am_scope *scope, const char *name, const char *what,
                    am_value value);

/* A function defined in a block (elaborator.h). */
typedef struct am_closure am_closure;

void am_scope_add_function(am_scope *scope, const char *name,
                           const am_closure *function);

/* Looks up a name in the chain; NULL if it does not exist.  The value of a
 * function has no nodes. */
const am_value *am_scope_find(const am_scope *scope, const char *name);
const char *am_scope_what(const am_scope *scope, const char *name);
bool am_scope_offers(const am_scope *scope, const char *name);
const am_closure *am_scope_function(const am_scope *scope, const char *name);

/* am_scope_read looks up a name for an expression, and marks it as read. */
const am_value *am_scope_read(const am_scope *scope, const char *name);
bool am_scope_was_read(const am_scope *scope, const char *name);

/* All names, innermost first, for suggestions: [*count]. */
const char *const *am_scope_names(am_arena *arena, const am_scope *scope,
                                  size_t *count);

#endif
