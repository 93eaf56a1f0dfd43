/* mathml_name.c: names and numbers as MathML: Greek letters, indices, dots. */
#include "report/parts.h"

/* Writes a word without digits and '_'; the suffix "dot" denotes a rate. */
static void write_word(am_buffer *out, const char *word, size_t length,
                       unsigned style) {
  const char *letter = am_greek_letter(word, length);
  bool dotted = !letter && length > 3 && !strncmp(word + length - 3, "dot", 3);
  const char *under = dotted ? am_greek_letter(word, length - 3) : NULL;
  bool suffix = dotted && (under || length == 4);
  if (suffix || style & AM_NAME_DOTTED) {
    am_buffer_add(out, "<mover accent=\"true\">");
    write_word(out, word, length - 3 * suffix, style & AM_NAME_BOLD);
    am_buffer_add(out, "<mo>˙</mo></mover>");
    return;
  }
  const char *class = style & AM_NAME_BOLD    ? " class=\"b\""
                      : letter || length == 1 ? ""
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
  if (am_greek_letter(rest, length) || (rest[length] && length == 1)) {
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
    int letters = am_greek_letter(name, length) ? 1 : (int)length;
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

/* Parses the lines of a printed graph as expressions. */

am_status am_mathml_parse(am_arena *arena, am_report *report,
                          const char *text, size_t length, am_expr **expr) {
  am_source *source = AM_NEW(arena, am_source);
  am_snippet *snippet = AM_NEW(arena, am_snippet);
  const char *copy = am_copy(arena, text, length);
  *source = (am_source){.name = "graph", .text = copy, .length = length};
  *snippet = (am_snippet){.text = copy, .length = length, .source = source,
                          .line = 1, .column = 1};
  return am_expr_parse(arena, report, snippet, expr);
}

am_status am_mathml_graph(am_arena *arena, am_report *report,
                          const char *text, am_mathml_line *line,
                          void *data) {
  static const char equals[] = " = ";
  while (*text) {
    size_t length = strcspn(text, "\n");
    const char *sign = strstr(text, equals);
    am_expr *name, *value;
    if (!sign) return AM_OK;
    const char *right = sign + sizeof equals - 1;
    AM_TRY(am_mathml_parse(arena, report, text, (size_t)(sign - text), &name));
    AM_TRY(am_mathml_parse(arena, report, right,
                           length - (size_t)(right - text), &value));
    line(data, name, value);
    text += length + (text[length] == '\n');
  }
  return AM_OK;
}

/* Kinds of expressions, if their text and the kinds of names determine them;
 * functions that expressions name. */

int am_mathml_kind_of(const am_mathml *m, const char *name) {
  for (int i = m->count - 1; i >= 0; i--)
    if (!strcmp(m->locals[i].name, name)) return m->locals[i].kind;
  return m->kind_of ? m->kind_of(m->data, name) : -1;
}

void am_mathml_add_local(am_mathml *m, const char *name, int kind) {
  AM_PUSH_ROOM(m->out->arena, m->locals, m->count, m->capacity);
  m->locals[m->count++] = (struct am_mathml_local){name, kind};
}

/* Kind that a word of a signature denotes. */
static int kind_of_word(const char *word) {
  static const char *const words[AM_KINDS] = {
      [AM_BOOL] = "condition", [AM_SCALAR] = "scalar", [AM_VECTOR] = "vector",
      [AM_TENSOR] = "tensor", [AM_FOURTH] = "fourth"};
  for (int k = 0; k < AM_KINDS; k++)
    if (!strncmp(word, words[k], strlen(words[k]))) return k;
  return -1;
}

/* Largest kind of the arguments from `first` on. */
static int widest(const am_mathml *m, const am_expr *e, int first) {
  int kind = -1;
  for (int i = first; i < e->count; i++) {
    int this = am_mathml_kind(m, e->arguments[i]);
    if (this > kind) kind = this;
  }
  return kind;
}

/* Kind of a call, from the row of the function whose first argument matches. */
static int kind_of_call(const am_mathml *m, const am_expr *e) {
  size_t count;
  const am_function_info *rows = am_functions(&count);
  int first = e->count ? am_mathml_kind(m, e->arguments[0]) : -1, found = -1;
  for (size_t i = count; i-- > 0;) {
    const char *arrow = strstr(rows[i].signature, "-> ");
    if (strcmp(rows[i].name, e->name)) continue;
    if (!arrow) return kind_of_word(rows[i].signature);
    int taken = kind_of_word(rows[i].signature + 1);
    int given = kind_of_word(arrow + 3);
    if (given < 0) given = widest(m, e, 0);
    if (found < 0 || taken == first) found = given;
  }
  return found;
}

static int kind_of_product(const am_mathml *m, const am_expr *e) {
  int a = am_mathml_kind(m, e->arguments[0]);
  int b = am_mathml_kind(m, e->arguments[1]);
  if (a < 0 || b < 0) return -1;
  return a == AM_FOURTH && b == AM_FOURTH ? AM_FOURTH
         : a == AM_FOURTH || b == AM_FOURTH ? AM_TENSOR
                                            : AM_SCALAR;
}

int am_mathml_kind(const am_mathml *m, const am_expr *e) {
  switch (e->kind) {
    case AM_EXPR_NUMBER:
    case AM_EXPR_COMPONENT: return AM_SCALAR;
    case AM_EXPR_NAME: {
      int kind = am_mathml_kind_of(m, e->name);
      return kind < 0 ? kind_of_call(m, e) : kind;
    }
    case AM_EXPR_CALL: return kind_of_call(m, e);
    case AM_EXPR_INDEX: return am_mathml_kind(m, e->arguments[0]);
    case AM_EXPR_UNARY: return widest(m, e, 0);
    case AM_EXPR_BINARY:
      return !strcmp(e->name, ":") ? kind_of_product(m, e) : widest(m, e, 0);
  }
  return -1;
}

void am_mathml_used(const am_expr *e, bool *used) {
  size_t count;
  const am_function_info *rows = am_functions(&count);
  if (e->kind == AM_EXPR_CALL || e->kind == AM_EXPR_NAME)
    for (size_t i = 0; i < count; i++)
      used[i] |= !strcmp(rows[i].name, e->name);
  for (int i = 0; i < e->count; i++) am_mathml_used(e->arguments[i], used);
}
