/* fitting.h: the key `fit` of a case (automat-case(5)): parameters to identify
 * and the tests used to identify them. */
#ifndef AM_CASE_FITTING_H
#define AM_CASE_FITTING_H

#include "base/base.h"
#include "yaml/yaml.h"

/* A free parameter. */
typedef struct {
  const char *name;
  am_place place, start_place;
  double start, min, max; /* NaN: not given */
} am_fitting_parameter;

/* A column of a test's table that is compared with the computed column. */
typedef struct {
  const char *name;
  am_place place;
  double deviation; /* standard deviation of the measurement; NaN: not given */
  double weight;    /* > 0 */
} am_fitting_column;

/* A test: a path and measurements given by a table. */
typedef struct {
  am_place place;
  const char *title;       /* title given by the user, or the name of the
                              table */
  const char *table;       /* file as opened */
  const char *table_name;  /* as written */
  am_place table_place;
  const am_yaml *table_columns; /* mapping of columns, or NULL */
  const am_yaml *map;      /* node of the test; holds the controlled
                              components */
  const am_yaml *compare;  /* node of the columns */
  am_fitting_column *columns; /* [column_count] */
  size_t column_count;
  double weight;           /* weight of all columns, > 0 */
  long steps;              /* loading steps between two rows */
  const am_yaml *parameters, *initial, *external; /* for this test only, or
                                                     NULL */
} am_fitting_test;

typedef struct {
  am_place place;
  am_fitting_parameter *parameters; /* [parameter_count], at least one */
  size_t parameter_count;
  am_fitting_test *tests;           /* [test_count], at least one */
  size_t test_count;
} am_fitting;

/* Reads the mapping `fit`; table names are relative to `folder`. AM_INPUT, with
 * a message, if it is invalid. Existence of parameters and columns is checked
 * later. */
AM_MUST_USE am_status am_fitting_read(am_arena *arena, am_report *report,
                                      const am_yaml *map, const char *folder,
                                      am_fitting **fitting);

#endif
