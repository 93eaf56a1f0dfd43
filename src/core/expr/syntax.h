/* syntax.h: parses text of the expression language to a syntax tree (lexer,
 * parser).
 *
 * The language is described in automat-material(5).  The tree contains neither
 * types nor values of names; elaborate.h adds these, as often as needed (the
 * body of a sum is one tree, elaborated once per index). */
#ifndef AM_EXPR_SYNTAX_H
#define AM_EXPR_SYNTAX_H

#include "base/base.h"

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
                                    const am_snippet *snippet,
                                    am_expr **expr);

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

#endif
