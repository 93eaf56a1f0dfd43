/* compiler.c: properties of the processor, and the C compiler as a process with
 * limits of time and memory. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "engine/parts.h"

#if defined __x86_64__ && defined __GLIBC__
#include <cpuid.h>
#endif

#include "base/base.h"

extern char **environ;

/* Limits of a compilation (s, bytes). The largest unit that compiles within
 * this time, about 10000 operations, takes 140 s and 2 GB with GCC. */
enum { PATIENCE = 300 };
static const rlim_t memory_limit = (rlim_t)8 << 30;

enum {
  MOST_TEXT = 1 << 16,
  GLANCE = 5, /* interval of polling the child (ms) */
  GRACE = 2   /* time for the child to remove its files (s) */
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

/* End of the compiler's process */
typedef enum {
  ENDED,
  FAILED,     /* it could not be started */
  ENDLESS,    /* killed after the time limit */
  INTERRUPTED /* killed after a blocked signal, or because the flag that the
                 arena watches is set */
} process_end;

typedef struct {
  process_end end;
  int code;   /* exit status, or 128 + signal number; errno if the process could
                 not be started */
  char *text; /* beginning of its output */
} process;

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};

enum { ENDINGS = sizeof ending / sizeof *ending };

/* Signals that are already ignored or blocked are left alone. */
void am_signals_hold(am_signals *signals) {
  struct sigaction action;
  sigemptyset(&signals->held);
  pthread_sigmask(SIG_BLOCK, NULL, &signals->before);
  for (int i = 0; i < ENDINGS; i++)
    if (!sigaction(ending[i], NULL, &action) &&
        action.sa_handler != SIG_IGN &&
        !sigismember(&signals->before, ending[i]))
      sigaddset(&signals->held, ending[i]);
  pthread_sigmask(SIG_BLOCK, &signals->held, NULL);
}

void am_signals_release(const am_signals *signals) {
  pthread_sigmask(SIG_SETMASK, &signals->before, NULL);
}

static bool has_come(const am_signals *signals) {
  sigset_t pending;
  if (sigpending(&pending)) return false;
  for (int i = 0; i < ENDINGS; i++)
    if (sigismember(&signals->held, ending[i]) &&
        sigismember(&pending, ending[i]))
      return true;
  return false;
}

/* Starts the child; returns errno, or 0 on success. */
static int start_child(const char *file, char *const *words, int output,
                       const am_signals *signals, pid_t *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, output, 2);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &signals->before);
  int failed = posix_spawn(child, file, &actions, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/* Reads the available output; false at its end. */
static bool take_text(int input, char *text, size_t *length) {
  char beyond[4096];
  for (;;) {
    size_t room = MOST_TEXT - *length;
    ssize_t got = read(input, room ? text + *length : beyond,
                       room ? room : sizeof beyond);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN;
    if (got == 0) return false;
    if (room) *length += (size_t)got;
  }
}

/* Terminates the child on timeout or interruption, then kills it. */
static void end_in_time(process *p, pid_t child, bool stopped, double *end) {
  bool late = am_clock() > *end;
  if (p->end != ENDED) {
    if (late) kill(-child, SIGKILL);
    return;
  }
  if (late) p->end = ENDLESS;
  if (stopped) p->end = INTERRUPTED;
  if (p->end == ENDED) return;
  kill(-child, SIGTERM);
  *end = am_clock() + GRACE;
}

/* Reads output until the child ends. The output may stay open after that, and
 * may be closed before. */
static void follow_child(am_arena *arena, process *p, pid_t child, int input,
                         const am_signals *signals) {
  double end = am_clock() + PATIENCE;
  struct pollfd ready = {.fd = input, .events = POLLIN};
  size_t length = 0;
  int state = 0;
  for (;;) {
    poll(&ready, 1, GLANCE);
    if (ready.fd >= 0 && !take_text(input, p->text, &length)) ready.fd = -1;
    pid_t ended = waitpid(child, &state, WNOHANG);
    if (ended && !(ended < 0 && errno == EINTR)) break;
    /* The signal may have been delivered to another thread, whose handler sets
     * a flag. */
    bool stopped = has_come(signals) || am_arena_stopped(arena);
    end_in_time(p, child, stopped, &end);
  }
  if (ready.fd >= 0) take_text(input, p->text, &length);
  p->code = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* Runs a program with limits, in its own process group, without input and
 * without a shell. */
static process run_program(am_arena *arena, const char *file,
                           char *const *words, const am_signals *signals) {
  process p = {.end = FAILED, .text = am_arena_alloc(arena, MOST_TEXT + 1)};
  int pipes[2];
  pid_t child;
  if (pipe2(pipes, O_CLOEXEC)) {
    p.code = errno;
    return p;
  }
  fcntl(pipes[0], F_SETFL, O_NONBLOCK);
  p.code = start_child(file, words, pipes[1], signals, &child);
  close(pipes[1]);
  if (!p.code) {
    p.end = ENDED;
    struct rlimit limit; /* inherited by processes that the child starts */
    if (!prlimit(child, RLIMIT_AS, NULL, &limit) &&
        limit.rlim_cur > memory_limit) {
      limit.rlim_cur = memory_limit;
      prlimit(child, RLIMIT_AS, &limit, NULL);
    }
    follow_child(arena, &p, child, pipes[0], signals);
  }
  close(pipes[0]);
  return p;
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

static int count_of(const char *const *list) {
  int count = 0;
  while (list[count]) count++;
  return count;
}

/* Words of the command, terminated by NULL. */
static char **command_of(am_arena *arena, const am_compiler *compiler,
                         const am_compilation *files) {
  const char *const own[] = {"-o", files->object, files->source, NULL};
  const char *const *parts[] = {compiler->words, files->flags, own,
                                files->libraries};
  int sizes[] = {compiler->word_count, count_of(files->flags), count_of(own),
                 count_of(files->libraries)};
  const char **all = AM_ARRAY(arena, const char *,
                              sizes[0] + sizes[1] + sizes[2] + sizes[3] + 1);
  int count = 0;
  for (int part = 0; part < 4; part++)
    for (int i = 0; i < sizes[part]; i++) all[count++] = parts[part][i];
  return (char **)all;
}

am_status am_compiler_run(am_arena *arena, am_report *report,
                          const am_compiler *compiler,
                          const am_signals *signals,
                          const am_compilation *files, bool *hopeless) {
  char **words = command_of(arena, compiler, files);
  process p = run_program(arena, compiler->file, words, signals);
  const char *name = compiler->words[0], *wrong = NULL;
  *hopeless = p.end != ENDED;
  if (p.end == FAILED)
    wrong = am_format(arena, "cannot be run: %s", am_errno_text(p.code));
  else if (p.end == ENDLESS)
    wrong = am_format(arena, "did not finish within %d s", PATIENCE);
  else if (p.end == INTERRUPTED)
    wrong = "was interrupted";
  else if (p.code)
    wrong = am_format(arena, "ended with status %d%s", p.code,
                      am_compiler_complaint(arena, p.text));
  else if (access(files->object, R_OK))
    wrong = am_format(arena, "wrote no object%s",
                      am_compiler_complaint(arena, p.text));
  if (!wrong) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "the compiler '%s' %s",
                  name, wrong);
}
