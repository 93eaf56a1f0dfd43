/* html.h: elements of an HTML page.  Escapes user text; "markup" is our own or
 * already escaped. */
#ifndef AM_REPORT_HTML_H
#define AM_REPORT_HTML_H

#include "base/base.h"

/* Text with HTML special characters escaped; characters outside printable ASCII
 * as everywhere (base/text.h). */
const char *am_html_escape(am_arena *arena, const char *text);
void am_html_text(am_buffer *out, const char *text);

/* Number with the given digits, "1.23·10<sup>−4</sup>"; a dash for NaN. */
const char *am_html_number(am_arena *arena, double value, int digits);

typedef struct {
  const char *head; /* markup */
  bool number;      /* right-aligned */
} am_html_column;

/* Table: columns [count], then rows of cells in markup. */
typedef struct {
  am_buffer *out;
  const am_html_column *columns;
  int count;
} am_html_table;

am_html_table am_html_table_open(am_buffer *out, const char *class,
                                 const am_html_column *columns, int count);
void am_html_table_row(const am_html_table *table, const char *const *cells);
void am_html_table_close(const am_html_table *table);

/* Adds an SVG picture of gnuplot to the page, without its declarations and with
 * identifiers made unique by `prefix`. */
void am_html_svg(am_arena *arena, am_buffer *out, const char *svg,
                 const char *prefix, const char *title);

#endif
