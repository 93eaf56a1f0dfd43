/* program.h: a law and a solver on the devices of this host; internal to
 * cuda.
 *
 * The module cuda, from what is there to what comes out:
 *
 *     driver.h     libraries, opened when the program runs: the driver, and
 *                  nvrtc.h, cufft.h
 *     device.h     devices, their memory and copies
 *     compile.h    source to code (resources.h: what it takes, launch bounds)
 *     program.h    the program: a worker for each device (worker.c), with
 *                  lanes for the pieces that are under way
 *     fields.h     fields that may stay on the devices
 *     advance.c    a call of `advance`: pieces of blocks of points go up,
 *                  through both launches, and down
 *     resident.h   calls whose fields are all on a device
 *     report.h     what it takes, and when kernels ran
 *
 * and engine.c, the engine. */
#ifndef AM_CUDA_PROGRAM_H
#define AM_CUDA_PROGRAM_H

#include "cuda/compile.h"
#include "cuda/device.h"
#include "cuda/report.h"
#include "emit/source.h"
#include "engine/engine.h"
#include "engine/parts.h"
#include "kernel/points/launch.h"

enum { AM_CUDA_LANES = 4 }; /* pieces that are under way on a device */

/* What a piece under way holds on the device. */
typedef struct {
  am_cuda_stream stream;
  am_cuda_pointer memory; /* [size] bytes: its fields and the list */
  size_t size;
  am_cuda_pointer sequences; /* [room] bytes of recorded substeps */
  size_t room, wanted;       /* wanted: what was asked for it */
} am_cuda_lane;

/* When the kernels of a piece ran [s]. */
typedef struct {
  double start, end;
} am_cuda_span;

/* Events on a device, for measurements. */
typedef struct {
  am_cuda_event *events; /* [count]: the start of a call, then of each piece
                            the start and the end of its kernels */
  int count;
  am_cuda_span *spans;   /* of pieces */
} am_cuda_events;

/* The program on one device. */
typedef struct {
  am_cuda_device *device;
  am_cuda_object object;
  am_cuda_module module;
  am_cuda_function bind, kernels[AM_CUDA_KERNELS];
  int occupancy[AM_CUDA_KERNELS]; /* blocks that a multiprocessor holds */
  size_t shared;                  /* bytes of shared memory of a block */
  am_cuda_pointer constants;      /* parameters, stop */
  am_cuda_pointer bound_values;   /* what follows from the parameters */
  double *values;                 /* [parameter_numbers] in `constants` */
  bool bound;                     /* what follows from `values` is there */
  bool told;                      /* the device knows that it has to stop */
  am_cuda_lane lanes[AM_CUDA_LANES];
  int lane_count;                 /* those that have memory for this call */
  am_cuda_stream aside;           /* in which `stop` is set */
  am_cuda_events events;
  am_cuda_times times;
} am_cuda_worker;

typedef struct am_cuda_field am_cuda_field; /* fields.h */

struct am_engine_program {
  am_arena *arena;
  am_cuda_worker *workers; /* [worker_count], a device each */
  int worker_count;
  am_tolerances tolerances;
  int components[AM_FIELD_COUNT]; /* 0: the unit has not this field */
  const double *parameters;      /* of the law */
  int parameter_numbers;
  int passes;        /* recorded sequences of a point */
  int storage;       /* numbers of shared memory of a thread */
  size_t number_size; /* of these numbers, in bytes */
  bool adaptive;
  size_t recorded;   /* bytes of sequences that a lane may take */
  am_cuda_field **fields; /* [field_count] from am_engine_field */
  int field_count, field_capacity;
  long block;        /* points of a block of resident fields, 0: none so far */
  long most;         /* points of a piece for which there was memory */
  long chosen;       /* points of a piece, 0: as it suits */
  bool measured;
  am_chain *chain;          /* of schemes, or NULL */
  struct am_breaks *breaks; /* or NULL */
  am_engine_program *first; /* the first program of the chain that this one
                               belongs to, or NULL */
  char failure[512]; /* "": none */
};

/* Bytes from the start of a worker's constants. */
static inline size_t am_cuda_stop_at(const am_engine_program *p) {
  return sizeof(double) * (size_t)(p->parameter_numbers + 1);
}

/* The first of `blocks` blocks of points that a worker does; the worker
 * beyond the last one begins at the end. */
long am_cuda_share(const am_engine_program *p, int worker, long blocks);

/* Points of a piece when `count` are to be done. */
long am_cuda_piece(const am_engine_program *p, long count);

/* Loads the code and makes all that a worker needs always.  AM_ENVIRONMENT
 * with a message. */
AM_MUST_USE am_status am_cuda_worker_open(am_engine_program *p,
                                          am_report *report,
                                          am_cuda_worker *worker);

/* Makes the lanes' memory suffice for a number of pieces of `points` points
 * that take `size` bytes each; false where there is not enough, or after a
 * failure. */
bool am_cuda_worker_prepare(const am_engine_program *p,
                            am_cuda_worker *worker, long pieces, long points,
                            size_t size);

/* Binds the parameters of all points. */
void am_cuda_worker_bind(const am_engine_program *p, am_cuda_worker *worker,
                         const double *values);

/* Both launches over the points of a launch whose fields, list and count are
 * given. */
void am_cuda_worker_launch(const am_engine_program *p,
                           am_cuda_worker *worker, const am_cuda_lane *lane,
                           k_launch *launch);

/* Gives everything back; the device may be lost. */
void am_cuda_worker_close(am_cuda_worker *worker);

/* Events for so many pieces. */
void am_cuda_spans_prepare(const am_engine_program *program,
                             am_cuda_worker *worker, long pieces);

/* A call starts; the kernels of a piece start, or end. */
void am_cuda_spans_begin(am_cuda_worker *worker, am_cuda_stream stream);
void am_cuda_spans_piece(am_cuda_worker *worker, long piece, bool end,
                           am_cuda_stream stream);

/* Seconds in which the kernels of some piece of the call ran, when all have
 * ended. */
double am_cuda_spans_busy(am_cuda_worker *worker, long pieces);

void am_cuda_spans_close(am_cuda_worker *worker);

/* Points 0 … count - 1; program->failure says whether they are done. */
void am_cuda_advance(am_engine_program *program, const am_fields *fields,
                     long count);

/* Takes over the failure of a device. */
void am_cuda_take_failure(am_engine_program *p);

#endif
