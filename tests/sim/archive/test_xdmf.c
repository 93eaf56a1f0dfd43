#include "archive/archive_file.h"

#include "archive_sample.h"

static int count(const char *text, const char *part) {
  int found = 0;
  for (; (text = strstr(text, part)); text++) found++;
  return found;
}

static const char *written(const char *name, const char *description,
                           const am_archive_layout *layout) {
  path = am_format(arena, "%s/%s", folder, name);
  ck_assert_int_eq(am_xdmf_write(arena, report, path, layout), AM_OK);
  return test_read(arena, am_format(arena, "%s/%s", folder, description));
}

START_TEST(describes_each_component_at_each_time) {
  enum { ROWS = 3, COMPONENTS = 6 + 1 + 36 + 1 + 2 };
  am_archive_layout layout = sample_layout(arena, 100, ROWS, 16);
  const char *text = written("out.h5", "out.xdmf", &layout);
  ck_assert_int_eq(count(text, "<Time Value="), ROWS);
  ck_assert_int_eq(count(text, "<Time Value=\"0.25\"/>"), 1);
  ck_assert_int_eq(count(text, "<Attribute "), ROWS * COMPONENTS);
  ck_assert_int_eq(count(text, "Name=\"stress.xz\""), ROWS);
  ck_assert_int_eq(count(text, "Name=\"counts.rejected\""), ROWS);
  ck_assert_int_eq(count(text, "Name=\"tangent.36\""), ROWS);
  static const char *const parts[] = {
      ">out.h5:/stress|0 2 4:1 1 1:100 1 1:100 3 6<",
      ">out.h5:/internal/alpha|0 1:1 1:100 1:100 3<",
      ">out.h5:/tangent|0 0 2 3:1 1 1 1:100 1 1 1:100 3 6 6<",
      ">out.h5:/tangent|0 2 5 5:1 1 1 1:100 1 1 1:100 3 6 6<"};
  for (int i = 0; i < 4; i++)
    ck_assert_msg(count(text, parts[i]) == 1, "%s", parts[i]);
  ck_assert_int_eq(count(text, ">out.h5:/status|0:1:100:100<"), ROWS);
  ck_assert_int_eq(count(text, ">out.h5:/counts|0 1:1 1:100 1:100 2<"), ROWS);
}
END_TEST

START_TEST(takes_the_name_of_the_archive) {
  am_archive_layout layout = sample_layout(arena, 100, 1, 16);
  written("a.hdf5", "a.hdf5.xdmf", &layout);
  const char *text = written("a & <b>.h5", "a & <b>.xdmf", &layout);
  ck_assert_int_gt(count(text, ">a &amp; &lt;b&gt;.h5:/stress|"), 0);
  ck_assert_int_eq(count(text, "a & <b>"), 0);
}
END_TEST

START_TEST(leaves_too_many_out) {
  am_archive_layout layout = sample_layout(arena, 100, 30000, 16);
  ck_assert_int_eq(am_xdmf_write(arena, report, path, &layout), AM_OK);
  expect_message("30000 output times of 46 components are too many");
  ck_assert_int_eq(report->first->severity, AM_SEVERITY_NOTE);
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

START_TEST(comes_with_the_archive) {
  am_archive_layout layout = sample_layout(arena, 100, 2, 16);
  finish(made(&layout));
  ck_assert_int_eq(test_entries(folder), 2);
  ck_assert_int_eq(unlink(am_format(arena, "%s/out.xdmf", folder)), 0);
  finish(resumed(&layout));
  ck_assert_int_eq(test_entries(folder), 2);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("xdmf");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, describes_each_component_at_each_time);
  tcase_add_test(test, takes_the_name_of_the_archive);
  tcase_add_test(test, leaves_too_many_out);
  tcase_add_test(test, comes_with_the_archive);
  return test_run("xdmf", &test, 1);
}
