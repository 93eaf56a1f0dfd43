/* compare.h: compares two result files, column by column.
 *
 * B is the reference.  Columns are matched by name.  A is interpolated linearly
 * in time, or along another column x, at the rows of B within A's range; rows
 * with equal time (jumps) are paired as described in point/timeline.h.  If x
 * reverses in the first point, as in a loop, it is replaced by the accumulated
 * absolute change of x.  All norms treat the curves as linear between the
 * compared rows.
 */
#ifndef AM_COMPARE_COMPARE_H
#define AM_COMPARE_COMPARE_H

#include "plot/picture.h"
#include "point/parts.h"

/* ---- result files (results.c) -------------------------------------------- */

/* CSV file (one point), or HDF5 file of a batch. */
typedef struct {
  const char *path;
  long points;                 /* number of points */
  am_archive_results *archive; /* NULL: CSV */
  am_table *table; /* canonical names (am_column_canonical), units, and rows of
                      the point read last by am_results_point */
  const struct am_results_derived *derived; /* [derived_count] derived columns
                                               after those of the file */
  size_t derived_count;
  double *factors; /* of the columns of an archive in Voigt notation, or NULL */
  double *block;   /* buffer of points from `first` on, [field]
                      [count][rows][components] */
  long first, count, most;
} am_results;

/* AM_INPUT with a message if the file is missing, has another format than its
 * name indicates (.h5 and .hdf5 are HDF5), or has no rows. */
AM_MUST_USE am_status am_results_open(am_arena *arena, am_report *report,
                                      const char *path, am_results **results);

/* Reads the rows of a point, from 0; fast in sequential order.  A CSV file has
 * the same rows for every point. */
AM_MUST_USE am_status am_results_point(am_results *results, am_report *report,
                                       long point);

/* Place of a cell of a CSV file, row -1: of a name; am_nowhere for HDF5 files
 * and derived columns. */
am_place am_results_place(am_arena *arena, const am_results *results, long row,
                          size_t column);

/* Adds requested columns that can be derived from columns of the file
 * (point/derived.c), unless the file contains them. */
void am_results_derive(am_arena *arena, am_results *results,
                       const char *request);

/* ---- the comparison ------------------------------------------------------ */

typedef struct {
  double absolute, relative; /* tolerance: |A - B| ≤ absolute + relative·|B| */
  bool largest;  /* |B|: largest of the quantity, instead of the entry */
  const char *x; /* NULL: time */
  const char *columns; /* names or prefixes, separated by commas; NULL: all
                          common columns */
  long point;          /* from 1, for HDF5 files; 0: all */
} am_compare_request;

/* Result of one column, over all points. */
typedef struct {
  const char *name, *unit;  /* NULL or "": none */
  size_t a, b;              /* column indices in the tables */
  am_entry worst;           /* relative to the bound */
  double ratio;             /* its |A - B|/bound */
  long worst_point;         /* from 1 */
  am_entry largest;         /* by |A - B| */
  long largest_point;
  double difference;        /* largest |A - B| */
  double l2;       /* root mean square of A - B over time and points; over rows
                      if all x are equal */
  double relative; /* l2 divided by the root mean square of B; NaN if B is 0 and
                      A is not */
  double area;     /* ∫ |A - B| dx, mean over points */
  size_t missing;  /* entries with a number in one file only */
  bool good;
} am_column_difference;

typedef struct {
  am_results *files[2];          /* A, B */
  const char *x, *x_unit;
  const char *matched; /* matched along: x, or its accumulated change */
  am_column_difference *columns; /* [count] */
  size_t count;
  const char **only[2]; /* [only_count] columns of one file only */
  size_t only_count[2];
  long points;       /* compared points */
  double rows;       /* compared entries per column */
  double between;    /* entries at which A was interpolated */
  double outside[2]; /* rows of a file outside the other's range */
  size_t bad;        /* number of columns that differ */
} am_difference;

/* AM_INPUT with a message if a file cannot be read, a column is missing, units
 * differ, x decreases or the ranges are disjoint; AM_USAGE for a nonexistent
 * point; AM_FAILED if stopped, with the results so far. */
AM_MUST_USE am_status am_compare(am_arena *arena, am_report *report,
                                 const char *a, const char *b,
                                 const am_compare_request *request,
                                 am_difference *difference);

/* ---- matching of columns (match.c) --------------------------------------- */

/* Sets x, columns, count and only; x [2]: columns of the files.  AM_INPUT if
 * there is nothing to compare or units differ. */
AM_MUST_USE am_status am_compare_match(am_arena *arena, am_report *report,
                                       const am_compare_request *request,
                                       am_difference *difference, size_t x[2]);

/* ---- norms of differences ------------------------------------------------ */

/* Integrals of a piecewise linear function; squares of all doubles are within
 * the range of a long double. */
typedef struct {
  long double square, area; /* ∫ f² dx, ∫ |f| dx */
  long double sum;          /* sum of f² over the points */
  long double last;         /* f at the previous point */
} am_norm_sums;

/* Integrals of the differences a - b and of b over x. */
typedef struct {
  am_norm_sums difference, reference;
  double length, count; /* ∫ dx, number of points */
  bool begun; /* false: the next point starts a new curve */
  double x;   /* previous point */
} am_norm;

/* Adds a point a, b at x; NaN in a or b interrupts the curve. */
void am_norm_add(am_norm *norm, double x, double a, double b);

/* Root mean square of a - b over x, or over the points if all have the same x;
 * relative: divided by the root mean square of b, NaN if b is 0 and a is
 * not. */
double am_norm_l2(const am_norm *norm, double *relative);

/* ---- a comparison as a table and a picture (show.c) ---------------------- */

/* Writes a CSV file with a row for each column; path NULL: standard output.
 * AM_ENVIRONMENT with a message if it cannot be written. */
AM_MUST_USE am_status am_compare_write(am_arena *arena, am_report *report,
                                       const am_difference *difference,
                                       const char *path);

/* Picture of the columns with the worst entries, both files over x, for the
 * points of these entries.  AM_INPUT if a file cannot be read again. */
AM_MUST_USE am_status am_compare_picture(am_arena *arena, am_report *report,
                                         const am_difference *difference,
                                         am_picture *picture);

/* AM_INPUT if the file of a batch has no such column: x, y are columns or can
 * be derived from them (point/derived.c). */
AM_MUST_USE am_status am_bands_check(am_arena *arena, am_report *report,
                                     const am_table *columns, const char *name);

/* Panel with the median of column y over all points of a file, plotted over
 * that of column x, row by row, with bands from the 25th to the 75th and from
 * the 5th to the 95th percentile (linear interpolation).  For very many points,
 * only every k-th point is read, and the names of the curves state this.
 * Failed points count up to their failure. */
AM_MUST_USE am_status am_bands_panel(am_arena *arena, am_report *report,
                                     const char *path, const char *x,
                                     const char *y, am_panel *panel);

#endif
