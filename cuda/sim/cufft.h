/* cufft.h: discrete Fourier transforms of real fields on a device, with
 * NVIDIA's cuFFT, which is opened at run time.
 *
 * Transforms are in place. A field on a grid [3] consists of padded planes
 * [grid[2]][grid[1]][2*(grid[0]/2 + 1)] of doubles, of which grid[0] per row
 * are used; its transform is the half spectrum [grid[2]][grid[1]][grid[0]/2 +
 * 1] of complex numbers. The transform runs along x and y in the planes, then
 * along z in the columns. In a team, a member holds some of the planes of a
 * field and some rows j of all planes of a spectrum (transpose.h). Neither
 * direction is scaled. If grid[0] is 1, the second number of each row, the
 * imaginary part, must be zero before the forward transform and is undefined
 * after the backward transform.
 *
 * The declarations are those of NVIDIA's cufft.h, whose binary interface is the
 * same in versions 11 and 12. */
#ifndef AM_CUDA_SIM_CUFFT_H
#define AM_CUDA_SIM_CUFFT_H

#include "cuda/sim/transpose.h"

/* Types cufftType and cufftDoubleComplex. */
typedef enum {
  AM_CUFFT_Z2Z = 0x69,
  AM_CUFFT_D2Z = 0x6a,
  AM_CUFFT_Z2D = 0x6c
} am_cufft_type;

typedef struct {
  double re, im;
} __attribute__((aligned(16))) am_cufft_number;

/* Functions of the library. */
typedef struct {
  const char *file; /* file of the library */
#define AM_CUFFT_CALL(name, parameters) int(*name) parameters;
#include "cuda/sim/cufft.def"
#undef AM_CUFFT_CALL
} am_cufft;

/* Plans: forward and backward for planes, and one for both directions of the
 * columns. */
typedef enum {
  AM_CUFFT_PLANES_FORTH,
  AM_CUFFT_PLANES_BACK,
  AM_CUFFT_COLUMNS,
  AM_CUFFT_PLANS
} am_cufft_plan;

typedef struct {
  am_cuda_device *device; /* current device of this thread */
  am_cuda_stream stream;  /* order of all operations */
  am_team *team;
  int grid[3];
  int fields;             /* at most AM_TRANSPOSE_FIELDS */
  am_cufft cufft;
  am_slab planes, rows;   /* k and j of this member */
  long row, field;        /* complex numbers per row, and between fields */
  int batch;              /* fields whose planes are transformed at once */
  int plans[AM_CUFFT_PLANS];
  bool made[AM_CUFFT_PLANS];
  size_t size;            /* bytes of the work area shared by the plans, and of
                             the transposition */
  am_cuda_pointer area;
  am_cuda_transpose transpose;      /* transposition, for several members */
} am_cuda_transform;

/* Opens cuFFT and creates plans and their work area; the members up to `fields`
 * must be set. All members of the team must call it. The transform is closed
 * with the arena. AM_ENVIRONMENT on all members if one fails. */
AM_MUST_USE am_status am_cuda_transform_open(am_arena *arena, am_report *report,
                                             am_cuda_transform *t);

/* Forward or backward transforms in place; the device stores failures. */
void am_cuda_transform_apply(am_cuda_transform *t, am_cuda_pointer fields,
                             bool back);

#endif
