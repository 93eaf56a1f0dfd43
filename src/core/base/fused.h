/* fused.h: functions that are compiled twice, the second time for processors
 * with an instruction for fused multiply-adds.
 *
 * The x86 processors that every program must run on have none: each fma is a
 * call of the C library, which takes the instruction where there is one.  The
 * result is the same. */
#ifndef AM_BASE_FUSED_H
#define AM_BASE_FUSED_H

#include <stdbool.h>

#if defined __x86_64__ && defined __GNUC__ && !defined __FMA__
#define AM_FUSED_TWICE 1
#define AM_FUSED __attribute__((target("avx2,fma")))

/* Does this processor have it? */
static inline bool am_fused_here(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#else
#define AM_FUSED_TWICE 0
#define AM_FUSED
static inline bool am_fused_here(void) { return false; }
#endif

#endif
