/* Images of voxels at several times. */
#include "image/images.h"

#include <signal.h>
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
static const am_image_array arrays[] = {
    {.name = "phase", .unit = "", .about = "", .components = 1},
    {.name = "stress", .unit = "MPa", .about = "", .components = 6,
     .component_names = components}};
static const long steps[] = {2, 12345};
static const double times[] = {0.5, 3};
static double phases[] = {0, 1, 1, 0, 2, 2};

static am_images_layout layout_of(const char *name) {
  return (am_images_layout){
      .path = am_format(arena, "%s/%s", folder, name),
      .team = &am_team_alone,
      .conventions = &am_conventions_fields,
      .grid = {3, 2, 1}, .size = {3, 4, 5}, .arrays = arrays,
      .array_count = 2, .steps = steps, .times = times, .count = 2};
}

static void put(am_images *images, double first) {
  double stress[36];
  for (int i = 0; i < 36; i++) stress[i] = first + i;
  ck_assert_int_eq(am_images_put(images, report, 0, phases),
                   AM_OK);
  ck_assert_int_eq(am_images_put(images, report, 1, stress),
                   AM_OK);
  ck_assert_int_eq(am_images_end(images, report), AM_OK);
}

/* One run writes the first image, another the second. */
static void write_images(const char *name) {
  const am_images_layout layout = layout_of(name);
  for (long done = 0; done < 2; done++) {
    am_images *images;
    ck_assert_int_eq(am_images_open(arena, report, &layout, done, &images),
                     AM_OK);
    put(images, 100 * (double)done);
    ck_assert_int_eq(am_images_close(images, report), AM_OK);
  }
}

START_TEST(one_file_of_all_times) {
  write_images("x.h5");
  ck_assert_int_eq(test_entries(folder), 1);
  am_snapshot *file;
  static const am_snapshot_array found[] = {
      {"step_12345/stress", 4, {1, 2, 3, 6}, NULL},
      {"step_0002/phase", 3, {1, 2, 3}, NULL}};
  double stress[36], phase[6];
  ck_assert_int_eq(
      am_snapshot_open(arena, report, am_format(arena, "%s/x.h5", folder),
                       &file),
      AM_OK);
  ck_assert_int_eq(am_snapshot_get(file, report, &found[0], stress), AM_OK);
  for (int i = 0; i < 36; i++) ck_assert_double_eq(stress[i], 100 + i);
  ck_assert_int_eq(am_snapshot_get(file, report, &found[1], phase), AM_OK);
  for (int i = 0; i < 6; i++) ck_assert_double_eq(phase[i], phases[i]);
  ck_assert_int_eq(am_snapshot_close(file, report), AM_OK);
}
END_TEST

START_TEST(a_folder_that_is_missing) {
  const am_images_layout layout = layout_of("no/x.h5");
  am_images *images;
  ck_assert_int_eq(am_images_open(arena, report, &layout, 0, &images),
                   AM_ENVIRONMENT);
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

/* If the disk is full at the second image, the first one is preserved. */
START_TEST(a_full_disk_leaves_what_was_complete) {
  const am_images_layout layout = layout_of("x.h5");
  const char *path = am_format(arena, "%s/x.h5", folder);
  double stress[36] = {0};
  am_images *images;
  am_snapshot *file;
  ck_assert_int_eq(am_images_open(arena, report, &layout, 0, &images), AM_OK);
  put(images, 0);
  struct rlimit limit;
  ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const struct rlimit none = {1, limit.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &none); /* also for the file of the test */
  am_status status = am_images_put(images, report, 1, stress);
  setrlimit(RLIMIT_FSIZE, &limit);
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  ck_assert_int_eq(am_images_close(images, report), AM_ENVIRONMENT);
  ck_assert_ptr_eq(report->first, report->last);
  ck_assert_int_eq(test_entries(folder), 1);
  ck_assert_int_eq(am_snapshot_extend(arena, report, path, &file), AM_OK);
  const am_snapshot_array kept = {
      "step_0002/stress", 4, {1, 2, 3, 6}, NULL};
  ck_assert_int_eq(am_snapshot_get(file, report, &kept, stress), AM_OK);
  for (int i = 0; i < 36; i++) ck_assert_double_eq(stress[i], i);
  ck_assert_int_eq(am_snapshot_length(file, "step_12345/stress"), -1);
  ck_assert_int_eq(am_snapshot_close(file, report), AM_OK);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("images");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, one_file_of_all_times);
  tcase_add_test(tests, a_folder_that_is_missing);
  tcase_add_test(tests, a_full_disk_leaves_what_was_complete);
  return test_run("images", &tests, 1);
}
