/* properties.h: what generalized standard materials have in common, measured
 * for any law. */
#ifndef AM_CHECK_PROPERTIES_H
#define AM_CHECK_PROPERTIES_H

#include "check/check.h"

/* The largest positive real part, and the largest imaginary part, of an
 * eigenvalue of df/da, over its largest eigenvalue.  Findings whose `what` is
 * NULL where the law has no such matrix. */
AM_MUST_USE am_status am_measure_eigenvalues(am_subject *subject,
                                             const char *check,
                                             am_finding *real,
                                             am_finding *imaginary);

/* The largest asymmetry of the algorithmic tangent of a step of implicit
 * Euler, over its largest entry. */
AM_MUST_USE am_status am_measure_asymmetry(am_subject *subject,
                                           const char *check,
                                           am_finding *worst);

#endif
