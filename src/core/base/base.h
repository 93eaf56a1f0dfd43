/* base.h: the headers of base for other modules:
 *
 *   arena       memory allocated in parts and freed as a whole
 *   basis       symmetric tensors as six coordinates
 *   files       input files, symbolic links, temporary folders
 *   hash        hashes of texts and data
 *   installed   installed data files, and other programs, found by name
 *   process     threads and parallel loops, time, free memory, locale, fused
 *               multiply-add
 *   report      messages with a place, and the sources of texts
 *   statistics  percentiles of repeated measurements
 *   text        small strings in arenas
 *   unit        units of measured numbers in materials, tables and fits
 *
 * and the standard headers that nearly all files use. */
#ifndef AM_BASE_H
#define AM_BASE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/basis.h"
#include "base/files.h"
#include "base/hash.h"
#include "base/installed.h"
#include "base/process.h"
#include "base/report.h"
#include "base/statistics.h"
#include "base/text.h"
#include "base/unit.h"

#endif
