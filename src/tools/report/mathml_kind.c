/* mathml_kind.c: kinds of expressions as far as their text and the kinds of
 * names determine them; functions that they name. */
#include <string.h>

#include "report/mathml_parts.h"

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
