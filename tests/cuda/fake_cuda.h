/* fake_cuda.h: an emulated libcuda for tests on hosts without one; shared by
 * its parts fake_cuda_*.c.
 *
 * Device memory is host memory, filled with garbage. Operations in a stream are
 * delayed until a call waits for the stream, or until a copy of memory that is
 * not from cuMemHostAlloc forces them, so that results of operations without a
 * wait are missing. Kernels are functions of the object from fake_nvrtc.c,
 * called for each thread in turn.
 *
 * $AUTOMAT_FAKE_CUDA describes the machine and its faults by words:
 *
 *   devices=2            default 1
 *   memory=64M           of each device, bytes or with K, M, G; default 1G
 *   pinned=1M            total of cuMemHostAlloc
 *   architecture=90
 *   fail=NAME:3          the third call of the function (by its symbol) fails
 *   lost=17              all calls fail from this one on
 *   only=1               it fails only while device 1 is in use
 *
 * fake_cuda_live counts resources that were not released; fake_cuda_reset
 * resets the counts of calls. */
#ifndef AM_TESTS_FAKE_CUDA_H
#define AM_TESTS_FAKE_CUDA_H

#include <pthread.h>
#include <stdint.h>

#include "cuda/device.h"

/* Return values of calls */
enum {
  INVALID = 1,
  OUT_OF_MEMORY = 2,
  NO_DEVICE = 100,
  BAD_IMAGE = 200,
  BAD_CONTEXT = 201,
  BAD_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  LAUNCH_FAILED = 719
};

enum {
  FAKE_DEVICES = 8,
  FAKE_ARGUMENTS = 2,    /* of a function, at most … */
  FAKE_ARGUMENT = 4096   /* … and its size in bytes, as for a device */
};

struct CUctx_st {
  int device, retained;
  size_t used;
};

typedef enum { COPY, SET, LAUNCH, RECORD, WAIT, CALL } fake_kind;

typedef struct fake_operation fake_operation;
struct fake_operation {
  fake_operation *next;
  fake_kind kind;
  char *to;
  const char *from;
  size_t to_pitch, from_pitch, width, height;
  unsigned value, size;
  am_cuda_function function;
  unsigned blocks, threads;
  char arguments[FAKE_ARGUMENTS][FAKE_ARGUMENT];
  am_cuda_event event;
  void (*call)(const void *data); /* with the first argument */
};

/* ---- the machine and its faults: fake_cuda_machine.c ---- */

extern pthread_mutex_t fake_lock; /* held by every call */
extern int fake_live;             /* resources that were not released */

/* Number after `name` in the description of the machine. */
size_t fake_number(const char *name, size_t otherwise);

/* On a lost device all operations fail. */
int fake_is_lost(void);

/* Error of this call of `symbol` if it has to fail, else 0 */
unsigned fake_fault(const char *symbol, unsigned error);

/* Start, checks and end of a call */
#define CALL_OF(symbol, error)    \
  pthread_mutex_lock(&fake_lock); \
  unsigned result_ = fake_fault(symbol, (error));

#define CHECK(condition, error) \
  if (!result_ && !(condition)) result_ = (error)

#define DONE                          \
  do {                                \
    pthread_mutex_unlock(&fake_lock); \
    return result_;                   \
  } while (0)

/* ---- devices and contexts: fake_cuda_device.c ---- */

extern struct CUctx_st fake_contexts[FAKE_DEVICES];

/* The context of this thread. */
am_cuda_context fake_current(void);

/* Bytes of each device. */
size_t fake_limit(void);

/* ---- memory: fake_cuda_memory.c ---- */

/* True if `size` bytes from `start` are memory of this context or pinned memory
 * of the host */
int fake_is_on(am_cuda_context context, am_cuda_pointer start, size_t size);
int fake_is_pinned(const void *start, size_t size);

/* ---- streams: fake_cuda_stream.c ---- */

/* True if the stream belongs to the context of this thread */
int fake_is_here(am_cuda_stream stream);

void fake_put(am_cuda_stream stream, fake_operation operation);

/* For other emulated libraries of NVIDIA: calls a function with `size` bytes of
 * data, which work on `bytes` from `memory` on, in the order of the stream. */
unsigned fake_cuda_call(const char *symbol, am_cuda_stream stream,
                        void (*call)(const void *data), const void *data,
                        size_t size, am_cuda_pointer memory, size_t bytes);

/* Completes all operations in the stream; in the streams of a context. */
void fake_run(am_cuda_stream stream);
void fake_run_all(am_cuda_context context);

/* ---- modules and launches: fake_cuda_module.c ---- */

void fake_launch(fake_operation *operation);

#endif
