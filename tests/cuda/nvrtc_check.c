/* nvrtc_check.c: the declarations of cuda/nvrtc.h equal those of the toolkit;
 * tests/cuda/nvrtc.sh compiles this file if the toolkit is present. */
#include <nvrtc.h>

#include "cuda/nvrtc.h"

#define CHECK(name, parameters)                                              \
  _Static_assert(                                                            \
      __builtin_types_compatible_p(__typeof__(nvrtc##name),                  \
                                   nvrtcResult parameters), #name);

AM_NVRTC_FUNCTIONS(CHECK)

_Static_assert(__builtin_types_compatible_p(__typeof__(nvrtcGetErrorString),
                                            const char *(nvrtcResult)),
               "GetErrorString");
_Static_assert(sizeof(nvrtcResult) == sizeof(am_nvrtc_result), "results");
_Static_assert((int)NVRTC_SUCCESS == (int)AM_NVRTC_SUCCESS, "success");
