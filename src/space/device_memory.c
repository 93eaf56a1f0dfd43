/* device_memory.c: memory of the device, launches, and what the host reads. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "space/device.h"

am_status am_device_room(am_device_space *s, am_report *report,
                         const char *what, size_t size,
                         am_cuda_pointer *room) {
  am_cuda_device *d = &s->device;
  *room = 0;
  if (!size) return AM_OK;
  AM_PUSH_ROOM(s->arena, s->memories, s->memory_count, s->memory_capacity);
  *room = am_cuda_alloc(d, size);
  if (*room) {
    s->memories[s->memory_count++] = *room;
    s->bytes += (double)size;
    return AM_OK;
  }
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "the CUDA device %s has %.3g GB free, expected %.3g GB for "
                  "%s of %ld voxels, beside %.3g GB that are there%s%s",
                  d->name, 1e-9 * (double)am_cuda_room(d),
                  1e-9 * (double)size, what, s->space.cell->micro->voxels,
                  1e-9 * s->bytes, *d->failure ? ": " : "", d->failure);
}

void *am_device_at(am_cuda_pointer memory) {
  return (void *)(uintptr_t)memory;
}

void am_device_launch(am_device_space *s, am_cell_kernel kernel, long threads,
                      void *argument) {
  int block = s->object.block;
  const am_cuda_grid grid = {(threads + block - 1) / block, block, 0};
  am_cuda_launch(&s->device, s->kernels[kernel], &grid, s->stream, &argument);
}

/* ---- moments --------------------------------------------------------------*/

void am_device_spent(am_device_space *s, am_cell_time time) {
  int n = s->moment_count;
  if (n == AM_CELL_MOMENTS) return;
  if (!AM_CUDA(&s->device, cuEventRecord, s->moments[n], s->stream)) return;
  s->spent[n] = time;
  s->moment_count++;
}

void am_device_begin(am_device_space *s) {
  am_cuda_use(&s->device);
  am_device_spent(s, AM_CELL_TIME_NONE);
}

/* All of them have come. */
static void add_times(am_device_space *s) {
  for (int n = 1; n < s->moment_count; n++) {
    float milliseconds = 0;
    if (s->spent[n] == AM_CELL_TIME_NONE) continue;
    AM_CUDA(&s->device, cuEventElapsedTime, &milliseconds, s->moments[n - 1],
            s->moments[n]);
    s->times[s->spent[n]] += 1e-3 * (double)milliseconds;
  }
  s->moment_count = 0;
}

/* ---- what is found --------------------------------------------------------*/

void am_device_expect(am_device_space *s) {
  AM_CUDA(&s->device, cuMemsetD8Async, s->found, 0xff, sizeof(k_found),
          s->stream);
  AM_CUDA(&s->device, cuMemsetD32Async, s->stop, 0, 1, s->stream);
}

void am_device_total(am_device_space *s, long threads, int rows, int maxima) {
  k_total total = {.partial = am_device_at(s->partial),
                   .sums = am_device_at(s->found + sizeof(k_found)),
                   .threads = threads,
                   .rows = rows,
                   .maxima = maxima};
  am_device_launch(s, AM_CELL_KERNEL_TOTAL, (long)rows * K_REST, &total);
}

bool am_device_failed(am_device_space *s) {
  const am_cell *cell = s->space.cell;
  char *failure = s->space.failure;
  const am_cuda_device *d = &s->device;
  const char *its = NULL;
  for (int i = 0; i < 2 * cell->phase_count && !its; i++) {
    const am_phase *phase = &cell->phases[i / 2];
    const am_engine_program *p = i % 2 ? phase->tangents : phase->program;
    if (p) its = am_engine_failure(phase->engine, p);
  }
  if (*d->failure)
    snprintf(failure, sizeof s->space.failure,
             "the CUDA device %d, %s, failed: %s", d->number, d->name,
             d->failure);
  else if (its) snprintf(failure, sizeof s->space.failure, "%s", its);
  return *d->failure || its;
}

/* Often looking at first. */
static void watch(am_device_space *s, const volatile int *stop) {
  const struct timespec moment = {.tv_nsec = 50000};
  am_cuda_device *d = &s->device;
  double start = am_clock();
  bool told = false;
  while (!*d->failure &&
         d->driver->cuStreamQuery(s->stream) == AM_CUDA_NOT_READY) {
    if (!told && *stop)
      told = AM_CUDA(d, cuMemsetD32Async, s->stop, 1, 1, s->aside);
    if (am_clock() > start + 5e-3) nanosleep(&moment, NULL);
  }
  if (told) AM_CUDA(d, cuStreamSynchronize, s->aside);
}

bool am_device_wait(am_device_space *s) {
  AM_CUDA(&s->device, cuStreamSynchronize, s->stream);
  if (am_device_failed(s)) return false;
  add_times(s);
  return !am_device_failed(s);
}

bool am_device_read(am_device_space *s, int rows, const volatile int *stop) {
  size_t size = sizeof(k_found) + sizeof(double) * K_REST * (size_t)rows;
  AM_CUDA(&s->device, cuMemcpyDtoHAsync, s->here, s->found, size, s->stream);
  am_device_spent(s, AM_CELL_TIME_REST);
  if (stop) watch(s, stop);
  return am_device_wait(s);
}

const k_found *am_device_found(const am_device_space *s) {
  return (const k_found *)s->here;
}

static const double *row_of(const am_device_space *s, int row) {
  return (const double *)(s->here + sizeof(k_found)) + (long)row * K_REST;
}

double am_device_sum(const am_device_space *s, int row) {
  const double *x = row_of(s, row);
  double sum = 0;
  for (int i = 0; i < K_REST; i++) sum += x[i];
  return sum;
}

double am_device_maximum(const am_device_space *s, int row) {
  const double *x = row_of(s, row);
  double maximum = x[0];
  for (int i = 1; i < K_REST; i++)
    if (!(x[i] <= maximum)) maximum = x[i];
  return maximum;
}

/* Also of a device that is lost. */
void am_device_close(am_device_space *s) {
  const am_cuda_driver *driver = s->device.driver;
  driver->cuCtxSetCurrent(s->device.context);
  if (s->stream) driver->cuStreamSynchronize(s->stream);
  for (int i = 0; i < AM_CELL_MOMENTS; i++)
    if (s->moments[i]) driver->cuEventDestroy(s->moments[i]);
  for (int i = 0; i < s->memory_count; i++)
    am_cuda_free(&s->device, s->memories[i]);
  am_cuda_free(&s->device, s->scratch);
  am_cuda_free_host(&s->device, s->here);
  if (s->stream) driver->cuStreamDestroy(s->stream);
  if (s->aside) driver->cuStreamDestroy(s->aside);
  am_cuda_unload(&s->device, s->module);
}
