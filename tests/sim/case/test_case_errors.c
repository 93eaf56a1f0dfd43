/* covers: case, path
 *
 * Each violated rule of a case gives its message at its place. */
#include "cases.h"

#define HEAD "case: c\nmaterial: m\n"
#define PATH "path: [{duration: 1}]\n"
#define SOLVER HEAD PATH "solver: "
#define SEGMENT HEAD "path:\n- "
#define EXPECT HEAD PATH "expect:\n- "

typedef struct {
  const char *text, *message;
} row;

static const row rows[] = {
    /* the case */
    {HEAD PATH "pathh: 1\n",
     "4:1: unknown key 'pathh' in the case, expected one of format, case, "
     "material, parameters, parameter_set, rotation, kinematics, adiabatic, "
     "notation, "
     "initial, "
     "solver, path, output, expect, points, fit, microstructure, phases, "
     "external, homogenization (did you mean 'path'?)"},
    {"material: m\n" PATH, "1:1: 'case' is missing in the case"},
    {"case: c\n" PATH, "1:1: 'material' is missing in the case"},
    {HEAD, "1:1: 'path' is missing in the case"},
    {HEAD "path: []\n",
     "3:7: 'path' is empty: expected a list of segments, "
     "such as '- {time: 1, strain: {xx: 0.01}}'"},
    {HEAD "path: {time: 1}\n",
     "3:7: expected path to be a list, found a mapping"},
    {"format: 2\n" HEAD PATH,
     "1:9: expected format to be 1, the only version of this program, found "
     "'2'"},
    {HEAD PATH "parameters: 3\n",
     "4:13: expected parameters to be a mapping, found '3'"},
    {SEGMENT "{time: 1, external: {T: 3}}\n",
     "4:24: the material has no external field 'T', nor any other"},
    {SEGMENT "{time: 1, hold: true, external: {T: 3}}\n",
     "4:13: 'hold: true' keeps all targets: remove it or the new targets"},
    {SEGMENT "{repeat: 2, external: {T: 3}, segments: []}\n",
     "4:15: 'external' cannot be combined with 'repeat'"},
    {HEAD PATH "rotation: {}\n", "4:11: 'unit' is missing in rotation"},
    {HEAD PATH "initial: {time: soon}\n",
     "4:17: expected initial.time to be a number, found 'soon'"},
    {HEAD PATH "initial: {strain: 1}\n",
     "4:19: expected initial.strain to be a mapping, found '1'"},
    {HEAD PATH "initial: {strain: {yx: 1}}\n",
     "4:20: unknown key 'yx' in initial.strain, expected one of xx, yy, zz, "
     "yz, xz, xy (did you mean 'xy'?)"},
    {HEAD PATH "initial: {stress: {xx: 1}, strain: {xx: 0}}\n",
     "4:28: expected 'strain' or 'stress' in 'initial', found both: with an "
     "initial stress, strains are measured from that state"},
    {HEAD PATH "initial: {strain: {xx: .nan}}\n",
     "4:24: expected initial.strain.xx to be a finite number, found "
     "'.nan'"},
    {HEAD PATH "output: {fil: a}\n",
     "4:10: unknown key 'fil' in output, expected one of file, columns, "
     "times, every, rows, fields, restart (did you mean 'file'?)"},
    {HEAD PATH "output: {times: [1, 1]}\n",
     "4:21: times must be strictly increasing: expected more than 1, found "
     "'1'"},
    {HEAD PATH "output: {times: []}\n",
     "4:17: 'output.times' is empty: expected a list of times"},
    {HEAD PATH "output: {times: lst}\n",
     "4:17: expected output.times, unless it is a list of times, to be one of "
     "all, last, found 'lst' (did you mean 'last'?)"},
    {HEAD PATH "output: {file: ''}\n", "4:16: output.file is empty"},
    {HEAD PATH "output: {columns: []}\n",
     "4:19: 'output.columns' is empty: expected names of columns, such as "
     "[time, strain, stress]"},
    {HEAD PATH "output: {columns: time}\n",
     "4:19: expected output.columns to be a list, found 'time'"},
    {HEAD PATH "output: {columns: [[time]]}\n",
     "4:20: expected a column to be a text, found a list"},
    {HEAD PATH "points: 3\n",
     "4:9: expected points to be a mapping, found '3'"},

    /* solver */
    {SOLVER "{atoll: 1}\n",
     "4:10: unknown key 'atoll' in solver, expected one of scheme, strategy, "
     "control, error_control, tangent_control, tangent_mode, atol, rtol, "
     "equilibrium, newton, newton_on, newton_iterations, substeps, "
     "max_substeps, "
     "largest_substep, stress_scale, tangent, engine, precision (did you mean "
     "'atol'?)"},
    {SOLVER "{strategy: automatik}\n",
     "4:20: expected solver.strategy to be one of automatic, semi-automatic, "
     "conventional, found 'automatik' (did you mean 'automatic'?)"},
    {SOLVER "{precision: half}\n",
     "4:21: expected solver.precision to be one of double, single, found "
     "'half'"},
    {SOLVER "{error_control: strain}\n",
     "4:25: expected solver.error_control to be one of stress, internal, "
     "found 'strain'"},
    {SOLVER "{tangent_mode: row}\n",
     "4:24: expected solver.tangent_mode to be one of vector, column, found "
     "'row'"},
    {SOLVER "{engine: gpu}\n",
     "4:18: expected solver.engine to be one of auto, interp, native, cuda, "
     "found 'gpu'"},
    {SOLVER "{tangent: yes}\n",
     "4:19: expected solver.tangent to be true or false, found 'yes'"},
    {SOLVER "{atol: -1}\n",
     "4:16: expected solver.atol to be at least 0, found '-1'"},
    {SOLVER "{rtol: -1e-9}\n",
     "4:16: expected solver.rtol to be at least 0, found '-1e-9'"},
    {SOLVER "{atol: 0, rtol: 0}\n",
     "4:25: solver.atol and solver.rtol are both 0, at least one must be "
     "positive"},
    {SOLVER "{equilibrium: 0}\n",
     "4:23: expected solver.equilibrium to be positive, found '0'"},
    {SOLVER "{newton: 0}\n",
     "4:18: expected solver.newton to be positive, found '0'"},
    {SOLVER "{stress_scale: -1}\n",
     "4:24: expected solver.stress_scale to be positive, found '-1'"},
    {SOLVER "{newton_iterations: 0}\n",
     "4:29: expected solver.newton_iterations to be a whole number from 1 to "
     "1000000, found '0'"},
    {SOLVER "{max_substeps: 1.5}\n",
     "4:24: expected solver.max_substeps to be a whole number from 1 to "
     "10000000, found '1.5'"},
    {SOLVER "{scheme: ode23, strategy: conventional}\n",
     "4:35: the strategy 'conventional' needs the scheme 'implicit-euler', "
     "found 'ode23'"},

    /* expect */
    {HEAD PATH "expect: {}\n",
     "4:9: expected expect to be a list, found a mapping"},
    {EXPECT "{colum: a}\n",
     "5:4: unknown key 'colum' in an expectation, expected one of column, "
     "time, value, formula, file, tolerance, absolute, source (did you mean "
     "'column'?)"},
    {EXPECT "{column: a, formula: b, value: 1, tolerance: 1}\n",
     "5:27: 'value' cannot be combined with 'formula'"},
    {EXPECT "{column: a, formula: b +, tolerance: 1}\n",
     "5:27: expected an operand, found the end"},
    {EXPECT "{file: a, formula: b, tolerance: 1}\n",
     "5:13: 'formula' cannot be combined with 'file'"},
    {EXPECT "{time: 1, value: 1, tolerance: 1}\n",
     "5:3: 'column' is missing in this expectation"},
    {EXPECT "{column: a, value: 1, tolerance: 1}\n",
     "5:3: 'time' is missing in this expectation"},
    {EXPECT "{column: a, time: 1, value: 1}\n",
     "5:3: 'tolerance' is missing in this expectation"},
    {EXPECT "{file: a.csv, value: 1, tolerance: 1}\n",
     "5:17: 'value' cannot be combined with 'file'"},
    {EXPECT "{file: a.csv, tolerance: -1}\n",
     "5:28: expected tolerance to be at least 0, found '-1'"},

    /* segments */
    {SEGMENT "3\n", "4:3: expected a segment to be a mapping, found '3'"},
    {SEGMENT "{}\n",
     "4:3: a segment needs one of time, duration, rate, times, table, "
     "repeat"},
    {SEGMENT "{tme: 1}\n",
     "4:4: unknown key 'tme' in a segment, expected one of time, duration, "
     "rate, times, table, columns, skip, steps, strain, stress, F, P, "
     "kirchhoff, cauchy, stretch, "
     "external, repeat, hold, segments, until, constraints (did you mean "
     "'time'?)"},
    {SEGMENT "{rate: 1, strain: {xx: 1}, times: [3]}\n",
     "4:30: 'times' cannot be combined with 'rate'"},
    {SEGMENT "{rate: 1, strain: {xx: \"2*t\"}}\n",
     "4:4: a rate needs exactly one new target in 'strain' or 'stress', found "
     "none: name the component, such as 'rate: {xx: 1e-3}'"},
    {SEGMENT "{rate: 1e-300, strain: {xx: 1e300}}\n",
     "4:10: the rate is too small: the end time of the segment overflows "
     "(start 0)"},
    {SEGMENT "{repeat: 2, until: 'x < 1', segments: []}\n",
     "4:15: 'until' cannot be combined with 'repeat'"},
    {SEGMENT "{time: 1, until: ''}\n",
     "4:21: expected an expression, found the end"},
    {SEGMENT "{time: 1, until: 'x <'}\n",
     "4:24: expected an operand, found the end"},
    {SEGMENT "{time: 1, until: 'x + 1'}\n",
     "4:23: expected a comparison of columns and numbers with <, <=, > or >=, "
     "such as 'stress.xx > 100'"},
    {SEGMENT "{time: 1, until: 'x < 1 < y'}\n",
     "4:23: expected a number or a column name"},
    {SEGMENT "{time: 1, until: [x < 1]}\n",
     "4:20: expected until to be a text, found a list"},
    {SEGMENT "{times: [1], steps: 2}\n",
     "4:16: 'steps' cannot be combined with 'times'"},
    {SEGMENT "{repeat: 2, strain: {xx: 1}, segments: []}\n",
     "4:15: 'strain' cannot be combined with 'repeat'"},
    {SEGMENT "{time: 0}\n",
     "4:10: expected a time after the start of the segment, 0, found '0' (for "
     "a jump write 'duration: 0')"},
    {SEGMENT "{time: 2}\n- {time: 1.5}\n",
     "5:10: expected a time after the start of the segment, 2, found '1.5' "
     "(for a jump write 'duration: 0')"},
    {SEGMENT "{duration: -1}\n",
     "4:14: expected duration to be at least 0, found '-1'"},
    {SEGMENT "{duration: 0, steps: 2}\n",
     "4:24: a jump ('duration: 0') is a single loading step, found 'steps: 2'"},
    {SEGMENT "{duration: 1e-301}\n",
     "4:14: expected a duration of at least 1e-300, or 0 for a jump, found "
     "'1e-301'"},
    {SEGMENT "{duration: 1e-400}\n",
     "4:14: expected a duration of at least 1e-300, or 0 for a jump, found "
     "'1e-400'"},
    {SEGMENT "{time: 2, duration: 1}\n",
     "4:10: the segment starts at 0 and lasts 1, so it cannot end at time 2: "
     "give either 'time' or 'duration'"},
    {SEGMENT "{time: 1e308}\n- {duration: 1.7e308}\n",
     "5:14: the duration '1.7e308' is too long: the end time overflows (start "
     "1e+308)"},
    {SEGMENT "{times: []}\n",
     "4:11: 'times' is empty: expected a list of "
     "times"},
    {SEGMENT "{times: [1, 3, 3]}\n",
     "4:18: times must be strictly increasing: expected more than 3, found "
     "'3'"},
    {SEGMENT "{time: 1, steps: 0}\n",
     "4:20: expected steps to be a whole number from 1 to 100000000, found "
     "'0'"},
    {SEGMENT "{time: 1, steps: 1e8}\n- {time: 2}\n",
     "4:1: too many loading steps: 100000001, at most 100000000 are allowed"},
    {SEGMENT "{repeat: 1e8, segments: [{repeat: 1e8, segments: "
             "[{duration: 1}]}]}\n",
     "4:1: too many loading steps: 10000000000000000, at most 100000000 are "
     "allowed"},
    {SEGMENT "{repeat: 2}\n", "4:3: 'segments' is missing in this repetition"},
    {SEGMENT "{repeat: 2, segments: []}\n",
     "4:25: the list of segments is "
     "empty"},
    {SEGMENT "{repeat: 0, segments: [{duration: 1}]}\n",
     "4:12: expected repeat to be a whole number from 1 to 100000000, found "
     "'0'"},
    {SEGMENT "{repeat: 2, segments: [{time: 1}]}\n",
     "4:27: 'time' is not allowed inside a repetition: use 'duration', 'rate' "
     "or 'repeat'"},
    {SEGMENT "{repeat: 2, segments: [{table: a.csv}]}\n",
     "4:27: 'table' is not allowed inside a repetition: use 'duration', 'rate' "
     "or 'repeat'"},
    {SEGMENT "{repeat: 10, segments: [{duration: 1e308}]}\n",
     "4:12: the repetition is too long: its end time overflows"},
    {SEGMENT "{time: 1, hold: true, strain: {xx: 1}}\n",
     "4:13: 'hold: true' keeps all targets: remove it or the new targets"},
    {SEGMENT "{time: 1, hold: 3}\n",
     "4:19: expected hold to be true or false, found '3'"},
    {SEGMENT "{time: 1, strain: {xx: 1}, stress: {xx: 0}}\n",
     "4:39: component xx is prescribed both in 'strain' and in 'stress': "
     "remove one"},
    {SEGMENT "{time: 1, strain: {xz: 1, zx: 1}}\n",
     "4:29: unknown key 'zx' in strain, expected one of xx, yy, zz, yz, xz, "
     "xy, others (did you mean 'xz'?)"},
    {SEGMENT "{time: 1, strain: {xx: 1, others: 1}, stress: {others: 0}}\n",
     "4:50: 'others' is prescribed both in 'strain' and in 'stress': "
     "remove one"},
    {SEGMENT "{time: 1, strain: {xx: 1, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0},\n"
             "   stress: {others: 0}}\n",
     "5:13: 'others' has no effect: all six components are named"},
    {SEGMENT "{time: 1, strain: 1}\n",
     "4:21: expected strain to be a mapping, found '1'"},
    {SEGMENT "{time: 1, strain: {xx: [1]}}\n",
     "4:26: expected the target strain.xx to be a single value, found a "
     "list"},
    {SEGMENT "{time: 1, strain: {xx: 1e999}}\n",
     "4:26: expected the target strain.xx to be a finite number, found "
     "'1e999'"},
    {SEGMENT "{time: 1, stress: {xx: \"2*sin(tt)\"}}\n",
     "4:33: unknown name 'tt' (did you mean 't'?)"},
};

enum { ROWS = sizeof rows / sizeof *rows };

START_TEST(messages) {
  const row *r = &rows[_i];
  opened o = {0};
  am_status status = read_case(&o, r->text, false);
  if (status == AM_OK) status = open_path(&o);
  ck_assert_msg(status == AM_INPUT, "%s: status %d", r->text, (int)status);
  ck_assert_msg(!strcmp(only_message(&o), r->message),
                "%s\n  gives    %s\n  expected %s", r->text,
                only_message(&o), r->message);
}
END_TEST

START_TEST(inline_case_with_material) {
  opened o = {0};
  ck_assert_int_eq(read_case(&o, "material: m\n" PATH, true), AM_INPUT);
  ck_assert_str_eq(only_message(&o),
                   "1:1: remove 'material': a case in the checks of a material "
                   "is run with that material");
}
END_TEST

/* A formula is refused by the rules of the expression language, inside the
 * scalar. */
START_TEST(formulas) {
  static const struct {
    const char *formula;
    int column;
  } bad[] = {{"d", 27},         {"2*", 29},     {"eps[xx]", 27},
             {"1 + x[1]", 31},  {"hodl", 27},   {"t <= 1", 29},
             {"2 + foo(t)", 31}, {"t : d[1]", 32}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[200];
    snprintf(text, sizeof text, SEGMENT "{time: 1, strain: {xx: \"%s\"}}\n",
             bad[i].formula);
    opened o = {0};
    ck_assert_int_eq(read_case(&o, text, false), AM_OK);
    ck_assert_msg(open_path(&o) == AM_INPUT, "%s", text);
    am_place place = o.report->first->place;
    ck_assert_msg(place.line == 4 && place.column == bad[i].column, "%s: %s",
                  text, only_message(&o));
  }
}
END_TEST

START_TEST(empty_target) {
  opened o = {0};
  ck_assert_int_eq(
      read_case(&o, SEGMENT "{time: 1, strain: {xx: ''}}\n", false), AM_OK);
  ck_assert_int_eq(open_path(&o), AM_INPUT);
  ck_assert_int_eq(o.report->first->place.line, 4);
}
END_TEST

START_TEST(deep_nesting) {
  am_buffer text = {.arena = test_arena()};
  am_buffer_add(&text, SEGMENT);
  for (int i = 0; i < 200; i++)
    am_buffer_add(&text, "{repeat: 1, segments: [");
  opened o = {0};
  ck_assert_int_eq(read_case(&o, text.text, false), AM_INPUT);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("case errors");
  tcase_add_loop_test(all, messages, 0, ROWS);
  tcase_add_test(all, inline_case_with_material);
  tcase_add_test(all, formulas);
  tcase_add_test(all, empty_target);
  tcase_add_test(all, deep_nesting);
  return test_run("path/case errors", &all, 1);
}
