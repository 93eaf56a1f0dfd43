#include "tests/sim/archive/files.h"
#include "table/table.h"

static am_arena *arena;
static am_report *report;
static const char *folder;
static am_table *table;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
}

static void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

static am_status read_bytes(const char *text, size_t length) {
  const char *path = am_format(arena, "%s/in.csv", folder);
  test_write(path, text, length);
  report = am_report_new(arena);
  return am_csv_read(arena, report, path, am_nowhere, NULL, &table);
}

static am_status read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

/* Texts that hold the rows (1, 2) and (3, missing) of the columns a and b. */
static const char *const accepted[] = {
    "a,b\n1,2\n3,\n",
    "a,b\n1,2\n3,",
    "a,b\r\n1,2\r\n3,\r\n",
    " a , b \n\t1,  2\n3 , \n",
    "\xef\xbb\xbf\141,b\n1,2\n3,\n",
    "# a comment\n\na,b\n#s,MPa\n1,2\n\n# another, one\n3,\n   \n",
    " # a comment\na,b\n  # another\n1,2\n\t#\n3,\n",
    "a,b\n+1e0,.2e1\n3.0,\n",
    "a;b\n1;2\n3;\n",
    "a;b;\n1,0;2;\n3;;\n",
    "a\tb\n1\t2\n3\t\n",
    "\"a\",\"b\"\n\"1\",\"2,0\"\n3,\"\"\n",
    "a;b\ns;MPa\n100 %;2\n300%;\n",
};

START_TEST(reads_what_the_format_allows) {
  const char *text = accepted[_i];
  ck_assert_int_eq(read_text(text), AM_OK);
  ck_assert_uint_eq(table->rows, 2);
  ck_assert_uint_eq(table->columns, 2);
  ck_assert_str_eq(table->names[0], "a");
  ck_assert_str_eq(table->names[1], "b");
  ck_assert(table->values[0] == 1 && table->values[1] == 2);
  ck_assert(table->values[2] == 3 && isnan(table->values[3]));
}
END_TEST

START_TEST(units_stand_right_behind_the_names) {
  ck_assert_int_eq(read_text("a,b\n#s,MPa\n1,2\n"), AM_OK);
  ck_assert_str_eq(table->units[0], "s");
  ck_assert_str_eq(table->units[1], "MPa");
  ck_assert_int_eq(read_text("a,b\n  #s,MPa\n1,2\n"), AM_OK);
  ck_assert_str_eq(table->units[0], "s");
  ck_assert_int_eq(read_text("a,b\n# one remark\n1,2\n"), AM_OK);
  ck_assert_ptr_null(table->units);
  ck_assert_int_eq(read_text("a,b\n1,2\n#s,MPa\n"), AM_OK);
  ck_assert_ptr_null(table->units);
}
END_TEST

/* A line with another number of units, or another separator, is a comment, with
 * a note. */
START_TEST(units_that_are_none_are_told) {
  static const char *const texts[] = {
      "a,b\n # s,MPa,K\n1,2\n", "a;b\n#s,MPa\n1;2\n",
      "a,b\n#s\tMPa\n1,2\n"};
  static const int columns[] = {4, 2, 2};
  ck_assert_int_eq(read_text(texts[_i]), AM_OK);
  ck_assert_ptr_null(table->units);
  const am_message *first = report->first;
  ck_assert_ptr_nonnull(first);
  ck_assert_int_eq(first->severity, AM_SEVERITY_WARNING);
  ck_assert_int_eq(first->place.line, 2);
  ck_assert_int_eq(first->place.column, columns[_i]);
}
END_TEST

START_TEST(remarks_are_not_units) {
  ck_assert_int_eq(read_text("a,b\n# by hand, twice, at night\n1,2\n"), AM_OK);
  ck_assert_int_eq(read_text("a,b\n#remark\n1,2\n"), AM_OK);
  ck_assert_int_eq(read_text("a,b\n#s,MPa\n#a,b,c\n1,2\n"), AM_OK);
  ck_assert_ptr_null(report->first);
}
END_TEST

static const struct {
  const char *text;
  int line, column;
  const char *message;
} refused[] = {
    {"", 0, 0, "expected a line of column names, found nothing"},
    {"# only\n\n", 0, 0, "expected a line of column names, found nothing"},
    {"a,,c\n", 1, 3, "column 2 has no name"},
    {"# a\n\xef\xbb\xbf#b,c\n1,2\n", 2, 1,
     "the name of column 1 begins with a byte order mark"},
    {"a,b,a\n", 1, 5, "duplicate column 'a'"},
    {"a,b\n1\n", 2, 1,
     "expected 2 cells, one for each column, found 1; begin lines "
     "above the column names with '#'"},
    {"a,b\n1,2\n1,2,3\n", 3, 1,
     "expected 2 cells, one for each column, found 3"},
    {"a,b\n1, two\n", 2, 4, "expected a number, found 'two'"},
    {"a,b\ns,MPa\n", 2, 1, "expected a number, found 's'"},
    {"a,b\ns,MPa\n# end\n", 2, 1, "expected a number, found 's'"},
    {"a,b\nnan,\n1,2\n", 2, 1, "expected a number, found 'nan'"},
    {"a;b\n1,5;2.5\n", 2, 5,
     "expected a number with a decimal comma, as in line 2, found '2.5'"},
    {"a,\"b\n1,2\n", 1, 3,
     "expected a closing quote on the same line"},
    {"a,\"b\" c\n1,2\n", 1, 3,
     "expected a separator after the quoted text"},
    {"a;b\n1;2;3\n", 2, 1,
     "expected 2 cells, one for each column, found 3; begin lines "
     "above the column names with '#'"},
    {"a,b\n1,nan\n", 2, 3, "expected a number, found 'nan'"},
    {"a,b\n1,0x1p3\n", 2, 3, "expected a number, found '0x1p3'"},
    {"a,b\n1,1e999\n", 2, 3, "the number '1e999' is too large"},
    {"a,b\n1;2\n", 2, 1,
     "expected 2 cells, one for each column, found 1; begin lines "
     "above the column names with '#'"},
    {"a,b\n1,\x01\n", 2, 3, "expected a number, found '\\x01'"},
};

START_TEST(refuses_with_a_place) {
  ck_assert_int_eq(read_text(refused[_i].text), AM_INPUT);
  ck_assert_str_eq(report->first->text, refused[_i].message);
  ck_assert_int_eq(report->first->place.line, refused[_i].line);
  ck_assert_int_eq(report->first->place.column, refused[_i].column);
  ck_assert_ptr_null(report->first->next);
}
END_TEST

START_TEST(refuses_too_many_columns) {
  am_buffer text = {.arena = arena};
  for (int i = 0; i <= 10000; i++) am_buffer_add(&text, "c%d,", i);
  am_buffer_add(&text, "last\n");
  ck_assert_int_eq(read_text(text.text), AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   "found 10002 columns, expected at most 10000");
}
END_TEST

START_TEST(refuses_binary_files) {
  ck_assert_int_eq(read_bytes("a,b\n1,\0\n", 8), AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->first->text, "not a text file"));
}
END_TEST

START_TEST(refuses_folders_and_missing_files) {
  ck_assert_int_eq(am_csv_read(arena, report, folder, am_nowhere, NULL, &table),
                   AM_INPUT);
  ck_assert_ptr_nonnull(strstr(report->first->text, "it is a folder"));
  report = am_report_new(arena);
  ck_assert_int_eq(
      am_csv_read(arena, report, "/no/such.csv", am_nowhere, NULL, &table),
      AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   "cannot read '/no/such.csv': No such file or directory");
}
END_TEST

START_TEST(refuses_endless_files) {
  ck_assert_int_eq(
      am_csv_read(arena, report, "/dev/zero", am_nowhere, NULL, &table),
      AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   "cannot read '/dev/zero': it is larger than 64 MB");
}
END_TEST

START_TEST(blank_lines_cost_nothing) {
  enum { SIZE = 8 << 20 };
  char *text = am_arena_alloc(arena, SIZE);
  memset(text, '\n', SIZE);
  memcpy(text, "a\n1", 3);
  text[SIZE - 2] = '2';
  ck_assert_int_eq(read_bytes(text, SIZE), AM_OK);
  ck_assert_uint_eq(table->rows, 2);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("csv_read");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, reads_what_the_format_allows, 0,
                      sizeof accepted / sizeof *accepted);
  tcase_add_test(tests, units_stand_right_behind_the_names);
  tcase_add_loop_test(tests, units_that_are_none_are_told, 0, 3);
  tcase_add_test(tests, remarks_are_not_units);
  tcase_add_loop_test(tests, refuses_with_a_place, 0,
                      sizeof refused / sizeof *refused);
  tcase_add_test(tests, refuses_too_many_columns);
  tcase_add_test(tests, refuses_binary_files);
  tcase_add_test(tests, refuses_folders_and_missing_files);
  tcase_add_test(tests, refuses_endless_files);
  tcase_add_test(tests, blank_lines_cost_nothing);
  return test_run("csv_read", &tests, 1);
}
