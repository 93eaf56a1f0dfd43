/* columns.h: the output columns of a run by name and group.
 *
 * A request names a column, the group "internal" (all internal variables), or
 * what several names begin with: "stress", "tangent.xx", "eps_vp", "x[2]".  A
 * column is written once, where it is first requested. */
#ifndef AM_POINT_COLUMNS_H
#define AM_POINT_COLUMNS_H

#include "engine/engine.h"
#include "output/table.h"
#include "path/case.h"

/* What a row is made of. */
typedef struct {
  double time;
  const am_step *step;
  double stored; /* free energy at the start of the run */
} am_record;

typedef struct am_columns am_columns;

/* Names and groups that the format knows, for `automat list columns`. */
typedef struct {
  const char *name; /* "strain", "derivative.NAME.ij.kl" */
  const char *about;
} am_column_info;

const am_column_info *am_column_infos(size_t *count);

/* Do these columns need dissipation and work? */
bool am_columns_need_energies(const am_case *description);

/* A name as columns have it: "x[2].xy" for "x.2.xy", and "energy" for what
 * materials call "free_energy". */
const char *am_column_canonical(am_arena *arena, const char *name);

/* Is a column meant by a request: its name, or what it begins with before a
 * '.' or '['? */
bool am_column_begins(const char *name, const char *request);

/* What a column belongs to: "stress" of "stress.xx", "x" of "x[2].xy",
 * "derivative.x" of "derivative.x[2].xy.xx", "matrix.stress" of
 * "matrix.stress.xx". */
const char *am_column_quantity(am_arena *arena, const char *column);

/* Resolves the columns of a case for a law; unknown names are AM_INPUT with
 * the nearest known one, and so are tangents that the case does not
 * integrate.  Columns behind column_required that are not there are left
 * out. */
AM_MUST_USE am_status am_columns_new(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_law *law, am_columns **columns);

/* What columns are made of besides energy and counts. */
enum {
  AM_READ_STRAIN = 1,
  AM_READ_STRESS = 2,
  AM_READ_STATE = 4,
  AM_READ_TANGENT = 8,
  AM_READ_DERIVATIVE = 16
};

unsigned am_columns_read(const am_columns *columns);

size_t am_columns_count(const am_columns *columns);
const char *const *am_columns_names(const am_columns *columns);
const char *const *am_columns_units(const am_columns *columns);

/* A table of them, without rows. */
am_table *am_columns_table(am_arena *arena, const am_columns *columns);

/* row [am_columns_count]; scratch [am_columns_scratch] */
size_t am_columns_scratch(const am_columns *columns);
void am_columns_fill(const am_columns *columns, const am_record *record,
                     double *scratch, double *row);

#endif
