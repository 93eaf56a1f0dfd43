/* csv_cells.h: lines of a CSV file cut into cells; private to table.
 *
 * Cells are parted by ',', ';' or a tab.  One that is quoted may hold these,
 * and a quote as two (RFC 4180); it ends in its line. */
#ifndef AM_TABLE_CSV_CELLS_H
#define AM_TABLE_CSV_CELLS_H

#include <stdbool.h>

#include "base/base.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_source *source;
  char separator;
  const char *line; /* the present one */
  int number;       /* of it, from 1 */
  const char **cells;  /* [count], without blanks around them and quotes */
  int *columns;        /* [count] where they begin in the line, from 1 */
  bool *quoted;        /* [count] */
  size_t count, capacity, column_capacity, quoted_capacity;
  char *scratch;       /* [scratch_size] the line cut up */
  size_t scratch_size;
} am_cells;

am_place am_cells_place(const am_cells *cells, size_t cell);

/* A cell as messages show it. */
const char *am_cells_printable(const am_cells *cells, size_t cell);

/* Cuts the line behind its first `skip` bytes. */
AM_MUST_USE am_status am_cells_cut(am_cells *cells, size_t skip);

/* What parts the cells of a line of names, of which `row` (NULL: there is none)
 * is the first line of numbers. */
char am_cells_separator(const char *names, const char *row);

/* A cell as a number: with a decimal point, or with a decimal comma where a
 * comma can stand in a cell; a percentage is divided by 100.  *comma: which of
 * both it has, '.' or ',', 0: none. */
bool am_cells_number(const am_cells *cells, size_t cell, double *value,
                     char *decimal);

#endif
