/* elaborator.h: the inside of the elaborator; private to expr.
 *
 * The language's functions, constants and operators are rows of function.def:
 * a name, a signature, and what makes the value.  The signature is what users
 * read and also what arguments are checked against; several rows of one name
 * are alternatives.  Its types are
 *
 *     condition scalar vector tensor fourth   a value of this kind
 *     any         a scalar, vector or tensor of either order
 *     same        the kind of the first argument
 *     ...         further arguments like the last one
 *
 * and, for special forms, which see their arguments as trees: index (a new
 * name), integer, list, table, expression. */
#ifndef AM_EXPR_ELABORATOR_H
#define AM_EXPR_ELABORATOR_H

#include "expr/elaborate.h"

/* The kinds called `any`, bits 1 << kind. */
enum {
  AM_ANY_KIND =
      1 << AM_SCALAR | 1 << AM_VECTOR | 1 << AM_TENSOR | 1 << AM_FOURTH
};

/* The state of one elaboration. */
typedef struct {
  const am_elaboration *context;
  am_arena *arena;
  am_graph *graph;
  const am_scope *scope; /* innermost, with the indices of sums */
  size_t operations;     /* so far */
  bool typing;  /* only the kind of the value matters, as in the body of an
                   empty sum: indices may be out of range */
  bool guarded; /* in a branch of `if`, which may be undefined where it is not
                   taken */
  int calls;     /* of functions that blocks define, one within the other */
  am_node *shaping; /* [shapes] indices that depend on parameters */
  size_t shapes, shape_capacity;
} am_elaborator;

/* One use of a row with its arguments. */
typedef struct {
  am_elaborator *elaborator;
  am_graph *graph;
  const am_expr *expr;
  const am_value *arguments; /* [count] */
  int count;
  am_op op; /* of the row */
} am_use;

typedef am_status am_rule(const am_use *use, am_value *value);
typedef am_status am_form(am_elaborator *e, const am_expr *expr,
                          am_value *value);

/* elaborate.c: the value of a tree */
AM_MUST_USE am_status am_tree_value(am_elaborator *e, const am_expr *expr,
                                    am_value *value);

/* An integer of constants and parameters; 1 while typing. */
AM_MUST_USE am_status am_tree_integer(am_elaborator *e, const am_expr *expr,
                                      long *value);

/* An error (AM_INPUT) at the expression. */
am_status am_refuse(const am_elaborator *e, const am_expr *expr,
                    const char *format, ...) AM_PRINTF(3, 4);

/* AM_OK when the name is free, else an error that says what it is. */
AM_MUST_USE am_status am_expect_free(const am_elaborator *e, const char *name,
                                     am_place place);

/* A zero of a kind. */
am_value am_zero(const am_elaborator *e, am_kind kind);

/* closure.c: a function that a block defines, and the names that its value
 * sees: its arguments, and those of the scope in which it stands. */
struct am_closure {
  const am_assignment *head;
  const am_snippet *snippet;
  const am_scope *scope;
};

/* "f(a, b)" */
const char *am_closure_show(am_arena *arena, const am_closure *function);

/* Adds it to a scope.  It calls functions that stand above it, not itself; its
 * arguments hide other names than those of the language. */
AM_MUST_USE am_status am_closure_define(am_elaborator *e, am_scope *scope,
                                        const am_snippet *snippet,
                                        const am_assignment *head);

/* Its value for the arguments of a call. */
AM_MUST_USE am_status am_closure_call(am_elaborator *e, const am_expr *call,
                                      const am_closure *function,
                                      am_value *value);

/* special_forms.c: an index that runs over first … last, and the body that it
 * is for. */
typedef struct {
  const am_expr *body;
  const am_scope *scope; /* with the index */
  am_node *index;        /* its node */
  long first, last;
  const am_expr *call; /* of which the body is argument 4, of one of these */
  unsigned kinds;      /* kinds; NULL: the body is of any kind */
} am_loop;

/* Reads the range in the scope around and names the index, which must be a
 * free name. */
AM_MUST_USE am_status am_loop_open(am_elaborator *e, const char *name,
                                   am_place place, const am_expr *first,
                                   const am_expr *last, const am_expr *body,
                                   am_loop *loop);

/* The body's value for index i; its kind alone, as a zero of that kind. */
AM_MUST_USE am_status am_loop_value(am_elaborator *e, const am_loop *loop,
                                    long i, am_value *value);
AM_MUST_USE am_status am_loop_zero(am_elaborator *e, const am_loop *loop,
                                   am_value *value);

/* function.c: applies the row for a name (expr->name) and the kinds of its
 * arguments [count] */
AM_MUST_USE am_status am_apply_rule(am_elaborator *e, const am_expr *expr,
                                    const am_value *arguments, int count,
                                    am_value *value);
AM_MUST_USE am_status am_call(am_elaborator *e, const am_expr *expr,
                              am_value *value);

/* Argument i of a call must have one of these kinds, bits 1 << kind. */
AM_MUST_USE am_status am_expect_kinds(const am_elaborator *e,
                                      const am_expr *expr, int i,
                                      unsigned kinds, const am_value *value);

/* The value of a constant of the language; false when it is none. */
bool am_constant(am_elaborator *e, const am_expr *expr, am_value *value);

bool am_is_function(const char *name);

/* The (first) signature of a function, NULL when there is no such name. */
const char *am_signature(const char *name);

/* Names of all functions or, if not `callable`, constants: [*count]. */
const char *const *am_language_names(am_arena *arena, bool callable,
                                     size_t *count);

/* The nodes of argument i of a use; the node of a scalar one. */
static inline const am_node *am_nodes(const am_use *use, int i) {
  return use->arguments[i].nodes;
}

static inline am_node am_scalar(const am_use *use, int i) {
  return *use->arguments[i].nodes;
}

/* The nodes of a new value of a kind, still to be set. */
am_node *am_result(const am_use *use, am_kind kind, am_value *value);

/* The value of a use is this scalar. */
static inline am_status am_scalar_result(const am_use *use, am_node node,
                                         am_value *value) {
  *am_result(use, AM_SCALAR, value) = node;
  return AM_OK;
}

static inline am_node am_times(am_graph *graph, double factor, am_node a) {
  return am_mul(graph, am_const(graph, factor), a);
}

/* function_tensor.c: a·b and a/b where an exact zero among the coordinates of a
 * tensor stays one whatever the other factor is. */
am_node am_scaled(am_graph *graph, am_node a, am_node b);
am_node am_divided(am_graph *graph, am_node a, am_node b);

/* The value of a use is the tensor of the Cartesian matrix m, which is
 * symmetric: differences come before sums, so that equal lateral components
 * give exact zeros. */
am_status am_tensor_result(const am_use *use, am_node m[3][3],
                           am_value *value);

/* The sum of products a[i·step_a]·b[i·step_b], i < n. */
am_node am_dot(am_graph *graph, int n, const am_node *a, int step_a,
               const am_node *b, int step_b);

/* The component `c` (0 … 5) of x [6] */
am_node am_component(am_graph *graph, const am_node *x, int c);

#define AM_FUNCTION(NAME, SIGNATURE, RULE, OP, ABOUT) am_rule RULE;
#define AM_FORM(NAME, SIGNATURE, FORM, ABOUT) am_form FORM;
#include "expr/function.def"
#undef AM_FUNCTION
#undef AM_FORM

#endif
