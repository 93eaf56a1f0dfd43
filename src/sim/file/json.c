/* json.c: writes JSON. */
#include "file/parts.h"

/* Escapes a character by its code, or by a surrogate pair. */
static void write_code(FILE *out, uint32_t code) {
  enum { BEYOND = 0x10000, HIGH = 0xd800, LOW = 0xdc00 };
  if (code < BEYOND) {
    fprintf(out, "\\u%04x", (unsigned)code);
    return;
  }
  code -= BEYOND;
  fprintf(out, "\\u%04x\\u%04x", (unsigned)(HIGH + (code >> 10)),
          (unsigned)(LOW + (code & 0x3ff)));
}

/* Writes a string; a byte that is not UTF-8 becomes the text "\xNN". */
static void write_string(am_json *j, const char *text) {
  putc('"', j->out);
  while (*text) {
    uint32_t code = 0;
    size_t size = am_utf8_decode(text, strlen(text), &code);
    if (*text == '"' || *text == '\\') putc('\\', j->out);
    if (!size)
      fprintf(j->out, "\\\\x%02x", (unsigned char)*text);
    else if (am_utf8_is_plain(code))
      fwrite(text, 1, size, j->out);
    else
      write_code(j->out, code);
    text += size ? size : 1;
  }
  putc('"', j->out);
}

/* Writes the separator and the key before a value. */
static void write_key(am_json *j, const char *key) {
  fputs(j->begun ? ",\n" : "\n", j->out);
  j->begun = true;
  if (!key) return;
  write_string(j, key);
  fputs(": ", j->out);
}

void am_json_open(am_json *j, const char *key, char bracket) {
  write_key(j, key);
  putc(bracket, j->out);
  j->begun = false;
}

void am_json_close(am_json *j, char bracket) {
  putc(bracket, j->out);
  j->begun = true;
}

void am_json_text(am_json *j, const char *key, const char *text) {
  write_key(j, key);
  write_string(j, text);
}

void am_json_truth(am_json *j, const char *key, bool value) {
  write_key(j, key);
  fputs(value ? "true" : "false", j->out);
}

void am_json_number(am_json *j, const char *key, double value, int digits) {
  write_key(j, key);
  if (isfinite(value))
    fprintf(j->out, "%.*g", digits, value);
  else
    fputs("null", j->out);
}
