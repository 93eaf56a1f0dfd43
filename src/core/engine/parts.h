/* parts.h: headers of engine for other modules, in addition to engine.h:
 *
 *   breaks        times inside a loading step at which substeps end, because a
 *                 term of the external fields has an extremum or a jump there
 *                 (field_curves.h)
 *   cache         compiled units on disk, so that a kernel is compiled once
 *   chain         programs of a chain of schemes (am_scheme.chain)
 *   check         can it be done at all?  Asked by every engine
 *   compiler      the processor, and the system's C compiler for it
 *   conventional  hand-written updates of installed materials, compiled into
 *                 the program
 *   fields        the table of fields, kernel/points/fields.def, for those who
 *                 make room for fields or move them
 *   nominal       stresses of a deformation gradient, for those who have one
 *                 and the stress that is conjugate to its logarithmic strain
 *                 (kernel/control/logarithmic.h)
 */
#ifndef AM_ENGINE_PARTS_H
#define AM_ENGINE_PARTS_H

#include "engine/breaks.h"
#include "engine/cache.h"
#include "engine/chain.h"
#include "engine/check.h"
#include "engine/compiler.h"
#include "engine/conventional.h"
#include "engine/fields.h"
#include "engine/nominal.h"

#endif
