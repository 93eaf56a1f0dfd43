/* measured.h: tables of paths and tests, as other programs and laboratories
 * write them: which columns they have, their times, numbers where there must be
 * some.  All messages tell the place in the table. */
#ifndef AM_CASE_MEASURED_H
#define AM_CASE_MEASURED_H

#include "table/table.h"
#include "case/path.h"
#include "yaml/yaml.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *file;       /* as opened */
  const char *name;       /* as messages show it */
  am_place place;         /* where it is named */
  const am_yaml *columns; /* the key `columns` of a segment or test, or NULL:
                             {column: NAME, as: strain.xx, scale: 0.01}, or a
                             list of these */
  bool voigt;             /* shear strains are 2 eps_ij, as also where the table
                             says so */
  /* found: */
  am_table *table;
  long time;              /* column */
} am_measured;

/* Is a column of this name read?  Others may hold anything. */
bool am_history_reads(const char *name);

/* Reads the columns of am_history_reads, and those that `columns` gives such
 * names; one that has a scale has no unit.  There is a time in each row, and a
 * row. */
AM_MUST_USE am_status am_measured_read(am_measured *m);

/* AM_INPUT: there is no column, `what` in the message, such as `name`. */
AM_MUST_USE am_status am_measured_miss(const am_measured *m, const char *what,
                                       const char *name);

double am_measured_at(const am_measured *m, size_t row, long column);

/* Has each row a number in the column? */
AM_MUST_USE am_status am_measured_check(const am_measured *m, long column);

/* Is a column of this name one of stress, of whatever kind? */
bool am_measured_is_stress(const char *name);

/* Converts a column of times, stresses, strains or external fields, where the
 * table states a unit, to that of the law; strains have none, and a column that
 * has none in the law has hundredths where its unit is '%'. */
AM_MUST_USE am_status am_measured_take_unit(const am_measured *m,
                                            size_t column,
                                            const am_path_names *law);

/* Does the first row have the time `start`, up to rounding? */
bool am_measured_starts(const am_measured *m, double start);

/* Times [rows], increasing from `start` on: two rows of one time are a jump,
 * the first row at `start` likewise.  There is a row after `start`. */
AM_MUST_USE am_status am_measured_times(const am_measured *m, double start,
                                        double *times);

/* The largest absolute value of a column, and whether its first row differs
 * from `value` by more than rounding. */
double am_measured_largest(const am_measured *m, long column);
bool am_measured_differs(const am_measured *m, long column, double value);

#endif
