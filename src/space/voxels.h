/* voxels.h: a space over the voxels of a cell, in the memory of the host
 * (host.c) or of a GPU (device.c); internal to the spaces.
 *
 * What is done with fields is the same in both, and written once: kernels
 * (vectors.h, places.h), and the order in which they are called (vectors.c,
 * voxels.c, survey.c).  What differs is a table of operations. */
#ifndef AM_SPACE_VOXELS_H
#define AM_SPACE_VOXELS_H

#include "engine/fields.h"
#include "space/kernels.h"
#include "space/space.h"

/* The kernels, see kernels.def. */
typedef enum {
#define AM_KERNEL(name, NAME, argument, threads, items, bounds) \
  AM_CELL_KERNEL_##NAME,
#include "space/kernels.def"
#undef AM_KERNEL
  AM_CELL_KERNELS
} am_cell_kernel;

/* What a stretch of time was spent on. */
typedef enum {
  AM_CELL_TIME_LAW,
  AM_CELL_TIME_TANGENTS,
  AM_CELL_TIME_TRANSFORMS,
  AM_CELL_TIME_REST,
  AM_CELL_TIMES
} am_cell_time;

/* Fields of a phase: a strain at t_n, the one that is found is the target. */
#define AM_PHASE_FIELDS                                               \
  (AM_FIELDS_REQUIRED | AM_FIELD_BIT(first) | AM_FIELD_BIT(next) |    \
   AM_FIELD_BIT(method0) | AM_FIELD_BIT(method) | AM_FIELD_BIT(substeps))

typedef struct {
  const am_phase *phase;
  am_fields fields;  /* AM_PHASE_FIELDS and ends of substeps, [count] */
  const int *voxel;  /* [count], like phase->voxel */
  double *tangents;  /* [36][count] for apply; NULL: none */
  bool prepared;     /* phase->tangents has its memory */
} am_phase_points;

typedef struct am_voxels am_voxels;

/* What memory can do.  Calls are carried out in their order, those of a GPU
 * while the host goes on; `read` and `download` wait.  Where something fails
 * for good the failure is that of the space, and `read` is false. */
typedef struct {
  /* Zeros, as long as the space is there; `what` in messages, "a vector".
   * AM_ENVIRONMENT where there is not enough memory; 0 bytes are NULL. */
  am_status (*room)(am_voxels *v, am_report *report, const char *what,
                    size_t size, void **room);
  void (*upload)(am_voxels *v, void *to, const void *from, size_t size);
  void (*download)(am_voxels *v, void *to, const void *from, size_t size);
  /* What a program needs for calls of up to `count` points. */
  am_status (*prepare)(am_voxels *v, am_report *report, const am_phase *phase,
                       am_engine_program *program, long count);
  /* A call begins; what was done since then, or since the last time, is
   * `time`. */
  void (*begin)(am_voxels *v);
  void (*spent)(am_voxels *v, am_cell_time time);
  /* Nothing is found yet: all voxels are good. */
  void (*expect)(am_voxels *v);
  /* count: items; of `dots` rows of frequencies. */
  void (*launch)(am_voxels *v, am_cell_kernel kernel, long count,
                 const void *argument);
  /* The kernels `strain` and `gradient` together with the transforms behind
   * and before them. */
  void (*strain)(am_voxels *v, const k_spectrum *u);
  void (*gradient)(am_voxels *v, const k_spectrum *g);
  void (*advance)(am_voxels *v, const am_phase *phase,
                  am_engine_program *program, am_fields *f, long count);
  /* What was found, and sums of rows of `stride` partial sums, maxima from row
   * `maxima` on; passes `stop` on while it waits. */
  bool (*read)(am_voxels *v, int rows, int maxima, long stride,
               const volatile int *stop);
} am_memory;

struct am_voxels {
  am_space space; /* the first member */
  const am_memory *memory;
  am_arena *arena;
  k_waves waves;               /* with tables in the memory */
  long row;                    /* complex numbers from row to row of planes */
  double *planes;              /* [6][grid[2]][grid[1]][row][2] */
  am_phase_points *points;           /* [phase_count] */
  long largest;                /* places of the largest phase */
  double *partial;             /* sums */
  long stride, surveyed;       /* of partial sums; of those of a survey */
  long taken;                  /* partial sums of the host's calls so far */
  k_found *found_there;        /* in the memory */
  const k_found *found;        /* as it was read */
  const double *sums;          /* [rows][sum_stride] as they were read */
  long sum_count, sum_stride;  /* sum_count of each row */
  double *scratch;             /* of a survey, or NULL */
  long piece;                  /* points that it has room for */
  bool answered;               /* respond has found a state to commit */
  double times[AM_CELL_TIMES]; /* [s] */
  double bytes;
  long evaluations;
};

/* A space of `type`, open but for its fields: v->row, strides and the places
 * of what is found are set. */
AM_MUST_USE am_status am_voxels_open(am_voxels *v, am_report *report);

/* Bytes of the fields of all phases. */
double am_voxels_size(const am_cell *cell);

/* Sum and maximum of a row that was read. */
double am_voxels_sum(const am_voxels *v, int row);
double am_voxels_maximum(const am_voxels *v, int row);

/* `count` places of a phase from `first` on, without field. */
k_places am_voxels_places(const am_voxels *v, const am_phase_points *p,
                          long first, long count);

/* Laws over a loading step, with tangents where there is a field for them. */
void am_voxels_advance(am_voxels *v, const am_span *span,
                       const am_phase *phase, const am_fields *fields,
                       long count);

/* The planes become the strain of u, tensor components. */
void am_voxels_strain(am_voxels *v, const am_vector *u);

/* The planes' stress to g, or NULL, and to a response, which is read. */
void am_voxels_gradient(am_voxels *v, am_vector *g, const volatile int *stop,
                        am_response *response);

/* The operations of am_space_type: vectors.c, voxels.c, survey.c. */
am_status am_voxels_vector(am_space *s, am_report *report, bool rough,
                           am_vector **result);
void am_voxels_combine(am_space *s, am_vector *y, int count, const double *c,
                       const am_vector *const *x);
void am_voxels_dots(am_space *s, const am_vector *a, int count,
                    const am_vector *const *b, double *out);
void am_voxels_fetch_vector(am_space *s, const am_vector *v, double *values);
void am_voxels_store_vector(am_space *s, am_vector *v, const double *values);
void am_voxels_set_reference(am_space *s, double lambda, double mu);
void am_voxels_respond(am_space *s, const am_span *span, const am_vector *u,
                       am_vector *g, am_response *response);
void am_voxels_commit(am_space *s);
void am_voxels_means(am_space *s, am_cell_field field, int phase,
                     double *mean);
void am_voxels_fetch(am_space *s, am_cell_field field, int phase,
                     double *values);
void am_voxels_store(am_space *s, am_cell_field field, int phase,
                     const double *values);
void am_voxels_account(const am_space *s, am_space_account *account);
void am_voxels_survey(am_space *s, const am_span *span, const am_vector *u,
                      bool keep, am_survey *survey);
void am_voxels_apply(am_space *s, const am_vector *v, am_vector *g,
                     am_response *response);

/* The text of the kernels for devices. */
const char *am_device_text(am_arena *arena);

#define AM_VOXELS_TYPE(its_name, its_open)                             \
  {                                                                    \
    .name = its_name, .open = its_open, .vector = am_voxels_vector,    \
    .set_reference = am_voxels_set_reference,                          \
    .combine = am_voxels_combine, .dots = am_voxels_dots,              \
    .respond = am_voxels_respond, .commit = am_voxels_commit,          \
    .survey = am_voxels_survey, .apply = am_voxels_apply,              \
    .means = am_voxels_means, .fetch = am_voxels_fetch,                \
    .store = am_voxels_store, .fetch_vector = am_voxels_fetch_vector,  \
    .store_vector = am_voxels_store_vector,                            \
    .account = am_voxels_account                                       \
  }

#endif
