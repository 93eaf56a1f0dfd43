#include "emit/single.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t comment_length(const char *at) {
  if (at[1] == '/') return strcspn(at, "\n");
  const char *end = strstr(at + 2, "*/");
  return end ? (size_t)(end - at) + 2 : strlen(at);
}

static size_t quote_length(const char *at) {
  size_t i = 1;
  while (at[i] && at[i] != *at) i += at[i] == '\\' && at[i + 1] ? 2 : 1;
  return at[i] ? i + 1 : i;
}

static size_t name_length(const char *at) {
  size_t i = 0;
  while (is_word(at[i])) i++;
  return i;
}

/* Of a preprocessing number (C17, 6.4.8). */
static size_t number_length(const char *at) {
  size_t i = 1;
  while (is_word(at[i]) || at[i] == '.' ||
         (strchr("+-", at[i]) && at[i] && strchr("eEpP", at[i - 1])))
    i++;
  return i;
}

static bool is_number(const char *at) {
  return isdigit((unsigned char)at[*at == '.']);
}

/* Is it floating, decimal and without a suffix? */
static bool is_double(const char *number, size_t length) {
  bool hexadecimal = number[0] == '0' && strchr("xX", number[1]);
  return !hexadecimal && strcspn(number, ".eE") < length &&
         !strchr("fFlL", number[length - 1]);
}

static size_t token_length(const char *at) {
  if (*at == '/' && at[1] && strchr("/*", at[1])) return comment_length(at);
  if (strchr("\"'", *at)) return quote_length(at);
  if (is_number(at)) return number_length(at);
  return is_word(*at) ? name_length(at) : 1;
}

const char *am_single_literals(am_arena *arena, const char *text) {
  char *out = am_arena_room(arena, 2 * strlen(text) + 1), *end = out;
  for (size_t length; *text; text += length) {
    length = token_length(text);
    memcpy(end, text, length);
    end += length;
    if (is_number(text) && is_double(text, length)) *end++ = 'f';
  }
  *end = '\0';
  return out;
}
