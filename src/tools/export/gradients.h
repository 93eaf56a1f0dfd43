/* gradients.h: checks of libraries that take deformation gradients, which small
 * strains have not: stretches far from 1, tangents against differences of what
 * the library itself answers, rotations; internal to export. */
#ifndef AM_EXPORT_GRADIENTS_H
#define AM_EXPORT_GRADIENTS_H

#include "export/interfaces.h"

/* Visits jumps of the virgin law to stretches of 0.3 to 3, but for those to
 * where the law has a kink. */
void am_host_jumps_visit(const am_host_session *s, am_loading_visit *visit,
                         void *data);

/* A finding for the tangent of each way, by differences, and for rotations. */
AM_MUST_USE am_status am_host_check_gradients(const am_host_session *s,
                                              am_loadings *loadings);

#endif
