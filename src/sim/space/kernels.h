/* kernels.h: arguments of the kernels of a volume element (vectors.h,
 * rotated.h, rotated_scheme.h, voxel_indices.h) and their division of work;
 * text compiled for the host and for devices.  Pointers refer to the memory of
 * the space.
 *
 * The work of a kernel is divided into parts.  A kernel with sums has one part
 * for each row j of frequencies or each plane k of voxels, and the sums of the
 * parts are added in order: results are bitwise independent of the execution
 * order and of the processor.  On a device, several threads share a part as
 * lanes, each with its own partial sum.  A kernel without sums has parts of
 * K_PLACES items on the host, and one item per thread on a device. */
#ifndef AM_SPACE_KERNELS_H
#define AM_SPACE_KERNELS_H

#include "space/frequency.h"

enum {
  K_PLACES = 2048,
  K_MOST = 16,      /* vectors or rows of a launch with sums */
  K_TERMS = 40,     /* AM_TERMS, of all outputs of a launch … */
  K_OUTPUTS = 8,    /* … and maximum number of outputs */
  K_SHARES = 512,   /* lanes per part on a device … */
  K_FEW = 128,      /* … for a kernel with 36 sums and 4 maxima */
  K_MANY = 1 << 12, /* … for a kernel without sums */
  K_SURVEYED = 40,
  K_REST = 16,      /* sums of the lanes of a part, read by the host */
  K_UNFIT = 1,      /* AM_POINT_INVALID */
  K_ENDS = 8,       /* AM_SUBSTEP_ENDS */
  K_CHOSEN = 65535  /* first end: substeps are chosen, not reused */
};

/* Part of the work, or share of one lane in a part. */
typedef struct {
  long part;
  int lane, lanes;
} k_share;

/* Numbers processed at a time; minimum of two numbers; loop over the items n of
 * a part (on the host `size` items out of `count`, in increments of `step`). */
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

/* Vector u^ [3][frequencies] of k_complex or, if `rough`, of k_rough
 * numbers. */
typedef struct {
  void *at;
  int rough;
} k_vector;

/* Results that the host reads. */
typedef struct {
  unsigned long long worst; /* minimum of 16 voxel + status over failed voxels;
                               ULLONG_MAX: all are good */
  double mean[6];           /* mean times number of voxels, tensor components */
} k_found;

/* Partial sums [rows][stride], stride = parts*lanes. */
typedef struct {
  double *partial;
  long stride;
} k_sums;

/* Arguments for vectors and the spectrum of a tensor [6], or of displacements
 * or forces at corners [3], with rows of grid[0]/2 + 1 numbers. */
typedef struct {
  k_waves waves;
  k_complex *spectrum;
  long row, plane, field; /* complex numbers from j to j + 1, from k to k + 1,
                             from component to component */
  k_vector vector;     /* at 0: not required */
  double mean[6];      /* tensor components */
  double scale;        /* 1/voxels */
  double half[3];      /* rotated scheme: sin(t/2) of sine[d] */
  k_sums sums;         /* [1] */
  k_found *found;
} k_spectrum;

/* Planes of corners [3][field] and of centres [6][field], and the adjacent
 * plane of another member: corners after the last plane, centres before the
 * first. */
typedef struct {
  int grid[3];         /* planes of this member */
  double slope[3];     /* 1/(4 edge lengths of a voxel) */
  long row, plane, field; /* doubles per row, plane, field */
  double *corners, *middles;
  const double *beside;   /* [3 or 6][other] */
  long other;
  double mean[6];      /* of the strain, tensor components */
  k_sums sums;         /* [6] of the stress, for each plane */
} k_corners;

typedef struct {
  k_waves waves;
  int count;           /* number of b */
  k_vector a, b[K_MOST];
  k_sums sums;         /* [count] */
} k_dots;

/* y[j] = sum c[i] x[i], with i from the end of the previous output to end[j],
 * one output after the other. */
typedef struct {
  long size;           /* complex numbers per vector */
  int outputs;         /* number of y */
  int end[K_OUTPUTS];
  k_vector y[K_OUTPUTS], x[K_TERMS];
  double c[K_TERMS];
} k_combination;

/* Places of a phase, and padded planes of the six components of a tensor, which
 * share the memory of their spectrum. */
typedef struct {
  int width;           /* voxels per row: grid[0] */
  long row, plane;     /* doubles per row; doubles per component */
  double *planes;
  const int *voxel;    /* [count] */
  long before;         /* voxels of the cell before the first of the planes */
  long count, stride;  /* number of places; stride of the fields */
  double *field;       /* [6][stride] */
  const double *status;   /* [count] */
  const double *tangents; /* [36][stride] coordinates of base/basis.h */
  double stiffness[36];   /* of an elastic phase, tensor components */
  k_found *found;
} k_places;

/* Copies rows of a field, [rows][from_stride] to [rows][to_stride]. */
typedef struct {
  const double *from;
  double *to;
  long from_stride, to_stride, count;
  int rows;
} k_copy;

/* Fills a field [size][count] with numbers [rows][size] of a table by label. */
typedef struct {
  const double *from;
  double *to;
  const int *row;   /* by label */
  const int *label; /* by voxel */
  const int *voxel; /* [count] */
  long count;
  int size;
} k_by_label;

/* Substep ends of some places [K_ENDS][count], now and before the laws were
 * called; changed [count] marks differences. */
typedef struct {
  unsigned short *ends, *before;
  unsigned char *changed;
  long count;
} k_ends;

/* Numbers of places, and their stored copies in single precision. */
typedef struct {
  double *numbers;
  float *kept;
  long count;
} k_numbers;

/* Places first … first + count - 1 of a phase, by planes: those of plane k
 * begin at start[k], start [planes + 1]. */
typedef struct {
  const long *start;
  long first, count;
} k_layers;

/* Adds the rows of a field to partial sums. */
typedef struct {
  int begins;          /* initialises the sums with zero */
  k_layers layers;
  const double *field; /* [rows][stride] */
  long stride;
  int rows;            /* maximum K_MOST */
  k_sums sums;         /* [rows] */
} k_means;

/* Adds to partial sums and maxima. */
typedef struct {
  k_layers layers;
  const double *tangents; /* [36][stride] */
  long stride;
  k_sums sums;            /* [K_SURVEYED] */
} k_survey;

/* Adds the lanes of partial [rows][parts][lanes], with maxima instead from row
 * `maxima` on, to sums [rows][parts][K_REST]; for devices. */
typedef struct {
  const double *partial;
  double *sums;
  long parts;
  int lanes, rows, maxima;
} k_total;

#endif
