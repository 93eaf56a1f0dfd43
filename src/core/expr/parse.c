/* parse.c: tokens to a syntax tree, by recursive descent. */
#include "expr/elaborator.h"

enum { NESTING = 100 };

typedef struct {
  am_lexer lexer;
  am_token token; /* next token */
  bool after_number; /* the token before it is a number */
  int depth;      /* nesting of parentheses, calls, signs and powers */
  size_t nodes;   /* nodes of the tree so far */
  am_formula *formula; /* collects names; may be NULL */
} parser;

/* Binary operators, all left-associative; `^` is part of an operand. */
static const struct {
  const char *token;
  int level;
} operators[] = {{"or", 1}, {"and", 2}, {"<", 4},  {"<=", 4}, {">", 4},
                 {">=", 4}, {"==", 4},  {"!=", 4}, {"+", 5},  {"-", 5},
                 {":", 6},  {"*", 7},   {"/", 7}};

enum { LOOSEST = 1, NOT_LEVEL = 3 };
enum { OPERATORS = sizeof operators / sizeof *operators };

static am_status parse_expression(parser *p, int level, am_expr **expr);
static am_status parse_sign(parser *p, am_expr **expr);

static am_place token_place(const parser *p, size_t offset) {
  return am_snippet_place(p->lexer.snippet, offset);
}

/* Reports that the next token is not `what`, with advice that depends on the
 * token. */
static am_status expected(const parser *p, const char *what) {
  am_arena *arena = p->lexer.arena;
  const char *text = p->token.text, *found = "the end", *advice = "";
  if (p->token.kind == AM_TOKEN_LINE) {
    found = "the end of the line";
    advice = " (a line continues only between parentheses)";
  } else if (p->token.kind != AM_TOKEN_END) {
    found = am_quoted(arena, text);
    if (am_token_is(&p->token, "="))
      advice = p->formula ? " (<, <=, > and >= compare)" : " ('==' compares)";
    else if (p->after_number && p->token.kind == AM_TOKEN_NAME)
      advice = " (products need '*', numbers have no unit)";
  }
  return am_error(p->lexer.report, AM_INPUT, token_place(p, p->token.offset),
                  "expected %s, found %s%s", what, found, advice);
}

static am_status next_token(parser *p) {
  p->after_number = p->token.kind == AM_TOKEN_NUMBER;
  return am_lex(&p->lexer, &p->token);
}

static bool is_next(const parser *p, const char *symbol) {
  return am_token_is(&p->token, symbol);
}

static am_status enter_level(parser *p, size_t offset) {
  if (++p->depth <= NESTING) return AM_OK;
  return am_error(p->lexer.report, AM_INPUT, token_place(p, offset),
                  "the expression is nested deeper than %d levels", NESTING);
}

/* Creates a node with the arguments `left` and `right`; NULL: none. */
static am_status new_expr(parser *p, am_expr_kind kind, const am_token *token,
                          am_expr *left, am_expr *right, am_expr **expr) {
  if (++p->nodes > AM_MOST_OPERATIONS)
    return am_error(p->lexer.report, AM_INPUT, token_place(p, token->offset),
                    "the expression has more than %d operations",
                    AM_MOST_OPERATIONS);
  am_expr *e = AM_NEW(p->lexer.arena, am_expr);
  e->kind = kind;
  e->snippet = p->lexer.snippet;
  e->offset = token->offset;
  e->name = token->text;
  e->number = token->number;
  e->count = (left != NULL) + (right != NULL);
  e->arguments = AM_ARRAY(p->lexer.arena, am_expr *, 2);
  e->arguments[0] = left;
  e->arguments[1] = right;
  *expr = e;
  am_formula *f = p->formula;
  if (!f || kind != AM_EXPR_NAME) return AM_OK;
  AM_PUSH_ROOM(p->lexer.arena, f->names, f->name_count, f->name_capacity);
  f->names[f->name_count++] = e;
  return AM_OK;
}

/* Reads the bracket `close` that matches the one at `opened`. */
static am_status close_bracket(parser *p, const char *close, size_t opened) {
  if (is_next(p, close)) return next_token(p);
  am_place at = token_place(p, opened);
  return expected(
      p, am_format(p->lexer.arena, "'%s' for the '%c' at line %d, column %d",
                   close, p->lexer.snippet->text[opened], at.line, at.column));
}

/* call = NAME "(" [ expression { "," expression } ] ")" */
static am_status parse_call(parser *p, const am_token *name, am_expr **expr) {
  size_t opened = p->token.offset, count = 0;
  am_expr **arguments = NULL;
  AM_TRY(enter_level(p, name->offset));
  AM_TRY(next_token(p));
  while (!is_next(p, ")")) {
    am_expr *argument;
    AM_TRY(parse_expression(p, LOOSEST, &argument));
    AM_PUSH(p->lexer.arena, arguments, count, argument);
    if (!is_next(p, ",")) break;
    AM_TRY(next_token(p));
    if (is_next(p, ")")) return expected(p, "an argument after ','");
  }
  p->depth--;
  AM_TRY(close_bracket(p, ")", opened));
  AM_TRY(new_expr(p, AM_EXPR_CALL, name, NULL, NULL, expr));
  (*expr)->arguments = arguments;
  (*expr)->count = (int)count;
  return AM_OK;
}

/* atom = NUMBER | NAME | call | parenthesis */
static am_status parse_atom(parser *p, am_expr **expr) {
  am_token token = p->token;
  if (is_next(p, "(")) {
    /* parenthesis = "(" expression ")" */
    size_t opened = p->token.offset;
    AM_TRY(enter_level(p, opened));
    AM_TRY(next_token(p));
    AM_TRY(parse_expression(p, LOOSEST, expr));
    p->depth--;
    return close_bracket(p, ")", opened);
  }
  if (token.kind != AM_TOKEN_NUMBER && token.kind != AM_TOKEN_NAME)
    return expected(p, "an operand");
  AM_TRY(next_token(p));
  if (token.kind == AM_TOKEN_NUMBER)
    return new_expr(p, AM_EXPR_NUMBER, &token, NULL, NULL, expr);
  if (is_next(p, "(")) return parse_call(p, &token, expr);
  return new_expr(p, AM_EXPR_NAME, &token, NULL, NULL, expr);
}

/* index = "[" ( COMPONENT | expression ) "]", applied to the object *expr */
static am_status parse_index(parser *p, am_expr **expr) {
  am_token bracket = p->token;
  am_expr *index;
  AM_TRY(next_token(p));
  AM_TRY(parse_expression(p, LOOSEST, &index));
  AM_TRY(close_bracket(p, "]", bracket.offset));
  bool component =
      index->kind == AM_EXPR_NAME && am_component_index(index->name) >= 0;
  if (!component)
    return new_expr(p, AM_EXPR_INDEX, &bracket, *expr, index, expr);
  if (p->formula) p->formula->name_count--; /* a component is not a column
                                               name */
  AM_TRY(new_expr(p, AM_EXPR_COMPONENT, &bracket, *expr, NULL, expr));
  (*expr)->name = index->name;
  return AM_OK;
}

/* postfix = atom { index } */
static am_status parse_postfix(parser *p, am_expr **expr) {
  int depth = p->depth;
  AM_TRY(parse_atom(p, expr));
  while (is_next(p, "[")) {
    AM_TRY(enter_level(p, p->token.offset));
    AM_TRY(parse_index(p, expr));
  }
  p->depth = depth;
  return AM_OK;
}

/* power = postfix [ "^" sign ] */
static am_status parse_power(parser *p, am_expr **expr) {
  am_expr *base, *exponent;
  AM_TRY(parse_postfix(p, &base));
  *expr = base;
  if (!is_next(p, "^")) return AM_OK;
  am_token token = p->token;
  AM_TRY(enter_level(p, token.offset));
  AM_TRY(next_token(p));
  AM_TRY(parse_sign(p, &exponent));
  p->depth--;
  return new_expr(p, AM_EXPR_BINARY, &token, base, exponent, expr);
}

/* Reads the prefix operator at the next token, and its operand. */
static am_status parse_prefix(parser *p, bool logical, am_expr **expr) {
  am_token token = p->token;
  am_expr *operand;
  AM_TRY(enter_level(p, token.offset));
  AM_TRY(next_token(p));
  AM_TRY(logical ? parse_expression(p, NOT_LEVEL, &operand)
                 : parse_sign(p, &operand));
  p->depth--;
  return new_expr(p, AM_EXPR_UNARY, &token, operand, NULL, expr);
}

/* sign = ( "-" | "+" ) sign | power */
static am_status parse_sign(parser *p, am_expr **expr) {
  if (is_next(p, "-") || is_next(p, "+")) return parse_prefix(p, false, expr);
  return parse_power(p, expr);
}

/* expression = operand { OPERATOR operand }, for operators of this `level` or
 * tighter; operand = "not" expression | sign */
static am_status parse_expression(parser *p, int level, am_expr **expr) {
  if (level <= NOT_LEVEL && is_next(p, "not"))
    AM_TRY(parse_prefix(p, true, expr));
  else
    AM_TRY(parse_sign(p, expr));
  for (;;) {
    am_token token = p->token;
    am_expr *right;
    int i = 0;
    while (i < OPERATORS && !is_next(p, operators[i].token)) i++;
    if (i == OPERATORS || operators[i].level < level) return AM_OK;
    AM_TRY(next_token(p));
    AM_TRY(parse_expression(p, operators[i].level + 1, &right));
    AM_TRY(new_expr(p, AM_EXPR_BINARY, &token, *expr, right, expr));
  }
}

static am_status skip_lines(parser *p) {
  while (p->token.kind == AM_TOKEN_LINE) AM_TRY(next_token(p));
  return AM_OK;
}

/* Starts a parser at the first token of a snippet; names may be those of
 * columns if there is a formula. */
static am_status start_parser(am_arena *arena, am_report *report,
                              const am_snippet *snippet, am_formula *formula,
                              parser *p) {
  *p = (parser){.lexer = {.arena = arena, .report = report,
                          .snippet = snippet, .columns = formula != NULL},
                .formula = formula};
  AM_TRY(next_token(p));
  return skip_lines(p);
}

static am_status expect_end(parser *p) {
  AM_TRY(skip_lines(p));
  return p->token.kind == AM_TOKEN_END ? AM_OK
                                       : expected(p, "an operator or the end");
}

static am_status parse_whole(am_arena *arena, am_report *report,
                             const am_snippet *snippet, am_formula *formula,
                             am_expr **expr) {
  parser p;
  AM_TRY(start_parser(arena, report, snippet, formula, &p));
  if (p.token.kind == AM_TOKEN_END) return expected(&p, "an expression");
  AM_TRY(parse_expression(&p, LOOSEST, expr));
  return expect_end(&p);
}

am_status am_expr_parse(am_arena *arena, am_report *report,
                        const am_snippet *snippet, am_expr **expr) {
  return parse_whole(arena, report, snippet, NULL, expr);
}

am_status am_formula_parse(am_arena *arena, am_report *report,
                           const am_snippet *snippet, am_formula *formula) {
  *formula = (am_formula){0};
  return parse_whole(arena, report, snippet, formula, &formula->value);
}

/* True if the text that follows is the argument list of a function head, "("
 * NAME { "," NAME } ")" "=". */
static am_status is_function_head(parser ahead, bool *head) {
  do {
    AM_TRY(next_token(&ahead));
    if (ahead.token.kind != AM_TOKEN_NAME) return AM_OK;
    AM_TRY(next_token(&ahead));
  } while (is_next(&ahead, ","));
  if (!is_next(&ahead, ")")) return AM_OK;
  AM_TRY(next_token(&ahead));
  *head = is_next(&ahead, "=");
  return AM_OK;
}

/* True if the next token is a name that begins an assignment: followed by "=",
 * "[" NAME "in", or the arguments of a function head. */
static am_status is_assignment(const parser *p, bool *head) {
  parser ahead = *p;
  *head = false;
  if (p->token.kind != AM_TOKEN_NAME) return AM_OK;
  AM_TRY(next_token(&ahead));
  *head = is_next(&ahead, "=");
  if (is_next(&ahead, "(")) return is_function_head(ahead, head);
  if (!is_next(&ahead, "[")) return AM_OK;
  AM_TRY(next_token(&ahead));
  if (ahead.token.kind != AM_TOKEN_NAME) return AM_OK;
  AM_TRY(next_token(&ahead));
  *head = is_next(&ahead, "in");
  return AM_OK;
}

/* arguments = "(" NAME { "," NAME } ")"; the next token is "(" */
static am_status parse_arguments(parser *p, am_assignment *head) {
  size_t opened = p->token.offset;
  int names = 0, offsets = 0; /* capacities */
  do {
    AM_TRY(next_token(p));
    if (p->token.kind != AM_TOKEN_NAME)
      return expected(p, "the argument's name");
    AM_PUSH_ROOM(p->lexer.arena, head->arguments, head->argument_count, names);
    AM_PUSH_ROOM(p->lexer.arena, head->argument_offsets, head->argument_count,
                 offsets);
    head->argument_offsets[head->argument_count] = p->token.offset;
    head->arguments[head->argument_count++] = p->token.text;
    AM_TRY(next_token(p));
  } while (is_next(p, ","));
  return close_bracket(p, ")", opened);
}

/* head = NAME [ "[" NAME "in" expression ".." expression "]" | arguments ] */
static am_status parse_head(parser *p, am_assignment *head) {
  if (p->token.kind != AM_TOKEN_NAME) return expected(p, "a name");
  head->name = p->token.text;
  head->offset = p->token.offset;
  AM_TRY(next_token(p));
  if (is_next(p, "(")) return parse_arguments(p, head);
  if (!is_next(p, "[")) return AM_OK;

  size_t opened = p->token.offset;
  AM_TRY(next_token(p));
  if (p->token.kind != AM_TOKEN_NAME) return expected(p, "the index's name");
  head->index = p->token.text;
  head->index_offset = p->token.offset;
  AM_TRY(next_token(p));
  if (!is_next(p, "in")) return expected(p, "'in' after the index");
  AM_TRY(next_token(p));
  AM_TRY(parse_expression(p, LOOSEST, &head->first));
  if (!is_next(p, "..")) return expected(p, "'..' after the first index");
  AM_TRY(next_token(p));
  AM_TRY(parse_expression(p, LOOSEST, &head->last));
  return close_bracket(p, "]", opened);
}

am_status am_head_parse(am_arena *arena, am_report *report,
                        const am_snippet *snippet, am_assignment *result) {
  parser p;
  *result = (am_assignment){0};
  AM_TRY(start_parser(arena, report, snippet, NULL, &p));
  AM_TRY(parse_head(&p, result));
  if (result->argument_count)
    return am_error(report, AM_INPUT, token_place(&p, result->offset),
                    "'%s' is a function: expected an expression without "
                    "arguments here",
                    result->name);
  return expect_end(&p);
}

/* assignment = head "=" expression */
static am_status parse_assignment(parser *p, am_assignment *result) {
  *result = (am_assignment){0};
  AM_TRY(parse_head(p, result));
  if (!is_next(p, "=")) return expected(p, "'='");
  AM_TRY(next_token(p));
  return parse_expression(p, LOOSEST, &result->value);
}

static am_status expect_end_of_line(parser *p, bool assigned) {
  if (p->token.kind == AM_TOKEN_END) return AM_OK;
  if (p->token.kind == AM_TOKEN_LINE) return skip_lines(p);
  if (is_next(p, "=") && !assigned)
    return am_error(p->lexer.report, AM_INPUT, token_place(p, p->token.offset),
                    "expected 'name = ...', 'name(argument, ...) = ...' or "
                    "'name[index in first .. last] = ...' ('==' compares)");
  return expected(p, "an operator or the end of the line");
}

static am_status refuse_value(const parser *p, am_block_kind kind,
                              size_t offset) {
  return am_error(p->lexer.report, AM_INPUT, token_place(p, offset),
                  kind == AM_BLOCK_VALUE
                      ? "only the last line, the value, may lack 'name ='"
                      : "expected 'name = expression', found an expression");
}

/* block = { assignment LINE } [ expression ] */
am_status am_block_parse(am_arena *arena, am_report *report,
                         const am_snippet *snippet, am_block_kind kind,
                         am_block *block) {
  parser p;
  size_t capacity = 0, value_offset = 0;
  *block = (am_block){.snippet = snippet};
  AM_TRY(start_parser(arena, report, snippet, NULL, &p));
  while (p.token.kind != AM_TOKEN_END) {
    bool assigns;
    if (block->value) return refuse_value(&p, kind, value_offset);
    AM_TRY(is_assignment(&p, &assigns));
    if (assigns) {
      AM_PUSH_ROOM(arena, block->assignments, block->count, capacity);
      AM_TRY(parse_assignment(&p, &block->assignments[block->count++]));
    } else {
      value_offset = p.token.offset;
      AM_TRY(parse_expression(&p, LOOSEST, &block->value));
    }
    AM_TRY(expect_end_of_line(&p, assigns));
  }
  if (kind == AM_BLOCK_VALUE && !block->value)
    return am_error(report, AM_INPUT, token_place(&p, p.token.offset),
                    "expected a last line that is the value, an expression "
                    "without 'name =', found the end");
  if (kind == AM_BLOCK_DEFINITIONS && block->value)
    return refuse_value(&p, kind, value_offset);
  return AM_OK;
}

am_place am_expr_place(const am_expr *expr) {
  return am_snippet_place(expr->snippet, expr->offset);
}
