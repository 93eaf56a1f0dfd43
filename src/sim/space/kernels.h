/* kernels.h: what the kernels of a volume element (vectors.h, rotated.h,
 * corners.h, places.h) are given, and how their work is cut; text that the host
 * and devices compile.  Pointers are to the memory of the space.
 *
 * The work of a kernel is cut into parts.  What makes sums has a part for each
 * row j of frequencies, or for each plane k of voxels, and the sums of parts are
 * added in their order: bits do not depend on which part is done when, nor
 * where.  On a device a part is shared by some threads, its lanes, each of
 * which has a sum of its own.  What makes none has stretches of K_PLACES items
 * on the host, and an item for each thread on a device. */
#ifndef AM_SPACE_KERNELS_H
#define AM_SPACE_KERNELS_H

#include "space/frequency.h"

enum {
  K_PLACES = 2048,
  K_MOST = 16,      /* vectors, or rows, of a launch that has sums */
  K_TERMS = 40,     /* AM_TERMS */
  K_SHARES = 512,   /* of a part on a device … */
  K_FEW = 128,      /* … that makes 36 sums and 4 maxima, … */
  K_MANY = 1 << 12, /* … that makes none */
  K_SURVEYED = 40,
  K_REST = 16,      /* sums of the lanes of a part, for the host */
  K_UNFIT = 1,      /* AM_POINT_INVALID */
  K_ENDS = 8,       /* AM_SUBSTEP_ENDS */
  K_CHOSEN = 65535  /* in the first end: substeps are chosen, none followed */
};

/* A part, or what a lane does of it. */
typedef struct {
  long part;
  int lane, lanes;
} k_share;

/* Numbers that are worked on at a time; the least of two; items n of a stretch,
 * `size` long on the host, of `count`, which go on by `step` there. */
#define K_LEAST(a, b) ((a) < (b) ? (a) : (b))
#ifndef K_CHUNK
#define K_CHUNK 256
#define K_LENGTH(rest) ((int)K_LEAST(K_CHUNK, rest))
#define K_EACH(n, share, size, count, step)                                  \
  for (long n = (share).part * (size), n##_end = K_LEAST(n + (size), count); \
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

/* Partial sums [rows][stride], stride = parts*lanes. */
typedef struct {
  double *partial;
  long stride;
} k_sums;

/* Between vectors and the spectrum of a tensor [6], rows of grid[0]/2 + 1
 * numbers. */
typedef struct {
  k_waves waves;
  k_complex *spectrum;
  long row, plane, field; /* complex numbers from j to j + 1, from k to k + 1,
                             from component to component */
  k_vector vector;     /* at 0: not wanted */
  double mean[6];      /* tensor components */
  double scale;        /* 1/voxels */
  k_sums sums;         /* [1] */
  k_found *found;
} k_spectrum;

/* The same of the displacements of corners, or of forces there: of three
 * components. */
typedef struct {
  k_spectrum spectrum;
  double half[3];      /* sin(t/2) of sine[d] */
} k_rotated;

/* Planes of corners [3][field] and of middles [6][field], and the plane next to
 * those of this member: of corners behind the last one, of middles before the
 * first. */
typedef struct {
  int grid[3];         /* the planes of this member */
  double slope[3];     /* 1/(4 edges of a voxel) */
  long row, plane, field; /* doubles from row to row, and so on */
  double *corners, *middles;
  const double *beside;   /* [3 or 6][other] */
  long other;
  double mean[6];      /* of the strain, tensor components */
  k_sums sums;         /* [6] of the stress in each plane */
} k_corners;

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
  long before;         /* voxels of the cell before the planes' first */
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

/* Ends of substeps of some places, [K_ENDS][count], as they are and as they
 * were before laws have seen them; and where they have changed [count]. */
typedef struct {
  unsigned short *ends, *before;
  unsigned char *changed;
  long count;
} k_ends;

/* Numbers of places, and as they are kept. */
typedef struct {
  double *numbers;
  float *kept;
  long count;
} k_numbers;

/* Places first … first + count - 1 of a phase by planes: those of plane k begin
 * at start[k], start [planes + 1]. */
typedef struct {
  const long *start;
  long first, count;
} k_layers;

/* Adds the rows of a field to partial sums. */
typedef struct {
  int begins;          /* these are zero */
  k_layers layers;
  const double *field; /* [rows][stride] */
  long stride;
  int rows;            /* at most K_MOST */
  k_sums sums;         /* [rows] */
} k_means;

/* Adds to partial sums and maxima. */
typedef struct {
  k_layers layers;
  const double *tangents; /* [36][stride] */
  long stride;
  k_sums sums;            /* [K_SURVEYED] */
} k_survey;

/* Sums over the lanes of partial [rows][parts][lanes], maxima from row `maxima`
 * on: sums [rows][parts][K_REST]; on devices. */
typedef struct {
  const double *partial;
  double *sums;
  long parts;
  int lanes, rows, maxima;
} k_total;

#endif
