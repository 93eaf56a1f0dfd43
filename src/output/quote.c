/* quote.c: texts between gnuplot's quotes. */
#include "output/quote.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* Between single quotes only the quote itself means anything; gnuplot 5.4
 * knows a doubled one only behind something else. */
void am_quote_text(FILE *out, const char *text, size_t most) {
  char before = '\'';
  fputc('\'', out);
  for (size_t count = 0; *text && count < most; count++) {
    char shown[AM_SHOWN_SIZE];
    if (*text == '\'' && before == '\'') fputc(' ', out);
    before = *text;
    text += am_utf8_show(text, strlen(text), false, shown);
    fputs(before == '\'' ? "''" : before == '\n' ? " " : shown, out);
  }
  fprintf(out, "%s'", *text ? "…" : "");
}

/* Double quotes know octal numbers; in front, '|' and '~' mean something. */
void am_quote_path(FILE *out, const char *path) {
  fprintf(out, "\"%s", strchr("|~", *path) ? "./" : "");
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    bool plain = c >= 128 || isalnum(c) || strchr("/._-+, =", c);
    fprintf(out, plain ? "%c" : "\\%03o", c);
  }
  fputc('"', out);
}

void am_quote_axis(FILE *out, const char *label, const char *unit) {
  fprintf(out, "'%s", label ? label : "");
  if (unit && *unit) fputs(" [", out);
  for (const char *c = unit ? unit : ""; *c;) {
    size_t digits = *c == '^' ? strspn(c + 1, "+-0123456789.") : 0;
    bool plain = isalnum((unsigned char)*c) || strchr("/*(). -", *c);
    if (digits)
      fprintf(out, "^{%.*s}", (int)digits, c + 1);
    else
      fputc(plain ? *c : ' ', out);
    c += digits + 1;
  }
  if (unit && *unit) fputc(']', out);
  fputc('\'', out);
}
