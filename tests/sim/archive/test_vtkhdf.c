/* The group /VTKHDF of archives has the same numbers in VTK's order. */
#include "archive/vtkhdf.h"

#include "archive_sample.h"

enum { POINTS = 10, ROWS = 3, CHUNK = 4, MOST = 36 };

/* Values of the virtual dataset and its dimensions. */
static double shown[ROWS * POINTS * MOST];
static hsize_t size[8];

static int read_shown(const char *name) {
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, am_format(arena, "VTKHDF/PointData/%s", name),
                       H5P_DEFAULT);
  ck_assert_msg(set >= 0, "no %s", name);
  hid_t space = H5Dget_space(set);
  int rank = H5Sget_simple_extent_dims(space, size, NULL);
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                           H5P_DEFAULT, shown), 0);
  H5Sclose(space);
  H5Dclose(set);
  H5Fclose(file);
  return rank;
}

/* Index in the program's order for each component of VTK, NULL: the same
 * order. */
static void expect_field(int field, const char *name, const int *order) {
  long n = sample_components(field), k = 0;
  ck_assert_int_eq(read_shown(name), n > 1 ? 3 : 2);
  ck_assert_int_eq((long)size[0], ROWS);
  ck_assert_int_eq((long)size[1], POINTS);
  for (long row = 0; row < ROWS; row++)
    for (long point = 0; point < POINTS; point++)
      for (long i = 0; i < n; i++, k++)
        ck_assert_double_eq(
            shown[k],
            sample_value(field, sample_fields[field].per_point ? 0 : row,
                         point, order ? order[i] : i));
}

START_TEST(points_are_a_row_at_each_time) {
  static const int order[] = {0, 1, 2, 5, 3, 4};
  am_archive_layout layout = sample_layout(arena, POINTS, ROWS, CHUNK);
  am_archive *archive = made(&layout);
  ck_assert_int_eq(sample_go_on(report, archive, &layout, POINTS, CHUNK),
                   AM_OK);
  finish(archive);
  ck_assert_int_eq(test_entries(folder), 1);
  expect_field(0, "stress", order);
  expect_field(1, "internal.alpha", NULL);
  expect_field(2, "tangent", NULL);
  expect_field(3, "status", NULL);
  expect_field(4, "counts", NULL);
}
END_TEST

START_TEST(deformation_gradients_are_rows) {
  static const char *const vtk[] = {"xx", "xy", "xz", "yx", "yy",
                                    "yz", "zx", "zy", "zz"};
  const am_archive_field field = {"F", "", "", am_gradient_names, {1, 9},
                                  false};
  am_archive_layout layout = sample_layout(arena, 1, 1, CHUNK);
  layout.fields = &field;
  layout.field_count = 1;
  am_archive *archive = made(&layout);
  const double values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  ck_assert_int_eq(am_archive_write(archive, report, 0, 0, 0, 1, values),
                   AM_OK);
  ck_assert_int_eq(am_archive_commit(archive, report, 1), AM_OK);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
  ck_assert_int_eq(read_shown("F"), 1);
  for (int i = 0; i < 9; i++)
    ck_assert_str_eq(am_gradient_names[(int)shown[i]], vtk[i]);
}
END_TEST

START_TEST(too_many_times_have_no_group) {
  am_archive_layout layout = sample_layout(arena, 4, 10000, 16);
  ck_assert_int_eq(am_archive_close(made(&layout), report), AM_OK);
  expect_message("10000 output times of 5 quantities are too many");
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  ck_assert_int_eq(H5Lexists(file, "VTKHDF", H5P_DEFAULT), 0);
  H5Fclose(file);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("vtkhdf");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, points_are_a_row_at_each_time);
  tcase_add_test(test, deformation_gradients_are_rows);
  tcase_add_test(test, too_many_times_have_no_group);
  return test_run("vtkhdf", &test, 1);
}
