/* fake_cuda_memory.c: memory of devices, and pinned memory of the host. */
#include <stdlib.h>
#include <string.h>

#include "tests/cuda/fake_cuda.h"

enum { MEMORIES = 4096 };

typedef struct {
  char *start;
  size_t size;
  am_cuda_context context; /* NULL: the host's */
} memory;

static memory memories[MEMORIES];
static size_t pinned;

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

int fake_is_on(am_cuda_context context, am_cuda_pointer start, size_t size) {
  const memory *m = memory_of((void *)(uintptr_t)start, size);
  return m && m->context == context;
}

int fake_is_pinned(const void *start, size_t size) {
  const memory *m = memory_of(start, size);
  return m && !m->context;
}

static memory *new_memory(size_t size, am_cuda_context context) {
  for (int i = 0; i < MEMORIES; i++) {
    memory *m = &memories[i];
    if (m->start) continue;
    *m = (memory){malloc(size), size, context};
    memset(m->start, 0xff, size);
    fake_live++;
    return m;
  }
  return NULL;
}

static void free_memory(memory *m) {
  free(m->start);
  *m = (memory){0};
  fake_live--;
}

/* The limit may have been lowered. */
static size_t room_of(am_cuda_context context) {
  size_t limit = fake_limit(), used = context ? context->used : 0;
  return limit > used ? limit - used : 0;
}

unsigned cuMemGetInfo_v2(size_t *room, size_t *total) {
  CALL_OF("cuMemGetInfo_v2", LAUNCH_FAILED);
  CHECK(fake_current(), BAD_CONTEXT);
  if (result_) DONE;
  *total = fake_limit();
  *room = room_of(fake_current());
  DONE;
}

unsigned cuMemAlloc_v2(am_cuda_pointer *start, size_t bytes) {
  CALL_OF("cuMemAlloc_v2", OUT_OF_MEMORY);
  CHECK(fake_current(), BAD_CONTEXT);
  CHECK(bytes > 0, INVALID);
  CHECK(bytes <= room_of(fake_current()), OUT_OF_MEMORY);
  memory *m = result_ ? NULL : new_memory(bytes, fake_current());
  CHECK(m, OUT_OF_MEMORY);
  if (result_) DONE;
  fake_current()->used += bytes;
  *start = (uintptr_t)m->start;
  DONE;
}

unsigned cuMemFree_v2(am_cuda_pointer start) {
  CALL_OF("cuMemFree_v2", LAUNCH_FAILED);
  memory *m = memory_of((void *)(uintptr_t)start, 1);
  CHECK(m && m->context, INVALID);
  if (!m || !m->context) DONE;
  fake_run_all(m->context);
  m->context->used -= m->size;
  free_memory(m);
  DONE;
}

unsigned cuMemHostAlloc(void **start, size_t bytes, unsigned flags) {
  CALL_OF("cuMemHostAlloc", OUT_OF_MEMORY);
  CHECK(fake_current(), BAD_CONTEXT);
  CHECK(bytes > 0 && flags == AM_CUDA_HOST_PORTABLE, INVALID);
  CHECK(pinned + bytes <= fake_number("pinned", (size_t)1 << 30),
        OUT_OF_MEMORY);
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
  for (int i = 0; i < FAKE_DEVICES; i++) fake_run_all(&fake_contexts[i]);
  pinned -= m->size;
  free_memory(m);
  DONE;
}
