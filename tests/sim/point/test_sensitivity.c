/* Columns of derivatives by parameters: closed forms, differences of whole
 * runs, names, and error messages. */
#include "tests/sim/point/runs.h"

/* A spring of modulus k_1 in series with a dashpot of viscosity eta, parallel
 * to a spring of modulus k_0 */
#define ZENER                                                            \
  "material: zener\n"                                                    \
  "units: {stress: MPa, time: s}\n"                                      \
  "parameters: {k_0: {value: 1000, unit: MPa}, k_1: 5000,"               \
  " eta: {value: 100, unit: MPa*s}}\n"                                   \
  "internal: {x: symmetric}\n"                                           \
  "free_energy: k_0/2*inner(eps, eps) + k_1/2*inner(eps - x, eps - x)\n" \
  "force_potential: inner(A_x, A_x)/(2*eta)\n"

/* Power law with initial values that are parameters. */
#define AGED                                                            \
  "material: aged\n"                                                    \
  "units: {stress: GPa, time: h}\n"                                     \
  "parameters: {k: {value: 100, unit: h}, eta: 3, m: 3, a: 1e-4,"       \
  " b: [1, 2], n: 2, s: {xx: 1}}\n"                                     \
  "requires: [{that: 's[xx] > 0'}]\n"                                   \
  "internal:\n"                                                         \
  "  x: {type: symmetric, initial: a*I}\n"                              \
  "  g: {type: scalar, initial: a*k}\n"                                 \
  "  y: {type: deviatoric, count: n}\n"                                 \
  "free_energy: |\n"                                                    \
  "  k/2*inner(eps - x, eps - x) + g^2/2 + "                            \
  "sum(i, 1, n, b[i]*inner(dev(eps) - y[i], dev(eps) - y[i]))\n"        \
  "force_potential: |\n"                                                \
  "  eta/(m + 1)*norm(A_x)^(m + 1) + A_g^2/2 +"                         \
  " sum(i, 1, n, inner(A_y[i], A_y[i])/5)\n"

/* A law without state: sigma = E eps, eps_yy = -nu eps. */
START_TEST(elasticity) {
  ran r = run_case(
      ELASTIC,
      "path: [{time: 2, steps: 2, strain: {xx: 1e-3},"
      " stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}]\n"
      "output: {columns: [sensitivity.E, sensitivity.nu,"
      " sensitivity.nu.strain, sensitivity.E.strain]}\n");
  ck_assert_close(last_value(&r, "sensitivity.E.xx"), 1e-3, 1e-12, 0);
  ck_assert_close(last_value(&r, "sensitivity.E.yy"), 0, 0, 1e-15);
  ck_assert_close(last_value(&r, "sensitivity.E.strain.yy"), 0, 0, 1e-18);
  ck_assert_close(last_value(&r, "sensitivity.nu.xx"), 0, 0, 1e-12);
  ck_assert_close(last_value(&r, "sensitivity.nu.strain.xx"), 0, 0, 1e-18);
  ck_assert_close(last_value(&r, "sensitivity.nu.strain.yy"), -1e-3, 1e-12, 0);
}
END_TEST

/* A ramp to the strain 1e-3 in t_1 = 0.03, held to 0.05. */
START_TEST(relaxation) {
  ran r = run_case(
      ZENER,
      "solver: {scheme: rodas4, rtol: 1e-11, atol: 1e-13}\n"
      "path: [{time: 0.03, strain: {xx: 1e-3}}, {time: 0.05, hold: true}]\n"
      "output: {columns: [sensitivity.k_0, sensitivity.k_1,"
      " sensitivity.eta, sensitivity.k_0.strain]}\n");
  double rate = 1e-3 / 0.03, u = 0.03 * 50, w = 0.02 * 50;
  double s = 100 * rate * (1 - exp(-u)), decay = exp(-w);
  double by_1 = rate * 0.03 * exp(-u);
  double by_eta = rate * (1 - exp(-u)) - rate * u * exp(-u);
  ck_assert_close(value_at(&r, 1, "sensitivity.k_0.xx"), 1e-3, 1e-9, 0);
  ck_assert_close(value_at(&r, 1, "sensitivity.k_1.xx"), by_1, 1e-8, 0);
  ck_assert_close(value_at(&r, 1, "sensitivity.eta.xx"), by_eta, 1e-8, 0);
  ck_assert_close(value_at(&r, 2, "sensitivity.k_0.xx"), 1e-3, 1e-9, 0);
  ck_assert_close(value_at(&r, 2, "sensitivity.k_1.xx"),
                  by_1 * decay - s * decay * 0.02 / 100, 1e-8, 0);
  ck_assert_close(value_at(&r, 2, "sensitivity.eta.xx"),
                  by_eta * decay + s * decay * w / 100, 1e-8, 0);
  ck_assert_double_eq(value_at(&r, 2, "sensitivity.k_0.strain.xx"), 0);
}
END_TEST

/* Under constant stress s after a jump the strain is s/k_0 (1 - k_1/(k_0 + k_1)
 * exp(-t/tau)), tau = eta (k_0 + k_1)/(k_0 k_1). */
START_TEST(creep) {
  ran r = run_case(
      ZENER,
      "solver: {scheme: rodas4, rtol: 1e-11, atol: 1e-13,"
      " equilibrium: 1e-13}\n"
      "path:\n"
      "  - {duration: 0, stress: {xx: 1, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}\n"
      "  - {time: 0.1, hold: true, steps: 1000}\n"
      "output: {times: last,"
      " columns: [sensitivity.eta, sensitivity.eta.strain]}\n");
  double z = 0.1 * 1000 * 5000 / (100 * 6000.0);
  ck_assert_close(last_value(&r, "sensitivity.eta.strain.xx"),
                  -1e-3 * 5 / 6 * exp(-z) * z / 100, 2e-6, 0);
  ck_assert_close(last_value(&r, "sensitivity.eta.xx"), 0, 0, 1e-14);
}
END_TEST

/* ---- whole runs ---------------------------------------------------------- */

static const struct {
  const char *solver, *path;
  int cuts;
} walks[] = {
    {"", "  - {time: 2, steps: 5, strain: {xx: 1e-2, xy: -8e-3}}\n", 0},
    /* ramps from the current state, and held components */
    {"",
     "  - {time: 2, steps: 3, strain: {xx: 1e-2, xy: 5e-3},"
     " stress: {yy: 0, zz: 0.1}}\n"
     "  - {time: 3, steps: 3, stress: {xx: 0.2}}\n"
     "  - {time: 4, steps: 2, strain: {xx: hold, yy: hold}}\n"
     "  - {duration: 0, strain: {xx: 2e-2}, stress: {zz: hold}}\n"
     "  - {time: 5, steps: 2, hold: true}\n", 0},
    {"",
     "  - {repeat: 2, segments: [{duration: 1, steps: 2, strain: {xx: 1e-2}},"
     " {duration: 1, steps: 3, stress: {xx: 0.01, yy: hold}}]}\n"
     "  - {time: 6, steps: 2, strain: {yy: '1e-3*sin(t)'}}\n", 0},
    {", tangent: false",
     "  - {time: 1, strain: {xx: 1e-2}}\n"
     "  - {time: 2, steps: 2, stress: {xx: 0, xy: 0.1}}\n", 0},
    /* halved; with stress ramps the halves have separate targets */
    {", newton_iterations: 4",
     "  - {time: 2, steps: 2, strain: {xx: 0.6, xy: -0.5}}\n", 1},
    {", newton_iterations: 4, control: step",
     "  - {time: 2, strain: {xx: 0.1}}\n"
     "  - {time: 3, steps: 2, stress: {xx: 0.3, xy: -2}}\n", 1},
};

enum { WALKS = sizeof walks / sizeof *walks };

static const struct {
  const char *name, *override;
  double value;
} parameters[] = {{"k", "k: %.17g", 100},
                  {"eta", "eta: %.17g", 3},
                  {"m", "m: %.17g", 3},
                  {"a", "a: %.17g", 1e-4},
                  {"b[2]", "b: [1, %.17g]", 2}};

enum { PARAMETERS = sizeof parameters / sizeof *parameters };

static const char *const shown[] = {"xx", "yy", "xy", "strain.xx", "strain.yy",
                                    "strain.xy", "x.xx", "x.xy", "g",
                                    "y[2].xx"};

enum { SHOWN = sizeof shown / sizeof *shown };

/* The column of a value: "stress.xx" for "xx". */
static const char *plain(am_arena *arena, const char *name) {
  return strlen(name) == 2 ? am_format(arena, "stress.%s", name) : name;
}

static ran walk_with(int i, int p, double value, const char *columns) {
  ran r = {0};
  am_arena *arena = test_arena();
  const char *own = am_format(arena, parameters[p].override, value);
  const char *text = am_format(
      arena,
      "solver: {scheme: implicit-euler, newton: 1e-14, equilibrium: 1e-13"
      "%s}\nparameters: {%s}\npath:\n%soutput: {columns: [%s]}\n",
      walks[i].solver, own, walks[i].path, columns);
  ck_assert_msg(prepare_case(&r, AGED, text) == AM_OK, "%s\n%s", text,
                message_of(&r));
  ck_assert_msg(walk_case(&r) == AM_OK, "%s\n%s", text, message_of(&r));
  ck_assert_msg((r.summary.cuts > 0) == (walks[i].cuts > 0), "walk %d: %g", i,
                r.summary.cuts);
  return r;
}

/* Central differences of fourth order. */
static void check_walk(int i, int p) {
  static const double weights[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
  static const double at[4] = {-2, -1, 1, 2};
  am_arena *arena = test_arena();
  double value = parameters[p].value, h = 1e-4 * value;
  const char *name = am_column_canonical(arena, parameters[p].name);
  ran moved[4];
  for (int k = 0; k < 4; k++)
    moved[k] = walk_with(i, p, value + at[k] * h,
                         "stress, strain, internal");
  ran r = walk_with(i, p, value,
                    strcmp(name, "b[2]") ? am_format(arena, "sensitivity.%s, "
                                                     "sensitivity.%s.strain, "
                                                     "sensitivity.%s.x, "
                                                     "sensitivity.%s.g, "
                                                     "sensitivity.%s.y.2",
                                                     name, name, name, name,
                                                     name)
                                         : "sensitivity.b.2, "
                                           "sensitivity.b.2.strain, "
                                           "sensitivity.b.2.x, "
                                           "sensitivity.b.2.g, "
                                           "sensitivity.b.2.y.2");
  for (int c = 0; c < SHOWN; c++) {
    const char *column = am_format(arena, "sensitivity.%s.%s", name, shown[c]);
    double worst = 0, most = 0, largest = 0;
    for (size_t row = 0; row < r.table->rows; row++) {
      double sum = 0;
      for (int k = 0; k < 4; k++) {
        double x = value_at(&moved[k], row, plain(arena, shown[c]));
        sum += weights[k] / h * x;
        largest = fmax(largest, fabs(x));
      }
      most = fmax(most, fabs(sum));
      worst = fmax(worst, fabs(sum - value_at(&r, row, column)));
    }
    double rounding = 1e-14 * fmax(largest, 1e-4) / h;
    ck_assert_msg(worst <= 1e-7 * most + rounding, "walk %d, %s: %g of %g", i,
                  column, worst, most);
  }
}

START_TEST(differences_of_runs) {
  check_walk(_i / PARAMETERS, _i % PARAMETERS);
}
END_TEST

/* ---- initial states ------------------------------------------------------ */

#define HOLD "path: [{time: 1, strain: {xx: 0}}]\n"

START_TEST(states_at_the_start) {
  ran r = run_case(AGED, HOLD
                   "output: {columns: [sensitivity.a.x, sensitivity.a.g,"
                   " sensitivity.k.g, sensitivity.a]}\n");
  ck_assert_close(value_at(&r, 0, "sensitivity.a.x.xx"), 1, 1e-14, 0);
  ck_assert_close(value_at(&r, 0, "sensitivity.a.x.xy"), 0, 0, 1e-14);
  ck_assert_close(value_at(&r, 0, "sensitivity.a.g"), 100, 1e-14, 0);
  ck_assert_close(value_at(&r, 0, "sensitivity.k.g"), 1e-4, 1e-14, 0);
  ck_assert_close(value_at(&r, 0, "sensitivity.a.xx"), -100, 1e-13, 0);
  ran given = run_case(AGED, HOLD
                       "initial: {g: 0.01}\n"
                       "output: {columns: [sensitivity.a.x, "
                       "sensitivity.a.g]}\n");
  ck_assert_close(value_at(&given, 0, "sensitivity.a.x.xx"), 1, 1e-14, 0);
  ck_assert_double_eq(value_at(&given, 0, "sensitivity.a.g"), 0);
}
END_TEST

#define DRAWN                                                            \
  "points: {count: 3, seed: 5, variables: {k: {uniform: [50, 150]}}}\n"  \
  "path: [{time: 2, steps: 4, strain: {xx: 1e-2}}]\n"                    \
  "output: {columns: [sensitivity.eta, sensitivity.k.g]}\n"

/* One of many points has its own parameters. */
START_TEST(one_of_many) {
  ran r = {.arena = test_arena()};
  am_request request = {.point = 1, .threads = 1};
  r.report = am_report_new(r.arena);
  const am_material *material = material_of(&r, AGED);
  ck_assert_int_eq(am_case_from(r.arena, r.report,
                                parse_text(&r, "case.yaml", DRAWN), "/tmp",
                                true, &r.description),
                   AM_OK);
  request.engine = &am_engine_interp;
  am_status status =
      am_run_prepare_points(r.arena, r.report, r.description, material,
                            &request, &r.run);
  ck_assert_msg(status == AM_OK, "%s", message_of(&r));
  ck_assert_int_eq(walk_case(&r), AM_OK);
  double k = r.run->parameters[0];
  ck_assert_double_ge(fabs(k - 100), 1e-3);
  ran alone = run_case(
      AGED, am_format(r.arena,
                      "parameters: {k: %.17g}\n"
                      "solver: {tangent: false}\n"
                      "path: [{time: 2, steps: 4, strain: {xx: 1e-2}}]\n"
                      "output: {columns: [sensitivity.eta, "
                      "sensitivity.k.g]}\n",
                      k));
  ck_assert_uint_eq(r.table->rows, 5);
  for (size_t row = 0; row < 5; row++) {
    ck_assert_double_eq(value_at(&r, row, "sensitivity.eta.xx"),
                        value_at(&alone, row, "sensitivity.eta.xx"));
    ck_assert_double_eq(value_at(&r, row, "sensitivity.k.g"),
                        value_at(&alone, row, "sensitivity.k.g"));
  }
  request = (am_request){.many = true, .point = -1, .threads = 1};
  ck_assert_int_eq(am_run_prepare_points(r.arena, r.report, r.description,
                                         material, &request, &r.run),
                   AM_INPUT);
  ck_assert_ptr_nonnull(
      strstr(message_of(&r),
             "3:20: sensitivities cannot be combined with many points"));
}
END_TEST

/* ---- columns ------------------------------------------------------------- */

static const struct {
  const char *list, *names, *units;
} columns[] = {
    {"[sensitivity.k]",
     "sensitivity.k.xx sensitivity.k.yy sensitivity.k.zz sensitivity.k.yz "
     "sensitivity.k.xz sensitivity.k.xy",
     "GPa/h GPa/h GPa/h GPa/h GPa/h GPa/h"},
    {"[sensitivity.b.2.xy, sensitivity.k.strain.zz, sensitivity.m.g]",
     "sensitivity.b[2].xy sensitivity.k.strain.zz sensitivity.m.g",
     "GPa 1/h "},
    {"['sensitivity.b[1].y[2].xy', sensitivity.k.y.1.yz]",
     "sensitivity.b[1].y[2].xy sensitivity.k.y[1].yz", " "},
};

START_TEST(names_and_units) {
  ran r = run_case(AGED, am_format(test_arena(),
                                   HOLD "output: {columns: %s}\n",
                                   columns[_i].list));
  am_buffer names = {.arena = r.arena}, units = {.arena = r.arena};
  for (size_t i = 0; i < r.table->columns; i++) {
    const char *space = i ? " " : "";
    am_buffer_add(&names, "%s%s", space,
                  r.run->columns->names[i]);
    am_buffer_add(&units, "%s%s", space,
                  r.run->columns->units[i]);
  }
  ck_assert_str_eq(names.text, columns[_i].names);
  ck_assert_str_eq(units.text, columns[_i].units);
}
END_TEST

START_TEST(quantities) {
  static const char *const rows[][2] = {
      {"sensitivity.E.xx", "sensitivity.E"},
      {"sensitivity.tau[2].xx", "sensitivity.tau[2]"},
      {"sensitivity.E.strain.xy", "sensitivity.E.strain"},
      {"sensitivity.E.x[2].xy", "sensitivity.E.x"},
      {"sensitivity.tau[2].alpha", "sensitivity.tau[2].alpha"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_str_eq(am_column_quantity(test_arena(), rows[i][0]),
                     rows[i][1]);
}
END_TEST

/* Requested derivatives do not change other results. */
START_TEST(the_rest_stays) {
  am_arena *arena = test_arena();
  for (size_t s = 0, count; s < (am_schemes(&count), count); s++) {
    const char *scheme = am_schemes(&count)[s].name;
    const char *text = am_format(
        arena,
        "solver: {scheme: %s}\n"
        "path: [{time: 2, steps: 4, strain: {xx: 1e-2, others: 0},"
        " stress: {yy: 0}}]\n"
        "output: {columns: [stress, strain, internal, tangent, evaluations",
        scheme);
    ran without = run_case(AGED, am_format(arena, "%s]}\n", text));
    ran with = run_case(
        AGED, am_format(arena, "%s, sensitivity.k, sensitivity.m.g]}\n", text));
    for (size_t row = 0; row < without.table->rows; row++)
      for (size_t c = 0; c < without.table->columns; c++)
        ck_assert_double_eq(
            without.table->values[row * without.table->columns + c],
            with.table->values[row * with.table->columns + c]);
  }
}
END_TEST

/* ---- rejected input ------------------------------------------------------ */

#define PATH "path: [{time: 1, strain: {xx: 1e-3}}]\n"
#define ASKED(column) PATH "output: {columns: ['sensitivity" column "']}\n"

static const struct {
  const char *text, *message;
} refused[] = {
    {ASKED(""),
     "2:20: the column 'sensitivity' needs the name of a parameter: "
     "sensitivity.NAME"},
    {ASKED("..xx"),
     "2:20: the column 'sensitivity..xx' needs the name of a parameter: "
     "sensitivity.NAME"},
    {ASKED(".etta"),
     "2:20: material 'aged' has no parameter 'etta' (did you mean 'eta'?)"},
    {ASKED(".k.gg"),
     "2:20: unknown column 'sensitivity.k.gg' (did you mean "
     "'sensitivity.k.g'?)"},
    {ASKED(".n"),
     "2:20: parameter 'n' of material 'aged' determines a count or an index "
     "and has no derivative"},
    {ASKED(".s.xx"),
     "2:20: parameter 's' of material 'aged' is a symmetric tensor: "
     "sensitivities need scalars or members of lists of scalars"},
    {ASKED(".b.3"),
     "2:20: parameter 'b' of material 'aged' has the members [1] to [2]"},
    {ASKED(".k.1"), "2:20: parameter 'k' of material 'aged' is not a list"},
    {ASKED(".k") "solver: {strategy: conventional, scheme: implicit-euler}\n",
     "3:20: strategy conventional cannot be combined with sensitivities: "},
    {ASKED(".k") "solver: {engine: cuda}\n",
     "3:18: engine cuda cannot be combined with sensitivities: "},
    {"path: [{time: 1, strain: {xx: '1e-5*k*t'}}]\n"
     "output: {columns: [sensitivity.eta, sensitivity.k]}\n",
     "1:31: this target depends on the parameter 'k': sensitivities with "
     "respect to it are available only for targets independent of it"},
    {"path: [{time: 1, strain: {xx: 1e-3}, until: 'energy > 1'}]\n"
     "output: {columns: [sensitivity.k]}\n",
     "1:45: 'energy' cannot be used in 'until' with sensitivities: use "
     "components of stress or strain, internal variables or the time"},
    {"path: [{time: 1, strain: {xx: 1e-3}, until: 'g > 1'},\n"
     "  {time: 2, hold: true}]\n"
     "output: {columns: [sensitivity.k]}\n",
     "2:3: no sensitivities: after an event, segments need 'duration' instead "
     "of 'time'"},
    {"path: [{time: 1, strain: {xx: 1e-3}, until: 'g > 1'},\n"
     "  {duration: 2, strain: {xx: '1e-3*t'}}]\n"
     "output: {columns: [sensitivity.k]}\n",
     "2:3: no sensitivities: after an event, targets must not depend on t"},
    {"path: [{repeat: 2, segments: [{duration: 1, strain: {xx: '1e-3*t'},"
     " until: 'g > 1'}]}]\n"
     "output: {columns: [sensitivity.k]}\n",
     "1:31: no sensitivities: after an event, targets must not depend on t"},
};

START_TEST(refused_cases) {
  ran r = {0};
  am_status status = prepare_case(&r, AGED, refused[_i].text);
  ck_assert_msg(status == AM_INPUT, "%s\n%s", refused[_i].text,
                message_of(&r));
  ck_assert_msg(!strncmp(message_of(&r), refused[_i].message,
                         strlen(refused[_i].message)),
                "%s\nexpected %s", message_of(&r), refused[_i].message);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("sensitivity");
  tcase_add_test(all, elasticity);
  tcase_add_test(all, relaxation);
  tcase_add_test(all, creep);
  tcase_add_loop_test(all, differences_of_runs, 0, WALKS * PARAMETERS);
  tcase_add_test(all, states_at_the_start);
  tcase_add_test(all, one_of_many);
  tcase_add_loop_test(all, names_and_units, 0,
                      sizeof columns / sizeof *columns);
  tcase_add_test(all, quantities);
  tcase_add_test(all, the_rest_stays);
  tcase_add_loop_test(all, refused_cases, 0,
                      sizeof refused / sizeof *refused);
  return test_run("point/sensitivity", &all, 1);
}
