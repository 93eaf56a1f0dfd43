/* cufft_check.c: the declarations of cuda/sim/cufft.h equal those of the
 * toolkit; tests/cuda/cufft.sh compiles this file if the toolkit is present. */
#include <cufft.h>

#include "cuda/sim/cufft.h"

#define IS(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours)

IS(AM_CUFFT_Z2Z, CUFFT_Z2Z);
IS(AM_CUFFT_D2Z, CUFFT_D2Z);
IS(AM_CUFFT_Z2D, CUFFT_Z2D);
IS(0, CUFFT_SUCCESS);

_Static_assert(sizeof(am_cufft_number) == sizeof(cufftDoubleComplex) &&
                   _Alignof(am_cufft_number) == _Alignof(cufftDoubleComplex),
               "numbers");
_Static_assert(sizeof(am_cufft_type) == sizeof(cufftType), "types");
_Static_assert(sizeof(cufftResult) == sizeof(int), "results");

/* Types with different names there. */
#define am_cufft_number cufftDoubleComplex
#define am_cufft_type cufftType
#define am_cuda_stream cudaStream_t
#define AM_CUFFT_CALL(name, parameters)                                     \
  _Static_assert(__builtin_types_compatible_p(__typeof__(cufft##name),      \
                                              cufftResult parameters),      \
                 #name);
#include "cuda/sim/cufft.def"
