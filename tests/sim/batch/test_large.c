/* covers: batch
 *
 * Many points under deformation gradients and nominal stresses: each has the
 * same bits as in a run of the point alone. */
#include "base/basis.h"
#include "batch/parts.h"
#include "tests/sim/batch/many.h"

static const char large[] =
    "kinematics: logarithmic\n"
    "solver: {engine: @, scheme: ode23, tangent: true}\n"
    "points:\n"
    "  count: 90\n"
    "  variables: {n: {normal: [3.6, 0.1]}, s: {uniform: [1.001, 1.2]},\n"
    "    g: {normal: [0, 0.1]}}\n"
    "path:\n"
    "  - {time: 1, steps: 2, stretch: {xx: s, others: free}}\n"
    "  - {time: 2, steps: 2, P: {others: 0}, F: {xx: s, xy: g, yx: 0,\n"
    "     zx: 0, yz: hold}}\n"
    "  - {duration: 0, F: {others: hold, zx: '0.01*g'}}\n"
    "  - {time: 3, F: {xx: '1 + t*g/100', xy: hold}}\n"
    "output: {columns: [F, P, cauchy, strain, stress, tangent, p, k,\n"
    "  energy, work, substeps]}\n";

static const struct {
  const char *name, *column;
  int size;
} quantities[] = {{"F", "F.xx", 9},           {"P", "P.xx", 9},
                  {"cauchy", "cauchy.xx", 6}, {"strain", "strain.xx", 6},
                  {"stress", "stress.xx", 6}, {"tangent", "tangent.xx.xx", 81},
                  {"internal/p", "p.xx", 6},  {"internal/k", "k", 1},
                  {"energy", "energy", 1},    {"work", "work", 1},
                  {"substeps", "substeps", 1}};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

/* Bit by bit, NaN where the run has ended or has no tangent. */
static void expect_quantity(const batched *b, const am_table *table, int q,
                            long point) {
  dataset d = read_dataset(b->arena, b->path, quantities[q].name, true);
  long first = am_table_column(table, quantities[q].column);
  ck_assert_int_ge(first, 0);
  ck_assert_int_eq(d.size, quantities[q].size);
  for (long row = 0; row < d.rows; row++)
    for (long c = 0; c < d.size; c++) {
      double found = d.values[(point * d.rows + row) * d.size + c];
      double alone = NAN;
      if (row < (long)table->rows)
        alone = table->values[(size_t)row * table->columns +
                              (size_t)(first + c)];
      ck_assert_msg((isnan(found) && isnan(alone)) ||
                        !memcmp(&found, &alone, sizeof found),
                    "point %ld, row %ld, %s [%ld]: %.17g, alone %.17g", point,
                    row, quantities[q].name, c, found, alone);
    }
}

static void expect_points(batched *b, const char *text) {
  for (long point = 0; point < 90; point += 11) {
    am_table *table = run_point(b, METAL, text, point);
    for (int q = 0; q < QUANTITIES; q++)
      expect_quantity(b, table, q, point);
  }
}

/* Results do not depend on chunks and threads. */
static void expect_chunks(const batched *whole, const char *text) {
  const am_batch_options way = {.chunk = 64, .threads = 1};
  batched other = run_batch(METAL, text, "other.h5", &way);
  ck_assert_msg(other.status == AM_OK, "%s", batch_message(&other));
  for (int q = 0; q < QUANTITIES; q++) {
    const char *name = quantities[q].name;
    dataset x = read_dataset(whole->arena, whole->path, name, true);
    dataset y = read_dataset(other.arena, other.path, name, true);
    expect_equal(&x, &y, name);
  }
}

/* Also with the native engine, which computes several points at once. */
START_TEST(deformed_points) {
  if (!is_here(_i)) return;
  const char *text = on_engine(large, _i);
  batched b = run_batch(METAL, text, "large.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  expect_points(&b, text);
  expect_chunks(&b, text);
  dataset F = read_dataset(b.arena, b.path, "F", true);
  dataset P = read_dataset(b.arena, b.path, "P", true);
  dataset s = read_dataset(b.arena, b.path, "points/s", false);
  ck_assert_int_eq(F.rows, 7);
  for (long p = 0; p < F.points; p++) {
    const double *end = F.values + (p * F.rows + 2) * 9;
    ck_assert_double_eq(end[0], s.values[p]);
    for (int c = 3; c < 9; c++) ck_assert_double_eq(end[c], 0);
    ck_assert_double_le(fabs(P.values[(p * P.rows + 2) * 9 + 1]), 1e-5);
  }
}
END_TEST

/* Steps that converge only when halved start from F and P. */
START_TEST(deformed_halves) {
  const char *text =
      "kinematics: logarithmic\n"
      "solver: {engine: interp, scheme: ode23, max_substeps: 12, rtol: 1e-4}\n"
      "points: {count: 90, variables: {a: {uniform: [0, 4e-3]}}}\n"
      "path:\n"
      "  - {time: 1, steps: 2, F: {xx: 1 + a}}\n"
      "  - {time: 2, P: {yy: 0, zz: 0}, F: {xx: 1 - a, xy: a, others: hold}}\n"
      "output: {columns: [F, P, cauchy, strain, stress, p, k, energy, work,"
      "  substeps]}\n";
  batched b = run_batch(METAL, text, "halves.h5", NULL);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  ck_assert_double_gt(b.summary.work.cuts, 10);
  for (long point = 0; point < 90; point += 7) {
    am_table *table = run_point(&b, METAL, text, point);
    for (int q = 0; q < QUANTITIES; q++)
      if (q != 5) expect_quantity(&b, table, q, point);
  }
}
END_TEST

/* A point with an invalid deformation gradient fails without affecting
 * others. */
START_TEST(points_inside_out) {
  const char *text =
      "kinematics: logarithmic\n"
      "solver: {engine: interp}\n"
      "points: {count: 90, variables: {a: {uniform: [-0.2, 0.9]}}}\n"
      "path:\n"
      "  - {duration: 0, F: {xx: 1.01}}\n"
      "  - {duration: 0, F: {xx: a, yz: 0.5*a, zy: log(0.8 - a)*0}}\n"
      "output: {columns: [F]}\n";
  batched b = run_batch(METAL, text, "inside.h5", NULL);
  ck_assert_int_eq(b.status, AM_FAILED);
  dataset status = read_dataset(b.arena, b.path, "status", false);
  dataset a = read_dataset(b.arena, b.path, "points/a", false);
  dataset F = read_dataset(b.arena, b.path, "F", true);
  int good = 0;
  for (long p = 0; p < status.points; p++) {
    bool bad = a.values[p] <= 0 || a.values[p] > 0.8;
    ck_assert_double_eq(status.values[p],
                        bad ? (int)AM_BATCH_TARGET : (int)AM_POINT_GOOD);
    ck_assert_double_eq(F.values[(3 * p + 1) * 9], 1.01);
    ck_assert_int_eq(isnan(F.values[(3 * p + 2) * 9 + 8]), bad);
    good += !bad;
  }
  ck_assert_int_gt(good, 40);
  ck_assert_int_lt(good, 85);
}
END_TEST

int main(void) {
  size_t engines;
  am_engines(&engines);
  TCase *all = tcase_create("large");
  tcase_add_loop_test(all, deformed_points, 0, (int)engines);
  tcase_add_test(all, deformed_halves);
  tcase_add_test(all, points_inside_out);
  return test_run("batch/large", &all, 1);
}
