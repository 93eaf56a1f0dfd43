/* fake_cuda_device.c: devices and their contexts. */
#include <stdio.h>

#include "tests/cuda/fake_cuda.h"

enum { MULTIPROCESSORS = 2 };

struct CUctx_st fake_contexts[FAKE_DEVICES];

/* Variables are not __thread, as in fake_device.h. */
static pthread_key_t current_key;

__attribute__((constructor)) static void make_key(void) {
  pthread_key_create(&current_key, NULL);
}

am_cuda_context fake_current(void) {
  return pthread_getspecific(current_key);
}

static int devices(void) { return (int)fake_number("devices", 1); }

size_t fake_limit(void) { return fake_number("memory", (size_t)1 << 30); }

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
  *bytes = fake_limit();
  DONE;
}

unsigned cuDeviceGetAttribute(int *value, unsigned attribute, int device) {
  int architecture = (int)fake_number("architecture", 90);
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
  *context = &fake_contexts[device];
  fake_contexts[device].device = device;
  fake_contexts[device].retained++;
  fake_live++;
  DONE;
}

unsigned cuDevicePrimaryCtxRelease_v2(int device) {
  CALL_OF("cuDevicePrimaryCtxRelease_v2", LAUNCH_FAILED);
  fake_contexts[device].retained--;
  fake_live--;
  DONE;
}

unsigned cuCtxSetCurrent(am_cuda_context context) {
  CALL_OF("cuCtxSetCurrent", LAUNCH_FAILED);
  CHECK(context && context->retained > 0, BAD_CONTEXT);
  pthread_setspecific(current_key, context);
  DONE;
}
