/* ratio.h: what was measured, compared; internal to bench. */
#ifndef AM_BENCH_RATIO_H
#define AM_BENCH_RATIO_H

#include "bench/group.h"

/* Adds the ratios between the trials of a group, round by round. */
void am_group_compare(am_group *group);

/* Adds those between rows from `first` on and the rows before each. */
void am_rows_compare(am_arena *arena, am_bench *bench, size_t first);

#endif
