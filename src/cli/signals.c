/* signals.c: signals that end a command, and the broken pipe. */
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>

#include "cli/command.h"

/* Some senders signal twice at once; insistent users signal again. */
enum { PATIENCE = 2 };

static volatile sig_atomic_t own, times;
static volatile sig_atomic_t *noted = &own; /* or memory shared by processes */
_Static_assert(sizeof(sig_atomic_t) == sizeof(int), "flags are integers");

static void note_signal(int number) {
  *noted = number;
  if (++times <= PATIENCE) return;
  signal(number, SIG_DFL);
  raise(number);
}

/* Installs the handler; the third signal ends the program.  A signal that the
 * caller has ignored (nohup) remains ignored. */
static void watch(am_arena *arena) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction action = {.sa_handler = note_signal,
                               .sa_flags = SA_RESTART};
    struct sigaction present;
    sigemptyset(&action.sa_mask);
    if (sigaction(numbers[i], NULL, &present)) continue;
    if (present.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
  }
  am_arena_watch(arena, noted);
}

void am_interrupt_by_flag(am_arena *arena) {
  (void)am_arena_interruptible(arena, false);
}

void am_interrupt_share(void) {
  void *shared = mmap(NULL, sizeof *noted, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared != MAP_FAILED) noted = shared;
}

int am_interrupt_signal(void) { return *noted; }

am_status am_interrupt_run(am_context *context,
                           am_status (*work)(am_arena *arena,
                                             am_context *context)) {
  am_arena *arena = am_arena_new();
  am_status status;
  if (arena && !am_arena_recover(arena)) {
    watch(arena);
    status = work(arena, context);
  } else {
    status = am_error_memory(context->report, arena, "");
  }
  am_context_print(context, status);
  am_arena_free(arena);
  int number = status == AM_FAILED ? am_interrupt_signal() : 0;
  if (number) {
    am_team_close(context->team);
    exit(128 + number);
  }
  return status;
}

/* ---- the broken pipe ----------------------------------------------------- */

static bool ignored; /* ignored by the caller of the program */

void am_pipe_start(void) { ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN; }

bool am_pipe_is_broken(void) {
  struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
  bool failed = fflush(stdout) != 0 || ferror(stdout);
  return failed && poll(&output, 1, 0) == 1 && output.revents & POLLERR;
}

am_status am_pipe_end(void) {
  if (!ignored) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
  fputs("automat: error: cannot write standard output: Broken pipe\n", stderr);
  return AM_ENVIRONMENT;
}
