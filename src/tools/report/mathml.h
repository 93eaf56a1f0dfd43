/* mathml.h: formulas as MathML for browsers: expressions as written, and
 * graphs, whose lines print.h generates.
 *
 * A formula is a sequence of small <math> elements between which a browser may
 * break the line, using MathML Core only.  Tensors are bold if their kind is
 * known. */
#ifndef AM_REPORT_MATHML_H
#define AM_REPORT_MATHML_H

#include "expr/parts.h"

/* Kind of a name; -1: unknown. */
typedef int am_kind_of_name(void *data, const char *name);

typedef struct {
  am_buffer *out;
  am_kind_of_name *kind_of; /* NULL: all kinds are unknown */
  void *data;

  /* internal */
  int inside;               /* number of open elements that must not be
                               broken */
  struct am_mathml_local {
    const char *name;
    int kind;
  } *locals;                /* [count] names assigned in a block */
  int count, capacity;
} am_mathml;

/* Writes markup such as "<mi>ω</mi>" as a formula. */
void am_mathml_markup(am_mathml *m, const char *markup);

/* Writes a name as a formula, "A_eps_vp" as A with an index. */
void am_mathml_name(am_mathml *m, const char *name);

void am_mathml_expr(am_mathml *m, const am_expr *expr);

/* Writes name = value, with the indices or arguments of its left side;
 * remembers the kind of the name. */
void am_mathml_assignment(am_mathml *m, const am_assignment *assignment);

/* Kind of an expression, if its text determines the kind. */
int am_mathml_kind(const am_mathml *m, const am_expr *expr);

/* Receives each line of a graph as a formula, "name = expression". */
typedef void am_mathml_line(void *data, const am_expr *name,
                            const am_expr *value);

/* Parses the lines of am_print_graph; AM_INPUT if a name is not valid in the
 * language. */
AM_MUST_USE am_status am_mathml_graph(am_arena *arena, am_report *report,
                                      const char *text, am_mathml_line *line,
                                      void *data);

/* Parses an expression of our own. */
AM_MUST_USE am_status am_mathml_parse(am_arena *arena, am_report *report,
                                      const char *text, size_t length,
                                      am_expr **expr);

/* Marks the functions and constants that `expr` names in `used` [am_functions],
 * for a legend. */
void am_mathml_used(const am_expr *expr, bool *used);

/* Internal parts of mathml.h: names and numbers (mathml_name.c), kinds of
 * expressions (mathml_name.c); mathml.c writes expressions, mathml_name.c
 * those of graphs. */

/* Style of the letter of a name, as bits. */
enum { AM_NAME_BOLD = 1, AM_NAME_DOTTED = 2 };

void am_mathml_write_name(am_buffer *out, const char *name, unsigned style);
void am_mathml_write_number(am_buffer *out, double value);
int am_mathml_name_width(const char *name);

int am_mathml_kind_of(const am_mathml *m, const char *name);
void am_mathml_add_local(am_mathml *m, const char *name, int kind);

#endif
