/* reference.c: settings of reference solutions with tight tolerances. */
#include "check/reference.h"

#include <math.h>

#include "engine/parts.h"

/* Smallest tolerance that second-order schemes reach in reasonable time. */
static const double LEAST_OF_DOMAINS = 1e-6;

am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol,
                              bool tangent) {
  am_solver solver = *like;
  solver.scheme = am_scheme_find("rodas4");
  if (!am_scheme_suits(material, solver.scheme)) {
    solver.scheme = am_scheme_find("implicit-euler-adaptive");
    rtol = fmax(rtol, LEAST_OF_DOMAINS);
  }
  solver.strategy = AM_STRATEGY_AUTOMATIC;
  solver.error_control = AM_CONTROL_INTERNAL;
  solver.tangent_control = AM_TANGENT_COUPLED;
  solver.tangent_mode = AM_MODE_VECTOR;
  solver.tangent = tangent;
  solver.rtol = rtol;
  solver.atol = rtol * 1e-3;
  solver.substeps = 1;
  return solver;
}
