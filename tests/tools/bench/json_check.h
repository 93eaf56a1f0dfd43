/* json_check.h: tests whether a text is JSON (RFC 8259). */
#ifndef AM_TESTS_BENCH_JSON_CHECK_H
#define AM_TESTS_BENCH_JSON_CHECK_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Text after the value at `text`, NULL if there is none. */
static inline const char *json_value(const char *text);

static inline const char *json_blank(const char *text) {
  return text + strspn(text, " \t\r\n");
}

static inline const char *json_string(const char *text) {
  for (text++; *text && *text != '"'; text++) {
    if ((unsigned char)*text < 0x20) return NULL;
    if (*text == '\\' && !strchr("\"\\/bfnrtu", *++text)) return NULL;
  }
  return *text ? text + 1 : NULL;
}

/* Members up to `end`; with keys if `end` is '}'. */
static inline const char *json_members(const char *text, char end) {
  text = json_blank(text + 1);
  if (*text == end) return text + 1;
  for (;; text = json_blank(text + 1)) {
    if (end == '}') {
      if (*text != '"' || !(text = json_string(text))) return NULL;
      text = json_blank(text);
      if (*text++ != ':') return NULL;
    }
    if (!(text = json_value(text))) return NULL;
    text = json_blank(text);
    if (*text == end) return text + 1;
    if (*text != ',') return NULL;
  }
}

static inline const char *json_word(const char *text) {
  static const char *const words[] = {"true", "false", "null"};
  for (int i = 0; i < 3; i++)
    if (!strncmp(text, words[i], strlen(words[i])))
      return text + strlen(words[i]);
  return NULL;
}

static inline const char *json_value(const char *text) {
  char *end;
  text = json_blank(text);
  if (*text == '{') return json_members(text, '}');
  if (*text == '[') return json_members(text, ']');
  if (*text == '"') return json_string(text);
  if (!strchr("-0123456789", *text) || !*text) return json_word(text);
  strtod(text, &end);
  return end;
}

static inline bool is_json(const char *text) {
  const char *end = json_value(text);
  return end && !*json_blank(end);
}

#endif
