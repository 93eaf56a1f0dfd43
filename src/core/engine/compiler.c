/* compiler.c: properties of the processor, the C compiler as a process with
 * limits of time and memory, and shared objects of units: loaded from the
 * cache, or compiled, tested and stored. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "engine/parts.h"

#if defined __x86_64__ && defined __GLIBC__
#include <cpuid.h>
#endif

extern char **environ;

/* Limits of a compilation (s, bytes). The largest unit that compiles within
 * this time, about 10000 operations, takes 140 s and 2 GB with GCC. */
enum { PATIENCE = 300 };
static const rlim_t memory_limit = (rlim_t)8 << 30;

enum {
  MOST_TEXT = 1 << 16,
  GRACE = 2 /* time for the child to remove its files (s) */
};

/* ---- the processor ---------------------------------------------------- */

#if defined __x86_64__ && defined __GLIBC__
int am_processor_lanes(void) {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("fma") || !__builtin_cpu_supports("avx2"))
    return 1;
  return __builtin_cpu_supports("avx512f") &&
                 __builtin_cpu_supports("avx512dq") &&
                 __builtin_cpu_supports("avx512vl")
             ? 8
             : 4;
}

/* Text that identifies processors for which the compiler generates the same
 * code. */
static const char *processor_identity(am_arena *arena) {
  unsigned model[4] = {0}, features[4] = {0};
  __get_cpuid(1, &model[0], &model[1], &model[2], &model[3]);
  __get_cpuid_count(7, 0, &features[0], &features[1], &features[2],
                    &features[3]);
  return am_format(arena, "x86-64 %x %x %x %x %x %x %d", model[0], model[2],
                   model[3], features[1], features[2], features[3],
                   am_processor_lanes());
}
#else
int am_processor_lanes(void) { return 1; }

static const char *processor_identity(am_arena *arena) {
  return am_format(arena, "scalar");
}
#endif

/* ---- a process -------------------------------------------------------- */

/* Starts the child with its output in the file `log`, in a process group with
 * its own children; returns errno, or 0 on success. */
static int start_child(const char *file, char *const *words, const char *log,
                       pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  int failed = posix_spawn(child, file, &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/* Beginning of a text file */
static const char *output_of(am_arena *arena, const char *path) {
  char *text = am_arena_alloc(arena, MOST_TEXT + 1);
  FILE *stream = fopen(path, "r");
  if (!stream) return text;
  (void)!fread(text, 1, MOST_TEXT, stream);
  fclose(stream);
  return text;
}

/* Runs a program with limits, without input and without a shell; returns what
 * went wrong, or NULL.  A child that must end is first asked to remove its
 * files.  *hopeless: another attempt would fail, too. */
static const char *run_program(am_arena *arena, const char *file,
                               char *const *words, const char *log,
                               bool *hopeless) {
  const struct rlimit limit = {memory_limit, memory_limit};
  const struct timespec glance = {.tv_nsec = 5000000};
  const char *ending = NULL;
  pid_t child;
  double end = am_clock() + PATIENCE;
  int state = 0, failed = start_child(file, words, log, &child);
  *hopeless = true;
  if (failed)
    return am_format(arena, "cannot be run: %s", am_errno_text(failed));
  prlimit(child, RLIMIT_AS, &limit, NULL);
  while (!waitpid(child, &state, WNOHANG)) {
    double now = am_clock();
    if (!ending && (now > end || am_arena_stopped(arena))) {
      ending = now > end ? am_format(arena, "did not finish within %d s",
                                     PATIENCE)
                         : "was interrupted";
      end = now + GRACE;
      kill(-child, SIGTERM);
    } else if (ending && now > end) {
      kill(-child, SIGKILL);
    }
    nanosleep(&glance, NULL);
  }
  if (ending) return ending;
  *hopeless = false;
  int code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  return code ? am_format(arena, "ended with status %d%s", code,
                          am_compiler_complaint(arena, output_of(arena, log)))
              : NULL;
}

/* ---- the compiler ----------------------------------------------------- */

/* Flags of generated units */
static const char *const optimizing[] = {
    "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math",
    "-ffp-contract=off", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
    "-fPIC", "-shared", "-w", NULL};
/* … that are neither optimized nor inlined, in an eighth of the time. */
static const char *const plain[] = {
    "-O0", "-Dalways_inline=unused", "-march=native", "-ffp-contract=off",
    "-fPIC", "-shared", "-w", NULL};

static void split_command(am_arena *arena, const char *command,
                          am_compiler *compiler) {
  compiler->words = AM_ARRAY(arena, const char *, strlen(command) + 1);
  while (*(command += strspn(command, " \t"))) {
    size_t length = strcspn(command, " \t");
    compiler->words[compiler->word_count++] = am_copy(arena, command, length);
    command += length;
  }
}

/* Identifies programs by path, size and date. The command may contain further
 * programs: ccache gcc. */
static const char *identity_of(am_arena *arena, const am_compiler *compiler) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "%s", processor_identity(arena));
  for (int i = 0; i < compiler->word_count; i++) {
    const char *file = am_program_find(arena, compiler->words[i]);
    struct stat status;
    char resolved[PATH_MAX];
    am_buffer_add(&out, " %s", compiler->words[i]);
    if (!file || !realpath(file, resolved) || stat(resolved, &status)) continue;
    am_buffer_add(&out, " %s %lld %lld %ld", resolved,
                  (long long)status.st_size, (long long)status.st_mtim.tv_sec,
                  status.st_mtim.tv_nsec);
  }
  return out.text;
}

bool am_compiler_find(am_arena *arena, am_compiler *compiler) {
  const char *command = getenv("AUTOMAT_CC");
  *compiler = (am_compiler){0};
  split_command(arena, command ? command : "", compiler);
  if (!compiler->word_count) split_command(arena, "cc", compiler);
  compiler->file = am_program_find(arena, compiler->words[0]);
  if (compiler->file) compiler->identity = identity_of(arena, compiler);
  return compiler->file;
}

const char *am_compiler_complaint(am_arena *arena, const char *text) {
  static const char *const words[] = {"error", "undefined"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    const char *found = strstr(text, words[i]);
    if (!found) continue;
    text = found;
    break;
  }
  size_t length = strcspn(text, "\n");
  return length ? am_format(arena, " and said: %s",
                            am_printable(arena, text, length))
                : "";
}

/* Words of the command, terminated by NULL. */
static char **command_of(am_arena *arena, const am_compiler *compiler,
                         const am_compilation *files) {
  const char *const own[] = {"-o", files->object, files->source, NULL};
  const char *const *parts[] = {compiler->words, files->flags, own,
                                files->libraries};
  const char **all = NULL;
  int count = 0;
  for (int part = 0; part < 4; part++)
    for (const char *const *word = parts[part]; *word; word++)
      AM_PUSH(arena, all, count, *word);
  AM_PUSH(arena, all, count, NULL);
  return (char **)all;
}

am_status am_compiler_run(am_arena *arena, am_report *report,
                          const am_compiler *compiler,
                          const am_compilation *files, bool *hopeless) {
  const char *log = am_format(arena, "%s.log", files->object);
  const char *wrong = run_program(
      arena, compiler->file, command_of(arena, compiler, files), log, hopeless);
  if (!wrong && access(files->object, R_OK))
    wrong = am_format(arena, "wrote no object%s",
                      am_compiler_complaint(arena, output_of(arena, log)));
  if (!wrong) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "the compiler '%s' %s",
                  compiler->words[0], wrong);
}

/* ---- shared objects ---------------------------------------------------- */

static const char suffix[] = ".so"; /* of cache entries */

/* Data for creating one object */
typedef struct {
  am_arena *arena;
  am_report *report;
  const char *text;
  const am_agreement *agreement;
  const char *const *flags;
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
                             am_object **object) {
  if (!is_whole(path))
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "the compiler '%s' did not write a shared object",
                    m->compiler.words[0]);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot load the generated code: %s", dlerror());
  am_arena_defer(m->arena, close_object, handle);
  *(void **)object = dlsym(handle, "automat_advance");
  if (*object) return AM_OK;
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "the generated code lacks the function automat_advance");
}

/* Compiles, loads and checks the object, and stores it in the cache if
 * possible. */
static am_status make_object(maker *m, am_object **object) {
  FILE *stream = fopen(m->source, "w");
  bool written = stream && fputs(m->text, stream) >= 0;
  if (stream && fclose(stream)) written = false;
  if (!written)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                    "cannot write the generated code to '%s': %s", m->source,
                    am_errno_text(errno));
  const char *libraries[] = {"-lm", "-lmvec", NULL};
  if (am_processor_lanes() == 1) libraries[1] = NULL;
  const am_compilation files = {.flags = m->flags,
                                .libraries = libraries, .source = m->source,
                                .object = m->product};
  AM_TRY(am_compiler_run(m->arena, m->report, &m->compiler, &files,
                         &m->hopeless));
  AM_TRY(open_object(m, m->product, object));
  AM_TRY(am_agreement_check(m->arena, m->report, m->agreement));
  if (m->cache) am_cache_store(m->arena, m->cache, &m->key, suffix, m->product);
  return AM_OK;
}

/* Creates the object in a temporary folder below `base`. Reports a missing
 * folder only if no other error was reported before. */
static am_status make_in(maker *m, const char *base, am_object **object) {
  const char *folder;
  bool safe = am_folder_is_safe(m->arena, base) || access(base, F_OK);
  const char *why = safe ? am_temporary_make(m->arena, base, "automat", &folder)
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
static am_status make_somewhere(maker *m, am_object **object) {
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
                         const char *text, const am_agreement *agreement,
                         am_object **object) {
  maker m = {.arena = arena, .report = report, .text = text,
             .agreement = agreement,
             .flags = agreement->options->plain ? plain : optimizing};
  if (!am_compiler_find(arena, &m.compiler))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "no C compiler: '%s' was not found", m.compiler.words[0]);
  const char *texts[32] = {text, m.compiler.identity}, *path = NULL;
  int count = 2;
  for (int i = 0; m.flags[i]; i++) texts[count++] = m.flags[i];
  m.key = am_key_of(texts, count);
  m.cache = am_cache_folder(arena);
  if (m.cache) path = am_cache_find(arena, m.cache, &m.key, suffix);
  /* An unusable entry is compiled again. */
  m.report = am_report_new(arena);
  bool cached = path && open_object(&m, path, object) == AM_OK;
  m.report = report;
  if (cached) return AM_OK;
  am_report_tell(report, m.cache ? "compiling the law (once)"
                 : "compiling the law");
  bool heeding = am_arena_interruptible(arena, false);
  am_status status = make_somewhere(&m, object);
  am_arena_interruptible(arena, heeding);
  am_report_tell(report, NULL);
  return status;
}
