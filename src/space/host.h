/* host.h: the space in the host's memory; internal to host*.c. */
#ifndef AM_SPACE_HOST_H
#define AM_SPACE_HOST_H

#include "space/space.h"
#include "space/transform.h"
#include "space/waves.h"

/* Sums are made of partial sums over so many rows, or places, in order: they
 * do not depend on the number of threads. */
enum { AM_HOST_ROWS = 64, AM_HOST_PLACES = 2048 };

/* A field at t_n, and as the laws have found it. */
typedef struct {
  double *now, *next;
} am_host_pair;

/* The fields of a phase, [components][count]. */
typedef struct {
  const am_phase *phase;
  am_host_pair strain, state, size; /* [6], [nx], [1] */
  double *target;                   /* [6] tensor components */
  double *stress;                   /* [6] */
  double *substeps, *status;        /* [1] */
  unsigned short *ends;             /* [AM_SUBSTEP_ENDS] of substeps */
  double *tangent;                  /* [36] that are kept, or NULL */
} am_host_points;

typedef struct {
  am_space space; /* the first member */
  am_arena *arena;
  int threads;
  am_transform transform;
  k_waves waves;
  am_host_points *points; /* [phase_count] */
  bool answered;          /* respond has found a state to commit */
  double *sums;           /* partial sums, [AM_HOST_SUMS][parts] */
  long parts;             /* of rows or places, the larger number */
  double *scratch;        /* of survey, or NULL */
  am_space_account account;
} am_host;

enum { AM_HOST_SUMS = 38 };

/* `count` doubles of zeros on a boundary of 64 bytes; AM_ENVIRONMENT with a
 * message when there is not enough memory. */
AM_MUST_USE am_status am_host_room(am_host *h, am_report *report, long count,
                                   double **room);

/* Adds the seconds since *start to *sum; *start becomes now. */
void am_host_charge(double *start, double *sum);

/* Sum over `parts` of sums [parts]. */
double am_host_total(const double *sums, long parts);

/* host_spectrum.c */

/* The buffer becomes the strain of u, tensor components. */
void am_host_strain(am_host *h, const am_vector *u);

/* Stress in the buffer, tensor components, to its gradient (g may be NULL),
 * its mean, and the norm of its divergence. */
void am_host_gradient(am_host *h, am_vector *g, am_response *response);

/* host_vectors.c */
void am_host_combine(am_space *s, am_vector *y, int count, const double *c,
                     const am_vector *const *x);
void am_host_dots(am_space *s, const am_vector *a, int count,
                  const am_vector *const *b, double *out);
void am_host_fetch_vector(am_space *s, const am_vector *v, double *values);
void am_host_store_vector(am_space *s, am_vector *v, const double *values);

/* Numbers first … first + count - 1 of a vector as doubles, and back. */
void am_host_read(const am_vector *v, long first, long count, double *to);
void am_host_write(const am_vector *v, long first, long count,
                   const double *from);

/* host_points.c */
AM_MUST_USE am_status am_host_points_new(am_host *h, am_report *report);

/* Where place `place` of a phase stands in a field of the buffer. */
long am_host_at(const am_host *h, const am_host_points *p, long place);

/* The buffer to the targets of all phases. */
void am_host_gather(am_host *h);

/* Laws at the targets; false, and the voxel, where a point is not good. */
bool am_host_evaluate(am_host *h, const am_span *span, am_response *response);

/* The first voxel whose stress is not finite, -1: none. */
long am_host_unfit(const am_host *h);

/* The stress of all phases to the buffer. */
void am_host_scatter(am_host *h);

/* The first voxel whose status [count] of a phase is not good: lowers *voxel
 * (-1: none yet) and then sets *status. */
void am_host_worst(const am_host_points *p, const double *status, long first,
                   long count, int threads, long *voxel,
                   am_point_status *found);

void am_host_commit(am_space *s);
void am_host_means(am_space *s, am_cell_field field, int phase, double *mean);
void am_host_fetch(am_space *s, am_cell_field field, int phase,
                   double *values);
void am_host_store(am_space *s, am_cell_field field, int phase,
                   const double *values);

/* host_survey.c */
void am_host_survey(am_space *s, const am_span *span, const am_vector *u,
                    bool keep, am_survey *survey);
void am_host_apply(am_space *s, const am_vector *v, am_vector *g,
                   am_response *response);

#endif
