/* voxels.h: a space over the voxels of a cell, in the memory of the host
 * (host.c) or of a GPU (device.c); internal to the spaces.
 *
 * What is done with fields is the same in both, and written once: kernels
 * (vectors.h, places.h), and the order in which they are called (vectors.c,
 * voxels.c, survey.c).  What differs is a table of operations. */
#ifndef AM_SPACE_VOXELS_H
#define AM_SPACE_VOXELS_H

#include "engine/parts.h"
#include "space/kernels.h"
#include "space/space.h"

/* The kernels, see kernels.def. */
typedef enum {
#define AM_KERNEL(name, NAME, argument, shares, sums, bounds) \
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
  AM_CELL_TIME_MOVED,  /* fields between devices, beside other work; … */
  AM_CELL_TIME_WAITED, /* … transforms waited for them, part of theirs */
  AM_CELL_TIMES
} am_cell_time;

/* What is kept of a phase: fields that a loading step begins with, and which
 * scheme of a chain did it last.  Fields, and ends, lie piece by piece:
 * [components][count] of the places of each. */
typedef struct {
  const am_phase *phase;
  am_fields kept;           /* NULL: a field is not there */
  int components[AM_FIELD_COUNT];
  unsigned short *ends;     /* of substeps; NULL: none are followed */
  unsigned char *changed;   /* [count] the last response has changed them */
  double *tried;            /* [count] `method` before that; NULL: no chain */
  float *substeps;          /* [count] that were accepted */
  const int *voxel;  /* [count], like phase->voxel */
  const long *start; /* [planes + 1], of its places in planes k */
  double *tangents;  /* [36][count] for apply; NULL: none */
  bool prepared;     /* phase->tangents has its memory */
  am_breaks *breaks; /* NULL: none, or found voxel by voxel by the engine */
  double external[2][AM_MOST_EXTERNAL]; /* [nf] at both ends of the step */
} am_phase_points;

/* Places first … first + count - 1 of a phase: as many as laws see at a time.
 * What they are given is in what is kept; what they find, and their target,
 * is in scratch memory, where the next piece comes. */
typedef struct {
  am_phase_points *points;
  am_fields fields;
  k_ends ends;
  long first, count;
} am_piece;

/* At most: on the host for each thread so many that waiting for one another
 * costs nothing, also where others use the processors; on a device so many that
 * what it takes to begin with some, and waits for the last of them, is little. */
enum { AM_HOST_PIECE = 1 << 15, AM_DEVICE_PIECE = 1 << 20 };

typedef struct am_voxels am_voxels;
typedef struct am_exchange am_exchange;

/* What memory can do.  Calls are carried out in their order, those of a GPU
 * while the host goes on; `read` and `download` wait.  Where something fails
 * for good the failure is that of the space, and `read` is false. */
typedef struct {
  /* Zeros, as long as the space is there; `what` in messages, "a vector".
   * AM_ENVIRONMENT where there is not enough memory; 0 bytes are NULL. */
  am_status (*room)(am_voxels *v, am_report *report, const char *what,
                    size_t size, void **room);
  /* The same for what the host has, and keeps, filled with it. */
  am_status (*share)(am_voxels *v, am_report *report, const char *what,
                     size_t size, const void *from, const void **there);
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
  /* count: items, or rows or planes where these are parts. */
  void (*launch)(am_voxels *v, am_cell_kernel kernel, long count,
                 const void *argument);
  /* The kernels `strain` and `gradient` together with the transforms behind
   * and before them. */
  void (*strain)(am_voxels *v, const k_spectrum *u);
  void (*gradient)(am_voxels *v, const k_spectrum *g);
  void (*advance)(am_voxels *v, const am_phase *phase,
                  am_engine_program *program, am_fields *f, long count);
  /* What was found, and the sums of `parts` in rows, maxima from row `maxima`
   * on, of the kernel that made some last; passes `stop` on while it waits. */
  bool (*read)(am_voxels *v, int rows, int maxima, long parts,
               const volatile int *stop);
} am_memory;

struct am_voxels {
  am_space space; /* the first member */
  const am_memory *memory;
  am_arena *arena;
  k_waves waves;               /* with tables in the memory */
  long row, field;             /* complex numbers from row to row of planes,
                                  from component to component */
  long layers;                 /* planes k of this member */
  double *planes;              /* [6][field], [layers][grid[1]][row][2] */
  double *spectra;             /* [3 or 6][field], what is transformed: the
                                  planes, or apart from them corners */
  double *beside;              /* [6][a plane of doubles] next to this member's;
                                  NULL: one of its own is */
  bool device;                 /* they are a device's */
  am_phase_points *points;     /* [phase_count] */
  double *partial;             /* sums */
  int lanes, few;              /* of a part; of one of a survey */
  k_found *found_there;        /* in the memory */
  const k_found *found;        /* as it was read */
  const double *sums;          /* [rows][sum_count] as they were read */
  long sum_count;
  am_exchange *exchange;       /* of what was found */
  long piece;                  /* places of a piece, at most */
  double *scratch;             /* of a piece: fields, and ends of before */
  double *tangents;            /* [36][piece], NULL before the first survey */
  am_span span;                /* of the last response … */
  const am_vector *asked;      /* … and its strain, NULL: there was none */
  bool answered;               /* it has found a state to commit */
  bool due;                    /* that was committed, but nothing is kept yet */
  bool fresh;                  /* the planes have its stress */
  double times[AM_CELL_TIMES]; /* [s] */
  double bytes;
  double sent; /* bytes from this device to others */
  long evaluations;
};

/* A space of `type`, open but for its fields: v->row, field, lanes and the
 * places of what is found are set. */
AM_MUST_USE am_status am_voxels_open(am_voxels *v, am_report *report);

/* Bytes of the fields of all phases. */
double am_voxels_size(const am_cell *cell);

/* Of what the host reads from a device: sums of the lanes of all parts. */
static inline size_t am_voxels_found_size(const am_voxels *v) {
  const int *grid = v->space.cell->micro->grid;
  size_t parts = (size_t)(grid[1] > grid[2] ? grid[1] : grid[2]);
  return sizeof(k_found) + sizeof(double) * K_SURVEYED * K_REST * parts;
}

/* ---- exchange.c ----------------------------------------------------------- */

/* What all members have found, in one collective call: kept by the space
 * wherever it was found. */
typedef struct {
  unsigned long long worst; /* of all voxels, see k_found */
  double mean[6];           /* of k_found */
  bool lost;                /* one of them could not go on */
} am_found;

void am_exchange_new(am_voxels *v);

/* Reads what this member has found where `able`, rows of sums over its rows
 * (by_rows) or planes, and adds what the others have: the same for all of
 * them.  A signal that has reached any of them sets space.stopped. */
typedef struct {
  int rows, maxima;
  bool by_rows;
} am_wanted;
am_found am_voxels_read(am_voxels *v, const am_wanted *wanted, bool able);

/* Sum and maximum of a row that was read. */
double am_voxels_sum(const am_voxels *v, int row);
double am_voxels_maximum(const am_voxels *v, int row);

/* ---- corners.c ------------------------------------------------------------ */

/* What vectors.h needs where strains and forces are found by stencils. */
k_rotated am_rotated_of(const am_voxels *v, const k_spectrum *spectrum);

/* Corners apart from the planes: opens what they need. */
AM_MUST_USE am_status am_corners_open(am_voxels *v, am_report *report);

/* Their displacements, and those beside, become strains of the planes. */
void am_corners_strain(am_voxels *v, const double mean[6]);

/* The planes' stress, and that beside, becomes forces; the mean stress is
 * found. */
void am_corners_force(am_voxels *v);

/* ---- pieces.c ------------------------------------------------------------- */

/* The piece that begins at a place; pieces of a phase. */
am_piece am_piece_at(const am_voxels *v, am_phase_points *p, long first);
#define AM_EACH_PIECE(t, v, p)                                        \
  for (am_piece t = am_piece_at(v, p, 0); t.first < (p)->phase->count; \
       t = am_piece_at(v, p, t.first + t.count))

/* Doubles of a place in the scratch memory. */
int am_piece_rows(const am_phase_points *p);

/* A kernel between the planes and a field of a piece. */
void am_piece_launch(am_voxels *v, am_cell_kernel kernel, const am_piece *t,
                     double *field);

/* Rows of places of a piece; its laws over a loading step, with tangents where
 * there is a field for them. */
void am_piece_copy(am_voxels *v, am_cell_kernel kernel, const am_piece *t,
                   const double *from, double *to, int rows);
void am_piece_advance(am_voxels *v, const am_span *span, const am_piece *t);

/* Without a field. */
k_places am_piece_places(const am_voxels *v, const am_piece *t);

/* The planes have the stress of the last response, and substeps are those of
 * it. */
void am_voxels_renew(am_voxels *v);

/* The planes become the strain of u, tensor components. */
void am_voxels_strain(am_voxels *v, const am_vector *u);

/* The planes' stress to g, or NULL, and to a response, which is read. */
void am_voxels_gradient(am_voxels *v, am_vector *g, am_response *response);

/* The operations of am_space_type: vectors.c, pieces.c,
 * voxel_fields.c, survey.c. */
am_status am_voxels_vector(am_space *s, am_report *report, bool rough,
                           am_vector **result);
am_status am_voxels_passing(am_space *s, am_report *report,
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
void am_voxels_set_external(am_space *s, int phase, int field,
                            const double parts[4]);
void am_voxels_account(const am_space *s, am_space_account *account);
void am_voxels_survey(am_space *s, const am_span *span, const am_vector *u,
                      bool keep, am_survey *survey);
void am_voxels_apply(am_space *s, const am_vector *v, am_vector *g,
                     am_response *response);

/* Memory for a survey, and for what it keeps; false: the space has failed. */
bool am_voxels_prepare_survey(am_voxels *v, bool keep);

/* The text of the kernels for devices. */
const char *am_device_text(am_arena *arena);

#define AM_VOXELS_TYPE(its_name, its_open)                             \
  {                                                                    \
    .name = its_name, .open = its_open, .vector = am_voxels_vector,    \
    .passing = am_voxels_passing,                                      \
    .set_reference = am_voxels_set_reference,                          \
    .combine = am_voxels_combine, .dots = am_voxels_dots,              \
    .respond = am_voxels_respond, .commit = am_voxels_commit,          \
    .survey = am_voxels_survey, .apply = am_voxels_apply,              \
    .means = am_voxels_means, .fetch = am_voxels_fetch,                \
    .store = am_voxels_store,                                          \
    .set_external = am_voxels_set_external,                            \
    .fetch_vector = am_voxels_fetch_vector,                            \
    .store_vector = am_voxels_store_vector,                            \
    .account = am_voxels_account                                       \
  }

#endif
