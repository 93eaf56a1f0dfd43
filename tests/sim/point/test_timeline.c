/* Matching of rows, scales of quantities, worst entries. */
#include "point/timeline.h"
#include "support.h"

/* Times with two jumps, the first one of three rows. */
static const double x[] = {0, 0, 0, 1, 2, 2, 4};
enum { COUNT = sizeof x / sizeof *x };

static const struct {
  double x;
  size_t later;
  long row;       /* am_timeline_row */
  bool inside;
  size_t between; /* am_timeline_between */
  double weight;
} places[] = {
    {0, 0, 2, true, 2, 0},      {0, 2, 0, true, 0, 0},
    {0, 3, -1, true, 0, 0},     {1, 0, 3, true, 3, 0},
    {1, 1, -1, true, 3, 0},     {2, 0, 5, true, 5, 0},
    {2, 1, 4, true, 4, 0},      {2, 2, -1, true, 4, 0},
    {0.25, 0, -1, true, 2, 0.25}, {3, 0, -1, true, 5, 0.5},
    {1.5, 5, -1, true, 3, 0.5}, {4, 0, 6, true, 6, 0},
    {2 + 3e-9, 1, 4, true, 4, 0}, {4 + 3e-9, 0, 6, true, 6, 0},
    {4.1, 0, -1, false, 0, 0},  {-0.1, 0, -1, false, 0, 0},
    {NAN, 0, -1, false, 0, 0},
};

START_TEST(rows_are_found) {
  am_timeline line = am_timeline_of(x, COUNT);
  am_between found = {0};
  ck_assert_int_eq(am_timeline_row(&line, places[_i].x, places[_i].later),
                   places[_i].row);
  ck_assert_int_eq(am_timeline_between(&line, places[_i].x, places[_i].later,
                                       &found),
                   places[_i].inside);
  ck_assert_uint_eq(found.row, places[_i].between);
  ck_assert(found.weight == places[_i].weight);
}
END_TEST

START_TEST(rows_of_one_time_are_counted) {
  static const size_t later[COUNT] = {2, 1, 0, 0, 1, 0, 0};
  am_timeline line = am_timeline_of(x, COUNT);
  for (size_t i = 0; i < COUNT; i++)
    ck_assert_uint_eq(am_timeline_later(&line, i, line.slack), later[i]);
}
END_TEST

START_TEST(scales_are_of_quantities) {
  enum { COLUMNS = 6 };
  static const char *const names[COLUMNS] = {
      "stress.xx", "x[1].xx", "stress.yy", "x[2].xy", "alpha",
      "derivative.x[1].xx.yy"};
  static const double rows[2][COLUMNS] = {{1, 2, -7, 0, 0, 4},
                                          {3, -5, 2, 1, 0, 3}};
  static const double expected[COLUMNS] = {7, 5, 7, 5, 0, 4};
  am_arena *arena = test_arena();
  am_table *table = am_table_new(arena, names, NULL, COLUMNS);
  for (int i = 0; i < 2; i++) am_table_add(table, rows[i]);
  double scales[COLUMNS];
  am_quantity_scales(table, am_quantity_groups(arena, names, COLUMNS),
                     scales);
  for (int i = 0; i < COLUMNS; i++) ck_assert(scales[i] == expected[i]);
  am_arena_free(arena);
}
END_TEST

/* Consecutive entries, with true for each new worst entry. */
START_TEST(the_worst_entry_stays) {
  static const struct {
    am_entry entry;
    bool worse, good;
  } rows[] = {
      {{0, 1, 1, 0, false}, true, true},
      {{1, 1, 2, 10, false}, true, true},
      {{2, 1, 4, 3, false}, true, true},
      {{3, 9, 9, 0, false}, false, true},
      {{4, 1, 4, 2.9, false}, true, false},
      {{5, NAN, 4, 9, false}, true, false},
      {{6, 1, 2, 0, false}, false, false},
  };
  am_entry worst = {0};
  double ratio = -1;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_int_eq(am_entry_judge(&worst, &ratio, &rows[i].entry),
                     rows[i].worse);
    ck_assert_int_eq(worst.good, rows[i].good);
    ck_assert_int_eq(worst.at == rows[i].entry.at, rows[i].worse);
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("timeline");
  tcase_add_loop_test(tests, rows_are_found, 0,
                      sizeof places / sizeof *places);
  tcase_add_test(tests, rows_of_one_time_are_counted);
  tcase_add_test(tests, scales_are_of_quantities);
  tcase_add_test(tests, the_worst_entry_stays);
  return test_run("timeline", &tests, 1);
}
