/* Tables are replayed row by row; invalid ones are rejected. */
#include "cases.h"

#define FILE_NAME "automat-history-test.csv"

static const double zero[6];

/* The path {table: …EXTRA} over a table with this text, after a first
 * segment to time 1 in which yy becomes stress-controlled at 7. */
static opened open_table(const char *table, const char *extra,
                         am_status expected) {
  am_arena *arena = test_arena();
  write_file("/tmp/" FILE_NAME, table);
  opened o =
      open_case(am_format(arena,
                          "case: c\nmaterial: m\npath:\n"
                          "- {time: 1, stress: {yy: 7}, strain: {others: 0}}\n"
                          "- {table: " FILE_NAME "%s}\n",
                          extra));
  am_status status = open_path(&o);
  ck_assert_msg(status == expected, "%s: %s", table,
                status ? only_message(&o) : "no error");
  unlink("/tmp/" FILE_NAME);
  return o;
}

static bool next(opened *o, am_target *target) {
  bool more;
  ck_assert_int_eq(
      am_path_next(o->path, o->report, zero, zero, target, &more), AM_OK);
  return more;
}

START_TEST(rows_are_steps) {
  opened o = open_table("strain.xx,time,other\n# ,s,\n1,2,first\n3,4.5,\n", "",
                        AM_OK);
  am_target target;
  ck_assert_double_eq(am_path_steps(o.path), 3);
  ck_assert_double_eq(am_path_end(o.path), 4.5);
  ck_assert(next(&o, &target));
  ck_assert(next(&o, &target));
  ck_assert_double_eq(target.time, 2);
  ck_assert_double_eq(target.target[0], 1);
  ck_assert(!target.stress_controlled[0] && target.stress_controlled[1]);
  ck_assert_double_eq(target.target[1], 7);
  ck_assert(next(&o, &target));
  ck_assert_double_eq(target.time, 4.5);
  ck_assert_double_eq(target.target[0], 3);
  ck_assert(!next(&o, &target));
  ck_assert_ptr_null(o.report->first);
}
END_TEST

START_TEST(first_row_is_the_start) {
  opened o = open_table("time,strain.xx\n1,0\n2,1\n", "", AM_OK);
  ck_assert_double_eq(am_path_steps(o.path), 2);
  o = open_table("time,strain.xx\n1.0000000000000002,0\n2,1\n", "", AM_OK);
  ck_assert_double_eq(am_path_steps(o.path), 2);
}
END_TEST

/* A first row that differs from the current state is a jump with a separate
 * output row; the same applies to later rows with the time of the previous
 * row. */
START_TEST(rows_of_one_time_are_jumps) {
  static const struct {
    double time, strain;
    bool jump;
  } expected[] = {{1, 0.5, true}, {2, 1, false}, {2, 3, true}, {4, 3, false}};
  opened o =
      open_table("time,strain.xx\n1,0.5\n2,1\n2,3\n4,3\n", "", AM_OK);
  am_target target;
  ck_assert_double_eq(am_path_steps(o.path), 5);
  ck_assert(next(&o, &target));
  for (int i = 0; i < 4; i++) {
    ck_assert(next(&o, &target));
    ck_assert_double_eq(target.time, expected[i].time);
    ck_assert_double_eq(target.target[0], expected[i].strain);
    ck_assert_int_eq(target.jump, expected[i].jump);
    ck_assert_int_eq(target.entered, i < 2);
    ck_assert_double_eq(target.target[1], 7);
  }
  ck_assert(!next(&o, &target) && !o.report->first);
}
END_TEST

/* The stress of a strain-controlled component is not known in advance: a jump
 * leads to the first row. */
START_TEST(unknown_values_are_reached_by_a_jump) {
  opened o = open_table("time,stress.xx\n1,0\n2,1\n", "", AM_OK);
  ck_assert_double_eq(am_path_steps(o.path), 3);
  o = open_table("time,stress.yy\n1,7\n2,1\n", "", AM_OK);
  ck_assert_double_eq(am_path_steps(o.path), 2);
}
END_TEST

/* Components selected without a column keep their value; unnamed ones keep kind
 * and target. */
START_TEST(chosen_without_a_column) {
  static const double strain[6] = {0, 2e-3}, stress[6] = {0, 7, 5, 4};
  opened o = open_table("time,strain.xx\n2,1\n3,2\n",
                        ", stress: [zz, yz], strain: [yy]", AM_OK);
  am_target target;
  bool more;
  ck_assert(next(&o, &target));
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(
        am_path_next(o.path, o.report, strain, stress, &target, &more), AM_OK);
    ck_assert(!target.stress_controlled[1] && target.stress_controlled[2] &&
              target.stress_controlled[3] && !target.stress_controlled[5]);
    ck_assert_double_eq(target.target[0], i + 1);
    ck_assert_double_eq(target.target[1], 2e-3);
    ck_assert_double_eq(target.target[2], 5);
    ck_assert_double_eq(target.target[3], 4);
  }
}
END_TEST

START_TEST(choice_of_control) {
  opened o = open_table("time,strain.xx,stress.xx,stress.zz\n2,1,50,3\n",
                        ", stress: [xx]", AM_OK);
  am_target target;
  ck_assert(next(&o, &target));
  ck_assert(next(&o, &target));
  ck_assert(target.stress_controlled[0] && target.stress_controlled[2]);
  ck_assert_double_eq(target.target[0], 50);
  ck_assert_double_eq(target.target[2], 3);
}
END_TEST

static const struct {
  const char *table, *extra, *message;
} wrong[] = {
    {"t,strain.xx\n1,2\n", "",
     "1:1: expected a column time, found 't', 'strain.xx'; assign a column "
     "with 'columns: {column: NAME, as: time}' next to 'table'"},
    {"time,eps\n2,2\n", "",
     "1:1: expected a column with a prescribed quantity, such as strain.xx, "
     "found 'time', 'eps'; assign a column with 'columns: {column: NAME, as: "
     "strain.xx}' next to 'table'"},
    {"time,strain.xx\n1,2\n", "",
     "5:11: '" FILE_NAME "' has no row after the time 1, the start of this "
                         "segment"},
    {"time,strain.xx\n", "",
     "5:11: '" FILE_NAME "' has no rows of numbers"},
    {"time,strain.xx\n0.5,2\n2,1\n", "",
     "2:1: times must be increasing: 0.5 follows 1"},
    {"time,strain.xx\n1,0\n2,2\n2,1\n2,3\n", "",
     "5:1: times must be increasing: 2 occurs in a third row (two rows with "
     "the same time are a jump)"},
    {"time,strain.xx\n1,1\n1,2\n1,1\n", "",
     "4:1: times must be increasing: 1 occurs in a third row (two rows with "
     "the same time are a jump)"},
    {"time,strain.xx\n2,\n", "",
     "2:3: expected a number in the column strain.xx, found an empty cell"},
    {"strain.xx;time\n# a remark\n\n1,5;2\n\"2,5\";\n", "",
     "5:7: expected a number in the column time, found an empty cell"},
    {"time;strain.xx\n2;1,5\n3;2.5\n", "",
     "3:3: expected a number with a decimal comma, as in line 2, found "
     "'2.5'"},
    {"time;strain.xx\n2;1,5\n3;2,5 kN\n", "",
     "3:3: expected a number, found '2,5 kN'"},
    {"time;strain.xx\n2;1.234,5\n", "",
     "2:3: expected a number, found '1.234,5'"},
    {"time,\"strain.xx\n2,1\n", "",
     "1:6: expected a closing quote on the same line"},
    {"time,\"strain\".xx\n2,1\n", "",
     "1:6: expected a separator after the quoted text"},
    {"t,e\n2,1\n", ", columns: {column: e, as: strain.x}",
     "5:62: expected 'as' to be time, external.NAME, or a component of strain, "
     "stress, F or P such as strain.xx, found 'strain.x' (did you mean "
     "'strain.xx'?)"},
    {"time,Strain (%)\n2,1\n", ", columns: {column: Strain, as: strain.xx}",
     "5:55: '" FILE_NAME "' has no column 'Strain'"},
    {"time,e\n2,1\n", ", columns: [{column: e, as: strain.xx, scale: 0}]",
     "5:81: 'scale' must not be 0"},
    {"time,e,strain.xx\n2,1,1\n", ", columns: {column: e, as: strain.xx}",
     "5:11: two columns of '" FILE_NAME "' are used as strain.xx: 'e' and "
                         "'strain.xx'"},
    {"time,e\n2,1\n", ", columns: {colum: e}",
     "5:47: unknown key 'colum' in a column of a table, expected one of "
     "column, as, scale, offset (did you mean 'column'?)"},
    {"time,e\n2,1\n", ", columns: {as: strain.xx}",
     "5:46: 'column' is missing in a column of a table"},
    {"time,strain.xx\n2,1\n", ", strain: [others], stress: [others]",
     "5:64: 'others' is listed twice"},
    {"time,strain.xx,stress.xx\n2,1,1\n", "",
     "5:11: '" FILE_NAME "' has both strain.xx and stress.xx: choose one with "
                         "'strain: [xx]' or 'stress: [xx]'"},
    {"time,strain.xx\n2,1\n", ", stress: [xx]",
     "1:1: expected a column with a prescribed quantity, such as stress.xx, "
     "found 'time', 'strain.xx'; assign a column with 'columns: {column: NAME, "
     "as: stress.xx}' next to 'table'"},
    {"time,strain.xx\n2,1\n", ", strain: [xx, xx]",
     "5:50: 'xx' is listed twice"},
    {"time,strain.xx\n2,1\n", ", strain: [x]",
     "5:46: expected a component to be one of xx, yy, zz, yz, xz, xy, found "
     "'x'"},
    {"time,strain.xx\n2,1\n", ", strain: {xx: 1}",
     "5:45: expected strain to be a list, found a mapping"},
    {"Machine\n1,2\n", "",
     "2:1: expected 1 cell, one for each column, found 2; begin lines above "
     "the column names with '#', or give their number as 'skip' beside "
     "'table'"},
    {"time,strain.xx\n2,1\n", ", steps: 3",
     "5:37: 'steps' cannot be combined with 'table'"},
};

START_TEST(wrong_tables) {
  opened o = open_table(wrong[_i].table, wrong[_i].extra, AM_INPUT);
  ck_assert_str_eq(only_message(&o), wrong[_i].message);
}
END_TEST

/* The same numbers in other formats of tables: strain.xx 0.015 and 0.025,
 * stress.yy 100 and 110 at times 2 and 3. */
static const struct {
  const char *table, *extra;
} laboratories[] = {
    {"time,strain.xx,stress.yy\n2,0.015,100\n3,0.025,110\n", ""},
    {"time;strain.xx;stress.yy\n2;0,015;100\n3;0,025;1,1e2\n", ""},
    {"time;strain.xx;stress.yy;\r\n2;0.015;100;\r\n3;0.025;110;\r\n", ""},
    {"time\tstrain.xx\tstress.yy\n2\t0,015\t100\n3\t0,025\t110\n", ""},
    {"time;strain.xx;stress.yy\ns;-;MPa\n2;0,015;100\n3;0,025;110\n", ""},
    {"time;strain.xx;stress.yy\n2;1,5 %;100\n3;2,5%;110\n", ""},
    {"time;strain.xx;stress.yy\ns;%;MPa\n2;1,5;100\n3;2,5;110\n", ""},
    {"time,strain.xx,stress.yy\n#s,%,\n2,1.5,100\n3,2.5,110\n", ""},
    {"\"time\",\"strain.xx\",\"stress.yy\"\n\"2\",\"0,015\",\"100\"\n"
     "3,\"0,025\",110\n",
     ""},
    {"\xef\xbb\xbf\"t (s)\";\"Strain, eng. (%)\";\"say \"\"load\"\" [kN]\"\n"
     "2;1,5;10\n3;2,5;11\n",
     ", columns: [{column: t (s), as: time}, {column: 'Strain, eng. (%)', as: "
     "strain.xx, scale: 0.01}, {column: 'say \"load\" [kN]', as: stress.yy, "
     "scale: 10}]"},
    {"time;strain.xx;MPa\ns;%;\n2;0,015;100\n3;0,025;110\n",
     ", columns: [{column: strain.xx, scale: 1}, {column: MPa, as: "
     "stress.yy}]"},
    {"time,stress.yy,strain.xx\n2,0.015,100\n3,0.025,110\n",
     ", columns: [{column: stress.yy, as: strain.xx}, {column: strain.xx, as: "
     "stress.yy}]"},
    {"time\t,strain.xx\t,stress.yy\n2\t,0.015\t,100\n3\t,0.025\t,110\n", ""},
    {"Report; 3\n\n#\ntime;strain.xx;stress.yy\n2;0,015;100\n3;0,025;110\n",
     ", skip: 3"},
    {"time,e,stress.yy\n2,-1.5,100\n3,-0.5,110\n",
     ", columns: {column: e, as: strain.xx, scale: 0.01, offset: 0.03}"},
    {"time,strain.xx,stress.yy\n,%,\n2,0.005,100\n3,0.015,110\n",
     ", columns: {column: strain.xx, offset: 0.01}"},
};

START_TEST(tables_of_laboratories) {
  opened o = open_table(laboratories[_i].table, laboratories[_i].extra, AM_OK);
  am_target target;
  ck_assert_double_eq(am_path_steps(o.path), 3);
  ck_assert(next(&o, &target));
  for (int i = 0; i < 2; i++) {
    ck_assert(next(&o, &target));
    ck_assert_double_eq(target.time, 2 + i);
    ck_assert_close(target.target[0], 0.015 + 0.01 * i, 1e-15, 0);
    ck_assert_close(target.target[1], 100 + 10 * i, 1e-15, 0);
    ck_assert(!target.stress_controlled[0] && target.stress_controlled[1]);
  }
}
END_TEST

START_TEST(others_of_a_table) {
  opened o = open_table("time,strain.xx,stress.xx,stress.yy,strain.yy\n"
                        "2,1,2,3,4\n",
                        ", strain: [xx], stress: [others]", AM_OK);
  am_target target;
  ck_assert(next(&o, &target));
  ck_assert(next(&o, &target));
  for (int c = 0; c < 6; c++)
    ck_assert_int_eq(target.stress_controlled[c], c != 0);
  ck_assert_double_eq(target.target[0], 1);
  ck_assert_double_eq(target.target[1], 3);
}
END_TEST

START_TEST(missing_file) {
  opened o = open_case("case: c\nmaterial: m\npath:\n"
                       "- {table: no-such-file.csv}\n");
  ck_assert_int_eq(open_path(&o), AM_INPUT);
  ck_assert_int_eq(o.report->first->place.line, 4);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("history");
  tcase_add_test(all, rows_are_steps);
  tcase_add_test(all, first_row_is_the_start);
  tcase_add_test(all, rows_of_one_time_are_jumps);
  tcase_add_test(all, unknown_values_are_reached_by_a_jump);
  tcase_add_test(all, choice_of_control);
  tcase_add_test(all, chosen_without_a_column);
  tcase_add_loop_test(all, wrong_tables, 0, sizeof wrong / sizeof *wrong);
  tcase_add_loop_test(all, tables_of_laboratories, 0,
                      sizeof laboratories / sizeof *laboratories);
  tcase_add_test(all, others_of_a_table);
  tcase_add_test(all, missing_file);
  return test_run("path/history", &all, 1);
}
