/* voxels.h: space over the voxels of a cell, in the memory of the host (host.c)
 * or of a GPU (device.c); internal to the spaces.
 *
 * Both spaces share the kernels (vectors.h, voxel_indices.h) and the sequence
 * of calls (vectors.c, voxels.c, survey.c), and differ in a table of
 * operations, am_memory. */
#ifndef AM_SPACE_VOXELS_H
#define AM_SPACE_VOXELS_H

#include "space/kernels.h"
#include "space/space.h"

/* Kernels, see kernels.def. */
typedef enum {
#define AM_KERNEL(name, NAME, argument, shares, sums, bounds) \
  AM_CELL_KERNEL_##NAME,
#include "space/kernels.def"
#undef AM_KERNEL
  AM_CELL_KERNELS
} am_cell_kernel;

/* Stored data of a phase: fields at the start of a loading step, and the scheme
 * of a chain that did the last one.  Fields and substep ends are stored piece
 * by piece: [components][count] of each piece. */
typedef struct {
  const am_phase *phase;
  am_fields kept;           /* NULL: field absent */
  int components[AM_FIELD_COUNT];
  unsigned short *ends;     /* of substeps; NULL: not reused */
  unsigned char *changed;   /* [count] changed by the last response */
  double *tried;            /* [count] `method` before the last response; NULL:
                               no chain */
  float *substeps;          /* [count] accepted substeps */
  const int *voxel;  /* [count], like phase->voxel */
  const long *start; /* [planes + 1] first place of plane k */
  double *tangents;  /* [36][count] for apply; NULL: none */
  bool prepared;     /* memory of phase->tangents is allocated */
  am_breaks *breaks; /* NULL: none, or determined per voxel by the engine */
  double external[2][AM_MOST_EXTERNAL]; /* [nf] at the start and end of the
                                           step */
} am_phase_points;

/* Places first … first + count - 1 of a phase, which laws process at a time.
 * Inputs are in the stored fields; results and the target strain are in scratch
 * memory, which the next piece reuses. */
typedef struct {
  am_phase_points *points;
  am_fields fields;
  k_ends ends;
  long first, count;
} am_piece;

/* Maximum number of places of a piece: large enough that threads on the host
 * wait little, even if other programs use the processors, and that on a device
 * the times to start a piece and to wait for its last points are small. */
enum { AM_HOST_PIECE = 1 << 15, AM_DEVICE_PIECE = 1 << 20 };

typedef struct am_voxels am_voxels;
typedef struct am_exchange am_exchange;

/* Operations of a memory.  Calls are executed in order, on a GPU
 * asynchronously; `read` and `download` wait.  A permanent failure becomes the
 * failure of the space, and `read` returns false. */
typedef struct {
  /* Allocates zeroed memory for the lifetime of the space and sets the pointer
   * at `place`; `what` is its name in messages, such as "a vector".
   * AM_ENVIRONMENT if memory does not suffice; NULL for 0 bytes. */
  am_status (*room)(am_voxels *v, am_report *report, const char *what,
                    size_t size, void *place);
  /* Likewise makes host data available, which must persist. */
  am_status (*share)(am_voxels *v, am_report *report, const char *what,
                     size_t size, const void *from, void *place);
  void (*upload)(am_voxels *v, void *to, const void *from, size_t size);
  void (*download)(am_voxels *v, void *to, const void *from, size_t size);
  /* Allocates memory of a program for calls of up to `count` points. */
  am_status (*prepare)(am_voxels *v, am_report *report,
                       am_engine_program *program, long count);
  /* `begin` starts a call; `spent` charges the time since then, or since the
   * last `spent`, to `time`. */
  void (*begin)(am_voxels *v);
  void (*spent)(am_voxels *v, am_cell_time time);
  /* Resets the results: all voxels are good. */
  void (*expect)(am_voxels *v);
  /* count: items, or rows or planes if these are the parts of the kernel. */
  void (*launch)(am_voxels *v, am_cell_kernel kernel, long count,
                 const void *argument);
  /* Sends a plane of each field, the first of which is at `first`, to the
   * member `steps` after this one, and receives that of the opposite member in
   * v->beside. */
  void (*border)(am_voxels *v, double *first, int fields, int steps);
  /* Kernels `strain` and `gradient` with the transforms after and before
   * them. */
  void (*strain)(am_voxels *v, const k_spectrum *u);
  void (*gradient)(am_voxels *v, const k_spectrum *g);
  void (*advance)(am_voxels *v, am_engine_program *program, am_fields *f,
                  long count);
  /* Reads the results and the sums of `parts` in rows, with maxima from row
   * `maxima` on, of the last kernel with sums; forwards `stop` while
   * waiting. */
  bool (*read)(am_voxels *v, int rows, int maxima, long parts,
               const volatile int *stop);
} am_memory;

struct am_voxels {
  am_space space; /* the first member */
  const am_memory *memory;
  am_arena *arena;
  k_waves waves;               /* tables are in this memory */
  long row, field;             /* complex numbers per row of planes, per
                                  component */
  long layers;                 /* planes k of this member */
  double *planes;              /* [6][field], [layers][grid[1]][row][2] */
  double *spectra;             /* [3 or 6][field], transformed data, in the
                                  memory of the planes or of separate corners */
  double *beside;              /* [6][doubles of a plane] neighbouring plane of
                                  another member; NULL: the neighbour is an own
                                  plane */
  bool device;                 /* memory of a device */
  am_phase_points *points;     /* [phase_count] */
  double *partial;             /* partial sums */
  int lanes, few;              /* lanes per part; per part of a survey */
  k_found *found_there;        /* results, in this memory */
  const k_found *found;        /* results, as read */
  const double *sums;          /* [rows][sum_count] sums, as read */
  long sum_count;
  am_exchange *exchange;       /* of the results */
  long piece;                  /* maximum number of places of a piece */
  double *scratch;             /* fields of a piece, then its previous substep
                                  ends */
  double *tangents;            /* [36][piece], NULL before the first survey */
  k_combination combination;   /* collected, not yet launched */
  bool collects;
  am_loading_step span;                /* span of the last response */
  const am_vector *asked;      /* vector of the last response; NULL: no response
                                  yet */
  bool answered;               /* the last response can be committed */
  bool due;                    /* committed, but fields not yet stored */
  bool fresh;                  /* the planes contain the stress of the last
                                  response */
};

/* Sets the pointer at `place`, of any type. */
static inline void am_set_pointer(void *place, const void *pointer) {
  memcpy(place, &pointer, sizeof pointer);
}

/* Space without fields, in the memory of the host or of a device. */
am_voxels am_voxels_of(am_arena *arena, const am_cell *cell,
                       const am_memory *memory, bool device, int threads);

/* Completes a space: allocates its fields.  The result pointers must be set. */
AM_MUST_USE am_status am_voxels_open(am_voxels *v, am_report *report);

/* Size of the results that the host reads from a device, including sums of the
 * lanes of all parts (bytes). */
static inline size_t am_voxels_found_size(const am_voxels *v) {
  const int *grid = v->space.cell->micro->grid;
  size_t parts = (size_t)(grid[1] > grid[2] ? grid[1] : grid[2]);
  return sizeof(k_found) + sizeof(double) * K_SURVEYED * K_REST * parts;
}

/* ---- exchange.c ---------------------------------------------------------- */

/* Results of all members, combined in one collective call. */
typedef struct {
  unsigned long long worst; /* minimum over all voxels, see k_found */
  double mean[6];           /* of k_found */
  bool lost;                /* a member has failed */
} am_reduction_result;

void am_exchange_new(am_voxels *v);

/* Reads the results of this member if `able`, with rows of sums over its rows j
 * (by_rows) or planes k, and combines those of all members; all obtain the same
 * result.  Sets space.stopped if any member has been interrupted. */
typedef struct {
  int rows, maxima;
  bool by_rows;
} am_reduction;
am_reduction_result am_voxels_read(am_voxels *v, const am_reduction *wanted,
                                   bool able);

/* Sum and maximum of a row of the sums read. */
double am_voxels_sum(const am_voxels *v, int row);
double am_voxels_maximum(const am_voxels *v, int row);

/* ---- rotated_scheme.c ---------------------------------------------------- */

/* Edge length of a voxel. */
double am_voxels_edge(const am_voxels *v, int d);

/* Allocates the corners. */
AM_MUST_USE am_status am_corners_open(am_voxels *v, am_report *report);

/* Computes strains in the planes from the displacements of corners. */
void am_corners_strain(am_voxels *v, const double mean[6]);

/* Computes forces and the mean stress from the stress in the planes. */
void am_corners_force(am_voxels *v);

/* ---- voxel_chunks.c ------------------------------------------------------ */

/* Piece that begins at place `first`; loop over the pieces of a phase. */
am_piece am_piece_at(const am_voxels *v, am_phase_points *p, long first);
#define AM_EACH_PIECE(t, v, p)                                        \
  for (am_piece t = am_piece_at(v, p, 0); t.first < (p)->phase->count; \
       t = am_piece_at(v, p, t.first + t.count))

/* Doubles per place in the scratch memory. */
int am_piece_rows(const am_phase_points *p);

/* Launches a kernel between the planes and a field of a piece. */
void am_piece_launch(am_voxels *v, am_cell_kernel kernel, const am_piece *t,
                     double *field);

/* Fills a field of a piece with numbers [rows][size] of its table by label. */
void am_piece_by_label(am_voxels *v, const am_piece *t, const double *from,
                       int size, double *field);

/* Integrates the laws of a piece over a loading step, with tangents if the
 * piece has a field for them. */
void am_piece_advance(am_voxels *v, const am_loading_step *span,
                      const am_piece *t);

/* Arguments of a piece without a field. */
k_places am_piece_places(const am_voxels *v, const am_piece *t);

/* Computes the strain of u in the planes, as tensor components. */
void am_voxels_strain(am_voxels *v, const am_vector *u);

/* Computes the gradient g (may be NULL) of the stress in the planes, and the
 * response. */
void am_voxels_gradient(am_voxels *v, am_vector *g, am_response *response);

/* Open the space in the memory of the host or of a device. */
typedef am_status am_space_opener(am_arena *arena, am_report *report,
                                  const am_cell *cell, int threads,
                                  am_space **space);
am_space_opener am_host_open, am_device_open;

/* Allocates memory for a survey, and for its tangents with `keep`; false: the
 * space has failed. */
bool am_voxels_prepare_survey(am_voxels *v, bool keep);

/* Source text of the kernels for devices. */
const char *am_device_text(am_arena *arena);

#endif
