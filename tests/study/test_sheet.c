/* test_sheet.c: tables of numbers and texts as CSV, and their pictures. */
#include "studies.h"
#include "study/curves.h"

START_TEST(as_csv) {
  static const char *const names[] = {"a", "b,c", "status"};
  static const char *const units[] = {NULL, "MPa", ""};
  static const char expected[] =
      "a,\"b,c\",status\n"
      "#,MPa,\n"
      "0.10000000000000001,,\"say \"\"no\"\", or\nnot\"\n"
      "word,-inf,\n";
  am_arena *arena = test_arena();
  am_sheet *sheet = am_sheet_new(arena, names, units, 3);
  am_sheet_cell *row = am_sheet_add(sheet);
  row[0] = AM_NUMBER(0.1);
  row[2] = AM_TEXT("say \"no\", or\nnot");
  row = am_sheet_add(sheet);
  row[0] = AM_TEXT("word");
  row[1] = AM_NUMBER(-INFINITY);
  row[2] = AM_TEXT("");
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  am_sheet_write(sheet, out);
  fclose(out);
  ck_assert_str_eq(text, expected);
  free(text);
  ck_assert_int_eq(am_sheet_column(sheet, "b,c"), 1);
  ck_assert_int_eq(am_sheet_column(sheet, "b"), -1);
}
END_TEST

START_TEST(aligned) {
  static const char *const names[] = {"scheme", "n", "status"};
  static const char *const units[] = {"", "", ""};
  static const char *const shown[] = {"n", "none", "scheme", "status"};
  static const char expected[] =
      "      n  scheme  status                 \n"
      "      1  euler   ok                     \n"
      "         ode23   a text that is longer t\n"
      "  0.125  a       ok                     \n";
  am_arena *arena = test_arena();
  am_sheet *sheet = am_sheet_new(arena, names, units, 3);
  static const char *const schemes[] = {"euler", "ode23", "a"};
  for (size_t i = 0; i < 3; i++) {
    am_sheet_cell *row = am_sheet_add(sheet);
    row[0] = AM_TEXT(schemes[i]);
    if (i != 1) row[1].number = i ? 0.125 : 1;
    row[2] = AM_TEXT(i == 1 ? "a text that is longer than shown" : "ok");
  }
  am_buffer text = {.arena = arena};
  am_sheet_align(sheet, shown, 4, &text);
  ck_assert_str_eq(text.text, expected);
}
END_TEST

START_TEST(many_rows) {
  static const char *const names[] = {"i"}, *const units[] = {""};
  am_sheet *sheet = am_sheet_new(test_arena(), names, units, 1);
  for (int i = 0; i < 1000; i++) am_sheet_add(sheet)[0].number = i;
  ck_assert_uint_eq(sheet->rows, 1000);
  for (int i = 0; i < 1000; i++)
    ck_assert_double_eq(sheet->cells[i].number, i);
}
END_TEST

/* Two curves among rows of which some are left out; a column with but one
 * value is not part of the names. */
START_TEST(curves) {
  static const char *const names[] = {"n", "scheme", "control", "y", "on"};
  static const char *const units[] = {"", "", "", "MPa", ""};
  static const char *const by[] = {"scheme", "control"};
  static const struct {
    double n;
    const char *scheme, *control, *on;
  } rows[] = {{1, "euler", NULL, "yes"},    {1, "ode23", "stress", "yes"},
              {1, "ode23", "stress", "no"}, {2, "euler", NULL, "yes"},
              {2, "ode23", "stress", "yes"}};
  const am_study_panel panel = {.title = "a", .x = "n", .y = "y",
                                .x_label = "x", .y_label = "y",
                                .y_log = true, .where = "on", .is = "yes",
                                .by = by, .by_count = 2};
  am_arena *arena = test_arena();
  am_sheet *sheet = am_sheet_new(arena, names, units, 5);
  for (size_t i = 0; i < 5; i++) {
    am_sheet_cell *row = am_sheet_add(sheet);
    row[0].number = rows[i].n;
    row[1] = AM_TEXT(rows[i].scheme);
    if (rows[i].control) row[2] = AM_TEXT(rows[i].control);
    if (i != 3) row[3].number = 10 * (double)i;
    row[4] = AM_TEXT(rows[i].on);
  }
  const am_study_figure figure = {NULL, sheet, &panel, 1};
  am_picture p = am_study_picture(arena, "title", &figure);
  ck_assert_str_eq(p.title, "title");
  ck_assert_uint_eq(p.panels[0].count, 2);
  ck_assert(p.panels[0].y.logarithmic && !p.panels[0].x.logarithmic);
  ck_assert_str_eq(p.panels[0].y.unit, "MPa");
  const am_curve *c = p.panels[0].curves;
  ck_assert_str_eq(c[0].name, "euler");
  ck_assert_str_eq(c[1].name, "ode23");
  ck_assert_uint_eq(c[1].count, 2);
  ck_assert_double_eq(c[1].x[1], 2);
  ck_assert_double_eq(c[1].y[0], 10);
  ck_assert_double_eq(c[1].y[1], 40);
  ck_assert(isnan(c[0].y[1]));
}
END_TEST

START_TEST(labels) {
  am_arena *arena = test_arena();
  ck_assert_str_eq(am_study_label(arena, "eps_vp[2].xx"), "eps\\_vp[2].xx");
  ck_assert_str_eq(am_study_label(arena, "a'b^{c}\\"), "a b  c  ");
  ck_assert_str_eq(am_study_label(arena, ""), "");
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("sheet")};
  tcase_add_test(cases[0], as_csv);
  tcase_add_test(cases[0], aligned);
  tcase_add_test(cases[0], many_rows);
  tcase_add_test(cases[0], curves);
  tcase_add_test(cases[0], labels);
  return test_run("sheet", cases, 1);
}
