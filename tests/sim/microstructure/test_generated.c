/* covers: dispersion, laminate
 *
 * Generated microstructures: spheres, fibres, laminates. */
#include "making.h"

/* Radius 0.29 in the unit cube: voxels with
 * (2i+1-N)^2 + (2j+1-N)^2 + (2k+1-N)^2 <= (0.58 N)^2. */
START_TEST(counts_voxels_of_a_sphere) {
  static const struct {
    int n;
    long count;
  } rows[] = {{15, 341}, {16, 432}, {31, 2969}, {32, 3328}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    int n = rows[i].n;
    const am_microstructure *m =
        made(am_format(arena, "{grid: %d, spheres: {label: 1, diameter: 0.58, "
                       "centres: [[0.5, 0.5, 0.5]]}}", n));
    for (int v = 0; v < m->voxels; v++) {
      int x = 2 * (v % n) + 1 - n, y = 2 * (v / n % n) + 1 - n,
          z = 2 * (v / n / n) + 1 - n;
      ck_assert_int_eq(label_at(m, v),
                       x * x + y * y + z * z <= 0.58 * 0.58 * n * n);
    }
    ck_assert_int_eq(count_of(m, 1), rows[i].count);
  }
}
END_TEST

START_TEST(places_given_spheres) {
  const am_microstructure *m =
      made("{grid: [10, 20, 10], size: [1, 2, 1], background: 5,\n"
           " spheres: {labels: each, diameter: 0.2,\n"
           "  centres: [[0, 0, 0], [0.55, -0.05, 1.05]]}}");
  ck_assert_int_eq(count_of(m, 1), 8); /* eight octants */
  ck_assert_int_eq(count_of(m, 2), 7);
  ck_assert_int_eq(count_of(m, 5), 2000 - 15);
  ck_assert_int_eq(label_at(m, 0), 1);
  ck_assert_int_eq(label_at(m, 19 * 10 + 9), 1);
  ck_assert_int_eq(label_at(m, 19 * 10 + 5), 2);
  ck_assert_str_eq(m->made, "2 spheres, volume fraction 0.0075");
}
END_TEST

/* Spheres and their images may touch; the first one that overlaps an earlier
 * one is reported with its line. */
START_TEST(spheres_that_overlap_are_told) {
  static const struct {
    double diameter, x[3];
    int line; /* 0: none */
  } rows[] = {{0.2, {0.1, 0.3, -0.1}, 0},   {0.2, {0.1, 0.5, 0.31}, 4},
              {0.2, {0.95, 0.5, 1.14}, 4},  {0.2, {0.95, 0.5, 1.16}, 0},
              {0.05, {0.01, 0.99, 0.5}, 3}, {0.05, {0.01, 0.5, 1.97}, 4},
              {0.05, {0.01, 0.5, 1.95}, 0}};
  made(am_format(arena, "{grid: 60, spheres: {label: 1, diameter: %g, centres: "
                 "[\n[%g, 0.5, 0],\n[%g, 0.5, 1],\n[%g, 0.5, 0]]}}",
                 rows[_i].diameter, rows[_i].x[0], rows[_i].x[1],
                 rows[_i].x[2]));
  const am_message *said = report->first;
  ck_assert_int_eq(said ? said->place.line : 0, rows[_i].line);
  ck_assert(!said || said->severity == AM_SEVERITY_WARNING);
}
END_TEST

/* The volume element of 40 fibres of diameter 9 and length 135 in 150^3:
 * 40 pi/4 9^2 135/150^3 = 0.10179. */
START_TEST(makes_a_fibre_composite) {
  for (int seed = 0; seed < 5; seed++) {
    const am_microstructure *m = made(am_format(
        arena, "{grid: 75, size: 150, fibres: {label: 1, diameter: 9, length: "
        "135, count: 40, orientation: planar, seed: %d}}", seed));
    double share = (double)count_of(m, 1) / (double)m->voxels;
    ck_assert_close(share, 0.10179, 0.02, 0);
    ck_assert_str_eq(m->made, am_format(arena, "40 fibres, volume fraction "
                                        "%.4g", share));
    ck_assert_ptr_null(report->first);
  }
}
END_TEST

START_TEST(chooses_the_number_for_a_fraction) {
  const am_microstructure *m =
      made("{grid: 75, size: 150, fibres: {labels: each, diameter: 9, "
           "length: 135, fraction: 0.102, orientation: planar, seed: 2}}");
  long inside = m->voxels - count_of(m, 0);
  for (int i = 1; i <= 40; i++) ck_assert_int_gt(count_of(m, i), 900);
  ck_assert_int_eq(count_of(m, 41), 0);
  ck_assert_str_eq(m->made,
                   am_format(arena, "40 fibres, volume fraction %.4g "
                             "(requested: 0.102)", (double)inside / 421875));
}
END_TEST

/* Fibres as long as the cell along their axis are periodic without ends. */
START_TEST(makes_continuous_fibres) {
  const am_microstructure *m =
      made("{grid: [64, 64, 3], fibres: {label: 1, diameter: 0.2, length: "
           "0.046875, count: 6, orientation: [0, 0, 2], gap: 0.02}}");
  for (int i = 0; i < 64 * 64; i++) {
    ck_assert_int_eq(label_at(m, i), label_at(m, i + 64 * 64));
    ck_assert_int_eq(label_at(m, i), label_at(m, i + 2 * 64 * 64));
  }
  ck_assert_close((double)count_of(m, 1) / (double)m->voxels,
                  6 * 3.14159265 * 0.01, 0.03, 0);
}
END_TEST

/* Voxel i of the direction has its centre at (i + 1/2)/grid. */
START_TEST(makes_laminates) {
  static const struct {
    const char *text;
    int stride, labels[5];
  } rows[] = {
      {"{grid: 5, laminate: {normal: x, layers: [{label: 0, fraction: 0.8}, "
       "{label: 1, fraction: 0.2}]}}", 1, {0, 0, 0, 0, 1}},
      {"{grid: 5, laminate: {normal: y, layers: [{label: 3, fraction: 0.3}, "
       "{label: 1, fraction: 0.2}, {label: 2, fraction: 0.5}]}}",
       5, {3, 3, 1, 2, 2}},
      {"{grid: 5, laminate: {normal: z, layers: [{label: 7, voxels: 1}, "
       "{label: 1, voxels: 4}]}}", 25, {7, 1, 1, 1, 1}},
      {"{grid: 5, laminate: {normal: z, layers: [{label: 9, voxels: 5}]}}",
       25, {9, 9, 9, 9, 9}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const am_microstructure *m = made(rows[i].text);
    for (long v = 0; v < m->voxels; v++)
      ck_assert_int_eq(label_at(m, v), rows[i].labels[v / rows[i].stride % 5]);
  }
  ck_assert_str_eq(made(rows[1].text)->made, "3 layers across y");
}
END_TEST

/* Three tenths, as a sum of fractions that are inexact in binary. */
START_TEST(bears_roundings_of_fractions) {
  const am_microstructure *m =
      made("{grid: [10, 1, 1], laminate: {normal: x, layers: [\n"
           "{label: 1, fraction: 0.1}, {label: 2, fraction: 0.1},\n"
           "{label: 3, fraction: 0.05}, {label: 4, fraction: 0.1},\n"
           "{label: 5, fraction: 0.65}]}}");
  ck_assert_mem_eq(m->labels, ((int[]){1, 2, 3, 4, 5, 5, 5, 5, 5, 5}),
                   10 * sizeof *m->labels);
}
END_TEST

START_TEST(has_a_size) {
  static const struct {
    const char *text;
    double size[3];
  } rows[] = {
      {"grid: [4, 2, 1]", {1, 0.5, 0.25}},
      {"grid: 6", {1, 1, 1}},
      {"grid: [4, 2, 1], size: [3, 1e-3, 20]", {3, 1e-3, 20}},
      {"grid: [4, 2, 1], size: 150", {150, 150, 150}},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const am_microstructure *m =
        made(am_format(arena, "{%s, laminate: {normal: y, layers: [{label: 0, "
                       "fraction: 1}]}}", rows[i].text));
    ck_assert_mem_eq(m->size, rows[i].size, sizeof m->size);
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("generated");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, counts_voxels_of_a_sphere);
  tcase_add_test(tests, places_given_spheres);
  tcase_add_loop_test(tests, spheres_that_overlap_are_told, 0, 7);
  tcase_add_test(tests, makes_a_fibre_composite);
  tcase_add_test(tests, chooses_the_number_for_a_fraction);
  tcase_add_test(tests, makes_continuous_fibres);
  tcase_add_test(tests, makes_laminates);
  tcase_add_test(tests, bears_roundings_of_fractions);
  tcase_add_test(tests, has_a_size);
  return test_run("microstructure/generated", &tests, 1);
}
