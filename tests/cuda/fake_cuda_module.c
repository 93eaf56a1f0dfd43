/* fake_cuda_module.c: modules, their functions, and launches. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/cuda/fake_cuda.h"

enum { OCCUPANCY = 2 };

struct CUfunc_st {
  am_cuda_module module;
  void (*call)(void **arguments);
  const unsigned long *sizes; /* of its arguments, up to 0 */
  unsigned shared; /* most bytes of a launch */
  am_cuda_function next;
};

struct CUmod_st {
  void *library;
  am_cuda_context context;
  am_cuda_function functions;
};

typedef struct {
  unsigned x, y, z;
} dim3;

static void set_threads(const fake_operation *o, const char *name,
                        unsigned x) {
  dim3 *d = dlsym(o->function->module->library, name);
  *d = (dim3){x, 0, 0};
}

void fake_launch(fake_operation *o) {
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
  CHECK(fake_current(), BAD_CONTEXT);
  void *library = result_ ? NULL : open_image(image);
  CHECK(library, BAD_IMAGE);
  if (result_) DONE;
  *module = calloc(1, sizeof **module);
  **module = (struct CUmod_st){library, fake_current(), NULL};
  fake_live++;
  DONE;
}

unsigned cuModuleUnload(am_cuda_module module) {
  CALL_OF("cuModuleUnload", LAUNCH_FAILED);
  fake_run_all(module->context);
  for (am_cuda_function f = module->functions, next; f; f = next) {
    next = f->next;
    free(f);
  }
  dlclose(module->library);
  free(module);
  fake_live--;
  DONE;
}

unsigned cuModuleGetFunction(am_cuda_function *function,
                             am_cuda_module module, const char *name) {
  char symbol[80];
  CALL_OF("cuModuleGetFunction", NOT_FOUND);
  snprintf(symbol, sizeof symbol, "fake_sizes_%s", name);
  const unsigned long *sizes =
      result_ ? NULL : dlsym(module->library, symbol);
  snprintf(symbol, sizeof symbol, "fake_%s", name);
  void *call = sizes ? dlsym(module->library, symbol) : NULL;
  CHECK(call, NOT_FOUND);
  for (int i = 0; sizes && sizes[i]; i++)
    CHECK(i < FAKE_ARGUMENTS && sizes[i] <= FAKE_ARGUMENT, INVALID);
  if (result_) DONE;
  *function = calloc(1, sizeof **function);
  (*function)->module = module;
  (*function)->next = module->functions;
  module->functions = *function;
  memcpy(&(*function)->call, &call, sizeof call);
  (*function)->sizes = sizes;
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
  fake_operation o = {.kind = LAUNCH, .function = function, .blocks = grid_x,
                      .threads = block_x};
  CALL_OF("cuLaunchKernel", LAUNCH_FAILED);
  CHECK(fake_is_here(stream) && function->module->context == fake_current(),
        BAD_HANDLE);
  CHECK(grid_x > 0 && grid_y == 1 && grid_z == 1 && block_x > 0 &&
            block_x <= 1024 && block_y == 1 && block_z == 1 &&
            shared <= function->shared && !extra,
        INVALID);
  if (result_) DONE;
  for (int i = 0; function->sizes[i]; i++)
    memcpy(o.arguments[i], arguments[i], function->sizes[i]);
  fake_put(stream, o);
  DONE;
}
