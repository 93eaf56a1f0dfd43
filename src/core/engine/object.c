/* object.c: shared object of a unit: loaded from the cache, or compiled, tested
 * and stored. */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <sys/stat.h>

#include "engine/parts.h"

static const char suffix[] = ".so"; /* of cache entries */

/* Data for creating one object */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_object_request *request;
  am_compiler compiler;
  am_key key;
  const char *cache;            /* cache folder, or NULL */
  const char *source, *product; /* files in the temporary folder */
  bool hopeless;                /* another attempt would fail, too */
} maker;

/* True if a shared object ends behind its section headers, which linkers write
 * last. Loading a truncated file would end the process. */
static bool is_whole(const char *path) {
  ElfW(Ehdr) header = {.e_shoff = 0};
  struct stat status = {.st_size = 0};
  FILE *stream = fopen(path, "r");
  bool known = stream && !fstat(fileno(stream), &status) &&
               fread(&header, sizeof header, 1, stream) == 1 &&
               !memcmp(header.e_ident, ELFMAG, SELFMAG);
  if (stream) fclose(stream);
  size_t size = (size_t)status.st_size;
  size_t headers = (size_t)header.e_shnum * header.e_shentsize;
  return known && headers <= size && header.e_shoff <= size - headers;
}

static void close_object(void *handle) { dlclose(handle); }

static am_status open_object(const maker *m, const char *path,
                             am_object *object) {
  if (!is_whole(path))
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "the compiler '%s' did not write a shared object",
                    m->compiler.words[0]);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot load the generated code: %s", dlerror());
  am_arena_defer(m->arena, close_object, handle);
  *(void **)&object->advance = dlsym(handle, "automat_advance");
  if (object->advance) return AM_OK;
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "the generated code lacks the function automat_advance");
}

/* Compiles, loads and checks the object, and stores it in the cache if
 * possible. */
static am_status make_object(maker *m, am_object *object) {
  const am_object_request *request = m->request;
  FILE *stream = fopen(m->source, "w");
  bool written = stream && fputs(request->text, stream) >= 0;
  if (stream && fclose(stream)) written = false;
  if (!written)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot write the generated code to '%s': %s", m->source,
                    am_errno_text(errno));
  const char *libraries[] = {"-lm", "-lmvec", NULL};
  if (am_processor_lanes() == 1) libraries[1] = NULL;
  const am_compilation files = {.flags = am_compiler_flags,
                                .libraries = libraries, .source = m->source,
                                .object = m->product};
  AM_TRY(am_compiler_run(m->arena, m->report, &m->compiler, &files,
                         &m->hopeless));
  AM_TRY(open_object(m, m->product, object));
  if (request->check)
    AM_TRY(request->check(request->data, m->report, object));
  if (m->cache)
    am_cache_store(m->arena, m->cache, &m->key, suffix, m->product);
  return AM_OK;
}

/* Creates the object in a temporary folder below `base`. Reports a missing
 * folder only if no other error was reported before. */
static am_status make_in(maker *m, const char *base, am_object *object) {
  const char *folder;
  bool safe = am_folder_is_safe(m->arena, base) || access(base, F_OK);
  const char *why =
      safe ? am_temporary_make(m->arena, base, "automat", &folder)
           : "other users could replace it there";
  if (why && m->report->last) return AM_ENVIRONMENT;
  if (why)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot create a folder for generated code in '%s': %s",
                    base, why);
  m->source = am_format(m->arena, "%s/unit.c", folder);
  m->product = am_format(m->arena, "%s/unit.so", folder);
  am_status status = make_object(m, object);
  am_temporary_remove(folder);
  return status;
}

/* Tries the cache folder first; then TMPDIR or /tmp, if the cache is not
 * writable or full. */
static am_status make_somewhere(maker *m, am_object *object) {
  am_report *told = m->report, *own = am_report_new(m->arena);
  const char *aside = getenv("TMPDIR");
  am_status status = AM_ENVIRONMENT;
  m->report = own;
  if (m->cache) status = make_in(m, m->cache, object);
  if (status != AM_OK && !m->hopeless)
    status = make_in(m, aside && *aside ? aside : "/tmp", object);
  m->report = told;
  if (status == AM_OK) return AM_OK;
  return am_error(told, status, am_nowhere, "%s", own->last->text);
}

am_status am_object_load(am_arena *arena, am_report *report,
                         const am_object_request *request,
                         am_object *object) {
  maker m = {.arena = arena, .report = report, .request = request};
  if (!am_compiler_find(arena, &m.compiler))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no C compiler: '%s' was not found", m.compiler.words[0]);
  const char *texts[32] = {request->text, m.compiler.identity}, *path = NULL;
  int count = 2;
  for (int i = 0; am_compiler_flags[i]; i++)
    texts[count++] = am_compiler_flags[i];
  m.key = am_key_of(texts, count);
  m.cache = am_cache_folder(arena);
  if (m.cache) path = am_cache_find(arena, m.cache, &m.key, suffix);
  /* An unusable entry is compiled again. */
  m.report = am_report_new(arena);
  object->cached = path && open_object(&m, path, object) == AM_OK;
  m.report = report;
  if (object->cached) return AM_OK;
  am_report_tell(report, m.cache ? "compiling the law (once)"
                 : "compiling the law");
  bool heeding = am_arena_interruptible(arena, false);
  am_status status = make_somewhere(&m, object);
  am_arena_interruptible(arena, heeding);
  am_report_tell(report, NULL);
  return status;
}
