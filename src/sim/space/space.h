/* space.h: the fields of a volume element and what is done to them, where they
 * are: in the host's memory (host.c, FFTW) or in that of a GPU (device.c,
 * cuFFT).
 *
 * The strain field is eps(x) = E + sym(grad u)(x) with a periodic u.  What
 * solvers work with are vectors (E, u^), u^ at the frequencies of the half
 * spectrum: three complex numbers each, so that every vector is compatible
 * and half as large as a strain field.  A frequency has a real wave vector q
 * (frequency.h), and
 *
 *     eps^ = sym(q (x) u^),   A u^ = q.(C0 : sym(q (x) u^)),
 *     A = mu0 |q|^2 I + (lambda0 + mu0) q (x) q,
 *
 * u^ = 0 where q = 0.  With n = 0, 1, ... beyond grid/2 negative, xi =
 * 2 pi n/L, t = xi h, h = L/grid:
 *
 * fourier: q = xi; where the grid is even, all of q is zero at the Nyquist
 * frequency of any direction: the stress there has no compatible partner and
 * is left as it is.  A direction of one voxel has q_d = 0.
 * rotated (Willot 2015, equation 24): q_d = 2/h_d sin(t_d/2) prod_{e /= d}
 * cos(t_e/2); the phase that all of q share is left out.  The host finds
 * strains and forces of it in real space (stencil.h), so that it transforms
 * three components instead of six.
 *
 * The factor i and the phase of the rotated scheme are in
 * u^: they cancel in all that is asked for.  The gradient of a stress field
 * in the metric of C0 is the vector g with A g^ = q.sigma^ (Moulinec and
 * Suquet 1998; Kabel, Bohlke, Schneider 2014).  Vectors of two kinds have the
 * same meaning in all spaces.
 *
 * Material laws start from the state at t_n that the space keeps.  What they
 * find is not kept, but found once more when it is committed, or asked for: the
 * strain of the last response must still be as it was. */
#ifndef AM_SPACE_H
#define AM_SPACE_H

#include "space/cell.h"

typedef struct am_space am_space;

enum { AM_TERMS = 40 }; /* of a combination, at most */

typedef struct {
  double mean[6]; /* E, Kelvin-Mandel components */
  void *field;    /* u^, as the space keeps it */
  bool rough;     /* in single precision: for differences of iterates */
} am_vector;

/* A loading step as the laws see it. */
typedef struct {
  double duration;          /* [time]; 0: a jump at fixed internal variables */
  const volatile int *stop; /* or NULL */
  double follow;            /* respond: up to which error laws follow the
                               substeps of the response before, which was of
                               the same loading step (am_fields.follow) */
} am_span;

/* What the laws answer to a strain field. */
typedef struct {
  am_point_status status; /* good, or of a voxel that is not */
  long voxel;             /* that one, -1: none */
  double stress[6];       /* <sigma>, Kelvin-Mandel [stress] */
  double divergence;      /* sqrt(sum |q.sigma^|^2) over the whole spectrum,
                             sigma^ = FFT/voxels [stress/length] */
} am_response;

/* Tangents dsigma/deps of all voxels. */
typedef struct {
  am_point_status status;
  long voxel;
  double mean[36]; /* <C>, Kelvin-Mandel [6][6] */
  /* Over voxels: the least and the largest eigenvalue of the deviatoric part
   * of the symmetric part, halved; and I:C:I/9. */
  double shear_least, shear_largest;
  double bulk_least, bulk_largest;
} am_survey;

/* Fields of a phase: [components][count]. */
typedef enum {
  AM_CELL_STRAIN,   /* [6] coordinates of base/basis.h, like the next */
  AM_CELL_STRESS,   /* [6] of the last response */
  AM_CELL_STATE,    /* [nx] */
  AM_CELL_SUBSTEPS, /* [1] accepted, of the last response */
  AM_CELL_NEXT,     /* [1] remembered substep size */
  AM_CELL_METHOD    /* [1] remembered scheme of a chain */
} am_cell_field;

typedef struct {
  double law, tangents, transforms, rest; /* [s] */
  double moved, waited;   /* [s] fields moved between devices, and, of the
                             transforms, nothing was done meanwhile */
  double sent;            /* bytes from this device to others */
  long evaluations;       /* of laws in all voxels, without tangent */
  double bytes;           /* of memory for fields, at most so far */
} am_space_account;

/* What a space does.  None of these fails but `open` and `vector`; a device
 * that is lost makes every response AM_POINT_LOST with `failure` told. */
typedef struct {
  const char *name;
  am_status (*open)(am_arena *arena, am_report *report, const am_cell *cell,
                    int threads, am_space **space);
  /* AM_ENVIRONMENT with a message when there is not enough memory. */
  am_status (*vector)(am_space *s, am_report *report, bool rough,
                      am_vector **v);
  /* The same for a gradient that is combined and multiplied, and forgotten when
   * the next strain is found: where tensors have room for it, it takes none. */
  am_status (*passing)(am_space *s, am_report *report, am_vector **v);
  /* The rest works on fields alone; means are dealt with in space.c. */
  void (*set_reference)(am_space *s, double lambda, double mu);
  /* y = sum c[i] x[i], of at most AM_TERMS; y may be among the x. */
  void (*combine)(am_space *s, am_vector *y, int count, const double *c,
                  const am_vector *const *x);
  /* out[i] = <eps_a : C0 : eps_b[i]> of the fluctuations alone. */
  void (*dots)(am_space *s, const am_vector *a, int count,
               const am_vector *const *b, double *out);
  /* Laws at the strain of u, from the state at t_n, and the gradient g of the
   * stress, but for its mean; g may be NULL, or u, where nothing more is asked
   * of it.  Where the status is not good nothing else is found, and nothing is
   * there to commit. */
  void (*respond)(am_space *s, const am_span *span, const am_vector *u,
                  am_vector *g, am_response *response);
  /* What respond has found last is the state at t_n from now on. */
  void (*commit)(am_space *s);
  /* Tangents of the laws at the strain of u; `keep` them for `apply`.  What
   * respond has found stays.  The status is AM_POINT_LOST, and `failure` says
   * why, where there is not enough memory for them. */
  void (*survey)(am_space *s, const am_span *span, const am_vector *u,
                 bool keep, am_survey *survey);
  /* The same as respond, of sigma = C : eps(v) with the kept tangents. */
  void (*apply)(am_space *s, const am_vector *v, am_vector *g,
                am_response *response);
  /* Means over the voxels of a phase, [components]. */
  void (*means)(am_space *s, am_cell_field field, int phase, double *mean);
  /* Copies to and from the host: of a phase [components][count] (strain, state,
   * next and method: those at t_n, which alone are stored), of a vector
   * [3][frequencies][2], real and imaginary parts, also of rough ones. */
  void (*fetch)(am_space *s, am_cell_field field, int phase, double *values);
  void (*store)(am_space *s, am_cell_field field, int phase,
                const double *values);
  /* An external field of a phase's law in a loading step: parts[0] +
   * parts[1]*pattern at its start, likewise parts[2], parts[3] at its end. */
  void (*set_external)(am_space *s, int phase, int field,
                       const double parts[4]);
  void (*fetch_vector)(am_space *s, const am_vector *v, double *values);
  void (*store_vector)(am_space *s, am_vector *v, const double *values);
  void (*account)(const am_space *s, am_space_account *account);
} am_space_type;

/* What every space begins with. */
struct am_space {
  const am_space_type *type;
  const am_cell *cell;
  long frequencies; /* (grid[0]/2 + 1)*rows*grid[2], of the rows j that this
                       member of the team has */
  double lambda, mu;
  const volatile int *stop; /* of the last span */
  bool stopped;      /* it has reached a member of the team */
  char failure[512]; /* "": none; a phrase for people */
};

/* The space for the engine of the cell's phases: host, or device for cuda.
 * State and strain are those at the start.  Freed with the arena. */
AM_MUST_USE am_status am_space_open(am_arena *arena, am_report *report,
                                    const am_cell *cell, int threads,
                                    am_space **space);

/* AM_ENVIRONMENT with the failure as a message, where there is one: what has
 * been copied to the host since is 0.  Means of several devices end the work of
 * all members where one is lost. */
AM_MUST_USE am_status am_space_check(const am_space *s, am_report *report);

/* Accepted substeps of the last response, the mean over the voxels of laws
 * with internal variables; 0 where there are none. */
double am_space_substeps(am_space *s);

/* combine and dots with the means: (a, b) = <eps_a : C0 : eps_b>. */
void am_space_combine(am_space *s, am_vector *y, int count, const double *c,
                      const am_vector *const *x);
void am_space_dots(am_space *s, const am_vector *a, int count,
                   const am_vector *const *b, double *out);
void am_space_copy(am_space *s, am_vector *y, const am_vector *x);

/* Components of a field of a phase. */
int am_cell_field_rows(const am_phase *phase, am_cell_field field);

extern const am_space_type am_space_host, am_space_device;

#endif
