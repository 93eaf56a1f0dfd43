/* compare.h: two result files, column by column.
 *
 * B is the reference.  Columns are matched by name.  A is interpolated
 * linearly in time, or along another column x, onto the rows of B that lie in
 * A's range; rows of one time (jumps) are paired as point/timeline.h says.
 * Where x turns back in the first point, as in a loop, its way takes its place:
 * the sum of its changes.
 * All norms take the curves as straight between the compared rows.
 *
 * results opens a CSV or an HDF5 file as tables of points; match says which
 * columns and points of both go together; compare walks them, with the norms
 * of norm; show writes what was found. */
#ifndef AM_COMPARE_COMPARE_H
#define AM_COMPARE_COMPARE_H

#include "archive/parts.h"
#include "plot/picture.h"
#include "point/parts.h"

/* ---- result files (results.c) -------------------------------------------- */

/* A CSV file, which is one point, or an HDF5 file of a batch. */
typedef struct {
  const char *path;
  long points;                 /* that are there */
  am_archive_results *archive; /* NULL: CSV */
  am_table *table; /* names as columns have them (am_column_canonical), units,
                      and rows of the point that am_results_point read */
  const struct am_results_derived *derived; /* [derived_count] columns behind
                      those of the file */
  size_t derived_count;
  double *factors; /* of the columns of an archive in Voigt's notation, or
                      NULL */
  double *block;   /* points from `first` that were read ahead, [quantity]
                      [count][rows][components] */
  long first, count, most;
} am_results;

/* AM_INPUT with a message where the file is missing, is not what its name
 * says (.h5 and .hdf5 are HDF5), or has no rows. */
AM_MUST_USE am_status am_results_open(am_arena *arena, am_report *report,
                                      const char *path, am_results **results);

/* The rows of a point, from 0; fast for one after the other.  A CSV file has
 * the same rows for every point. */
AM_MUST_USE am_status am_results_point(am_results *results, am_report *report,
                                       long point);

/* The place of a cell of a CSV file, row -1: of a name; nowhere in an HDF5
 * file, and of a column that follows from others. */
am_place am_results_place(am_arena *arena, const am_results *results, long row,
                          size_t column);

/* Adds the columns that a request means and that follow from those of the
 * file (point/derived.h), if it has none of that name. */
void am_results_derive(am_arena *arena, am_results *results,
                       const char *request);

/* A path in quotes, as messages show it. */
const char *am_results_name(am_arena *arena, const char *path);

/* ---- the comparison ------------------------------------------------------ */

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
  const char *matched; /* by what: x, or its way where it turns back */
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

/* ---- which columns go together (match.c) --------------------------------- */

/* Fills in x, columns, count and only; columns x [2] of the files.  AM_INPUT
 * when there is nothing to compare, or units differ. */
AM_MUST_USE am_status am_compare_match(am_arena *arena, am_report *report,
                                       const am_compare_request *request,
                                       am_difference *difference,
                                       size_t x[2]);

/* ---- norms of differences (norm.c) --------------------------------------- */

/* Sums of a function, straight between its points, in units of its largest
 * value's power of two, lest squares overflow or vanish. */
typedef struct {
  int exponent;
  double square, area; /* ∫ f² dx, ∫ |f| dx */
  double sum;          /* f² of the points */
  double last;         /* f at the point before */
} am_norm_sums;

/* Of the differences a - b and of b, halved, over x. */
typedef struct {
  am_norm_sums difference, reference;
  double length, count; /* ∫ dx, points */
  bool begun;
  double x; /* of the point before */
} am_norm;

/* The next point begins a new curve. */
void am_norm_break(am_norm *norm);

/* A point a, b at x; where one of them is no number the curve breaks. */
void am_norm_add(am_norm *norm, double x, double a, double b);

/* The root of the mean square of a - b over x, over the points where they
 * have all the same x; relative to that of b, NaN where b is 0 and a not. */
double am_norm_l2(const am_norm *norm, double *relative);

/* ∫ |a - b| dx */
double am_norm_area(const am_norm *norm);

/* ---- a comparison as a table and a picture (show.c) ---------------------- */

/* Writes a CSV file with a row for each column; path NULL: standard output.
 * AM_ENVIRONMENT with a message when it cannot be written. */
AM_MUST_USE am_status am_compare_write(am_arena *arena, am_report *report,
                                       const am_difference *difference,
                                       const char *path);

/* The columns with the worst entries, of both files over x, in the points of
 * these entries.  AM_INPUT when a file cannot be read again. */
AM_MUST_USE am_status am_compare_picture(am_arena *arena, am_report *report,
                                         const am_difference *difference,
                                         am_picture *picture);

#endif
