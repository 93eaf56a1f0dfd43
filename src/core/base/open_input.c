/* open_input.c: opens files without waiting for ever. */
#include "base/open_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { PATIENCE = 2000 }; /* milliseconds */

am_obstacle am_input_obstacle(int error) {
  static const int of_machine[] = {EIO, EMFILE, ENFILE, ENOMEM};
  am_obstacle why = {.status = AM_INPUT, .text = am_errno_text(error)};
  for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
    if (error == of_machine[i]) why.status = AM_ENVIRONMENT;
  return why;
}

/* O_NONBLOCK: otherwise open() waits until a pipe has a writer. */
static FILE *open_stream(const char *path, am_obstacle *why) {
  struct stat status;
  FILE *stream = NULL;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct pollfd writer = {.fd = file, .events = POLLIN};
  if (file < 0 || fstat(file, &status)) {
    *why = am_input_obstacle(errno);
  } else if (S_ISDIR(status.st_mode)) {
    *why = (am_obstacle){.status = AM_INPUT, .text = "it is a folder"};
  } else if (isatty(file)) {
    *why = (am_obstacle){.status = AM_INPUT, .text = "it is a terminal"};
  } else {
    if (S_ISFIFO(status.st_mode)) poll(&writer, 1, PATIENCE);
    fcntl(file, F_SETFL, 0);
    stream = fdopen(file, "rb");
    if (!stream) *why = am_input_obstacle(errno);
  }
  if (!stream && file >= 0) close(file);
  return stream;
}

static void close_if_open(void *data) {
  FILE **input = data;
  if (*input) fclose(*input);
}

struct am_input_record {
  dev_t device;
  ino_t number;
  am_input_record *next;
};

static bool is_noted(const am_report *report, dev_t device, ino_t number) {
  const am_input_record *input = report->inputs;
  while (input && (input->device != device || input->number != number))
    input = input->next;
  return input != NULL;
}

static void note(am_report *report, dev_t device, ino_t number) {
  if (is_noted(report, device, number)) return;
  am_input_record *input = AM_NEW(report->arena, am_input_record);
  *input = (am_input_record){
      .device = device, .number = number, .next = report->inputs};
  report->inputs = input;
}

void am_input_note(am_report *report, const char *path) {
  struct stat status;
  if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
    note(report, status.st_dev, status.st_ino);
}

void am_input_note_all(am_report *report, const am_report *from) {
  for (const am_input_record *i = from->inputs; i; i = i->next)
    note(report, i->device, i->number);
}

bool am_input_is_known(const am_report *report, const char *path) {
  struct stat status;
  return stat(path, &status) == 0 &&
         is_noted(report, status.st_dev, status.st_ino);
}

FILE **am_input_open(am_arena *arena, am_report *report, const char *path,
                     am_obstacle *why) {
  FILE **input = AM_NEW(arena, FILE *);
  am_input_note(report, path);
  am_arena_defer(arena, close_if_open, input);
  *input = open_stream(path, why);
  return *input ? input : NULL;
}

void am_input_close(FILE **input) {
  fclose(*input);
  *input = NULL;
}
