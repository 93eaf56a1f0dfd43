/* A point repeated as a separate case gives the same rows. */
#include <math.h>

#include "tests/sim/batch/many.h"
#include "batch/batch.h"

typedef struct {
  batched b;
  am_run *run;
  am_table *table;
  am_status walked;
} walked;

static void walk_run(walked *w) {
  am_summary summary;
  const am_columns *columns = w->run->columns;
  w->table = am_columns_table(w->b.arena, columns);
  am_run_sink sink = {.row = am_row_to_table, .data = w->table};
  w->walked =
      am_run_drive(w->b.arena, w->b.report, w->run, &sink, &summary);
}

static walked prepare_point(const char *material, const char *text,
                            long point) {
  walked w = {.b = {.arena = test_arena()}};
  w.b.report = am_report_new(w.b.arena);
  const am_case *description = case_of(&w.b, material, text);
  const am_request request = {.point = point, .threads = 1};
  am_status status = am_run_prepare_points(
      w.b.arena, w.b.report, description, NULL, &request, &w.run);
  ck_assert_msg(status == AM_OK, "%s", batch_message(&w.b));
  return w;
}

/* The text of the replay, run as a case. */
static walked run_text(const char *text) {
  walked w = {.b = {.arena = test_arena(), .path = file_of("again.yaml")}};
  am_case *description;
  FILE *out = fopen(w.b.path, "w");
  fputs(text, out);
  fclose(out);
  w.b.report = am_report_new(w.b.arena);
  am_status status = am_case_read(w.b.arena, w.b.report, w.b.path, NULL, 0,
                                  &description);
  if (status == AM_OK)
    status = am_run_prepare(w.b.arena, w.b.report, description, NULL, &w.run);
  ck_assert_msg(status == AM_OK, "%s\n%s", batch_message(&w.b), text);
  walk_run(&w);
  return w;
}

static am_status expect_replay(const char *material, const char *text,
                               long point) {
  walked first = prepare_point(material, text, point);
  walk_run(&first);
  walked second = prepare_point(material, text, point);
  am_buffer out = {.arena = second.b.arena};
  ck_assert_int_eq(
      am_replay_write(second.b.arena, second.b.report, second.run, &out),
      AM_OK);
  if (first.walked != AM_OK)
    ck_assert_msg(!strncmp(batch_message(&second.b), "point ", 6), "%s",
                  batch_message(&second.b));
  walked again = run_text(out.text);
  ck_assert_int_eq(again.walked, first.walked);
  ck_assert_uint_eq(again.table->rows, first.table->rows);
  for (size_t i = 0; i < first.table->rows * first.table->columns; i++) {
    double x = again.table->values[i], y = first.table->values[i];
    ck_assert_msg(x == y || (isnan(x) && isnan(y)), "%.17g, expected %.17g", x,
                  y);
  }
  am_sample_close(first.run->sample);
  am_sample_close(second.run->sample);
  return first.walked;
}

/* Ramps from the current response, jumps, formulas, overrides. */
#define RESPONSE                                                 \
  "parameters: {eta: 170}\n"                                     \
  "initial: {time: 0.5, strain: {zz: 1e-4}, x: {xy: 2e-4}}\n"    \
  "points: {count: 20, seed: 4, variables: {k: {normal: [100, 5]},"  \
  " a: {tensor: [-1e-3, 1e-3]}}}\n"                              \
  "path:\n"                                                      \
  "  - {time: 1, steps: 2, strain: {xx: 'a[xx]', yy: 'a[yy]*t'}}\n" \
  "  - {time: 2, steps: 3, stress: {xx: 0, zz: hold}}\n"         \
  "  - {duration: 0, strain: {xx: hold, xy: 'a[xy]'}}\n"         \
  "  - {repeat: 2, segments: [{duration: 1}, {duration: 0.3,"    \
  " strain: {zz: 0}}]}\n"                                        \
  "output: {columns: [time, strain, stress, x, work]}\n"

START_TEST(responses) {
  for (long point = 0; point < 20; point += 3)
    expect_replay(MAXWELL, RESPONSE, point);
}
END_TEST

/* Expressions of columns read drawn variables, unless an earlier column or a
 * parameter has the name. */
START_TEST(expressions_of_variables) {
  for (long point = 0; point < 5; point++)
    expect_replay(MAXWELL,
                  "points: {count: 5, variables: {q: {uniform: [-2, 2]},"
                  " k: {normal: [100, 5]}, a: {tensor: [-1e-3, 1e-3]}}}\n"
                  "path: [{time: 1, steps: 2, strain: {xx: 1e-3*q,"
                  " xy: 'a[xy]'}}]\n"
                  "output: {columns: [later, time, {z: q*stress.xx,"
                  " y: 'a[xy]*q^2 + z'}, {q: 2*q + mises(a)}, {w: q*k},"
                  " {later: w + t}, q]}\n",
                  point);
}
END_TEST

/* A failing point is replayed up to its failure. */
START_TEST(failures) {
  static const char *const text =
      "points: {count: 20, variables: {a: {uniform: [0, 2e-3]}}}\n"
      "path:\n"
      "  - {time: 1, steps: 4, strain: {xx: a}, stress: {zz: 0}}\n"
      "  - {time: 2, steps: 2, strain: {xx: a*t}, stress: {yy: 0}}\n";
  static const char *const material =
      "material: brittle\n"
      "internal: {p: deviatoric}\n"
      "free_energy: |\n"
      "  (dev(eps - p) : dev(eps - p)) - log(1e-3 - tr(eps))\n"
      "force_potential: 1e-3*inner(A_p, A_p)\n";
  for (long point = 0; point < 20; point++)
    expect_replay(material, text, point);
}
END_TEST

/* Derivatives enter the error if a column requests them, and may cause a point
 * to fail: the replay requests them, too. */
START_TEST(failures_of_derivatives) {
  static const char *const columns[] = {"derivative.k", "tangent"};
  int failed[2] = {0};
  for (int i = 0; i < 2; i++) {
    const char *text = am_format(
        test_arena(),
        "solver: {scheme: ode23, rtol: 1e-4, max_substeps: 10,"
        " tangent: true}\n"
        "points: {count: 20, variables: {a: {uniform: [0, 4e-3]}}}\n"
        "path: [{time: 1, steps: 3, strain: {xx: a},"
        " stress: {others: 0}}]\n"
        "output: {columns: [stress, %s]}\n",
        columns[i]);
    for (long point = 0; point < 20; point++)
      failed[i] += expect_replay(METAL, text, point) == AM_FAILED;
  }
  ck_assert_int_gt(failed[0], failed[1] + 2);
  ck_assert_int_lt(failed[0], 18);
}
END_TEST

/* States of a list variable from a file. */
START_TEST(list_of_a_file) {
  enum { POINTS = 6, TIMES = 3 };
  double time[TIMES] = {0, 1, 2}, control[6] = {0, 1};
  double targets[POINTS][TIMES][6] = {{{0}}}, x[POINTS][12] = {{0}};
  double alpha[POINTS];
  for (int p = 0; p < POINTS; p++) {
    alpha[p] = 0.1 * p;
    x[p][0] = 1e-5 * p;
    x[p][1] = -x[p][0];
    x[p][11] = 3e-5 * p / 7;
    for (int i = 0; i < TIMES; i++) {
      targets[p][i][0] = 1e-3 * i * p / 7;
      targets[p][i][1] = 0.1 * i;
    }
  }
  hid_t file = H5Fcreate(file_of("list.h5"), H5F_ACC_TRUNC, H5P_DEFAULT,
                         H5P_DEFAULT);
  write_dataset(file, "/time", 1, (const hsize_t[]){TIMES}, time);
  write_dataset(file, "/control", 1, (const hsize_t[]){6}, control);
  write_dataset(file, "/target", 3, (const hsize_t[]){POINTS, TIMES, 6},
                targets[0][0]);
  write_group(file, "/initial");
  write_dataset(file, "/initial/x", 2, (const hsize_t[]){POINTS, 12}, x[0]);
  write_dataset(file, "/initial/alpha", 1, (const hsize_t[]){POINTS}, alpha);
  H5Fclose(file);
  for (long point = 0; point < POINTS; point++)
    expect_replay(LISTED,
                  "points: {file: list.h5}\n"
                  "parameters: {k: [900, 2000]}\n"
                  "output: {columns: [strain, stress, internal]}\n",
                  point);
}
END_TEST

/* Parameters and states of a file replace those of the case. */
START_TEST(parameters_of_a_file) {
  double time[2] = {0, 1}, control[6] = {0, 1}, eta[2] = {50, 400};
  double targets[2][2][6] = {{{0}, {1e-3, 2}}, {{0}, {-2e-3, 0}}};
  double x[2][6] = {{0, 1e-4}, {2e-4, 0, 3e-5}};
  hid_t file = H5Fcreate(file_of("eta.h5"), H5F_ACC_TRUNC, H5P_DEFAULT,
                         H5P_DEFAULT);
  write_dataset(file, "/time", 1, (const hsize_t[]){2}, time);
  write_dataset(file, "/control", 1, (const hsize_t[]){6}, control);
  write_dataset(file, "/target", 3, (const hsize_t[]){2, 2, 6},
                targets[0][0]);
  write_group(file, "/parameters");
  write_dataset(file, "/parameters/eta", 1, (const hsize_t[]){2}, eta);
  write_group(file, "/initial");
  write_dataset(file, "/initial/x", 2, (const hsize_t[]){2, 6}, x[0]);
  H5Fclose(file);
  for (long point = 0; point < 2; point++)
    expect_replay(MAXWELL,
                  "parameters: {k: 90, eta: 7}\n"
                  "initial: {x: {xy: 5e-4}}\n"
                  "points: {file: eta.h5}\n"
                  "output: {columns: [strain, stress, x]}\n",
                  point);
}
END_TEST

/* Every point has its own control, which changes at the jump. */
START_TEST(control_of_a_file) {
  enum { POINTS = 4, TIMES = 4 };
  double time[TIMES] = {0, 1, 1, 3};
  double control[POINTS][TIMES][6] = {{{0}}}, targets[POINTS][TIMES][6];
  for (int i = 0; i < POINTS * TIMES * 6; i++) {
    int p = i / (TIMES * 6), t = i / 6 % TIMES, c = i % 6;
    bool stress = t && (c * p + t / 2) % 3 == 1;
    control[p][t][c] = stress;
    targets[p][t][c] = (stress ? 0.1 : 1e-3) * t * cos(c + 2 * p);
  }
  hid_t file = H5Fcreate(file_of("own.h5"), H5F_ACC_TRUNC, H5P_DEFAULT,
                         H5P_DEFAULT);
  write_dataset(file, "/time", 1, (const hsize_t[]){TIMES}, time);
  write_dataset(file, "/control", 3, (const hsize_t[]){POINTS, TIMES, 6},
                control[0][0]);
  write_dataset(file, "/target", 3, (const hsize_t[]){POINTS, TIMES, 6},
                targets[0][0]);
  H5Fclose(file);
  for (long point = 0; point < POINTS; point++)
    expect_replay(MAXWELL,
                  "points: {file: own.h5}\n"
                  "output: {columns: [strain, stress, x]}\n",
                  point);
}
END_TEST

START_TEST(settings_of_the_case) {
  static const char *const material =
      "material: two\n"
      "parameters: {k: 100, eta: 200}\n"
      "parameter_sets: {soft: {k: 40}}\n"
      "internal: {x: symmetric}\n"
      "free_energy: k/2*inner(eps - x, eps - x)\n"
      "force_potential: inner(A_x, A_x)/(2*eta)\n";
  static const char *const text =
      "parameter_set: soft\n"
      "solver: {scheme: rodas4, rtol: 1e-4, engine: interp}\n"
      "points: {count: 3, variables: {eta: {uniform: [90, 400]}}}\n"
      "path: [{time: 9, steps: 3, strain: {xx: 0.1}, stress: {yy: 1}}]\n"
      "output: {columns: [time, strain, stress, x, substeps]}\n";
  for (long point = 0; point < 3; point++)
    expect_replay(material, text, point);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("replay");
  tcase_add_test(all, responses);
  tcase_add_test(all, expressions_of_variables);
  tcase_add_test(all, failures);
  tcase_add_test(all, failures_of_derivatives);
  tcase_add_test(all, list_of_a_file);
  tcase_add_test(all, parameters_of_a_file);
  tcase_add_test(all, control_of_a_file);
  tcase_add_test(all, settings_of_the_case);
  return test_run("batch/replay", &all, 1);
}
