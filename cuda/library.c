#include "cuda/library.h"

#include <dlfcn.h>
#include <stdlib.h>

#include "base/text.h"

typedef struct {
  am_arena *arena;
  const char *const *names;
  size_t count;
} search;

/* Opens a library below `folder` (with its slash), whichever is there. */
static void *open_below(const search *s, const char *folder,
                        const char **file) {
  for (size_t i = 0; i < s->count; i++) {
    *file = am_format(s->arena, "%s%s", folder, s->names[i]);
    void *handle = dlopen(*file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (handle) return handle;
  }
  return NULL;
}

static void close_library(void *handle) { dlclose(handle); }

/* The loader comes first; it often does not know where the toolkit is. */
void *am_cuda_library(am_arena *arena, const char *const *names, size_t count,
                      const char **file) {
  const char *const roots[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                               "/usr/local/cuda"};
  const search s = {arena, names, count};
  void *handle = open_below(&s, "", file);
  for (size_t i = 0; !handle && i < sizeof roots / sizeof *roots; i++)
    if (roots[i] && roots[i][0] == '/')
      handle = open_below(&s, am_format(arena, "%s/lib64/", roots[i]), file);
  if (handle) am_arena_defer(arena, close_library, handle);
  return handle;
}
