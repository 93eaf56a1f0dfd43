/* space.h: fields of a volume element and the operations on them, in the memory
 * of the host (host.c, FFTW) or of a GPU (device.c, cuFFT).
 *
 * The strain field is eps(x) = E + sym(grad u)(x) with a periodic u.  Solvers
 * work with vectors (E, u^), where u^ consists of three complex numbers at each
 * frequency of the half spectrum.  Every vector is therefore a compatible
 * strain, and half as large as a strain field.  A frequency has a real wave
 * vector q (frequency.h), and
 *
 *     eps^ = sym(q (x) u^),   A u^ = q.(C0 : sym(q (x) u^)),
 *     A = mu0 |q|^2 I + (lambda0 + mu0) q (x) q,
 *
 * u^ = 0 where q = 0.  With n = 0, 1, ... (negative beyond grid/2), xi = 2 pi
 * n/L, t = xi h, h = L/grid:
 *
 * fourier: q = xi.  On even grids q = 0 at the Nyquist frequency of any
 * direction: the stress at this frequency has no compatible counterpart and is
 * not changed.  A direction with one voxel has q_d = 0.
 *
 * rotated (Willot 2015, equation 24): q_d = 2/h_d sin(t_d/2) prod_{e /= d}
 * cos(t_e/2), without the phase common to all components of q.  Strains
 * and forces of this scheme are computed in real space (rotated_scheme.h), so
 * that three components are transformed instead of six.
 *
 * The factor i and the phase of the rotated scheme are absorbed in u^ and
 * cancel in all results.  The gradient of a stress field in the metric of C0 is
 * the vector g with A g^ = q.sigma^ (Moulinec and Suquet 1998; Kabel, Bohlke,
 * Schneider 2014).  Vectors in double and single precision have the same
 * meaning in all spaces.
 *
 * Material laws start from the state at t_n, which the space stores.  The
 * results of a response are not stored but recomputed when it is committed or
 * its fields are read; until then, the strain of the last response must not
 * change. */
#ifndef AM_SPACE_H
#define AM_SPACE_H

#include "engine/parts.h"
#include "space/cell.h"

typedef struct am_space am_space;

enum { AM_TERMS = 40 }; /* maximum number of terms of a combination */

typedef struct {
  double mean[6]; /* E, Kelvin-Mandel components */
  void *field;    /* u^ in the format of the space */
  bool rough;     /* single precision, for differences of iterates */
} am_vector;

/* Loading step of the laws. */
typedef struct {
  double duration;          /* (time); 0: jump at fixed internal variables */
  const volatile int *stop; /* may be NULL */
  double follow;            /* respond: error up to which laws reuse the
                               substeps of the previous response of the same
                               loading step (am_fields.follow) */
} am_loading_step;

/* Response of the laws to a strain field. */
typedef struct {
  am_point_status status; /* good, or the status of a failed voxel */
  long voxel;             /* index of the failed voxel; -1: none */
  double stress[6];       /* <sigma>, Kelvin-Mandel (stress) */
  double divergence;      /* sqrt(sum |q.sigma^|^2) over the full spectrum,
                             sigma^ = FFT/voxels (stress/length) */
} am_response;

/* Tangents dsigma/deps of all voxels. */
typedef struct {
  am_point_status status;
  long voxel;
  double mean[36]; /* <C>, Kelvin-Mandel [6][6] */
  /* Extremes over the voxels: half the smallest and largest eigenvalue of the
   * deviatoric block of the symmetrised tangent; I:C:I/9. */
  double shear_least, shear_largest;
  double bulk_least, bulk_largest;
} am_mean_tangent;

/* Fields of a phase [components][count]. */
typedef enum {
  AM_CELL_STRAIN = AM_FIELD_strain0,    /* [6] coordinates of base/basis.h */
  AM_CELL_STRESS = AM_FIELD_stress,     /* [6] likewise, of the last response */
  AM_CELL_STATE = AM_FIELD_state0,      /* [nx] */
  AM_CELL_SUBSTEPS = AM_FIELD_substeps, /* [1] accepted in the last response */
  AM_CELL_NEXT = AM_FIELD_step0,        /* [1] stored substep size */
  AM_CELL_METHOD = AM_FIELD_method0     /* [1] stored scheme of a chain */
} am_cell_field;

/* Categories of run time. */
typedef enum {
  AM_CELL_TIME_LAW,
  AM_CELL_TIME_TANGENTS,
  AM_CELL_TIME_TRANSFORMS,
  AM_CELL_TIME_REST,
  AM_CELL_TIME_MOVED,  /* transfers between devices, overlapping other work */
  AM_CELL_TIME_WAITED, /* part of the transform time without overlapping work */
  AM_CELL_TIMES
} am_cell_time;

typedef struct {
  double times[AM_CELL_TIMES]; /* (s) */
  double sent;            /* bytes sent from this device to others */
  long evaluations;       /* of the laws in all voxels, without tangent */
  double bytes;           /* maximum memory of fields so far */
} am_space_account;

/* First member of every space. */
struct am_space {
  const am_cell *cell;
  long frequencies; /* (grid[0]/2 + 1)*rows*grid[2], for the rows j of this
                       member of the team */
  double lambda, mu;
  am_space_account account;
  const volatile int *stop; /* of the last span */
  bool stopped;      /* a member of the team has been stopped */
  char failure[512]; /* reason, a phrase for users; "": none */
};

/* Opens the space for the engine of the cell's phases: device for cuda, host
 * otherwise.  State and strain are those at the start.  Freed with the
 * arena. */
AM_MUST_USE am_status am_space_open(am_arena *arena, am_report *report,
                                    const am_cell *cell, int threads,
                                    am_space **space);

/* Allocates a vector.  AM_ENVIRONMENT with a message if memory does not
 * suffice. */
AM_MUST_USE am_status am_space_vector(am_space *s, am_report *report,
                                      bool rough, am_vector **v);

/* Allocates a vector for a temporary gradient, which is lost when the next
 * strain is computed.  Uses free memory of the tensor fields if possible. */
AM_MUST_USE am_status am_space_passing(am_space *s, am_report *report,
                                       am_vector **v);

/* The following operations do not fail.  After the loss of a device, every
 * response has status AM_POINT_LOST, and `failure` contains the reason. */

void am_space_set_reference(am_space *s, double lambda, double mu);

/* y = sum c[i] x[i], with at most AM_TERMS terms; y may be among the x. */
void am_space_combine(am_space *s, am_vector *y, int count, const double *c,
                      const am_vector *const *x);

/* Between calls with true and false, combinations are collected; the second
 * call executes them in one pass over memory.  No other operation may use the
 * vectors in between. */
void am_space_collect(am_space *s, bool collects);
void am_space_copy(am_space *s, am_vector *y, const am_vector *x);

/* out[i] = (a, b[i]) = <eps_a : C0 : eps_b[i]>, including the means. */
void am_space_dots(am_space *s, const am_vector *a, int count,
                   const am_vector *const *b, double *out);

/* Evaluates the laws at the strain of u from the state at t_n, and the gradient
 * g of the stress without its mean; g may be NULL, or equal to u if u is no
 * longer needed.  If the status is not good, the other results are undefined
 * and there is nothing to commit. */
void am_space_respond(am_space *s, const am_loading_step *span,
                      const am_vector *u, am_vector *g, am_response *response);

/* Makes the results of the last response the state at t_n. */
void am_space_commit(am_space *s);

/* Computes the tangents of the laws at the strain of u; with `keep`, stores
 * them for am_space_apply.  Preserves the results of am_space_respond.  If
 * memory does not suffice, the status is AM_POINT_LOST and `failure` contains
 * the reason. */
void am_space_survey(am_space *s, const am_loading_step *span,
                     const am_vector *u, bool keep, am_mean_tangent *survey);

/* Like am_space_respond, for sigma = C : eps(v) with the stored tangents. */
void am_space_apply(am_space *s, const am_vector *v, am_vector *g,
                    am_response *response);

/* Means over the voxels of a phase [components]. */
void am_space_means(am_space *s, am_cell_field field, int phase, double *mean);

/* Copies to and from the host: fields of a phase [components][count] (strain,
 * state, next and method at t_n; only these can be stored); vectors
 * [3][frequencies][2], real and imaginary parts, in double precision also for
 * single-precision vectors. */
void am_space_fetch(am_space *s, am_cell_field field, int phase,
                    double *values);
void am_space_store(am_space *s, am_cell_field field, int phase,
                    const double *values);
void am_space_fetch_vector(am_space *s, const am_vector *v, double *values);
void am_space_store_vector(am_space *s, am_vector *v, const double *values);

/* Sets an external field of a phase's law in a loading step:
 * parts[0] + parts[1]*pattern at its start, parts[2] + parts[3]*pattern at its
 * end. */
void am_space_set_external(am_space *s, int phase, int field,
                           const double parts[4]);

/* AM_ENVIRONMENT with the failure as a message, if there is one; data copied to
 * the host after the failure are 0.  With several devices, the loss of one ends
 * the work of all members. */
AM_MUST_USE am_status am_space_check(const am_space *s, am_report *report);

/* Accepted substeps of the last response, averaged over the voxels whose laws
 * have internal variables; 0 if there are none. */
double am_space_substeps(am_space *s);

/* Number of components of a field of a phase. */
int am_cell_field_rows(const am_phase *phase, am_cell_field field);

/* ---- memory_budget.c: memory and communication, without a space ---------- */

/* Memory (bytes); am_space_account counts all of it except `beside`. */
typedef struct {
  double vectors, planes, laws;
  double tangents; /* including the buffer of a piece */
  double places;   /* voxel lists of phases, and their copies on a device */
  double rest;     /* sums, wave vectors */
  double beside;   /* work areas of transforms */
} am_space_size;

/* Space that only counts memory, of one process on the host with this number of
 * threads or on a device; its phases have a `count` but no voxel list. The only
 * operation is to create vectors, which have no memory. */
AM_MUST_USE am_status am_space_count(am_arena *arena, am_report *report,
                                     const am_cell *cell, bool device,
                                     int threads, am_space **space);

/* Counts the memory of tangents; with `keep`, including those stored for
 * `apply`. */
void am_space_count_tangents(am_space *space, bool keep);

am_space_size am_space_counted(const am_space *space);

/* Number of fields transformed in both directions in an iteration. */
int am_space_transformed(const am_cell *cell);

/* Bytes that the first process sends in one transposition of planes to rows. */
double am_space_moved(const am_cell *cell, bool device);

#endif
