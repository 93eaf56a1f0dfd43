/* parts.h: headers of engine for other modules, in addition to engine.h:
 *
 *   breaks        finds times inside a loading step at which substeps must end
 *                 because a term of the external fields has an extremum or jump
 *                 (field_curves.h)
 *   cache         compiled units on disk, so that a kernel is compiled once
 *   chain         programs of a chain of schemes (am_scheme.chain)
 *   check         checks engine, solver and law before compilation, and
 *                 compiled code after it
 *   compiler      the processor, and the system's C compiler
 *   conventional  hand-written updates of installed materials, compiled into
 *                 the program
 *   fields        the table of fields, kernel/points/fields.def: allocates
 *                 fields and loops over them
 *   nominal       converts a deformation gradient to logarithmic strain, and
 *                 the conjugate stress to P and Cauchy stress
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
