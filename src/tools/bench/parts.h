/* parts.h: headers that several files of bench use. */
#ifndef AM_BENCH_PARTS_H
#define AM_BENCH_PARTS_H

#include "bench/group.h"
#include "emit/source.h"
#include "engine/parts.h"

#endif
