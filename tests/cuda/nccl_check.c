/* nccl_check.c: the declarations of cuda/sim/transpose.h equal those of the
 * library; tests/cuda/nccl.sh compiles this file if its header is present. */
#include <nccl.h>

#include "cuda/sim/transpose.h"

_Static_assert((int)AM_NCCL_DOUBLE == (int)ncclFloat64, "doubles");
_Static_assert(sizeof(am_nccl_id) == sizeof(ncclUniqueId), "identifiers");
_Static_assert(sizeof(am_nccl_type) == sizeof(ncclDataType_t), "types");
_Static_assert(sizeof(ncclResult_t) == sizeof(int) && ncclSuccess == 0,
               "results");

/* Types with different names there. */
#define am_nccl_id ncclUniqueId
#define am_nccl_type ncclDataType_t
#define am_nccl_comm ncclComm_t
#define am_cuda_stream cudaStream_t
#define AM_NCCL_CALL(name, parameters)                                      \
  _Static_assert(__builtin_types_compatible_p(__typeof__(nccl##name),       \
                                              ncclResult_t parameters),     \
                 #name);
#include "cuda/sim/nccl.def"
