#include "microstructure/inclusion.h"

#include <string.h>

#include "case/philox.h"
#include "support.h"

static am_arena *arena;
static long tries;

static void set_up(void) { arena = test_arena(); }
static void tear_down(void) { am_arena_free(arena); }

static am_microstructure *cell(const int *grid, const double *size) {
  am_microstructure *m = AM_NEW(arena, am_microstructure);
  memcpy(m->grid, grid, sizeof m->grid);
  memcpy(m->size, size, sizeof m->size);
  m->voxels = (long)grid[0] * grid[1] * grid[2];
  am_microstructure_cut(m);
  m->labels = AM_ARRAY(arena, int, m->voxels);
  return m;
}

/* Random numbers in [0, 1). */
static double draw(uint32_t i, uint32_t k) {
  const uint32_t counter[4] = {i, k, 0, 7}, key[2] = {1, 2};
  double numbers[2];
  am_philox_uniform(counter, key, numbers);
  return numbers[0];
}

/* ---- voxels -------------------------------------------------------------- */

/* By the definition: any image, every voxel. */
static bool covered(const am_microstructure *m, const am_inclusion *a,
                    const int *voxel) {
  enum { IMAGES = 5 };
  for (int n = 0; n < 11 * 11 * 11; n++) {
    int image[3] = {n % 11 - IMAGES, n / 11 % 11 - IMAGES, n / 121 - IMAGES};
    double w[3], along = 0, across = 0;
    for (int d = 0; d < 3; d++) {
      w[d] = (voxel[d] + 0.5) * m->size[d] / m->grid[d] +
             image[d] * m->size[d] - a->centre[d];
      along += w[d] * a->axis[d];
    }
    for (int d = 0; d < 3; d++) {
      double rest = w[d] - along * a->axis[d];
      across += rest * rest;
    }
    if (fabs(along) <= a->half + 1e-11 &&
        sqrt(across) <= a->radius * (1 + 1e-11))
      return true;
  }
  return false;
}

static void check_painted(am_microstructure *m, const am_inclusion *a) {
  long count = 0, painted = am_inclusion_paint(m, a, 3);
  for (long n = 0; n < m->voxels; n++) {
    int voxel[3] = {(int)(n % m->grid[0]),
                    (int)(n / m->grid[0] % m->grid[1]),
                    (int)(n / m->grid[0] / m->grid[1])};
    bool inside = covered(m, a, voxel);
    ck_assert_msg(m->labels[n] == (inside ? 3 : 0),
                  "voxel %d %d %d", voxel[0], voxel[1], voxel[2]);
    count += inside;
  }
  ck_assert_int_eq(painted, count);
}

START_TEST(paints_what_is_inside) {
  static const struct {
    int grid[3];
    double size[3], half, radius;
  } rows[] = {
      {{12, 10, 9}, {1, 1, 1}, 0, 0.31},
      {{12, 10, 9}, {2, 1, 0.5}, 0, 0.25},
      {{12, 11, 9}, {1, 1.3, 0.8}, 0.4, 0.15},
      {{12, 11, 9}, {1, 1.3, 0.8}, 1.3, 0.05},
      {{16, 16, 1}, {1, 1, 0.0625}, 0.03125, 0.4},
      {{1, 1, 14}, {1, 1, 1}, 0.2, 0.3},
  };
  for (uint32_t i = 0; i < 6 * sizeof rows / sizeof *rows; i++) {
    uint32_t r = i % (sizeof rows / sizeof *rows);
    am_inclusion a = {.half = rows[r].half, .radius = rows[r].radius};
    double u[2] = {draw(i, 3), draw(i, 4)};
    for (uint32_t d = 0; d < 3; d++)
      a.centre[d] = (2 * draw(i, d) - 0.5) * rows[r].size[d];
    if (a.half > 0 && (r == 4 || !am_draw_isotropic(u, a.axis)))
      a.axis[i / 6 % 2 ? 0 : 2] = 1;
    if (rows[r].grid[2] == 1) memcpy(a.axis, (double[]){0, 0, 1}, 24);
    check_painted(cell(rows[r].grid, rows[r].size), &a);
  }
}
END_TEST

/* Centres on the boundary, which must not be lost by rounding: a sphere through
 * centres, and a cylinder of whole voxels. */
START_TEST(includes_its_boundary) {
  for (int n = 3; n < 60; n++) {
    double h = 1.0 / n, middle = (n / 2 + 0.5) * h;
    am_microstructure *m =
        cell((int[]){n, n, n}, (double[]){1, 1, 1});
    am_inclusion a = {.centre = {middle, middle, middle}, .radius = h};
    ck_assert_int_eq(am_inclusion_paint(m, &a, 1), 7);
    a = (am_inclusion){.centre = {middle, middle, middle},
                       .axis = {0, 1, 0},
                       .half = h,
                       .radius = h};
    ck_assert_int_eq(am_inclusion_paint(m, &a, 2), 15);
  }
}
END_TEST

/* ---- distances ----------------------------------------------------------- */

static const double unit[3] = {1, 1, 1};

START_TEST(finds_overlaps) {
  static const struct {
    am_inclusion a, b;
    double gap;
    bool overlap;
  } rows[] = {
      /* balls, through the boundary too */
      {{{.1, .5, .5}, {0}, 0, .1}, {{.29, .5, .5}, {0}, 0, .1}, 0, true},
      {{{.1, .5, .5}, {0}, 0, .1}, {{.31, .5, .5}, {0}, 0, .1}, 0, false},
      {{{.1, .5, .5}, {0}, 0, .1}, {{.31, .5, .5}, {0}, 0, .1}, .02, true},
      {{{.05, .5, .5}, {0}, 0, .1}, {{.95, .5, .5}, {0}, 0, .1}, 0, true},
      {{{.05, .5, .1}, {0}, 0, .1}, {{.95, .5, .9}, {0}, 0, .1}, 0, false},
      /* crossing cylinders, 0.2 apart */
      {{{.5, .5, .4}, {1, 0, 0}, .3, .09},
       {{.6, .4, .6}, {0, 1, 0}, .3, .09}, 0, false},
      {{{.5, .5, .4}, {1, 0, 0}, .3, .11},
       {{.6, .4, .6}, {0, 1, 0}, .3, .11}, 0, true},
      /* an end at 0.2 from an axis */
      {{{.5, .5, .5}, {1, 0, 0}, .3, .09},
       {{.5, .8, .5}, {0, 1, 0}, .1, .09}, 0, false},
      {{{.5, .5, .5}, {1, 0, 0}, .3, .11},
       {{.5, .8, .5}, {0, 1, 0}, .1, .11}, 0, true},
      /* parallel cylinders, end to end and side by side */
      {{{.2, .5, .5}, {1, 0, 0}, .1, .1},
       {{.41, .5, .5}, {1, 0, 0}, .1, .1}, 0, false},
      {{{.2, .5, .5}, {1, 0, 0}, .1, .1},
       {{.39, .5, .5}, {-1, 0, 0}, .1, .1}, 0, true},
      {{{.2, .5, .5}, {1, 0, 0}, .1, .1},
       {{.41, .5, .5}, {1, 0, 0}, .1, .1}, .02, true},
      {{{.2, .5, .5}, {1, 0, 0}, .1, .1},
       {{.3, .69, .5}, {1, 0, 0}, .1, .1}, 0, true},
      {{{.2, .5, .5}, {1, 0, 0}, .1, .1},
       {{.3, .71, .5}, {1, 0, 0}, .1, .1}, 0, false},
      /* an image of a cylinder that crosses the cell boundary */
      {{{.1, .1, .5}, {0, 0, 1}, 1.3, .01},
       {{.1, .5, .1}, {0, 1, 0}, .42, .01}, 0, true},
      {{{.1, .1, .5}, {0, 0, 1}, 1.3, .01},
       {{.1, .5, .1}, {0, 1, 0}, .37, .01}, 0, false},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ck_assert_msg(am_inclusion_overlap(unit, &rows[i].a, &rows[i].b,
                                       rows[i].gap, false) ==
                      rows[i].overlap, "row %zu", i);
    ck_assert_msg(am_inclusion_overlap(unit, &rows[i].b, &rows[i].a,
                                       rows[i].gap, false) ==
                      rows[i].overlap, "row %zu turned", i);
  }
}
END_TEST

START_TEST(finds_overlaps_with_itself) {
  static const struct {
    am_inclusion a;
    double gap;
    bool overlap;
  } rows[] = {
      {{{0}, {0}, 0, .49}, 0, false},
      {{{0}, {0}, 0, .5}, 0, false},
      {{{0}, {0}, 0, .51}, 0, true},
      {{{0}, {0}, 0, .49}, .03, true},
      {{{0}, {1, 0, 0}, .5, .2}, .1, false}, /* from end to end */
      {{{0}, {1, 0, 0}, .51, .2}, 0, true},
      {{{0}, {.8, .6, 0}, 2, .09}, 0, false}, /* 0.2 from an image */
      {{{0}, {.8, .6, 0}, 2, .11}, 0, true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg(am_inclusion_overlap(unit, &rows[i].a, &rows[i].a,
                                       rows[i].gap, true) ==
                      rows[i].overlap, "row %zu", i);
}
END_TEST

/* ---- packings ------------------------------------------------------------ */

/* Each inclusion covers the same number of voxels as alone, and no voxels of
 * earlier ones; also when enlarged by half the gap. */
static void check_apart(const am_packing *p, const double *size,
                        const am_inclusion *placed) {
  enum { N = 72 };
  const int grid[3] = {N, N, N};
  am_microstructure *all = cell(grid, size);
  long sum = 0, covered_by_all = 0;
  for (long i = 0; i < p->count; i++) {
    am_inclusion a = placed[i];
    a.radius += p->gap / 2;
    long alone = am_inclusion_paint(cell(grid, size), &a, 1);
    double volume = am_inclusion_volume(&a) / size[0] / size[1] / size[2];
    ck_assert_close((double)alone / (double)all->voxels, volume, 0.12, 0);
    am_inclusion_paint(all, &a, 1);
    sum += alone;
  }
  for (long n = 0; n < all->voxels; n++)
    covered_by_all += all->labels[n];
  ck_assert_int_eq(covered_by_all, sum);
}

static const struct {
  am_packing packing;
  double size[3];
} packings[] = {
    {{.count = 30, .shape = {.radius = 0.1}, .gap = 0.02, .seed = 3},
     {1, 1, 1}},
    {{.count = 25, .shape = {.half = 67.5, .radius = 5},
      .draw = am_draw_planar, .seed = 1}, {150, 150, 150}},
    {{.count = 6, .shape = {.half = 1.2, .radius = 0.06},
      .draw = am_draw_isotropic, .seed = 4}, {1, 1.1, 1.3}},
    {{.count = 20, .shape = {.half = 0.5, .radius = 0.07,
                             .axis = {0, 0, 1}}, .gap = 0.01, .seed = 5},
     {1, 1, 1}},
};

START_TEST(places_without_overlaps) {
  const am_packing *p = &packings[_i].packing;
  am_inclusion *placed = AM_ARRAY(arena, am_inclusion, p->count);
  long count =
      am_packing_place(arena, p, packings[_i].size, placed, &tries);
  ck_assert_int_eq(count, p->count);
  check_apart(p, packings[_i].size, placed);
}
END_TEST

/* The first inclusion uses the random numbers of counter 0 and does not depend
 * on later ones. */
START_TEST(follows_from_the_seed) {
  am_packing p = packings[0].packing;
  am_inclusion few[5], many[30], other[5];
  const uint32_t key[2] = {3, 0}, counter[4] = {0};
  double u[2];
  am_philox_uniform(counter, key, u);
  ck_assert_int_eq(am_packing_place(arena, &p, unit, many, &tries), 30);
  p.count = 5;
  ck_assert_int_eq(am_packing_place(arena, &p, unit, few, &tries), 5);
  p.seed = (uint64_t)3 << 32;
  ck_assert_int_eq(am_packing_place(arena, &p, unit, other, &tries), 5);
  ck_assert_mem_eq(few, many, sizeof few);
  ck_assert(few[0].centre[0] == u[0] && few[0].centre[1] == u[1]);
  ck_assert(memcmp(few, other, sizeof few) != 0);
}
END_TEST

/* The search in boxes is correct: no pairs overlap, also among many
 * inclusions. */
START_TEST(places_many) {
  enum { COUNT = 2000 };
  am_packing p = {.count = COUNT, .shape = {.radius = 0.03}, .seed = 9};
  am_inclusion *placed = AM_ARRAY(arena, am_inclusion, COUNT);
  ck_assert_int_eq(am_packing_place(arena, &p, unit, placed, &tries), COUNT);
  double least = 1;
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < i; k++) {
      double square = 0;
      for (int d = 0; d < 3; d++) {
        double w = placed[i].centre[d] - placed[k].centre[d];
        w -= floor(w + 0.5);
        square += w * w;
      }
      least = fmin(least, square);
    }
  ck_assert_double_ge(sqrt(least), 0.06 * (1 - 1e-9));
}
END_TEST

START_TEST(stops_when_there_is_no_room) {
  am_packing p = {.count = 20, .shape = {.radius = 0.4}, .seed = 1};
  am_inclusion placed[20];
  long count = am_packing_place(arena, &p, unit, placed, &tries);
  ck_assert_int_ge(count, 1);
  ck_assert_int_le(count, 2);
  ck_assert_int_eq(tries, 1000000 + 100 * p.count);
}
END_TEST

/* Also if every test of a pair is slow. */
START_TEST(stops_when_it_takes_too_long) {
  enum { COUNT = 100000 };
  am_packing p = {.count = COUNT, .shape = {.half = 2, .radius = 1e-4},
                  .draw = am_draw_isotropic, .seed = 1};
  am_inclusion *placed = AM_ARRAY(arena, am_inclusion, COUNT);
  ck_assert_int_lt(am_packing_place(arena, &p, unit, placed, &tries), COUNT);
  ck_assert_int_lt(tries, 1000000);
}
END_TEST

/* Means over directions: 0, and 1/2 or 1/3 of squares; five standard
 * deviations of `used` draws. */
START_TEST(draws_uniform_directions) {
  static const struct {
    am_draw_axis *draw;
    double square[3];
  } rows[] = {{am_draw_planar, {0.5, 0.5, 0}},
              {am_draw_isotropic, {1 / 3.0, 1 / 3.0, 1 / 3.0}}};
  for (int r = 0; r < 2; r++) {
    double sum[3] = {0}, squares[3] = {0}, used = 0;
    for (uint32_t i = 0; i < 100000; i++) {
      double axis[3], u[2] = {draw(i, 0), draw(i, 1)}, length = 0;
      if (!rows[r].draw(u, axis)) continue;
      used++;
      for (int d = 0; d < 3; d++) {
        sum[d] += axis[d];
        squares[d] += axis[d] * axis[d];
        length += axis[d] * axis[d];
      }
      ck_assert_close(length, 1, 1e-14, 0);
    }
    ck_assert_close(used, 100000 * 3.14159265 / 4, 0.01, 0);
    for (int d = 0; d < 3; d++) {
      double spread = 5 * sqrt(rows[r].square[d] / used);
      ck_assert_close(sum[d] / used, 0, 0, spread);
      ck_assert_close(squares[d] / used, rows[r].square[d], 0, spread);
    }
  }
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("inclusion");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, paints_what_is_inside);
  tcase_add_test(tests, includes_its_boundary);
  tcase_add_test(tests, finds_overlaps);
  tcase_add_test(tests, finds_overlaps_with_itself);
  tcase_add_loop_test(tests, places_without_overlaps, 0,
                      sizeof packings / sizeof *packings);
  tcase_add_test(tests, follows_from_the_seed);
  tcase_add_test(tests, places_many);
  tcase_add_test(tests, stops_when_there_is_no_room);
  tcase_add_test(tests, stops_when_it_takes_too_long);
  tcase_add_test(tests, draws_uniform_directions);
  return test_run("inclusion", &tests, 1);
}
