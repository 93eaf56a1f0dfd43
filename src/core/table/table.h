/* table.h: named columns of numbers and texts with units, in memory and read
 * from CSV.
 *
 * CSV as the formats promise it: a line of names, a line beginning with '#'
 * of units, numbers with 17 significant digits, NaN as an empty cell; texts
 * that hold a separator, a quote or a line break are quoted (RFC 4180). */
#ifndef AM_TABLE_H
#define AM_TABLE_H

#include <stdbool.h>

#include "base/base.h"

/* How a comment, or an attribute, says that. */
#define AM_VOIGT "notation: voigt"

/* Where a table was read: its lines of names and of numbers [rows]. */
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
  const char *const *units; /* [columns], NULL or "" where there is none;
                               NULL: no line of them */
  size_t columns;
  double *values;     /* [rows][columns] */
  const char **texts; /* [rows][columns], NULL where the cell is a number;
                         NULL: all of them are */
  size_t rows, capacity;
  const am_csv_origin *origin; /* NULL: it was not read */
  bool voigt; /* shear strains are 2 eps_ij, tangents by them; a line of the
                 file says so */
} am_table;

/* A row, or the cells of one from some column on. */
typedef struct {
  double *values;
  const char **texts;
} am_table_row;

am_table *am_table_new(am_arena *arena, const char *const *names,
                       const char *const *units, size_t columns);
void am_table_add(am_table *table, const double *row);

/* A row of empty cells, to be filled before the next one is added. */
am_table_row am_table_add_empty(am_table *table);

/* The cells of a row behind its first `cells`. */
am_table_row am_table_row_behind(am_table_row row, size_t cells);

/* Leaves every second row, the first among them. */
void am_table_thin(am_table *table);

/* -1 when there is no such column. */
long am_table_column(const am_table *table, const char *name);

/* The unit of a column, "" where none is stated. */
const char *am_table_unit(const am_table *table, long column);

/* Are the units of two columns of this name the same, N/mm2 and MPa, or one of
 * them "", which states nothing?  Strains have none, however that is written. */
bool am_table_same_unit(const char *name, const char *unit, const char *other);

/* Converts a column, named as it is known to the program, to a unit; a column
 * that states no unit stays as it is, and so does one whose unit here is "",
 * unless it is a strain.  False where the units differ in kind. */
bool am_table_convert(const am_table *table, size_t column, const char *name,
                      const char *unit);

/* The values [rows] of a column. */
double *am_table_values(am_arena *arena, const am_table *table, long column);

/* A cell's text, NULL: it is a number. */
const char *am_table_text(const am_table *table, size_t row, size_t column);

/* The columns `names` [count], those that there are, aligned for reading: a
 * line of names, a line for each row; long texts are cut. */
void am_table_align(const am_table *table, const char *const *names,
                    size_t count, am_buffer *out);

/* Reads a CSV file: the first line names the columns, lines beginning with
 * '#', blanks before it or not, are comments (one of them between the names
 * and the rows may hold units, which may also stand right behind the names
 * without '#', and one the notation), cells may be empty (NaN).  What the names
 * are parted by, ',', ';' or a tab, parts all cells; texts may be quoted; where
 * a comma does not part cells numbers may have a decimal comma, all of them;
 * "5 %" is 0.05.  AM_INPUT with file, line and column of what is wrong. */
AM_MUST_USE am_status am_csv_read(am_arena *arena, am_report *report,
                                  const char *path, am_place place,
                                  am_table **table);

/* Which columns are read; the others may hold anything and are NaN. */
typedef struct {
  bool (*is)(const void *data, const char *name);
  const void *data;
} am_csv_wanted;

/* The same; `wanted` NULL: all columns. */
AM_MUST_USE am_status am_csv_read_columns(am_arena *arena, am_report *report,
                                          const char *path, am_place place,
                                          const am_csv_wanted *wanted,
                                          am_table **table);

/* The same of a text that has been read. */
AM_MUST_USE am_status am_csv_parse(am_arena *arena, am_report *report,
                                   const am_source *source,
                                   const am_csv_wanted *wanted,
                                   am_table **table);

/* The place of a cell of a table that was read; row -1: of a name. */
am_place am_csv_place(am_arena *arena, const am_table *table, long row,
                      size_t column);

/* What the numbers of a column are, and whose unit they must have. */
typedef struct {
  const char *what, *unit, *whose;
} am_table_wanted;

/* Converts the column of a table that was read to that unit; AM_INPUT where it
 * states one of another kind. */
AM_MUST_USE am_status am_table_take_unit(am_report *report,
                                         const am_table *table, size_t column,
                                         const am_table_wanted *wanted);

#endif
