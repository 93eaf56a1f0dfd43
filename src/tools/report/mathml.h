/* mathml.h: formulas as MathML, for people who read them in a browser:
 * expressions as they were written, and graphs, whose lines print.h makes.
 *
 * A formula is a row of small <math> elements, one behind the other, between
 * which a browser may break the line; what needs no more than MathML Core.
 * Tensors are bold where their kind is known. */
#ifndef AM_REPORT_MATHML_H
#define AM_REPORT_MATHML_H

#include "expr/parts.h"

/* The kind of a name; -1: it is not known. */
typedef int am_kind_of_name(void *data, const char *name);

typedef struct {
  am_buffer *out;
  am_kind_of_name *kind_of; /* NULL: nothing is known */
  void *data;

  /* its own */
  int inside;               /* elements that no line can be broken in */
  struct am_mathml_local {
    const char *name;
    int kind;
  } *locals;                /* [count] names that a block assigns */
  int count, capacity;
} am_mathml;

/* Markup of ours, such as "<mi>ω</mi>", as a formula. */
void am_mathml_markup(am_mathml *m, const char *markup);

/* A name, "A_eps_vp" as A with an index; alone, as a formula. */
void am_mathml_name(am_mathml *m, const char *name);

void am_mathml_expr(am_mathml *m, const am_expr *expr);

/* name = value, with the indices or arguments of its head; remembers the kind
 * of the name. */
void am_mathml_assignment(am_mathml *m, const am_assignment *assignment);

/* The kind of an expression as far as it can be seen. */
int am_mathml_kind(const am_mathml *m, const am_expr *expr);

/* Is told each line of a graph as a formula, "name = expression". */
typedef void am_mathml_line(void *data, const am_expr *name,
                            const am_expr *value);

/* The lines of am_print_graph as trees; AM_INPUT where one has a name that is
 * none of the language. */
AM_MUST_USE am_status am_mathml_graph(am_arena *arena, am_report *report,
                                      const char *text, am_mathml_line *line,
                                      void *data);

/* The functions and constants that expressions name, for a legend: adds those
 * of `expr` to `used` [am_functions]. */
void am_mathml_used(const am_expr *expr, bool *used);

#endif
