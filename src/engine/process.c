#include "engine/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

extern char **environ;

enum {
  MOST_TEXT = 1 << 16,
  GLANCE = 5, /* milliseconds between two looks at the child */
  GRACE = 2   /* seconds that it has to remove its files */
};

static const int ending[] = {SIGINT, SIGTERM, SIGHUP};

enum { ENDINGS = sizeof ending / sizeof *ending };

/* What is ignored or held back already stays so. */
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

/* errno, 0 when it runs. */
static int start(const char *file, char *const *words, int output,
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

/* What the child starts has the same limit. */
static void limit_memory(pid_t child, rlim_t bytes) {
  struct rlimit limit;
  if (prlimit(child, RLIMIT_AS, NULL, &limit) || limit.rlim_cur <= bytes)
    return;
  limit.rlim_cur = bytes;
  prlimit(child, RLIMIT_AS, &limit, NULL);
}

/* Takes what is there; false at the end of the output. */
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

static int code_of(int state) {
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

/* Asks the child to end, and makes it. */
static void urge(am_process *p, pid_t child, bool stopped, double *end) {
  bool late = am_clock() > *end;
  if (p->end != AM_PROCESS_ENDED) {
    if (late) kill(-child, SIGKILL);
    return;
  }
  if (late) p->end = AM_PROCESS_ENDLESS;
  if (stopped) p->end = AM_PROCESS_INTERRUPTED;
  if (p->end == AM_PROCESS_ENDED) return;
  kill(-child, SIGTERM);
  *end = am_clock() + GRACE;
}

/* A signal may have reached another thread, whose handler sets the flag. */
static bool is_stopped(const am_arena *arena, const am_signals *signals) {
  return has_come(signals) || am_arena_stopped(arena);
}

/* The output may stay open when the child has ended, and the reverse. */
static void watch(am_arena *arena, am_process *p, pid_t child, int input,
                  char *text, const am_signals *signals, double end) {
  struct pollfd ready = {.fd = input, .events = POLLIN};
  size_t length = 0;
  int state = 0;
  for (;;) {
    poll(&ready, 1, GLANCE);
    if (ready.fd >= 0 && !take_text(input, text, &length)) ready.fd = -1;
    pid_t ended = waitpid(child, &state, WNOHANG);
    if (ended && !(ended < 0 && errno == EINTR)) break;
    urge(p, child, is_stopped(arena, signals), &end);
  }
  if (ready.fd >= 0) take_text(input, text, &length);
  p->code = code_of(state);
}

am_process am_process_run(am_arena *arena, const char *file,
                          char *const *words, const am_signals *signals,
                          int seconds, long megabytes) {
  char *text = am_arena_alloc(arena, MOST_TEXT + 1);
  am_process p = {.end = AM_PROCESS_FAILED, .text = text};
  int ends[2];
  pid_t child;
  if (pipe2(ends, O_CLOEXEC)) {
    p.code = errno;
    return p;
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  p.code = start(file, words, ends[1], signals, &child);
  close(ends[1]);
  if (!p.code) {
    p.end = AM_PROCESS_ENDED;
    limit_memory(child, (rlim_t)megabytes << 20);
    watch(arena, &p, child, ends[0], text, signals, am_clock() + seconds);
  }
  close(ends[0]);
  return p;
}
