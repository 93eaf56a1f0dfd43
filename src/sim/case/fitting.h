/* fitting.h: the key `fit` of a case as it was read (automat-case(5)):
 * parameters to identify, and the tests that they are identified from. */
#ifndef AM_CASE_FITTING_H
#define AM_CASE_FITTING_H

#include "base/base.h"
#include "yaml/yaml.h"

/* A parameter that is free. */
typedef struct {
  const char *name;
  am_place place, start_place;
  double start, min, max; /* NaN: not given */
} am_fitting_parameter;

/* A column of a test's table that is compared with the computed one. */
typedef struct {
  const char *name;
  am_place place;
  double deviation; /* standard deviation of what was measured; NaN: not
                       given */
  double weight;    /* > 0 */
} am_fitting_column;

/* A test: a path given by a table, on which something was measured. */
typedef struct {
  am_place place;
  const char *title;       /* of the user, else the table's name */
  const char *table;       /* file as opened */
  const char *table_name;  /* as written */
  am_place table_place;
  const am_yaml *table_columns; /* which columns they are, or NULL */
  const am_yaml *map;      /* as it is written: components that are chosen */
  am_fitting_column *columns; /* [column_count] */
  size_t column_count;
  double weight;           /* of all its columns, > 0 */
  long steps;              /* loading steps from one row to the next */
  const am_yaml *parameters, *initial, *external; /* of this test alone, or
                                                     NULL */
} am_fitting_test;

typedef struct {
  am_place place;
  am_fitting_parameter *parameters; /* [parameter_count], at least one */
  size_t parameter_count;
  am_fitting_test *tests;           /* [test_count], at least one */
  size_t test_count;
} am_fitting;

/* The mapping `fit`; names of tables are relative to `folder`.  AM_INPUT with
 * a message; whether parameters and columns exist is not known here. */
AM_MUST_USE am_status am_fitting_read(am_arena *arena, am_report *report,
                                      const am_yaml *map, const char *folder,
                                      am_fitting **fitting);

#endif
