/* reference.h: the reference material C0 of a cell, from the extreme
 * stiffnesses of its voxels:
 *
 *     mu0 = (least + largest)/2 of the shear moduli, bulk0 likewise,
 *     lambda0 = bulk0 - 2/3 mu0
 *
 * the best of the basic scheme (Michel, Moulinec and Suquet 2001).  Iterations
 * diverge where mu0 is less than half the largest shear modulus: chosen here,
 * it is at least 0.55 of it. */
#ifndef AM_HOMOGENIZATION_REFERENCE_H
#define AM_HOMOGENIZATION_REFERENCE_H

#include "homogenization/settings.h"
#include "space/space.h"

/* The reference at the start, from the stiffness at zero strain `zero`.
 * AM_INPUT with a message when a phase has none, or when the one given is too
 * soft; AM_FAILED when there is no tangent. */
AM_MUST_USE am_status am_reference_start(am_report *report, am_space *space,
                                         const am_homogenization *settings,
                                         const am_vector *zero);

/* The one of the tangents at u over a loading step, where the settings ask for
 * that and there are any. */
void am_reference_update(am_space *space, const am_homogenization *settings,
                         const am_span *span, const am_vector *u);

#endif
