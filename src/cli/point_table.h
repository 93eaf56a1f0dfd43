/* point_table.h: points of libautomat as tables: input columns and result
 * columns. */
#ifndef AM_CLI_POINT_TABLE_H
#define AM_CLI_POINT_TABLE_H

#include "library/automat.h"
#include "point/parts.h"
#include "table/table.h"

/* Column: every `width`-th number of an array, from `index` on. */
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
  bool deformed;    /* F and P are given instead of strain and stress */
  automat_deformations points; /* also contains the members for small strains */
  const char *unit; /* unit of stress */
  const automat_variable *variables; /* [variable_count] */
  int variable_count;
  int size;         /* size of a state */
  double *start;    /* [size] initial state */
  double *start0, *state0, *target; /* [count] inputs of the points: the start
                                       is a strain or F */
  double *status;                    /* [count] status as numbers */
  const am_derived *derived; /* [derived_count] derived columns */
  double **derived_values;   /* [derived_count][count] */
  size_t derived_count;
  am_point_column_list given, found;
} am_point_table;

/* Queries a model for the properties of its points; returns the status of the
 * first call that fails. */
automat_status am_point_table_ask(am_arena *arena, automat_model *model,
                                  am_point_table *table);

/* Reads the points from a CSV file: columns strain.xx ... and stress.xx ... at
 * the end of the loading step, strain0.xx ... and internal variables at its
 * start, or F.xx ..., P.xx ..., F0.xx .... Missing columns are zero, the
 * undeformed state, or the initial state of the material file.  AM_INPUT with a
 * message for unknown columns, for a component given twice, and for empty
 * cells. */
AM_MUST_USE am_status am_point_table_read(am_report *report,
                                          const char *path,
                                          am_point_table *table);

/* Allocates the results, initially NaN, followed by the derived columns of a
 * list separated by commas (NULL: none).  AM_USAGE with a message for unknown
 * ones. */
AM_MUST_USE am_status am_point_table_expect(am_point_table *table,
                                            am_report *report, bool tangent,
                                            const char *derived);

/* Integrates the points over the loading step. */
automat_status am_point_table_evaluate(const am_point_table *table,
                                       automat_model *model);

/* Writes the results, one row per point; path NULL: standard output. */
AM_MUST_USE am_status am_point_table_write(const am_point_table *table,
                                           am_report *report,
                                           const char *path);

#endif
