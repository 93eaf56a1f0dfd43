#include "engine/stack.h"

#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

struct am_stack {
  char *memory; /* [size], the first page of which may not be touched */
  size_t size;
  ucontext_t here, there;
  void (*work)(void *data);
  void *data;
};

static void unmap(void *data) {
  const am_stack *s = data;
  munmap(s->memory, s->size);
}

am_stack *am_stack_new(am_arena *arena, size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  am_stack *s = AM_NEW(arena, am_stack);
  s->size = (size / page + 2) * page;
  s->memory = mmap(NULL, s->size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (s->memory == MAP_FAILED) return NULL;
  am_arena_defer(arena, unmap, s);
  return mprotect(s->memory, page, PROT_NONE) ? NULL : s;
}

/* A context takes its arguments as integers. */
static void enter(unsigned high, unsigned low) {
  am_stack *s = (am_stack *)((uintptr_t)high << 16 << 16 | (uintptr_t)low);
  s->work(s->data);
}

void am_stack_run(am_stack *s, void (*work)(void *data), void *data) {
  uintptr_t number = (uintptr_t)s;
  s->work = work;
  s->data = data;
  getcontext(&s->there);
  s->there.uc_stack.ss_sp = s->memory;
  s->there.uc_stack.ss_size = s->size;
  s->there.uc_link = &s->here;
  makecontext(&s->there, (void (*)(void))enter, 2,
              (unsigned)(number >> 16 >> 16), (unsigned)number);
  swapcontext(&s->here, &s->there);
}
