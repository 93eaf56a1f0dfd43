/* syntax.h: the expression language as text becomes a tree (lexer, parser).
 *
 * The language is described in automat-material(5).  The tree knows nothing
 * of types or names; elaborate.h gives it meaning, as often as needed (the
 * body of a sum is one tree, elaborated once per index). */
#ifndef AM_EXPR_SYNTAX_H
#define AM_EXPR_SYNTAX_H

#include "base/base.h"

/* The most operations of an expression as written, of what it expands to, and
 * of the potentials of a law. */
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

/* name = value, name[index in first .. last] = value, or a function, name(x, y)
 * = value */
typedef struct {
  const char *name;
  size_t offset;
  const char **arguments; /* [argument_count] of a function, NULL: none */
  size_t *argument_offsets;
  int argument_count;
  const char *index; /* NULL when there is no list */
  size_t index_offset;
  am_expr *first, *last;
  am_expr *value;
} am_assignment;

/* Lines of assignments, and a last line that is the value. */
typedef struct {
  const am_snippet *snippet;
  am_assignment *assignments; /* [count] */
  size_t count;
  am_expr *value; /* NULL when the block has none */
} am_block;

typedef enum {
  AM_BLOCK_VALUE,      /* ends with a value: a potential */
  AM_BLOCK_DEFINITIONS /* assignments only */
} am_block_kind;

/* One expression; the whole snippet. */
AM_MUST_USE am_status am_expr_parse(am_arena *arena, am_report *report,
                                    const am_snippet *snippet,
                                    am_expr **expr);

/* An expression of columns, and the names in it. */
typedef struct {
  am_expr *value;
  am_expr **names; /* [name_count] AM_EXPR_NAME */
  size_t name_count, name_capacity;
} am_formula;

/* The same where names may be those of columns: stress.xx, x[2].xy. */
AM_MUST_USE am_status am_formula_parse(am_arena *arena, am_report *report,
                                       const am_snippet *snippet,
                                       am_formula *formula);

AM_MUST_USE am_status am_block_parse(am_arena *arena, am_report *report,
                                     const am_snippet *snippet,
                                     am_block_kind kind, am_block *block);

/* The left side of an assignment alone, `NAME` or `NAME[index in first ..
 * last]`, no function; the whole snippet.  `value` of the result is NULL. */
AM_MUST_USE am_status am_head_parse(am_arena *arena, am_report *report,
                                    const am_snippet *snippet,
                                    am_assignment *head);

am_place am_expr_place(const am_expr *expr);

#endif
