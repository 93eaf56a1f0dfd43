/* lex.h: tokens of the expression language; private to expr.
 *
 * Numbers are decimal, optionally with a point or an exponent.  Blanks and
 * comments from '#' separate tokens.  The end of a line is a token, except
 * between parentheses or brackets. */
#ifndef AM_EXPR_LEX_H
#define AM_EXPR_LEX_H

#include "base/base.h"

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

#endif
