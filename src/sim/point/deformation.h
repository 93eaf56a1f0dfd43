/* deformation.h: columns of points whose deformation gradient is given. */
#ifndef AM_POINT_DEFORMATION_H
#define AM_POINT_DEFORMATION_H

#include "point/columns.h"

/* Offers F and P (nine components each) and the Cauchy stress of such a law;
 * nothing of another one. */
void am_deformation_offer(am_columns *columns, const am_law *law);

/* dP/dF, numbers [81] of the quantity `tangent`. */
void am_deformation_tangent(const am_column_set *set, const void *record,
                            double *values);

/* What they are, for lists. */
const am_quantity *am_deformation_quantities(size_t *count);

#endif
