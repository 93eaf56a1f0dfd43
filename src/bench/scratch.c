#include "bench/scratch.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char variable[] = "XDG_CACHE_HOME";

typedef struct {
  char *folder;
  const char *before; /* value of the variable, NULL: none */
} cache;

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

static void restore(void *data) {
  const cache *c = data;
  nftw(c->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
  if (c->before)
    setenv(variable, c->before, 1);
  else
    unsetenv(variable);
}

am_status am_scratch_cache(am_arena *arena, am_report *report) {
  const char *base = getenv("TMPDIR"), *before = getenv(variable);
  cache *c = AM_NEW(arena, cache);
  if (before) c->before = am_copy(arena, before, strlen(before));
  c->folder = am_format(arena, "%s/automat-bench-XXXXXX",
                        base && *base ? base : "/tmp");
  if (!mkdtemp(c->folder))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot make a temporary folder '%s': %s", c->folder,
                    strerror(errno));
  am_arena_defer(arena, restore, c);
  setenv(variable, c->folder, 1);
  return AM_OK;
}
