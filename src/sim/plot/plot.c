/* plot.c: draws a picture with gnuplot. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plot/script.h"
#include "file/file.h"

extern char **environ;

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
 * status, or minus errno. The time zone UTC gives dates in images a fixed
 * length. */
static int run_gnuplot(am_arena *arena, FILE *script, FILE *image,
                       FILE *messages) {
  const char *program = am_program_find(arena, "gnuplot");
  if (!program) return -ENOENT;
  const char *arguments[] = {"env", "TZ=UTC0", program, "-d", NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(script), 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(image), 1);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages), 2);
  pid_t child;
  int error = posix_spawn(&child, "/usr/bin/env", &actions, NULL,
                          (char **)arguments, environ);
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

/* Replaces the date written by gnuplot or its terminal's library by blanks, so
 * that equal pictures give identical files. */
static const struct {
  const char *before; /* text before the date, on the same line or, if `above`,
                         on the line above */
  bool above;
  size_t kept;        /* bytes to keep before the date */
  char behind;        /* character after the date */
  bool too;           /* true if the end is removed, too */
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

/* Writes the script, runs gnuplot and reads the image [*size]; files: script,
 * image, messages. */
static am_status draw_with(am_arena *arena, am_report *report,
                           const am_picture *picture, const char *path,
                           FILE *const files[3], char **image, size_t *size) {
  const char *name = am_quoted(arena, path), *why = NULL;
  am_script_write(files[0], picture, path, true);
  errno = 0;
  bool written = !ferror(files[0]) && !fflush(files[0]);
  int error = errno ? errno : EIO;
  rewind(files[0]);
  int status = written ? run_gnuplot(arena, files[0], files[1], files[2])
                       : -error;
  if (status == -EINTR)
    return am_error(report, AM_FAILED, am_nowhere,
                    "cannot draw %s: interrupted", name);
  struct stat drawn;
  if (status == -ENOENT)
    why = "gnuplot is not installed (Debian package gnuplot-nox)";
  else if (status < 0)
    why = strerror(-status);
  else if (status > 0)
    why = am_format(arena, "gnuplot ended with status %d: %s", status,
                    first_message(arena, files[2]));
  else if (fstat(fileno(files[1]), &drawn))
    why = strerror(errno);
  if (why)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot draw %s: %s",
                    name, why);
  *size = (size_t)drawn.st_size;
  *image = am_arena_room(arena, *size + 1);
  (*image)[*size] = 0;
  if (pread(fileno(files[1]), *image, *size, 0) == (ssize_t)*size) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot draw %s: the image of gnuplot cannot be read", name);
}

static am_status draw_image(am_arena *arena, am_report *report,
                            const am_picture *picture, const char *path,
                            char **image, size_t *size) {
  FILE *files[3] = {tmpfile(), tmpfile(), tmpfile()};
  am_status status =
      files[0] && files[1] && files[2]
          ? draw_with(arena, report, picture, path, files, image, size)
          : am_error(report, AM_ENVIRONMENT, am_nowhere,
                     "cannot create a temporary file to draw %s: %s",
                     am_quoted(arena, path), strerror(errno));
  for (int i = 0; i < 3; i++)
    if (files[i]) fclose(files[i]);
  return status;
}

static am_status write_image(am_arena *arena, am_report *report,
                             const am_picture *picture, const char *path) {
  am_file out;
  char *image, *end;
  size_t size;
  AM_TRY(am_file_create(arena, report, path, &out));
  am_status status = draw_image(arena, report, picture, path, &image, &size);
  if (status != AM_OK) {
    am_file_discard(&out);
    return status;
  }
  char *date = find_date(image, size, &end);
  if (date) memset(date, ' ', (size_t)(end - date));
  fwrite(image, 1, size, out.stream);
  am_file_failed(&out);
  return am_file_commit(&out, report);
}

am_status am_picture_text(am_arena *arena, am_report *report,
                          const am_picture *picture, const char *name,
                          am_buffer *text) {
  char *image;
  size_t size;
  AM_TRY(draw_image(arena, report, picture, name, &image, &size));
  am_buffer_add(text, "%s", image);
  return AM_OK;
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
