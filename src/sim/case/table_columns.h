/* table_columns.h: reads tables that give paths and tests, written by other
 * programs or laboratories: columns, times, and checks that required numbers
 * are present. Messages give the place in the table. */
#ifndef AM_CASE_TABLE_COLUMNS_H
#define AM_CASE_TABLE_COLUMNS_H

#include "case/path.h"
#include "table/table.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *file;       /* path as opened */
  const char *name;       /* name for messages */
  am_place place;         /* place of the name */
  const am_yaml *columns; /* key `columns` of a segment or test, or NULL:
                             {column: NAME, as: strain.xx, scale: 0.01, offset:
                             -1e-4}, or a list of these */
  long skip;              /* lines before the names */
  bool voigt;             /* shear strains are 2 eps_ij; also set if the table
                             says so */
  /* results: */
  am_table *table;
  long time;              /* column of times */
} am_table_columns;

/* True if columns of this name are read; other columns may hold anything. */
bool am_history_reads(const char *name);

/* Reads the columns that am_history_reads accepts, also after renaming by
 * `columns`; a scaled or shifted column loses its unit. The table must have at
 * least one row, and a time in each row. */
AM_MUST_USE am_status am_table_columns_read(am_table_columns *m);

/* AM_INPUT: the table has no column `name` (`what` in the message). */
AM_MUST_USE am_status am_table_columns_missing(const am_table_columns *m,
                                               const char *what,
                                               const char *name);

/* Opens the table of a segment or test `map`, with converted times. */
AM_MUST_USE am_status am_history_open(am_arena *arena, am_report *report,
                                      const am_case *description,
                                      const am_path_names *names,
                                      const am_yaml *map, am_table_columns *m);

/* Finds the control of each component by the keys `strain` and `stress`, or `F`
 * and `P`, of `map` and by the columns: kinds [6 or 9], 0 strain or F, 1 stress
 * or P, -1 neither; columns [6 or 9], -1 none. */
AM_MUST_USE am_status am_history_controls(const am_table_columns *m,
                                          const am_path_names *names,
                                          const am_yaml *map, long *columns,
                                          int *kinds);

double am_table_columns_at(const am_table_columns *m, size_t row, long column);

/* Checks that each row has a number in the column. */
AM_MUST_USE am_status am_table_columns_check(const am_table_columns *m,
                                             long column);

/* True if the name denotes a stress component of any stress measure. */
bool am_table_columns_is_stress(const char *name);

/* Converts a column of times, stresses, strains or external fields from the
 * unit stated in the table to the unit of the law. Strains are dimensionless; a
 * column without unit in the law is divided by 100 if its unit is '%'. */
AM_MUST_USE am_status am_table_columns_take_unit(const am_table_columns *m,
                                                 size_t column,
                                                 const am_path_names *law);

/* True if the time of the first row equals `start` up to rounding. */
bool am_table_columns_starts(const am_table_columns *m, double start);

/* Times [rows], starting from `start` and not decreasing: two rows with equal
 * times are a jump, as is a first row at `start`. At least one row must lie
 * after `start`. */
AM_MUST_USE am_status am_table_columns_times(const am_table_columns *m,
                                             double start, double *times);

/* True if the first row of a column differs from `value` by more than rounding
 * of its largest value. */
bool am_table_columns_differs(const am_table_columns *m, long column,
                              double value);

#endif
