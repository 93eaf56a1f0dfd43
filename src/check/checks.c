/* checks.c: the table of checks, in the order in which they are made. */
#include "check/check.h"

#include <stddef.h>

const am_check *const am_checks[] = {
    &am_check_class,        &am_check_virgin,      &am_check_gradient,
    &am_check_hessian,      &am_check_rate,        &am_check_convexity,
    &am_check_theorem1,     &am_check_dissipation, &am_check_minimum,
    &am_check_symmetry,     &am_check_tangent,     &am_check_accuracy,
    &am_check_order,        &am_check_engines,     &am_check_balance,
    &am_check_limit,        &am_check_nominal,     &am_check_objectivity,
    &am_check_cycle,        &am_check_partials,    &am_check_conventional,
    &am_check_own,          NULL,
};
