/* measured.h: tables of paths and tests, as other programs and laboratories
 * write them: which columns they have, their times, numbers where there must be
 * some.  All messages tell the place in the table. */
#ifndef AM_PATH_MEASURED_H
#define AM_PATH_MEASURED_H

#include "output/table.h"
#include "path/path.h"
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
 * names; those whose unit is '%' are hundredths, unless they have a scale.
 * There is a time in each row, and a row. */
AM_MUST_USE am_status am_measured_read(am_measured *m);

/* AM_INPUT: there is no column, `what` in the message, such as `name`. */
AM_MUST_USE am_status am_measured_miss(const am_measured *m, const char *what,
                                       const char *name);

double am_measured_at(const am_measured *m, size_t row, long column);

/* Has each row a number in the column? */
AM_MUST_USE am_status am_measured_check(const am_measured *m, long column);

/* Is a column of this name one of stress, of whatever kind? */
bool am_measured_is_stress(const char *name);

/* Is the unit of a column of times, stresses, strains or external fields, where
 * the table states one, that of the law?  Strains have none. */
AM_MUST_USE am_status am_measured_check_unit(const am_measured *m,
                                             size_t column,
                                             const am_path_names *law);

/* Times increase strictly, after `start`.  *skip: the first row is the start,
 * up to rounding, 0 or 1; there is a row behind it. */
AM_MUST_USE am_status am_measured_times(const am_measured *m, double start,
                                        size_t *skip);

#endif
