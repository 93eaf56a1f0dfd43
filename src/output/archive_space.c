/* The space of an archive on its disk. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "output/archive_file.h"

/* Bytes that HDF5 may add to a block of chunks, which have their places in
 * the indices already. */
enum { MARGIN = 1 << 16 };

/* Bytes of the next points, not compressed. */
static off_t bytes_of(const am_archive *a, long count) {
  double bytes = MARGIN;
  double chunks = (double)((count + a->chunk - 1) / a->chunk);
  for (int i = 0; i < a->layout.field_count; i++) {
    const am_archive_field *f = &a->layout.fields[i];
    bytes += chunks * (double)am_archive_rows(a, f) *
             (double)am_archive_length(a, f) * sizeof(double);
  }
  return bytes < 0x1p62 ? (off_t)bytes : (off_t)1 << 62;
}

/* What a disk that cannot reserve says to be free. */
static int compare_free(int file, off_t bytes) {
  struct statvfs disk;
  if (fstatvfs(file, &disk) != 0) return 0;
  return (double)disk.f_bavail * (double)disk.f_frsize < (double)bytes
             ? ENOSPC
             : 0;
}

/* Blocks behind the end of the file, whose size stays; an errno. */
static int reserve(int file, off_t end, off_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
      limit.rlim_cur != RLIM_INFINITY &&
      (rlim_t)(end + bytes) > limit.rlim_cur)
    return EFBIG;
  int result;
  do
    result = fallocate(file, FALLOC_FL_KEEP_SIZE, end, bytes);
  while (result != 0 && errno == EINTR);
  if (result == 0) return 0;
  return errno == EOPNOTSUPP || errno == ENOSYS ? compare_free(file, bytes)
                                                : errno;
}

am_status am_archive_reserve(am_archive *a, am_report *report, long count) {
  haddr_t end = 0;
  H5Fget_eoa(a->file, &end);
  off_t bytes = bytes_of(a, count);
  int error = reserve(a->space, (off_t)end, bytes);
  if (error == 0) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write %s: %s (no room for the next %ld points, "
                  "which take up to %.3g MB; it holds %ld of %ld)",
                  a->name, strerror(error), count, (double)bytes * 1e-6,
                  a->done, a->layout.points);
}

void am_archive_give_back(const am_archive *a) {
  struct stat status;
  if (a->space >= 0 && fstat(a->space, &status) == 0)
    (void)!ftruncate(a->space, status.st_size);
}
