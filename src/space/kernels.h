/* kernels.h: what the kernels of a volume element (vectors.h, places.h) are
 * given, and how their work is cut; text that the host and devices compile.
 * Pointers are to the memory of the space.
 *
 * A kernel is called once for each part of its work.  On a device a part is a
 * thread, which does one item, or every so many-th where there are fewer
 * threads than items; on the host it is a stretch of K_PLACES places, or of
 * K_ROWS rows of frequencies.  A part has a sum of its own, and these are added
 * in their order: bits do not depend on which part is done when. */
#ifndef AM_SPACE_KERNELS_H
#define AM_SPACE_KERNELS_H

#include "space/frequency.h"

enum {
  K_PLACES = 2048,
  K_ROWS = 64,
  K_MOST = 16,         /* vectors, or rows, of a launch that has sums */
  K_TERMS = 40,        /* AM_TERMS */
  K_THREADS = 1 << 16, /* of a device, that make partial sums … */
  K_FEW = 1 << 14,     /* … of many numbers, 36 sums and 4 maxima */
  K_SURVEYED = 40,
  K_REST = 1 << 10,    /* sums of a device's partial ones, for the host */
  K_UNFIT = 1          /* AM_POINT_INVALID */
};

/* Numbers that are worked on at a time; the least of two; items n of a part,
 * `size` to a part on the host, of `count`, which go on by `step` there. */
#ifndef K_CHUNK
#define K_CHUNK 256
#define K_LEAST(a, b) ((a) < (b) ? (a) : (b))
#define K_LENGTH(rest) ((int)K_LEAST(K_CHUNK, rest))
#define K_EACH(n, part, size, count, step)                             \
  for (long n = (part) * (size), n##_end = K_LEAST(n + (size), count); \
       n < n##_end; n += (step))
#endif

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
  double mean[6];           /* times the number of voxels, tensor components */
} k_found;

/* Partial sums [rows][stride] of parts, the one of part 0 at `first`. */
typedef struct {
  double *partial;
  long stride, first;
} k_sums;

/* Between vectors and the spectrum of a tensor [6][field], row by row (each
 * grid[0]/2 + 1 numbers), [grid[2]][grid[1]][row]. */
typedef struct {
  k_waves waves;
  k_complex *spectrum;
  long row, field;     /* complex numbers */
  k_vector vector;     /* at 0: not wanted */
  double mean[6];      /* tensor components */
  double scale;        /* 1/voxels */
  k_sums sums;         /* [1] */
  k_found *found;
} k_spectrum;

typedef struct {
  k_waves waves;
  int count;           /* of b */
  k_vector a, b[K_MOST];
  k_sums sums;         /* [count] */
} k_dots;

/* y = sum c[i] x[i] */
typedef struct {
  long size;           /* complex numbers of a vector */
  int count;           /* of x */
  k_vector y, x[K_TERMS];
  double c[K_TERMS];
} k_combination;

/* Some places of a phase and the six padded planes of a tensor's components,
 * which are where their spectrum is. */
typedef struct {
  int width;           /* voxels of a row: grid[0] */
  long row, plane;     /* doubles from row to row, of a plane */
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
} k_copy;

/* Sums over the rows of a field. */
typedef struct {
  const double *field; /* [rows][stride] */
  long count, stride;
  int rows;            /* at most K_MOST */
  k_sums sums;         /* [rows] */
} k_means;

/* Adds to partial sums and maxima. */
typedef struct {
  const double *tangents; /* [36][stride] */
  long count, stride;
  k_sums sums;            /* [K_SURVEYED] */
} k_survey;

/* Sums over `threads` of partial [rows][threads], maxima from row `maxima`
 * on: sums [rows][K_REST]; on devices. */
typedef struct {
  const double *partial;
  double *sums;
  long threads;
  int rows, maxima;
} k_total;

#endif
