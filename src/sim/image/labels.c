/* labels.c: reads numbers of voxels from raw files and HDF5 files. */
#include <strings.h>

#include "image/parts.h"

/* ---- numbers in files ---------------------------------------------------- */

static const am_binary_type types[] = {
    {"int8", 1, false, true},     {"uint8", 1, false, false},
    {"int16", 2, false, true},    {"uint16", 2, false, false},
    {"int32", 4, false, true},    {"uint32", 4, false, false},
    {"int64", 8, false, true},    {"uint64", 8, false, false},
    {"float32", 4, true, true},   {"float64", 8, true, true},
};

const am_binary_type *am_binary_find(const char *name) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (!strcasecmp(name, types[i].name)) return &types[i];
  return NULL;
}

uint64_t am_binary_bits(const unsigned char *bytes, int count, bool big) {
  uint64_t bits = 0;
  for (int i = 0; i < count; i++)
    bits = bits << 8 | bytes[big ? i : count - 1 - i];
  return bits;
}

static double floating(uint64_t bits, int bytes) {
  if (bytes == 4) {
    uint32_t half = (uint32_t)bits;
    float value;
    memcpy(&value, &half, sizeof value);
    return value;
  }
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* Value of a two's complement number of this many bytes. */
static double with_sign(uint64_t bits, int bytes) {
  uint64_t sign = (uint64_t)1 << (8 * bytes - 1);
  return bits & sign ? -(double)((~bits & (sign - 1)) + 1) : (double)bits;
}

void am_binary_decode(const am_binary_type *type, bool big,
                      const unsigned char *bytes, size_t count,
                      double *values) {
  for (size_t i = 0; i < count; i++) {
    uint64_t bits = am_binary_bits(bytes + i * (size_t)type->bytes,
                                   type->bytes, big);
    values[i] = type->floating    ? floating(bits, type->bytes)
                : type->with_sign ? with_sign(bits, type->bytes)
                                  : (double)bits;
  }
}

/* ---- labels -------------------------------------------------------------- */

static am_status label_of(am_report *report, const char *file, am_place place,
                          double value, long number, int *label) {
  if (!(value >= 0 && value <= INT_MAX && value == floor(value)))
    return am_error(report, AM_INPUT, place,
                    "%s: value %ld is %.17g, expected a label, an integer from "
                    "0 to %d",
                    file, number, value, INT_MAX);
  *label = (int)value;
  return AM_OK;
}

am_status am_voxels_take(am_report *report, const char *file, am_place place,
                         const double *values, long first, long count,
                         am_voxel_room room) {
  for (long i = 0; i < count; i++) {
    long at = first + i - room.first;
    bool here = at >= 0 && at < room.count;
    int label = 0;
    if (room.labels)
      AM_TRY(label_of(report, file, place, values[i], first + i, &label));
    else if (!isfinite(values[i]))
      return am_error(report, AM_INPUT, place,
                      "%s: value %ld is %g, expected a finite number", file,
                      first + i, values[i]);
    if (here && room.labels)
      room.labels[at] = label;
    else if (here)
      room.values[at] = values[i];
  }
  return AM_OK;
}

/* ---- raw files ---------------------------------------------------------- */

enum { PIECE = 4096 };

static am_status cannot_read_labels(am_report *report, const char *path,
                                    am_place place, const char *why) {
  return am_error(report, AM_INPUT, place, "cannot read %s: %s",
                  am_quoted(report->arena, path), why);
}

static const char *check_size(am_arena *arena, FILE *in,
                              const am_labels_raw *raw, long voxels) {
  struct stat status;
  if (fstat(fileno(in), &status) != 0) return strerror(errno);
  if (!S_ISREG(status.st_mode)) return "it is not a regular file";
  long bytes = voxels * raw->type->bytes;
  if (status.st_size - bytes == raw->skip) return NULL;
  return am_format(arena,
                   "it has %lld bytes, expected %ld: %ld to skip and %ld "
                   "numbers of type %s",
                   (long long)status.st_size, raw->skip + bytes, raw->skip,
                   voxels, raw->type->name);
}

static am_status read_raw(am_report *report, FILE *in, const char *path,
                          am_place place, const am_labels_raw *raw,
                          const int *grid, am_voxel_room room) {
  unsigned char bytes[PIECE * AM_BINARY_WIDEST];
  double values[PIECE];
  long voxels = (long)grid[0] * grid[1] * grid[2];
  const char *why = check_size(report->arena, in, raw, voxels);
  if (why) return cannot_read_labels(report, path, place, why);
  const char *name = am_quoted(report->arena, path);
  /* Reads and checks only the required values if x is fastest. */
  long begin = raw->z_fastest ? 0 : room.first;
  long end = raw->z_fastest ? voxels : room.first + room.count;
  if (fseek(in, raw->skip + begin * raw->type->bytes, SEEK_SET) != 0)
    return cannot_read_labels(report, path, place, strerror(errno));
  for (long first = begin; first < end; first += PIECE) {
    long left = end - first, count = left < PIECE ? left : PIECE;
    size_t size = (size_t)raw->type->bytes;
    if (fread(bytes, size, (size_t)count, in) != (size_t)count)
      return cannot_read_labels(report, path, place, "it ends too early");
    am_binary_decode(raw->type, false, bytes, (size_t)count, values);
    if (!raw->z_fastest)
      AM_TRY(am_voxels_take(report, name, place, values, first, count, room));
    for (long m = 0; raw->z_fastest && m < count; m++) {
      long n = first + m, k = n % grid[2], row = n / grid[2];
      long j = row % grid[1], i = row / grid[1];
      long at = (k * grid[1] + j) * grid[0] + i - room.first;
      int label = 0;
      AM_TRY(label_of(report, name, place, values[m], n, &label));
      if (at >= 0 && at < room.count) room.labels[at] = label;
    }
  }
  return AM_OK;
}

am_status am_labels_raw_read(am_report *report, const char *path,
                             am_place place, const am_labels_raw *raw,
                             const int *grid, am_voxel_room room) {
  am_obstacle why;
  FILE **in = am_input_open(report->arena, report, path, &why);
  if (!in)
    return am_error(report, why.status, place, "cannot read %s: %s",
                    am_quoted(report->arena, path), why.text);
  am_status status =
      read_raw(report, *in, path, place, raw, grid, room);
  am_input_close(in);
  return status;
}

/* ---- HDF5 --------------------------------------------------------------- */

/* Number of values read together, large because a chunk that several reads
 * share is decoded for each read. */
enum { AT_A_TIME = 1 << 23 };

typedef struct am_labels_dataset am_labels_dataset;
struct am_labels_dataset {
  am_arena *arena;
  am_place place;
  const char *name; /* "'FILE', dataset 'NAME'" */
  hid_t file, set;
};

#define wrong_dataset(d, report, ...)                            \
  am_error(report, AM_INPUT, (d)->place, "%s: %s", (d)->name,    \
           am_format((d)->arena, __VA_ARGS__))

static void close_dataset(void *data) {
  am_labels_dataset *d = data;
  am_h5_release(d->set);
  am_h5_release(d->file);
}

static am_status open_dataset(am_labels_dataset *d, am_report *report,
                              const char *path, const char *dataset) {
  d->name = am_quoted(d->arena, path);
  const char *obstacle = am_h5_obstacle(path, AM_H5_READ);
  if (obstacle) return wrong_dataset(d, report, "cannot be read: %s", obstacle);
  d->file = am_h5_open(path, AM_H5_READ);
  if (d->file < 0)
    return wrong_dataset(d, report, "cannot be read: %s", am_h5_why(d->arena));
  d->name = am_format(d->arena, "%s, dataset %s", d->name,
                      am_quoted(d->arena, dataset));
  d->set = am_h5_dataset(d->file, dataset, H5P_DEFAULT);
  if (d->set < 0)
    return wrong_dataset(d, report, "cannot be read: %s", am_h5_why(d->arena));
  return AM_OK;
}

/* Reads the edge lengths of the cell from /size of a file written by
 * automat. */
static void read_size(am_arena *arena, hid_t file, double size[3]) {
  const hsize_t start = 0, three = 3;
  hsize_t found[H5S_MAX_RANK];
  if (H5Lexists(file, "conventions", H5P_DEFAULT) <= 0 ||
      am_conventions_obstacle(arena, file, &am_conventions_labels) ||
      H5Lexists(file, "size", H5P_DEFAULT) <= 0)
    return;
  hid_t set = am_h5_dataset(file, "size", H5P_DEFAULT);
  if (set < 0 || am_h5_size(set, found) != 1 || found[0] != 3 ||
      !am_h5_read(set, 1, &start, &three, size))
    memset(size, 0, 3 * sizeof *size);
  am_h5_release(set);
}

/* Number of elements; 0: none, or more than INT_MAX. */
static long count_elements(const hsize_t *size, int rank) {
  long count = 1;
  for (int d = 0; d < rank; d++) {
    if (!size[d] || size[d] > (hsize_t)(INT_MAX / count)) return 0;
    count *= (long)size[d];
  }
  return count;
}

am_status am_labels_hdf5_open(am_arena *arena, am_report *report,
                              const char *path, const char *dataset,
                              am_place place, am_labels_hdf5 *hdf5) {
  am_labels_dataset *d = AM_NEW(arena, am_labels_dataset);
  *d = (am_labels_dataset){
      .arena = arena, .place = place, .file = -1, .set = -1};
  *hdf5 = (am_labels_hdf5){.dataset = d};
  am_input_note(report, path);
  AM_TRY(am_h5_begin(arena, report));
  am_arena_defer(arena, close_dataset, d);
  AM_TRY(open_dataset(d, report, path, dataset));
  hsize_t size[H5S_MAX_RANK];
  int rank = am_h5_size(d->set, size);
  if (rank == 4 && size[3] == 1) rank = 3;
  hid_t type = H5Dget_type(d->set);
  H5T_class_t kind = H5Tget_class(type);
  am_h5_release(type);
  if ((rank != 1 && rank != 3) || (kind != H5T_INTEGER && kind != H5T_FLOAT))
    return wrong_dataset(d, report, "expected numbers [nz][ny][nx] or "
                         "[voxels]");
  read_size(arena, d->file, hdf5->size);
  hdf5->voxels = count_elements(size, rank);
  for (int i = 0; rank == 3 && i < 3 && hdf5->voxels; i++)
    hdf5->grid[i] = (int)size[2 - i];
  if (hdf5->voxels) return AM_OK;
  return wrong_dataset(d, report, "found %s, expected 1 to 2147483647 voxels",
                       am_h5_shape(arena, size, rank));
}

/* Reads whole slabs of the first dimension, those required. */
am_status am_labels_hdf5_read(am_labels_hdf5 *hdf5, am_report *report,
                              am_voxel_room room) {
  const am_labels_dataset *d = hdf5->dataset;
  hsize_t size[H5S_MAX_RANK], start[H5S_MAX_RANK] = {0};
  int rank = am_h5_size(d->set, size);
  hsize_t rows = size[0], each = (hsize_t)hdf5->voxels / rows;
  hsize_t most = each < AT_A_TIME ? AT_A_TIME / each : 1;
  if (most > rows) most = rows;
  double *values = am_arena_room(d->arena, most * each * sizeof *values);
  hsize_t end = ((hsize_t)(room.first + room.count) + each - 1) / each;
  for (hsize_t first = (hsize_t)room.first / each; first < end;
       first += most) {
    start[0] = first;
    size[0] = end - first < most ? end - first : most;
    if (!am_h5_read(d->set, rank, start, size, values))
      return wrong_dataset(d, report, "cannot be read: %s",
                           am_h5_why(d->arena));
    AM_TRY(am_voxels_take(report, d->name, d->place, values,
                          (long)(first * each), (long)(size[0] * each), room));
  }
  return AM_OK;
}
