/* object.c: shared object of a unit: loaded from the cache, or compiled, tested
 * and stored. */
#include <dlfcn.h>
#include <errno.h>

#include "engine/parts.h"

#ifdef __ELF__
#include <link.h>
#endif

#include "base/base.h"
#include "engine/cache.h"
#include "engine/compiler.h"

static const char suffix[] = ".so"; /* of cache entries */

/* Data for creating one object */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_object_request *request;
  am_compiler compiler;
  am_signals signals;
  am_key key;
  const char *cache;            /* cache folder, or NULL */
  const char *source, *product; /* files in the temporary folder */
  bool hopeless;                /* another attempt would fail, too */
} maker;

/* Tests the vector function of powers: with a wrong instruction set it returns
 * garbage. */
static am_status test_powers(const maker *m, const am_object *object) {
  double x[8], p[8], y[8];
  int lanes = m->request->lanes;
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

#ifdef __ELF__
static bool is_inside(ElfW(Off) start, size_t length, off_t size) {
  return start <= (ElfW(Off))size && length <= (ElfW(Off))size - start;
}

static bool has_its_parts(FILE *stream, off_t size) {
  ElfW(Ehdr) header;
  ElfW(Phdr) part;
  if (fread(&header, sizeof header, 1, stream) != 1) return false;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG)) return false;
  if (header.e_phentsize != sizeof part) return false;
  if (!is_inside(header.e_phoff, header.e_phnum * sizeof part, size) ||
      fseek(stream, (long)header.e_phoff, SEEK_SET))
    return false;
  for (int i = 0; i < header.e_phnum; i++)
    if (fread(&part, sizeof part, 1, stream) != 1 ||
        !is_inside(part.p_offset, part.p_filesz, size))
      return false;
  return true;
}

/* True if a shared object contains all segments of its program headers.
 * Accessing a missing segment after loading would crash the process. */
static bool is_whole_file(const char *path) {
  struct stat status;
  FILE *stream = fopen(path, "r");
  bool whole = stream && !fstat(fileno(stream), &status) &&
               has_its_parts(stream, status.st_size);
  if (stream) fclose(stream);
  return whole;
}
#else /* other object formats */
static bool is_whole_file(const char *path) { return path; }
#endif

static void close_object(void *handle) { dlclose(handle); }

static am_status open_object(const maker *m, const char *path,
                             am_object *object) {
  if (!is_whole_file(path))
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "the compiler '%s' did not write a shared object",
                    m->compiler.words[0]);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot load the generated code: %s", dlerror());
  am_arena_defer(m->arena, close_object, handle);
  *(void **)&object->advance = dlsym(handle, "automat_advance");
  *(void **)&object->power = dlsym(handle, "automat_power");
  if (object->advance && object->power) return test_powers(m, object);
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "the generated code lacks functions of the engine");
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
  AM_TRY(am_compiler_run(m->arena, m->report, &m->compiler, &m->signals,
                         &files, &m->hopeless));
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
  am_temporary folder;
  bool safe = am_folder_is_safe(m->arena, base) || access(base, F_OK);
  const char *why =
      safe ? am_temporary_make(m->arena, base, "automat", &folder)
           : "other users could replace it there";
  if (why && m->report->last) return AM_ENVIRONMENT;
  if (why)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot create a folder for generated code in '%s': %s",
                    base, why);
  m->source = am_format(m->arena, "%s/unit.c", folder.path);
  m->product = am_format(m->arena, "%s/unit.so", folder.path);
  am_status status = make_object(m, object);
  am_temporary_remove(&folder);
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
  if (m.cache) {
    am_temporary_sweep(arena, m.cache, "automat", true);
    path = am_cache_find(arena, m.cache, &m.key, suffix);
  }
  /* An unusable entry is compiled again. */
  m.report = am_report_new(arena);
  object->cached = path && open_object(&m, path, object) == AM_OK;
  m.report = report;
  if (object->cached) return AM_OK;
  am_report_tell(report, m.cache ? "compiling the law (once)"
                 : "compiling the law");
  am_signals_hold(&m.signals);
  bool heeding = am_arena_heed(arena, false);
  am_status status = make_somewhere(&m, object);
  am_arena_heed(arena, heeding);
  am_signals_release(&m.signals);
  am_report_tell(report, NULL);
  return status;
}
