/* deformation.h: columns of points with prescribed deformation gradient. */
#ifndef AM_POINT_DEFORMATION_H
#define AM_POINT_DEFORMATION_H

#include "point/columns.h"

/* Offers F and P (nine components each) and the Cauchy stress if the law uses
 * deformation gradients; otherwise nothing. */
void am_deformation_offer(am_columns *columns, const am_law *law);

/* dP/dF: values [81] of the quantity `tangent`. */
void am_deformation_tangent(const am_column_set *set, const void *record,
                            double *values);

/* The quantities, for lists of columns. */
const am_quantity *am_deformation_quantities(size_t *count);

#endif
