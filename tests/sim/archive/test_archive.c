#include "archive/archive.h"

#include <signal.h>
#include <sys/wait.h>

#include "archive_sample.h"

/* Sizes around those of chunks, blocks and pages of the index. */
static const struct {
  long points, rows, block;
  int chunk, compression;
} sizes[] = {
    {1, 1, 1, 0, 4},      {7, 3, 7, 0, 4},     {5000, 2, 4096, 0, 4},
    {64, 2, 16, 16, 0},   {65, 2, 32, 16, 4},  {63, 5, 48, 16, 9},
    {3000, 3, 800, 2, 1}, {70, 1, 1, 1, 0},    {20000, 1, 20000, 4096, 1},
};

START_TEST(holds_what_is_written) {
  am_archive_layout layout = sample_layout(
      arena, sizes[_i].points, sizes[_i].rows, sizes[_i].chunk);
  layout.compression = sizes[_i].compression;
  am_archive *archive = made(&layout);
  go_on(archive, &layout, layout.points, sizes[_i].block);
  finish(archive);
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

START_TEST(goes_on_after_each_block) {
  am_archive_layout layout = sample_layout(
      arena, sizes[_i].points, sizes[_i].rows, sizes[_i].chunk);
  layout.compression = sizes[_i].compression;
  finish(made(&layout));
  long chunk = layout.chunk ? layout.chunk : AM_ARCHIVE_CHUNK;
  long step = (layout.points / 5 + chunk) / chunk * chunk;
  for (long done = 0; done < layout.points;) {
    sample_check(path, &layout, done, layout.points);
    am_archive *archive = resumed(&layout);
    ck_assert_int_eq(am_archive_done(archive), done);
    done = done + step < layout.points ? done + step : layout.points;
    go_on(archive, &layout, done, sizes[_i].block);
    finish(archive);
  }
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

/* Continues, in a process that is killed after a while. */
static void go_on_and_be_killed(const am_archive_layout *layout,
                                useconds_t life) {
  pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    am_archive *archive = resumed(layout);
    go_on(archive, layout, layout->points, layout->chunk);
    _exit(am_archive_close(archive, report) == AM_OK ? 0 : 1);
  }
  usleep(life);
  kill(child, SIGKILL);
  ck_assert_int_eq(waitpid(child, NULL, 0), child);
}

START_TEST(survives_being_killed) {
  am_archive_layout layout = sample_layout(arena, 3000, 3, 2);
  finish(made(&layout));
  unsigned state = 1;
  long done = 0;
  for (int i = 0; done < layout.points && i < 40; i++) {
    state = state * 1103515245u + 12345u;
    go_on_and_be_killed(&layout, 3000 + state / 65536 % 20000);
    am_archive *archive = resumed(&layout);
    done = am_archive_done(archive);
    ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
    if (done) sample_check(path, &layout, done, done);
  }
  am_archive *archive = resumed(&layout);
  go_on(archive, &layout, layout.points, 500);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

START_TEST(replaces_what_was_there) {
  am_archive_layout layout = sample_layout(arena, 40, 2, 16);
  test_write(path, "no archive", 10);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, layout.points, 40);
  finish(archive);
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

static const struct {
  const char *path, *why;
} impossible[] = {
    {"missing/out.h5", "missing/out.h5': No such file or directory"},
    {".", ".': it is a folder"},
    {"/dev/null", "cannot write '/dev/null': it is not a regular file"},
};

START_TEST(says_why_it_cannot_be_made) {
  am_archive_layout layout = sample_layout(arena, 40, 2, 16);
  am_archive *archive = NULL;
  const char *name = impossible[_i].path;
  if (*name != '/') name = am_format(arena, "%s/%s", folder, name);
  ck_assert_int_eq(am_archive_create(arena, report, name, &layout, &archive),
                   AM_ENVIRONMENT);
  expect_message(impossible[_i].why);
}
END_TEST

START_TEST(leaves_a_file_that_is_written_alone) {
  am_archive_layout layout = sample_layout(arena, 40, 2, 16);
  am_archive *archive = made(&layout), *second = NULL;
  ck_assert_int_eq(am_archive_create(arena, report, path, &layout, &second),
                   AM_ENVIRONMENT);
  expect_message("out.h5': another program uses it");
  report = am_report_new(arena);
  ck_assert_int_eq(am_archive_resume(arena, report, path, &layout, &second),
                   AM_INPUT);
  expect_message("out.h5': another program uses it");
  report = am_report_new(arena);
  go_on(archive, &layout, layout.points, 40);
  finish(archive);
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

/* A text attribute, shorter than text [100]. */
static void read_text(hid_t object, const char *name, char *text) {
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  hid_t type = H5Aget_type(attribute);
  size_t length = H5Tget_size(type);
  ck_assert_int_eq(H5Tis_variable_str(type), 0);
  ck_assert_uint_lt(length, 100);
  memset(text, 0, 100);
  ck_assert_int_eq(H5Tget_cset(type), H5T_CSET_UTF8);
  ck_assert_int_ge(H5Aread(attribute, type, text), 0);
  H5Tclose(type);
  H5Aclose(attribute);
}

START_TEST(says_what_datasets_are) {
  am_archive_layout layout = sample_layout(arena, 40, 3, 16);
  finish(made(&layout));
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  char text[100] = "";
  for (int f = 0; f < SAMPLE_FIELDS; f++) {
    hid_t set = H5Dopen2(file, sample_fields[f].name, H5P_DEFAULT);
    read_text(set, "unit", text);
    ck_assert_str_eq(text, sample_fields[f].unit);
    read_text(set, "about", text);
    ck_assert_str_eq(text, sample_fields[f].about);
    ck_assert_int_eq(H5Aexists(set, "components") > 0,
                     sample_fields[f].components != NULL);
    H5Dclose(set);
  }
  hid_t set = H5Dopen2(file, "time", H5P_DEFAULT);
  double times[3];
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                           H5P_DEFAULT, times), 0);
  for (int i = 0; i < 3; i++) ck_assert(times[i] == layout.times[i]);
  read_text(set, "unit", text);
  ck_assert_str_eq(text, "s");
  H5Dclose(set);
  H5Fclose(file);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive");
  int count = sizeof sizes / sizeof *sizes;
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_loop_test(test, holds_what_is_written, 0, count);
  tcase_add_loop_test(test, goes_on_after_each_block, 0, count);
  tcase_add_test(test, survives_being_killed);
  tcase_add_test(test, replaces_what_was_there);
  tcase_add_loop_test(test, says_why_it_cannot_be_made, 0,
                      sizeof impossible / sizeof *impossible);
  tcase_add_test(test, leaves_a_file_that_is_written_alone);
  tcase_add_test(test, says_what_datasets_are);
  return test_run("archive", &test, 1);
}
