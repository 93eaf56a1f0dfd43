/* Values of a case are read correctly; missing keys have their defaults. */
#include "cases.h"

#define HEAD "case: c\nmaterial: m\n"
#define PATH "path: [{duration: 1}]\n"

START_TEST(defaults) {
  opened o = open_case(HEAD PATH);
  const am_case *c = o.description;
  ck_assert_str_eq(c->title, "c");
  ck_assert_str_eq(c->material, "m");
  ck_assert_str_eq(c->file, "test.yaml");
  ck_assert_str_eq(c->settings.engine, "auto");
  ck_assert_str_eq(c->settings.solver.scheme->name, "auto");
  ck_assert_int_eq(c->settings.solver.strategy, AM_STRATEGY_AUTOMATIC);
  ck_assert_int_eq(c->settings.solver.error_control, AM_CONTROL_STRESS);
  ck_assert_int_eq(c->settings.solver.tangent_control, AM_TANGENT_COUPLED);
  ck_assert_int_eq(c->settings.solver.tangent_mode, AM_MODE_VECTOR);
  ck_assert(c->settings.solver.tangent && !c->settings.tangent_given);
  ck_assert_double_eq(c->settings.solver.atol, 1e-6);
  ck_assert_double_eq(c->settings.solver.rtol, 1e-3);
  ck_assert_double_eq(c->settings.solver.equilibrium, 1e-8);
  ck_assert_int_eq(c->settings.solver.newton_iterations, 100);
  ck_assert_int_eq(c->settings.solver.max_substeps, 100000);
  ck_assert_double_eq(c->time, 0);
  ck_assert_ptr_null(c->output);
  ck_assert_ptr_null(c->parameters);
  ck_assert_ptr_null(c->points);
}
END_TEST

START_TEST(default_columns) {
  static const char *const names[] = {"time", "strain", "stress", "internal",
                                      "substeps"};
  opened o = open_case(HEAD PATH "output: {file: x.csv}\n");
  ck_assert_str_eq(o.description->output, "x.csv");
  ck_assert_uint_eq(o.description->column_count, 5);
  for (int i = 0; i < 5; i++)
    ck_assert_str_eq(o.description->columns[i].name, names[i]);
}
END_TEST

START_TEST(everything_is_read) {
  opened o = open_case(
      "format: 1\n" HEAD PATH
      "parameters: {n: 3}\n"
      "parameter_set: hard\n"
      "initial: {time: 2.5, strain: {yy: 1e-3, xy: -2e-3}, alpha: 1}\n"
      "solver:\n"
      "  scheme: implicit-euler\n"
      "  strategy: conventional\n"
      "  error_control: internal\n"
      "  tangent_control: primal\n"
      "  tangent_mode: column\n"
      "  atol: 0\n"
      "  rtol: 1e-9\n"
      "  equilibrium: 1e-6\n"
      "  newton: 1e-10\n"
      "  newton_iterations: 7\n"
      "  max_substeps: 1e3\n"
      "  stress_scale: 70e3\n"
      "  tangent: false\n"
      "  engine: interp\n"
      "output: {columns: [time, x.2.xy]}\n"
      "expect:\n"
      "  - {column: stress.xx, time: 1, value: 50, tolerance: 1e-3,"
      " absolute: 2, source: paper}\n"
      "  - {file: ref.csv, tolerance: 0.1}\n"
      "  - {file: /abs.csv, absolute: 0.1}\n");
  const am_case *c = o.description;
  ck_assert_ptr_nonnull(c->parameters);
  ck_assert_str_eq(c->parameter_set, "hard");
  ck_assert_ptr_nonnull(c->initial);
  ck_assert_double_eq(c->time, 2.5);
  ck_assert_double_eq(c->strain[1], 1e-3);
  ck_assert_double_eq(c->strain[5], -2e-3);
  ck_assert_str_eq(c->settings.solver.scheme->name, "implicit-euler");
  ck_assert_int_eq(c->settings.solver.strategy, AM_STRATEGY_CONVENTIONAL);
  ck_assert_int_eq(c->settings.strategy_place.line, 10);
  ck_assert_int_eq(c->settings.solver.error_control, AM_CONTROL_INTERNAL);
  ck_assert_int_eq(c->settings.solver.tangent_control, AM_TANGENT_PRIMAL);
  ck_assert_int_eq(c->settings.solver.tangent_mode, AM_MODE_COLUMN);
  ck_assert_double_eq(c->settings.solver.atol, 0);
  ck_assert_double_eq(c->settings.solver.rtol, 1e-9);
  ck_assert_double_eq(c->settings.solver.equilibrium, 1e-6);
  ck_assert_double_eq(c->settings.solver.newton, 1e-10);
  ck_assert_int_eq(c->settings.solver.newton_iterations, 7);
  ck_assert_int_eq(c->settings.solver.max_substeps, 1000);
  ck_assert_double_eq(c->settings.solver.stress_scale, 70e3);
  ck_assert(!c->settings.solver.tangent && c->settings.tangent_given);
  ck_assert_str_eq(c->settings.engine, "interp");
  ck_assert_uint_eq(c->column_count, 2);
  ck_assert_str_eq(c->columns[1].name, "x.2.xy");
  ck_assert_uint_eq(c->expectation_count, 3);
  ck_assert_str_eq(c->expectations[0].column, "stress.xx");
  ck_assert_double_eq(c->expectations[0].value, 50);
  ck_assert_double_eq(c->expectations[0].time, 1);
  ck_assert_double_eq(c->expectations[0].absolute, 2);
  ck_assert_str_eq(c->expectations[1].file, "/tmp/ref.csv");
  ck_assert_double_eq(c->expectations[1].tolerance, 0.1);
  ck_assert_str_eq(c->expectations[2].file, "/abs.csv");
}
END_TEST

START_TEST(every_scheme_by_name) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t i = 0; i < count; i++) {
    char text[200];
    snprintf(text, sizeof text, HEAD PATH "solver: {scheme: %s}\n",
             schemes[i].name);
    opened o = open_case(text);
    ck_assert_ptr_eq(o.description->settings.solver.scheme, &schemes[i]);
  }
}
END_TEST

START_TEST(inline_cases_and_batches) {
  opened o = {0};
  ck_assert_int_eq(read_case(&o, PATH, true), AM_OK);
  ck_assert_ptr_null(o.description->material);
  o = open_case(HEAD "points: {file: paths.h5}\n");
  ck_assert_ptr_nonnull(o.description->points);
  ck_assert_ptr_null(o.description->path);
}
END_TEST

START_TEST(files_and_assignments) {
  static const char *const sets[] = {"solver.scheme=ode12",
                                     "path.1.steps=40"};
  char path[] = "/tmp/automat-case-XXXXXX";
  int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  close(descriptor);
  write_file(path, HEAD "path:\n  - {time: 1, steps: 4}\n");
  opened o = {.arena = test_arena()};
  o.report = am_report_new(o.arena);
  ck_assert_int_eq(
      am_case_read(o.arena, o.report, path, sets, 2, &o.description), AM_OK);
  unlink(path);
  ck_assert_str_eq(o.description->settings.solver.scheme->name, "ode12");
  ck_assert_str_eq(o.description->folder, "/tmp");
  ck_assert_str_eq(o.description->file, path);
  ck_assert_int_eq(open_path(&o), AM_OK);
  ck_assert_double_eq(am_path_steps(o.path), 40);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("case");
  tcase_add_test(all, defaults);
  tcase_add_test(all, default_columns);
  tcase_add_test(all, everything_is_read);
  tcase_add_test(all, every_scheme_by_name);
  tcase_add_test(all, inline_cases_and_batches);
  tcase_add_test(all, files_and_assignments);
  return test_run("path/case", &all, 1);
}
