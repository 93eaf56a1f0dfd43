#include "engine/processor.h"

#include "base/text.h"

#if defined __x86_64__ && defined __GLIBC__
#include <cpuid.h>

int am_processor_lanes(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2"))
    return 1;
  return __builtin_cpu_supports("avx512f") &&
                 __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl")
             ? 8
             : 4;
}

const char *am_processor_identity(am_arena *arena) {
  unsigned model[4] = {0}, features[4] = {0};
  __get_cpuid(1, &model[0], &model[1], &model[2], &model[3]);
  __get_cpuid_count(7, 0, &features[0], &features[1], &features[2],
                    &features[3]);
  return am_format(arena, "x86-64 %x %x %x %x %x %x %d", model[0], model[2],
                   model[3], features[1], features[2], features[3],
                   am_processor_lanes());
}
#else
int am_processor_lanes(void) { return 1; }

const char *am_processor_identity(am_arena *arena) {
  return am_format(arena, "scalar");
}
#endif
