/* parts.h: headers of emit for other modules, in addition to source.h:
 *
 *   plan   what the stepping text needs of a law for a solver
 *   texts  headers of src as texts, made by the build (texts.awk), and texts
 *          in C for arithmetic in single precision
 */
#ifndef AM_EMIT_PARTS_H
#define AM_EMIT_PARTS_H

#include "emit/plan.h"
#include "emit/texts.h"

#endif
