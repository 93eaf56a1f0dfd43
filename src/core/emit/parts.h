/* parts.h: headers of emit for other modules, in addition to source.h:
 *
 *   plan   properties and functions of a law that a solver needs
 *   texts  headers of src as texts, embedded by the build (texts.awk), and
 *          conversion of C to single precision */
#ifndef AM_EMIT_PARTS_H
#define AM_EMIT_PARTS_H

#include "emit/plan.h"
#include "emit/texts.h"

#endif
