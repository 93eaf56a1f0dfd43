/* mathml.c: expressions as MathML.
 *
 * write(e, level) adds parentheses if the expression binds less tightly than
 * `level`.  Outside elements that must not be broken, wide expressions are
 * split at their operators: one <math> ends and the next begins. */
#include "report/parts.h"

enum {
  ATOM = 10,
  PRODUCT = 7,
  NARROW = 26, /* letters: narrower expressions are not split */
  BROKEN = 40  /* wider expressions do not become fractions or templates */
};

/* ---- operators and functions as data ------------------------------------- */

#define INFIX(sign) "<mo form=\"infix\">" sign "</mo>"
#define GAP "<mspace width=\"0.17em\"/>"
#define PARENTHESES(text) \
  "<mo form=\"prefix\" stretchy=\"false\">(</mo>" text \
  "<mo form=\"postfix\" stretchy=\"false\">)</mo>"
#define FOURTH(letter) "<msup><mi class=\"b\">" letter "</mi><mn>4</mn></msup>"
#define POWER_MINUS_ONE \
  "<msup>@1A<mrow><mo form=\"prefix\">−</mo><mn>1</mn></mrow></msup>"

typedef struct {
  const char *token, *shown;
  int level, left, right; /* own level; levels required of the operands */
} operator_row;

static const operator_row operators[] = {
    {"or", "<mtext>&#160;or&#160;</mtext>", 1, 1, 1},
    {"and", "<mtext>&#160;and&#160;</mtext>", 2, 2, 2},
    {"<", INFIX("&lt;"), 4, 5, 5},
    {"<=", INFIX("≤"), 4, 5, 5},
    {">", INFIX("&gt;"), 4, 5, 5},
    {">=", INFIX("≥"), 4, 5, 5},
    {"==", INFIX("="), 4, 5, 5},
    {"!=", INFIX("≠"), 4, 5, 5},
    {"+", INFIX("+"), 5, 5, 6},
    {"-", INFIX("−"), 5, 5, 6},
    {":", INFIX(":"), 6, 6, 7},
    {"*", GAP, PRODUCT, PRODUCT, PRODUCT},
    {"/", INFIX("/"), PRODUCT, PRODUCT, 8},
    {0},
};

/* "@12" is argument 1 with level 2 required, "@1A" with an atom required; "~"
 * permits a line break. */
typedef struct {
  const char *name;
  int level;
  const char *text, *open, *close; /* delimiters around it, or NULL */
} template_row;

static const template_row templates[] = {
    {"I", ATOM, .text = "<mi class=\"b\">I</mi>"},
    {"identity4", ATOM, .text = FOURTH("I")},
    {"deviator4", ATOM, .text = FOURTH("P")},
    {"pi", ATOM, .text = "<mi>π</mi>"},
    {"sqrt", ATOM, .text = "<msqrt>@10</msqrt>"},
    {"cbrt", ATOM, .text = "<mroot>@10<mn>3</mn></mroot>"},
    {"abs", ATOM, "@10", "|", "|"},
    {"norm", ATOM, "@10", "‖", "‖"},
    {"pos", ATOM, "@10", "⟨", "⟩"},
    {"inv", ATOM, .text = POWER_MINUS_ONE},
    {"inverse", ATOM, .text = POWER_MINUS_ONE},
    {"square", ATOM, .text = "<msup>@1A<mn>2</mn></msup>"},
    {"inner", 6, .text = "@16" INFIX(":") "@27"},
    {"dot", PRODUCT, .text = "@17" INFIX("·") "@28"},
    {"apply", PRODUCT, .text = "@17" INFIX("·") "@28"},
    {"cross", PRODUCT, .text = "@18" INFIX("×") "@28"},
    {"outer", PRODUCT, .text = "@18" INFIX("⊗") "@28"},
    {"dyad", PRODUCT, .text = "@18" INFIX("⊗") "@18"},
    {"eigenvalue", ATOM, .text = "<msub><mi class=\"w\">eig</mi>@20</msub>"
                         PARENTHESES("@10")},
    {"interpolate", ATOM, .text = "@2A" PARENTHESES("@10")},
    {"sum", 6,
     .text = "<munderover><mo>∑</mo><mrow>@10<mo>=</mo>@20</mrow>@30"
             "</munderover>~@47"},
    {"maximum", 6,
     .text = "<munder><mi class=\"w\">max</mi><mrow>@10<mo>=</mo>@20<mo>…</mo>"
             "@30</mrow></munder>" GAP "~@47"},
    {"if", 0,
     .text = "<mo form=\"prefix\" fence=\"true\" stretchy=\"true\">{</mo>"
             "<mtable class=\"cases\"><mtr><mtd>@20</mtd><mtd><mtext>if&#160;"
             "</mtext>@10</mtd></mtr><mtr><mtd>@30</mtd><mtd>"
             "<mtext>else</mtext></mtd></mtr></mtable>"},
    {0},
};

static const operator_row *operator_of(const am_expr *e) {
  const operator_row *row = operators;
  while (strcmp(row->token, e->name)) row++;
  return row;
}

/* NULL: none. */
static const template_row *template_of(const char *name) {
  const template_row *row = templates;
  while (row->name && strcmp(row->name, name)) row++;
  return row->name ? row : NULL;
}

static bool is_binary(const am_expr *e, const char *token) {
  return e->kind == AM_EXPR_BINARY && !strcmp(e->name, token);
}

/* ---- width and level ----------------------------------------------------- */

/* Approximate width in letters. */
static int width_of(const am_expr *e) {
  char text[AM_NUMBER_SIZE];
  int sum = 0, most = 0;
  for (int i = 0; i < e->count; i++) {
    int width = width_of(e->arguments[i]);
    sum += width;
    if (width > most) most = width;
    if (sum > 1000) return sum;
  }
  switch (e->kind) {
    case AM_EXPR_NUMBER:
      am_number_text(e->number, text);
      return (int)strlen(text);
    case AM_EXPR_NAME: return am_mathml_name_width(e->name);
    case AM_EXPR_COMPONENT: return sum + 2;
    case AM_EXPR_CALL:
      return sum + 2 + (template_of(e->name) ? 2 : (int)strlen(e->name));
    case AM_EXPR_BINARY: return is_binary(e, "/") ? most + 1 : sum + 2;
    case AM_EXPR_INDEX:
    case AM_EXPR_UNARY: return sum + 1;
  }
  return sum;
}

/* True if a quotient is written as a fraction. */
static bool is_stacked(const am_mathml *m, const am_expr *e) {
  return m->inside || width_of(e) <= BROKEN;
}

/* True if a product begins with a sign, such as -b*x. */
static bool begins_with_sign(const am_expr *e) {
  while (is_binary(e, "*")) e = e->arguments[0];
  return e->kind == AM_EXPR_UNARY && strcmp(e->name, "not") != 0;
}

static int level_of(const am_mathml *m, const am_expr *e) {
  const template_row *row;
  switch (e->kind) {
    case AM_EXPR_NUMBER: {
      char text[AM_NUMBER_SIZE];
      am_number_text(e->number, text);
      return *text == '-' ? 5 : strchr(text, 'e') ? PRODUCT : ATOM;
    }
    case AM_EXPR_UNARY: return strcmp(e->name, "not") ? 5 : 3;
    case AM_EXPR_BINARY:
      if (is_binary(e, "^")) return 9;
      if (is_binary(e, "/") && is_stacked(m, e)) return 8;
      if (begins_with_sign(e)) return 5;
      return operator_of(e)->level;
    case AM_EXPR_CALL:
      row = template_of(e->name);
      return row ? row->level : ATOM;
    case AM_EXPR_NAME:
    case AM_EXPR_INDEX:
    case AM_EXPR_COMPONENT: return ATOM;
  }
  return ATOM;
}

/* ---- output -------------------------------------------------------------- */

static void put(am_mathml *m, const char *text) {
  am_buffer_add(m->out, "%s", text);
}

/* Opens an element that must not be broken. */
static void open_element(am_mathml *m, const char *tag) {
  put(m, tag);
  m->inside++;
}

static void close_element(am_mathml *m, const char *tag) {
  put(m, tag);
  m->inside--;
}

static void cut(am_mathml *m) {
  if (!m->inside) put(m, "</math><wbr/><math>");
}

/* Known x of an unknown rate_x, else NULL. */
static const char *rated_name(const am_mathml *m, const char *name) {
  static const char rate[] = "rate_";
  const char *of = name + sizeof rate - 1;
  if (strncmp(name, rate, sizeof rate - 1)) return NULL;
  return am_mathml_kind_of(m, name) < 0 && am_mathml_kind_of(m, of) >= 0
             ? of
             : NULL;
}

/* Writes a name in the style of its kind; rate_x of a known x is x with a
 * dot. */
static void write_known(am_mathml *m, const char *name) {
  const char *of = rated_name(m, name);
  int kind = am_mathml_kind_of(m, of ? of : name);
  am_mathml_write_name(m->out, of ? of : name,
                       (kind > AM_SCALAR ? AM_NAME_BOLD : 0) |
                           (of ? AM_NAME_DOTTED : 0));
}

/* True if the expression is higher than a line, so that parentheses around it
 * must grow. */
static bool is_tall(const am_mathml *m, const am_expr *e) {
  if (is_binary(e, "/") && is_stacked(m, e)) return true;
  if (e->kind == AM_EXPR_CALL && !strcmp(e->name, "sum")) return true;
  for (int i = 0; i < e->count; i++)
    if (is_tall(m, e->arguments[i])) return true;
  return false;
}

static void put_sign(am_mathml *m, bool opens, bool tall, const char *sign) {
  am_buffer_add(m->out, "<mo form=\"%s\"%s>%s</mo>",
                opens ? "prefix" : "postfix",
                tall && m->inside ? "" : " stretchy=\"false\"", sign);
}

static void put_fence(am_mathml *m, bool opens, bool tall) {
  put_sign(m, opens, tall, opens ? "(" : ")");
}

static void write_expr(am_mathml *m, const am_expr *e, int level);

/* Writes an argument as a single child of an element. */
static void write_child(am_mathml *m, const am_expr *e, int level) {
  open_element(m, "<mrow>");
  write_expr(m, e, level);
  close_element(m, "</mrow>");
}

static void write_arguments(am_mathml *m, const am_expr *e) {
  bool tall = is_tall(m, e);
  put_fence(m, true, tall);
  for (int i = 0; i < e->count; i++) {
    if (i) {
      put(m, "<mo separator=\"true\">,</mo>");
      cut(m);
    }
    write_expr(m, e->arguments[i], 0);
  }
  put_fence(m, false, tall);
}

/* Arguments within an element of the template become its children. */
static void write_template(am_mathml *m, const am_expr *e, const char *text) {
  int depth = 0;
  for (; *text; text++) {
    if (*text == '<') depth += text[1] == '/' ? -1 : 1;
    if (*text == '/' && text[1] == '>') depth--;
    if (*text == '~') {
      if (width_of(e) > NARROW) cut(m);
      continue;
    }
    if (*text != '@') {
      am_buffer_add(m->out, "%c", *text);
      continue;
    }
    int number = text[1] - '1';
    int level = text[2] == 'A' ? ATOM : text[2] - '0';
    text += 2;
    if (depth > 0)
      write_child(m, e->arguments[number], level);
    else
      write_expr(m, e->arguments[number], level);
  }
}

/* Writes a template between its delimiters, which grow with it if it is not
 * split. */
static void write_fenced(am_mathml *m, const am_expr *e,
                         const template_row *row) {
  bool tall = row->open && is_tall(m, e);
  bool whole = tall && width_of(e) <= NARROW;
  if (whole) open_element(m, "<mrow>");
  if (row->open) put_sign(m, true, tall, row->open);
  write_template(m, e, row->text);
  if (row->open) put_sign(m, false, tall, row->close);
  if (whole) close_element(m, "</mrow>");
}

/* Number of arguments of a template. */
static int arguments_of(const char *text) {
  int most = 0;
  for (; (text = strchr(text, '@')); text++)
    if (text[1] - '0' > most) most = text[1] - '0';
  return most;
}

/* True for a function of the language or of graphs, whose name has no index. */
static bool is_ours(const char *name) {
  size_t count;
  const am_function_info *rows = am_functions(&count);
  for (size_t i = 0; i < count; i++)
    if (!strcmp(rows[i].name, name)) return true;
  for (int op = 0; op < AM_OP_COUNT; op++)
    if (!strcmp(am_ops[op].token, name)) return true;
  return false;
}

static void write_function(am_mathml *m, const am_expr *e) {
  const template_row *row = template_of(e->name);
  bool wide = !strcmp(e->name, "if") && !m->inside && width_of(e) > BROKEN;
  if (row && arguments_of(row->text) == e->count && !wide) {
    write_fenced(m, e, row);
    return;
  }
  if (is_ours(e->name))
    am_buffer_add(m->out, "<mi class=\"w\">%s</mi>", e->name);
  else
    am_mathml_write_name(m->out, e->name, 0);
  write_arguments(m, e);
}

/* A wide base is split before its exponent. */
static void write_power(am_mathml *m, const am_expr *e) {
  const am_expr *base = e->arguments[0];
  if (!m->inside && width_of(base) > NARROW && level_of(m, base) < ATOM) {
    put_fence(m, true, false);
    write_expr(m, base, 0);
    put(m, "<msup>");
    put_fence(m, false, false);
  } else {
    put(m, "<msup>");
    write_child(m, base, ATOM);
  }
  write_child(m, e->arguments[1], 0);
  put(m, "</msup>");
}

/* True if a multiplication sign is needed after a number. */
static bool begins_with_number(const am_expr *e) {
  while (e->kind == AM_EXPR_BINARY && !is_binary(e, "/")) e = e->arguments[0];
  return e->kind == AM_EXPR_NUMBER;
}

static void write_binary(am_mathml *m, const am_expr *e) {
  const am_expr *a = e->arguments[0], *b = e->arguments[1];
  bool product = is_binary(e, "*");
  if (is_binary(e, "/") && is_stacked(m, e)) {
    put(m, "<mfrac>");
    write_child(m, a, 0);
    write_child(m, b, 0);
    put(m, "</mfrac>");
    return;
  }
  const operator_row *row = operator_of(e);
  write_expr(m, a, product && begins_with_sign(a) ? 0 : row->left);
  if (width_of(e) > NARROW) cut(m);
  put(m, product && level_of(m, b) >= PRODUCT && begins_with_number(b)
             ? INFIX("·")
             : row->shown);
  write_expr(m, b, row->right);
}

static void write_bare(am_mathml *m, const am_expr *e) {
  switch (e->kind) {
    case AM_EXPR_NUMBER: am_mathml_write_number(m->out, e->number); return;
    case AM_EXPR_NAME:
      if (am_mathml_kind_of(m, e->name) < 0 && template_of(e->name))
        put(m, template_of(e->name)->text);
      else
        write_known(m, e->name);
      return;
    case AM_EXPR_UNARY:
      put(m, !strcmp(e->name, "not") ? "<mtext>not&#160;</mtext>"
             : *e->name == '-'       ? "<mo form=\"prefix\">−</mo>"
                                     : "<mo form=\"prefix\">+</mo>");
      write_expr(m, e->arguments[0], 6);
      return;
    case AM_EXPR_BINARY:
      if (is_binary(e, "^"))
        write_power(m, e);
      else
        write_binary(m, e);
      return;
    case AM_EXPR_CALL: write_function(m, e); return;
    case AM_EXPR_INDEX:
    case AM_EXPR_COMPONENT:
      put(m, "<msub>");
      write_child(m, e->arguments[0], ATOM);
      if (e->kind == AM_EXPR_INDEX)
        write_child(m, e->arguments[1], 0);
      else
        am_buffer_add(m->out, "<mi class=\"w\">%s</mi>", e->name);
      put(m, "</msub>");
      return;
  }
}

static void write_expr(am_mathml *m, const am_expr *e, int level) {
  bool parentheses = level_of(m, e) < level;
  bool tall = parentheses && is_tall(m, e);
  bool whole = tall && width_of(e) <= NARROW;
  if (whole) open_element(m, "<mrow>");
  if (parentheses) put_fence(m, true, tall);
  write_bare(m, e);
  if (parentheses) put_fence(m, false, tall);
  if (whole) close_element(m, "</mrow>");
}

/* ---- formulas ------------------------------------------------------------ */

void am_mathml_markup(am_mathml *m, const char *markup) {
  am_buffer_add(m->out, "<math>%s</math>", markup);
}

void am_mathml_name(am_mathml *m, const char *name) {
  put(m, "<math>");
  write_known(m, name);
  put(m, "</math>");
}

void am_mathml_expr(am_mathml *m, const am_expr *expr) {
  put(m, "<math>");
  write_expr(m, expr, 0);
  put(m, "</math>");
}

/* Writes the name with its index or its arguments. */
static void write_left(am_mathml *m, const am_assignment *a) {
  if (a->index) put(m, "<msub>");
  write_known(m, a->name);
  if (a->index) {
    am_mathml_write_name(m->out, a->index, 0);
    put(m, "</msub>");
  }
  if (!a->argument_count) return;
  put_fence(m, true, false);
  for (int i = 0; i < a->argument_count; i++) {
    if (i) put(m, "<mo separator=\"true\">,</mo>");
    am_mathml_write_name(m->out, a->arguments[i], 0);
  }
  put_fence(m, false, false);
}

void am_mathml_assignment(am_mathml *m, const am_assignment *a) {
  int before = m->count;
  for (int i = 0; i < a->argument_count; i++)
    am_mathml_add_local(m, a->arguments[i], -1);
  if (a->index) am_mathml_add_local(m, a->index, AM_SCALAR);
  int kind = am_mathml_kind(m, a->value);
  bool rate = rated_name(m, a->name) != NULL;
  if (!rate)
    am_mathml_add_local(m, a->name, a->argument_count ? AM_SCALAR : kind);
  put(m, "<math>");
  write_left(m, a);
  put(m, "<mo form=\"infix\">=</mo>");
  if (width_of(a->value) > BROKEN) cut(m);
  write_expr(m, a->value, 0);
  if (a->index) {
    put(m, "<mo separator=\"true\">,</mo><mspace width=\"1em\"/>");
    cut(m);
    am_mathml_write_name(m->out, a->index, 0);
    put(m, "<mo form=\"infix\">=</mo>");
    write_expr(m, a->first, 5);
    put(m, "<mo>…</mo>");
    write_expr(m, a->last, 5);
  }
  put(m, "</math>");
  m->count = before;
  if (!rate) am_mathml_add_local(m, a->name, kind);
}
