#include "output/plot.h"

#include <signal.h>
#include <sys/stat.h>

#include "files.h"
#include "run_table.h"

static am_arena *arena;
static am_report *report;
static const char *folder;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
}

static void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

static bool have_gnuplot(void) {
  return system("gnuplot --version >/dev/null 2>&1") == 0;
}

static am_picture picture_of(const char *title, size_t rows) {
  am_table *table = run_table(arena, rows, 0, run_ramp, run_ramp);
  return am_picture_of_run(arena, table, title);
}

static const struct {
  const char *name, *magic; /* what the file begins with */
} formats[] = {
    {"x.svg", "<?xml"},
    {"x.png", "\x89PNG"},
    {"x.pdf", "%PDF"},
    {"a'b \"c $d `e` \\.svg", "<?xml"},
};

START_TEST(writes_every_format) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/%s", folder, formats[_i].name);
  ck_assert(am_picture_known(path));
  am_picture picture = picture_of("title", 11);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path), AM_OK);
  ck_assert_int_eq(strncmp(test_read(arena, path), formats[_i].magic,
                           strlen(formats[_i].magic)),
                   0);
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

START_TEST(knows_formats_by_the_end_of_the_name) {
  static const char *const unknown[] = {"x.jpg", "svg", ".svg", "x.svg.gz",
                                        "", "x"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    ck_assert_msg(!am_picture_known(unknown[i]), "%s", unknown[i]);
}
END_TEST

/* Texts that would do harm as commands or markup; SVG shows the text that
 * gnuplot has understood. */
static const char *const titles[] = {
    "it's",
    "'; set output; system('touch PWNED') #",
    "`touch PWNED`",
    "$(touch PWNED)",
    "x_1^2 {/Bold y} @z ~a",
    "end \\",
    "two\nlines",
    "",
};

START_TEST(titles_are_never_code) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of(titles[_i], 3);
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path), AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  if (!strpbrk(titles[_i], "\n'"))
    ck_assert_ptr_nonnull(strstr(test_read(arena, path), titles[_i]));
}
END_TEST

START_TEST(units_are_never_code) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 3);
  picture.y.unit = "'; system('touch PWNED') # MPa^0.5";
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path), AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

START_TEST(draws_curves_without_extent) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 1);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path), AM_OK);
}
END_TEST

START_TEST(says_when_there_is_no_gnuplot) {
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 3);
  setenv("PATH", folder, 1);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path),
                   AM_ENVIRONMENT);
  ck_assert_str_eq(report->first->text,
                   am_format(arena,
                             "cannot draw '%s': there is no gnuplot; install "
                             "it (Debian: gnuplot-nox)",
                             path));
  ck_assert_int_eq(test_entries(folder), 0);
}
END_TEST

START_TEST(passes_on_what_gnuplot_says) {
  const char *path = am_format(arena, "%s/x.svg", folder);
  const char *program = am_format(arena, "%s/gnuplot", folder);
  static const char text[] = "#!/bin/sh\necho no licence >&2\nexit 3\n";
  am_picture picture = picture_of("title", 3);
  test_write(program, text, strlen(text));
  ck_assert_int_eq(chmod(program, 0755), 0);
  setenv("PATH", folder, 1);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path),
                   AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(report->first->text,
                               "gnuplot ended with status 3: no licence"));
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("plot");
  signal(SIGPIPE, SIG_IGN);
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, writes_every_format, 0,
                      sizeof formats / sizeof *formats);
  tcase_add_test(tests, knows_formats_by_the_end_of_the_name);
  tcase_add_loop_test(tests, titles_are_never_code, 0,
                      sizeof titles / sizeof *titles);
  tcase_add_test(tests, units_are_never_code);
  tcase_add_test(tests, draws_curves_without_extent);
  tcase_add_test(tests, says_when_there_is_no_gnuplot);
  tcase_add_test(tests, passes_on_what_gnuplot_says);
  return test_run("plot", &tests, 1);
}
