/* elaborate.h: text of the expression language to a syntax tree, and syntax
 * trees to typed values made of graph nodes. */
#ifndef AM_EXPR_ELABORATE_H
#define AM_EXPR_ELABORATE_H

#include "expr/graph.h"

/* ---- syntax trees: lex.c, parse.c ----------------------------------------
 *
 * The language is described in automat-material(5).  The tree contains neither
 * types nor values of names; elaboration adds these, as often as needed (the
 * body of a sum is one tree, elaborated once per index). */

/* Maximum number of operations of an expression as written, of its expansion,
 * and of the potentials of a law. */
enum { AM_MOST_OPERATIONS = 1000000 };

typedef enum {
  AM_EXPR_NUMBER,    /* number */
  AM_EXPR_NAME,      /* name */
  AM_EXPR_UNARY,     /* name: "-", "+", "not"; 1 argument */
  AM_EXPR_BINARY,    /* name: the operator as written; 2 arguments */
  AM_EXPR_CALL,      /* name: the function; its arguments */
  AM_EXPR_INDEX,     /* arguments: the object and the index */
  AM_EXPR_COMPONENT  /* argument: the object; name: "xx" … "xy" */
} am_expr_kind;

typedef struct am_expr am_expr;
struct am_expr {
  am_expr_kind kind;
  const am_snippet *snippet;
  size_t offset;     /* of the first byte, or of the operator */
  const char *name;
  double number;
  am_expr **arguments; /* [count] */
  int count;
};

/* An assignment: name = value, a list, name[index in first .. last] = value, or
 * a function, name(x, y) = value. */
typedef struct {
  const char *name;
  size_t offset;
  const char **arguments; /* [argument_count] of a function, else NULL */
  size_t *argument_offsets;
  int argument_count;
  const char *index; /* NULL if it is not a list */
  size_t index_offset;
  am_expr *first, *last;
  am_expr *value;
} am_assignment;

/* Lines of assignments, followed by the line of a value in a block of kind
 * AM_BLOCK_VALUE. */
typedef struct {
  const am_snippet *snippet;
  am_assignment *assignments; /* [count] */
  size_t count;
  am_expr *value; /* NULL if there is none */
} am_block;

typedef enum {
  AM_BLOCK_VALUE,      /* ends with a value: a potential */
  AM_BLOCK_DEFINITIONS /* assignments only */
} am_block_kind;

/* Parses the whole snippet as one expression. */
AM_MUST_USE am_status am_expr_parse(am_arena *arena, am_report *report,
                                    const am_snippet *snippet, am_expr **expr);

/* An expression of table columns, and the names in it. */
typedef struct {
  am_expr *value;
  am_expr **names; /* [name_count] AM_EXPR_NAME */
  size_t name_count, name_capacity;
} am_formula;

/* Parses an expression whose names may be those of columns: stress.xx,
 * x[2].xy. */
AM_MUST_USE am_status am_formula_parse(am_arena *arena, am_report *report,
                                       const am_snippet *snippet,
                                       am_formula *formula);

AM_MUST_USE am_status am_block_parse(am_arena *arena, am_report *report,
                                     const am_snippet *snippet,
                                     am_block_kind kind, am_block *block);

/* Parses the whole snippet as the left side of an assignment, `NAME` or
 * `NAME[index in first .. last]`, but not a function.  `value` of the result is
 * NULL. */
AM_MUST_USE am_status am_head_parse(am_arena *arena, am_report *report,
                                    const am_snippet *snippet,
                                    am_assignment *head);

am_place am_expr_place(const am_expr *expr);

/* ---- values: value.c -----------------------------------------------------
 *
 * A value of any type is a list of scalar nodes, so that the graph itself
 * contains no tensors.  Scopes form chains: a caller creates the outermost
 * scope with the names that its expressions may use, and elaboration adds the
 * names that they define. */

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

/* Curve between the rows of a table */
typedef enum { AM_MONOTONE, AM_BROKEN_LINE, AM_SPLINE } am_interpolation;

/* A value, or a list of `length` values of one kind; length is -1 if it is not
 * a list.  Lists of lists do not exist, except matrices of scalars, stored row
 * by row; a table is a matrix with the columns x and y. */
typedef struct {
  am_kind kind;
  int length;           /* of a matrix: its rows */
  int columns;          /* of a matrix; else 0 */
  am_outside outside;
  am_interpolation between;
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

/* A function defined in a block (elaborator.h). */
typedef struct am_closure am_closure;

void am_scope_add_function(am_scope *scope, const char *name,
                           const am_closure *function);

/* A name in a scope. */
typedef struct {
  const char *name, *what;
  am_value value;             /* of a function: without nodes */
  const am_closure *function; /* NULL: a value */
  bool offered;               /* a block may redefine the name */
  bool read;                  /* an expression has read the name */
} am_scope_entry;

/* Looks up a name in the chain; NULL if it does not exist. */
am_scope_entry *am_scope_entry_of(const am_scope *scope, const char *name);
const am_value *am_scope_find(const am_scope *scope, const char *name);
const am_closure *am_scope_function(const am_scope *scope, const char *name);

/* All names, innermost first, for suggestions: [*count]. */
const char *const *am_scope_names(am_arena *arena, const am_scope *scope,
                                  size_t *count);

/* ---- elaboration: elaborate.c --------------------------------------------
 *
 * Looks up names, checks types, unrolls lists, expands tensors to scalar nodes.
 *
 * AM_INPUT if the result of an operation is a constant that is not finite,
 * except in a branch of `if` that may not be taken; if one call needs more than
 * AM_MOST_OPERATIONS; or if the graph is full. */

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

/* Elaborates the range of a list `NAME[index in first .. last]`, whose index
 * must be a new name. */
AM_MUST_USE am_status am_elaborate_range(const am_elaboration *context,
                                         const am_assignment *head,
                                         long *first, long *last);

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
