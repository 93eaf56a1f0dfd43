#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "expr/lex.h"
#include "expr/syntax.h"

enum { NESTING = 100 };

typedef struct {
  am_lexer lexer;
  am_token token; /* the one to be read next */
  int depth;      /* of parentheses, calls, signs and powers */
  size_t nodes;   /* of the tree so far */
} parser;

/* Binary operators, all of which group left; `^` is part of an operand. */
static const struct {
  const char *token;
  int level;
} operators[] = {{"or", 1}, {"and", 2}, {"<", 4},  {"<=", 4}, {">", 4},
                 {">=", 4}, {"==", 4},  {"!=", 4}, {"+", 5},  {"-", 5},
                 {":", 6},  {"*", 7},   {"/", 7}};

enum { LOOSEST = 1, NOT_LEVEL = 3 };
enum { OPERATORS = sizeof operators / sizeof *operators };

static am_status expression(parser *p, int level, am_expr **expr);
static am_status sign(parser *p, am_expr **expr);

static am_place place_of(const parser *p, size_t offset) {
  return am_snippet_place(p->lexer.snippet, offset);
}

static const char *found(const parser *p) {
  if (p->token.kind == AM_TOKEN_END) return "the end";
  if (p->token.kind == AM_TOKEN_LINE) return "the end of the line";
  return am_format(
      p->lexer.arena, "'%s'",
      am_printable(p->lexer.arena, p->token.text, strlen(p->token.text)));
}

/* The advice that a wrong token calls for. */
static const char *advice(const parser *p) {
  if (am_token_is(&p->token, "=")) return " ('==' compares)";
  if (p->token.kind == AM_TOKEN_LINE)
    return " (a line continues only between parentheses)";
  return "";
}

static am_status expected(const parser *p, const char *what) {
  return am_error(p->lexer.report, AM_INPUT, place_of(p, p->token.offset),
                  "expected %s, found %s%s", what, found(p), advice(p));
}

static am_status next(parser *p) { return am_lex(&p->lexer, &p->token); }

static bool is(const parser *p, const char *symbol) {
  return am_token_is(&p->token, symbol);
}

static am_status enter(parser *p, size_t offset) {
  if (++p->depth <= NESTING) return AM_OK;
  return am_error(p->lexer.report, AM_INPUT, place_of(p, offset),
                  "the expression is nested deeper than %d levels", NESTING);
}

static am_status new_expr(parser *p, am_expr_kind kind, const am_token *token,
                          int count, am_expr **expr) {
  if (++p->nodes > AM_MOST_OPERATIONS)
    return am_error(p->lexer.report, AM_INPUT, place_of(p, token->offset),
                    "the expression has more than %d operations",
                    AM_MOST_OPERATIONS);
  am_expr *e = AM_NEW(p->lexer.arena, am_expr);
  e->kind = kind;
  e->snippet = p->lexer.snippet;
  e->offset = token->offset;
  e->name = token->text;
  e->number = token->number;
  e->count = count;
  if (count) e->arguments = AM_ARRAY(p->lexer.arena, am_expr *, count);
  *expr = e;
  return AM_OK;
}

/* The bracket `close`, which belongs to that at `opened`. */
static am_status closed(parser *p, const char *close, size_t opened) {
  if (is(p, close)) return next(p);
  am_place at = place_of(p, opened);
  return expected(
      p, am_format(p->lexer.arena, "'%s' for the '%c' at line %d, column %d",
                   close, p->lexer.snippet->text[opened], at.line, at.column));
}

/* parenthesis = "(" expression ")" */
static am_status parenthesis(parser *p, am_expr **expr) {
  size_t opened = p->token.offset;
  AM_TRY(enter(p, opened));
  AM_TRY(next(p));
  AM_TRY(expression(p, LOOSEST, expr));
  p->depth--;
  return closed(p, ")", opened);
}

/* call = NAME "(" [ expression { "," expression } ] ")" */
static am_status call(parser *p, const am_token *name, am_expr **expr) {
  size_t opened = p->token.offset, count = 0, capacity = 0;
  am_expr **arguments = NULL;
  AM_TRY(enter(p, name->offset));
  AM_TRY(next(p));
  while (!is(p, ")")) {
    am_expr *argument;
    AM_TRY(expression(p, LOOSEST, &argument));
    AM_PUSH_ROOM(p->lexer.arena, arguments, count, capacity);
    arguments[count++] = argument;
    if (!is(p, ",")) break;
    AM_TRY(next(p));
    if (is(p, ")")) return expected(p, "an argument after ','");
  }
  p->depth--;
  AM_TRY(closed(p, ")", opened));
  AM_TRY(new_expr(p, AM_EXPR_CALL, name, 0, expr));
  (*expr)->arguments = arguments;
  (*expr)->count = (int)count;
  return AM_OK;
}

/* atom = NUMBER | NAME | call | parenthesis */
static am_status atom(parser *p, am_expr **expr) {
  am_token token = p->token;
  if (is(p, "(")) return parenthesis(p, expr);
  if (token.kind != AM_TOKEN_NUMBER && token.kind != AM_TOKEN_NAME)
    return expected(p, "an operand");
  AM_TRY(next(p));
  if (token.kind == AM_TOKEN_NUMBER)
    return new_expr(p, AM_EXPR_NUMBER, &token, 0, expr);
  if (is(p, "(")) return call(p, &token, expr);
  return new_expr(p, AM_EXPR_NAME, &token, 0, expr);
}

/* index = "[" ( COMPONENT | expression ) "]" */
static am_status index_of(parser *p, am_expr **expr) {
  am_token bracket = p->token;
  am_expr *object = *expr, *index;
  AM_TRY(next(p));
  AM_TRY(expression(p, LOOSEST, &index));
  AM_TRY(closed(p, "]", bracket.offset));
  bool component =
      index->kind == AM_EXPR_NAME && am_component_index(index->name) >= 0;
  AM_TRY(new_expr(p, component ? AM_EXPR_COMPONENT : AM_EXPR_INDEX, &bracket,
                  component ? 1 : 2, expr));
  (*expr)->arguments[0] = object;
  if (component)
    (*expr)->name = index->name;
  else
    (*expr)->arguments[1] = index;
  return AM_OK;
}

/* postfix = atom { index } */
static am_status postfix(parser *p, am_expr **expr) {
  int depth = p->depth;
  AM_TRY(atom(p, expr));
  while (is(p, "[")) {
    AM_TRY(enter(p, p->token.offset));
    AM_TRY(index_of(p, expr));
  }
  p->depth = depth;
  return AM_OK;
}

static am_status binary(parser *p, const am_token *token, am_expr *left,
                        am_expr *right, am_expr **expr) {
  AM_TRY(new_expr(p, AM_EXPR_BINARY, token, 2, expr));
  (*expr)->arguments[0] = left;
  (*expr)->arguments[1] = right;
  return AM_OK;
}

/* power = postfix [ "^" sign ] */
static am_status power(parser *p, am_expr **expr) {
  am_expr *base, *exponent;
  AM_TRY(postfix(p, &base));
  *expr = base;
  if (!is(p, "^")) return AM_OK;
  am_token token = p->token;
  AM_TRY(enter(p, token.offset));
  AM_TRY(next(p));
  AM_TRY(sign(p, &exponent));
  p->depth--;
  return binary(p, &token, base, exponent, expr);
}

/* The prefix operator that is read next, and its operand. */
static am_status prefix(parser *p, bool logical, am_expr **expr) {
  am_token token = p->token;
  am_expr *operand;
  AM_TRY(enter(p, token.offset));
  AM_TRY(next(p));
  AM_TRY(logical ? expression(p, NOT_LEVEL, &operand) : sign(p, &operand));
  p->depth--;
  AM_TRY(new_expr(p, AM_EXPR_UNARY, &token, 1, expr));
  (*expr)->arguments[0] = operand;
  return AM_OK;
}

/* sign = ( "-" | "+" ) sign | power */
static am_status sign(parser *p, am_expr **expr) {
  if (is(p, "-") || is(p, "+")) return prefix(p, false, expr);
  return power(p, expr);
}

/* The level of the operator that is read next, 0 when it is none. */
static int level_of(const parser *p) {
  for (int i = 0; i < OPERATORS; i++)
    if (is(p, operators[i].token)) return operators[i].level;
  return 0;
}

/* expression = operand { OPERATOR operand }, for operators that bind at least
 * as tightly as `level`; operand = "not" expression | sign */
static am_status expression(parser *p, int level, am_expr **expr) {
  if (level <= NOT_LEVEL && is(p, "not"))
    AM_TRY(prefix(p, true, expr));
  else
    AM_TRY(sign(p, expr));
  for (int found; (found = level_of(p)) >= level;) {
    am_token token = p->token;
    am_expr *left = *expr, *right;
    AM_TRY(next(p));
    AM_TRY(expression(p, found + 1, &right));
    AM_TRY(binary(p, &token, left, right, expr));
  }
  return AM_OK;
}

static parser parser_of(am_arena *arena, am_report *report,
                        const am_snippet *snippet) {
  return (parser){.lexer = {arena, report, snippet, 0, 0}};
}

static am_status skip_lines(parser *p) {
  while (p->token.kind == AM_TOKEN_LINE) AM_TRY(next(p));
  return AM_OK;
}

static am_status first_token(parser *p) {
  AM_TRY(next(p));
  return skip_lines(p);
}

static am_status at_end(parser *p) {
  AM_TRY(skip_lines(p));
  return p->token.kind == AM_TOKEN_END ? AM_OK
                                       : expected(p, "an operator or the end");
}

am_status am_expr_parse(am_arena *arena, am_report *report,
                        const am_snippet *snippet, am_expr **expr) {
  parser p = parser_of(arena, report, snippet);
  AM_TRY(first_token(&p));
  if (p.token.kind == AM_TOKEN_END) return expected(&p, "an expression");
  AM_TRY(expression(&p, LOOSEST, expr));
  return at_end(&p);
}

/* Does the text after the next token, which is a name, make it the head of an
 * assignment: "=" or "[" NAME "in"? */
static am_status is_head(const parser *p, bool *head) {
  parser ahead = *p;
  *head = false;
  if (p->token.kind != AM_TOKEN_NAME) return AM_OK;
  AM_TRY(next(&ahead));
  *head = is(&ahead, "=");
  if (!is(&ahead, "[")) return AM_OK;
  AM_TRY(next(&ahead));
  if (ahead.token.kind != AM_TOKEN_NAME) return AM_OK;
  AM_TRY(next(&ahead));
  *head = is(&ahead, "in");
  return AM_OK;
}

/* range = "[" NAME "in" expression ".." expression "]" */
static am_status range(parser *p, am_assignment *head) {
  size_t opened = p->token.offset;
  AM_TRY(next(p));
  if (p->token.kind != AM_TOKEN_NAME) return expected(p, "the index's name");
  head->index = p->token.text;
  head->index_offset = p->token.offset;
  AM_TRY(next(p));
  if (!is(p, "in")) return expected(p, "'in' after the index");
  AM_TRY(next(p));
  AM_TRY(expression(p, LOOSEST, &head->first));
  if (!is(p, "..")) return expected(p, "'..' after the first index");
  AM_TRY(next(p));
  AM_TRY(expression(p, LOOSEST, &head->last));
  return closed(p, "]", opened);
}

/* head = NAME [ range ] */
static am_status head(parser *p, am_assignment *head) {
  if (p->token.kind != AM_TOKEN_NAME) return expected(p, "a name");
  head->name = p->token.text;
  head->offset = p->token.offset;
  AM_TRY(next(p));
  return is(p, "[") ? range(p, head) : AM_OK;
}

am_status am_head_parse(am_arena *arena, am_report *report,
                        const am_snippet *snippet, am_assignment *result) {
  parser p = parser_of(arena, report, snippet);
  *result = (am_assignment){0};
  AM_TRY(first_token(&p));
  AM_TRY(head(&p, result));
  return at_end(&p);
}

/* assignment = head "=" expression */
static am_status assignment(parser *p, am_assignment *result) {
  *result = (am_assignment){0};
  AM_TRY(head(p, result));
  if (!is(p, "=")) return expected(p, "'='");
  AM_TRY(next(p));
  return expression(p, LOOSEST, &result->value);
}

static am_status end_of_line(parser *p, bool assigned) {
  if (p->token.kind == AM_TOKEN_END) return AM_OK;
  if (p->token.kind == AM_TOKEN_LINE) return skip_lines(p);
  if (is(p, "=") && !assigned)
    return am_error(p->lexer.report, AM_INPUT, place_of(p, p->token.offset),
                    "only 'name = ...' and 'name[index in first .. last] = "
                    "...' assign ('==' compares)");
  return expected(p, "an operator or the end of the line");
}

static am_status missing_value(const parser *p) {
  return am_error(p->lexer.report, AM_INPUT, place_of(p, p->token.offset),
                  "expected a last line that is the value, an expression "
                  "without 'name =', found the end");
}

static am_status stray_value(const parser *p, am_block_kind kind,
                             size_t offset) {
  return am_error(p->lexer.report, AM_INPUT, place_of(p, offset),
                  kind == AM_BLOCK_VALUE
                      ? "a line without 'name =' is the value and must be "
                        "the last line"
                      : "expected 'name = expression', found an expression");
}

/* block = { assignment LINE } [ expression ] */
am_status am_block_parse(am_arena *arena, am_report *report,
                         const am_snippet *snippet, am_block_kind kind,
                         am_block *block) {
  parser p = parser_of(arena, report, snippet);
  size_t capacity = 0, value_offset = 0;
  *block = (am_block){.snippet = snippet};
  AM_TRY(first_token(&p));
  while (p.token.kind != AM_TOKEN_END) {
    bool assigns;
    if (block->value) return stray_value(&p, kind, value_offset);
    AM_TRY(is_head(&p, &assigns));
    if (assigns) {
      AM_PUSH_ROOM(arena, block->assignments, block->count, capacity);
      AM_TRY(assignment(&p, &block->assignments[block->count++]));
    } else {
      value_offset = p.token.offset;
      AM_TRY(expression(&p, LOOSEST, &block->value));
    }
    AM_TRY(end_of_line(&p, assigns));
  }
  if (kind == AM_BLOCK_VALUE && !block->value) return missing_value(&p);
  if (kind == AM_BLOCK_DEFINITIONS && block->value)
    return stray_value(&p, kind, value_offset);
  return AM_OK;
}

am_place am_expr_place(const am_expr *expr) {
  return am_snippet_place(expr->snippet, expr->offset);
}
