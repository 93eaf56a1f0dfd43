/* base.h: the headers of base for other modules:
 *
 *   arena       memory that is freed all at once
 *   basis       symmetric tensors as six coordinates
 *   clock       seconds, of which differences count
 *   data        installed data files, and other programs, found by name
 *   digest      numbers that stand for bytes
 *   fused       functions that are compiled twice, the second time for
 *               processors with an instruction for fused multiply-adds
 *   input       files to be read, whose names may come from other files
 *   invariants  numbers of a symmetric tensor that depend on no axes
 *   link        links on the way to what is written
 *   locale      numbers with decimal points in a program of any locale
 *   memory      how much memory may still be asked for
 *   report      messages with a place, and where texts come from
 *   rotation    axes turned by Bunge's angles
 *   statistics  what is left of repeated measurements
 *   temporary   folders of one process, which go with it
 *   text        small strings in arenas
 *   threads     OpenMP's threads, one where it is missing, and loops over
 *               points or voxels by several of them
 *   unit        units of measured numbers, as materials, tables and fits state
 *               them
 */
#ifndef AM_BASE_H
#define AM_BASE_H

#include "base/arena.h"
#include "base/basis.h"
#include "base/clock.h"
#include "base/data.h"
#include "base/digest.h"
#include "base/fused.h"
#include "base/input.h"
#include "base/invariants.h"
#include "base/link.h"
#include "base/locale.h"
#include "base/memory.h"
#include "base/report.h"
#include "base/rotation.h"
#include "base/statistics.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/unit.h"

#endif
