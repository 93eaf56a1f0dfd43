/* write.c: writes trees and texts as YAML. */
#include "yaml/yaml.h"

void am_yaml_quote(am_buffer *out, const char *text) {
  am_buffer_add(out, "\"");
  while (*text) {
    char shown[AM_SHOWN_SIZE];
    if (*text == '"' || *text == '\\') am_buffer_add(out, "\\");
    text += am_utf8_show(text, strlen(text), shown);
    am_buffer_add(out, "%s", shown);
  }
  am_buffer_add(out, "\"");
}

/* True for a word that needs no quotes in any context: letters, digits, '_' and
 * '-', beginning with a letter. */
static bool is_plain_word(const char *text) {
  size_t length = strspn(text,
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_-");
  return length && !text[length] && !strchr("0123456789_-", *text);
}

static void write_scalar(am_buffer *out, const char *text, bool plain) {
  if (plain)
    am_buffer_add(out, "%s", text);
  else
    am_yaml_quote(out, text);
}

/* Recursion is limited by the nesting that the reader allows. */
void am_yaml_write(am_buffer *out, const am_yaml *node) {
  const char *text = node->text.text;
  bool map = node->kind == AM_YAML_MAPPING;
  if (node->kind == AM_YAML_SCALAR) {
    bool word = node->plain && is_plain_word(text);
    write_scalar(out, text, word || am_yaml_is_number(node));
    return;
  }
  am_buffer_add(out, map ? "{" : "[");
  for (size_t i = 0; i < node->count; i++) {
    const char *key = node->items[i]->key;
    am_buffer_add(out, "%s", i ? ", " : "");
    if (map) {
      write_scalar(out, key, is_plain_word(key));
      am_buffer_add(out, ": ");
    }
    am_yaml_write(out, node->items[i]);
  }
  am_buffer_add(out, map ? "}" : "]");
}
