/* cufft.h: discrete Fourier transforms of real fields on a device, by NVIDIA's
 * cuFFT, which is opened when the program runs.
 *
 * A field on a grid [3] is transformed where it is: a padded plane
 * [grid[2]][grid[1]][2*(grid[0]/2 + 1)] of doubles, of which grid[0] of each
 * row are numbers, becomes the half spectrum
 * [grid[2]][grid[1]][grid[0]/2 + 1] of complex numbers, and back.  Neither way
 * is scaled.  Where grid[0] is 1 the second number of a row, the imaginary
 * part, must be zero before the way forth, and is of no use after the way
 * back.
 *
 * The declarations are those of cufft.h, whose binary interface is the same
 * in versions 11 and 12. */
#ifndef AM_CUDA_CUFFT_H
#define AM_CUDA_CUFFT_H

#include "cuda/device.h"

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
#include "cuda/cufft.def"
#undef AM_CUFFT_CALL
} am_cufft;

/* Planes of a grid, one after another. */
typedef struct {
  am_cufft cufft;
  am_cuda_device *device;
  int grid[3];
  int planes, batch;    /* transformed in planes/batch calls */
  int forth, back;      /* plans */
  bool made[2];         /* them */
  size_t size;          /* bytes of the work area that the plans share */
  am_cuda_pointer area;
} am_cuda_transform;

/* Opens cuFFT (library.h) and makes plans in the order of a stream, and their
 * work area; the device is that of
 * this thread.  Small planes are transformed all at once, large ones one by
 * one, which takes a smaller area.  Closed with the arena.  AM_ENVIRONMENT
 * with a message. */
AM_MUST_USE am_status am_cuda_transform_new(am_arena *arena,
                                            am_report *report,
                                            am_cuda_device *device,
                                            const int *grid, int planes,
                                            am_cuda_stream stream,
                                            am_cuda_transform **transform);

/* In place; what fails is the failure of the device. */
void am_cuda_transform_forth(am_cuda_transform *t, am_cuda_pointer planes);
void am_cuda_transform_back(am_cuda_transform *t, am_cuda_pointer planes);

#endif
