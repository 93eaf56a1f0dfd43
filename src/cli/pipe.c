#include "cli/pipe.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static bool ignored; /* by who started the program */

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
