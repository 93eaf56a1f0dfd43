/* file.c: text files that are written completely or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/parts.h"

static am_status cannot_because(am_report *report, const am_file *file,
                                const char *why) {
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot write %s: %s",
                  file->name, why);
}

/* A closed standard output is not reported as an error. */
static am_status cannot_write(am_report *report, const am_file *file,
                              int error) {
  if (file->stream == stdout && error == EPIPE) return AM_ENVIRONMENT;
  return cannot_because(report, file, strerror(error));
}

am_status am_file_write_new(am_report *report, const char *path,
                            const char *text) {
  const am_file named = {.name = am_quoted(report->arena, path)};
  FILE *out = fopen(path, "wxe");
  bool made = out != NULL, good = made && fputs(text, out) >= 0;
  int error = errno;
  if (made && fclose(out)) {
    if (good) error = errno;
    good = false;
  }
  if (good) return AM_OK;
  if (made) unlink(path);
  return cannot_write(report, &named, error);
}

/* True if the file to be replaced is being written, as by a batch. */
static bool is_in_use(const char *path) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return false;
  bool used = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(file);
  return used;
}

am_status am_file_create(am_arena *arena, am_report *report,
                         const char *path, am_file *file) {
  bool standard = !path || !strcmp(path, "-");
  *file = (am_file){.name = "standard output",
                    .stream = standard ? stdout : NULL};
  if (standard) {
    file->digits = isatty(STDOUT_FILENO) ? AM_TERMINAL_DIGITS : 0;
    return AM_OK;
  }
  file->name = am_quoted(arena, path);
  if (!*path) return cannot_write(report, file, ENOENT);
  AM_TRY(am_output_check(report, path));
  const char *real = am_symlink_resolved(arena, path), *part = NULL, *why;
  FILE *stream;
  struct stat status;
  if (stat(real, &status) == 0 && !S_ISREG(status.st_mode)) {
    stream = fopen(real, "w");
  } else {
    part = am_format(arena, "%s.part", real);
    if (is_in_use(real))
      return cannot_because(report, file, "another program is using it");
    int held = am_output_lock(arena, part, &why);
    if (held < 0) return cannot_because(report, file, why);
    stream = fdopen(held, "w");
    if (!stream) {
      unlink(part);
      close(held);
    }
  }
  if (!stream) return cannot_write(report, file, errno);
  file->path = real;
  file->temporary = part;
  file->stream = stream;
  return AM_OK;
}

bool am_file_failed(am_file *file) {
  if (!ferror(file->stream)) return false;
  if (!file->error) file->error = errno ? errno : EIO;
  return true;
}

int am_file_rename(const char *from, const char *to) {
  int file = open(from, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  /* Ignores EINVAL, returned by file systems without support for fsync. */
  int error = fsync(file) && errno != EINVAL ? errno : 0;
  close(file);
  if (!error && rename(from, to)) error = errno;
  return error;
}

am_status am_file_commit(am_file *file, am_report *report) {
  am_file_failed(file);
  errno = 0;
  fflush(file->stream);
  am_file_failed(file);
  /* Replaces no files that the command has read in the meantime. */
  am_status unread =
      file->temporary ? am_output_check_unread(report, file->path) : AM_OK;
  if (!file->error && file->temporary && unread == AM_OK)
    file->error = am_file_rename(file->temporary, file->path);
  if ((file->error || unread != AM_OK) && file->temporary)
    unlink(file->temporary);
  if (file->path) fclose(file->stream); /* releases the lock */
  if (unread != AM_OK) return unread;
  return file->error ? cannot_write(report, file, file->error) : AM_OK;
}

void am_file_discard(am_file *file) {
  if (file->temporary) unlink(file->temporary);
  if (file->path) fclose(file->stream);
}
