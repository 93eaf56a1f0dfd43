/* Images of voxels in both formats. */
#include "image/images.h"

#include <string.h>
#include <sys/resource.h>

#include "tests/sim/archive/files.h"
#include "image/snapshot.h"

static am_arena *arena;
static am_report *report;
static const char *folder;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
}

static void tear_down(void) { test_remove(arena, folder); }

static const char *const components[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
static const am_vti_array arrays[] = {
    {"phase", AM_VTI_INT, 1, NULL}, {"stress", AM_VTI_DOUBLE, 6, components}};
static const char *const units[] = {"", "MPa"}, *const abouts[] = {"", ""};
static const long steps[] = {2, 12345};
static const double times[] = {0.5, 3};
static const int phases[] = {0, 1, 1, 0, 2, 2};

static am_images_layout layout_of(const char *name) {
  return (am_images_layout){
      .path = am_format(arena, "%s/%s", folder, name),
      .voxels = {.grid = {3, 2, 1}, .size = {3, 4, 5}, .arrays = arrays,
                 .count = 2},
      .units = units, .abouts = abouts, .steps = steps, .times = times,
      .count = 2};
}

static void put(am_images *images, double first) {
  double stress[36];
  for (int i = 0; i < 36; i++) stress[i] = first + i;
  ck_assert_int_eq(am_images_begin(images, report), AM_OK);
  ck_assert_int_eq(am_images_put(images, report, 0, (am_slab){0, 1}, phases), AM_OK);
  ck_assert_int_eq(am_images_put(images, report, 1, (am_slab){0, 1}, stress), AM_OK);
  ck_assert_int_eq(am_images_end(images, report), AM_OK);
}

/* The first image by one run, the second by another. */
static void write_images(const am_images_format *format, const char *name) {
  const am_images_layout layout = layout_of(name);
  for (long done = 0; done < 2; done++) {
    am_images *images;
    ck_assert_int_eq(am_images_open(arena, report, format, &layout, done,
                                    &images),
                     AM_OK);
    put(images, 100 * (double)done);
    ck_assert_int_eq(am_images_close(images, report), AM_OK);
  }
}

static const char *text_of(const char *name) {
  return test_read(arena, am_format(arena, "%s/%s", folder, name));
}

START_TEST(files_of_vtk_and_their_collection) {
  write_images(&am_images_vti, "a&b");
  const char *pvd = text_of("a&b.pvd");
  ck_assert_ptr_nonnull(strstr(
      pvd, "<DataSet timestep=\"0.5\" file=\"a&amp;b_0002.vti\"/>\n"
           "  <DataSet timestep=\"3\" file=\"a&amp;b_12345.vti\"/>"));
  ck_assert_int_eq(test_entries(folder), 3);
  am_vti_image *image;
  const char *path = am_format(arena, "%s/a&b_12345.vti", folder);
  ck_assert_int_eq(am_vti_open(arena, report, path, am_nowhere, &image),
                   AM_OK);
  am_labels *labels = am_labels_new(arena, 6);
  const am_voxel_room room = {.labels = labels, .count = 6};
  ck_assert_int_eq(am_vti_read(image, report, "phase", room), AM_OK);
  for (int i = 0; i < 6; i++)
    ck_assert_int_eq(am_labels_get(labels, i), phases[i]);
}
END_TEST

START_TEST(hdf5_and_its_description) {
  write_images(&am_images_hdf5, "x");
  const char *xdmf = text_of("x.xdmf");
  const char *const parts[] = {
      "<Time Value=\"0.5\"/>", "<Time Value=\"3\"/>",
      "Dimensions=\"2 3 4\"", ">5 2 1</DataItem>",
      "x.h5:/step_12345/stress|0 0 0 5:1 1 1 1:1 2 3 1:1 2 3 6<"};
  for (int i = 0; i < 5; i++)
    ck_assert_msg(strstr(xdmf, parts[i]) != NULL, "%s", parts[i]);
  ck_assert_int_eq(test_entries(folder), 2);
  am_snapshot *file;
  const long size[] = {1, 2, 3, 6};
  double stress[36], phase[6];
  ck_assert_int_eq(
      am_snapshot_open(arena, report, am_format(arena, "%s/x.h5", folder),
                       &file),
      AM_OK);
  ck_assert_int_eq(am_snapshot_get(file, report, "step_12345/stress", 4, size,
                                   stress),
                   AM_OK);
  for (int i = 0; i < 36; i++) ck_assert_double_eq(stress[i], 100 + i);
  ck_assert_int_eq(
      am_snapshot_get(file, report, "step_0002/phase", 3, size, phase),
      AM_OK);
  for (int i = 0; i < 6; i++) ck_assert_double_eq(phase[i], phases[i]);
  ck_assert_int_eq(am_snapshot_close(file, report), AM_OK);
}
END_TEST

START_TEST(a_folder_that_is_missing) {
  const am_images_format *const formats[] = {&am_images_vti, &am_images_hdf5};
  const am_images_layout layout = layout_of("no/x");
  am_images *images;
  ck_assert_int_eq(am_images_open(arena, report, formats[_i], &layout, 0,
                                  &images),
                   AM_ENVIRONMENT);
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

/* No room for the second image: the first one stays, and its description. */
START_TEST(a_full_disk_leaves_what_was_complete) {
  const am_images_layout layout = layout_of("x");
  const char *path = am_format(arena, "%s/x.h5", folder);
  const long size[] = {1, 2, 3, 6};
  double stress[36] = {0};
  am_images *images;
  am_snapshot *file;
  ck_assert_int_eq(am_images_open(arena, report, &am_images_hdf5, &layout, 0,
                                  &images),
                   AM_OK);
  put(images, 0);
  struct rlimit limit;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const struct rlimit none = {1, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &none); /* of the test's own file too */
  am_status status = am_images_put(images, report, 1, (am_slab){0, 1}, stress);
  setrlimit(RLIMIT_FSIZE, &limit);
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  ck_assert_int_eq(am_images_close(images, report), AM_ENVIRONMENT);
  ck_assert_ptr_eq(report->first, report->last);
  ck_assert_int_eq(test_entries(folder), 2);
  ck_assert_ptr_nonnull(strstr(text_of("x.xdmf"), "/step_0002/stress"));
  ck_assert_ptr_null(strstr(text_of("x.xdmf"), "step_12345"));
  ck_assert_int_eq(am_snapshot_extend(arena, report, path, &file), AM_OK);
  ck_assert_int_eq(
      am_snapshot_get(file, report, "step_0002/stress", 4, size, stress),
      AM_OK);
  for (int i = 0; i < 36; i++) ck_assert_double_eq(stress[i], i);
  ck_assert_int_eq(am_snapshot_length(file, "step_12345/stress"), -1);
  ck_assert_int_eq(am_snapshot_close(file, report), AM_OK);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("images");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, files_of_vtk_and_their_collection);
  tcase_add_test(tests, hdf5_and_its_description);
  tcase_add_loop_test(tests, a_folder_that_is_missing, 0, 2);
  tcase_add_test(tests, a_full_disk_leaves_what_was_complete);
  return test_run("images", &tests, 1);
}
