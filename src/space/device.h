/* device.h: the space in the memory of a GPU; internal to device*.c.
 *
 * All fields stay there; what crosses the bus in an iteration are the numbers
 * that the host reads, some kilobytes.  Everything goes in the order of one
 * stream, and the host waits only for those numbers.  Bytes for N voxels in
 * phases whose states have nx numbers, F frequencies, about N/2:
 *
 *     six planes, strains and stresses by turns        96 F
 *     by voxel: strain at t_n, target, stress,
 *       states and substep sizes at t_n and as found,
 *       substeps, status                               176 + 16 nx
 *       ends of substeps                               16
 *       number of the voxel, a list of points          8
 *     a vector; a rough one                            48 F; 24 F
 *     work area of the transforms: about a plane       16 F
 *     partial sums                                     9 MB
 *     kept tangents, where they are asked for          288 by voxel
 *
 * 150^3 voxels with nx = 7, four vectors and eight rough ones: 0.16 + 1.06 +
 * 0.33 + 0.33 + 0.03 + 0.01 = 1.92 GB.
 *
 * After a response that is not good g is of no use. */
#ifndef AM_SPACE_DEVICE_H
#define AM_SPACE_DEVICE_H

#include "cuda/compile.h"
#include "cuda/cufft.h"
#include "space/device_launch.h"
#include "space/space.h"

/* The kernels, by their names after "cell_". */
typedef enum {
#define AM_CALL(name, NAME) AM_CELL_KERNEL_##NAME,
#include "space/device_kernels.def"
#undef AM_CALL
  AM_CELL_KERNELS
} am_cell_kernel;

/* What a stretch of time was spent on. */
typedef enum {
  AM_CELL_TIME_LAW,
  AM_CELL_TIME_TANGENTS,
  AM_CELL_TIME_TRANSFORMS,
  AM_CELL_TIME_REST,
  AM_CELL_TIMES,
  AM_CELL_TIME_NONE = AM_CELL_TIMES /* what comes between calls */
} am_cell_time;

enum { AM_CELL_MOMENTS = 64 };

/* Fields of a phase [components][count]. */
typedef struct {
  const am_phase *phase;
  am_cuda_pointer voxel;                /* [1] int */
  am_cuda_pointer strain0, target, stress; /* [6] */
  am_cuda_pointer state0, state;        /* [nx] at t_n, and as found */
  am_cuda_pointer first, next;          /* [1] likewise */
  am_cuda_pointer substeps, status;     /* [1] */
  am_cuda_pointer ends;                 /* [AM_SUBSTEP_ENDS] unsigned short */
  am_cuda_pointer tangents;             /* [36] that are kept, 0: none */
  bool prepared;                        /* phase->tangents has its memory */
} am_device_points;

typedef struct {
  am_space space; /* the first member */
  am_arena *arena;
  am_cuda_device device;
  am_cuda_object object;
  am_cuda_module module;
  am_cuda_function kernels[AM_CELL_KERNELS];
  am_cuda_stream stream, aside; /* aside: in which `stop` is set */
  am_cuda_transform *transform;
  am_cuda_pointer planes;       /* [6] */
  k_waves waves;                /* tables on the device */
  am_device_points *points;     /* [phase_count] */
  long largest;                 /* places of the largest phase */
  am_cuda_pointer stop;         /* [1] int */
  am_cuda_pointer partial;      /* K_MOST*K_THREADS, K_SURVEYED*K_FEW */
  am_cuda_pointer found;        /* k_found, and behind it sums
                                   [K_SURVEYED][K_REST] */
  char *here;                   /* the same on the host, pinned */
  am_cuda_pointer scratch;      /* of a survey, or 0 */
  long piece;                   /* points that it has room for */
  am_cuda_pointer *memories;    /* [memory_count] all but the scratch */
  int memory_count, memory_capacity;
  bool answered;                /* respond has found a state to commit */
  am_cuda_event moments[AM_CELL_MOMENTS];
  am_cell_time spent[AM_CELL_MOMENTS]; /* since the moment before */
  int moment_count;
  double times[AM_CELL_TIMES];  /* [s] */
  double bytes;
  long evaluations;
} am_device_space;

/* device.c: the text of the kernels. */
const char *am_device_text(am_arena *arena);

/* ---- device_memory.c: memory, launches, and what the host reads ----------*/

/* Memory that lives as long as the space, `what` in messages: "the fields".
 * AM_ENVIRONMENT where there is not enough; 0 bytes are 0. */
AM_MUST_USE am_status am_device_room(am_device_space *s, am_report *report,
                                     const char *what, size_t size,
                                     am_cuda_pointer *room);

void *am_device_at(am_cuda_pointer memory);

/* A thread for each of `threads`; one argument. */
void am_device_launch(am_device_space *s, am_cell_kernel kernel, long threads,
                      void *argument);

/* A call begins; what was queued since the last moment is `time`. */
void am_device_begin(am_device_space *s);
void am_device_spent(am_device_space *s, am_cell_time time);

/* Nothing is found yet: all voxels are good. */
void am_device_expect(am_device_space *s);

/* Totals of partial [rows][threads], maxima from row `maxima` on. */
void am_device_total(am_device_space *s, long threads, int rows, int maxima);

/* Waits for what was found and totals [rows], passing `stop` on; false after a
 * failure, which is then that of the space. */
bool am_device_read(am_device_space *s, int rows, const volatile int *stop);

/* Waits; false after a failure. */
bool am_device_wait(am_device_space *s);

/* What am_device_read has brought. */
const k_found *am_device_found(const am_device_space *s);
double am_device_sum(const am_device_space *s, int row);
double am_device_maximum(const am_device_space *s, int row);

/* Has the space, or a program, failed for good? */
bool am_device_failed(am_device_space *s);

/* Gives everything back. */
void am_device_close(am_device_space *s);

/* ---- device_spectrum.c ----------------------------------------------------*/

/* The planes become the strain of u, tensor components. */
void am_device_strain(am_device_space *s, const am_vector *u);

/* The planes' stress to g, or NULL, and what a response needs, which is read.
 */
void am_device_gradient(am_device_space *s, am_vector *g,
                        const volatile int *stop, am_response *response);

void am_device_combine(am_space *space, am_vector *y, int count,
                       const double *c, const am_vector *const *x);
void am_device_dots(am_space *space, const am_vector *a, int count,
                    const am_vector *const *b, double *out);
void am_device_fetch_vector(am_space *space, const am_vector *v,
                            double *values);
void am_device_store_vector(am_space *space, am_vector *v,
                            const double *values);

/* ---- device_points.c ------------------------------------------------------*/

/* Bytes of their fields, and of a list of points. */
double am_device_points_size(const am_cell *cell);

AM_MUST_USE am_status am_device_points_new(am_device_space *s,
                                           am_report *report);

/* `count` places of a phase from `first` on, without field. */
k_places am_device_places(const am_device_space *s, const am_device_points *p,
                          long first, long count);

void am_device_respond(am_space *space, const am_span *span,
                       const am_vector *u, am_vector *g,
                       am_response *response);
void am_device_commit(am_space *space);
void am_device_means(am_space *space, am_cell_field field, int phase,
                     double *mean);
void am_device_fetch(am_space *space, am_cell_field field, int phase,
                     double *values);
void am_device_store(am_space *space, am_cell_field field, int phase,
                     const double *values);

/* ---- device_survey.c ------------------------------------------------------*/

void am_device_survey(am_space *space, const am_span *span,
                      const am_vector *u, bool keep, am_survey *survey);
void am_device_apply(am_space *space, const am_vector *v, am_vector *g,
                     am_response *response);

#endif
