/* test_picture.c: pictures of tables. */
#include "studies.h"

/* Two curves among rows, some of which are skipped; names do not include a
 * column with a single value. */
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
  am_table *table = am_table_new(arena, names, units, 5);
  for (size_t i = 0; i < 5; i++) {
    am_table_row row = am_table_add_empty(table);
    row.values[0] = rows[i].n;
    row.texts[1] = rows[i].scheme;
    if (rows[i].control) row.texts[2] = rows[i].control;
    if (i != 3) row.values[3] = 10 * (double)i;
    row.texts[4] = rows[i].on;
  }
  const am_study study = {.table = table, .panels = &panel, .panel_count = 1};
  am_picture p = am_study_picture(arena, "title", &study);
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

int main(void) {
  TCase *cases[] = {tcase_create("table")};
  tcase_add_test(cases[0], curves);
  return test_run("table", cases, 1);
}
