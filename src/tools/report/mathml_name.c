/* mathml_name.c: names and numbers as MathML: Greek letters, indices, dots. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/mathml_parts.h"

static const struct {
  const char *name, *letter;
} greek[] = {
    {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"},
    {"epsilon", "ε"}, {"eps", "ε"},   {"zeta", "ζ"},  {"eta", "η"},
    {"theta", "θ"},  {"kappa", "κ"},  {"lambda", "λ"}, {"mu", "μ"},
    {"nu", "ν"},     {"xi", "ξ"},     {"rho", "ρ"},   {"pi", "π"},
    {"sigma", "σ"},  {"tau", "τ"},    {"phi", "φ"},   {"chi", "χ"},
    {"psi", "ψ"},    {"omega", "ω"},  {"Gamma", "Γ"}, {"Delta", "Δ"},
    {"Theta", "Θ"},  {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},
    {"Sigma", "Σ"},  {"Phi", "Φ"},    {"Psi", "Ψ"},   {"Omega", "Ω"},
};

enum { GREEK = sizeof greek / sizeof *greek };

static const char *greek_letter(const char *word, size_t length) {
  for (int i = 0; i < GREEK; i++)
    if (strlen(greek[i].name) == length && !strncmp(greek[i].name, word, length))
      return greek[i].letter;
  return NULL;
}

/* Writes a word without digits and '_'; the suffix "dot" denotes a rate. */
static void write_word(am_buffer *out, const char *word, size_t length,
                       unsigned style) {
  const char *letter = greek_letter(word, length);
  bool dotted = !letter && length > 3 && !strncmp(word + length - 3, "dot", 3);
  const char *under = dotted ? greek_letter(word, length - 3) : NULL;
  bool suffix = dotted && (under || length == 4);
  if (suffix || style & AM_NAME_DOTTED) {
    am_buffer_add(out, "<mover accent=\"true\">");
    write_word(out, word, length - 3 * suffix, style & AM_NAME_BOLD);
    am_buffer_add(out, "<mo>˙</mo></mover>");
    return;
  }
  const char *class = style & AM_NAME_BOLD ? " class=\"b\"" : letter || length == 1 ? ""
                                              : " class=\"w\"";
  if (letter)
    am_buffer_add(out, "<mi%s>%s</mi>", class, letter);
  else
    am_buffer_add(out, "<mi%s>%.*s</mi>", class, (int)length, word);
}

/* Writes the part after the first '_': an index, or several separated by
 * commas, unless a Greek letter or a force itself has an index. */
static void write_index(am_buffer *out, const char *rest) {
  size_t length = strcspn(rest, "_");
  if (greek_letter(rest, length) || (rest[length] && length == 1)) {
    am_mathml_write_name(out, rest, 0);
    return;
  }
  for (const char *at = rest; *at; at += length + (at[length] == '_')) {
    length = strcspn(at, "_");
    if (at > rest) am_buffer_add(out, "<mo>,</mo>");
    if (isdigit((unsigned char)*at))
      am_buffer_add(out, "<mn>%.*s</mn>", (int)length, at);
    else if (length)
      write_word(out, at, length, 0);
  }
}

void am_mathml_write_name(am_buffer *out, const char *name, unsigned style) {
  size_t whole = strcspn(name, "_"), word = whole;
  const char *rest = name[whole] ? name + whole + 1 : "";
  while (word > 1 && isdigit((unsigned char)name[word - 1])) word--;
  bool indexed = word < whole || *rest;
  if (indexed) am_buffer_add(out, "<msub>");
  if (word)
    write_word(out, name, word, style);
  else
    am_buffer_add(out, "<mi>_</mi>");
  if (!indexed) return;
  am_buffer_add(out, "<mrow>");
  if (word < whole)
    am_buffer_add(out, "<mn>%.*s</mn>%s", (int)(whole - word), name + word,
                  *rest ? "<mo>,</mo>" : "");
  write_index(out, rest);
  am_buffer_add(out, "</mrow></msub>");
}

/* Approximate width of a name in letters; indices are smaller. */
int am_mathml_name_width(const char *name) {
  int width = 0;
  for (bool index = false; *name; index = true) {
    size_t length = strcspn(name, "_");
    int letters = greek_letter(name, length) ? 1 : (int)length;
    width += index ? (2 * letters + 2) / 3 : letters;
    name += length;
    name += *name == '_';
  }
  return width;
}

void am_mathml_write_number(am_buffer *out, double value) {
  char text[AM_NUMBER_SIZE];
  am_number_text(value, text);
  if (strlen(text) > 12) snprintf(text, sizeof text, "%.10g", value);
  char *mantissa = text, *power = strchr(text, 'e');
  if (*mantissa == '-') {
    am_buffer_add(out, "<mo form=\"prefix\">−</mo>");
    mantissa++;
  }
  if (!power) {
    am_buffer_add(out, "<mn>%s</mn>", mantissa);
    return;
  }
  long exponent = strtol(power + 1, NULL, 10);
  *power = 0;
  if (strcmp(mantissa, "1"))
    am_buffer_add(out, "<mn>%s</mn><mo>·</mo>", mantissa);
  am_buffer_add(out, "<msup><mn>10</mn><mrow>%s<mn>%ld</mn></mrow></msup>",
                exponent < 0 ? "<mo form=\"prefix\">−</mo>" : "",
                labs(exponent));
}
