/* checks.c: table of checks, in the order of execution. */
#include "check/check.h"

#include <stddef.h>

#include "engine/parts.h"

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

const int am_check_samples[] = {
    [AM_LEVEL_QUICK] = 5, [AM_LEVEL_USUAL] = 20, [AM_LEVEL_THOROUGH] = 200};

const am_scheme *const *am_check_suitable(am_arena *arena, const am_law *law,
                                          const am_scheme *const *schemes) {
  int count = 0, all = 0;
  while (schemes[all]) all++;
  const am_scheme **found = AM_ARRAY(arena, const am_scheme *, all + 1);
  for (int i = 0; i < all; i++)
    if (am_scheme_suits(law->material, schemes[i])) found[count++] = schemes[i];
  return found;
}
