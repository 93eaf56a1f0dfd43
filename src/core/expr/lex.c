/* lex.c: tokens of the expression language. */
#include "expr/elaborator.h"

/* Longer symbols precede their own prefixes. */
static const char *const symbols[] = {"..", "<=", ">=", "==", "!=", "+", "-",
                                      ":",  "*",  "/",  "^",  "<",  ">", "=",
                                      "(",  ")",  "[",  "]",  ","};

static const char *const words[] = {"or", "and", "not", "in"};

/* Operators of other languages, and their equivalents. */
static const struct {
  const char *found, *meant;
} foreign[] = {{"**", "^"}, {"&&", "and"}, {"||", "or"}};

enum { SYMBOLS = sizeof symbols / sizeof *symbols };
enum { WORDS = sizeof words / sizeof *words };
enum { FOREIGN = sizeof foreign / sizeof *foreign };

static bool is_digit(char c) { return isdigit((unsigned char)c); }

static bool is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }

/* Reports an error about the next bytes [length], which `message` quotes. */
static am_status refuse_text(const am_lexer *lexer, const char *message,
                             size_t length) {
  const char *text = lexer->snippet->text + lexer->offset;
  return am_error(lexer->report, AM_INPUT,
                  am_snippet_place(lexer->snippet, lexer->offset), message,
                  am_printable(lexer->arena, text, length));
}

static size_t count_digits(const char *text) {
  return strspn(text, "0123456789");
}

/* In "1..2", the points are an operator. */
static am_status lex_number(am_lexer *lexer, am_token *token) {
  const char *text = lexer->snippet->text + lexer->offset;
  size_t length = count_digits(text);
  if (text[length] == '.' && text[length + 1] != '.')
    length += 1 + count_digits(text + length + 1);
  if (text[length] == 'e' || text[length] == 'E') {
    size_t sign = text[length + 1] == '+' || text[length + 1] == '-';
    size_t exponent = count_digits(text + length + 1 + sign);
    if (exponent) length += 1 + sign + exponent;
  }

  size_t whole = length;
  while (is_letter(text[whole]) || is_digit(text[whole])) whole++;
  if (whole > length)
    return refuse_text(lexer, "'%s' is neither a number nor a name", whole);
  token->kind = AM_TOKEN_NUMBER;
  token->text = am_copy(lexer->arena, text, length);
  token->number = strtod(token->text, NULL);
  if (!isfinite(token->number))
    return refuse_text(lexer, "the number '%s' is too large", length);
  bool zero = strcspn(token->text, "123456789") >= strcspn(token->text, "eE");
  if (token->number == 0 && !zero)
    return refuse_text(lexer, "the number '%s' is too small", length);
  lexer->offset += length;
  return AM_OK;
}

static size_t count_name(const char *text) {
  size_t length = 0;
  while (is_letter(text[length]) || is_digit(text[length])) length++;
  return length;
}

/* Counts the bytes after the name of a column: ".xx", ".2", "[2]", any number
 * of them. */
static size_t count_members(const char *text) {
  size_t length = 0;
  for (;;) {
    const char *next = text + length;
    size_t digits = count_digits(next + (*next == '['));
    if (*next == '.' && count_name(next + 1))
      length += 1 + count_name(next + 1);
    else if (*next == '[' && digits && next[1 + digits] == ']')
      length += 2 + digits;
    else
      return length;
  }
}

static am_status lex_name(am_lexer *lexer, am_token *token) {
  const char *text = lexer->snippet->text + lexer->offset;
  size_t length = count_name(text);
  token->text = am_copy(lexer->arena, text, length);
  token->kind = AM_TOKEN_NAME;
  if (am_is_word(token->text)) {
    token->kind = AM_TOKEN_SYMBOL;
  } else if (!am_is_name(token->text)) {
    return refuse_text(lexer, "the name '%s' is longer than 63 characters",
                       length);
  } else if (lexer->columns) {
    length += count_members(text + length);
    token->text = am_copy(lexer->arena, text, length);
  }
  lexer->offset += length;
  return AM_OK;
}

static am_status lex_symbol(am_lexer *lexer, am_token *token) {
  const char *text = lexer->snippet->text + lexer->offset;
  for (size_t i = 0; i < FOREIGN; i++)
    if (!strncmp(text, foreign[i].found, 2))
      return am_error(lexer->report, AM_INPUT,
                      am_snippet_place(lexer->snippet, lexer->offset),
                      "write '%s' instead of '%s'", foreign[i].meant,
                      foreign[i].found);
  size_t i = 0;
  while (i < SYMBOLS && strncmp(text, symbols[i], strlen(symbols[i]))) i++;
  if (i == SYMBOLS && (unsigned char)*text < 0x80)
    return refuse_text(lexer, "unexpected character '%s'", 1);
  if (i == SYMBOLS) {
    size_t length = 1; /* of the UTF-8 character, which is quoted whole */
    while ((text[length] & 0xc0) == 0x80) length++;
    return refuse_text(lexer,
                       "unexpected character '%s': expressions are written in "
                       "ASCII",
                       length);
  }
  token->kind = AM_TOKEN_SYMBOL;
  token->text = symbols[i];
  lexer->offset += strlen(symbols[i]);
  if (strchr("([", *symbols[i])) lexer->open++;
  if (strchr(")]", *symbols[i]) && lexer->open) lexer->open--;
  return AM_OK;
}

am_status am_lex(am_lexer *lexer, am_token *token) {
  const am_snippet *snippet = lexer->snippet;
  /* Skip blanks and comments, and line ends between brackets. */
  size_t i = lexer->offset;
  for (; i < snippet->length; i++) {
    char c = snippet->text[i];
    if (c == '#') {
      while (i + 1 < snippet->length && snippet->text[i + 1] != '\n') i++;
    } else if (c != ' ' && c != '\t' && c != '\r' &&
               !(c == '\n' && lexer->open)) {
      break;
    }
  }
  lexer->offset = i;
  *token = (am_token){.kind = AM_TOKEN_END, .offset = lexer->offset,
                      .text = ""};
  if (lexer->offset == snippet->length) return AM_OK;
  const char *text = snippet->text + lexer->offset;
  if (*text == '\n') {
    token->kind = AM_TOKEN_LINE;
    lexer->offset++;
    return AM_OK;
  }
  if (is_digit(*text) || (*text == '.' && is_digit(text[1])))
    return lex_number(lexer, token);
  return is_letter(*text) && *text != '_' ? lex_name(lexer, token)
                                          : lex_symbol(lexer, token);
}

bool am_is_word(const char *name) {
  for (size_t i = 0; i < WORDS; i++)
    if (!strcmp(name, words[i])) return true;
  return false;
}

bool am_token_is(const am_token *token, const char *symbol) {
  return token->kind == AM_TOKEN_SYMBOL && !strcmp(token->text, symbol);
}
