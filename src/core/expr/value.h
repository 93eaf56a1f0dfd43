/* value.h: typed values made of graph nodes, and the names bound to them.
 *
 * A value of any type is a list of scalar nodes, so that the graph knows no
 * tensors.  Scopes are chains: a caller makes the outermost one with the names
 * that its expressions may use, and elaborate.h adds what they define. */
#ifndef AM_EXPR_VALUE_H
#define AM_EXPR_VALUE_H

#include "base/base.h"
#include "expr/graph.h"

typedef enum {
  AM_BOOL,   /* 1 node: a condition */
  AM_SCALAR, /* 1 */
  AM_VECTOR, /* 3, Cartesian */
  AM_TENSOR, /* 6, coordinates of base/basis.h */
  AM_FOURTH, /* 36, row-major, in the same basis, minor symmetries */
  AM_KINDS
} am_kind;

extern const int am_kind_size[AM_KINDS]; /* nodes of one */

const char *am_kind_name(am_kind kind); /* "symmetric tensor" */

/* What a table is outside of its rows; AM_NO_TABLE: it is none. */
typedef enum { AM_NO_TABLE, AM_OUTSIDE_CONSTANT, AM_OUTSIDE_LINEAR } am_outside;

/* A value, or a list of `length` values of one kind; length is -1 when it is
 * not a list.  Lists of lists do not exist, but matrices of scalars, row by
 * row; a table is one of two columns, x and y. */
typedef struct {
  am_kind kind;
  int length;           /* of a matrix: rows */
  int columns;          /* of a matrix, else 0 */
  am_outside outside;
  const am_node *nodes; /* [size·max(1, length)·max(1, columns)], member after
                           member */
} am_value;

/* "scalar", "symmetric tensor", "list of 3 vectors", "2 x 3 matrix": as
 * messages say it. */
const char *am_value_describe(am_arena *arena, const am_value *value);

/* nodes of a value: am_kind_size times its length */
int am_value_size(const am_value *value);

am_value am_value_scalar(am_arena *arena, am_node node);
am_value am_value_new(am_kind kind, int length, const am_node *nodes);

/* Names visible to an expression: a chain of scopes, innermost first. */
typedef struct am_scope am_scope;

am_scope *am_scope_new(am_arena *arena, const am_scope *outer);

/* `what` says in messages what the name is: "a parameter".  A name is added
 * once to a scope.  A value without nodes (NULL) reserves a name that cannot
 * be used here: "'A_alpha' is not available here". */
void am_scope_add(am_scope *scope, const char *name, const char *what,
                  am_value value);

/* The same of a name that a block may take for something of its own. */
void am_scope_offer(am_scope *scope, const char *name, const char *what,
                    am_value value);

/* A function that a block defines (elaborator.h). */
typedef struct am_closure am_closure;

void am_scope_add_function(am_scope *scope, const char *name,
                           const am_closure *function);

/* NULL when there is no such name; the value of a function has no nodes. */
const am_value *am_scope_find(const am_scope *scope, const char *name);
const char *am_scope_what(const am_scope *scope, const char *name);
bool am_scope_offers(const am_scope *scope, const char *name);
const am_closure *am_scope_function(const am_scope *scope, const char *name);

/* All names, innermost first, for suggestions: [*count]. */
const char *const *am_scope_names(am_arena *arena, const am_scope *scope,
                                  size_t *count);

#endif
