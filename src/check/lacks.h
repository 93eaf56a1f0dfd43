/* lacks.h: the key `lacks` of a material: checks that it is known to fail,
 * and why (automat-material(5)). */
#ifndef AM_CHECK_LACKS_H
#define AM_CHECK_LACKS_H

#include "check/check.h"

/* AM_INPUT with a message where it is no mapping from names of checks to
 * reasons. */
AM_MUST_USE am_status am_lacks_read(am_report *report,
                                    const am_material *material);

/* Why the material is known to fail the check; NULL: it is not. */
const char *am_lacks(am_report *report, const am_material *material,
                     const char *check);

#endif
