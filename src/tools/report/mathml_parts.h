/* mathml_parts.h: the inside of mathml.h: names and numbers (mathml_name.c),
 * what kind an expression is (mathml_kind.c); mathml.c writes
 * expressions, mathml_graph.c makes those of graphs. */
#ifndef AM_REPORT_MATHML_PARTS_H
#define AM_REPORT_MATHML_PARTS_H

#include "expr/parts.h"
#include "report/mathml.h"

/* How the letter of a name is written, as bits. */
enum { AM_NAME_BOLD = 1, AM_NAME_DOTTED = 2 };

void am_mathml_write_name(am_buffer *out, const char *name, unsigned style);
void am_mathml_write_number(am_buffer *out, double value);
int am_mathml_name_width(const char *name);

int am_mathml_kind_of(const am_mathml *m, const char *name);
void am_mathml_add_local(am_mathml *m, const char *name, int kind);

#endif
