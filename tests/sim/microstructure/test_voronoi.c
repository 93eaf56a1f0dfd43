#include "making.h"
#include "case/philox.h"

/* ---- nearest seed points ------------------------------------------------- */

enum { MOST = 40 };

typedef struct {
  int grid[3], count;
  double size[3], centre[MOST][3];
} cell;

static void draw_centres(cell *c) {
  for (uint32_t i = 0; i < (uint32_t)c->count; i++) {
    double u[4];
    am_philox_uniform((uint32_t[]){i, 0, 7, 0}, (uint32_t[]){1, 2}, u);
    am_philox_uniform((uint32_t[]){i, 0, 8, 0}, (uint32_t[]){1, 2}, u + 2);
    for (int d = 0; d < 3; d++) /* also outside the cell */
      c->centre[i][d] = (3 * u[d] - 1) * c->size[d];
  }
}

static const char *text_of(const cell *c) {
  am_buffer text = {.arena = arena};
  am_buffer_add(&text,
                "{grid: [%d, %d, %d], size: [%g, %g, %g], voronoi: {centres: [",
                c->grid[0], c->grid[1], c->grid[2], c->size[0], c->size[1],
                c->size[2]);
  for (int i = 0; i < c->count; i++)
    am_buffer_add(&text, "%s[%.17g, %.17g, %.17g]", i ? ", " : "",
                  c->centre[i][0], c->centre[i][1], c->centre[i][2]);
  am_buffer_add(&text, "]}}");
  return text.text;
}

/* Squared distance of voxel v from a seed point, over all images. */
static double distance(const cell *c, const double *centre, long v) {
  const int *n = c->grid;
  const long at[3] = {v % n[0], v / n[0] % n[1], v / n[0] / n[1]};
  double sum = 0;
  for (int d = 0; d < 3; d++) {
    double least = INFINITY;
    for (int image = -3; image <= 3; image++) {
      double x = ((double)at[d] + 0.5) / n[d] + image;
      least = fmin(least, fabs(x * c->size[d] - centre[d]));
    }
    sum += least * least;
  }
  return sum;
}

static const cell cells[] = {
    {{12, 12, 12}, 1, {1, 1, 1}, {{0}}},
    {{12, 12, 12}, 2, {1, 1, 1}, {{0}}},
    {{16, 13, 11}, 40, {1, 1, 1}, {{0}}},
    {{30, 7, 9}, 30, {1, 20, 4}, {{0}}},
    {{40, 40, 1}, 25, {3, 2, 0.01}, {{0}}},
    {{1, 50, 1}, 6, {10, 1, 10}, {{0}}},
};

enum { CELLS = sizeof cells / sizeof *cells };

START_TEST(labels_the_nearest_seed_point) {
  cell c = cells[_i];
  draw_centres(&c);
  const am_microstructure *m = made(text_of(&c));
  for (long v = 0; v < m->voxels; v++) {
    int label = label_at(m, v);
    ck_assert(label >= 1 && label <= c.count);
    double found = distance(&c, c.centre[label - 1], v);
    for (int i = 0; i < c.count; i++)
      ck_assert_double_ge(distance(&c, c.centre[i], v), found * (1 - 1e-11));
  }
}
END_TEST

/* Boundaries at x = 0.35 and 0.85, which are centres of voxels: these belong to
 * the first grain. */
START_TEST(two_grains_have_planar_boundaries) {
  static const char labels[] = "1111222211";
  const am_microstructure *m =
      made("{grid: [10, 4, 3], size: [1, 5, 2], "
           "voronoi: {centres: [[0.2, 0.1, 0.3], [0.5, 5.1, -1.7]]}}");
  for (long v = 0; v < m->voxels; v++)
    ck_assert_int_eq(label_at(m, v), labels[v % 10] - '0');
  ck_assert_str_eq(m->made, "2 grains");
}
END_TEST

/* Seed points moved by whole voxels, across the boundaries of the cell. */
START_TEST(moves_with_its_seed_points) {
  static const int by[3] = {3, -5, 1};
  cell c = cells[2], moved;
  draw_centres(&c);
  moved = c;
  for (int i = 0; i < c.count; i++)
    for (int d = 0; d < 3; d++) {
      double x = c.centre[i][d] + by[d] * c.size[d] / c.grid[d];
      moved.centre[i][d] = x - c.size[d] * floor(x / c.size[d]);
    }
  const am_microstructure *a = made(text_of(&c)), *b = made(text_of(&moved));
  for (int k = 0; k < 11; k++)
    for (int j = 0; j < 13; j++)
      for (int i = 0; i < 16; i++)
        ck_assert_int_eq(
            label_at(a, (k * 13 + j) * 16 + i),
            label_at(b, ((k + 1) % 11 * 13 + (j + 8) % 13) * 16 + (i + 3) % 16));
}
END_TEST

/* Moves the seed points to the centroids of their grains, each voxel by its
 * nearest image. */
static void move_centres(cell *c, const am_microstructure *m) {
  const int *n = c->grid;
  double sum[MOST][3] = {{0}};
  for (long v = 0; v < m->voxels; v++) {
    const long at[3] = {v % n[0], v / n[0] % n[1], v / n[0] / n[1]};
    int grain = label_at(m, v) - 1;
    for (int d = 0; d < 3; d++) {
      double x = ((double)at[d] + 0.5) / n[d] * c->size[d];
      sum[grain][d] += remainder(x - c->centre[grain][d], c->size[d]);
    }
  }
  for (int i = 0; i < c->count; i++)
    for (int d = 0; d < 3; d++)
      c->centre[i][d] += sum[i][d] / (double)count_of(m, i + 1);
}

/* Coefficient of variation of the numbers of voxels. */
static double variation(const am_microstructure *m, int count) {
  double mean = (double)m->voxels / count, sum = 0;
  for (int i = 1; i <= count; i++)
    sum += pow((double)count_of(m, i) / mean - 1, 2);
  return sqrt(sum / count);
}

/* N Lloyd iterations are N tessellations, each with the centroids of the one
 * before; they make grains more equal. */
START_TEST(lloyd_iterations) {
  enum { ITERATIONS = 6 };
  cell c = {{20, 18, 15}, 20, {1, 2, 3}, {{0}}};
  double first = 0;
  draw_centres(&c);
  const char *start = text_of(&c);
  for (int i = 0; i <= ITERATIONS; i++) {
    const am_microstructure *given = made(text_of(&c));
    const am_microstructure *m =
        made(am_format(arena, "%.*s, lloyd: %d}}", (int)strlen(start) - 2,
                       start, i));
    ck_assert_mem_eq(m->labels, given->labels,
                     (size_t)m->voxels * sizeof *m->labels);
    if (!i) first = variation(m, c.count);
    if (i == ITERATIONS)
      ck_assert_double_lt(variation(m, c.count), 0.6 * first);
    move_centres(&c, given);
    for (int k = 0; k < c.count; k++)
      for (int d = 0; d < 3; d++)
        c.centre[k][d] -= c.size[d] * floor(c.centre[k][d] / c.size[d]);
  }
}
END_TEST

/* ---- random seed points -------------------------------------------------- */

static const char random_text[] =
    "{grid: [20, 18, 15], size: [1, 2, 3], voronoi: {count: 9, seed: 4}}";

/* Seed point n has the first three numbers of counter n. */
START_TEST(a_seed_gives_the_same_grains_everywhere) {
  static const long counts[] = {360, 632, 815, 588, 826, 583, 506, 606, 484};
  cell c = {{20, 18, 15}, 9, {1, 2, 3}, {{0}}};
  for (uint32_t i = 0; i < 9; i++) {
    double u[4];
    am_philox_uniform((uint32_t[]){i, 0, 0, 0}, (uint32_t[]){4, 0}, u);
    am_philox_uniform((uint32_t[]){i, 0, 1, 0}, (uint32_t[]){4, 0}, u + 2);
    for (int d = 0; d < 3; d++) c.centre[i][d] = u[d] * c.size[d];
  }
  const am_microstructure *m = made(random_text), *given = made(text_of(&c));
  ck_assert_mem_eq(m->labels, given->labels,
                   (size_t)m->voxels * sizeof *m->labels);
  for (int i = 0; i < 9; i++) ck_assert_int_eq(count_of(m, i + 1), counts[i]);
}
END_TEST

static int exchanges;

/* Transport of one member of a team, all of which have the same data. */
static void gather(const void *own, size_t bytes, void *all) {
  exchanges++;
  for (size_t i = 0; i < 4; i++) memcpy((char *)all + i * bytes, own, bytes);
}

/* Reads the part of one of four members; the team remains valid until the next
 * call. */
static am_microstructure part_of(const char *text, int rank) {
  static const am_team_type type = {.gather = gather};
  static long each[4];
  static am_team team;
  team = (am_team){.type = &type, .rank = rank, .count = 4, .each = each};
  const am_source source = {"case", text, strlen(text)};
  am_microstructure part = {.team = &team};
  am_yaml *map;
  report = am_report_new(arena);
  exchanges = 0;
  ck_assert_int_eq(am_yaml_parse(arena, report, &source, &map), AM_OK);
  ck_assert_int_eq(am_microstructure_read(arena, report, map, folder, &part),
                   AM_OK);
  return part;
}

START_TEST(processes_have_parts_of_the_same_grains) {
  const am_microstructure *whole = made(random_text);
  am_microstructure part = part_of(random_text, _i);
  ck_assert_int_eq(part.planes.count, _i < 3 ? 4 : 3);
  ck_assert_mem_eq(part.labels, whole->labels + part.here.first,
                   (size_t)part.here.count * sizeof *part.labels);
}
END_TEST

/* The number of exchanges between processes does not depend on the number of
 * grains or spheres. */
START_TEST(grains_share_an_exchange) {
  static const char *const sources[] = {
      "voronoi: {count: %d}", "spheres: {label: 1, diameter: 0.05, count: %d}"};
  for (size_t i = 0; i < 2; i++) {
    int few = 0;
    for (int count = 2; count <= 200; count *= 100) {
      const char *source = am_format(arena, sources[i], count);
      part_of(am_format(arena, "{grid: 20, %s}", source), 1);
      if (!few) few = exchanges;
      ck_assert_int_eq(exchanges, few);
    }
    ck_assert_int_gt(few, 0);
  }
}
END_TEST

START_TEST(warns_of_empty_grains) {
  made("{grid: 2, voronoi: {centres: [[0.2, 0.2, 0.2], [0.2, 0.2, 0.2], "
       "[0.7, 0.8, 0.7]]}}");
  ck_assert_int_eq(report->first->severity, AM_SEVERITY_WARNING);
  ck_assert_str_eq(report->first->text, "1 of 3 grains contain no voxel "
                   "centre: use a finer grid");
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("voronoi");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, labels_the_nearest_seed_point, 0, CELLS);
  tcase_add_test(tests, two_grains_have_planar_boundaries);
  tcase_add_test(tests, moves_with_its_seed_points);
  tcase_add_test(tests, lloyd_iterations);
  tcase_add_test(tests, a_seed_gives_the_same_grains_everywhere);
  tcase_add_loop_test(tests, processes_have_parts_of_the_same_grains, 0, 4);
  tcase_add_test(tests, grains_share_an_exchange);
  tcase_add_test(tests, warns_of_empty_grains);
  return test_run("microstructure/voronoi", &tests, 1);
}
