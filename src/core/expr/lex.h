/* lex.h: the words of the expression language; private to expr.
 *
 * Numbers are decimal, with a point or an exponent if need be.  Blanks and
 * comments from '#' separate words.  The end of a line is a word of its own
 * except between parentheses or brackets. */
#ifndef AM_EXPR_LEX_H
#define AM_EXPR_LEX_H

#include <stdbool.h>

#include "base/base.h"

typedef enum {
  AM_TOKEN_END,
  AM_TOKEN_LINE, /* the end of a line */
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

/* A copy of a lexer reads ahead without disturbing it. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_snippet *snippet;
  bool columns;  /* names may be those of columns: stress.xx, x[2].xy */
  size_t offset; /* of the next byte */
  size_t open;   /* brackets that are open */
} am_lexer;

/* The next token; AM_INPUT with a message for anything that is none. */
AM_MUST_USE am_status am_lex(am_lexer *lexer, am_token *token);

/* Is this one of the words `and`, `or`, `not`, `in`? */
bool am_is_word(const char *name);

/* Is it this symbol? */
bool am_token_is(const am_token *token, const char *symbol);

#endif
