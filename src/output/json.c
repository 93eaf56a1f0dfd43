#include "output/json.h"

#include <math.h>

static void write_text(am_json *j, const char *text) {
  putc('"', j->out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putc('\\', j->out);
    if ((unsigned char)*text < 0x20)
      fprintf(j->out, "\\u%04x", (unsigned char)*text);
    else
      putc(*text, j->out);
  }
  putc('"', j->out);
}

/* What stands in front of a member's value. */
static void write_key(am_json *j, const char *key) {
  fputs(j->begun ? ",\n" : "\n", j->out);
  j->begun = true;
  if (!key) return;
  write_text(j, key);
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
  write_text(j, text);
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
