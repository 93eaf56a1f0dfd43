/* archive_disk.c: the space of an archive on its disk, and the copy of what a
 * commit overwrites. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"
#include "archive/archive_file.h"

/* ---- space --------------------------------------------------------------- */

/* Bytes that HDF5 may add to a block of chunks, which have their places in
 * the indices already. */
enum { MARGIN = 1 << 16 };

/* What a disk that cannot reserve says to be free: an errno. */
static int compare_free(int file, off_t bytes) {
  struct statvfs disk;
  if (fstatvfs(file, &disk) != 0) return 0;
  double free = (double)disk.f_bavail * (double)disk.f_frsize;
  return free < (double)bytes ? ENOSPC : 0;
}

/* Blocks behind the end of the file, whose size stays; an errno. */
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
              (double)am_archive_length(a, f) * sizeof(double);
  }
  const char *why = am_archive_reserve_bytes(a, needed);
  if (!why) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write %s: %s (no room for the next %ld points, "
                  "which take up to %.3g MB; it holds %ld of %ld)",
                  a->name, why, count, needed * 1e-6,
                  a->done, a->layout.points);
}

void am_archive_give_back(const am_archive *a) {
  struct stat status;
  if (a->space >= 0 && fstat(a->space, &status) == 0)
    (void)!ftruncate(a->space, status.st_size);
}

/* ---- undo ---------------------------------------------------------------- */

/* What a commit overwrites of an archive lies below `index_bytes`, where the
 * file ended when it was created.  A copy of that part, in a file of its own
 * beside the archive, brings back the state before a commit that was cut
 * short: the system stops a killed process even amid a write.
 *
 * The copy counts while its header says whose it is; the file is as long as
 * it will be from the start, so that a full disk cannot stop a commit. */

typedef struct {
  char name[16];
  unsigned long device, inode; /* of the archive */
  long bytes;                  /* of the copy behind the header */
} header;

static const char header_name[16] = "automat undo 1\n";

static bool copy_part(int from, off_t from_start, int to, off_t to_start,
                      long bytes) {
  char buffer[1 << 16];
  for (long done = 0; done < bytes;) {
    size_t left = (size_t)(bytes - done);
    ssize_t part = pread(from, buffer, left < sizeof buffer ? left
                                                            : sizeof buffer,
                         from_start + done);
    if (part <= 0 ||
        pwrite(to, buffer, (size_t)part, to_start + done) != part)
      return false;
    done += part;
  }
  return true;
}

const char *am_archive_undo_path(am_arena *arena, const char *path) {
  return am_format(arena, "%s.undo", path);
}

static header header_of(int archive, long bytes) {
  struct stat status = {.st_size = 0};
  fstat(archive, &status);
  header h = {.device = status.st_dev, .inode = status.st_ino,
              .bytes = bytes};
  memcpy(h.name, header_name, sizeof h.name);
  return h;
}

static bool write_header(int undo, const header *h) {
  return pwrite(undo, h, sizeof *h, 0) == (ssize_t)sizeof *h;
}

bool am_archive_undo_open(am_archive *a) {
  const header none = {.bytes = 0};
  a->undo = open(am_archive_undo_path(a->arena, a->path),
                 O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  return a->undo >= 0 && write_header(a->undo, &none);
}

bool am_archive_undo_fill(const am_archive *a) {
  return copy_part(a->space, 0, a->undo, sizeof(header), a->index_bytes);
}

bool am_archive_undo_hold(am_archive *a) {
  header h = header_of(a->space, a->index_bytes);
  a->held = am_archive_undo_fill(a) && write_header(a->undo, &h);
  return a->held;
}

bool am_archive_undo_drop(am_archive *a) {
  const header none = {.bytes = 0};
  a->held = !write_header(a->undo, &none);
  return !a->held;
}

void am_archive_undo_close(am_archive *a) {
  if (a->undo < 0) return;
  close(a->undo);
  if (!a->held) unlink(am_archive_undo_path(a->arena, a->path));
}

/* The copy beside an archive that counts: its bytes; 0: there is none. */
static long held_bytes(int archive, int undo) {
  header found = {.bytes = 0}, expected;
  if (pread(undo, &found, sizeof found, 0) != (ssize_t)sizeof found) return 0;
  expected = header_of(archive, found.bytes);
  return memcmp(&found, &expected, sizeof found) ? 0 : found.bytes;
}

static int open_undo(const am_archive *a) {
  return open(am_archive_undo_path(a->arena, a->path),
              O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
}

bool am_archive_is_torn(const am_archive *a) {
  int undo = open_undo(a);
  if (undo < 0) return false;
  int archive = open(a->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool torn = archive >= 0 && held_bytes(archive, undo) > 0;
  if (archive >= 0) close(archive);
  close(undo);
  return torn;
}

bool am_archive_undo(const am_archive *a) {
  int from = open_undo(a);
  if (from < 0) return true;
  int archive = open(a->path, O_RDWR | O_CLOEXEC);
  bool good = archive >= 0 && copy_part(from, sizeof(header), archive, 0,
                                        held_bytes(archive, from));
  if (archive >= 0) close(archive);
  close(from);
  return good;
}
