/* html.h: pieces of a page.  Texts of users are escaped here; what is called
 * markup is ours, or was escaped. */
#ifndef AM_REPORT_HTML_H
#define AM_REPORT_HTML_H

#include "base/base.h"

/* The text with what has a meaning in HTML escaped; characters that are
 * not plain as they are shown everywhere (base/text.h). */
const char *am_html_escape(am_arena *arena, const char *text);
void am_html_text(am_buffer *out, const char *text);

/* "1.23·10<sup>−4</sup>" of a number in so many digits; a dash of NaN. */
const char *am_html_number(am_arena *arena, double value, int digits);

typedef struct {
  const char *head; /* of ours */
  bool number;      /* stands at the right */
} am_html_column;

/* A table: columns [count], then rows of cells in markup. */
typedef struct {
  am_buffer *out;
  const am_html_column *columns;
  int count;
} am_html_table;

am_html_table am_html_table_open(am_buffer *out, const char *class,
                                 const am_html_column *columns, int count);
void am_html_table_row(const am_html_table *table, const char *const *cells);
void am_html_table_close(const am_html_table *table);

/* A picture of gnuplot's in SVG as a part of the page: without its
 * declarations, its names made unique by `prefix`. */
void am_html_svg(am_arena *arena, am_buffer *out, const char *svg,
                 const char *prefix, const char *title);

#endif
