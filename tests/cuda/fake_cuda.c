/* fake_cuda.c: a libcuda for tests where there is none.
 *
 * Memory of a device is memory of the host, filled with garbage.  What is put
 * into a stream stays there until somebody waits for it, or the copy of
 * memory that is not from cuMemHostAlloc forces it, so that what is not waited
 * for is missing.  Kernels are functions of the object that fake_nvrtc.c made,
 * called for one thread after the other.
 *
 * $AUTOMAT_FAKE_CUDA describes the machine and its faults by words:
 *
 *   devices=2            1 where it is not given
 *   memory=64M           of each device, bytes or with K, M, G; 1G
 *   pinned=1M            that cuMemHostAlloc gives in all
 *   architecture=90
 *   fail=NAME:3          the third call of the function (by its symbol) fails
 *   lost=17              all calls fail from that one on
 *
 * fake_cuda_live counts what was not given back; fake_cuda_reset counts calls
 * anew. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda/driver.h"
#include "kernel/launch.h"

enum { OUT_OF_MEMORY = 2, INVALID = 1, NO_DEVICE = 100, BAD_IMAGE = 200,
       BAD_CONTEXT = 201, BAD_HANDLE = 400, NOT_FOUND = 500,
       NOT_READY = 600, LAUNCH_FAILED = 719 };

enum { DEVICES = 8, MEMORIES = 4096, MULTIPROCESSORS = 2, OCCUPANCY = 2 };

struct CUctx_st {
  int device, retained;
  size_t used;
};

typedef enum { COPY, SET, LAUNCH, RECORD, WAIT } kind;

typedef struct operation operation;
struct operation {
  operation *next;
  kind kind;
  char *to;
  const char *from;
  size_t to_pitch, from_pitch, width, height;
  unsigned value, size;
  am_cuda_function function;
  unsigned blocks, threads;
  char arguments[2][sizeof(k_launch)];
  am_cuda_event event;
};

struct CUstream_st {
  am_cuda_context context;
  operation *first, **last;
  am_cuda_stream next; /* of all streams */
};

struct CUevent_st {
  am_cuda_stream stream; /* where it was recorded and has not happened */
  double time;
};

struct CUfunc_st {
  am_cuda_module module;
  void (*call)(void **arguments);
  size_t argument_size;
  unsigned shared; /* most bytes of a launch */
  am_cuda_function next;
};

struct CUmod_st {
  void *library;
  am_cuda_context context;
  am_cuda_function functions;
};

/* Memory of a device, or pinned memory of the host. */
typedef struct {
  char *start;
  size_t size;
  am_cuda_context context; /* NULL: the host's */
} memory;

typedef struct {
  unsigned x, y, z;
} dim3;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st contexts[DEVICES];
static am_cuda_stream streams;
static memory memories[MEMORIES];
static int live, calls;
static size_t pinned;

/* The context of this thread; no __thread, as in fake_device.h. */
static pthread_key_t current_key;

__attribute__((constructor)) static void make_key(void) {
  pthread_key_create(&current_key, NULL);
}

#define current ((am_cuda_context)pthread_getspecific(current_key))

/* ---- what is asked for ---- */

static const char *word(const char *name) {
  const char *all = getenv("AUTOMAT_FAKE_CUDA"), *found = all;
  size_t length = strlen(name);
  while (found && (found = strstr(found, name))) {
    if ((found == all || found[-1] == ' ') && found[length] == '=')
      return found + length + 1;
    found += length;
  }
  return NULL;
}

static size_t number(const char *name, size_t otherwise) {
  const char *text = word(name);
  char *end;
  if (!text) return otherwise;
  size_t value = strtoul(text, &end, 10);
  return *end == 'K' ? value << 10
         : *end == 'M' ? value << 20
         : *end == 'G' ? value << 30
                       : value;
}

static int devices(void) { return (int)number("devices", 1); }
static size_t limit(void) { return number("memory", (size_t)1 << 30); }

/* On a device that is lost nothing moves any more. */
static int is_lost(void) {
  const char *lost = word("lost");
  return lost && calls >= atoi(lost);
}

/* The calls of each function. */
static struct {
  const char *symbol;
  int count;
} counts[80];

static int count_call(const char *symbol) {
  int i = 0;
  while (counts[i].symbol && strcmp(counts[i].symbol, symbol)) i++;
  counts[i].symbol = symbol;
  calls++;
  return ++counts[i].count;
}

/* Whether this call of `symbol` is one that fails, and with what. */
static unsigned fault(const char *symbol, unsigned error) {
  const char *fail = word("fail");
  size_t length = strlen(symbol);
  int count = count_call(symbol);
  if (is_lost()) return LAUNCH_FAILED;
  if (!fail || strncmp(fail, symbol, length) || fail[length] != ':') return 0;
  return atoi(fail + length + 1) == count ? error : 0;
}

#define CALL_OF(symbol, error)                         \
  pthread_mutex_lock(&lock);                           \
  unsigned result_ = fault(symbol, (error));

#define DONE                     \
  do {                           \
    pthread_mutex_unlock(&lock); \
    return result_;              \
  } while (0)

#define CHECK(condition, error) \
  if (!result_ && !(condition)) result_ = (error)

/* ---- memory ---- */

/* The memory that has all `size` bytes from `start`. */
static memory *memory_of(const void *start, size_t size) {
  const char *from = start;
  for (int i = 0; i < MEMORIES; i++) {
    memory *m = &memories[i];
    if (m->start && from >= m->start && from + size <= m->start + m->size)
      return m;
  }
  return NULL;
}

static int is_on(am_cuda_context context, am_cuda_pointer start,
                 size_t size) {
  const memory *m = memory_of((void *)(uintptr_t)start, size);
  return m && m->context == context;
}

static int is_pinned(const void *start, size_t size) {
  const memory *m = memory_of(start, size);
  return m && !m->context;
}

static memory *new_memory(size_t size, am_cuda_context context) {
  for (int i = 0; i < MEMORIES; i++) {
    memory *m = &memories[i];
    if (m->start) continue;
    *m = (memory){malloc(size), size, context};
    memset(m->start, 0xff, size);
    live++;
    return m;
  }
  return NULL;
}

static void free_memory(memory *m) {
  free(m->start);
  *m = (memory){0};
  live--;
}

/* ---- streams ---- */

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void set_threads(const operation *o, const char *name, unsigned x) {
  dim3 *d = dlsym(o->function->module->library, name);
  *d = (dim3){x, 0, 0};
}

static void launch(operation *o) {
  void *arguments[] = {o->arguments[0], o->arguments[1]};
  set_threads(o, "gridDim", o->blocks);
  set_threads(o, "blockDim", o->threads);
  for (unsigned b = 0; b < o->blocks; b++) {
    set_threads(o, "blockIdx", b);
    for (unsigned t = 0; t < o->threads; t++) {
      set_threads(o, "threadIdx", t);
      o->function->call(arguments);
    }
  }
}

static void run(am_cuda_stream stream, const struct CUevent_st *until);

static void copy(const operation *o) {
  for (size_t i = 0; i < o->height; i++)
    memmove(o->to + i * o->to_pitch, o->from + i * o->from_pitch, o->width);
}

static void set(const operation *o) {
  for (size_t i = 0; i < o->width; i++)
    memcpy(o->to + i * o->size, &o->value, o->size);
}

static void perform(operation *o) {
  if (is_lost() && o->kind != RECORD) return;
  switch (o->kind) {
    case COPY: copy(o); break;
    case SET: set(o); break;
    case LAUNCH: launch(o); break;
    case RECORD:
      o->event->stream = NULL;
      o->event->time = seconds();
      break;
    case WAIT:
      if (o->event->stream) run(o->event->stream, o->event);
      break;
  }
}

/* All that is in the stream, or until the event has happened. */
static void run(am_cuda_stream s, const struct CUevent_st *until) {
  while (s->first && !(until && !until->stream)) {
    operation *o = s->first;
    s->first = o->next;
    if (!s->first) s->last = &s->first;
    perform(o);
    free(o);
  }
}

static void run_all(am_cuda_context context) {
  for (am_cuda_stream s = streams; s; s = s->next)
    if (s->context == context) run(s, NULL);
}

static void put(am_cuda_stream s, operation o) {
  operation *copied = malloc(sizeof *copied);
  *copied = o;
  copied->next = NULL;
  *s->last = copied;
  s->last = &copied->next;
}

static int is_here(am_cuda_stream s) {
  return s && current && s->context == current;
}

/* ---- the driver ---- */

int fake_cuda_live(void) { return live; }
int fake_cuda_calls(void) { return calls; }

void fake_cuda_reset(void) {
  memset(counts, 0, sizeof counts);
  calls = 0;
}

static const struct {
  unsigned error;
  const char *name, *about;
} errors[] = {
    {INVALID, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {BAD_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {BAD_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {BAD_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED",
     "unspecified launch failure"},
};

unsigned cuGetErrorName(unsigned error, const char **text) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error) return *text = errors[i].name, 0;
  return INVALID;
}

unsigned cuGetErrorString(unsigned error, const char **text) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].error == error) return *text = errors[i].about, 0;
  return INVALID;
}

unsigned cuInit(unsigned flags) {
  CALL_OF("cuInit", NO_DEVICE);
  CHECK(flags == 0, INVALID);
  CHECK(devices() > 0, NO_DEVICE);
  DONE;
}

unsigned cuDriverGetVersion(int *version) {
  *version = 99010;
  return 0;
}

unsigned cuDeviceGetCount(int *count) {
  CALL_OF("cuDeviceGetCount", LAUNCH_FAILED);
  *count = devices();
  DONE;
}

unsigned cuDeviceGet(int *device, int ordinal) {
  CALL_OF("cuDeviceGet", LAUNCH_FAILED);
  *device = ordinal;
  DONE;
}

unsigned cuDeviceGetName(char *name, int length, int device) {
  CALL_OF("cuDeviceGetName", LAUNCH_FAILED);
  snprintf(name, (size_t)length, "Fake %d", device);
  DONE;
}

unsigned cuDeviceTotalMem_v2(size_t *bytes, int device) {
  CALL_OF("cuDeviceTotalMem_v2", LAUNCH_FAILED);
  (void)device;
  *bytes = limit();
  DONE;
}

unsigned cuDeviceGetAttribute(int *value, unsigned attribute, int device) {
  int architecture = (int)number("architecture", 90);
  CALL_OF("cuDeviceGetAttribute", LAUNCH_FAILED);
  (void)device;
  *value = attribute == AM_CUDA_MULTIPROCESSORS ? MULTIPROCESSORS
           : attribute == AM_CUDA_MAJOR         ? architecture / 10
           : attribute == AM_CUDA_MINOR         ? architecture % 10
                                                : 0;
  DONE;
}

unsigned cuDevicePrimaryCtxRetain(am_cuda_context *context, int device) {
  CALL_OF("cuDevicePrimaryCtxRetain", OUT_OF_MEMORY);
  if (result_) DONE;
  *context = &contexts[device];
  contexts[device].device = device;
  contexts[device].retained++;
  live++;
  DONE;
}

unsigned cuDevicePrimaryCtxRelease_v2(int device) {
  CALL_OF("cuDevicePrimaryCtxRelease_v2", LAUNCH_FAILED);
  contexts[device].retained--;
  live--;
  DONE;
}

unsigned cuCtxSetCurrent(am_cuda_context context) {
  CALL_OF("cuCtxSetCurrent", LAUNCH_FAILED);
  CHECK(context && context->retained > 0, BAD_CONTEXT);
  pthread_setspecific(current_key, context);
  DONE;
}

/* The size of an ELF file, whose section headers come last. */
static size_t image_size(const unsigned char *image) {
  uint64_t headers;
  uint16_t size, count;
  memcpy(&headers, image + 40, sizeof headers);
  memcpy(&size, image + 58, sizeof size);
  memcpy(&count, image + 60, sizeof count);
  return headers + (size_t)size * count;
}

static void *open_image(const void *image) {
  char path[] = "/tmp/fake-cubin-XXXXXX";
  int file = mkstemp(path);
  size_t size = image_size(image);
  void *library = NULL;
  if (file >= 0 && write(file, image, size) == (ssize_t)size)
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (file >= 0) close(file);
  unlink(path);
  return library;
}

unsigned cuModuleLoadData(am_cuda_module *module, const void *image) {
  CALL_OF("cuModuleLoadData", BAD_IMAGE);
  CHECK(current, BAD_CONTEXT);
  void *library = result_ ? NULL : open_image(image);
  CHECK(library, BAD_IMAGE);
  if (result_) DONE;
  *module = calloc(1, sizeof **module);
  **module = (struct CUmod_st){library, current, NULL};
  live++;
  DONE;
}

unsigned cuModuleUnload(am_cuda_module module) {
  CALL_OF("cuModuleUnload", LAUNCH_FAILED);
  run_all(module->context);
  for (am_cuda_function f = module->functions, next; f; f = next) {
    next = f->next;
    free(f);
  }
  dlclose(module->library);
  free(module);
  live--;
  DONE;
}

unsigned cuModuleGetFunction(am_cuda_function *function,
                             am_cuda_module module, const char *name) {
  char symbol[80];
  CALL_OF("cuModuleGetFunction", NOT_FOUND);
  snprintf(symbol, sizeof symbol, "fake_%s", name);
  void *call = result_ ? NULL : dlsym(module->library, symbol);
  CHECK(call, NOT_FOUND);
  if (result_) DONE;
  *function = calloc(1, sizeof **function);
  (*function)->module = module;
  (*function)->next = module->functions;
  module->functions = *function;
  memcpy(&(*function)->call, &call, sizeof call);
  (*function)->argument_size =
      strcmp(name, "automat_bind") ? sizeof(k_launch) : sizeof(void *);
  DONE;
}

unsigned cuModuleGetGlobal_v2(am_cuda_pointer *place, size_t *size,
                              am_cuda_module module, const char *name) {
  CALL_OF("cuModuleGetGlobal_v2", NOT_FOUND);
  void *found = result_ ? NULL : dlsym(module->library, name);
  CHECK(found, NOT_FOUND);
  if (result_) DONE;
  *place = (am_cuda_pointer)(uintptr_t)found;
  *size = 0;
  DONE;
}

unsigned cuFuncSetAttribute(am_cuda_function function, unsigned attribute,
                            int value) {
  CALL_OF("cuFuncSetAttribute", LAUNCH_FAILED);
  CHECK(function && attribute == AM_CUDA_SHARED_BYTES && value >= 0, INVALID);
  if (!result_) function->shared = (unsigned)value;
  DONE;
}

unsigned cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, am_cuda_function function, int threads, size_t shared) {
  CALL_OF("cuOccupancyMaxActiveBlocksPerMultiprocessor", LAUNCH_FAILED);
  CHECK(function && threads > 0 && shared <= function->shared, INVALID);
  *blocks = OCCUPANCY;
  DONE;
}

unsigned cuLaunchKernel(am_cuda_function function, unsigned grid_x,
                        unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared,
                        am_cuda_stream stream, void **arguments,
                        void **extra) {
  operation o = {.kind = LAUNCH, .function = function, .blocks = grid_x,
                 .threads = block_x};
  CALL_OF("cuLaunchKernel", LAUNCH_FAILED);
  CHECK(is_here(stream) && function->module->context == current, BAD_HANDLE);
  CHECK(grid_x > 0 && grid_y == 1 && grid_z == 1 && block_x > 0 &&
            block_x <= 1024 && block_y == 1 && block_z == 1 &&
            shared <= function->shared && !extra,
        INVALID);
  if (result_) DONE;
  memcpy(o.arguments[0], arguments[0], function->argument_size);
  if (function->argument_size == sizeof(void *))
    memcpy(o.arguments[1], arguments[1], sizeof(void *));
  put(stream, o);
  DONE;
}

unsigned cuMemGetInfo_v2(size_t *room, size_t *total) {
  CALL_OF("cuMemGetInfo_v2", LAUNCH_FAILED);
  CHECK(current, BAD_CONTEXT);
  if (result_) DONE;
  *total = limit();
  *room = *total - current->used;
  DONE;
}

unsigned cuMemAlloc_v2(am_cuda_pointer *start, size_t bytes) {
  CALL_OF("cuMemAlloc_v2", OUT_OF_MEMORY);
  CHECK(current, BAD_CONTEXT);
  CHECK(bytes > 0, INVALID);
  CHECK(bytes <= limit() - current->used, OUT_OF_MEMORY);
  memory *m = result_ ? NULL : new_memory(bytes, current);
  CHECK(m, OUT_OF_MEMORY);
  if (result_) DONE;
  current->used += bytes;
  *start = (uintptr_t)m->start;
  DONE;
}

unsigned cuMemFree_v2(am_cuda_pointer start) {
  CALL_OF("cuMemFree_v2", LAUNCH_FAILED);
  memory *m = memory_of((void *)(uintptr_t)start, 1);
  CHECK(m && m->context, INVALID);
  if (!m || !m->context) DONE;
  run_all(m->context);
  m->context->used -= m->size;
  free_memory(m);
  DONE;
}

unsigned cuMemHostAlloc(void **start, size_t bytes, unsigned flags) {
  CALL_OF("cuMemHostAlloc", OUT_OF_MEMORY);
  CHECK(current, BAD_CONTEXT);
  CHECK(bytes > 0 && flags == AM_CUDA_HOST_PORTABLE, INVALID);
  CHECK(pinned + bytes <= number("pinned", (size_t)1 << 30), OUT_OF_MEMORY);
  memory *m = result_ ? NULL : new_memory(bytes, NULL);
  CHECK(m, OUT_OF_MEMORY);
  if (result_) DONE;
  pinned += bytes;
  *start = m->start;
  DONE;
}

unsigned cuMemFreeHost(void *start) {
  CALL_OF("cuMemFreeHost", LAUNCH_FAILED);
  memory *m = memory_of(start, 1);
  CHECK(m && !m->context, INVALID);
  if (!m || m->context) DONE;
  for (int i = 0; i < DEVICES; i++) run_all(&contexts[i]);
  pinned -= m->size;
  free_memory(m);
  DONE;
}

/* Memory that is not pinned is copied before the call returns. */
static void put_copy(am_cuda_stream stream, operation o, const void *host,
                     size_t size) {
  o.kind = COPY;
  put(stream, o);
  if (!is_pinned(host, size)) run(stream, NULL);
}

unsigned cuMemcpyHtoDAsync_v2(am_cuda_pointer to, const void *from,
                              size_t bytes, am_cuda_stream stream) {
  CALL_OF("cuMemcpyHtoDAsync_v2", LAUNCH_FAILED);
  CHECK(is_here(stream), BAD_HANDLE);
  CHECK(is_on(current, to, bytes), INVALID);
  if (result_) DONE;
  put_copy(stream,
           (operation){.to = (char *)(uintptr_t)to, .from = from,
                       .width = bytes, .height = 1},
           from, bytes);
  DONE;
}

unsigned cuMemcpyDtoHAsync_v2(void *to, am_cuda_pointer from, size_t bytes,
                              am_cuda_stream stream) {
  CALL_OF("cuMemcpyDtoHAsync_v2", LAUNCH_FAILED);
  CHECK(is_here(stream), BAD_HANDLE);
  CHECK(is_on(current, from, bytes), INVALID);
  if (result_) DONE;
  put_copy(stream,
           (operation){.to = to, .from = (char *)(uintptr_t)from,
                       .width = bytes, .height = 1},
           to, bytes);
  DONE;
}

unsigned cuMemcpy2DAsync_v2(const am_cuda_copy *c, am_cuda_stream stream) {
  int up = c->to_kind == AM_CUDA_DEVICE;
  size_t from_size = (c->height - 1) * c->from_pitch + c->width;
  size_t to_size = (c->height - 1) * c->to_pitch + c->width;
  const void *host = up ? c->from_host : c->to_host;
  operation o = {.to = up ? (char *)(uintptr_t)c->to_device : c->to_host,
                 .from = up ? c->from_host
                            : (char *)(uintptr_t)c->from_device,
                 .to_pitch = c->to_pitch, .from_pitch = c->from_pitch,
                 .width = c->width, .height = c->height};
  CALL_OF("cuMemcpy2DAsync_v2", LAUNCH_FAILED);
  CHECK(is_here(stream), BAD_HANDLE);
  CHECK(c->from_kind + c->to_kind == AM_CUDA_HOST + AM_CUDA_DEVICE &&
            c->width <= c->from_pitch && c->width <= c->to_pitch && c->height,
        INVALID);
  CHECK(up ? is_on(current, c->to_device, to_size)
           : is_on(current, c->from_device, from_size),
        INVALID);
  if (result_) DONE;
  put_copy(stream, o, host, up ? from_size : to_size);
  DONE;
}

static unsigned put_set(am_cuda_pointer to, unsigned value, unsigned size,
                        size_t count, am_cuda_stream stream) {
  if (!is_here(stream)) return BAD_HANDLE;
  if (!is_on(current, to, size * count)) return INVALID;
  put(stream, (operation){.kind = SET, .to = (char *)(uintptr_t)to,
                          .value = value, .size = size, .width = count});
  return 0;
}

unsigned cuMemsetD8Async(am_cuda_pointer to, unsigned char value,
                         size_t count, am_cuda_stream stream) {
  CALL_OF("cuMemsetD8Async", LAUNCH_FAILED);
  if (!result_) result_ = put_set(to, value, 1, count, stream);
  DONE;
}

unsigned cuMemsetD32Async(am_cuda_pointer to, unsigned value, size_t count,
                          am_cuda_stream stream) {
  CALL_OF("cuMemsetD32Async", LAUNCH_FAILED);
  if (!result_) result_ = put_set(to, value, 4, count, stream);
  DONE;
}

unsigned cuStreamCreate(am_cuda_stream *stream, unsigned flags) {
  CALL_OF("cuStreamCreate", OUT_OF_MEMORY);
  CHECK(current, BAD_CONTEXT);
  CHECK(flags == AM_CUDA_NON_BLOCKING, INVALID);
  if (result_) DONE;
  *stream = calloc(1, sizeof **stream);
  (*stream)->context = current;
  (*stream)->last = &(*stream)->first;
  (*stream)->next = streams;
  streams = *stream;
  live++;
  DONE;
}

unsigned cuStreamDestroy_v2(am_cuda_stream stream) {
  CALL_OF("cuStreamDestroy_v2", LAUNCH_FAILED);
  run(stream, NULL);
  for (am_cuda_stream *at = &streams; *at; at = &(*at)->next)
    if (*at == stream) {
      *at = stream->next;
      break;
    }
  free(stream);
  live--;
  DONE;
}

/* Somebody who looks long enough sees the end. */
unsigned cuStreamQuery(am_cuda_stream stream) {
  CALL_OF("cuStreamQuery", LAUNCH_FAILED);
  if (result_ || !stream->first) DONE;
  run(stream, NULL);
  result_ = NOT_READY;
  DONE;
}

unsigned cuStreamSynchronize(am_cuda_stream stream) {
  CALL_OF("cuStreamSynchronize", LAUNCH_FAILED);
  run(stream, NULL);
  DONE;
}

unsigned cuEventCreate(am_cuda_event *event, unsigned flags) {
  CALL_OF("cuEventCreate", OUT_OF_MEMORY);
  CHECK(current && !(flags & ~3u), INVALID);
  if (result_) DONE;
  *event = calloc(1, sizeof **event);
  live++;
  DONE;
}

unsigned cuEventDestroy_v2(am_cuda_event event) {
  CALL_OF("cuEventDestroy_v2", LAUNCH_FAILED);
  if (event->stream) run(event->stream, event);
  free(event);
  live--;
  DONE;
}

unsigned cuEventRecord(am_cuda_event event, am_cuda_stream stream) {
  CALL_OF("cuEventRecord", LAUNCH_FAILED);
  CHECK(is_here(stream), BAD_HANDLE);
  if (result_) DONE;
  event->stream = stream;
  put(stream, (operation){.kind = RECORD, .event = event});
  DONE;
}

unsigned cuEventElapsedTime(float *milliseconds, am_cuda_event start,
                            am_cuda_event end) {
  CALL_OF("cuEventElapsedTime", LAUNCH_FAILED);
  CHECK(!start->stream && !end->stream, NOT_READY);
  *milliseconds = (float)(1e3 * (end->time - start->time));
  DONE;
}
