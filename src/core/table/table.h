/* table.h: named columns of numbers and texts with units, in memory and from
 * CSV.
 *
 * The CSV format is a line of names, a line of units beginning with '#', and
 * rows of numbers with 17 significant digits, with empty cells for NaN; texts
 * that contain a separator, a quote or a line break are quoted (RFC 4180). */
#ifndef AM_TABLE_H
#define AM_TABLE_H

#include "base/base.h"

/* Comment or attribute that declares Voigt notation. */
#define AM_VOIGT "notation: voigt"

/* A line of a table that was read from a file. */
typedef struct {
  const char *text;
  int number;
} am_csv_line;

typedef struct {
  const am_source *source;
  char separator;
  am_csv_line names, *lines;
} am_csv_origin;

typedef struct {
  am_arena *arena;
  const char *const *names; /* [columns] */
  const char *const *units; /* [columns], NULL or "" if a column has none; NULL:
                               no line of units */
  size_t columns;
  double *values;     /* [rows][columns] */
  const char **texts; /* [rows][columns], NULL if the cell is a number; NULL:
                         all cells are numbers */
  size_t rows, capacity;
  const am_csv_origin *origin; /* NULL: not read from a file */
  bool voigt; /* Voigt notation: shear strains are 2 eps_ij, also in tangents;
                 declared by a line of the file */
} am_table;

/* A row, or the cells of a row from some column on. */
typedef struct {
  double *values;
  const char **texts;
} am_table_row;

am_table *am_table_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns);
void am_table_add(am_table *table, const double *row);

/* Adds a row of empty cells, to be filled before the next row is added. */
am_table_row am_table_add_empty(am_table *table);

/* Part of a row after its first `cells` cells. */
am_table_row am_table_row_after(am_table_row row, size_t cells);

/* Drops every second row, beginning with the second. */
void am_table_thin(am_table *table);

/* Index of a column; -1 if there is none of this name. */
long am_table_column(const am_table *table, const char *name);

/* Unit of a column; "" if none is stated. */
const char *am_table_unit(const am_table *table, long column);

/* True if the units of two columns of this name are equal, such as N/mm2 and
 * MPa, or if one unit is "" (not stated).  For strains, "" is the unit 1. */
bool am_table_same_unit(const char *name, const char *unit, const char *other);

/* Converts a column to a unit; `name` is its name in the program.  Columns
 * other than strains remain unchanged if they state no unit or if `unit` is "".
 * False if the dimensions differ. */
bool am_table_convert(const am_table *table, size_t column, const char *name,
                      const char *unit);

/* Values [rows] of a column. */
double *am_table_values(am_arena *arena, const am_table *table, long column);

/* Text of a cell; NULL if it is a number. */
const char *am_table_text(const am_table *table, size_t row, size_t column);

/* Selects the columns to read; the others may contain anything and become
 * NaN. */
typedef struct {
  bool (*is)(const void *data, const char *name);
  const void *data;
  long skip;      /* number of lines before the names */
  bool skippable; /* users set it with the key 'skip' beside 'table' */
} am_csv_wanted;

/* Reads a CSV file.  The first line, after those to skip, contains the names.
 * Lines beginning with '#', optionally after blanks, are comments; between the
 * names and the rows, one of them may contain units, and one the
 * notation.  Units may also be in the line after the names without '#'.  Cells
 * may be empty (NaN) and texts quoted.  The separator of the names (',', ';'
 * or a tab) applies to all lines; if the separator is not a comma, numbers may
 * have a decimal comma, consistently.  "5 %" is read as 0.05.  `wanted` NULL:
 * all columns.  AM_INPUT with file, line and column of an error. */
AM_MUST_USE am_status am_csv_read(am_arena *arena, am_report *report,
                                  const char *path, am_place place,
                                  const am_csv_wanted *wanted,
                                  am_table **table);

/* Parses a text in memory likewise. */
AM_MUST_USE am_status am_csv_parse(am_arena *arena, am_report *report,
                                   const am_source *source,
                                   const am_csv_wanted *wanted,
                                   am_table **table);

/* Place of a cell of a table that was read; row -1: of a name. */
am_place am_csv_place(am_arena *arena, const am_table *table, long row,
                      size_t column);

/* Description of the numbers of a column, the required unit, and its origin. */
typedef struct {
  const char *what, *unit, *whose;
} am_table_wanted;

/* Converts a column of a table that was read to the required unit; AM_INPUT if
 * the dimensions differ. */
AM_MUST_USE am_status am_table_take_unit(am_report *report,
                                         const am_table *table, size_t column,
                                         const am_table_wanted *wanted);

#endif
