#include <math.h>

#include "table/table.h"

#include "support.h"

static const char *const names[] = {"time", "stress.xx"};

static am_table *ramp(am_arena *arena, size_t rows) {
  am_table *table = am_table_new(arena, names, NULL, 2);
  for (size_t i = 0; i < rows; i++)
    am_table_add(table, (double[]){(double)i, -2.0 * (double)i});
  return table;
}

START_TEST(rows_stay_as_the_table_grows) {
  am_arena *arena = test_arena();
  am_table *table = ramp(arena, 1000);
  ck_assert_uint_eq(table->rows, 1000);
  for (size_t i = 0; i < table->rows; i++) {
    ck_assert(table->values[2 * i] == (double)i);
    ck_assert(table->values[2 * i + 1] == -2.0 * (double)i);
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(thinning_keeps_every_second_row) {
  am_arena *arena = test_arena();
  for (size_t rows = 0; rows < 9; rows++) {
    am_table *table = ramp(arena, rows);
    am_table_thin(table);
    ck_assert_uint_eq(table->rows, (rows + 1) / 2);
    for (size_t i = 0; i < table->rows; i++)
      ck_assert(table->values[2 * i + 1] == -4.0 * (double)i);
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(columns_are_found_by_their_whole_name) {
  am_arena *arena = test_arena();
  am_table *table = ramp(arena, 1);
  ck_assert_int_eq(am_table_column(table, "time"), 0);
  ck_assert_int_eq(am_table_column(table, "stress.xx"), 1);
  ck_assert_int_eq(am_table_column(table, "stress"), -1);
  am_arena_free(arena);
}
END_TEST

/* Numbers and texts remain unchanged while the table grows. */
START_TEST(many_rows) {
  am_arena *arena = test_arena();
  am_table *table = am_table_new(arena, names, NULL, 2);
  for (int i = 0; i < 1000; i++) {
    if (i % 3) {
      am_table_row row = am_table_add_empty(table);
      row.values[0] = i;
      row.texts[1] = "word";
    } else {
      am_table_add(table, (double[]){i, -i});
    }
  }
  ck_assert_uint_eq(table->rows, 1000);
  for (size_t i = 0; i < 1000; i++) {
    ck_assert_double_eq(table->values[2 * i], (double)i);
    ck_assert(isnan(table->values[2 * i + 1]) == (i % 3 != 0));
    ck_assert((am_table_text(table, i, 1) != NULL) == (i % 3 != 0));
  }
  am_table_thin(table);
  ck_assert_ptr_nonnull(am_table_text(table, 1, 1));
  ck_assert_ptr_null(am_table_text(table, 3, 1));
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("table");
  tcase_add_test(tests, rows_stay_as_the_table_grows);
  tcase_add_test(tests, thinning_keeps_every_second_row);
  tcase_add_test(tests, columns_are_found_by_their_whole_name);
  tcase_add_test(tests, many_rows);
  return test_run("table", &tests, 1);
}
