/* compiler.c: properties of the processor, and the C compiler as a process with
 * limits of time and memory. */
#include <fcntl.h>
#include <limits.h>
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

const char *const am_compiler_flags[] = {
    "-O3", "-march=native", "-fno-math-errno", "-fno-trapping-math",
    "-ffp-contract=off", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
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
  int count = 0, capacity = 0;
  for (int part = 0; part < 4; part++)
    for (const char *const *word = parts[part]; *word; word++) {
      AM_PUSH_ROOM(arena, all, count, capacity);
      all[count++] = *word;
    }
  AM_PUSH_ROOM(arena, all, count, capacity);
  all[count] = NULL;
  return (char **)all;
}

am_status am_compiler_run(am_arena *arena, am_report *report,
                          const am_compiler *compiler,
                          const am_compilation *files, bool *hopeless) {
  const char *log = am_format(arena, "%s.log", files->object);
  const char *wrong =
      run_program(arena, compiler->file, command_of(arena, compiler, files),
                  log, hopeless);
  if (!wrong && access(files->object, R_OK))
    wrong = am_format(arena, "wrote no object%s",
                      am_compiler_complaint(arena, output_of(arena, log)));
  if (!wrong) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "the compiler '%s' %s",
                  compiler->words[0], wrong);
}
