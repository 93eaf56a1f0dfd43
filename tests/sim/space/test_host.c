/* Vectors, gradients and norms of the host against direct sums in real space,
 * on cells that are not cubic, with even, odd and single voxels. */
#include <complex.h>

#include "base/basis.h"
#include "base/process.h"
#include "space/voxels.h"
#include "spaces.h"

static const struct {
  int grid[3];
  double size[3];
  const char *scheme;
} shapes[] = {
    {{6, 5, 4}, {1.2, 0.8, 1.5}, "fourier"},
    {{6, 5, 4}, {1.2, 0.8, 1.5}, "rotated"},
    {{5, 7, 9}, {2, 0.7, 1}, "fourier"},
    {{5, 3, 3}, {2, 0.7, 1}, "rotated"},
    {{15, 1, 1}, {1, 1, 1}, "fourier"},
    {{1, 8, 1}, {1, 2, 3}, "rotated"},
    {{1, 7, 6}, {1, 2, 3}, "fourier"},
    {{4, 1, 10}, {1, 2, 3}, "rotated"},
    {{700, 3, 2}, {7, 3, 2}, "fourier"},
};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* Both phases occur, without any symmetry. */
static opened open_shape(int i, int threads) {
  element e = new_element(shapes[i].grid, shapes[i].size);
  for (long v = 0; v < e.micro->voxels; v++)
    e.micro->labels[v] = (v * v * 7 + v / 3) % 5 < 2;
  return open_space(
      e,
      am_format(e.arena, TWO_ELASTIC "homogenization: {discretization: %s}\n",
                shapes[i].scheme),
      threads);
}

/* A compatible field without any symmetry. */
static am_vector *some_vector(const opened *o, double xx, double yz) {
  am_response r;
  am_vector *v = new_vector(o, false), *g = new_vector(o, false);
  v->mean[0] = xx;
  v->mean[3] = yz;
  v->mean[4] = -0.3 * xx;
  am_space_respond(o->space, &span, v, g, &r);
  ck_assert_int_eq(r.status, AM_POINT_GOOD);
  am_space_combine(o->space, v, 2, (double[]){1, -1},
                   (const am_vector *const[]){v, g});
  return v;
}

/* The strain or stress of the last response at all voxels, tensor components,
 * [voxels][6]. */
static double *field_of(const opened *o, am_cell_field field) {
  const am_cell *cell = o->e.cell;
  double *all = AM_ARRAY(o->e.arena, double, 6 * cell->micro->voxels);
  for (int p = 0; p < cell->phase_count; p++) {
    long count = cell->phases[p].count;
    double *values = AM_ARRAY(o->e.arena, double, 6 * count);
    am_space_fetch(o->space, field, p, values);
    for (long n = 0; n < count; n++) {
      double x[6];
      for (int c = 0; c < 6; c++) x[c] = values[c * count + n];
      am_basis_to_tensor(x, all + 6 * cell->phases[p].voxel[n]);
    }
  }
  return all;
}

static double *strain_of(const opened *o, const am_vector *v) {
  am_response r;
  am_space_respond(o->space, &span, v, NULL, &r);
  ck_assert_int_eq(r.status, AM_POINT_GOOD);
  am_space_commit(o->space);
  return field_of(o, AM_CELL_STRAIN);
}

static double contract(const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < 6; c++) sum += (c < 3 ? 1 : 2) * a[c] * b[c];
  return sum;
}

static double in_metric(const double *a, const double *b) {
  return lambda0 * (a[0] + a[1] + a[2]) * (b[0] + b[1] + b[2]) +
         2 * mu0 * contract(a, b);
}

static double mean_of(const opened *o, const double *a, const double *b,
                      double (*product)(const double *a, const double *b)) {
  double sum = 0;
  long voxels = o->e.micro->voxels;
  for (long v = 0; v < voxels; v++) sum += product(a + 6 * v, b + 6 * v);
  return sum / (double)voxels;
}

START_TEST(dots_are_means_in_real_space) {
  opened o = open_shape(_i, 0);
  am_vector *a = some_vector(&o, 1e-3, 2e-4);
  am_vector *b = some_vector(&o, -3e-4, 5e-4);
  double ab[2], ba[1];
  am_space_dots(o.space, a, 2, (const am_vector *const[]){a, b}, ab);
  am_space_dots(o.space, b, 1, (const am_vector *const[]){a}, ba);
  double *eps_a = strain_of(&o, a), *eps_b = strain_of(&o, b);
  ck_assert(ab[0] > 0);
  ck_assert_close(ab[0], mean_of(&o, eps_a, eps_a, in_metric), 1e-13, 0);
  ck_assert_close(ab[1], mean_of(&o, eps_a, eps_b, in_metric), 0,
                  1e-13 * ab[0]);
  ck_assert_close(ba[0], ab[1], 0, 1e-14 * ab[0]);
}
END_TEST

/* (g, v) = <sigma : eps_v> of the fluctuations: g is the gradient. */
START_TEST(the_gradient_is_that_of_the_work) {
  opened o = open_shape(_i, 0);
  am_response r;
  double gv, scale;
  am_vector *u = some_vector(&o, 1e-3, 2e-4), *g = new_vector(&o, false);
  am_vector *v = some_vector(&o, 3e-4, -5e-4);
  memset(v->mean, 0, sizeof v->mean);
  double *eps = strain_of(&o, v);
  am_space_respond(o.space, &span, u, g, &r);
  double *sigma = field_of(&o, AM_CELL_STRESS);
  am_space_dots(o.space, v, 1, (const am_vector *const[]){g}, &gv);
  scale = sqrt(mean_of(&o, eps, eps, contract) *
               mean_of(&o, sigma, sigma, contract));
  ck_assert(scale > 0);
  ck_assert_close(gv, mean_of(&o, sigma, eps, contract), 0, 1e-13 * scale);
}
END_TEST

/* Strains of the rotated scheme and of the Fourier discretization, from
 * published wave vectors: xi, and k = i/4 tan … without common factors. */
static double wave(const opened *o, int d, const int *n) {
  const double pi = acos(-1);
  double q = 1;
  for (int e = 0; e < 3; e++) {
    int count = o->e.micro->grid[e];
    double t = 2 * pi * n[e] / count, h = o->e.micro->size[e] / count;
    if (!o->e.cell->rotated) {
      if (2 * n[e] == count) return 0;
      if (e == d) q = (2 * n[e] > count ? t - 2 * pi : t) / h;
      continue;
    }
    q *= e == d ? 2 / h * sin(t / 2) : cos(t / 2);
  }
  return q;
}

/* sigma^ at a frequency, by its sum. */
static void transform_at(const opened *o, const double *sigma, const int *n,
                         double complex *hat) {
  const int *grid = o->e.micro->grid;
  const double pi = acos(-1);
  for (int c = 0; c < 6; c++) hat[c] = 0;
  for (long v = 0; v < o->e.micro->voxels; v++) {
    long i = v % grid[0], j = v / grid[0] % grid[1];
    long k = v / grid[0] / grid[1];
    double angle = 2 * pi *
                   ((double)(n[0] * i % grid[0]) / grid[0] +
                    (double)(n[1] * j % grid[1]) / grid[1] +
                    (double)(n[2] * k % grid[2]) / grid[2]);
    for (int c = 0; c < 6; c++) hat[c] += sigma[6 * v + c] * cexp(-I * angle);
  }
  for (int c = 0; c < 6; c++) hat[c] /= (double)o->e.micro->voxels;
}

START_TEST(the_norm_of_the_divergence_is_that_of_a_plain_sum) {
  static const int index[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
  opened o = open_shape(_i, 0);
  const int *grid = o.e.micro->grid;
  am_response r;
  double square = 0;
  am_vector *u = some_vector(&o, 1e-3, 2e-4);
  if (o.e.micro->voxels > 1000) return;
  am_space_respond(o.space, &span, u, NULL, &r);
  double *sigma = field_of(&o, AM_CELL_STRESS);
  for (long f = 0; f < o.e.micro->voxels; f++) {
    int n[] = {(int)(f % grid[0]), (int)(f / grid[0] % grid[1]),
               (int)(f / grid[0] / grid[1])};
    double complex hat[6];
    transform_at(&o, sigma, n, hat);
    for (int a = 0; a < 3; a++) {
      double complex sum = 0;
      for (int b = 0; b < 3; b++) sum += wave(&o, b, n) * hat[index[a][b]];
      square += creal(sum * conj(sum));
    }
    double tensor[6];
    for (int c = 0; f == 0 && c < 6; c++) tensor[c] = creal(hat[c]);
    for (int c = 0; f == 0 && c < 6; c++)
      ck_assert_close(r.stress[c], tensor[c] * (c < 3 ? 1 : sqrt(2)), 0,
                      1e-13 * size_of(r.stress));
  }
  ck_assert(r.divergence > 1e-3 * size_of(r.stress));
  ck_assert_close(r.divergence, sqrt(square), 1e-12, 0);
}
END_TEST

/* All results of a space for a vector, for bitwise comparison. */
typedef struct {
  double *vector, means[6], dots[2];
  am_response response;
  am_mean_tangent survey;
} answers;

static answers answers_of(int shape, int threads) {
  opened o = open_shape(shape, threads);
  answers a = {.vector = AM_ARRAY(o.e.arena, double, 6 * o.space->frequencies)};
  am_vector *u = some_vector(&o, 1e-3, 2e-4), *g = new_vector(&o, false);
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  am_space_respond(o.space, &span, u, g, &a.response);
  am_space_survey(o.space, &span, u, false, &a.survey);
  am_space_fetch_vector(o.space, g, a.vector);
  am_space_means(o.space, AM_CELL_STRESS, 0, a.means);
  am_space_dots(o.space, u, 2, (const am_vector *const[]){u, g}, a.dots);
  return a;
}

START_TEST(threads_change_no_bit) {
  answers one = answers_of(_i, 1), two = answers_of(_i, 2);
  size_t numbers = (size_t)(6 * (shapes[_i].grid[0] / 2 + 1) *
                            shapes[_i].grid[1] * shapes[_i].grid[2]);
  ck_assert_mem_eq(one.vector, two.vector, numbers * sizeof *one.vector);
  ck_assert_mem_eq(one.means, two.means, sizeof one.means);
  ck_assert_mem_eq(one.dots, two.dots, sizeof one.dots);
  ck_assert_mem_eq(one.response.stress, two.response.stress,
                   sizeof one.response.stress);
  ck_assert_double_eq(one.response.divergence, two.response.divergence);
  ck_assert_mem_eq(one.survey.mean, two.survey.mean, sizeof one.survey.mean);
}
END_TEST

START_TEST(rough_vectors_keep_six_digits) {
  opened o = open_shape(_i, 0);
  am_vector *a = some_vector(&o, 1e-3, 2e-4), *y = new_vector(&o, false);
  am_vector *b = some_vector(&o, 3e-4, -5e-4), *rough = new_vector(&o, true);
  const am_vector *const all[] = {a, rough, y};
  double aa, yy;
  am_space_copy(o.space, rough, b);
  am_space_copy(o.space, y, b);
  /* y = 2 a - 3 rough(b) + 3 b - a = a up to rounding */
  am_space_combine(o.space, y, 3, (double[]){2, -3, 3}, all);
  am_space_combine(o.space, y, 2, (double[]){-2, 1},
                   (const am_vector *const[]){a, y});
  am_space_dots(o.space, a, 1, (const am_vector *const[]){a}, &aa);
  am_space_dots(o.space, y, 1, (const am_vector *const[]){y}, &yy);
  ck_assert(yy < 1e-12 * aa);
  for (int i = 0; i < 6; i++) ck_assert_close(y->mean[i], 0, 0, 1e-18);
}
END_TEST

/* Collected combinations are computed in order: y = 2 a + b, z = 3 y - a, also
 * if they exceed the limits of one launch. */
START_TEST(combinations_are_collected) {
  opened o = open_shape(_i, 0);
  am_vector *a = some_vector(&o, 1e-3, 2e-4), *y = new_vector(&o, false);
  am_vector *b = some_vector(&o, 3e-4, -5e-4), *z = new_vector(&o, false);
  double zz, dd;
  am_space_collect(o.space, true);
  am_space_combine(o.space, y, 2, (double[]){2, 1},
                   (const am_vector *const[]){a, b});
  for (int i = 0; i < 10; i++)
    am_space_combine(o.space, z, 2, (double[]){3, -1},
                     (const am_vector *const[]){y, a});
  am_space_collect(o.space, false);
  am_space_combine(o.space, y, 3, (double[]){1, -5, -3},
                   (const am_vector *const[]){z, a, b});
  am_space_dots(o.space, z, 1, (const am_vector *const[]){z}, &zz);
  am_space_dots(o.space, y, 1, (const am_vector *const[]){y}, &dd);
  ck_assert(zz > 0 && dd < 1e-28 * zz);
}
END_TEST

START_TEST(vectors_go_out_and_come_back) {
  opened o = open_shape(_i, 0);
  double *values = AM_ARRAY(o.e.arena, double, 6 * o.space->frequencies);
  am_vector *a = some_vector(&o, 1e-3, 2e-4), *b = new_vector(&o, false);
  double aa, bb;
  am_space_fetch_vector(o.space, a, values);
  am_space_store_vector(o.space, b, values);
  memcpy(b->mean, a->mean, sizeof a->mean);
  am_space_dots(o.space, a, 1, (const am_vector *const[]){a}, &aa);
  am_space_dots(o.space, b, 1, (const am_vector *const[]){b}, &bb);
  ck_assert_double_eq(aa, bb);
}
END_TEST

/* Replaces base/free_memory.c: amount of free memory. */
static size_t left = SIZE_MAX;

size_t am_memory_free(void) { return left; }

START_TEST(too_little_memory_is_told) {
  opened o = open_shape(0, 0);
  am_voxels *v = (am_voxels *)o.space;
  void *room;
  ck_assert_int_eq(
      v->memory->room(v, o.e.report, "a field", (size_t)1 << 53, &room),
      AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(o.e.report->first->text,
                               "6 x 5 x 4 voxels need at least 9.01e+06 GB"));
}
END_TEST

/* The machine has more memory, but other processes or the control group reduce
 * it. */
START_TEST(memory_that_is_not_free_is_not_taken) {
  opened o = {.e = new_cube(64)};
  put_sphere(&o.e);
  must_make(&o.e, TWO_ELASTIC "solver: {engine: interp}\n");
  left = 10 << 20;
  am_status status =
      am_space_open(o.e.arena, o.e.report, o.e.cell, 1, &o.space);
  left = SIZE_MAX;
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(strstr(o.e.report->first->text,
                               "fields of 64 x 64 x 64 voxels need"));
  ck_assert_ptr_nonnull(
      strstr(o.e.report->first->text, "and 0.0105 GB are free"));
}
END_TEST

int main(void) {
  TCase *spaces = tcase_create("spaces");
  tcase_add_loop_test(spaces, dots_are_means_in_real_space, 0, SHAPES);
  tcase_add_loop_test(spaces, the_gradient_is_that_of_the_work, 0, SHAPES);
  tcase_add_loop_test(spaces,
                      the_norm_of_the_divergence_is_that_of_a_plain_sum, 0,
                      SHAPES);
  tcase_add_loop_test(spaces, threads_change_no_bit, 0, SHAPES);
  tcase_add_loop_test(spaces, rough_vectors_keep_six_digits, 0, SHAPES);
  tcase_add_loop_test(spaces, combinations_are_collected, 0, SHAPES);
  tcase_add_loop_test(spaces, vectors_go_out_and_come_back, 0, SHAPES);
  tcase_add_test(spaces, too_little_memory_is_told);
  tcase_add_test(spaces, memory_that_is_not_free_is_not_taken);
  return test_run("host", (TCase *const[]){spaces}, 1);
}
