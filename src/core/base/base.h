/* base.h: the headers of base for other modules:
 *
 *   arena       memory allocated in parts and freed as a whole
 *   basis       symmetric tensors as six coordinates
 *   clock       monotonic time in seconds
 *   data        installed data files, and other programs, found by name
 *   digest      checksums and hashes
 *   fused       functions compiled a second time for processors with fused
 *               multiply-add
 *   input       input files
 *   invariants  invariants of a symmetric tensor
 *   link        safe treatment of symbolic links in output paths
 *   locale      numbers with decimal points in a program of any locale
 *   memory      free memory of the machine
 *   report      messages with a place, and the sources of texts
 *   rotation    rotation by Euler angles in Bunge's convention
 *   statistics  percentiles of repeated measurements
 *   temporary   folders that are removed with their process; file locks
 *   text        small strings in arenas
 *   threads     number of threads, and parallel loops over points or voxels
 *   unit        units of measured numbers in materials, tables and fits */
#ifndef AM_BASE_H
#define AM_BASE_H

#include "base/arena.h"
#include "base/basis.h"
#include "base/clock.h"
#include "base/installed.h"
#include "base/digest.h"
#include "base/fused.h"
#include "base/open_input.h"
#include "base/invariants.h"
#include "base/symlink.h"
#include "base/locale.h"
#include "base/free_memory.h"
#include "base/report.h"
#include "base/rotation.h"
#include "base/statistics.h"
#include "base/temporary.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/unit.h"

#endif
