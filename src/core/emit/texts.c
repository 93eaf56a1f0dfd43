/* texts.c: embedded headers of src, and literals of single precision. */
#include <assert.h>

#include "emit/source.h"

const am_embedded_text am_core_texts[] = {
#include "emit/texts.inc"
    {NULL, NULL}};

const char *am_embedded_find(const am_embedded_text *texts, const char *name) {
  for (; texts->name; texts++)
    if (!strcmp(texts->name, name)) return texts->text;
  assert(0 && "a text that is not embedded");
  return "";
}

/* ---- single precision ---------------------------------------------------- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_number(const char *at) {
  return isdigit((unsigned char)at[*at == '.']);
}

/* Length of a comment, quoted text, number, word, or single character. */
static size_t token_length(const char *at) {
  size_t i = 1;
  if (*at == '/' && at[1] == '/') return strcspn(at, "\n");
  if (*at == '/' && at[1] == '*') {
    const char *end = strstr(at + 2, "*/");
    return end ? (size_t)(end - at) + 2 : strlen(at);
  }
  if (strchr("\"'", *at)) {
    while (at[i] && at[i] != *at) i += at[i] == '\\' && at[i + 1] ? 2 : 1;
    return at[i] ? i + 1 : i;
  }
  if (is_number(at)) {
    /* Preprocessing number (C17, 6.4.8) */
    while (is_word(at[i]) || at[i] == '.' ||
           (strchr("+-", at[i]) && at[i] && strchr("eEpP", at[i - 1])))
      i++;
    return i;
  }
  while (is_word(*at) && is_word(at[i])) i++;
  return i;
}

const char *am_single_literals(am_arena *arena, const char *text) {
  char *out = am_arena_room(arena, 2 * strlen(text) + 1), *end = out;
  for (size_t length; *text; text += length) {
    length = token_length(text);
    memcpy(end, text, length);
    end += length;
    /* decimal floating literals without a suffix */
    bool hexadecimal = text[0] == '0' && strchr("xX", text[1]);
    if (is_number(text) && !hexadecimal && strcspn(text, ".eE") < length &&
        !strchr("fFlL", text[length - 1]))
      *end++ = 'f';
  }
  *end = '\0';
  return out;
}
