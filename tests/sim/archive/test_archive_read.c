/* Archives contain what was written; other files are rejected. */
#include "archive/archive.h"

#include "archive_sample.h"

enum { POINTS = 10, ROWS = 2, CHUNK = 4 };

static void write_sample(long done) {
  am_archive_layout layout = sample_layout(arena, POINTS, ROWS, CHUNK);
  am_archive *archive = made(&layout);
  ck_assert_int_eq(sample_go_on(report, archive, &layout, done, CHUNK),
                   AM_OK);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
}

/* "counts" has two components and no rows, as many as there are rows. */
START_TEST(quantities_have_rows) {
  write_sample(8);
  am_archive_results *results;
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_OK);
  const am_archive_layout *layout = results->layout;
  ck_assert_int_eq(layout->points, POINTS);
  ck_assert_int_eq(results->done, 8);
  ck_assert_int_eq(layout->rows, ROWS);
  ck_assert(layout->times[1] == 0.25);
  ck_assert_str_eq(layout->time_unit, "s");
  for (int f = 0; f < 3; f++) {
    const am_archive_field *field = &layout->fields[f];
    ck_assert_str_eq(field->name, sample_fields[f].name);
    ck_assert_str_eq(field->unit, sample_fields[f].unit);
    ck_assert(!field->per_point);
    ck_assert_int_eq(am_archive_components(field), sample_components(f));
  }
  ck_assert(layout->fields[3].per_point);
  ck_assert_str_eq(layout->fields[0].components[5], "xy");
  ck_assert_ptr_null(layout->fields[2].components);
}
END_TEST

START_TEST(values_are_those_written) {
  enum { FIRST = 3, COUNT = 4 };
  write_sample(POINTS);
  am_archive_results *results;
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_OK);
  double values[COUNT * ROWS * 36];
  for (int q = 0; q < 3; q++) {
    long n = sample_components(q), next = 0;
    ck_assert_int_eq(am_archive_results_read(results, report, q, FIRST, COUNT,
                                             values),
                     AM_OK);
    for (long point = FIRST; point < FIRST + COUNT; point++)
      for (long row = 0; row < ROWS; row++)
        for (long i = 0; i < n; i++, next++)
          ck_assert(values[next] == sample_value(q, row, point, i));
  }
}
END_TEST

/* Truncated in the middle, text, nothing. */
START_TEST(refuses_other_files) {
  static const char *const messages[] = {"cannot read ", "it is not an HDF5 "
                                                         "file",
                                         "No such file", "it is a folder"};
  static const char text[] = "time,stress.xx\n0,0\n";
  am_archive_results *results;
  write_sample(POINTS);
  if (_i == 0) ck_assert_int_eq(truncate(path, 4000), 0);
  if (_i == 1) test_write(path, text, strlen(text));
  if (_i == 2) path = am_format(arena, "%s/none.h5", folder);
  if (_i == 3) path = folder;
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_INPUT);
  ck_assert_msg(strstr(report->first->text, messages[_i]) != NULL, "%s",
                report->first->text);
}
END_TEST

START_TEST(refuses_hdf5_of_others) {
  am_archive_results *results;
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->first->text,
                               "it holds no results of a batch"));
}
END_TEST

/* Errors in files that HDF5 can read */
static void set_attribute(hid_t file, const char *name, long value) {
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  ck_assert_int_ge(H5Awrite(attribute, H5T_NATIVE_LONG, &value), 0);
  H5Aclose(attribute);
}

static void remove_dataset(hid_t file, const char *name, long value) {
  (void)value;
  ck_assert_int_ge(H5Ldelete(file, name, H5P_DEFAULT), 0);
}

static void remove_attribute(hid_t file, const char *name, long value) {
  (void)value;
  ck_assert_int_ge(H5Adelete(file, name), 0);
}

static void make_square(hid_t file, const char *name, long value) {
  hsize_t size[] = {(hsize_t)value, (hsize_t)value};
  hid_t space = H5Screate_simple(2, size, NULL);
  remove_dataset(file, name, 0);
  hid_t set = H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                         H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(H5Dclose(set), 0);
  H5Sclose(space);
}

static const struct {
  void (*damage)(hid_t file, const char *name, long value);
  const char *name;
  long value;
  const char *message;
} damages[] = {
    {set_attribute, "done", 11, "it is damaged: 11 of 10 points are done"},
    {set_attribute, "done", -1, "it is damaged: -1 of 10 points are done"},
    {set_attribute, "points", 0, "it is damaged: 8 of 0 points are done"},
    {set_attribute, "points", 2000000000,
     "it is damaged: 8 of 2000000000 points are done"},
    {remove_attribute, "points", 0, "it holds no results of a batch"},
    {remove_attribute, "datasets", 0, "it holds no results of a batch"},
    {remove_dataset, "time", 0, "it is damaged: missing dataset 'time'"},
    {make_square, "time", ROWS,
     "it is damaged: the shape of dataset 'time' is invalid"},
    {remove_dataset, "stress", 0, "it is damaged: missing dataset 'stress'"},
};

START_TEST(refuses_what_is_damaged) {
  am_archive_results *results;
  write_sample(8);
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  damages[_i].damage(file, damages[_i].name, damages[_i].value);
  ck_assert_int_ge(H5Fclose(file), 0);
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_INPUT);
  expect_message(damages[_i].message);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("archive_read");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, quantities_have_rows);
  tcase_add_test(tests, values_are_those_written);
  tcase_add_loop_test(tests, refuses_other_files, 0, 4);
  tcase_add_test(tests, refuses_hdf5_of_others);
  tcase_add_loop_test(tests, refuses_what_is_damaged, 0,
                      sizeof damages / sizeof *damages);
  return test_run("archive_read", &tests, 1);
}
