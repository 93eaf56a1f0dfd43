#include "plot/picture.h"

#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "tests/sim/archive/files.h"
#include "plot/script.h"
#include "tests/sim/archive/run_table.h"

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
  const char *name, *magic; /* first bytes of the file */
} formats[] = {
    {"x.svg", "<?xml"},
    {"x.png", "\x89PNG"},
    {"x.pdf", "%PDF"},
    {"x.eps", "%!PS-Adobe"},
    {"x.tex", "\\begin{tikzpicture}"},
    {"a'b \"c $d `e` \\.svg", "<?xml"},
};

START_TEST(writes_every_format) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/%s", folder, formats[_i].name);
  ck_assert(am_picture_known(path));
  am_picture picture = picture_of("title", 11);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_int_eq(strncmp(test_read(arena, path), formats[_i].magic,
                           strlen(formats[_i].magic)),
                   0);
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

START_TEST(tells_all_endings) {
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    ck_assert_ptr_nonnull(
        strstr(AM_PICTURE_ENDINGS, strrchr(formats[i].name, '.')));
  size_t dots = 0;
  for (const char *c = AM_PICTURE_ENDINGS; *c; c++) dots += *c == '.';
  ck_assert_uint_eq(dots + 1, sizeof formats / sizeof *formats);
}
END_TEST

START_TEST(knows_formats_by_the_end_of_the_name) {
  static const char *const unknown[] = {"x.jpg", "svg", ".svg", "x.svg.gz",
                                        "", "x"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    ck_assert_msg(!am_picture_known(unknown[i]), "%s", unknown[i]);
}
END_TEST

/* Texts that would be harmful as commands or markup; the SVG contains the text
 * as gnuplot interpreted it. */
static const char *const titles[] = {
    "it's",
    "'",
    "'; set output; system('touch PWNED') #",
    "a'' ; system('touch PWNED') '''' #",
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
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  if (!strpbrk(titles[_i], "\n'"))
    ck_assert_ptr_nonnull(strstr(test_read(arena, path), titles[_i]));
}
END_TEST

START_TEST(units_are_never_code) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 3);
  am_panel panel = *picture.panels;
  panel.y.unit = "'; system('touch PWNED') # MPa^0.5";
  picture.panels = &panel;
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

/* The same texts as names in keys and as titles of panels. */
START_TEST(names_are_never_code) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  enum { COUNT = sizeof titles / sizeof *titles };
  static const double x[] = {0, 1};
  am_curve curves[COUNT];
  am_panel panels[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    curves[i] = (am_curve){titles[i], x, x, 2, AM_CURVE_AUTO, NULL};
    panels[i] =
        (am_panel){.title = titles[i], .curves = curves, .count = COUNT};
  }
  am_picture picture = {.title = titles[_i], .panels = panels, .count = COUNT};
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  const char *text = test_read(arena, path);
  for (size_t i = 0; i < COUNT; i++)
    if (!strpbrk(titles[i], "\n'"))
      ck_assert_ptr_nonnull(
          strstr(text, am_format(arena, "<text>%s</text>", titles[i])));
}
END_TEST

/* Texts are escaped, since LaTeX would execute them. */
static const struct {
  const char *title, *shown;
} tex_titles[] = {
    {"\\input{/etc/passwd}",
     "\\textbackslash{}input\\{/etc/passwd\\}"},
    {"\\write18{touch PWNED}", "\\textbackslash{}write18\\{touch PWNED\\}"},
    {"a_1^2 $x$ & 50 % #1 ~", "a\\_1\\^{}2 \\$x\\$ \\& 50 \\% \\#1 \\~{}"},
    {"'; set output; system('touch PWNED') #",
     " '; set output; system('touch PWNED') \\#"},
    {"σ over ε", "$\\sigma$ over $\\varepsilon$"},
    {"10 \302\260C < é", "10 °C $<$ é"},
};

START_TEST(titles_are_never_latex) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.tex", folder);
  am_picture picture = picture_of(tex_titles[_i].title, 3);
  am_panel panel = *picture.panels;
  panel.y.label = am_label_plain(arena, "{a}_b^c \\d");
  panel.y.unit = "\\input MPa^0.5";
  picture.panels = &panel;
  ck_assert_int_eq(chdir(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_int_eq(test_entries(folder), 1);
  const char *text = test_read(arena, path);
  ck_assert_ptr_nonnull(
      strstr(text, am_format(arena, "{%s}", tex_titles[_i].shown)));
  ck_assert_ptr_nonnull(strstr(
      text, "{\\{a\\}\\_b\\^{}c \\textbackslash{}d ( input MPa$^{0.5}$)}"));
  ck_assert_ptr_nonnull(strstr(text, "{strain $\\varepsilon $${}_{xx}$}"));
}
END_TEST

/* Equal pictures are identical files, without dates. */
START_TEST(dates_are_left_out) {
  static const char *const names[] = {"x.eps", "x.pdf", "x.tex", "x.svg"};
  if (!have_gnuplot()) return;
  time_t now = time(NULL);
  const char *year = am_format(arena, " %d", 1900 + localtime(&now)->tm_year);
  const char *path = am_format(arena, "%s/%s", folder, names[_i]);
  am_picture picture = picture_of("title", 3);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  const char *text = test_read(arena, path);
  ck_assert_msg(!strstr(text, year), "%s tells the year", names[_i]);
}
END_TEST

START_TEST(bytes_that_are_no_text_are_shown) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("<a> & \xff\xfe\xc3 \xcf\x83\x01 end", 3);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
  ck_assert_ptr_nonnull(
      strstr(test_read(arena, path),
             ">&lt;a> &amp; \\xff\\xfe\\xc3 \xcf\x83\\x01 end<"));
}
END_TEST

/* gnuplot prints no messages and draws all curves. */
static void draws(const am_panel *panel, size_t shown) {
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = {.title = NULL, .panels = panel, .count = 1};
  ck_assert_msg(am_picture_write(arena, report, &picture, path, true) == AM_OK,
                "%s", report->first ? report->first->text : "");
  const char *text = test_read(arena, path);
  ck_assert_int_eq(strstr(text, "no data") != NULL, shown == 0);
  const char *command = am_format(
      arena,
      "LC_ALL=C.UTF-8 gnuplot -d '%s.gp' 2>&1 | grep . && exit 1; exit 0",
      path);
  ck_assert_int_eq(system(command), 0);
  const char *script = test_read(arena, am_format(arena, "%s.gp", path));
  size_t blocks = 0;
  for (const char *at = script; (at = strstr(at, "\nEND\n")); at++) blocks++;
  ck_assert_uint_eq(blocks, shown);
}

/* Curves of two points that gnuplot cannot draw without changes. */
static const struct {
  const char *what;
  bool logarithmic;
  double y[2];
  size_t shown;
} hard[] = {
    {"constant", false, {1, 1}, 1},
    {"zero", false, {0, 0}, 1},
    {"nearly constant", false, {1, 1 + 1e-12}, 1},
    {"hardly large", false, {-1e300, 1e300}, 1},
    {"too large", false, {-1e308, 1e308}, 0},
    {"tiny", false, {1e-310, 2e-310}, 1},
    {"infinite", false, {INFINITY, -INFINITY}, 0},
    {"no number", false, {NAN, NAN}, 0},
    {"one number", false, {NAN, 3}, 1},
    {"nothing positive", true, {0, -1}, 0},
    {"one positive", true, {0, 5}, 1},
    {"constant logarithm", true, {7, 7}, 1},
    {"small logarithms", true, {1e-290, 1e-310}, 1},
    {"large logarithms", true, {1e-290, 1e290}, 1},
    {"less than a decade", true, {2, 3}, 1},
};

START_TEST(draws_what_can_be_drawn) {
  if (!have_gnuplot()) return;
  static const double x[] = {0, 1};
  am_curve curve = {"name", x, hard[_i].y, 2, AM_CURVE_AUTO, NULL};
  am_panel panel = {.curves = &curve, .count = 1};
  panel.y.logarithmic = hard[_i].logarithmic;
  draws(&panel, hard[_i].shown);
}
END_TEST

START_TEST(draws_empty_panels) {
  if (!have_gnuplot()) return;
  static const double x[] = {1, 2}, nothing[] = {NAN, NAN};
  const am_curve curves[] = {{"a", x, x, 0, AM_CURVE_POINTS, NULL},
                             {"b", x, x, 2, AM_CURVE_LINE, NULL},
                             {NULL, x, nothing, 2, AM_CURVE_BOTH, NULL}};
  am_panel panel = {.curves = curves};
  for (panel.count = 0; panel.count < 4; panel.count++)
    draws(&panel, panel.count > 1);
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture none = {.title = "title", .panels = NULL, .count = 0};
  ck_assert_int_eq(am_picture_write(arena, report, &none, path, false),
                   AM_OK);
  ck_assert_ptr_nonnull(strstr(test_read(arena, path), "no data"));
}
END_TEST

/* No two curves of a panel have the same colour, dash pattern and mark. */
START_TEST(curves_differ) {
  if (!have_gnuplot()) return;
  enum { COUNT = 40, LINE = 200 };
  static const double x[] = {0, 1};
  static am_curve curves[COUNT];
  for (int i = 0; i < COUNT; i++)
    curves[i] = (am_curve){"n", x, x, 2, AM_CURVE_AUTO, NULL};
  am_panel panel = {.curves = curves, .count = COUNT};
  draws(&panel, COUNT);
  FILE *script = fopen(am_format(arena, "%s/x.svg.gp", folder), "r");
  char line[LINE], looks[COUNT][LINE];
  int count = 0;
  while (fgets(line, LINE, script)) {
    if (strncmp(line, "set style line", 14) || count == COUNT) continue;
    strcpy(looks[count], strstr(line, "linecolor"));
    for (int i = 0; i < count; i++)
      ck_assert_str_ne(looks[i], looks[count]);
    count++;
  }
  fclose(script);
  ck_assert_int_eq(count, COUNT);
}
END_TEST

/* The script draws the same picture when run by hand, for any file name. */
START_TEST(kept_scripts_draw_again) {
  static const char *const names[] = {"x.svg", "a'b \"c $d `touch e` \\.svg",
                                      "|cat\n.svg", "~.svg"};
  if (!have_gnuplot()) return;
  ck_assert_int_eq(chdir(folder), 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    am_picture picture = picture_of("title", 300);
    ck_assert_int_eq(
        am_picture_write(arena, report, &picture, names[i], true), AM_OK);
    ck_assert_int_eq(test_entries("."), 2);
    const char *image = test_read(arena, names[i]);
    const char *script = am_format(arena, "%s.gp", names[i]);
    ck_assert_int_eq(unlink(names[i]), 0);
    ck_assert_int_eq(rename(script, "by-hand.gp"), 0);
    ck_assert_int_eq(system("gnuplot -d by-hand.gp"), 0);
    ck_assert_str_eq(test_read(arena, names[i]), image);
    ck_assert_int_eq(unlink(names[i]), 0);
    ck_assert_int_eq(unlink("by-hand.gp"), 0);
  }
}
END_TEST

START_TEST(draws_curves_without_extent) {
  if (!have_gnuplot()) return;
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 1);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_OK);
}
END_TEST

START_TEST(says_when_there_is_no_gnuplot) {
  const char *path = am_format(arena, "%s/x.svg", folder);
  am_picture picture = picture_of("title", 3);
  setenv("PATH", folder, 1);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_ENVIRONMENT);
  ck_assert_str_eq(report->first->text,
                   am_format(arena,
                             "cannot draw '%s': gnuplot is not installed "
                             "(Debian package gnuplot-nox)",
                             path));
  ck_assert_int_eq(test_entries(folder), 0);
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, true),
                   AM_ENVIRONMENT);
  ck_assert_int_eq(test_entries(folder), 1);
  const char *script = test_read(arena, am_format(arena, "%s.gp", path));
  ck_assert_ptr_nonnull(strstr(script, "\n0.01 0.01\nEND\n"));
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
  ck_assert_int_eq(am_picture_write(arena, report, &picture, path, false),
                   AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(report->first->text,
                               "gnuplot ended with status 3: no licence"));
  ck_assert_int_eq(test_entries(folder), 1);
}
END_TEST

/* A colour for each value, also with a single row or column, and blank cells
 * for missing values */
static const struct {
  size_t columns, rows;
} maps[] = {{3, 2}, {1, 4}, {5, 1}, {1, 1}};

START_TEST(draws_maps) {
  if (!have_gnuplot()) return;
  static const double values[] = {1, 2, NAN, -1, INFINITY, 5};
  const am_colour_map map = {.values = values, .columns = maps[_i].columns,
                             .rows = maps[_i].rows, .width = 2, .height = 3,
                             .colour = {"stress", "'; MPa", false}};
  const am_panel panels[] = {{.title = "x = 1", .map = &map}, {.count = 0}};
  const am_picture picture = {.title = "title", .panels = panels, .count = 2};
  const char *path = am_format(arena, "%s/x.svg", folder);
  ck_assert_msg(am_picture_write(arena, report, &picture, path, true) == AM_OK,
                "%s", report->first ? report->first->text : "");
  ck_assert_ptr_nonnull(strstr(test_read(arena, path), "x = 1"));
  const char *script = test_read(arena, am_format(arena, "%s.gp", path));
  ck_assert_ptr_nonnull(strstr(script, "set xrange [0:2]"));
  /* gnuplot's own margin would be too small for the numbers and the label. */
  ck_assert_ptr_nonnull(strstr(script, "set rmargin 16\n"));
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("plot");
  signal(SIGPIPE, SIG_IGN);
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, writes_every_format, 0,
                      sizeof formats / sizeof *formats);
  tcase_add_test(tests, tells_all_endings);
  tcase_add_test(tests, knows_formats_by_the_end_of_the_name);
  tcase_add_loop_test(tests, titles_are_never_code, 0,
                      sizeof titles / sizeof *titles);
  tcase_add_test(tests, units_are_never_code);
  tcase_add_loop_test(tests, names_are_never_code, 0,
                      sizeof titles / sizeof *titles);
  tcase_add_loop_test(tests, titles_are_never_latex, 0,
                      sizeof tex_titles / sizeof *tex_titles);
  tcase_add_loop_test(tests, dates_are_left_out, 0, 4);
  tcase_add_test(tests, bytes_that_are_no_text_are_shown);
  tcase_add_loop_test(tests, draws_what_can_be_drawn, 0,
                      sizeof hard / sizeof *hard);
  tcase_add_test(tests, draws_empty_panels);
  tcase_add_test(tests, curves_differ);
  tcase_add_test(tests, kept_scripts_draw_again);
  tcase_add_test(tests, draws_curves_without_extent);
  tcase_add_test(tests, says_when_there_is_no_gnuplot);
  tcase_add_test(tests, passes_on_what_gnuplot_says);
  tcase_add_loop_test(tests, draws_maps, 0, sizeof maps / sizeof *maps);
  return test_run("plot", &tests, 1);
}
