/* interp_fused.c: second copy of interp.c, compiled for processors with fused
 * multiply-add (base/process.h); interp.c passes its programs on to this copy.
 * External functions are renamed. */
#include "base/base.h"

#if AM_FUSED_TWICE

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,fma"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2,fma")
#endif

#define am_fused_here() false
#define am_engine_interp am_engine_interp_fused
#define am_frozen_record am_frozen_record_fused
#define am_frozen_follow am_frozen_follow_fused
#include "engine/interp.c"

#ifdef __clang__
#pragma clang attribute pop
#endif

#else

typedef int am_interp_fused; /* ISO C forbids an empty file */

#endif
