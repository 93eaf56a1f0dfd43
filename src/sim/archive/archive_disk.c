/* archive_disk.c: reserves disk space for an archive. */
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "archive/parts.h"
#include "archive/archive_file.h"

/* Bytes that HDF5 may write in addition to a block of chunks, whose index
 * entries already exist. */
enum { MARGIN = 1 << 16 };

/* Checks the free space of a file system that cannot reserve; returns errno. */
static int compare_free(int file, off_t bytes) {
  struct statvfs disk;
  if (fstatvfs(file, &disk) != 0) return 0;
  double free = (double)disk.f_bavail * (double)disk.f_frsize;
  return free < (double)bytes ? ENOSPC : 0;
}

/* Reserves blocks after the end of the file without changing its size; returns
 * errno. */
static int reserve_blocks(int file, off_t end, off_t bytes) {
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

const char *am_archive_reserve_bytes(const am_archive *a, double bytes) {
  haddr_t end = 0;
  H5Fget_eoa(a->file, &end);
  int error = reserve_blocks(a->space, (off_t)end,
                             bytes < 0x1p62 ? (off_t)bytes : (off_t)1 << 62);
  return error ? strerror(error) : NULL;
}

am_status am_archive_reserve(am_archive *a, am_report *report, long count) {
  double needed = MARGIN, chunks = (double)((count + a->chunk - 1) / a->chunk);
  for (int i = 0; i < a->layout.field_count; i++) {
    const am_archive_field *f = &a->layout.fields[i];
    needed += chunks * (double)am_archive_rows(a, f) *
              ((double)am_archive_length(a, f) * sizeof(double) + AM_CHUNK_SUM);
  }
  const char *why = am_archive_reserve_bytes(a, needed);
  if (!why) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write %s: %s (no space for the next %ld points, up "
                  "to %.3g MB; %ld of %ld points are written)",
                  a->name, why, count, needed * 1e-6,
                  a->done, a->layout.points);
}

void am_archive_give_back(const am_archive *a) {
  struct stat status;
  if (a->space >= 0 && fstat(a->space, &status) == 0)
    (void)!ftruncate(a->space, status.st_size);
}
