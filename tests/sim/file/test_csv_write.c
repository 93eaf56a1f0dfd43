#include <float.h>

#include "file/parts.h"
#include "tests/sim/archive/files.h"
#include "table/table.h"

static const char *const names[] = {"time", "x[2].xy", "alpha"};
static const char *const units[] = {"s", "MPa", NULL};

START_TEST(writes_names_units_and_rows) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  const char *folder = test_folder(arena);
  const char *path = am_format(arena, "%s/out.csv", folder);
  am_file csv;
  ck_assert_int_eq(am_file_create(arena, report, path, &csv), AM_OK);
  am_csv_table(&csv, am_table_new(arena, names, units, 3));
  am_csv_row(&csv, (double[]){0, -1.5, NAN}, 3);
  am_csv_row(&csv, (double[]){0.1, 1e300, 3}, 3);
  ck_assert(!csv.error);
  ck_assert_int_eq(am_file_commit(&csv, report), AM_OK);
  ck_assert_str_eq(test_read(arena, path),
                   "time,x[2].xy,alpha\n#s,MPa,\n0,-1.5,\n"
                   "0.10000000000000001,1.0000000000000001e+300,3\n");
  test_remove(arena, folder);
  am_arena_free(arena);
}
END_TEST

START_TEST(reads_back_to_the_same_bits) {
  static const double values[] = {
      0.0,     1.0 / 3, -DBL_MAX, DBL_MIN, DBL_TRUE_MIN, M_PI,
      1 + DBL_EPSILON, 1e-5, 55e3, -123456789.123456789};
  enum { COUNT = sizeof values / sizeof *values };
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  const char *folder = test_folder(arena);
  const char *path = am_format(arena, "%s/out.csv", folder);
  am_file csv;
  am_table *table;
  ck_assert_int_eq(am_file_create(arena, report, path, &csv), AM_OK);
  am_csv_table(&csv, am_table_new(arena, names, units, 1));
  for (int i = 0; i < COUNT; i++) am_csv_row(&csv, &values[i], 1);
  ck_assert_int_eq(am_file_commit(&csv, report), AM_OK);
  ck_assert_int_eq(am_csv_read(arena, report, path, am_nowhere, NULL, &table),
                   AM_OK);
  ck_assert_uint_eq(table->rows, COUNT);
  for (int i = 0; i < COUNT; i++) ck_assert(table->values[i] == values[i]);
  ck_assert_str_eq(table->units[0], "s");
  test_remove(arena, folder);
  am_arena_free(arena);
}
END_TEST

START_TEST(notices_a_full_disk_early) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_file csv;
  ck_assert_int_eq(
      am_file_create(arena, report, "/dev/full", &csv), AM_OK);
  am_csv_table(&csv, am_table_new(arena, names, units, 3));
  for (int i = 0; i < 100000 && !csv.error; i++)
    am_csv_row(&csv, (double[]){1, 2, 3}, 3);
  ck_assert(csv.error);
  ck_assert_int_eq(am_file_commit(&csv, report), AM_ENVIRONMENT);
  am_arena_free(arena);
}
END_TEST

/* Quotes are written only for texts that need them (RFC 4180). */
START_TEST(texts_are_quoted_where_they_need_it) {
  static const char *const heads[] = {"a", "b,c", "status"};
  static const char *const of[] = {NULL, "MPa", ""};
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  const char *folder = test_folder(arena);
  const char *path = am_format(arena, "%s/out.csv", folder);
  am_table *table = am_table_new(arena, heads, of, 3);
  am_table_row row = am_table_add_empty(table);
  row.values[0] = 0.1;
  row.texts[2] = "say \"no\", or\nnot";
  row = am_table_add_empty(table);
  row.texts[0] = "word";
  row.values[1] = -INFINITY;
  row.texts[2] = "";
  am_file csv;
  ck_assert_int_eq(am_file_create(arena, report, path, &csv), AM_OK);
  am_csv_table(&csv, table);
  am_csv_row(&csv, (double[]){1, 2, NAN}, 3);
  ck_assert_int_eq(am_file_commit(&csv, report), AM_OK);
  ck_assert_str_eq(test_read(arena, path),
                   "a,\"b,c\",status\n#,MPa,\n"
                   "0.10000000000000001,,\"say \"\"no\"\", or\nnot\"\n"
                   "word,-inf,\n1,2,\n");
  ck_assert_int_eq(am_table_column(table, "b,c"), 1);
  ck_assert_int_eq(am_table_column(table, "b"), -1);
  test_remove(arena, folder);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("csv_write");
  tcase_add_test(tests, writes_names_units_and_rows);
  tcase_add_test(tests, reads_back_to_the_same_bits);
  tcase_add_test(tests, notices_a_full_disk_early);
  tcase_add_test(tests, texts_are_quoted_where_they_need_it);
  return test_run("csv_write", &tests, 1);
}
