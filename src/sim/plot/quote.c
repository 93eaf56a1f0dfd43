/* quote.c: writes texts as quoted strings of gnuplot. */
#include <ctype.h>

#include "plot/script.h"

/* ---- LaTeX --------------------------------------------------------------- */

/* Greek letters from alpha on; Unicode has a second sigma for ends of words. */
static const char *const greek[] = {
    "alpha", "beta",  "gamma",   "delta", "varepsilon", "zeta", "eta",
    "theta", "iota",  "kappa",   "lambda", "mu",        "nu",   "xi",
    "o",     "pi",    "rho",     "sigma", "sigma",      "tau",  "upsilon",
    "varphi", "chi",  "psi",     "omega"};
enum { ALPHA = 0x3b1, GREEK = sizeof greek / sizeof *greek };

/* Special characters of LaTeX, and the quote that ends a text of gnuplot. */
static const struct {
  char c;
  const char *shown;
} special[] = {
    {'\\', "\\textbackslash{}"}, {'^', "\\^{}"}, {'~', "\\~{}"},
    {'{', "\\{"}, {'}', "\\}"}, {'$', "\\$"}, {'&', "\\&"},
    {'#', "\\#"}, {'%', "\\%"}, {'_', "\\_"}, {'<', "$<$"},
    {'>', "$>$"}, {'|', "$|$"}, {'\'', "''"},
};

/* Writes a character for LaTeX, in text or in a formula; returns the rest. */
static const char *put_tex(FILE *out, const char *text, bool formula) {
  uint32_t code = 0;
  const char *dollar = formula ? "" : "$", *shown = NULL;
  size_t length = am_utf8_decode(text, strlen(text), &code);
  for (size_t i = 0; i < sizeof special / sizeof *special; i++)
    if (code == (uint32_t)special[i].c) shown = special[i].shown;
  if (shown)
    fputs(shown, out);
  else if (code >= ALPHA && code < ALPHA + GREEK)
    fprintf(out, "%s\\%s%s%s", dollar, greek[code - ALPHA],
            formula ? " " : "", dollar);
  else
    fwrite(text, 1, length, out);
  return text + (length ? length : 1);
}

/* Writes the text before the character `end` for LaTeX; returns the rest. */
static const char *put_tex_until(FILE *out, const char *text, char end,
                                 bool formula) {
  while (*text && *text != end) text = put_tex(out, text, formula);
  return text;
}

/* Writes the text before '}' as a formula; returns the rest. */
static const char *put_formula(FILE *out, const char *open, const char *text) {
  fprintf(out, "$%s", open);
  text = put_tex_until(out, text, '}', true);
  fputs(*open ? "}$" : "$", out);
  return text + (*text == '}');
}

/* Writes enhanced text: italics, subscripts, superscripts, and characters after
 * a backslash. */
static void put_tex_label(FILE *out, const char *label) {
  static const char italic[] = "{/:Italic ";
  size_t open = sizeof italic - 1;
  while (*label) {
    if (!strncmp(label, italic, open))
      label = put_formula(out, "", label + open);
    else if (!strncmp(label, "_{", 2))
      label = put_formula(out, "{}_{", label + 2);
    else
      label = put_tex(out, label + (*label == '\\' && label[1]), false);
  }
}

/* ---- all formats --------------------------------------------------------- */

/* In single quotes only the quote is special; gnuplot 5.4 accepts a doubled
 * quote only after another character. */
void am_quote_text(FILE *out, const am_markup *markup, const char *text,
                   size_t most) {
  char before = '\'';
  fputc('\'', out);
  for (size_t count = 0; *text && count < most; count++) {
    char shown[AM_SHOWN_SIZE];
    if (*text == '\'' && before == '\'') fputc(' ', out);
    before = *text;
    text += am_utf8_show(text, strlen(text), shown);
    if (before == '\n')
      fputc(' ', out);
    else if (markup->tex)
      put_tex_until(out, shown, 0, false);
    else
      fputs(before == '\'' ? "''" : shown, out);
  }
  fprintf(out, "%s'", *text ? "…" : "");
}

/* Double quotes allow octal codes; a leading '|' or '~' is special. */
void am_quote_path(FILE *out, const char *path) {
  fprintf(out, "\"%s", strchr("|~", *path) ? "./" : "");
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    bool plain = c >= 128 || isalnum(c) || strchr("/._-+, =", c);
    fprintf(out, plain ? "%c" : "\\%03o", c);
  }
  fputc('"', out);
}

/* Numbers after '^' are raised; other characters than letters, digits and a few
 * signs become blanks. */
static void put_unit(FILE *out, const am_markup *markup, const char *unit) {
  const char *raised = markup->tex ? "$^{%.*s}$" : "^{%.*s}";
  fputs(" (", out);
  while (*unit) {
    size_t digits = *unit == '^' ? strspn(unit + 1, "+-0123456789.") : 0;
    bool plain = isalnum((unsigned char)*unit) || strchr("/*(). -", *unit);
    if (digits)
      fprintf(out, raised, (int)digits, unit + 1);
    else
      fputc(plain ? *unit : ' ', out);
    unit += digits + 1;
  }
  fputc(')', out);
}

void am_quote_axis(FILE *out, const am_markup *markup, const char *label,
                   const char *unit) {
  fputc('\'', out);
  if (label && markup->tex)
    put_tex_label(out, label);
  else if (label)
    fputs(label, out);
  if (unit && *unit) put_unit(out, markup, unit);
  fprintf(out, "%s'", label || (unit && *unit) ? markup->end : "");
}
