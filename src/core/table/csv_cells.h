/* csv_cells.h: divides lines of a CSV file into cells; private to table.
 *
 * The separator is ',', ';' or a tab.  A quoted cell may contain the separator,
 * and a quote written as two quotes (RFC 4180); it must end on the same
 * line. */
#ifndef AM_TABLE_CSV_CELLS_H
#define AM_TABLE_CSV_CELLS_H

#include "base/base.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_source *source;
  char separator;
  const char *line; /* current line */
  int number;       /* of the current line, from 1 */
  const char **cells;  /* [count], without surrounding blanks and quotes */
  int *columns;        /* [count] first column of the cell in the line, from
                          1 */
  bool *quoted;        /* [count] */
  size_t count, capacity, column_capacity, quoted_capacity;
  char *scratch;       /* [scratch_size] copy of the line, divided */
  size_t scratch_size;
} am_cells;

am_place am_cells_place(const am_cells *cells, size_t cell);

/* Text of a cell for messages. */
const char *am_cells_printable(const am_cells *cells, size_t cell);

/* Divides the line after its first `skip` bytes into cells. */
AM_MUST_USE am_status am_cells_cut(am_cells *cells, size_t skip);

/* Finds the separator from the line of names and the first line of numbers,
 * `row` (NULL: none). */
char am_cells_separator(const char *names, const char *row);

/* Reads a cell as a number, with a decimal point, or with a decimal comma if a
 * comma can occur in the cell; a percentage is divided by 100.  *decimal is '.'
 * or ',', or 0 without either. */
bool am_cells_number(const am_cells *cells, size_t cell, double *value,
                     char *decimal);

#endif
