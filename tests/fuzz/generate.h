/* generate.h: generates well-typed expressions of the language from bytes.
 *
 * Expressions consist of rows of the language's own table (am_functions), so
 * that additions to the language are included automatically. The bytes select
 * the rows; after the last byte the expression ends soon. */
#ifndef AM_TESTS_FUZZ_GENERATE_H
#define AM_TESTS_FUZZ_GENERATE_H

#include <ctype.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "expr/elaborate.h"

enum { FUZZ_LOOPS = 4 }; /* nested */

/* A name that expressions may use. */
typedef struct {
  const char *name;
  am_kind kind;
  int length; /* of a list, -1: none */
} fuzz_name_of;

typedef struct {
  const uint8_t *data; /* [size] */
  size_t size, at;
  const fuzz_name_of *names; /* [name_count] */
  int name_count;
  const char *const *numbers; /* [number_count] */
  int number_count;
  bool (*wanted)(const am_function_info *row); /* NULL: all */
  int indices;                                 /* bound indices: i1, i2, … */
  am_buffer *out;
} fuzz_maker;

static const char *const fuzz_types[AM_KINDS] = {"condition", "scalar",
                                                 "vector", "tensor", "fourth"};

static const char *const fuzz_constants[AM_KINDS] = {
    "1 < 2", "pi", "vector(1, 0, 0)", "I", "deviator4"};

static inline int fuzz_below(fuzz_maker *m, int count) {
  unsigned byte = m->at < m->size ? m->data[m->at++] : 0;
  return (int)(byte % (unsigned)count);
}

static inline void fuzz_make(fuzz_maker *m, am_kind kind, int depth);

/* True if the signature's type at `type` has this name. */
static inline bool fuzz_type_is(const char *type, const char *name) {
  size_t length = strlen(name);
  return !strncmp(type, name, length) && !islower((unsigned char)type[length]);
}

static inline const char *fuzz_result(const am_function_info *row) {
  const char *arrow = strstr(row->signature, "-> ");
  return arrow ? arrow + 3 : row->signature;
}

/* True for an operation (not a constant) with this result type */
static inline bool fuzz_gives(const fuzz_maker *m, const am_function_info *row,
                              am_kind kind) {
  const char *type = fuzz_result(row);
  if (*row->signature != '(' || (m->wanted && !m->wanted(row))) return false;
  if (m->indices >= FUZZ_LOOPS && strstr(row->signature, "(index"))
    return false;
  return fuzz_type_is(type, fuzz_types[kind]) ||
         (kind != AM_BOOL && fuzz_type_is(type, "any"));
}

/* The n-th of the matching entries, cyclically; at least one must match. */
static inline const fuzz_name_of *fuzz_choose_name(fuzz_maker *m, am_kind kind,
                                                   bool list) {
  int fit[64], count = 0;
  for (int i = 0; i < m->name_count && count < 64; i++)
    if (m->names[i].kind == kind && (m->names[i].length >= 0) == list)
      fit[count++] = i;
  return count ? &m->names[fit[fuzz_below(m, count)]] : NULL;
}

static inline void fuzz_number(fuzz_maker *m) {
  am_buffer_add(m->out, "%s", m->numbers[fuzz_below(m, m->number_count)]);
}

/* Member of a list, by a number or a bound index. */
static inline void fuzz_member(fuzz_maker *m, const fuzz_name_of *list) {
  int which = fuzz_below(m, list->length + m->indices);
  if (which < list->length)
    am_buffer_add(m->out, "%s[%d]", list->name, which + 1);
  else
    am_buffer_add(m->out, "%s[i%d]", list->name, which - list->length + 1);
}

static inline void fuzz_component(fuzz_maker *m) {
  const fuzz_name_of *tensor = fuzz_choose_name(m, AM_TENSOR, false);
  if (!tensor)
    fuzz_number(m);
  else
    am_buffer_add(m->out, "%s[%s]", tensor->name,
                  am_component_names[fuzz_below(m, 6)]);
}

/* A name, a member of a list, a number, a component or a constant. */
static inline void fuzz_leaf(fuzz_maker *m, am_kind kind) {
  const fuzz_name_of *name = NULL;
  int choice = fuzz_below(m, 8);
  if (kind == AM_BOOL) {
    fuzz_leaf(m, AM_SCALAR);
    am_buffer_add(m->out, " < ");
    fuzz_leaf(m, AM_SCALAR);
    return;
  }
  if (kind == AM_SCALAR && choice == 7) {
    fuzz_component(m);
  } else if (kind == AM_SCALAR && choice > 4) {
    fuzz_number(m);
  } else if (choice < 7 && choice > 3 &&
             (name = fuzz_choose_name(m, kind, true))) {
    fuzz_member(m, name);
  } else if (choice < 7 && (name = fuzz_choose_name(m, kind, false))) {
    am_buffer_add(m->out, "%s", name->name);
  } else {
    am_buffer_add(m->out, "%s", fuzz_constants[kind]);
  }
}

/* One argument of the type at `type` in the signature. */
static inline void fuzz_argument(fuzz_maker *m, const char *type, am_kind kind,
                                 int depth) {
  const fuzz_name_of *list;
  if (fuzz_type_is(type, "list")) {
    list = fuzz_choose_name(m, AM_SCALAR, true);
    am_buffer_add(m->out, "%s", list ? list->name : "no_list");
  } else if (fuzz_type_is(type, "index")) {
    am_buffer_add(m->out, "i%d", ++m->indices);
  } else if (fuzz_type_is(type, "integer")) {
    bool first = !strncmp(type, "integer first", 13);
    am_buffer_add(m->out, "%d", first ? 1 : 2 + fuzz_below(m, 2));
  } else if (fuzz_type_is(type, "expression") || fuzz_type_is(type, "any") ||
             fuzz_type_is(type, "same")) {
    fuzz_make(m, kind, depth);
  } else {
    for (int k = 0; k < AM_KINDS; k++)
      if (fuzz_type_is(type, fuzz_types[k])) fuzz_make(m, (am_kind)k, depth);
  }
}

/* The types of a signature, without its brackets. */
static inline int fuzz_arguments(const am_function_info *row,
                                 const char *types[16]) {
  int count = 0;
  const char *s = row->signature;
  if (*s != '(') return 0;
  for (; s && *s != '-'; s = strpbrk(s + 1, ",)")) {
    if (*s == ')') break;
    s += strspn(s, "(, ");
    if (strncmp(s, "...", 3)) types[count++] = s;
  }
  return count;
}

static inline void fuzz_call(fuzz_maker *m, const am_function_info *row,
                             am_kind kind, int depth) {
  const char *types[16];
  int count = fuzz_arguments(row, types), indices = m->indices;
  bool word = isalpha((unsigned char)*row->name);
  bool infix = count == 2 && (!word || !strcmp(row->name, "and") ||
                              !strcmp(row->name, "or"));
  if (!infix) am_buffer_add(m->out, word ? "%s" : "(%s", row->name);
  if (count && (word || infix)) am_buffer_add(m->out, "(");
  for (int i = 0; i < count; i++) {
    if (i) am_buffer_add(m->out, infix ? " " : ", ");
    if (i && infix) am_buffer_add(m->out, "%s ", row->name);
    fuzz_argument(m, types[i], kind, depth - 1);
  }
  if (count) am_buffer_add(m->out, ")");
  m->indices = indices;
}

/* An expression of a kind, at most `depth` calls deep. */
static inline void fuzz_make(fuzz_maker *m, am_kind kind, int depth) {
  size_t count;
  const am_function_info *rows = am_functions(&count), *fit[256];
  int fitting = 0;
  if (depth <= 0 || m->at >= m->size || !fuzz_below(m, 6)) {
    fuzz_leaf(m, kind);
    return;
  }
  for (size_t i = 0; i < count && fitting < 256; i++)
    if (fuzz_gives(m, &rows[i], kind)) fit[fitting++] = &rows[i];
  fuzz_call(m, fit[fuzz_below(m, fitting)], kind, depth);
}

#endif
