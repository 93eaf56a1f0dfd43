/* elaborator.h: implementation of elaborate.h; private to expr.
 *
 * The functions, constants and operators of the language are rows of
 * function.def: a name, a signature, and the function or formula that computes
 * the value.  Users read the signature, and arguments are checked against it;
 * rows with the same name are alternatives.  The types are
 *
 *     condition scalar vector tensor fourth   a value of this kind
 *     any         a scalar, vector or tensor of either order
 *     same        the kind of the first argument
 *     ...         further arguments like the last one
 *
 * and, for special forms, whose arguments are trees: index (a new name),
 * integer, list, table, expression. */
#ifndef AM_EXPR_ELABORATOR_H
#define AM_EXPR_ELABORATOR_H

#include "expr/parts.h"

/* ---- lex.c: tokens -------------------------------------------------------
 *
 * Numbers are decimal, optionally with a point or an exponent.  Blanks and
 * comments from '#' separate tokens.  The end of a line is a token, except
 * between parentheses or brackets. */

typedef enum {
  AM_TOKEN_END,
  AM_TOKEN_LINE, /* end of a line */
  AM_TOKEN_NUMBER,
  AM_TOKEN_NAME,
  AM_TOKEN_SYMBOL /* an operator, bracket or word: "+", "..", "and" */
} am_token_kind;

typedef struct {
  am_token_kind kind;
  size_t offset;
  const char *text; /* as written */
  double number;
} am_token;

/* State of the lexer; a copy reads ahead without affecting the original. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_snippet *snippet;
  bool columns;  /* names may be those of columns: stress.xx, x[2].xy */
  size_t offset; /* of the next byte */
  size_t open;   /* number of open brackets */
} am_lexer;

/* Reads the next token; AM_INPUT for text that is not a token. */
AM_MUST_USE am_status am_lex(am_lexer *lexer, am_token *token);

/* True for the words `and`, `or`, `not`, `in`. */
bool am_is_word(const char *name);

/* True if the token is this symbol. */
bool am_token_is(const am_token *token, const char *symbol);

/* ---- elaboration --------------------------------------------------------- */

/* Kinds of the type `any`, bits 1 << kind. */
enum {
  AM_ANY_KIND =
      1 << AM_SCALAR | 1 << AM_VECTOR | 1 << AM_TENSOR | 1 << AM_FOURTH
};

/* State of one elaboration. */
typedef struct {
  const am_elaboration *context;
  am_arena *arena;
  am_graph *graph;
  const am_scope *scope; /* innermost, includes the indices of sums */
  size_t operations;     /* so far */
  bool typing;  /* only the kind of the value matters, as in the body of an
                   empty sum: indices may be out of range */
  bool guarded; /* inside a branch of `if`: values may be undefined if it is not
                   taken */
  int calls;     /* nesting depth of calls of user functions */
  const am_expr *call; /* call of a formula of function.def, or NULL */
  am_node *shaping; /* [shapes] indices that depend on parameters */
  size_t shapes;
} am_elaborator;

/* Application of a row to arguments. */
typedef struct {
  am_elaborator *elaborator;
  am_graph *graph;
  const am_expr *expr;
  const am_value *arguments; /* [count] */
  int count;
  am_op op; /* operation of the row */
} am_use;

typedef am_status am_rule(const am_use *use, am_value *value);
typedef am_status am_form(am_elaborator *e, const am_expr *expr,
                          am_value *value);

/* elaborate.c: evaluates a tree. */
AM_MUST_USE am_status am_tree_value(am_elaborator *e, const am_expr *expr,
                                    am_value *value);

/* Evaluates an integer of constants and parameters; 1 while typing. */
AM_MUST_USE am_status am_tree_integer(am_elaborator *e, const am_expr *expr,
                                      long *value);

/* Reports an error (AM_INPUT) at the expression. */
am_status am_refuse(const am_elaborator *e, const am_expr *expr,
                    const char *format, ...) AM_PRINTF(3, 4);

/* AM_OK if the name is free, else an error that states its current meaning. */
AM_MUST_USE am_status am_expect_free(const am_elaborator *e, const char *name,
                                     am_place place);

/* Zero of a kind. */
am_value am_zero(const am_elaborator *e, am_kind kind);

/* A function defined in a block.  Its value may use its arguments
 * and the names of the scope in which it is defined. */
struct am_closure {
  const am_assignment *head;
  const am_scope *scope;
};

/* "f(a, b)" */
const char *am_closure_show(am_arena *arena, const am_closure *function);

/* Adds a function to a scope.  The function may call functions defined above
 * it, but not itself; its arguments hide other names, except names of the
 * language. */
AM_MUST_USE am_status am_closure_define(am_elaborator *e, am_scope *scope,
                                        const am_assignment *head);

/* Evaluates the function for the arguments of a call. */
AM_MUST_USE am_status am_closure_call(am_elaborator *e, const am_expr *call,
                                      const am_closure *function,
                                      am_value *value);

/* special_forms.c: an index that runs over first ... last, and its body. */
typedef struct {
  const am_expr *body;
  const am_scope *scope; /* contains the index */
  am_node *index;        /* node of the index */
  long first, last;
  const am_expr *call; /* call whose argument 4 is the body; NULL: any kind of
                          body */
  unsigned kinds;      /* allowed kinds of the body */
} am_loop;

/* Reads the range in the current scope and creates the index, whose name must
 * be free. */
AM_MUST_USE am_status am_loop_open(am_elaborator *e, const char *name,
                                   am_place place, const am_expr *first,
                                   const am_expr *last, const am_expr *body,
                                   am_loop *loop);

/* Evaluates the body for index i; am_loop_zero determines only its kind and
 * returns a zero of that kind. */
AM_MUST_USE am_status am_loop_value(am_elaborator *e, const am_loop *loop,
                                    long i, am_value *value);
AM_MUST_USE am_status am_loop_zero(am_elaborator *e, const am_loop *loop,
                                   am_value *value);

/* function.c: applies the row for a name (expr->name) and the kinds of the
 * arguments [count]. */
AM_MUST_USE am_status am_apply_rule(am_elaborator *e, const am_expr *expr,
                                    const am_value *arguments, int count,
                                    am_value *value);
AM_MUST_USE am_status am_call(am_elaborator *e, const am_expr *expr,
                              am_value *value);

/* AM_INPUT unless argument i of a call has one of these kinds, bits 1 <<
 * kind. */
AM_MUST_USE am_status am_expect_kinds(const am_elaborator *e,
                                      const am_expr *expr, int i,
                                      unsigned kinds, const am_value *value);

/* Value of a constant of the language; false if there is none of this name. */
bool am_constant(am_elaborator *e, const am_expr *expr, am_value *value);

bool am_is_function(const char *name);

/* Signature of a function (the first row); NULL if there is none. */
const char *am_signature(const char *name);

/* am_suggestion among the functions, or the other names, of the scope and of
 * the language. */
const char *am_name_suggestion(const am_elaborator *e, const char *name,
                               bool function);

/* Nodes of argument i; am_scalar: the node of a scalar argument. */
static inline const am_node *am_nodes(const am_use *use, int i) {
  return use->arguments[i].nodes;
}

static inline am_node am_scalar(const am_use *use, int i) {
  return *use->arguments[i].nodes;
}

/* Allocates the nodes of a new value of a kind, which the caller sets. */
am_node *am_result(const am_use *use, am_kind kind, am_value *value);

/* Returns a scalar as the value. */
static inline am_status am_scalar_result(const am_use *use, am_node node,
                                         am_value *value) {
  *am_result(use, AM_SCALAR, value) = node;
  return AM_OK;
}

static inline am_node am_times(am_graph *graph, double factor, am_node a) {
  return am_mul(graph, am_const(graph, factor), a);
}

/* function_tensor.c: a*b and a/b in which an exact zero among the coordinates
 * of a tensor stays zero for any value of the other factor. */
am_node am_scaled(am_graph *graph, am_node a, am_node b);
am_node am_divided(am_graph *graph, am_node a, am_node b);

/* Returns the tensor with the symmetric Cartesian matrix m [3][3] as the value.
 * Differences are taken before sums, so that equal lateral components give
 * exact zeros. */
am_status am_tensor_result(const am_use *use, am_node m[3][3], am_value *value);

/* Sum of the products a[i*step_a]*b[i*step_b], i < n. */
am_node am_dot(am_graph *graph, int n, const am_node *a, int step_a,
               const am_node *b, int step_b);

/* Matrix product [rows][columns] of a [rows][n] and b [n][columns]. */
void am_matrix_product(am_graph *graph, int rows, int n, int columns,
                       const am_node *a, const am_node *b, am_node *product);

/* Tensor component `c` (0 ... 5) of the coordinates x [6]. */
am_node am_component(am_graph *graph, const am_node *x, int c);

/* Converts coordinates x [6] to the Cartesian matrix m [3][3]. */
void am_to_cartesian(am_graph *graph, const am_node *x, am_node m[3][3]);

/* Cofactors k of a symmetric matrix m; returns its determinant. */
am_node am_cofactors(am_graph *graph, am_node m[3][3], am_node k[3][3]);

#define AM_FUNCTION(NAME, SIGNATURE, RULE, OP, ABOUT) am_rule RULE;
#define AM_FORMULA(NAME, SIGNATURE, FORMULA, ABOUT)
#define AM_FORM(NAME, SIGNATURE, FORM, ABOUT) am_form FORM;
#include "expr/function.def"
#undef AM_FUNCTION
#undef AM_FORMULA
#undef AM_FORM

#endif
