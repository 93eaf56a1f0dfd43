/* program.h: a law and a solver compiled for the devices of this host; internal
 * to cuda.
 *
 * The module cuda, from libraries to results:
 *
 *     device.h     libraries opened at run time: the driver; likewise nvrtc.h
 *                  and cufft.h; devices, their memory and copies
 *     compile.c    compiles source with launch bounds by resources of kernels
 *     program.h    the program: a worker for each device (worker.c), with lanes
 *                  for the pieces in progress
 *     fields.c     fields that may stay on the devices
 *     advance.c    a call of `advance`: uploads pieces of blocks of points,
 *                  runs both launches, downloads the results
 *     resident.c   calls whose fields are all on a device
 *     report.c     resources, and times of kernels
 *     engine.c     the engine */
#ifndef AM_CUDA_PROGRAM_H
#define AM_CUDA_PROGRAM_H

#include "cuda/parts.h"
#include "emit/source.h"
#include "kernel/points/fields.h"

enum { AM_CUDA_LANES = 4 }; /* concurrent pieces on a device */

/* Device resources of a piece in progress. */
typedef struct {
  am_cuda_stream stream;
  am_cuda_pointer memory; /* [size] bytes for its fields and the list */
  size_t size;
  am_cuda_pointer sequences; /* [room] bytes for recorded substeps */
  size_t room, wanted;       /* wanted: bytes requested */
} am_cuda_lane;

/* Start and end of the kernels of a piece (s). */
typedef struct {
  double start, end;
} am_cuda_span;

/* Events on a device for measurements. */
typedef struct {
  am_cuda_event *events; /* [count] start of a call, then start and end of the
                            kernels of each piece */
  int count;
  am_cuda_span *spans;   /* one for each piece */
} am_cuda_events;

/* Program on one device. */
typedef struct {
  am_cuda_device *device;
  am_cuda_object object;
  am_cuda_module module;
  am_cuda_function bind, kernels[AM_CUDA_KERNELS];
  int occupancy[AM_CUDA_KERNELS]; /* blocks per multiprocessor */
  size_t shared;                  /* bytes of shared memory per block */
  am_cuda_pointer constants;      /* parameters, then `stop` */
  am_cuda_pointer bound_values;   /* values derived from the parameters */
  double *values;                 /* [parameter_numbers] parameters stored in
                                     `constants` */
  bool bound;                     /* bound_values were computed from `values` */
  bool told;                      /* the stop request has been sent to the
                                     device */
  am_cuda_lane lanes[AM_CUDA_LANES];
  int lane_count;                 /* lanes with memory for this call */
  am_cuda_stream aside;           /* stream that sets `stop` */
  am_cuda_events events;
  am_cuda_times times;
} am_cuda_worker;

typedef struct am_cuda_field am_cuda_field; /* below */

struct am_engine_program {
  am_engine_base base;
  am_arena *arena;
  am_cuda_worker *workers; /* [worker_count] one for each device */
  int worker_count;
  am_tolerances tolerances;
  int components[AM_FIELD_COUNT]; /* 0: field not used by the unit */
  const double *parameters;      /* parameters of the law */
  int parameter_numbers;
  int passes;        /* recorded sequences of substeps per point */
  int storage;       /* numbers per thread in shared memory */
  size_t number_size; /* bytes per number */
  bool adaptive;
  size_t recorded;   /* maximum size of the recorded sequences of a lane
                        (byte) */
  am_cuda_field **fields; /* [field_count] allocated by am_engine_field */
  int field_count, field_capacity;
  long block;        /* points per block of resident fields; 0: not chosen
                        yet */
  long most;         /* maximum points per piece, limited by memory */
  long chosen;       /* points per piece, for tests; 0: automatic */
  bool measured;
  am_engine_program *first; /* first program of the chain to which this program
                               belongs, or NULL */
  char failure[512]; /* "": no failure */
};

/* Offset of `stop` in a worker's constants (byte). */
static inline size_t am_cuda_stop_at(const am_engine_program *p) {
  return sizeof(double) * (size_t)(p->parameter_numbers + 1);
}

/* First of `blocks` blocks of points that a worker processes; for the index
 * after the last worker, the number of blocks. */
long am_cuda_share(const am_engine_program *p, int worker, long blocks);

/* Number of points in a piece for `count` points. */
long am_cuda_piece(const am_engine_program *p, long count);

/* Loads the code and allocates the permanent resources of a worker.
 * AM_ENVIRONMENT if this fails. */
AM_MUST_USE am_status am_cuda_worker_open(am_engine_program *p,
                                          am_report *report,
                                          am_cuda_worker *worker);

/* Allocates memory of the lanes for `pieces` pieces of `points` points with
 * `size` bytes each; false if memory is exhausted, or after a failure. */
bool am_cuda_worker_prepare(const am_engine_program *p, am_cuda_worker *worker,
                            long pieces, long points, size_t size);

/* Computes the values that depend on parameters common to all points. */
void am_cuda_worker_bind(const am_engine_program *p, am_cuda_worker *worker,
                         const double *values);

/* Launches both kernels for the points of a launch, whose fields, list and
 * count are set. */
void am_cuda_worker_launch(const am_engine_program *p, am_cuda_worker *worker,
                           const am_cuda_lane *lane, k_launch *launch);

/* Frees all resources; the device may already be lost. */
void am_cuda_worker_close(am_cuda_worker *worker);

/* Creates the events for `pieces` pieces. */
void am_cuda_spans_prepare(const am_engine_program *program,
                           am_cuda_worker *worker, long pieces);

/* Record the start of a call, and the start or the end of the kernels of a
 * piece. */
void am_cuda_spans_begin(am_cuda_worker *worker, am_cuda_stream stream);
void am_cuda_spans_piece(am_cuda_worker *worker, long piece, bool end,
                         am_cuda_stream stream);

/* Time (s) of the call during which at least one kernel ran. Call the function
 * when all kernels have ended. */
double am_cuda_spans_busy(am_cuda_worker *worker, long pieces);

void am_cuda_spans_close(am_cuda_worker *worker);

/* Advances points 0 … count - 1; failures are in program->failure. */
void am_cuda_advance(am_engine_program *program, const am_fields *fields,
                     long count);

/* Copies the failure of a device to the program. */
void am_cuda_take_failure(am_engine_program *p);

/* ---- fields.c: fields that am_engine_field allocates in page-locked host
 * memory.
 *
 * A resident field has a copy on the devices, in blocks of program->block
 * points [blocks][components][block]; each block is on the device that
 * processes it. For each block, `valid` records whether the host copy and the
 * device copy are up to date; `advance` updates outdated blocks before it reads
 * them. A field whose copy does not fit into device memory is not resident. */

/* Copies of a block that are up to date. */
enum { AM_CUDA_HERE = 1, AM_CUDA_THERE = 2 };

struct am_cuda_field {
  am_engine_program *program; /* NULL: the program has ended */
  double *host;               /* [components][stride] */
  bool pinned;                /* page-locked, not from the arena */
  int components;
  long stride, blocks;
  am_cuda_pointer *twins;     /* [workers] device blocks; NULL: not resident */
  unsigned char *valid;       /* [blocks] AM_CUDA_HERE, AM_CUDA_THERE */
};

double *am_cuda_field_new(am_arena *arena, am_engine_program *program,
                          int components, long stride, bool resident);
void am_cuda_field_fetch(am_engine_program *program, const double *field);
void am_cuda_field_changed(am_engine_program *program, const double *field);

/* Resident field that contains the address, or NULL. */
am_cuda_field *am_cuda_field_at(const am_engine_program *program,
                                const double *address);

/* True if the address is in page-locked memory. */
bool am_cuda_field_pinned(const am_engine_program *program,
                          const double *address);

/* Makes the host copy the only valid one, after fetching outdated blocks. */
void am_cuda_field_settle(am_cuda_field *field);

/* Device address of a block. */
am_cuda_pointer am_cuda_field_block(const am_cuda_field *field, int worker,
                                    long block);

/* Copies a block to the side AM_CUDA_HERE or AM_CUDA_THERE if it is outdated
 * there. */
void am_cuda_field_move(am_cuda_field *field, int worker, long block, int side,
                        am_cuda_stream stream);

/* Frees the device copies of all fields; false if none was resident. */
bool am_cuda_fields_free_twins(am_engine_program *program);

/* Frees the fields when the program ends. */
void am_cuda_fields_close(am_engine_program *program);

#endif
