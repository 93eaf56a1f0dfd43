/* mathml_parts.h: internal parts of mathml.h: names and numbers
 * (mathml_name.c), kinds of expressions (mathml_kind.c); mathml.c writes
 * expressions, mathml_graph.c those of graphs. */
#ifndef AM_REPORT_MATHML_PARTS_H
#define AM_REPORT_MATHML_PARTS_H

#include "expr/parts.h"
#include "report/mathml.h"

/* Style of the letter of a name, as bits. */
enum { AM_NAME_BOLD = 1, AM_NAME_DOTTED = 2 };

void am_mathml_write_name(am_buffer *out, const char *name, unsigned style);
void am_mathml_write_number(am_buffer *out, double value);
int am_mathml_name_width(const char *name);

int am_mathml_kind_of(const am_mathml *m, const char *name);
void am_mathml_add_local(am_mathml *m, const char *name, int kind);

#endif
