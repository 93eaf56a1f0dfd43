/* parts.h: headers of solver for other modules, in addition to solver.h:
 *
 *   exclusions  combinations of features of a case, its law, solver and engine
 *               that are rejected
 *   scheme      integration schemes as data
 *   settings    reads and writes the mapping `solver` of a case
 *               (automat-case(5)) */
#ifndef AM_SOLVER_PARTS_H
#define AM_SOLVER_PARTS_H

#include "solver/exclusions.h"
#include "solver/scheme.h"
#include "solver/settings.h"
#include "solver/solver.h"

#endif
