#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input.h"
#include "base/text.h"
#include "output/labels.h"

enum { PIECE = 4096 };

static am_status wrong(am_report *report, const char *path, am_place place,
                       const char *why) {
  return am_error(report, AM_INPUT, place, "cannot read '%s': %s",
                  am_printable(report->arena, path, strlen(path)), why);
}

static const char *check_size(am_arena *arena, FILE *in,
                              const am_labels_raw *raw, long voxels) {
  struct stat status;
  if (fstat(fileno(in), &status) != 0) return strerror(errno);
  if (!S_ISREG(status.st_mode)) return "it is no regular file";
  long bytes = voxels * raw->type->bytes;
  if (status.st_size - bytes == raw->skip) return NULL;
  return am_format(arena,
                   "it has %lld bytes, expected %ld: %ld to skip and %ld of "
                   "type %s",
                   (long long)status.st_size, raw->skip + bytes, raw->skip,
                   voxels, raw->type->name);
}

/* Where value n of a file in which z runs fastest goes. */
static long place_of(const int *grid, long n) {
  long k = n % grid[2], j = n / grid[2] % grid[1], i = n / grid[2] / grid[1];
  return (k * grid[1] + j) * grid[0] + i;
}

static void store(const am_labels_raw *raw, const int *grid, const int *from,
                  long first, long count, int *labels) {
  for (long i = 0; i < count; i++)
    labels[raw->z_fastest ? place_of(grid, first + i) : first + i] = from[i];
}

static am_status read_values(am_report *report, FILE *in, const char *path,
                             am_place place, const am_labels_raw *raw,
                             const int *grid, int *labels) {
  unsigned char bytes[PIECE * AM_BINARY_WIDEST];
  double values[PIECE];
  int found[PIECE];
  long voxels = (long)grid[0] * grid[1] * grid[2];
  const char *why = check_size(report->arena, in, raw, voxels);
  if (why) return wrong(report, path, place, why);
  const char *name = am_format(
      report->arena, "'%s'", am_printable(report->arena, path, strlen(path)));
  if (fseek(in, raw->skip, SEEK_SET) != 0)
    return wrong(report, path, place, strerror(errno));
  for (long first = 0; first < voxels; first += PIECE) {
    long left = voxels - first, count = left < PIECE ? left : PIECE;
    size_t size = (size_t)raw->type->bytes;
    if (fread(bytes, size, (size_t)count, in) != (size_t)count)
      return wrong(report, path, place, "it ends too early");
    am_binary_decode(raw->type, false, bytes, (size_t)count, values);
    AM_TRY(am_labels_of(report, name, place, values, first, count, found));
    store(raw, grid, found, first, count, labels);
  }
  return AM_OK;
}

am_status am_labels_raw_read(am_report *report, const char *path,
                             am_place place, const am_labels_raw *raw,
                             const int *grid, int *labels) {
  am_obstacle why;
  FILE **in = am_input_open(report->arena, report, path, &why);
  if (!in)
    return am_error(report, why.status, place, "cannot read '%s': %s",
                    am_printable(report->arena, path, strlen(path)), why.text);
  am_status status =
      read_values(report, *in, path, place, raw, grid, labels);
  am_input_close(in);
  return status;
}
