#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { PATIENCE = 2000 }; /* milliseconds */

/* NULL: it can be read. */
static const char *obstacle_of(int file) {
  struct stat status;
  if (fstat(file, &status)) return am_errno_text(errno);
  if (S_ISDIR(status.st_mode)) return "it is a folder";
  if (isatty(file)) return "it is a terminal";
  struct pollfd writer = {.fd = file, .events = POLLIN};
  if (S_ISFIFO(status.st_mode)) poll(&writer, 1, PATIENCE);
  return NULL;
}

/* Without O_NONBLOCK a pipe that has no writer is not even opened. */
FILE *am_input_open(const char *path, const char **why) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  *why = file < 0 ? am_errno_text(errno) : obstacle_of(file);
  if (!*why) {
    fcntl(file, F_SETFL, 0);
    FILE *stream = fdopen(file, "rb");
    if (stream) return stream;
    *why = am_errno_text(errno);
  }
  if (file >= 0) close(file);
  return NULL;
}
