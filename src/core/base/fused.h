/* fused.h: functions compiled a second time for processors with fused
 * multiply-add.
 *
 * The baseline x86-64 processor lacks the instruction: there, each fma() is a
 * call of the C library, which uses the instruction if the processor has it.
 * The result is the same. */
#ifndef AM_BASE_FUSED_H
#define AM_BASE_FUSED_H

#include <stdbool.h>

#if defined __x86_64__ && defined __GNUC__ && !defined __FMA__
#define AM_FUSED_TWICE 1
#define AM_FUSED __attribute__((target("avx2,fma")))

/* True if this processor has the instruction. */
static inline bool am_fused_here(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

#else
#define AM_FUSED_TWICE 0
#define AM_FUSED
static inline bool am_fused_here(void) { return false; }
#endif

#endif
