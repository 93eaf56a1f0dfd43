/* covers: points, batch
 *
 * Points of a file with individual kinds of control: the result of a point does
 * not depend on the other points. */
#include "tests/sim/batch/many.h"
#include "batch/batch.h"

enum { POINTS = 41, TIMES = 5 };

/* Kinds and targets of point `p` by time and component: strains and stresses
 * in every mixture, which change in time; the start is in strain. */
static int kind_of(long p, int i, int c) {
  if (i == 0) return 0;
  return (int)((p * 7 + (i / 2) * 5 + c * c * 3 + p * c) / 2 % 3 % 2);
}

static double target_of(long p, int i, int c) {
  double a = (double)((p * 13 + c * 5 + i * 3) % 17) / 17 - 0.4;
  return i == 0 ? 0 : kind_of(p, i, c) ? 40 * a : 1.5e-3 * a;
}

/* The file of `count` points from `first` on; control with or without points,
 * or with a wrong number of points. */
static void write_points(const char *name, long first, long count,
                         long controls) {
  static const double time[TIMES] = {0, 1, 2, 3, 3};
  double targets[POINTS][TIMES][6], control[POINTS + 1][TIMES][6] = {{{0}}};
  for (long p = 0; p < count; p++)
    for (int i = 0; i < TIMES; i++)
      for (int c = 0; c < 6; c++) {
        targets[p][i][c] = target_of(first + p, i, c);
        control[p][i][c] = kind_of(first + p, i, c);
      }
  hid_t file = H5Fcreate(file_of(name), H5F_ACC_TRUNC, H5P_DEFAULT,
                         H5P_DEFAULT);
  hsize_t shape[] = {(hsize_t)controls, TIMES, 6};
  write_dataset(file, "/time", 1, (const hsize_t[]){TIMES}, time);
  write_dataset(file, "/target", 3,
                (const hsize_t[]){(hsize_t)count, TIMES, 6}, targets[0][0]);
  write_dataset(file, "/control", controls ? 3 : 2, shape + !controls,
                control[0][0]);
  H5Fclose(file);
}

static const char *const solvers[] = {
    "scheme: ode23, rtol: 1e-6", "scheme: rodas4, tangent: true",
    "scheme: implicit-euler", "scheme: implicit-euler-adaptive, rtol: 1e-2",
    "control: step, scheme: ode45", "control: step, scheme: implicit-euler",
    "scheme: ode23, tangent: true, tangent_mode: column"};

enum { SOLVERS = sizeof solvers / sizeof *solvers };

static const char *text_of(int solver, const char *file) {
  return am_format(test_arena(),
                   "solver: {engine: @, %s}\n"
                   "points: {file: %s}\n"
                   "output: {columns: [strain, stress, internal, substeps,\n"
                   "  evaluations, energy, dissipation, work]}\n",
                   solvers[solver], file);
}

static const char *const names[] = {"strain", "stress", "internal/p",
                                    "internal/k", "substeps", "evaluations",
                                    "work"};

/* Rows of point `p` of `all`, bit for bit those of `alone`. */
static void expect_point(const batched *all, long p, const batched *alone) {
  for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
    dataset a = read_dataset(all->arena, all->path, names[n], true);
    dataset b = read_dataset(all->arena, alone->path, names[n], true);
    long size = a.rows * a.size;
    ck_assert_int_eq(b.rows, a.rows);
    ck_assert_int_eq(b.size, a.size);
    for (long i = 0; i < size; i++)
      ck_assert_msg(!memcmp(&a.values[p * size + i], &b.values[i],
                            sizeof(double)),
                    "point %ld, %s [%ld]: %.17g, alone %.17g", p, names[n], i,
                    a.values[p * size + i], b.values[i]);
  }
}

/* Targets are met: strains exactly, stresses to the tolerance. */
static void expect_targets(const batched *b) {
  dataset strain = read_dataset(b->arena, b->path, "strain", true);
  dataset stress = read_dataset(b->arena, b->path, "stress", true);
  int kinds[2] = {0};
  ck_assert_int_eq(strain.rows, TIMES);
  for (long p = 0; p < POINTS; p++)
    for (int i = 1; i < TIMES; i++)
      for (int c = 0; c < 6; c++) {
        int kind = kind_of(p, i, c);
        double found = (kind ? stress : strain).values[(p * TIMES + i) * 6 + c];
        kinds[kind]++;
        ck_assert_msg(fabs(found - target_of(p, i, c)) <=
                          (kind ? 1e-6 : 0),
                      "point %ld, time %d, component %d: %.17g, given %.17g",
                      p, i, c, found, target_of(p, i, c));
      }
  ck_assert_int_gt(kinds[0], 300);
  ck_assert_int_gt(kinds[1], 300);
}

START_TEST(points_are_alone) {
  for (int engine = 0; engine < 2; engine++) {
    if (!is_here(engine)) continue;
    write_points("all.h5", 0, POINTS, POINTS);
    batched all = run_batch(METAL, on_engine(text_of(_i, "all.h5"), engine),
                            "all-result.h5", NULL);
    ck_assert_msg(all.status == AM_OK, "%s", batch_message(&all));
    ck_assert_double_eq(all.summary.failed, 0);
    expect_targets(&all);
    for (long p = 0; p < POINTS; p += 9) {
      write_points("one.h5", p, 1, 0);
      batched one = run_batch(METAL, on_engine(text_of(_i, "one.h5"), engine),
                              "one-result.h5", NULL);
      ck_assert_msg(one.status == AM_OK, "%s", batch_message(&one));
      expect_point(&all, p, &one);
    }
  }
}
END_TEST

/* Results are bitwise independent of chunks and threads. */
START_TEST(chunks_and_threads) {
  write_points("all.h5", 0, POINTS, POINTS);
  const char *text = on_engine(text_of(_i, "all.h5"), 0);
  batched all = run_batch(METAL, text, "a.h5", NULL);
  for (int n = 0; n < 2; n++) {
    am_batch_options options = {.chunk = n ? 3 : 17, .threads = n ? 1 : 2};
    batched other = run_batch(METAL, text, "b.h5", &options);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      dataset a = read_dataset(all.arena, all.path, names[k], true);
      dataset b = read_dataset(all.arena, other.path, names[k], true);
      expect_equal(&a, &b, names[k]);
    }
  }
}
END_TEST

/* Invalid shapes, with the expected shape. */
START_TEST(shapes) {
  static const long wrong[] = {1, POINTS - 1, POINTS + 1};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    write_points("all.h5", 0, POINTS, wrong[i]);
    batched b = run_batch(METAL, on_engine(text_of(0, "all.h5"), 0), "a.h5",
                          NULL);
    ck_assert_int_eq(b.status, AM_INPUT);
    ck_assert_msg(strstr(batch_message(&b), "control") &&
                      strstr(batch_message(&b), "[41][5][6]"),
                  "%s", batch_message(&b));
  }
}
END_TEST

/* An initial strain in the case for a component that the history of some point
 * controls. */
START_TEST(strain_at_the_start) {
  write_points("all.h5", 0, POINTS, POINTS);
  const char *text =
      am_format(test_arena(), "initial: {strain: {zz: 1e-4}}\n%s",
                on_engine(text_of(0, "all.h5"), 0));
  batched b = run_batch(METAL, text, "a.h5", NULL);
  ck_assert_int_eq(b.status, AM_INPUT);
  ck_assert_msg(strstr(batch_message(&b), "remove the initial strain.zz: the "
                                          "file of points prescribes"),
                "%s", batch_message(&b));
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("control");
  tcase_add_loop_test(tcase, points_are_alone, 0, SOLVERS);
  tcase_add_loop_test(tcase, chunks_and_threads, 0, SOLVERS);
  tcase_add_test(tcase, shapes);
  tcase_add_test(tcase, strain_at_the_start);
  return test_run("control", &tcase, 1);
}
