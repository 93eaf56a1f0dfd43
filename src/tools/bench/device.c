/* device.c: measures the limits of the devices of the engine cuda. */
#include "bench/parts.h"

/* Kernels for single operations.  In their k_launch, fields.strain0 is the
 * input and fields.strain the output of `count` numbers, `capacity` the number
 * of rounds, and fields.duration a number unknown to the compiler. */
static const char words[] =
    "#define K_FN static __device__ __forceinline__\n"
    "#define K_UNROLL _Pragma(\"unroll\")\n";
static const char *const texts[] = {
    "expr/libm.h",       "kernel/points/device.h", "expr/special.h",
    "solver/rows.h", "kernel/points/fields.def",
    "kernel/points/fields.h", NULL};

enum { CHAINS = 8, STEPS = 16, PIECES = 4 };

static const char kernels[] =
    "K_FN void keep(const k_launch *launch, const double *x) {\n"
    "  double sum = 0;\n"
    "  K_UNROLL for (int i = 0; i < CHAINS; i++) sum = sum + x[i];\n"
    "  if (sum == launch->fields.duration) launch->fields.strain[0] = sum;\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(K_BLOCK)\n"
    "    limit_multiply(const k_launch launch) {\n"
    "  double x[CHAINS], a = launch.fields.duration, b = 1 - a;\n"
    "  K_UNROLL for (int i = 0; i < CHAINS; i++) x[i] = threadIdx.x + i;\n"
    "  for (long r = 0; r < launch.capacity; r++)\n"
    "    K_UNROLL for (int j = 0; j < STEPS; j++)\n"
    "      K_UNROLL for (int i = 0; i < CHAINS; i++)\n"
    "        x[i] = k_fma(a, x[i], b);\n"
    "  keep(&launch, x);\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(K_BLOCK)\n"
    "    limit_raise(const k_launch launch) {\n"
    "  double x[CHAINS] = {0}, a = 0.3 + 1e-3 * threadIdx.x;\n"
    "  for (long r = 0; r < launch.capacity; r++)\n"
    "    K_UNROLL for (int i = 0; i < CHAINS; i++) {\n"
    "      x[i] = x[i] + k_pow(a, 2.0 + launch.fields.duration);\n"
    "      a = a + 1e-9;\n"
    "    }\n"
    "  keep(&launch, x);\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(K_BLOCK)\n"
    "    limit_copy(const k_launch launch) {\n"
    "  long at = (long)blockIdx.x * PIECES * K_BLOCK + threadIdx.x;\n"
    "  double x[PIECES];\n"
    "  K_UNROLL for (int i = 0; i < PIECES; i++)\n"
    "    x[i] = launch.fields.strain0[at + i * K_BLOCK];\n"
    "  K_UNROLL for (int i = 0; i < PIECES; i++)\n"
    "    launch.fields.strain[at + i * K_BLOCK] = x[i];\n"
    "}\n";

/* BUSY: threads per multiprocessor for pure arithmetic; LARGER: size of a copy
 * on the device relative to a bus transfer. */
enum { BUSY = 4096, LARGER = 8, MOST_THREADS = 39 /* driver attribute */ };

/* Work of a round: rounds of a kernel, one launch of it, copies. */
typedef struct {
  am_cuda_function function;
  long blocks;
  bool loops, send, receive;
} limit;

typedef struct {
  am_cuda_device *device;
  limit limit; /* current limit */
  am_cuda_object object;
  am_cuda_module module;
  am_cuda_function multiply, raise, copy;
  am_cuda_stream up, down;
  am_cuda_pointer from, to; /* [size] bytes */
  double *source, *sink;    /* [across] bytes of the host, pinned */
  size_t size, across;
  long rounds;
} work;

/* ---- operations -----------------------------------------------------------*/

static void launch(work *w, am_cuda_function function, long blocks,
                   long rounds) {
  k_launch l = {.fields = {.duration = 0.6,
                           .strain0 = (const double *)(uintptr_t)w->from,
                           .strain = (double *)(uintptr_t)w->to},
                .capacity = rounds};
  void *arguments[] = {&l};
  const am_cuda_grid grid = {blocks, w->object.block, 0};
  am_cuda_launch(w->device, function, &grid, w->up, arguments);
}

static void finish(work *w) {
  AM_CUDA(w->device, cuStreamSynchronize, w->up);
  AM_CUDA(w->device, cuStreamSynchronize, w->down);
}

static void send(work *w) {
  AM_CUDA(w->device, cuMemcpyHtoDAsync, w->from, w->source, w->across, w->up);
}

static void receive(work *w) {
  AM_CUDA(w->device, cuMemcpyDtoHAsync, w->sink, w->to, w->across, w->down);
}

static void run_limit(void *data, long rounds) {
  work *w = data;
  const limit *l = &w->limit;
  if (l->loops) launch(w, l->function, l->blocks, rounds);
  for (; !l->loops && rounds; rounds--) {
    if (l->function) launch(w, l->function, l->blocks, 1);
    if (l->send) send(w);
    if (l->receive) receive(w);
  }
  finish(w);
}

/* ---- preparation ----------------------------------------------------------*/

static const char *text_of(am_arena *arena) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", words);
  for (int i = 0; texts[i]; i++)
    am_buffer_add(&out, "%s", am_embedded_find(am_core_texts, texts[i]));
  am_buffer_add(&out, "enum { CHAINS = %d, STEPS = %d, PIECES = %d };\n%s",
                CHAINS, STEPS, PIECES, kernels);
  return out.text;
}

static void open_work(work *w, long megabytes) {
  am_cuda_device *d = w->device;
  w->across = (size_t)megabytes << 20;
  w->size = LARGER * w->across;
  while (w->size > w->across && 4 * w->size > am_cuda_room(d)) w->size /= 2;
  AM_CUDA(d, cuStreamCreate, &w->up, AM_CUDA_NON_BLOCKING);
  AM_CUDA(d, cuStreamCreate, &w->down, AM_CUDA_NON_BLOCKING);
  AM_CUDA(d, cuModuleLoadData, &w->module, w->object.image);
  AM_CUDA(d, cuModuleGetFunction, &w->multiply, w->module, "limit_multiply");
  AM_CUDA(d, cuModuleGetFunction, &w->raise, w->module, "limit_raise");
  AM_CUDA(d, cuModuleGetFunction, &w->copy, w->module, "limit_copy");
  w->from = am_cuda_alloc(d, w->size);
  w->to = am_cuda_alloc(d, w->size);
  w->source = am_cuda_alloc_host(d, w->across);
  w->sink = am_cuda_alloc_host(d, w->across);
}

/* ---- measurement ----------------------------------------------------------*/

static double rate_of(work *w, limit l, double seconds) {
  if (*w->device->failure) return 0;
  w->limit = l;
  w->rounds = 1;
  return am_rounds_per_second(run_limit, w, &w->rounds, seconds);
}

static am_status measure_limits(work *w, am_report *report, double seconds,
                                long megabytes, am_device *found) {
  open_work(w, megabytes);
  bool room = w->from && w->to && w->source && w->sink;
  if (room) {
    AM_CUDA(w->device, cuMemsetD8Async, w->from, 1, w->size, w->up);
    AM_CUDA(w->device, cuMemsetD8Async, w->to, 1, w->size, w->up);
    finish(w);
    w->limit = (limit){.send = true, .receive = true};
    run_limit(w, 1);
    long busy = (long)w->device->multiprocessors * BUSY / w->object.block;
    long copying =
        (long)(w->size / sizeof(double)) / (PIECES * w->object.block);
    double threads = (double)busy * w->object.block;
    double copied =
        (double)copying * PIECES * w->object.block * sizeof(double);
    double across = (double)w->across;
    found->fma =
        rate_of(w, (limit){w->multiply, busy, .loops = true}, seconds) *
        threads * CHAINS * STEPS;
    found->power =
        1 / (rate_of(w, (limit){w->raise, busy, .loops = true}, seconds) *
             threads * CHAINS);
    found->copy =
        rate_of(w, (limit){w->copy, .blocks = copying}, seconds) * 2 * copied;
    found->bus.alone.up = rate_of(w, (limit){.send = true}, seconds) * across;
    found->bus.alone.down =
        rate_of(w, (limit){.receive = true}, seconds) * across;
    found->bus.both =
        rate_of(w, (limit){.send = true, .receive = true}, seconds) * 2 *
        across;
  }
  const am_cuda_driver *driver = w->device->driver;
  am_cuda_free_host(w->device, w->source);
  am_cuda_free_host(w->device, w->sink);
  am_cuda_free(w->device, w->from);
  am_cuda_free(w->device, w->to);
  am_cuda_unload(w->device, w->module);
  if (w->up) driver->cuStreamDestroy(w->up);
  if (w->down) driver->cuStreamDestroy(w->down);
  if (*w->device->failure)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s: %s",
                    w->device->name, w->device->failure);
  if (room) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "%s: not enough memory to measure its "
                  "limits", w->device->name);
}

am_status am_device_measure(am_arena *arena, am_report *report,
                            double seconds, long megabytes,
                            am_device *found) {
  work *w = AM_NEW(arena, work);
  am_cuda_device *d;
  int count;
  AM_TRY(am_cuda_devices(arena, report, &d, &count));
  AM_TRY(am_cuda_open(arena, report, d));
  AM_TRY(am_cuda_compile(arena, report, text_of(arena), d->architecture,
                         &w->object));
  w->device = d;
  *found = (am_device){.name = d->name,
                       .count = count,
                       .multiprocessors = d->multiprocessors,
                       .memory = (double)am_cuda_room(d)};
  AM_CUDA(d, cuDeviceGetAttribute, &found->threads, MOST_THREADS, d->number);
  return measure_limits(w, report, seconds, megabytes, found);
}

double am_transfer_bound(const am_transfer_speed *bus, am_traffic bytes) {
  double each =
      fmax(bytes.up / bus->alone.up, bytes.down / bus->alone.down);
  return fmax(each, (bytes.up + bytes.down) / bus->both);
}
