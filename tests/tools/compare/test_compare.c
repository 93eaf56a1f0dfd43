/* Comparisons of files with known differences. */
#include "compare/compare.h"

#include "tests/sim/archive/archive_sample.h"
#include "tests/sim/archive/files.h"

static const char *file(const char *name, const char *text) {
  const char *whole = am_format(arena, "%s/%s", folder, name);
  if (text) test_write(whole, text, strlen(text));
  return whole;
}

static am_status compare(const char *a, const char *b,
                         am_compare_request request, am_difference *d) {
  return am_compare(arena, report, file("a.csv", a), file("b.csv", b),
                    &request, d);
}

static const char straight[] = "time,s\n#s,MPa\n0,1\n0.7,2.4\n3,7\n";
static const char finer[] =
    "s,time\n#MPa,s\n0,0\n1,0.5\n2,1\n3,1.5\n4,2\n5,2.5\n6,3\n";

/* 2t + 1 in three rows and 2t in seven: the difference is 1 everywhere. */
START_TEST(rows_need_not_be_the_same) {
  am_difference d;
  ck_assert_int_eq(compare(straight, finer, (am_compare_request){0}, &d),
                   AM_OK);
  ck_assert_uint_eq(d.count, 1);
  const am_column_difference *c = &d.columns[0];
  ck_assert_str_eq(c->name, "s");
  ck_assert_str_eq(c->unit, "MPa");
  ck_assert_close(c->difference, 1, 1e-14, 0);
  ck_assert_close(c->l2, 1, 1e-14, 0);
  ck_assert_close(c->relative, 0.28867513459481287, 1e-14, 0);
  ck_assert_close(c->area, 3, 1e-14, 0);
  ck_assert(!c->good);
  ck_assert_uint_eq(d.bad, 1);
  ck_assert(d.rows == 7 && d.between == 5);
  ck_assert(d.outside[0] == 0 && d.outside[1] == 0);
}
END_TEST

static const struct {
  double absolute, relative;
  bool largest, good;
} tolerances[] = {
    {0, 0, false, false},     {1 + 1e-12, 0, false, true},
    {0.999, 0, false, false}, {0, 1 / 3.0, false, false},
    {0, 1 / 5.9, true, true}, {0, 1 / 6.1, true, false},
    {0.5, 1 / 11.9, true, true}, {0.5, 1 / 12.1, true, false},
    {1, 0.001, false, true},
};

START_TEST(tolerances_bound_each_entry) {
  am_difference d;
  am_compare_request request = {.absolute = tolerances[_i].absolute,
                                .relative = tolerances[_i].relative,
                                .largest = tolerances[_i].largest};
  ck_assert_int_eq(compare(straight, finer, request, &d), AM_OK);
  ck_assert_int_eq(d.columns[0].good, tolerances[_i].good);
}
END_TEST

/* The scale is the size of the quantity, as in point/timeline.c. */
START_TEST(the_largest_is_that_of_the_quantity) {
  static const char a[] = "time,stress.xx,stress.yy,x.1\n0,0,1e-9,1\n"
                          "1,100,0,1\n";
  static const char b[] = "time,stress.xx,stress.yy,x[1]\n0,0,0,1\n"
                          "1,100,0,1\n";
  am_difference d;
  am_compare_request request = {.relative = 1e-6, .largest = true};
  ck_assert_int_eq(compare(a, b, request, &d), AM_OK);
  ck_assert_uint_eq(d.count, 3);
  ck_assert_uint_eq(d.bad, 0);
  request.largest = false;
  ck_assert_int_eq(compare(a, b, request, &d), AM_OK);
  ck_assert_uint_eq(d.bad, 1);
  ck_assert_str_eq(d.columns[1].name, "stress.yy");
  ck_assert(!d.columns[1].good && d.columns[1].worst.at == 0);
}
END_TEST

/* Pairs of curves that agree on their common range, and the number of rows of
 * the second curve in this range. */
static const struct {
  const char *what, *a, *b, *x;
  double rows, outside[2];
} same[] = {
    {"jump", "time,a\n0,0\n1,1\n1,5\n2,6\n",
     "time,a\n0,0\n0.5,0.5\n1,1\n1,5\n1.5,5.5\n2,6\n", NULL, 6, {0, 0}},
    {"jump at the start", "time,a\n0,0\n0,3\n2,5\n",
     "time,a\n0,0\n0,3\n1,4\n2,5\n", NULL, 4, {0, 0}},
    {"after the jump only", "time,a\n0,0\n1,1\n1,5\n2,6\n",
     "time,a\n0,0\n1,5\n2,6\n", NULL, 3, {0, 0}},
    {"nearly the same times", "time,a\n0,0\n1,1\n1,5\n2,6\n",
     "time,a\n0,0\n1.0000000001,1\n1.0000000002,5\n2.0000000001,6\n", NULL, 4,
     {0, 0}},
    {"shorter", "time,a\n0,0\n1,2\n", "time,a\n0,0\n0.5,1\n2,4\n3,5\n", NULL,
     2, {0, 2}},
    {"longer", "time,a\n-1,-2\n0,0\n9,18\n", "time,a\n0,0\n4,8\n", NULL, 2,
     {2, 0}},
    {"no units of strains", "time,strain.xx\n#s,mm/mm\n2,7\n",
     "time,strain.xx\n#,-\n2,7\n", NULL, 1, {0, 0}},
    {"one row", "time,a\n2,7\n", "time,a\n2,7\n", NULL, 1, {0, 0}},
    {"one row among others", "time,a\n0,0\n4,4\n", "time,a\n1,1\n", NULL, 1,
     {2, 0}},
    {"another column", "e,a,time\n0,0,5\n2,4,5\n", "e,a,time\n0,0,5\n1,2,5\n",
     "e", 2, {1, 0}},
    {"one that decreases", "e,a\n0,0\n-2,4\n", "e,a\n0,0\n-1,2\n-2,4\n", "e",
     3, {0, 0}},
    {"no numbers in both", "time,a\n0,\n1,1\n", "time,a\n0,\n1,1\n", NULL, 2,
     {0, 0}},
};

START_TEST(the_same_curves_are_equal) {
  am_difference d;
  am_compare_request request = {.absolute = 1e-9, .x = same[_i].x};
  ck_assert_msg(compare(same[_i].a, same[_i].b, request, &d) == AM_OK,
                "%s: %s", same[_i].what, report->last->text);
  ck_assert_msg(!d.bad, "%s: difference %g at %g", same[_i].what,
                d.columns[0].difference, d.columns[0].worst.at);
  ck_assert(d.rows == same[_i].rows);
  for (int f = 0; f < 2; f++) ck_assert(d.outside[f] == same[_i].outside[f]);
}
END_TEST

/* A row before a jump that is missing in A is compared with the value of A at
 * this time. */
START_TEST(a_jump_in_one_file_is_a_difference) {
  am_difference d;
  ck_assert_int_eq(compare("time,a\n0,0\n1,5\n2,6\n",
                           "time,a\n0,0\n1,1\n1,5\n2,6\n",
                           (am_compare_request){0}, &d),
                   AM_OK);
  ck_assert(d.columns[0].difference == 4 && d.columns[0].largest.at == 1);
  ck_assert(d.columns[0].worst.ours == 5);
}
END_TEST

START_TEST(a_number_in_one_file_is_a_difference) {
  am_difference d;
  ck_assert_int_eq(compare("time,a,b\n0,1,1\n1,,1\n3,1,1\n4,1,1\n",
                           "time,a,b\n0,1,1\n2,1,1\n3,1,\n4,1,1\n",
                           (am_compare_request){.absolute = 1}, &d),
                   AM_OK);
  for (int i = 0; i < 2; i++) {
    ck_assert(!d.columns[i].good);
    ck_assert_uint_eq(d.columns[i].missing, 1);
    ck_assert(d.columns[i].difference == 0 && d.columns[i].l2 == 0);
    ck_assert(d.columns[i].worst.at == 2 + i);
    ck_assert(d.columns[i].worst.bound == 1);
  }
}
END_TEST

START_TEST(columns_are_chosen_by_name) {
  static const char a[] = "time,s.xx,s.yy,alpha,only\n0,1,2,3,4\n";
  static const char b[] = "alpha,time,s.yy,s.xx,alone,mine\n3,0,2,1,4,4\n";
  am_difference d;
  ck_assert_int_eq(compare(a, b, (am_compare_request){0}, &d), AM_OK);
  ck_assert_uint_eq(d.count, 3);
  ck_assert_uint_eq(d.bad, 0);
  ck_assert_uint_eq(d.only_count[0], 1);
  ck_assert_uint_eq(d.only_count[1], 2);
  ck_assert_str_eq(d.only[0][0], "only");
  ck_assert_str_eq(d.only[1][1], "mine");
  ck_assert_int_eq(compare(a, b, (am_compare_request){.columns = "s"}, &d),
                   AM_OK);
  ck_assert_uint_eq(d.count, 2);
  ck_assert_uint_eq(d.only_count[0] + d.only_count[1], 0);
}
END_TEST

static const struct {
  const char *a, *b;
  am_compare_request request;
  am_status status;
  const char *message;
} wrong[] = {
    {NULL, finer, {.x = NULL}, AM_INPUT, "No such file"},
    {"time,s\n", finer, {.x = NULL}, AM_INPUT, "a.csv' has no rows"},
    {"time,s\n0,word\n", finer, {.x = NULL}, AM_INPUT, "expected a number"},
    {"tim,s\n0,1\n", finer, {.x = NULL}, AM_INPUT,
     "a.csv' has no column 'time' (did you mean 'tim'?); choose another column "
     "with --x"},
    {"time,s\n#s,Pa\n0,1\n", finer, {.x = NULL}, AM_INPUT,
     "the unit of s is 'Pa' in "},
    {"time,s\n#h,MPa\n0,1\n", finer, {.x = NULL}, AM_INPUT,
     "the unit of time is 'h' in "},
    {"time,strain.xx\n#s,%\n0,1\n", "time,strain.xx\n0,1\n", {.x = NULL},
     AM_INPUT, "the unit of strain.xx is '%' in "},
    {"time,q\n0,1\n", finer, {.x = NULL}, AM_INPUT,
     "have no common columns except time"},
    {"time,s\n5,1\n6,1\n", finer, {.x = NULL}, AM_INPUT,
     "time runs from 0 to 3 and from 5 to 6"},
    {"time,s\n0.6,1\n0.7,1\n", finer, {.x = NULL}, AM_INPUT, "no row of "},
    {"time,s\n0,1\n2,1\n1,1\n", finer, {.x = NULL}, AM_INPUT,
     "a.csv', row 3: time is 1, expected at least 2"},
    {finer, "time,s\n2,1\n1,1\n", {.x = NULL}, AM_INPUT,
     "b.csv', row 2: time is 1, expected at least 2"},
    {"time,s\n,1\n2,1\n", finer, {.x = NULL}, AM_INPUT,
     "row 1: time must be a number of magnitude at most 1e+300"},
    {"time,s\n0,1\n1e301,1\n", finer, {.x = NULL}, AM_INPUT,
     "row 2: time must be a number"},
    {"time,s\n0,2\n1,1\n", "time,s\n0,1\n1,2\n", {.x = "s"}, AM_INPUT,
     "row 2: s is 1, expected at least 2"},
    {"time,s\n0,1\n1,2\n", "time,s\n0,2\n1,1\n", {.x = "s"}, AM_INPUT,
     "row 2: s is 2, expected at most 1"},
    {straight, finer, {.columns = "q"}, AM_INPUT,
     "a.csv' has no column 'q'"},
    {"time,s,q\n0,1,1\n", finer, {.columns = "s,q"}, AM_INPUT,
     "b.csv' has no column 'q'"},
    {straight, finer, {.columns = "s,,q"}, AM_USAGE, "separated by commas"},
    {straight, finer, {.x = "q"}, AM_INPUT, "has no column 'q'"},
    {straight, finer, {.point = 1}, AM_USAGE,
     "--point needs the HDF5 file of a batch"},
};

START_TEST(says_what_is_wrong) {
  am_difference d;
  ck_assert_int_eq(compare(wrong[_i].a, wrong[_i].b, wrong[_i].request, &d),
                   wrong[_i].status);
  ck_assert_ptr_nonnull(report->first);
  ck_assert_msg(strstr(report->first->text, wrong[_i].message) != NULL, "%s",
                report->first->text);
  ck_assert_ptr_null(report->first->next);
}
END_TEST

enum { POINTS = 10, ROWS = 3 };

/* An archive of archive_sample.h, whose first `done` points are written. */
static const char *archive(const char *name, long points, long done) {
  am_archive *out;
  const char *whole = file(name, NULL);
  am_archive_layout layout = sample_layout(arena, points, ROWS, 4);
  ck_assert_int_eq(am_archive_create(arena, report, whole, &layout, &out),
                   AM_OK);
  ck_assert_int_eq(sample_go_on(report, out, &layout, done, 4), AM_OK);
  ck_assert_int_eq(am_archive_close(out, report), AM_OK);
  return whole;
}

static am_status compare_paths(const char *a, const char *b, long point,
                               am_difference *d) {
  am_compare_request request = {.point = point};
  return am_compare(arena, report, a, b, &request, d);
}

START_TEST(archives_are_compared_point_by_point) {
  const char *whole = archive("whole.h5", POINTS, POINTS);
  const char *part = archive("part.h5", POINTS, 8);
  const char *more = archive("more.h5", POINTS + 1, POINTS + 1);
  am_difference d;
  ck_assert_int_eq(compare_paths(whole, whole, 0, &d), AM_OK);
  ck_assert_int_eq(d.points, POINTS);
  ck_assert_uint_eq(d.count, 6 + 1 + 36);
  ck_assert(d.rows == POINTS * ROWS && d.bad == 0);
  ck_assert_int_eq(compare_paths(part, whole, 0, &d), AM_OK);
  ck_assert_int_eq(d.points, 8);
  ck_assert_uint_eq(d.bad, 0);
  ck_assert_int_eq(compare_paths(part, more, 8, &d), AM_OK);
  ck_assert_uint_eq(d.bad, 0);
  ck_assert_ptr_null(report->first);
  ck_assert_int_eq(compare_paths(whole, more, 0, &d), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->last->text, "has 10 points and "));
  ck_assert_int_eq(compare_paths(part, more, 9, &d), AM_USAGE);
  ck_assert_ptr_nonnull(strstr(report->last->text, "no point 9"));
}
END_TEST

/* Point 3 as CSV, with one value changed. */
static const char *point_csv(const char *name, long point, double change) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "time,stress.xx,stress.xy,alpha,tangent.32\n"
                       "#s,MPa,MPa,,MPa\n");
  for (long row = 0; row < ROWS; row++)
    am_buffer_add(&text, "%.17g,%.17g,%.17g,%.17g,%.17g\n",
                  0.25 * (double)row, sample_value(0, row, point, 0),
                  sample_value(0, row, point, 5),
                  sample_value(1, row, point, 0) + (row == 2 ? change : 0),
                  sample_value(2, row, point, 31));
  return file(name, text.text);
}

START_TEST(a_point_of_an_archive_is_a_table) {
  const char *whole = archive("whole.h5", POINTS, POINTS);
  am_difference d;
  ck_assert_int_eq(compare_paths(point_csv("p.csv", 6, 0), whole, 7, &d),
                   AM_OK);
  ck_assert_uint_eq(d.count, 4);
  ck_assert_uint_eq(d.bad, 0);
  ck_assert_uint_eq(d.only_count[1], 6 + 36 - 3);
  ck_assert_int_eq(compare_paths(whole, point_csv("q.csv", 6, -2), 7, &d),
                   AM_OK);
  ck_assert_uint_eq(d.bad, 1);
  ck_assert_str_eq(d.columns[2].name, "alpha");
  ck_assert_close(d.columns[2].difference, 2, 1e-12, 0);
  ck_assert_int_eq(d.columns[2].worst_point, 7);
  ck_assert_int_eq(compare_paths(whole, point_csv("q.csv", 6, 0), 0, &d),
                   AM_INPUT);
}
END_TEST

/* One value of one point differs. */
static const char *changed(const char *name, long point, long row) {
  sample_other.field = 1;
  sample_other.row = row;
  sample_other.point = point;
  sample_other.value = 1e3;
  const char *whole = archive(name, POINTS, POINTS);
  sample_other.field = -1;
  return whole;
}

START_TEST(the_worst_point_is_drawn) {
  am_difference d;
  am_picture picture;
  ck_assert_int_eq(compare_paths(archive("whole.h5", POINTS, POINTS),
                                 changed("other.h5", 6, 2), 0, &d),
                   AM_OK);
  ck_assert_uint_eq(d.bad, 1);
  ck_assert_int_eq(am_compare_picture(arena, report, &d, &picture), AM_OK);
  ck_assert_str_eq(picture.panels[0].title, "alpha, point 7");
  ck_assert(picture.panels[0].curves[0].y[2] == 1e3);
}
END_TEST

START_TEST(names_the_point_of_a_row) {
  const char *other = changed("other.h5", 6, 1);
  am_compare_request request = {.x = "alpha"};
  am_difference d;
  ck_assert_int_eq(am_compare(arena, report, other, other, &request, &d),
                   AM_INPUT);
  expect_message("row 3 of point 7: alpha is ");
}
END_TEST

/* Changes a byte of the chunk that begins with this point. */
static const char *damaged(const char *name, hsize_t point, hsize_t row) {
  const char *whole = archive(name, POINTS, POINTS);
  hsize_t at[] = {point, row, 0}, bytes;
  haddr_t address;
  unsigned skipped;
  hid_t out = H5Fopen(whole, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen2(out, "internal/alpha", H5P_DEFAULT);
  ck_assert_int_ge(H5Dget_chunk_info_by_coord(set, at, &skipped, &address,
                                              &bytes), 0);
  H5Dclose(set);
  H5Fclose(out);
  FILE *file = fopen(whole, "r+");
  fseek(file, (long)(address + bytes / 2), SEEK_SET);
  int old = getc(file);
  fseek(file, -1, SEEK_CUR);
  putc(old ^ 1, file);
  fclose(file);
  return whole;
}

/* Only the selected points are compared, without messages about others. */
START_TEST(finds_what_is_damaged) {
  const char *whole = archive("whole.h5", POINTS, POINTS);
  const char *other = damaged("other.h5", 4, 2);
  am_difference d;
  ck_assert_int_eq(compare_paths(whole, other, 0, &d), AM_INPUT);
  expect_message("other.h5': it is damaged: wrong checksum of points 5 to 8");
  report = am_report_new(arena);
  ck_assert_int_eq(compare_paths(other, other, 5, &d), AM_INPUT);
  expect_message("points 5 to 8");
}
END_TEST

START_TEST(stops_when_told) {
  const char *whole = archive("whole.h5", POINTS, POINTS);
  const volatile int stop = 1;
  am_compare_request request = {.point = 0};
  am_difference d;
  test_watch(arena, &stop);
  ck_assert_int_eq(am_compare(arena, report, whole, whole, &request, &d),
                   AM_FAILED);
  ck_assert_int_eq(d.points, 0);
  ck_assert_str_eq(report->first->text, "stopped after 0 of 10 points");
}
END_TEST

/* Unusual names are unchanged in the table and the picture. */
START_TEST(shows_the_worst_columns) {
  am_difference d;
  am_picture picture;
  ck_assert_int_eq(
      compare("a_b{'},p,q,r,s,t\n0,1,1,1,1,1\n1,2,2,2,,2\n",
              "a_b{'},p,q,r,s,t\n0,1,1,1,1,1\n1,2,4,3,2,2.5\n",
              (am_compare_request){.x = "a_b{'}"}, &d),
      AM_OK);
  ck_assert_int_eq(am_compare_picture(arena, report, &d, &picture), AM_OK);
  ck_assert_uint_eq(picture.count, 4);
  static const char *const titles[] = {"q", "r", "s", "t"};
  for (int i = 0; i < 4; i++) {
    const am_panel *panel = &picture.panels[i];
    ck_assert_str_eq(panel->title, titles[i]);
    ck_assert_str_eq(panel->x.label, "a\\_b\\{’\\}");
    ck_assert_uint_eq(panel->count, 2);
    ck_assert_uint_eq(panel->curves[0].count, 2);
    ck_assert(panel->curves[0].y[0] == 1);
  }
  const char *norms = file("n.csv", NULL);
  ck_assert_int_eq(am_compare_write(arena, report, &d, norms), AM_OK);
  ck_assert_ptr_nonnull(
      strstr(test_read(arena, norms), "\nq,,0,2,1,1,"));
  ck_assert_ptr_nonnull(
      strstr(test_read(arena, norms), ",1,1,,2,0,1\nt,,0,"));
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("compare");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, rows_need_not_be_the_same);
  tcase_add_loop_test(tests, tolerances_bound_each_entry, 0,
                      sizeof tolerances / sizeof *tolerances);
  tcase_add_test(tests, the_largest_is_that_of_the_quantity);
  tcase_add_loop_test(tests, the_same_curves_are_equal, 0,
                      sizeof same / sizeof *same);
  tcase_add_test(tests, a_jump_in_one_file_is_a_difference);
  tcase_add_test(tests, a_number_in_one_file_is_a_difference);
  tcase_add_test(tests, columns_are_chosen_by_name);
  tcase_add_loop_test(tests, says_what_is_wrong, 0,
                      sizeof wrong / sizeof *wrong);
  tcase_add_test(tests, archives_are_compared_point_by_point);
  tcase_add_test(tests, a_point_of_an_archive_is_a_table);
  tcase_add_test(tests, the_worst_point_is_drawn);
  tcase_add_test(tests, names_the_point_of_a_row);
  tcase_add_test(tests, finds_what_is_damaged);
  tcase_add_test(tests, stops_when_told);
  tcase_add_test(tests, shows_the_worst_columns);
  return test_run("compare", &tests, 1);
}
