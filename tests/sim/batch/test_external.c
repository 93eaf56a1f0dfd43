/* covers: points, batch
 *
 * External fields in a file, common or one per point, in a batch and alone. */
#include "tests/sim/batch/many.h"

enum { POINTS = 23, TIMES = 4 };

#define LAW                                                                  \
  "material: held\n"                                                         \
  "parameters: {E: 1000, alpha: 1e-3}\n"                                     \
  "external: {T: {value: 20, above: 0}, w: 1}\n"                             \
  "free_energy: |\n"                                                         \
  "  e = eps - alpha*(T - 20)*I\n"                                           \
  "  E*w/2*(e : e)\n"

/* At entry `i` of point `p`, whose first entry is the start. */
static double temperature(long p, int i, bool each) {
  return 20 + 10.0 * i + (each ? (double)p : 0);
}

/* The file of `count` points from `first` on; each: points have individual
 * temperatures. */
static void write_points(const char *name, long first, long count, bool each,
                         const char *field) {
  static const double time[TIMES] = {0, 1, 2, 2}, control[6] = {0};
  static double targets[POINTS][TIMES][6];
  double T[POINTS][TIMES];
  for (long p = 0; p < count; p++)
    for (int i = 0; i < TIMES; i++) T[p][i] = temperature(first + p, i, each);
  hid_t file = H5Fcreate(file_of(name), H5F_ACC_TRUNC, H5P_DEFAULT,
                         H5P_DEFAULT);
  hsize_t shape[] = {(hsize_t)count, TIMES, 6};
  write_dataset(file, "/time", 1, shape + 1, time);
  write_dataset(file, "/target", 3, shape, targets[0][0]);
  write_dataset(file, "/control", 1, shape + 2, control);
  write_group(file, "/external");
  write_dataset(file, field, each ? 2 : 1, each ? shape : shape + 1, T[0]);
  H5Fclose(file);
}

static const char *const text =
    "solver: {engine: @, tangent: true}\n"
    "points: {file: all.h5}\n"
    "initial: {w: 2}\n"
    "output: {columns: [external, stress, tangent.xx.T]}\n";

static void expect_rows(const batched *b, long first, long count, bool each) {
  dataset found = read_dataset(b->arena, b->path, "external/T", true);
  dataset w = read_dataset(b->arena, b->path, "external/w", true);
  dataset stress = read_dataset(b->arena, b->path, "stress", true);
  dataset slope = read_dataset(b->arena, b->path, "tangent.xx.T", true);
  ck_assert_int_eq(found.rows, TIMES);
  for (long p = 0; p < count; p++)
    for (int i = 0; i < TIMES; i++) {
      long row = p * TIMES + i;
      double T = temperature(first + p, i, each);
      ck_assert_double_eq(found.values[row], T);
      ck_assert_double_eq(w.values[row], 2);
      ck_assert_close(stress.values[6 * row], -2 * (T - 20), 1e-13, 1e-15);
      if (i) ck_assert_close(slope.values[row], -2, 1e-13, 0);
    }
}

START_TEST(fields_of_points) {
  bool each = _i % 2;
  am_batch_options options = {.chunk = _i / 2 ? 5 : 0};
  for (int engine = 0; engine < 2; engine++) {
    if (!is_here(engine)) continue;
    write_points("all.h5", 0, POINTS, each, "/external/T");
    batched all = run_batch(LAW, on_engine(text, engine), "a.h5", &options);
    ck_assert_msg(all.status == AM_OK, "%s", batch_message(&all));
    ck_assert_double_eq(all.summary.failed, 0);
    expect_rows(&all, 0, POINTS, each);
  }
}
END_TEST

static void expect_refusal(bool each, const char *field, const char *message) {
  write_points("all.h5", 0, POINTS, each, field);
  batched b = run_batch(LAW, on_engine(text, 0), "a.h5", NULL);
  ck_assert_int_eq(b.status, AM_INPUT);
  ck_assert_msg(strstr(batch_message(&b), message), "%s", batch_message(&b));
}

START_TEST(refusals) {
  expect_refusal(true, "/external/S", "/external/S: material 'held' has no "
                                      "such external field");
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("external");
  tcase_add_loop_test(tcase, fields_of_points, 0, 4);
  tcase_add_test(tcase, refusals);
  return test_run("external fields", &tcase, 1);
}
