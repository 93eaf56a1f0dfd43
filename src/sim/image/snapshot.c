/* snapshot.c: named arrays in an HDF5 file. */
#include "image/parts.h"

/* ---- checksums ----------------------------------------------------------- */

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

/* ---- the file ------------------------------------------------------------ */

struct am_snapshot {
  am_arena *arena;
  const char *path, *part, *name; /* the last one is quoted */
  hid_t file;
  bool written, failed;
  const char *begun; /* array of the last part */
  bool flushed; /* PATH.part is complete up to the last flush */
};

static am_snapshot *new_snapshot(am_arena *arena, const char *path) {
  am_snapshot *s = AM_NEW(arena, am_snapshot);
  *s = (am_snapshot){.arena = arena, .path = path, .file = -1,
                     .part = am_format(arena, "%s.part", path),
                     .name = am_quoted(arena, path)};
  return s;
}

static am_status cannot_write(am_snapshot *s, am_report *report,
                              const char *why) {
  s->failed = true;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot write %s: %s",
                  s->name, why);
}

static am_status cannot_read_snapshot(const am_snapshot *s, am_report *report,
                                      const char *why) {
  return am_error(report, AM_INPUT, am_nowhere, "cannot read %s: %s", s->name,
                  why);
}

/* Data are written immediately, without buffers of the dataset: HDF5 1.10
 * crashes when a file is closed whose buffers cannot be written. Metadata have
 * checksums of HDF5. */
static hid_t access_for(am_h5_use use) {
  hid_t access = am_h5_access(use);
  H5Pset_sieve_buf_size(access, 0);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  return access;
}

am_status am_snapshot_create(am_arena *arena, am_report *report,
                             const char *path, am_snapshot **result) {
  AM_TRY(am_h5_begin(arena, report));
  am_snapshot *s = *result = new_snapshot(arena, path);
  am_status claimed = am_output_check(report, path);
  s->failed = claimed != AM_OK;
  AM_TRY(claimed);
  const char *obstacle = am_h5_obstacle(path, AM_H5_REPLACE);
  if (!obstacle) obstacle = am_symlink_obstacle(arena, s->part);
  if (!obstacle) obstacle = am_h5_obstacle(s->part, AM_H5_REPLACE);
  if (obstacle) return cannot_write(s, report, obstacle);
  hid_t access = access_for(AM_H5_REPLACE);
  hid_t creation = am_h5_creation(H5P_FILE_CREATE);
  s->file = H5Fcreate(s->part, H5F_ACC_TRUNC, creation, access);
  const char *why = s->file < 0 ? am_h5_why(arena) : NULL;
  am_h5_release(creation);
  am_h5_release(access);
  if (why) unlink(s->part);
  if (why) return cannot_write(s, report, why);
  s->written = true;
  return AM_OK;
}

static am_status open_snapshot(am_snapshot *s, am_report *report,
                               const char *path, am_h5_use use) {
  const char *why = am_h5_obstacle(path, use);
  if (why) return cannot_read_snapshot(s, report, why);
  hid_t access = access_for(use);
  s->file = H5Fopen(
      path, use == AM_H5_READ ? H5F_ACC_RDONLY : H5F_ACC_RDWR, access);
  if (s->file < 0) why = am_h5_why(s->arena);
  am_h5_release(access);
  return why ? cannot_read_snapshot(s, report, why) : AM_OK;
}

am_status am_snapshot_extend(am_arena *arena, am_report *report,
                             const char *path, am_snapshot **result) {
  AM_TRY(am_h5_begin(arena, report));
  am_snapshot *s = *result = new_snapshot(arena, path);
  if (access(s->part, F_OK)) {
    const char *why = am_checksum_obstacle(path, false);
    if (!why && rename(path, s->part)) why = strerror(errno);
    if (why) return cannot_read_snapshot(s, report, why);
  }
  AM_TRY(open_snapshot(s, report, s->part, AM_H5_WRITE));
  s->written = true;
  s->flushed = true;
  return AM_OK;
}

am_status am_snapshot_open(am_arena *arena, am_report *report,
                           const char *path, am_snapshot **result) {
  AM_TRY(am_h5_begin(arena, report));
  am_snapshot *s = *result = new_snapshot(arena, path);
  const char *why = am_h5_obstacle(path, AM_H5_READ);
  if (!why) why = am_checksum_obstacle(path, true);
  return why ? cannot_read_snapshot(s, report, why)
             : open_snapshot(s, report, path, AM_H5_READ);
}

/* True if every component of the path "a/b" exists. */
static bool array_exists(const am_snapshot *s, const char *name) {
  for (size_t end = 0; name[end]; end++) {
    if (name[end] != '/') continue;
    if (H5Lexists(s->file, am_copy(s->arena, name, end), H5P_DEFAULT) <= 0)
      return false;
  }
  return H5Lexists(s->file, name, H5P_DEFAULT) > 0;
}

static hid_t create_array(const am_snapshot *s, const am_snapshot_array *a) {
  hsize_t size[AM_SNAPSHOT_RANK];
  for (int i = 0; i < a->rank; i++) size[i] = (hsize_t)a->size[i];
  if (array_exists(s, a->name) && H5Ldelete(s->file, a->name, H5P_DEFAULT) < 0)
    return -1;
  return am_h5_create(s->arena, s->file, a->name, a->rank, size,
                      am_h5_creation(H5P_DATASET_CREATE));
}

long am_snapshot_numbers(const am_snapshot_array *a) {
  long numbers = 1;
  for (int i = 0; i < a->rank; i++)
    numbers *= a->part ? a->part->count[i] * a->part->block[i] : a->size[i];
  return numbers;
}

/* Selections in memory and in the file; H5S_ALL for the whole array. */
typedef struct {
  hid_t memory, file;
} selection;

static selection select_part(hid_t array, const am_snapshot_array *a) {
  selection s = {H5S_ALL, H5S_ALL};
  hsize_t its[4][AM_SNAPSHOT_RANK];
  const am_snapshot_part *part = a->part;
  if (!part) return s;
  hsize_t numbers = (hsize_t)am_snapshot_numbers(a);
  for (int i = 0; i < a->rank; i++) {
    its[0][i] = (hsize_t)part->start[i];
    its[1][i] = (hsize_t)part->stride[i];
    its[2][i] = (hsize_t)part->count[i];
    its[3][i] = (hsize_t)part->block[i];
  }
  s.memory = H5Screate_simple(1, &numbers, NULL);
  s.file = H5Dget_space(array);
  if (s.file >= 0 && H5Sselect_hyperslab(s.file, H5S_SELECT_SET, its[0],
                                         its[1], its[2], its[3]) < 0) {
    am_h5_release(s.file);
    s.file = -1;
  }
  return s;
}

static void release_part(selection s) {
  if (s.memory != H5S_ALL) am_h5_release(s.memory);
  if (s.file != H5S_ALL) am_h5_release(s.file);
}

/* Status of a call that has written to the file, or failed to. */
static am_status check_written(am_snapshot *s, am_report *report, bool good) {
  return good ? AM_OK : cannot_write(s, report, am_h5_why(s->arena));
}

am_status am_snapshot_put(am_snapshot *s, am_report *report,
                          const am_snapshot_array *a, const double *values) {
  if (s->failed) return AM_ENVIRONMENT;
  bool begun = a->part && s->begun && !strcmp(s->begun, a->name);
  hid_t array = begun ? am_h5_dataset(s->file, a->name, H5P_DEFAULT)
                      : create_array(s, a);
  if (a->part) s->begun = am_copy(s->arena, a->name, strlen(a->name));
  if (array < 0) return check_written(s, report, false);
  selection to = select_part(array, a);
  bool good = to.memory >= 0 && to.file >= 0 &&
              H5Dwrite(array, H5T_NATIVE_DOUBLE, to.memory, to.file,
                       H5P_DEFAULT, values) >= 0;
  if (!good) return check_written(s, report, false);
  release_part(to);
  am_h5_release(array);
  return AM_OK;
}

am_status am_snapshot_note(am_snapshot *s, am_report *report,
                           const char *name, const char *key,
                           const char *const *texts, int count) {
  if (s->failed) return AM_ENVIRONMENT;
  hid_t object = name ? H5Oopen(s->file, name, H5P_DEFAULT) : s->file;
  bool good = object >= 0 && (H5Aexists(object, key) <= 0 ||
                              H5Adelete(object, key) >= 0) &&
              am_h5_set_texts(s->arena, object, key, texts, count);
  if (good && name) am_h5_release(object);
  return check_written(s, report, good);
}

am_status am_snapshot_explain(am_snapshot *s, am_report *report,
                              const am_conventions *conventions) {
  if (s->failed) return AM_ENVIRONMENT;
  return check_written(s, report, am_conventions_write(s->arena, s->file,
                                                       conventions, false));
}

am_status am_snapshot_show(am_snapshot *s, am_report *report,
                           const am_vtkhdf *image) {
  if (s->failed) return AM_ENVIRONMENT;
  return check_written(s, report, am_vtkhdf_write(s->arena, s->file, image));
}

am_status am_snapshot_flush(am_snapshot *s, am_report *report) {
  if (s->failed) return AM_ENVIRONMENT;
  s->flushed = H5Fflush(s->file, H5F_SCOPE_LOCAL) >= 0;
  return check_written(s, report, s->flushed);
}

static hid_t open_array(const am_snapshot *s, const char *name) {
  return array_exists(s, name) ? am_h5_dataset(s->file, name, H5P_DEFAULT) : -1;
}

long am_snapshot_length(const am_snapshot *s, const char *name) {
  hsize_t found[H5S_MAX_RANK] = {0};
  hid_t array = open_array(s, name);
  if (array < 0) return -1;
  int rank = am_h5_size(array, found);
  am_h5_release(array);
  return rank > 0 ? (long)found[0] : -1;
}

am_status am_snapshot_get(const am_snapshot *s, am_report *report,
                          const am_snapshot_array *a, double *values) {
  hid_t array = open_array(s, a->name);
  const char *why = NULL;
  hsize_t found[H5S_MAX_RANK] = {0};
  bool same = array >= 0 && am_h5_size(array, found) == a->rank;
  for (int i = 0; same && i < a->rank; i++)
    same = (long)found[i] == a->size[i];
  if (array < 0) why = am_format(s->arena, "/%s is missing", a->name);
  else if (!same) why = am_format(s->arena, "/%s has the wrong size", a->name);
  if (!why) {
    selection from = select_part(array, a);
    if (from.memory < 0 || from.file < 0 ||
        H5Dread(array, H5T_NATIVE_DOUBLE, from.memory, from.file, H5P_DEFAULT,
                values) < 0)
      why = am_h5_why(s->arena);
    release_part(from);
  }
  am_h5_release(array);
  return why ? cannot_read_snapshot(s, report, why) : AM_OK;
}

const char *am_snapshot_text(am_arena *arena, const am_snapshot *s,
                             const char *key) {
  return am_h5_text(arena, s->file, key);
}

static am_status close_written(am_snapshot *s, am_report *report) {
  bool whole = s->failed && s->flushed;
  if (s->failed) am_h5_disconnect(s->file);
  bool good = H5Fclose(s->file) >= 0;
  am_status status = AM_ENVIRONMENT;
  int error;
  if (!s->failed && !good)
    status = cannot_write(s, report, am_h5_why(s->arena));
  else if (!s->failed && ((error = am_checksum_append(s->part)) ||
                          (error = am_file_rename(s->part, s->path))))
    status = cannot_write(s, report, am_errno_text(error));
  else if (!s->failed)
    status = AM_OK;
  if (s->failed && !(whole && !am_file_rename(s->part, s->path))) {
    s->flushed = false;
    unlink(s->part);
  }
  return status;
}

void am_snapshot_remove(am_arena *arena, const char *path) {
  unlink(path);
  unlink(am_format(arena, "%s.part", path));
}

void am_snapshot_abandon(am_snapshot *s) { s->failed = true; }

am_status am_snapshot_close(am_snapshot *s, am_report *report) {
  am_status status = s->failed ? AM_ENVIRONMENT : AM_OK;
  if (s->file >= 0 && s->written) status = close_written(s, report);
  else if (s->file >= 0) H5Fclose(s->file);
  s->file = -1;
  return status;
}
