/* Requests become columns, in order, with names, units and values. */
#include "base/basis.h"
#include "point/columns.h"
#include "tests/sim/point/runs.h"

#define PATH "path: [{time: 1, strain: {xx: 1e-3}}]\n"
#define COLUMNS(list) PATH "output: {columns: " list "}\n"

/* An internal variable hides a derived column of the same name. */
#define HIDING                                                   \
  "material: hiding\n"                                           \
  "internal: {pressure: symmetric}\n"                            \
  "free_energy: inner(eps - pressure, eps - pressure)\n"         \
  "force_potential: inner(A_pressure, A_pressure)\n"

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
    {ELASTIC, "[stress.3, principal, mises, strain.eq, stress.xx]",
     "stress.3 stress.1 stress.2 mises strain.eq stress.xx"},
    {ELASTIC, "[work, work.xy, work.ij]",
     "work work.xy work.xx work.yy work.zz work.yz work.xz"},
    {ELASTIC, "[stress.1, {load: stress.xx/2, more: load^2}, pressure]",
     "stress.1 load more pressure"},
    {HIDING, "[pressure, triaxiality]", "pressure.xx pressure.yy pressure.zz "
     "pressure.yz pressure.xz pressure.xy triaxiality"},
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

#define YIELDING                                                         \
  "material: yielding\ninternal: {x: deviatoric}\n"                      \
  "free_energy: 50*inner(eps - x, eps - x)\n"                            \
  "elastic_domain: {yield: mises(A_x) - 1}\n"

#define HEATED                                                           \
  "material: heated\n"                                                   \
  "external: {T: {value: 300}}\n"                                        \
  "free_energy: inner(eps, eps)*T\n"

/* Every quantity of the lists is a column of some law. */
START_TEST(every_quantity) {
  size_t count;
  const am_quantity *infos =
      _i ? am_derived_quantities(&count) : am_point_quantities(&count);
  ck_assert_uint_ge(count, 5);
  for (size_t i = 0; i < count; i++) {
    const char *name = infos[i].name;
    if (infos[i].deformed) continue; /* tests/cli/logarithmic.sh */
    if (!strcmp(name, "derivative.NAME.ij.kl")) name = "derivative.x[1].xx.yy";
    if (!strcmp(name, "sensitivity.NAME")) name = "sensitivity.k[2]";
    bool domain = !strcmp(name, "multiplier.NAME");
    if (domain) name = "multiplier.yield";
    bool field = !strcmp(name, "external") || !strcmp(name, "heat");
    if (!strcmp(name, "tangent.ij.FIELD")) {
      field = true;
      name = "tangent.xx.T";
    }
    ran r = columns_of(domain ? YIELDING : field ? HEATED : LISTED,
                       am_format(test_arena(), COLUMNS("['%s']"), name));
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
     "3:26: unknown column 'stress.yx' (did you mean 'stress.xy'?)"},
    {"{}", "[x.3.xy]",
     "3:20: unknown column 'x[3].xy' (did you mean 'x[1].xy'?)"},
    {"{}", "[aplha]", "3:20: unknown column 'aplha' (did you mean 'alpha'?)"},
    {"{}", "[qqqqqqqqqqqq]",
     "3:20: unknown column 'qqqqqqqqqqqq', expected one of time, strain, "
     "stress, external, internal, multiplier.NAME, tangent, tangent.ij.FIELD, "
     "derivative.NAME.ij.kl, sensitivity.NAME, energy, dissipation, work, "
     "work.ij, balance, heat, substeps, rejected, evaluations, iterations, "
     "equilibrium_iterations, residual, mises, pressure, triaxiality, "
     "principal, strain.eq"},
    {"{}", "[{a: 2*stress}]",
     "3:26: 'stress' has several columns: name one of them, such as stress.xx"},
    {"{tangent: false}", "[tangent]",
     "3:20: the column 'tangent' needs 'solver.tangent: true'"},
    {"{tangent: false}", "[derivative.alpha.xx]",
     "3:20: the column 'derivative.alpha.xx' needs 'solver.tangent: true'"},
    {"{strategy: conventional, scheme: implicit-euler}",
     "[derivative.alpha.xx]",
     "3:20: the column 'derivative.alpha.xx' is not available with the "
     "strategy 'conventional', whose update computes no derivatives of "
     "internal variables"},
    {"{}", "[stress.4]",
     "3:20: unknown column 'stress.4' (did you mean 'stress.1'?)"},
    {"{}", "[presure]",
     "3:20: unknown column 'presure' (did you mean 'pressure'?)"},
    {"{}", "[{a: 2*misses}]",
     "3:26: unknown name 'misses' (did you mean 'mises'?)"},
    {"{}", "[{a: b}, {b: 1}]", "3:24: unknown name 'b'"},
    {"{}", "[{a: a}]", "3:24: unknown name 'a'"},
    {"{}", "[{mises: 1}]",
     "3:21: 'mises' is already the name of a column: choose another name"},
    {"{}", "[{stress: 1}]",
     "3:21: 'stress' is already the name of a column: choose another name"},
    {"{}", "[{a: 1}, {a: 2}]", "3:29: duplicate column 'a'"},
    {"{}", "[{a-b: 1}]",
     "3:21: invalid column name 'a-b': expected a letter followed by letters, "
     "digits or '_', at most 63 characters"},
    {"{}", "[{a: k}]",
     "3:24: the column a must be a scalar, found a list of 2 scalars"},
    {"{}", "[{a: 'k[3]'}]", "3:25: unknown name 'k[3]'"},
    {"{}", "[{a: [1]}]",
     "3:24: expected the expression of a column to be a single value, found a "
     "list"},
    {"{}", "[{}]", "3:19: 'output.columns' is empty: expected names of "
                   "columns, such as [time, strain, stress]"},
    {"{tangent: false}", "[{a: tangent.xx.xx}]",
     "3:24: the column 'tangent.xx.xx' needs 'solver.tangent: true'"},
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
      {"stress.2", "stress.2"},
      {"stress.2.xy", "stress[2].xy"},
      {"", ""},
  };
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    ck_assert_str_eq(am_column_canonical(arena, pairs[i][0]), pairs[i][1]);
}
END_TEST

/* Rows of the tangent are stress components; a strain component changes both
 * entries of a shear: with d sigma/d eps = [i == 0 and j == 5] in coordinates,
 * tr(sigma)/sqrt(3) = sqrt(2) eps_xy. */
START_TEST(tangent_entries) {
  ran r = columns_of(LISTED, COLUMNS("[tangent]"));
  am_step step = {.tangent = {[5] = 1}};
  am_record record = {.step = &step};
  double row[36];
  am_columns_room *room = am_columns_room_new(r.arena, r.run->columns);
  am_columns_fill(r.run->columns, &record, room, row);
  for (int i = 0; i < 36; i++)
    ck_assert_close(row[i], i < 18 && i % 6 == 5 ? sqrt(2.0 / 3) : 0, 1e-15,
                    0);
}
END_TEST

/* The derivative of coordinate c of x[2] by coordinate 0 of the strain is 1. */
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
  am_columns_room *room = am_columns_room_new(r.arena, r.run->columns);
  for (int c = 0; c < 5; c++) {
    double row[42], *derivative = AM_ARRAY(r.arena, double, 6 * nx);
    am_step step = {.derivative = derivative};
    derivative[offset + c] = 1;
    derivative[5 * nx + alpha] = 3;
    am_columns_fill(r.run->columns, &(am_record){.step = &step}, room,
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

/* Hooke's law, lambda = mu = 1200, with e = 1e-3 in xx and g = 4e-4 in yz:
 * trace 1e-3, and the shear 2 mu g gives the principal stresses lambda e ± 2 mu
 * g. */
START_TEST(derived_values) {
  ran r = run_case(
      ELASTIC, "path: [{time: 1, strain: {xx: 1e-3, yz: 4e-4}}]\n"
               "output: {columns: [mises, pressure, triaxiality, principal, "
               "strain.eq]}\n");
  double s[3] = {3.6, 1.2 + 0.96, 1.2 - 0.96};
  double mises = sqrt((pow(s[0] - s[1], 2) + pow(s[1] - s[2], 2) +
                       pow(s[2] - s[0], 2)) / 2);
  ck_assert_close(last_value(&r, "mises"), mises, 1e-14, 0);
  ck_assert_close(last_value(&r, "pressure"), -2, 1e-14, 0);
  ck_assert_close(last_value(&r, "triaxiality"), 2 / mises, 1e-14, 0);
  for (int i = 0; i < 3; i++)
    ck_assert_close(last_value(&r, am_format(r.arena, "stress.%d", i + 1)),
                    s[i], 1e-14, 0);
  /* e:e = 2/3 e^2 + 2 g^2 */
  ck_assert_close(last_value(&r, "strain.eq"),
                  sqrt(2.0 / 3 * (2e-6 / 3 + 2 * 16e-8)), 1e-14, 0);
  ck_assert_double_eq(value_at(&r, 0, "mises"), 0);
  ck_assert(!signbit(value_at(&r, 0, "pressure")));
  ck_assert_msg(isnan(value_at(&r, 0, "triaxiality")), "0/0 is a number");
}
END_TEST

/* Expressions can read columns that are not printed, earlier columns, the time
 * by two names, parameters, their members and definitions. */
START_TEST(defined_values) {
  ran r = run_case(
      ELASTIC, "path: [{time: 2, strain: {xx: 1e-3, xy: 2e-3}}]\n"
               "output:\n"
               "  columns:\n"
               "    - {load: 10*stress.xx, ratio: load/stress.xy}\n"
               "    - {moment: 'if(t > 1, time*mu*work, 0) + E*nu'}\n"
               "    - {stiff: tangent.xx.xx - 3*mu}\n");
  ck_assert_close(last_value(&r, "load"), 36, 1e-14, 0);
  ck_assert_close(last_value(&r, "ratio"), 36 / 4.8, 1e-14, 0);
  double work = (3.6 * 1e-3 + 2 * 4.8 * 2e-3) / 2;
  ck_assert_close(last_value(&r, "moment"), 2 * 1200 * work + 750, 1e-12, 0);
  ck_assert_close(last_value(&r, "stiff"), 0, 0, 1e-9);
  ck_assert_double_eq(value_at(&r, 0, "moment"), 750);

  r = run_case(LISTED, "path: [{time: 1, strain: {xx: 1e-3}}]\n"
                       "output: {columns: ['x[2].xx', {a: 'k[2]*x[2].xx'}, "
                       "{b: 'x.2.xx - x[2].xx'}]}\n");
  ck_assert_double_gt(fabs(last_value(&r, "x[2].xx")), 1e-6);
  ck_assert_double_eq(last_value(&r, "a"), 2000 * last_value(&r, "x[2].xx"));
  ck_assert_double_eq(last_value(&r, "b"), 0);
}
END_TEST

/* Hooke's law: half of stress times strain, a shear with both entries, also
 * over a jump, and back to zero. */
START_TEST(work_of_components) {
  ran r = run_case(
      ELASTIC, "path:\n"
               "  - {time: 1, steps: 3, strain: {xx: 1e-3, xy: 2e-3}}\n"
               "  - {duration: 0, strain: {xx: 2e-3}}\n"
               "  - {time: 2, strain: {xx: 0, xy: 0}}\n"
               "output: {columns: [work, work.ij]}\n");
  for (size_t row = 3; row < 6; row++) {
    double e = row == 3 ? 1e-3 : row == 4 ? 2e-3 : 0, g = row == 5 ? 0 : 2e-3;
    double xx = value_at(&r, row, "work.xx"), xy = value_at(&r, row, "work.xy");
    ck_assert_close(xx, 3600 * e * e / 2, 1e-13, 1e-18);
    ck_assert_close(xy, 2400 * g * g, 1e-13, 1e-18);
    ck_assert_double_eq(value_at(&r, row, "work.yz"), 0);
    ck_assert_close(xx + xy, value_at(&r, row, "work"), 1e-12, 1e-17);
  }
}
END_TEST

/* A Maxwell element pulled at the rate v: stress = eta v (1 - exp(-t/tau)) with
 * tau = eta/k, and its work; the error falls with the square of the steps. */
START_TEST(work_of_maxwell) {
  double eta = 200, v = 1e-3, tau = 2, t = 3, error[2];
  double exact = eta * v * v * (t - tau * (1 - exp(-t / tau)));
  for (int i = 0; i < 2; i++) {
    ran r = run_case(MAXWELL,
                     am_format(test_arena(),
                               "solver: {rtol: 1e-10, atol: 1e-12}\n"
                               "path: [{time: 3, steps: %d, strain: {zz: "
                               "3e-3}}]\noutput: {columns: [work.zz, "
                               "work.xx]}\n",
                               i ? 20 : 10));
    error[i] = last_value(&r, "work.zz") - exact;
    ck_assert_close(last_value(&r, "work.xx"), 0, 0, 1e-18);
  }
  /* h^2/12 times the change of v d stress/dt (Euler and Maclaurin) */
  ck_assert_close(error[0], 0.09 / 12 * 100 * v * v * (exp(-t / tau) - 1), 0.01,
                  0);
  ck_assert_close(error[0] / error[1], 4, 0.02, 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("columns");
  tcase_add_test(all, work_of_components);
  tcase_add_test(all, work_of_maxwell);
  tcase_add_test(all, derived_values);
  tcase_add_test(all, defined_values);
  tcase_add_loop_test(all, names, 0, sizeof rows / sizeof *rows);
  tcase_add_test(all, units);
  tcase_add_loop_test(all, every_quantity, 0, 2);
  tcase_add_loop_test(all, errors, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(all, canonical_names);
  tcase_add_test(all, tangent_entries);
  tcase_add_test(all, derivative_entries);
  return test_run("point/columns", &all, 1);
}
