/* device_launch.h: what the kernels of a volume element (device_waves.h,
 * device_places.h) are given; shared by their text and by the host.  Pointers
 * are to memory of the device. */
#ifndef AM_SPACE_DEVICE_LAUNCH_H
#define AM_SPACE_DEVICE_LAUNCH_H

#include "space/frequency.h"

enum {
  K_MOST = 16,         /* vectors, or rows, of a launch */
  K_THREADS = 1 << 16, /* that make partial sums … */
  K_FEW = 1 << 14,     /* … of many numbers, 36 sums and 4 maxima */
  K_SURVEYED = 40,
  K_REST = 1 << 10,    /* sums of partial sums, which the host ends */
  K_UNFIT = 1          /* AM_POINT_INVALID */
};

typedef struct {
  double re, im;
} __attribute__((aligned(16))) k_complex;

typedef struct {
  float re, im;
} __attribute__((aligned(8))) k_rough;

/* u^ [3][frequencies], k_complex, or where `rough` k_rough. */
typedef struct {
  void *at;
  int rough;
} k_vector;

/* What the host reads. */
typedef struct {
  unsigned long long worst; /* the least 16 voxel + status of voxels that are
                               not good, ULLONG_MAX: all are */
  double mean[6];           /* tensor components */
} k_found;

/* Between vectors and the spectrum of a tensor. */
typedef struct {
  k_waves waves;
  k_complex *spectrum; /* [6][frequencies] */
  k_vector vector;     /* at 0: not wanted */
  double mean[6];      /* tensor components */
  double scale;        /* 1/voxels */
  double *partial;     /* [K_THREADS] */
  k_found *found;
} k_spectrum;

typedef struct {
  k_waves waves;
  int count;           /* of b */
  k_vector a, b[K_MOST];
  double *partial;     /* [count][K_THREADS] */
} k_dots;

/* y = sum c[i] x[i] */
typedef struct {
  long size;           /* complex numbers of a vector */
  int count;           /* of x */
  k_vector y, x[K_MOST];
  double c[K_MOST];
} k_combination;

/* Some places of a phase and the six padded planes of a tensor's components
 * (cuda/cufft.h). */
typedef struct {
  int width;           /* voxels of a row: grid[0] */
  long plane;          /* doubles of a plane */
  double *planes;
  const int *voxel;    /* [count] */
  long count, stride;  /* of the fields */
  double *field;       /* [6][stride] */
  const double *status;   /* [count] */
  const double *tangents; /* [36][stride] coordinates of base/basis.h */
  k_found *found;
} k_places;

/* Rows of a field, [rows][from_stride] to [rows][to_stride]. */
typedef struct {
  const double *from;
  double *to;
  long from_stride, to_stride, count;
  int rows;
} k_rows;

/* partial [rows][K_THREADS]: of the rows of a field */
typedef struct {
  const double *field; /* [rows][stride] */
  long count, stride;
  int rows;            /* at most K_MOST */
  double *partial;
} k_row_sums;

/* Adds to partial [K_SURVEYED][K_FEW]. */
typedef struct {
  const double *tangents; /* [36][stride] */
  long count, stride;
  double *partial;
} k_survey;

/* Sums over `threads` of partial [rows][threads], maxima from row `maxima`
 * on: sums [rows][K_REST]. */
typedef struct {
  const double *partial;
  double *sums;
  long threads;
  int rows, maxima;
} k_total;

#endif
