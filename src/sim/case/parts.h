/* parts.h: headers of case for other modules, in addition to case.h:
 *
 *   keys      the tables of keys of a case and its parts, each in the file
 *             that reads them
 *   measured  tables of paths and tests, as other programs and laboratories
 *             write them
 *   path      segments become loading steps, one at a time, for one point or
 *             for many
 *   philox    Philox4x32-10, a counter-based generator of random numbers
 *             (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers
 *   points    the many points of a case, the key `points` (automat-case(5))
 *   reading   what the readers of a case's parts share
 */
#ifndef AM_CASE_PARTS_H
#define AM_CASE_PARTS_H

#include "case/keys.h"
#include "case/measured.h"
#include "case/path.h"
#include "case/philox.h"
#include "case/points.h"
#include "case/reading.h"

#endif
