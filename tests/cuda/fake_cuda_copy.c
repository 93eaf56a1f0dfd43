/* fake_cuda_copy.c: operations that write memory, in the order of streams. */
#include "tests/cuda/fake_cuda.h"

/* Memory that is not pinned is copied before the call returns. */
static void put_copy(am_cuda_stream stream, fake_operation o, const void *host,
                     size_t size) {
  o.kind = COPY;
  fake_put(stream, o);
  if (!fake_is_pinned(host, size)) fake_run(stream);
}

unsigned cuMemcpyHtoDAsync_v2(am_cuda_pointer to, const void *from,
                              size_t bytes, am_cuda_stream stream) {
  CALL_OF("cuMemcpyHtoDAsync_v2", LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  CHECK(fake_is_on(fake_current(), to, bytes), INVALID);
  if (result_) DONE;
  put_copy(stream,
           (fake_operation){.to = (char *)(uintptr_t)to, .from = from,
                            .width = bytes, .height = 1},
           from, bytes);
  DONE;
}

unsigned cuMemcpyDtoHAsync_v2(void *to, am_cuda_pointer from, size_t bytes,
                              am_cuda_stream stream) {
  CALL_OF("cuMemcpyDtoHAsync_v2", LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  CHECK(fake_is_on(fake_current(), from, bytes), INVALID);
  if (result_) DONE;
  put_copy(stream,
           (fake_operation){.to = to, .from = (char *)(uintptr_t)from,
                            .width = bytes, .height = 1},
           to, bytes);
  DONE;
}

/* Copies between device memory. */
static unsigned copy_there(const am_cuda_copy *c, am_cuda_stream stream) {
  size_t from_size = (c->height - 1) * c->from_pitch + c->width;
  size_t to_size = (c->height - 1) * c->to_pitch + c->width;
  CALL_OF("cuMemcpy2DAsync_v2", LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  CHECK(c->width <= c->from_pitch && c->width <= c->to_pitch && c->height &&
            fake_is_on(fake_current(), c->to_device, to_size) &&
            fake_is_on(fake_current(), c->from_device, from_size),
        INVALID);
  if (result_) DONE;
  fake_put(stream,
           (fake_operation){.kind = COPY,
                            .to = (char *)(uintptr_t)c->to_device,
                            .from = (char *)(uintptr_t)c->from_device,
                            .to_pitch = c->to_pitch,
                            .from_pitch = c->from_pitch,
                            .width = c->width,
                            .height = c->height});
  DONE;
}

unsigned cuMemcpy2DAsync_v2(const am_cuda_copy *c, am_cuda_stream stream) {
  if (c->from_kind == AM_CUDA_DEVICE && c->to_kind == AM_CUDA_DEVICE)
    return copy_there(c, stream);
  int up = c->to_kind == AM_CUDA_DEVICE;
  size_t from_size = (c->height - 1) * c->from_pitch + c->width;
  size_t to_size = (c->height - 1) * c->to_pitch + c->width;
  const void *host = up ? c->from_host : c->to_host;
  fake_operation o = {
      .to = up ? (char *)(uintptr_t)c->to_device : c->to_host,
      .from = up ? c->from_host : (char *)(uintptr_t)c->from_device,
      .to_pitch = c->to_pitch,
      .from_pitch = c->from_pitch,
      .width = c->width,
      .height = c->height};
  CALL_OF("cuMemcpy2DAsync_v2", LAUNCH_FAILED);
  CHECK(fake_is_here(stream), BAD_HANDLE);
  CHECK(c->from_kind + c->to_kind == AM_CUDA_HOST + AM_CUDA_DEVICE &&
            c->width <= c->from_pitch && c->width <= c->to_pitch && c->height,
        INVALID);
  CHECK(up ? fake_is_on(fake_current(), c->to_device, to_size)
           : fake_is_on(fake_current(), c->from_device, from_size),
        INVALID);
  if (result_) DONE;
  put_copy(stream, o, host, up ? from_size : to_size);
  DONE;
}

static unsigned put_set(am_cuda_pointer to, unsigned value, unsigned size,
                        size_t count, am_cuda_stream stream) {
  if (!fake_is_here(stream)) return BAD_HANDLE;
  if (!fake_is_on(fake_current(), to, size * count)) return INVALID;
  fake_put(stream, (fake_operation){.kind = SET,
                                    .to = (char *)(uintptr_t)to,
                                    .value = value,
                                    .size = size,
                                    .width = count});
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
