#include "engine/object.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/cache.h"
#include "engine/compiler.h"

/* Everything that the making of one object needs. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const char *text;
  am_compiler compiler;
  am_key key;
  const char *cache;  /* folder of the cache, or NULL */
  const char *folder; /* where it is made */
} maker;

static am_key key_of(const maker *m) {
  const char *texts[32] = {m->text, m->compiler.identity};
  int count = 2;
  for (int i = 0; am_compiler_flags[i]; i++)
    texts[count++] = am_compiler_flags[i];
  return am_key_of(texts, count);
}

static am_status write_source(const maker *m, const char *path) {
  FILE *stream = fopen(path, "w");
  bool written = stream && fputs(m->text, stream) >= 0;
  if (stream && fclose(stream)) written = false;
  if (written) return AM_OK;
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write the generated code to '%s': %s", path,
                  strerror(errno));
}

static am_status open_object(const maker *m, const char *path, void **handle) {
  *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (*handle) return AM_OK;
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "cannot load the generated code: %s", dlerror());
}

/* Compiles in m->folder; *path is the object. */
static am_status compile(const maker *m, const char **path) {
  const char *source = am_cache_temporary(m->arena, m->folder, &m->key, ".c");
  *path = am_cache_temporary(m->arena, m->folder, &m->key, ".so");
  am_status status = write_source(m, source);
  if (status == AM_OK)
    status = am_compiler_run(m->arena, m->report, &m->compiler, source, *path);
  unlink(source);
  if (status != AM_OK) unlink(*path);
  return status;
}

/* Compiles and loads what the cache does not have; keeps it where that is
 * possible. */
static am_status make(maker *m, void **handle) {
  const char *path, *kept = NULL;
  am_status status = compile(m, &path);
  if (status != AM_OK) return status;
  if (m->folder == m->cache)
    kept = am_cache_store(m->arena, m->folder, &m->key, path);
  status = open_object(m, kept ? kept : path, handle);
  if (!kept) unlink(path);
  return status;
}

/* The same in a folder of its own that is removed: the cache cannot be
 * written, or is full. */
static am_status make_aside(maker *m, void **handle) {
  const char *base = getenv("TMPDIR");
  char *folder =
      am_format(m->arena, "%s/automat-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(folder))
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot make a folder for generated code, '%s': %s",
                    folder, strerror(errno));
  m->folder = folder;
  am_status status = make(m, handle);
  rmdir(folder);
  return status;
}

static am_status find_or_make(maker *m, am_object *object, void **handle) {
  am_report *told = m->report;
  m->cache = am_cache_folder(m->arena);
  const char *path =
      m->cache ? am_cache_find(m->arena, m->cache, &m->key) : NULL;
  object->cached = path && open_object(m, path, handle) == AM_OK;
  if (object->cached) return AM_OK;
  m->report = am_report_new(m->arena);
  m->folder = m->cache;
  am_status status = m->cache ? make(m, handle) : AM_ENVIRONMENT;
  m->report = told;
  return status == AM_OK ? AM_OK : make_aside(m, handle);
}

/* Vector functions that are called by the wrong instructions give garbage. */
static am_status test_powers(const maker *m, const am_object *object,
                             int lanes) {
  double x[8], p[8], y[8];
  for (int i = 0; i < 64; i++) {
    for (int l = 0; l < lanes; l++) {
      x[l] = 0.013 * (i + 1) * (l + 1);
      p[l] = 0.25 * (i % 17) + 0.1 * l - 1;
    }
    object->power(x, p, y);
    for (int l = 0; l < lanes; l++)
      if (!(fabs(y[l] - pow(x[l], p[l])) <= 1e-14 * fabs(y[l])))
        return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                        "the generated code computes %.17g^%.17g = %.17g",
                        x[l], p[l], y[l]);
  }
  return AM_OK;
}

static void close_object(void *handle) { dlclose(handle); }

am_status am_object_load(am_arena *arena, am_report *report, const char *text,
                         int lanes, am_object *object) {
  maker m = {.arena = arena, .report = report, .text = text};
  void *handle = NULL;
  if (!am_compiler_find(arena, &m.compiler))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no C compiler: '%s' is not found",
                    m.compiler.word_count ? m.compiler.words[0] : "");
  m.key = key_of(&m);
  AM_TRY(find_or_make(&m, object, &handle));
  am_arena_defer(arena, close_object, handle);
  *(void **)&object->advance = dlsym(handle, "automat_advance");
  *(void **)&object->power = dlsym(handle, "automat_power");
  if (!object->advance || !object->power)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the generated code lacks its functions");
  return test_powers(&m, object, lanes);
}
