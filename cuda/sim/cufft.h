/* cufft.h: discrete Fourier transforms of real fields on a device, by NVIDIA's
 * cuFFT, which is opened when the program runs.
 *
 * A field on a grid [3] is transformed where it is: padded planes
 * [grid[2]][grid[1]][2*(grid[0]/2 + 1)] of doubles, of which grid[0] of each
 * row are numbers, become the half spectrum
 * [grid[2]][grid[1]][grid[0]/2 + 1] of complex numbers, and back: planes along
 * x and y, then columns along z.  A member of a team has some of the planes
 * before, and some rows j of all planes behind (turn.h).  Neither way is
 * scaled.  Where grid[0] is 1 the second number of a row, the imaginary part,
 * must be zero before the way forth, and is of no use after the way back.
 *
 * The declarations are those of cufft.h, whose binary interface is the same
 * in versions 11 and 12. */
#ifndef AM_CUDA_SIM_CUFFT_H
#define AM_CUDA_SIM_CUFFT_H

#include "cuda/sim/turn.h"

/* The types cufftType and cufftDoubleComplex. */
typedef enum {
  AM_CUFFT_Z2Z = 0x69,
  AM_CUFFT_D2Z = 0x6a,
  AM_CUFFT_Z2D = 0x6c
} am_cufft_type;

typedef struct {
  double re, im;
} __attribute__((aligned(16))) am_cufft_number;

/* The library. */
typedef struct {
  const char *file; /* where it was found */
#define AM_CUFFT_CALL(name, parameters) int(*name) parameters;
#include "cuda/sim/cufft.def"
#undef AM_CUFFT_CALL
} am_cufft;

/* Plans: of planes there are two, of columns one for both ways. */
typedef enum {
  AM_CUFFT_PLANES_FORTH,
  AM_CUFFT_PLANES_BACK,
  AM_CUFFT_COLUMNS,
  AM_CUFFT_PLANS
} am_cufft_plan;

typedef struct {
  am_cuda_device *device; /* that of this thread */
  am_cuda_stream stream;  /* in whose order all is done */
  am_team *team;
  int grid[3];
  int fields;             /* at most AM_TURN_FIELDS */
  am_cufft cufft;
  am_slab planes, rows;   /* k and j of this member */
  long row, field;        /* complex numbers of a row, from field to field */
  int batch;              /* fields whose planes are transformed at once */
  int plans[AM_CUFFT_PLANS];
  bool made[AM_CUFFT_PLANS];
  size_t size;            /* bytes of the work area that plans share, and of
                             what the turn takes */
  am_cuda_pointer area;
  am_cuda_turn turn;      /* of several members */
} am_cuda_transform;

/* Opens cuFFT (library.h) and makes plans and their work area; the members up
 * to `fields` are set.  A call of all members of the team.  Closed with the
 * arena.  AM_ENVIRONMENT with a message, agreed on. */
AM_MUST_USE am_status am_cuda_transform_open(am_arena *arena,
                                             am_report *report,
                                             am_cuda_transform *t);

/* In place; what fails is the failure of the device. */
void am_cuda_transform_forth(am_cuda_transform *t, am_cuda_pointer fields);
void am_cuda_transform_back(am_cuda_transform *t, am_cuda_pointer fields);

#endif
