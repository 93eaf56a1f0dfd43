/* archives.h: batches run to files, and the contents of these files. */
#ifndef AM_TESTS_DRIVER_ARCHIVES_H
#define AM_TESTS_DRIVER_ARCHIVES_H

#include <hdf5.h>
#include <unistd.h>

#include "batch/batch.h"
#include "tests/sim/point/runs.h"

/* A dataset that was read */
typedef struct {
  long points, rows, size;
  double *values; /* [points][rows][size] */
} dataset;

static inline dataset read_dataset(am_arena *arena, const char *path,
                                   const char *name, bool has_rows) {
  dataset d = {.rows = 1, .size = 1};
  hsize_t shape[4] = {0};
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  ck_assert_msg(file >= 0, "%s", path);
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  ck_assert_msg(set >= 0, "%s has no %s", path, name);
  hid_t space = H5Dget_space(set);
  int rank = H5Sget_simple_extent_dims(space, shape, NULL);
  d.points = (long)shape[0];
  if (has_rows) d.rows = (long)shape[1];
  for (int i = has_rows ? 2 : 1; i < rank; i++) d.size *= (long)shape[i];
  d.values = AM_ARRAY(arena, double, d.points * d.rows * d.size);
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                           H5P_DEFAULT, d.values),
                   0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return d;
}

static inline void write_dataset(hid_t file, const char *name, int rank,
                                 const hsize_t *shape, const double *values) {
  hid_t space = H5Screate_simple(rank, shape, NULL);
  hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                         H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_msg(set >= 0, "%s", name);
  ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                            H5P_DEFAULT, values),
                   0);
  H5Dclose(set);
  H5Sclose(space);
}

static inline void write_group(hid_t file, const char *name) {
  H5Gclose(H5Gcreate2(file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
}

/* Bit for bit, so that NaN equals NaN. */
static inline void expect_equal(const dataset *a, const dataset *b,
                                const char *what) {
  ck_assert_int_eq(a->points, b->points);
  ck_assert_int_eq(a->rows, b->rows);
  ck_assert_int_eq(a->size, b->size);
  size_t size = (size_t)(a->points * a->rows * a->size);
  for (size_t i = 0; i < size; i++)
    ck_assert_msg(!memcmp(&a->values[i], &b->values[i], sizeof(double)),
                  "%s [%zu]: %.17g and %.17g", what, i, a->values[i],
                  b->values[i]);
}

static char test_folder[] = "/tmp/automat-batch-XXXXXX";

static void remove_test_folder(void) {
  am_arena *arena = test_arena();
  if (am_arena_recover(arena)) return;
  if (system(am_format(arena, "rm -rf %s", test_folder)) != 0)
    fprintf(stderr, "%s stays behind\n", test_folder);
  am_arena_free(arena);
}

/* Path in the folder of the test, which is removed when its process ends. */
static inline const char *file_of(const char *name) {
  static bool made;
  if (!made) {
    ck_assert_ptr_nonnull(mkdtemp(test_folder));
    ck_assert_int_eq(atexit(remove_test_folder), 0);
  }
  made = true;
  return am_format(test_arena(), "%s/%s", test_folder, name);
}

typedef struct {
  am_arena *arena;
  am_report *report;
  am_status status;
  am_batch_summary summary;
  const char *path;
} batched;

/* A case with its material in a file of the same folder */
static inline const am_case *case_of(batched *b, const char *material,
                                     const char *text) {
  am_case *description = NULL;
  const char *law = file_of("law.yaml"), *path = file_of("case.yaml");
  const char *texts[][2] = {
      {law, material},
      {path, am_format(b->arena, "case: c\nmaterial: law.yaml\n%s", text)}};
  for (int i = 0; i < 2; i++) {
    FILE *out = fopen(texts[i][0], "w");
    ck_assert_ptr_nonnull(out);
    fputs(texts[i][1], out);
    fclose(out);
  }
  b->status =
      am_case_read(b->arena, b->report, path, NULL, 0, &description);
  ck_assert_msg(b->status == AM_OK, "%s",
                b->report->first ? b->report->first->text : "");
  return description;
}

static inline const char *batch_message(const batched *b) {
  return b->report->first ? b->report->first->text : "none";
}

/* Counter of the reports of run_batch; NULL: none. */
static am_counter *batch_counter;
static const volatile int *batch_stop; /* NULL: none */
static void *batch_data;

/* Runs a batch to the file `name`. */
static inline batched run_batch(const char *material, const char *text,
                                const char *name,
                                const am_batch_options *given) {
  batched b = {.arena = test_arena(), .path = file_of(name)};
  am_batch_options options = given ? *given : (am_batch_options){.chunk = 0};
  am_batch *batch;
  b.report = am_report_new(b.arena);
  b.report->counter = batch_counter;
  if (batch_stop) test_watch(b.arena, batch_stop);
  b.report->data = batch_data;
  b.summary.statuses = AM_ARRAY(b.arena, double, AM_BATCH_STATUSES);
  const am_case *description = case_of(&b, material, text);
  options.output = b.path;
  options.version = "test";
  b.status = am_batch_prepare(b.arena, b.report, description, &options,
                              &batch);
  if (b.status == AM_OK)
    b.status = am_batch_drive(batch, b.report, &b.summary);
  return b;
}

#endif
