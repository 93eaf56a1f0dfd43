/* Requests become columns, in their order, with names, units and values. */
#include "base/basis.h"
#include "point/runs.h"

#define PATH "path: [{time: 1, strain: {xx: 1e-3}}]\n"
#define COLUMNS(list) PATH "output: {columns: " list "}\n"

static ran columns_of(const char *material, const char *text) {
  ran r = {0};
  am_status status = prepare_case(&r, material, text);
  ck_assert_msg(status == AM_OK, "%s: %s", text, message_of(&r));
  return r;
}

static const struct {
  const char *material, *list, *names; /* names joined by blanks */
} rows[] = {
    {ELASTIC, "[time]", "time"},
    {ELASTIC, "[stress.xy, time, strain]",
     "stress.xy time strain.xx strain.yy strain.zz strain.yz strain.xz "
     "strain.xy"},
    {ELASTIC, "[internal, time]", "time"},
    {ELASTIC, "[tangent.xy, energy]",
     "tangent.xy.xx tangent.xy.yy tangent.xy.zz tangent.xy.yz tangent.xy.xz "
     "tangent.xy.xy energy"},
    {ELASTIC, "[time, strain.yy, time, strain.yy, work, dissipation]",
     "time strain.yy work dissipation"},
    {LISTED, "[internal]",
     "alpha x[1].xx x[1].yy x[1].zz x[1].yz x[1].xz x[1].xy x[2].xx x[2].yy "
     "x[2].zz x[2].yz x[2].xz x[2].xy"},
    {LISTED, "[x.2.xy, 'x[1].xx', alpha]", "x[2].xy x[1].xx alpha"},
    {LISTED, "[x.2]",
     "x[2].xx x[2].yy x[2].zz x[2].yz x[2].xz x[2].xy"},
    {LISTED, "[derivative.alpha, derivative.x.2.xy.zz]",
     "derivative.alpha.xx derivative.alpha.yy derivative.alpha.zz "
     "derivative.alpha.yz derivative.alpha.xz derivative.alpha.xy "
     "derivative.x[2].xy.zz"},
};

START_TEST(names) {
  ran r = columns_of(rows[_i].material,
                     am_format(test_arena(), COLUMNS("%s"), rows[_i].list));
  am_buffer joined = {.arena = r.arena};
  for (size_t i = 0; i < r.run->columns->count; i++)
    am_buffer_add(&joined, "%s%s", i ? " " : "",
                  r.run->columns->names[i]);
  ck_assert_str_eq(joined.text, rows[_i].names);
}
END_TEST

START_TEST(units) {
  ran r = columns_of(
      MAXWELL, COLUMNS("[time, strain.xx, stress.xx, tangent.xx.xx, energy, "
                       "work, residual, substeps, x.xx]"));
  static const char *const expected[] = {"h",   "",    "GPa", "GPa", "GPa",
                                         "GPa", "GPa", "",    ""};
  for (int i = 0; i < 9; i++)
    ck_assert_str_eq(r.run->columns->units[i], expected[i]);
}
END_TEST

/* Every quantity of the list is a column of some law. */
START_TEST(every_quantity) {
  size_t count;
  const am_quantity *infos = am_point_quantities(&count);
  ck_assert_uint_ge(count, 15);
  for (size_t i = 0; i < count; i++) {
    const char *name = infos[i].name;
    if (!strcmp(name, "derivative.NAME.ij.kl")) name = "derivative.x[1].xx.yy";
    if (!strcmp(name, "sensitivity.NAME")) name = "sensitivity.k[2]";
    ran r = columns_of(LISTED, am_format(test_arena(), COLUMNS("['%s']"),
                                         name));
    ck_assert_uint_ge(r.run->columns->count, 1);
    ck_assert_int_gt((int)strlen(infos[i].about), 5);
  }
}
END_TEST

static const struct {
  const char *solver, *list, *message;
} wrong[] = {
    {"{}", "[strss.xx]",
     "3:20: unknown column 'strss.xx' (did you mean 'stress.xx'?)"},
    {"{}", "[time, stress.yx]",
     "3:26: unknown column 'stress.yx' (did you mean 'stress.xx'?)"},
    {"{}", "[x.3.xy]",
     "3:20: unknown column 'x[3].xy' (did you mean 'x[1].xy'?)"},
    {"{}", "[aplha]", "3:20: unknown column 'aplha' (did you mean 'alpha'?)"},
    {"{}", "[qqqqqqqqqqqq]", "3:20: unknown column 'qqqqqqqqqqqq'"},
    {"{tangent: false}", "[tangent]",
     "3:20: the column 'tangent' needs solver.tangent, which is false"},
    {"{tangent: false}", "[derivative.alpha.xx]",
     "3:20: the column 'derivative.alpha.xx' needs solver.tangent, which is "
     "false"},
    {"{strategy: conventional, scheme: implicit-euler}",
     "[derivative.alpha.xx]",
     "3:20: the column 'derivative.alpha.xx' is not known to the strategy "
     "'conventional', whose update gives no derivatives of internal "
     "variables"},
};

START_TEST(errors) {
  ran r = {0};
  const char *text = am_format(test_arena(), "solver: %s\n" COLUMNS("%s"),
                               wrong[_i].solver, wrong[_i].list);
  ck_assert_int_eq(prepare_case(&r, LISTED, text), AM_INPUT);
  ck_assert_str_eq(message_of(&r), wrong[_i].message);
}
END_TEST

START_TEST(canonical_names) {
  static const char *const pairs[][2] = {
      {"free_energy", "energy"},
      {"x.2.xy", "x[2].xy"},
      {"x[2].xy", "x[2].xy"},
      {"derivative.x.12.xy.xx", "derivative.x[12].xy.xx"},
      {"x.2", "x[2]"},
      {"x2.xy", "x2.xy"},
      {"x.2y", "x.2y"},
      {"", ""},
  };
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    ck_assert_str_eq(am_column_canonical(arena, pairs[i][0]), pairs[i][1]);
}
END_TEST

/* Rows of the tangent are stress components; a strain component moves both
 * entries of a shear: with d sigma/d eps = [i == 0 and j == 5] in
 * coordinates, tr(sigma)/sqrt(3) = sqrt(2) eps_xy. */
START_TEST(tangent_entries) {
  ran r = columns_of(LISTED, COLUMNS("[tangent]"));
  am_step step = {.tangent = {[5] = 1}};
  am_record record = {.step = &step};
  double row[36];
  double *scratch =
      AM_ARRAY(r.arena, double, r.run->columns->scratch);
  am_columns_fill(r.run->columns, &record, scratch, row);
  for (int i = 0; i < 36; i++)
    ck_assert_close(row[i], i < 18 && i % 6 == 5 ? sqrt(2.0 / 3) : 0, 1e-15,
                    0);
}
END_TEST

/* Coordinate c of x[2] moves with coordinate 0 of strain by 1. */
START_TEST(derivative_entries) {
  ran r = columns_of(LISTED, COLUMNS("[derivative.x.2, derivative.alpha]"));
  const am_law *law = r.run->law;
  int nx = law->nx, offset = -1, alpha = -1;
  for (int i = 0; i < law->count; i++) {
    if (!strcmp(law->variables[i].name, "x[2]"))
      offset = law->variables[i].offset;
    if (!strcmp(law->variables[i].name, "alpha"))
      alpha = law->variables[i].offset;
  }
  double *scratch =
      AM_ARRAY(r.arena, double, r.run->columns->scratch);
  for (int c = 0; c < 5; c++) {
    double row[42], *derivative = AM_ARRAY(r.arena, double, 6 * nx);
    am_step step = {.derivative = derivative};
    derivative[offset + c] = 1;
    derivative[5 * nx + alpha] = 3;
    am_columns_fill(r.run->columns, &(am_record){.step = &step}, scratch,
                    row);
    for (int i = 0; i < 36; i++)
      ck_assert_close(row[i],
                      i % 6 < 3 ? am_basis[c + 1][i / 6] / sqrt(3) : 0,
                      1e-15, 0);
    for (int i = 36; i < 42; i++)
      ck_assert_close(row[i], i == 41 ? 3 * sqrt(2) : 0, 1e-15, 0);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("columns");
  tcase_add_loop_test(all, names, 0, sizeof rows / sizeof *rows);
  tcase_add_test(all, units);
  tcase_add_test(all, every_quantity);
  tcase_add_loop_test(all, errors, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(all, canonical_names);
  tcase_add_test(all, tangent_entries);
  tcase_add_test(all, derivative_entries);
  return test_run("point/columns", &all, 1);
}
