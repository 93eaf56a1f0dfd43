/* archive_sample.h: an archive with known values, for the tests of archives. */
#ifndef AM_TESTS_OUTPUT_ARCHIVE_SAMPLE_H
#define AM_TESTS_OUTPUT_ARCHIVE_SAMPLE_H

#include <hdf5.h>

#include "base/basis.h"
#include "files.h"
#include "archive/archive.h"

static const char *const sample_counts[] = {"substeps", "rejected"};

static const am_archive_field sample_fields[] = {
    {"stress", "MPa", "Cauchy stress", am_component_names, {6, 1}, false},
    {"internal/alpha", "", "hardening", NULL, {1, 1}, false},
    {"tangent", "MPa", "consistent tangent", NULL, {6, 6}, false},
    {"status", "", "0 where it was good", NULL, {1, 1}, true},
    {"counts", "", "statistics", sample_counts, {2, 1}, true},
};

enum { SAMPLE_FIELDS = sizeof sample_fields / sizeof *sample_fields };

static const am_archive_note sample_notes[] = {
    {"case", "case: sample\nmaterial: none\n"},
    {"material", "material: none \xc3\xa4\xc3\xb6\n"},
};

/* A layout with short chunks, rows at 0, 0.25, 0.5, … */
static inline am_archive_layout sample_layout(am_arena *arena, long points,
                                              long rows, int chunk) {
  double *times = AM_ARRAY(arena, double, rows);
  for (long i = 0; i < rows; i++) times[i] = 0.25 * (double)i;
  return (am_archive_layout){
      .points = points, .times = times, .time_unit = "s", .rows = rows,
      .fields = sample_fields, .field_count = SAMPLE_FIELDS,
      .notes = sample_notes, .note_count = 2,
      .compression = 4, .chunk = chunk};
}

/* One value of component 0 can be changed. */
static struct {
  int field;
  long row, point;
  double value;
} sample_other = {.field = -1};

static inline double sample_value(int field, long row, long point,
                                  long component) {
  if (field == sample_other.field && row == sample_other.row &&
      point == sample_other.point && component == 0)
    return sample_other.value;
  return sin((double)(point * 37 + component)) * (1 + (double)row) +
         100 * field;
}

static inline long sample_components(int field) {
  return (long)sample_fields[field].shape[0] * sample_fields[field].shape[1];
}

static inline long sample_rows(const am_archive_layout *layout, int field) {
  return sample_fields[field].per_point ? 1 : layout->rows;
}

/* Writes and commits `count` points from `first`, as a batch does: row by row,
 * then the quantities without rows. */
static inline am_status sample_block(am_arena *arena, am_report *report,
                                     am_archive *archive,
                                     const am_archive_layout *layout,
                                     long first, long count) {
  double *values = AM_ARRAY(arena, double, count * 36);
  for (long row = 0; row <= layout->rows; row++)
    for (int f = 0; f < SAMPLE_FIELDS; f++) {
      if (sample_fields[f].per_point != (row == layout->rows)) continue;
      long n = sample_components(f), own = row % layout->rows;
      for (long i = 0; i < count * n; i++)
        values[i] = sample_value(f, own, first + i / n, i % n);
      AM_TRY(am_archive_write(archive, report, f, own, first, count, values));
    }
  return am_archive_commit(archive, report, first + count);
}

/* Continues the archive up to point `end`. */
static inline am_status sample_go_on(am_report *report, am_archive *archive,
                                     const am_archive_layout *layout,
                                     long end, long block) {
  while (am_archive_done(archive) < end) {
    am_arena *scratch = test_arena();
    long first = am_archive_done(archive);
    long count = end - first < block ? end - first : block;
    am_status status =
        sample_block(scratch, report, archive, layout, first, count);
    am_arena_free(scratch);
    AM_TRY(status);
  }
  return AM_OK;
}

/* Values [count][rows][components] of the first points of a field. */
static inline double *sample_read(am_arena *arena, hid_t file,
                                  const am_archive_layout *layout, int f,
                                  long count) {
  long rows = sample_rows(layout, f), n = sample_components(f);
  double *values = AM_ARRAY(arena, double, count * rows * n);
  hsize_t start[4] = {0}, size[4];
  hid_t set = H5Dopen2(file, sample_fields[f].name, H5P_DEFAULT);
  hid_t space = H5Dget_space(set);
  ck_assert_int_gt(H5Sget_simple_extent_dims(space, size, NULL), 0);
  size[0] = (hsize_t)count;
  H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, size, NULL);
  hid_t memory = H5Screate_simple(
      H5Sget_simple_extent_ndims(space), size, NULL);
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, memory, space,
                           H5P_DEFAULT, values), 0);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(set);
  return values;
}

/* A field contains its values for points before `done`, and NaN for later
 * points up to `count`. */
static inline void sample_check_field(hid_t file,
                                      const am_archive_layout *layout, int f,
                                      long done, long count) {
  am_arena *scratch = test_arena();
  long rows = sample_rows(layout, f), n = sample_components(f);
  double *values = sample_read(scratch, file, layout, f, count);
  for (long i = 0; i < count * rows * n; i++) {
    long point = i / n / rows, row = i / n % rows;
    double expected = sample_value(f, row, point, i % n);
    if (point < done ? values[i] != expected : !isnan(values[i]))
      ck_abort_msg("%s of point %ld, row %ld, component %ld: %.17g, "
                   "expected %.17g of %ld points",
                   sample_fields[f].name, point, row, i % n, values[i],
                   expected, done);
  }
  am_arena_free(scratch);
}

static inline long sample_integer(hid_t file, const char *name) {
  long value = -1;
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  ck_assert_int_ge(H5Aread(attribute, H5T_NATIVE_LONG, &value), 0);
  H5Aclose(attribute);
  return value;
}

/* The file holds the first `done` points of the sample; the points from there
 * to `count` are empty. */
static inline void sample_check(const char *path,
                                const am_archive_layout *layout, long done,
                                long count) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  ck_assert_msg(file >= 0, "cannot open %s", path);
  ck_assert_int_eq(sample_integer(file, "points"), layout->points);
  ck_assert_int_eq(sample_integer(file, "done"), done);
  ck_assert_int_eq(sample_integer(file, "complete"), done == layout->points);
  for (int f = 0; f < SAMPLE_FIELDS; f++)
    sample_check_field(file, layout, f, done, count);
  ck_assert_int_ge(H5Fclose(file), 0);
}

/* Common data of the tests of a file: a folder and an archive in it */
static am_arena *arena;
static am_report *report;
static const char *folder, *path;

static inline void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/out.h5", folder);
}

static inline void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

static inline am_archive *made(const am_archive_layout *layout) {
  am_archive *archive = NULL;
  am_status status = am_archive_create(arena, report, path, layout, &archive);
  ck_assert_int_eq(status, AM_OK);
  return archive;
}

static inline am_archive *resumed(const am_archive_layout *layout) {
  am_archive *archive = NULL;
  am_status status = am_archive_resume(arena, report, path, layout, &archive);
  ck_assert_int_eq(status, AM_OK);
  return archive;
}

static inline void go_on(am_archive *archive, const am_archive_layout *layout,
                         long end, long block) {
  ck_assert_int_eq(sample_go_on(report, archive, layout, end, block), AM_OK);
}

static inline void finish(am_archive *archive) {
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
  ck_assert_ptr_null(report->first);
}

/* The only message contains this text. */
static inline void expect_message(const char *text) {
  ck_assert_ptr_nonnull(report->first);
  ck_assert_msg(strstr(report->first->text, text) != NULL,
                "found '%s', expected '%s'", report->first->text, text);
  ck_assert_ptr_null(report->first->next);
}

#endif
