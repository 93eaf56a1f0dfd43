/* checksum.c: checksum at the end of a file. */
#include "image/parts.h"
#include "image/checksum.h"

typedef struct {
  char name[16];
  int64_t length; /* bytes before the checksum */
  uint64_t digest;
} checksum_record;

static const char seal_name[16] = "automat seal 1\n";

/* Computes the checksum of the first `length` bytes and of the preceding
 * members of `checksum_record`. */
static int make_checksum_record(int file, off_t length, checksum_record *s) {
  *s = (checksum_record){.length = length};
  memcpy(s->name, seal_name, sizeof s->name);
  int error = am_digest_file(file, length, &s->digest);
  s->digest = am_digest(s->digest, s, offsetof(checksum_record, digest));
  return error;
}

int am_checksum_append(const char *path) {
  struct stat status;
  checksum_record s;
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return errno;
  int error = fstat(file, &status) ? errno : 0;
  if (!error) error = make_checksum_record(file, status.st_size, &s);
  if (!error) {
    errno = EIO;
    if (pwrite(file, &s, sizeof s, status.st_size) != (ssize_t)sizeof s)
      error = errno;
  }
  close(file);
  return error;
}

static const char *obstacle_of(int file, bool needed) {
  struct stat status;
  checksum_record found = {.length = -1}, expected;
  if (fstat(file, &status)) return strerror(errno);
  off_t length = status.st_size - (off_t)sizeof found;
  if (length < 0 ||
      pread(file, &found, sizeof found, length) != (ssize_t)sizeof found ||
      memcmp(found.name, seal_name, sizeof seal_name))
    return needed ? "it has no checksum at its end: it is damaged or was "
                    "written by an older version"
                  : NULL;
  int error = make_checksum_record(file, length, &expected);
  if (error) return strerror(error);
  return memcmp(&found, &expected, sizeof found)
             ? "it is damaged: its checksum is wrong"
             : NULL;
}

const char *am_checksum_obstacle(const char *path, bool needed) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return strerror(errno);
  const char *why = obstacle_of(file, needed);
  close(file);
  return why;
}
