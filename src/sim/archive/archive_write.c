/* archive_write.c: creates and writes archives. */
#include <assert.h>

#include "archive/parts.h"
#include "archive/archive_file.h"

static am_status cannot_write(am_archive *a, am_report *report,
                              const char *why) {
  a->failed = true;
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write %s: %s (%ld of %ld points are written)",
                  a->name, why, a->done, a->layout.points);
}

am_archive *am_archive_new(am_arena *arena, const char *path,
                           const am_archive_layout *layout) {
  am_archive *a = AM_NEW(arena, am_archive);
  *a = (am_archive){.layout = *layout, .arena = arena, .path = path,
                    .name = am_quoted(arena, path), .file = -1};
  a->datasets = AM_ARRAY(arena, hid_t, layout->field_count);
  long chunk = layout->chunk ? layout->chunk : AM_ARCHIVE_CHUNK;
  a->chunk = chunk < layout->points ? chunk : layout->points;
  return a;
}

size_t am_archive_largest(const am_archive *a) {
  size_t largest = 0;
  for (int i = 0; i < a->layout.field_count; i++) {
    size_t length = am_archive_length(a, &a->layout.fields[i]);
    if (length > largest) largest = length;
  }
  return largest;
}

int am_archive_size(const am_archive *a, const am_archive_field *field,
                    hsize_t size[AM_ARCHIVE_RANK],
                    hsize_t chunk[AM_ARCHIVE_RANK]) {
  int rank = 0;
  size[rank] = (hsize_t)a->layout.points;
  chunk[rank++] = (hsize_t)a->chunk;
  if (!field->per_point) {
    size[rank] = (hsize_t)a->layout.rows;
    chunk[rank++] = 1;
  }
  for (int k = 0; k < 2; k++) {
    if (field->shape[k] == 1) continue;
    size[rank] = chunk[rank] = (hsize_t)field->shape[k];
    rank++;
  }
  return rank;
}

/* Offset of the chunk that begins with point `first`. */
static void place_chunk(const am_archive *a, int field, long row, long first,
                        hsize_t offset[AM_ARCHIVE_RANK]) {
  memset(offset, 0, AM_ARCHIVE_RANK * sizeof *offset);
  offset[0] = (hsize_t)first;
  if (!a->layout.fields[field].per_point) offset[1] = (hsize_t)row;
}

bool am_archive_put(const am_archive *a, int field, long row, long first,
                    const am_encoded *chunk) {
  hsize_t offset[AM_ARCHIVE_RANK];
  place_chunk(a, field, row, first, offset);
  return H5Dwrite_chunk(a->datasets[field], H5P_DEFAULT, chunk->skipped,
                        offset, chunk->size, chunk->bytes) >= 0;
}

bool am_archive_get(const am_archive *a, int field, long row, long first,
                    void *room, am_encoded *chunk) {
  hsize_t offset[AM_ARCHIVE_RANK], bytes = 0;
  uint32_t skipped;
  place_chunk(a, field, row, first, offset);
  if (H5Dget_chunk_storage_size(a->datasets[field], offset, &bytes) < 0 ||
      bytes == 0 || bytes > am_archive_room(a) ||
      H5Dread_chunk(a->datasets[field], H5P_DEFAULT, offset, &skipped,
                    room) < 0)
    return false;
  *chunk = (am_encoded){
      .bytes = room, .size = (size_t)bytes, .skipped = skipped};
  return am_chunk_fits(room, chunk->size);
}

am_status am_archive_each(const am_archive_layout *l, am_archive_visit *visit,
                          void *data) {
  for (long row = 0; row < l->rows; row++)
    for (int i = 0; i < l->field_count; i++)
      if (!l->fields[i].per_point) AM_TRY(visit(data, i, row));
  for (int i = 0; i < l->field_count; i++)
    if (l->fields[i].per_point) AM_TRY(visit(data, i, 0));
  return AM_OK;
}

/* Creates the file with a superblock that marks no writer, so that the file can
 * be opened after the process was killed. Space freed by a chunk is not reused,
 * because references on the disk to this space are updated only later. HDF5
 * records this setting in an object with the default properties of a group,
 * which are changed temporarily to store no times. */
static hid_t create_file(const am_archive *a) {
  hid_t access = am_h5_access(AM_H5_REPLACE);
  hid_t creation = am_h5_creation(H5P_FILE_CREATE);
  hbool_t times = true;
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_NONE, false, 1);
  H5Pset_attr_phase_change(creation, (unsigned)a->layout.note_count + 8, 0);
  H5Pget_obj_track_times(H5P_GROUP_CREATE_DEFAULT, &times);
  H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, false);
  hid_t file = H5Fcreate(a->path, H5F_ACC_TRUNC, creation, access);
  H5Pset_obj_track_times(H5P_GROUP_CREATE_DEFAULT, times);
  am_h5_release(creation);
  am_h5_release(access);
  return file;
}

static bool write_notes(const am_archive *a) {
  const am_archive_layout *l = &a->layout;
  const char **names = AM_ARRAY(a->arena, const char *, l->field_count);
  const char **notes = AM_ARRAY(a->arena, const char *, l->note_count);
  for (int i = 0; i < l->field_count; i++) names[i] = l->fields[i].name;
  for (int i = 0; i < l->note_count; i++) {
    notes[i] = l->notes[i].name;
    if (!am_h5_set_texts(a->arena, a->file, notes[i], &l->notes[i].text, 0))
      return false;
  }
  return (!l->note_count || am_h5_set_texts(a->arena, a->file, "notes", notes,
                                            l->note_count)) &&
         am_h5_set_texts(a->arena, a->file, "datasets", names,
                         l->field_count) &&
         am_h5_set_integer(a->file, "points", l->points) &&
         am_h5_set_integer(a->file, "complete", 0) &&
         am_h5_set_integer(a->file, "done", 0);
}

static bool write_conventions(const am_archive *a) {
  const am_archive_layout *l = &a->layout;
  bool voigt = false;
  for (int i = 0; i < l->note_count; i++)
    voigt |= !strcmp(l->notes[i].name, AM_ARCHIVE_NOTATION) &&
             !strcmp(l->notes[i].text, AM_ARCHIVE_VOIGT);
  return am_conventions_write(a->arena, a->file, &am_conventions_batch, voigt);
}

/* The dataset is closed with the file, since HDF5 crashes if closing is
 * repeated after a failure. */
static bool write_times(const am_archive *a) {
  hsize_t rows = (hsize_t)a->layout.rows;
  hid_t creation = am_h5_creation(H5P_DATASET_CREATE);
  H5Pset_chunk(creation, 1, &rows);
  H5Pset_fletcher32(creation);
  hid_t times = am_h5_create(a->arena, a->file, "time", 1, &rows, creation);
  return times >= 0 &&
         H5Dwrite(times, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                  a->layout.times) >= 0 &&
         am_h5_set_texts(a->arena, times, "unit", &a->layout.time_unit, 0) &&
         am_h5_set_texts(a->arena, times, "about",
                         &(const char *){"output times"}, 0);
}

static hid_t properties(const am_archive *a, int rank, const hsize_t *chunk) {
  const double lacking = NAN;
  hid_t list = am_h5_creation(H5P_DATASET_CREATE);
  H5Pset_chunk(list, rank, chunk);
  H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &lacking);
  if (a->layout.compression) {
    H5Pset_shuffle(list);
    H5Pset_deflate(list, (unsigned)a->layout.compression);
  }
  H5Pset_fletcher32(list);
  return list;
}

/* Creates the dataset of field `i` with its attributes. */
static bool create_dataset(am_archive *a, int i) {
  const am_archive_field *field = &a->layout.fields[i];
  hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
  int rank = am_archive_size(a, field, size, chunk);
  hid_t set = am_h5_create(a->arena, a->file, field->name, rank, size,
                           properties(a, rank, chunk));
  a->datasets[i] = set;
  return set >= 0 && am_h5_set_texts(a->arena, set, "unit", &field->unit, 0) &&
         am_h5_set_texts(a->arena, set, "about", &field->about, 0) &&
         (!field->components ||
          am_h5_set_texts(a->arena, set, "components", field->components,
                          (int)am_archive_components(field)));
}

/* Creates the chunk index of a dataset and all its pages, which HDF5 would
 * create at the first write of a chunk. */
static bool make_index(am_archive *a, int i) {
  enum { PAGE = 1024 };
  const am_archive_field *field = &a->layout.fields[i];
  const double lacking = NAN;
  const am_encoded *chunk =
      am_encode(&a->encoder, &lacking, 1, am_archive_length(a, field));
  long rows = am_archive_rows(a, field);
  long chunks = (a->layout.points + a->chunk - 1) / a->chunk * rows;
  for (long k = 0; k < chunks; k += PAGE)
    if (!am_archive_put(a, i, k % rows, k / rows * a->chunk, chunk))
      return false;
  return true;
}

/* Shows the points to VTK as a row at (k, 0, 0). */
static bool show_to_vtk(am_archive *a) {
  const am_archive_layout *l = &a->layout;
  hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
  am_vtkhdf image = {.grid = {(int)l->points, 1, 1},
                     .size = {(double)l->points, 1, 1},
                     .count = l->field_count, .times = l->times,
                     .time_count = l->rows};
  am_vtkhdf_array *arrays =
      AM_ARRAY(a->arena, am_vtkhdf_array, l->field_count);
  for (int i = 0; i < l->field_count; i++) {
    const am_archive_field *field = &l->fields[i];
    const char **paths = AM_ARRAY(a->arena, const char *, l->rows);
    const char *path = am_format(a->arena, "/%s", field->name);
    for (long row = 0; row < l->rows; row++) paths[row] = path;
    arrays[i] = (am_vtkhdf_array){
        .name = field->name, .component_names = field->components,
        .components = (int)am_archive_components(field), .paths = paths,
        .rank = am_archive_size(a, field, size, chunk),
        .time_axis = field->per_point ? -1 : 1};
    for (int d = 0; d < arrays[i].rank; d++)
      arrays[i].size[d] = (long)size[d];
  }
  image.arrays = arrays;
  a->shown = am_vtkhdf_fits(&image);
  return am_vtkhdf_write(a->arena, a->file, &image);
}

static bool make_file(am_archive *a) {
  a->file = create_file(a);
  a->encoder = am_encoder_new(a->arena, am_archive_largest(a) * sizeof(double),
                              a->layout.compression > 0, a->layout.compression);
  if (a->file < 0 ||
      H5Fset_libver_bounds(a->file, H5F_LIBVER_V110, H5F_LIBVER_LATEST) < 0 ||
      !write_notes(a) || !write_conventions(a) || !write_times(a))
    return false;
  for (int i = 0; i < a->layout.field_count; i++)
    if (!create_dataset(a, i) || !make_index(a, i)) return false;
  return show_to_vtk(a) && H5Fflush(a->file, H5F_SCOPE_LOCAL) >= 0;
}

am_status am_archive_create(am_arena *arena, am_report *report,
                            const char *path, const am_archive_layout *layout,
                            am_archive **archive) {
  struct stat before = {.st_size = -1}, now;
  AM_TRY(am_h5_begin(arena, report));
  am_archive *a = *archive = am_archive_new(arena, path, layout);
  stat(path, &before);
  const char *obstacle = am_h5_obstacle(path, AM_H5_REPLACE);
  am_status status = am_output_check(report, path);
  if (status != AM_OK)
    a->failed = true;
  else if (obstacle)
    status = cannot_write(a, report, obstacle);
  else if (!make_file(a))
    status = cannot_write(a, report, am_h5_why(arena));
  if (status == AM_OK && !a->shown)
    am_note(report, am_nowhere,
            "%ld output times of %d quantities are too many for ParaView: %s "
            "has no group /VTKHDF", layout->rows, layout->field_count, a->name);
  if (status == AM_OK) return AM_OK;

  /* Removes the incomplete file, because HDF5 may fail after it has begun to
   * write. */
  bool made = a->file >= 0;
  (void)!am_archive_close(a, report);
  bool touched = before.st_size < 0
                     ? access(path, F_OK) == 0
                     : stat(path, &now) == 0 && now.st_size != before.st_size;
  if (made || touched) unlink(path);
  return status;
}

bool am_archive_is_named(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && (!strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"));
}

long am_archive_done(const am_archive *a) { return a->done; }

am_status am_archive_write(am_archive *a, am_report *report, int field,
                           long row, long first, long count,
                           const double *values) {
  const am_archive_field *f = &a->layout.fields[field];
  long most = a->encoder.capacity * a->chunk;
  assert(first % a->chunk == 0 &&
         (count % a->chunk == 0 || first + count == a->layout.points));
  for (long i = 0; i < count; i += most) {
    long part = count - i < most ? count - i : most;
    const am_encoded *chunks = am_encode(
        &a->encoder, values + i * am_archive_components(f),
        (size_t)(part * am_archive_components(f)), am_archive_length(a, f));
    for (long k = 0; k * a->chunk < part; k++) {
      long begin = first + i + k * a->chunk;
      if (!am_archive_put(a, field, row, begin, chunks + k))
        return cannot_write(a, report, am_h5_why(a->arena));
    }
  }
  return AM_OK;
}

am_status am_archive_commit(am_archive *a, am_report *report, long done) {
  assert(done % a->chunk == 0 || done == a->layout.points);
  if (!am_h5_set_integer(a->file, "done", done) ||
      !am_h5_set_integer(a->file, "complete", done == a->layout.points) ||
      H5Fflush(a->file, H5F_SCOPE_LOCAL) < 0)
    return cannot_write(a, report, am_h5_why(a->arena));
  a->done = done;
  return AM_OK;
}

am_status am_archive_close(am_archive *a, am_report *report) {
  if (a->file >= 0) {
    if (a->failed) am_h5_disconnect(a->file);
    bool good = H5Fclose(a->file) >= 0;
    if (!a->failed && !good)
      (void)!cannot_write(a, report, am_h5_why(a->arena));
    a->file = -1;
  }
  return a->failed ? AM_ENVIRONMENT : AM_OK;
}
