#include "bench/scratch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/temporary.h"
#include "base/text.h"

static const char variable[] = "XDG_CACHE_HOME";

typedef struct {
  am_temporary folder;
  const char *before; /* value of the variable, NULL: none */
} cache;

static void restore(void *data) {
  const cache *c = data;
  am_temporary_remove(&c->folder);
  if (c->before)
    setenv(variable, c->before, 1);
  else
    unsetenv(variable);
}

am_status am_scratch_cache(am_arena *arena, am_report *report) {
  const char *base = getenv("TMPDIR"), *before = getenv(variable);
  cache *c = AM_NEW(arena, cache);
  if (before) c->before = am_copy(arena, before, strlen(before));
  if (!base || !*base) base = "/tmp";
  if (!am_temporary_make(arena, base, "automat-bench", &c->folder))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot make a temporary folder in '%s': %s", base,
                    strerror(errno));
  am_arena_defer(arena, restore, c);
  setenv(variable, c->folder.path, 1);
  return AM_OK;
}
