/* derived.h: columns computed from the stress or the strain alone, for points,
 * volume elements, tables and result files. */
#ifndef AM_POINT_DERIVED_H
#define AM_POINT_DERIVED_H

#include "point/columns.h"

/* All derived quantities, without `fill`: the caller of am_derived_offer
 * provides a function that reads the tensor and calls am_derived_fill. */
const am_quantity *am_derived_quantities(size_t *count);

/* Offers the derived quantities except those named like internal variables of
 * the law (NULL: none). fill: as in am_column_set; stress, strain: value of
 * `source` for either tensor. */
typedef void am_derived_source(const am_column_set *set, const void *record,
                               double *values);
void am_derived_offer(am_columns *columns, const am_law *law,
                      am_derived_source *fill, size_t stress, size_t strain);

/* Computes values [set->components] from tensor components [6]. */
void am_derived_fill(const am_column_set *set, const double *tensor,
                     double *values);

/* True if the name denotes a derived column. */
bool am_derived_known(const char *name);

/* One derived column, for callers that have the components of strain or
 * stress. */
typedef struct {
  const char *name;
  const am_quantity *quantity;
  int component;
} am_derived;

/* Columns [*count] denoted by a request: one, a group, or none. */
const am_derived *am_derived_meant(am_arena *arena, const char *request,
                                   size_t *count);

/* True if the column depends on the stress, false if on the strain. */
bool am_derived_of_stress(const am_derived *column);

double am_derived_value(const am_derived *column, const double *tensor);

#endif
