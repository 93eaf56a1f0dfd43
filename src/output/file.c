#include "output/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static am_status cannot(am_report *report, const am_file *file, int error) {
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot write %s: %s",
                  file->name, strerror(error));
}

/* The file that a link points to, so that renaming keeps the link. */
static const char *resolved(am_arena *arena, const char *path) {
  char *real = realpath(path, NULL);
  if (!real) return path;
  const char *copy = am_copy(arena, real, strlen(real));
  free(real);
  return copy;
}

/* Opens the temporary file with the permissions of an ordinary new one. */
static FILE *open_temporary(am_arena *arena, am_file *file) {
  char *name = am_format(arena, "%s.XXXXXX", file->path);
  int descriptor = mkstemp(name);
  if (descriptor < 0) return NULL;
  file->temporary = name;
  mode_t mask = umask(0);
  umask(mask);
  (void)!fchmod(descriptor, 0666 & ~mask);
  FILE *stream = fdopen(descriptor, "w");
  if (stream) return stream;
  int error = errno;
  close(descriptor);
  unlink(name);
  errno = error;
  return NULL;
}

am_status am_file_create(am_arena *arena, am_report *report,
                         const char *path, am_file *file) {
  *file = (am_file){.name = "standard output", .stream = stdout};
  if (!path) return AM_OK;
  file->name = am_format(arena, "'%s'",
                         am_printable(arena, path, strlen(path)));
  if (!*path) return cannot(report, file, ENOENT);
  file->path = resolved(arena, path);
  struct stat status;
  bool special = stat(file->path, &status) == 0 && !S_ISREG(status.st_mode);
  if (special && S_ISDIR(status.st_mode)) return cannot(report, file, EISDIR);
  file->stream =
      special ? fopen(file->path, "w") : open_temporary(arena, file);
  return file->stream ? AM_OK : cannot(report, file, errno);
}

bool am_file_failed(am_file *file) {
  if (!ferror(file->stream)) return false;
  if (!file->error) file->error = errno ? errno : EIO;
  return true;
}

/* A file system that cannot do it says EINVAL. */
static int synchronize(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = fsync(file) && errno != EINVAL ? errno : 0;
  close(file);
  return error;
}

int am_file_rename(const char *from, const char *to) {
  int error = synchronize(from);
  if (!error && rename(from, to)) error = errno;
  return error;
}

am_status am_file_commit(am_file *file, am_report *report) {
  errno = 0;
  fflush(file->stream);
  am_file_failed(file);
  if (file->path && fclose(file->stream) != 0 && !file->error)
    file->error = errno;
  if (!file->error && file->temporary)
    file->error = am_file_rename(file->temporary, file->path);
  if (!file->error) return AM_OK;
  if (file->temporary) unlink(file->temporary);
  return cannot(report, file, file->error);
}

void am_file_discard(am_file *file) {
  if (file->path) fclose(file->stream);
  if (file->temporary) unlink(file->temporary);
}
