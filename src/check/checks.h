/* checks.h: the checks, each in a file of its name. */
#ifndef AM_CHECK_CHECKS_H
#define AM_CHECK_CHECKS_H

#include "check/check.h"

extern const am_check am_check_class, am_check_virgin, am_check_gradient,
    am_check_hessian, am_check_rate, am_check_convexity, am_check_theorem1,
    am_check_dissipation, am_check_minimum, am_check_symmetry,
    am_check_tangent, am_check_accuracy, am_check_order, am_check_engines,
    am_check_balance, am_check_partials, am_check_conventional, am_check_own;

#endif
