/* point_table.h: points of libautomat as tables: the columns that name what is
 * given of a point, and those of what is found. */
#ifndef AM_CLI_POINT_TABLE_H
#define AM_CLI_POINT_TABLE_H

#include "library/automat.h"
#include "point/parts.h"
#include "table/table.h"

/* A column is every `width`-th number of an array, from `index` on. */
typedef struct {
  const char *name, *unit;
  double *values; /* [count][width] */
  int width, index;
} am_point_column;

typedef struct {
  am_point_column *items; /* [count] */
  size_t count, capacity;
} am_point_column_list;

typedef struct {
  am_arena *arena;
  bool deformed;    /* F and P are given, not strain and stress */
  automat_deformations points; /* small strains are a part of them */
  const char *unit; /* of stresses */
  const automat_variable *variables; /* [variable_count] */
  int variable_count;
  int size;         /* of a state */
  double *start;    /* [size] */
  double *start0, *state0, *target; /* [count] points of what is given: the
                                       start is the strain's or that of F */
  double *status;                    /* [count] as numbers */
  const am_derived *derived; /* [derived_count] columns, and their values */
  double **derived_values;   /* [derived_count][count] */
  size_t derived_count;
  am_point_column_list given, found;
} am_point_table;

/* Asks a model for what its points have: the status of the first call that
 * fails. */
automat_status am_point_table_ask(am_arena *arena, automat_model *model,
                                  am_point_table *table);

/* Then reads the points of a CSV file: columns strain.xx ... and
 * stress.xx ... at the end of the loading step, strain0.xx ... and internal
 * variables at its start, or F.xx ..., P.xx ..., F0.xx ...; what is missing is
 * zero, no deformation, or the start of the material file.  AM_INPUT with a
 * message for other columns, for a component that is given twice, and for empty
 * cells. */
AM_MUST_USE am_status am_point_table_read(am_report *report,
                                          const char *path,
                                          am_point_table *table);

/* Makes room for what is to be found, NaN until it is; behind it the derived
 * columns of a list parted by commas (NULL: none).  AM_USAGE with a message for
 * others. */
AM_MUST_USE am_status am_point_table_expect(am_point_table *table,
                                            am_report *report, bool tangent,
                                            const char *derived);

/* Takes the points over the loading step. */
automat_status am_point_table_evaluate(const am_point_table *table,
                                       automat_model *model);

/* Writes what was found, a row a point; path NULL: to standard output. */
AM_MUST_USE am_status am_point_table_write(const am_point_table *table,
                                           am_report *report,
                                           const char *path);

#endif
