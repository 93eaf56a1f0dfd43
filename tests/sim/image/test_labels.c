#include "image/labels.h"

#include <hdf5.h>
#include <limits.h>

#include "tests/sim/archive/files.h"

/* HDF5 leaks memory when it refuses a damaged file. */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { NX = 5, NY = 3, NZ = 2, VOXELS = NX * NY * NZ };

static const int grid[3] = {NX, NY, NZ};

static am_arena *arena, *scratch; /* of a test, of the last reading */
static am_report *report;
static const char *folder, *path;

static void set_up(void) {
  arena = test_arena();
  scratch = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/labels", folder);
}

static void tear_down(void) {
  am_arena_free(scratch);
  test_remove(arena, folder);
  am_arena_free(arena);
}

static void refused(am_status status, const char *message) {
  ck_assert_int_eq(status, AM_INPUT);
  ck_assert_str_eq(report->first->text, message);
  ck_assert_ptr_null(report->first->next);
}

/* The label of voxel (i, j, k). */
static int label_of(int i, int j, int k) { return 100 + i + 10 * (j + 3 * k); }

static void check_labels(const int *labels) {
  for (int k = 0; k < NZ; k++)
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        ck_assert_int_eq(labels[(k * NY + j) * NX + i], label_of(i, j, k));
}

/* ---- raw ----------------------------------------------------------------- */

/* Writes the labels after some bytes, in the requested order. */
static void write_raw(const am_labels_raw *raw) {
  FILE *out = fopen(path, "wb");
  ck_assert_ptr_nonnull(out);
  for (long i = 0; i < raw->skip; i++) fputc('#', out);
  for (int n = 0; n < VOXELS; n++) {
    int i = n % NX, j = n / NX % NY, k = n / NX / NY;
    if (raw->z_fastest) k = n % NZ, j = n / NZ % NY, i = n / NZ / NY;
    for (int byte = 0; byte < raw->type->bytes; byte++)
      fputc(label_of(i, j, k) >> 8 * byte & 255, out);
  }
  ck_assert_int_eq(fclose(out), 0);
}

/* Part of the voxels, as for one process. */
enum { WINDOW = 7 };

static am_voxel_room window(long first) {
  long rest = VOXELS - first, count = rest < WINDOW ? rest : WINDOW;
  return (am_voxel_room){.labels = AM_ARRAY(arena, int, count),
                         .first = first, .count = count};
}

static void take_window(am_voxel_room room, int *labels) {
  memcpy(labels + room.first, room.labels,
         sizeof *labels * (size_t)room.count);
}

START_TEST(reads_raw_labels) {
  static const char *const types[] = {"uint8", "uint16", "int16", "uint32",
                                      "int32"};
  for (int order = 0; order < 2; order++) {
    am_labels_raw raw = {.type = am_binary_find(types[_i]),
                         .skip = 7 * order,
                         .z_fastest = order};
    int labels[VOXELS] = {0};
    write_raw(&raw);
    for (int n = 0; n < VOXELS; n += WINDOW) {
      const am_voxel_room room = window(n);
      ck_assert_int_eq(am_labels_raw_read(report, path, am_nowhere, &raw, grid,
                                          room), AM_OK);
      take_window(room, labels);
    }
    check_labels(labels);
  }
}
END_TEST

START_TEST(says_what_is_wrong_with_raw_labels) {
  const am_binary_type *type = am_binary_find("int16");
  am_labels_raw raw = {.type = type}, longer = {.type = type, .skip = 2};
  const am_voxel_room room = {.labels = AM_ARRAY(arena, int, VOXELS),
                              .count = VOXELS};
  write_raw(&raw);
  refused(am_labels_raw_read(report, path, am_nowhere, &longer, grid, room),
          am_format(arena, "cannot read '%s': it has 60 bytes, expected 62: "
                    "2 to skip and 30 numbers of type int16", path));
  report = am_report_new(arena);
  raw.type = am_binary_find("int8");
  write_raw(&raw);
  refused(am_labels_raw_read(report, path, am_nowhere, &raw, grid, room),
          am_format(arena, "'%s': value 15 is -126, expected a label, an "
                           "integer from 0 to 2147483647", path));
  report = am_report_new(arena);
  refused(am_labels_raw_read(report, folder, am_nowhere, &raw, grid, room),
          am_format(arena, "cannot read '%s': it is a folder",
                    folder));
  report = am_report_new(arena);
  refused(am_labels_raw_read(report, "/no/file", am_nowhere, &raw, grid,
                             room),
          "cannot read '/no/file': No such file or directory");
}
END_TEST

/* ---- HDF5 ---------------------------------------------------------------- */

/* A new report; the file of the last reading is closed. */
static void start_again(void) {
  am_arena_free(scratch);
  scratch = test_arena();
  report = am_report_new(scratch);
}

/* Writes /a/labels [size…] of `type`. */
static void write_hdf5(hid_t type, int rank, const hsize_t *size,
                       const double *values) {
  start_again();
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  hid_t space = H5Screate_simple(rank, size, NULL);
  hid_t set = H5Dcreate2(file, "/a/labels", type, space, links, H5P_DEFAULT,
                         H5P_DEFAULT);
  ck_assert_int_ge(set, 0);
  if (values)
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                              H5P_DEFAULT, values), 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(links);
  H5Fclose(file);
}

/* The values in C order of [nz][ny][nx]. */
static const double *all_values(void) {
  double *values = AM_ARRAY(arena, double, VOXELS);
  for (int n = 0; n < VOXELS; n++)
    values[n] = label_of(n % NX, n / NX % NY, n / NX / NY);
  return values;
}

static am_status read_hdf5(am_labels_hdf5 *hdf5, int *labels) {
  AM_TRY(am_labels_hdf5_open(scratch, report, path, "/a/labels", am_nowhere,
                             hdf5));
  ck_assert_int_le(hdf5->voxels, VOXELS);
  for (int n = 0; n < hdf5->voxels; n += WINDOW) {
    const am_voxel_room room = window(n);
    AM_TRY(am_labels_hdf5_read(hdf5, report, room));
    take_window(room, labels);
  }
  return AM_OK;
}

START_TEST(reads_datasets) {
  const hid_t types[] = {H5T_STD_U8LE,  H5T_STD_I16BE, H5T_STD_I32LE,
                         H5T_STD_I64BE, H5T_STD_U64LE, H5T_IEEE_F32LE,
                         H5T_IEEE_F64BE};
  static const struct {
    int rank;
    hsize_t size[4];
  } shapes[] = {
      {3, {NZ, NY, NX}}, {4, {NZ, NY, NX, 1}}, {1, {VOXELS}}};
  for (size_t t = 0; t < sizeof types / sizeof *types; t++)
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
      am_labels_hdf5 hdf5;
      int labels[VOXELS] = {0};
      write_hdf5(types[t], shapes[i].rank, shapes[i].size, all_values());
      am_status status = read_hdf5(&hdf5, labels);
      ck_assert_msg(status == AM_OK, "type %zu, shape %zu: %s", t, i,
                    report->first ? report->first->text : "");
      check_labels(labels);
      ck_assert_int_eq(hdf5.voxels, VOXELS);
      for (int d = 0; d < 3; d++)
        ck_assert_int_eq(hdf5.grid[d], i < 2 ? grid[d] : 0);
    }
}
END_TEST

/* More data than one read takes, and not a multiple of it. */
START_TEST(reads_long_datasets) {
  enum { COUNT = 9000000, ROWS = 9, ROW = COUNT / ROWS };
  double *values = AM_ARRAY(arena, double, COUNT);
  int *labels = AM_ARRAY(arena, int, COUNT);
  const hsize_t flat[] = {COUNT}, solid[] = {ROWS, 1000, ROW / 1000};
  for (int i = 0; i < COUNT; i++) values[i] = i % 251;
  for (int rank = 1; rank <= 3; rank += 2) {
    am_labels_hdf5 hdf5;
    write_hdf5(H5T_STD_U8LE, rank, rank == 1 ? flat : solid, values);
    ck_assert_int_eq(am_labels_hdf5_open(scratch, report, path, "/a/labels",
                                         am_nowhere, &hdf5), AM_OK);
    ck_assert_int_eq(hdf5.voxels, COUNT);
    const am_voxel_room room = {.labels = labels, .count = COUNT};
    ck_assert_int_eq(am_labels_hdf5_read(&hdf5, report, room), AM_OK);
    for (int i = 0; i < COUNT; i++)
      if (labels[i] != i % 251) ck_abort_msg("value %d", i);
  }
}
END_TEST

START_TEST(says_what_is_wrong_with_values) {
  static const double values[] = {-3,    0.5,      2147483648.0,
                                  -1e10, INFINITY, NAN};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    am_labels_hdf5 hdf5;
    int labels[VOXELS];
    double all[VOXELS] = {0};
    all[17] = values[i];
    write_hdf5(H5T_NATIVE_DOUBLE, 1, (hsize_t[]){VOXELS}, all);
    am_status status = read_hdf5(&hdf5, labels);
    refused(status, am_format(arena, "'%s', dataset '/a/labels': value 17 is "
                                     "%.17g, expected a label, an integer from "
                                     "0 to 2147483647", path, values[i]));
  }
}
END_TEST

START_TEST(says_what_is_wrong_with_datasets) {
  static const struct {
    int rank;
    hsize_t size[4];
    const char *message;
  } rows[] = {
      {2, {4, 5}, "expected numbers [nz][ny][nx] or [voxels]"},
      {4, {4, 5, 2, 3}, "expected numbers [nz][ny][nx] or [voxels]"},
      {0, {0}, "expected numbers [nz][ny][nx] or [voxels]"},
      {3, {4, 0, 2}, "found [4][0][2], expected 1 to 2147483647 voxels"},
      {3, {1 << 20, 1 << 20, 1 << 20},
       "found [1048576][1048576][1048576], expected 1 to 2147483647 voxels"},
  };
  am_labels_hdf5 hdf5;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    write_hdf5(H5T_NATIVE_INT, rows[i].rank, rows[i].size, NULL);
    am_status status = read_hdf5(&hdf5, NULL);
    refused(status, am_format(arena, "'%s', dataset '/a/labels': %s", path,
                              rows[i].message));
  }
  write_hdf5(H5T_C_S1, 1, (hsize_t[]){3}, NULL);
  ck_assert_int_eq(read_hdf5(&hdf5, NULL), AM_INPUT);
  start_again();
  test_write(path, "no HDF5", 7);
  refused(read_hdf5(&hdf5, NULL),
          am_format(arena, "'%s': cannot be read: it is not an HDF5 "
                           "file", path));
}
END_TEST

/* A file cannot make its reader open other files. */
START_TEST(refuses_what_lies_in_another_file) {
  static const char *const names[] = {"/link", "/raw", "/virtual"};
  const hsize_t size = 24;
  const char *other = am_format(arena, "%s/other.h5", folder);
  const char *labels = path;
  path = other;
  write_hdf5(H5T_NATIVE_INT, 1, &size, NULL);
  path = labels;
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t space = H5Screate_simple(1, &size, NULL);
  hid_t raw = H5Pcreate(H5P_DATASET_CREATE);
  hid_t mapped = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(raw, other, 0, size * sizeof(int));
  H5Pset_virtual(mapped, space, other, "/a/labels", space);
  ck_assert_int_ge(H5Lcreate_external(other, "/a/labels", file, names[0],
                                      H5P_DEFAULT, H5P_DEFAULT), 0);
  for (int i = 1; i < 3; i++)
    H5Dclose(H5Dcreate2(file, names[i], H5T_NATIVE_INT, space, H5P_DEFAULT,
                        i == 1 ? raw : mapped, H5P_DEFAULT));
  H5Pclose(mapped);
  H5Pclose(raw);
  H5Sclose(space);
  H5Fclose(file);
  for (int i = 0; i < 3; i++) {
    am_labels_hdf5 hdf5;
    report = am_report_new(arena);
    refused(am_labels_hdf5_open(arena, report, path, names[i], am_nowhere,
                                &hdf5),
            am_format(arena, "'%s', dataset '%s': cannot be read: it refers to "
                             "another file", path, names[i]));
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("labels");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, reads_raw_labels, 0, 5);
  tcase_add_test(tests, says_what_is_wrong_with_raw_labels);
  tcase_add_test(tests, reads_datasets);
  tcase_add_test(tests, reads_long_datasets);
  tcase_add_test(tests, says_what_is_wrong_with_values);
  tcase_add_test(tests, says_what_is_wrong_with_datasets);
  tcase_add_test(tests, refuses_what_lies_in_another_file);
  return test_run("labels", &tests, 1);
}
