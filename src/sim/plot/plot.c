/* plot.c: draws a picture with gnuplot. */
#include "plot/picture.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/base.h"
#include "file/file.h"
#include "plot/script.h"

extern char **environ;

/* Copy of the environment with the time zone UTC, so that dates in images have
 * a fixed length. */
static char **without_zone(am_arena *arena) {
  static char zone[] = "TZ=UTC0";
  size_t count = 0, copied = 0;
  while (environ[count]) count++;
  char **variables = AM_ARRAY(arena, char *, count + 2);
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], "TZ=", 3)) variables[copied++] = environ[i];
  variables[copied++] = zone;
  variables[copied] = NULL;
  return variables;
}

/* Waits for gnuplot; returns its exit status, or minus errno. If the program is
 * interrupted, gnuplot may finish a small picture before it is killed. */
static int await_gnuplot(const am_arena *arena, pid_t child) {
  static const double patience = 0.5; /* (s) */
  const struct timespec glance = {.tv_nsec = 2000000};
  double end = 0;
  int status;
  for (;;) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return -errno;
    if (end == 0 && am_arena_stopped(arena)) end = am_clock() + patience;
    if (end > 0 && am_clock() > end) kill(child, SIGKILL);
    nanosleep(&glance, NULL);
  }
  if (end > 0 && !WIFEXITED(status)) return -EINTR;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* Runs gnuplot with files for input, output and messages; returns its exit
 * status, or minus errno. */
static int run_gnuplot(am_arena *arena, FILE *script, FILE *image,
                       FILE *messages) {
  const char *program = am_program_find(arena, "gnuplot");
  if (!program) return -ENOENT;
  const char *arguments[] = {"gnuplot", "-d", NULL};
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions)) return -ENOMEM;
  posix_spawn_file_actions_adddup2(&actions, fileno(script), 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(image), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), 2);
  pid_t child;
  int error = posix_spawn(&child, program, &actions, NULL,
                          (char **)arguments, without_zone(arena));
  posix_spawn_file_actions_destroy(&actions);
  if (error) return -error;
  return await_gnuplot(arena, child);
}

/* First non-blank line. */
static const char *first_message(am_arena *arena, FILE *messages) {
  char line[160];
  rewind(messages);
  while (fgets(line, sizeof line, messages))
    if (line[strspn(line, " \t\r\n")])
      return am_printable(arena, line, strcspn(line, "\r\n"));
  return "no message";
}

static am_status draw_image(am_arena *arena, am_report *report,
                            const am_picture *picture, const char *path,
                            FILE *image, FILE *script, FILE *messages) {
  am_script_write(script, picture, path, true);
  errno = 0;
  bool written = !ferror(script) && !fflush(script);
  int error = errno ? errno : EIO;
  rewind(script);
  int status =
      written ? run_gnuplot(arena, script, image, messages) : -error;
  const char *name = am_printable(arena, path, strlen(path));
  if (status == -ENOENT)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': there is no gnuplot; install it "
                    "(Debian: gnuplot-nox)",
                    name);
  if (status == -EINTR)
    return am_error(report, AM_FAILED, am_nowhere,
                    "cannot draw '%s': interrupted", name);
  if (status < 0)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': %s", name, strerror(-status));
  if (status > 0)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot draw '%s': gnuplot ended with status %d: %s", name,
                    status, first_message(arena, messages));
  return AM_OK;
}

/* Replaces the date written by gnuplot or its terminal's library by blanks, so
 * that equal pictures give identical files. */
static const struct {
  const char *before; /* text before the date, in the same line, or in the line
                         above if `above` */
  bool above;
  size_t kept;        /* bytes to keep before the date */
  char behind;        /* end of the date */
  bool too;           /* true if the end is removed too */
} dates[] = {{"/CreationDate (", false, 0, ')', true},
             {"%%CreationDate: ", false, 16, '\n', false},
             {"%% generated with GNUPLOT ", true, 2, '\n', false}};

/* Start of a date in the text of an image, and its end *to; NULL: none. */
static char *find_date(char *text, size_t size, char **to) {
  const char *end = text + size;
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
    char *from = memmem(text, size, dates[i].before, strlen(dates[i].before));
    if (from && dates[i].above) {
      from = memchr(from, '\n', (size_t)(end - from));
      from += from != NULL;
    }
    if (!from || (size_t)(end - from) < dates[i].kept) continue;
    from += dates[i].kept;
    *to = memchr(from, dates[i].behind, (size_t)(end - from));
    if (!*to) continue;
    *to += dates[i].too;
    return from;
  }
  return NULL;
}

static void blank_date(am_arena *arena, const am_file *image) {
  struct stat status;
  int file = fileno(image->stream);
  if (!image->temporary || fstat(file, &status) || status.st_size <= 0) return;
  size_t size = (size_t)status.st_size;
  char *text = am_arena_room(arena, size);
  char *to;
  if (pread(file, text, size, 0) != (ssize_t)size) return;
  char *from = find_date(text, size, &to);
  if (!from) return;
  memset(from, ' ', (size_t)(to - from));
  (void)!pwrite(file, from, (size_t)(to - from), from - text);
}

static am_status write_image(am_arena *arena, am_report *report,
                             const am_picture *picture, const char *path) {
  am_file image;
  AM_TRY(am_file_create(arena, report, path, &image));
  FILE *script = tmpfile(), *messages = tmpfile();
  am_status status =
      script && messages
          ? draw_image(arena, report, picture, path, image.stream, script,
                       messages)
          : am_error(report, AM_ENVIRONMENT, am_nowhere,
                     "cannot make a temporary file: %s", strerror(errno));
  if (script) fclose(script);
  if (messages) fclose(messages);
  if (status == AM_OK) {
    blank_date(arena, &image);
    return am_file_commit(&image, report);
  }
  am_file_discard(&image);
  return status;
}

am_status am_picture_text(am_arena *arena, am_report *report,
                          const am_picture *picture, const char *name,
                          am_buffer *text) {
  FILE *files[3] = {tmpfile(), tmpfile(), tmpfile()};
  bool open = files[0] && files[1] && files[2];
  am_status status =
      open ? draw_image(arena, report, picture, name, files[0], files[1],
                        files[2])
           : am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "cannot make a temporary file: %s", strerror(errno));
  char part[4096];
  size_t length;
  if (status == AM_OK) rewind(files[0]);
  while (status == AM_OK &&
         (length = fread(part, 1, sizeof part, files[0])) > 0)
    am_buffer_add(text, "%.*s", (int)length, part);
  if (status == AM_OK && ferror(files[0]))
    status = am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "cannot read what gnuplot has drawn");
  for (int i = 0; i < 3; i++)
    if (files[i]) fclose(files[i]);
  return status;
}

am_status am_picture_write(am_arena *arena, am_report *report,
                           const am_picture *picture, const char *path,
                           bool keep) {
  am_status written = AM_OK;
  if (keep) {
    am_file script;
    written = am_file_create(arena, report, am_format(arena, "%s.gp", path),
                             &script);
    if (written == AM_OK) {
      am_script_write(script.stream, picture, path, false);
      written = am_file_commit(&script, report);
    }
  }
  am_status drawn = write_image(arena, report, picture, path);
  return drawn != AM_OK ? drawn : written;
}
