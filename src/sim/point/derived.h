/* derived.h: columns that follow from the stress or the strain alone, of
 * points, volume elements, tables and result files. */
#ifndef AM_POINT_DERIVED_H
#define AM_POINT_DERIVED_H

#include "point/columns.h"

/* All of them: quantities without `fill`, which who offers them gives;
 * am_derived_fill does the rest. */
const am_quantity *am_derived_quantities(size_t *count);

/* Offers them but for those whose names are internal variables of the law
 * (NULL: there is none).  fill: as in am_column_set; stress, strain: its
 * `source` of either. */
typedef void am_derived_source(const am_column_set *set, const void *record,
                               double *values);
void am_derived_offer(am_columns *columns, const am_law *law,
                      am_derived_source *fill, size_t stress, size_t strain);

/* The numbers [set->components] that follow from tensor components [6]. */
void am_derived_fill(const am_column_set *set, const double *tensor,
                     double *values);

/* Is it the name of one of them? */
bool am_derived_known(const char *name);

/* One of their columns, for those who have the components of strain or stress
 * as numbers. */
typedef struct {
  const char *name;
  const am_quantity *quantity;
  int component;
} am_derived;

/* The columns [*count] that a request means: one, a group, none. */
const am_derived *am_derived_meant(am_arena *arena, const char *request,
                                   size_t *count);

/* Does it follow from the stress, else from the strain? */
bool am_derived_of_stress(const am_derived *column);

double am_derived_value(const am_derived *column, const double *tensor);

#endif
