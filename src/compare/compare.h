/* compare.h: two result files, column by column.
 *
 * B is the reference.  Columns are matched by name.  A is interpolated
 * linearly in time, or along another column x, onto the rows of B that lie in
 * A's range; rows of one time (jumps) are paired as driver/curves.h says.
 * All norms take the curves as straight between the compared rows.
 *
 * results opens a CSV or an HDF5 file as tables of points; match says which
 * columns and points of both go together; compare walks them, with the norms
 * of norm; show writes what was found. */
#ifndef AM_COMPARE_COMPARE_H
#define AM_COMPARE_COMPARE_H

#include "compare/results.h"
#include "point/timeline.h"

typedef struct {
  double absolute, relative; /* |A - B| ≤ absolute + relative·|B| is good */
  bool largest;  /* |B|: the largest of the quantity, not that of the entry */
  const char *x; /* NULL: time */
  const char *columns; /* names, or what several begin with, parted by commas;
                          NULL: all that both files have */
  long point;          /* from 1, in HDF5 files; 0: all */
  const volatile int *stop; /* when it is not 0 anymore; NULL: never */
  void (*progress)(void *data, long points, long of); /* NULL: none */
  void *data;
} am_compare_request;

/* One column, over all points. */
typedef struct {
  const char *name, *unit;  /* NULL or "": none */
  size_t a, b;              /* in the tables */
  am_entry worst;           /* by the bound */
  double ratio;             /* its |A - B|/bound */
  long worst_point;         /* from 1 */
  am_entry largest;         /* by |A - B| */
  long largest_point;
  double difference;        /* largest |A - B| */
  double l2;       /* root of the mean square of A - B over time and points;
                      over rows where all x are the same */
  double relative; /* l2 over that of B; NaN where B is 0 and A is not */
  double area;     /* ∫ |A - B| dx, the mean over points */
  size_t missing;  /* entries with a number in one file only */
  bool good;
} am_column_difference;

typedef struct {
  am_results *files[2];          /* A, B */
  const char *x, *x_unit;
  am_column_difference *columns; /* [count] */
  size_t count;
  const char **only[2]; /* [only_count] columns of one file alone */
  size_t only_count[2];
  long points;       /* that are compared */
  double rows;       /* compared entries of each column */
  double between;    /* those at which A was interpolated */
  double outside[2]; /* rows of a file outside of the other one's range */
  size_t bad;        /* columns that differ */
} am_difference;

/* AM_INPUT with a message where a file cannot be read, a column is missing,
 * units differ, x decreases or the ranges have nothing in common; AM_USAGE
 * for a point that is not there; AM_FAILED when stopped, with what was
 * compared until then. */
AM_MUST_USE am_status am_compare(am_arena *arena, am_report *report,
                                 const char *a, const char *b,
                                 const am_compare_request *request,
                                 am_difference *difference);

#endif
