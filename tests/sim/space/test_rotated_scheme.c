/* Strains and forces of the rotated scheme against sums over corners, and
 * against each other. */
#include <math.h>
#include <string.h>

#include "kernel/dialect.h"
#include "space/kernels.h"
#include "space/vectors.h"

#include "space/rotated_scheme.h"
#include "support.h"

static const int grids[][3] = {{5, 4, 3}, {1, 6, 2}, {4, 1, 1},
                               {2, 2, 2}, {1, 1, 1}, {9, 3, 8},
                               {300, 2, 1}};
static const double edge[] = {0.5, 0.25, 2};
enum { GRIDS = sizeof grids / sizeof *grids, MOST = 6 * 302 * 2 };

static k_corners corners_of(const int *n, double *corners, double *middles) {
  long row = n[0] + 2, plane = row * n[1], field = plane * n[2];
  return (k_corners){.grid = {n[0], n[1], n[2]},
                     .slope = {0.25 / edge[0], 0.25 / edge[1], 0.25 / edge[2]},
                     .row = row,
                     .plane = plane,
                     .field = field,
                     .corners = corners,
                     .middles = middles,
                     .other = field};
}

static void find_strain(k_corners *s, const double *mean) {
  long count = (long)s->grid[0] * s->grid[1] * s->grid[2];
  s->beside = s->corners;
  memcpy(s->mean, mean, sizeof s->mean);
  for (long part = 0; part * K_PLACES < count; part++)
    k_corner_strain_part(s, (k_share){.part = part, .lanes = 1});
}

static void find_force(k_corners *s, double *sums) {
  s->beside = s->middles + (s->grid[2] - 1) * s->plane;
  s->sums = (k_sums){sums, s->grid[2]};
  for (long part = 0; part < s->grid[2]; part++)
    k_corner_force_part(s, (k_share){.part = part, .lanes = 1});
}

static long at(const k_corners *s, int c, int i, int j, int k) {
  const int *n = s->grid;
  return c * s->field + ((k + n[2]) % n[2] * (long)n[1] + (j + n[1]) % n[1]) *
                            s->row +
         (i + n[0]) % n[0];
}

static void fill(double *data, int from) {
  for (int n = 0; n < MOST; n++) data[n] = sin(n * n % 97 + from);
}

/* The derivative of u_c along d: the mean over four edges. */
static double derivative(const k_corners *s, const double *u, int c, int d,
                         const int *v) {
  double sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    int end = d == 0 ? x : d == 1 ? y : z;
    double value = u[at(s, c, v[0] + x, v[1] + y, v[2] + z)];
    sum += (end ? value : -value) / (4 * edge[d]);
  }
  return sum;
}

static const int tensor[6][2] = {{0, 0}, {1, 1}, {2, 2},
                                 {1, 2}, {0, 2}, {0, 1}};

START_TEST(strains_are_those_of_corners) {
  static const double mean[6] = {1, 2, 3, 4, 5, 6};
  double u[MOST], data[MOST];
  fill(u, 1);
  k_corners s = corners_of(grids[_i], u, data);
  find_strain(&s, mean);
  const int *n = grids[_i];
  for (int v = 0; v < n[0] * n[1] * n[2]; v++) {
    const int place[] = {v % n[0], v / n[0] % n[1], v / n[0] / n[1]};
    for (int c = 0; c < 6; c++) {
      int a = tensor[c][0], b = tensor[c][1];
      double expected = mean[c] + (derivative(&s, u, a, b, place) +
                                   derivative(&s, u, b, a, place)) / 2;
      ck_assert_close(data[at(&s, c, place[0], place[1], place[2])],
                      expected, 0, 1e-14);
    }
  }
}
END_TEST

/* (force, u) = -(stress, strain of u), and sums of planes. */
START_TEST(forces_are_the_transpose) {
  static const double none[6] = {0};
  double stress[MOST], u[MOST], strain[MOST], force[MOST], sums[6 * 8];
  double inner = 0, outer = 0, size = 0;
  fill(stress, 2);
  fill(u, 3);
  k_corners s = corners_of(grids[_i], u, strain);
  k_corners f = corners_of(grids[_i], force, stress);
  find_strain(&s, none);
  find_force(&f, sums);
  const int *n = grids[_i];
  for (int v = 0; v < n[0] * n[1] * n[2]; v++) {
    int i = v % n[0], j = v / n[0] % n[1], k = v / n[0] / n[1];
    for (int c = 0; c < 3; c++)
      outer += force[at(&s, c, i, j, k)] * u[at(&s, c, i, j, k)];
    for (int c = 0; c < 6; c++) {
      long m = at(&s, c, i, j, k);
      inner += (c < 3 ? 1 : 2) * stress[m] * strain[m];
      size += fabs(stress[m] * strain[m]);
      sums[c * n[2] + k] -= stress[m];
    }
  }
  ck_assert_close(outer, -inner, 0, 1e-14 * (size + 1));
  for (int c = 0; c < 6 * n[2]; c++)
    ck_assert_close(sums[c], 0, 0, 1e-13);
}
END_TEST

int main(void) {
  TCase *rotated = tcase_create("rotated scheme");
  tcase_add_loop_test(rotated, strains_are_those_of_corners, 0, GRIDS);
  tcase_add_loop_test(rotated, forces_are_the_transpose, 0, GRIDS);
  return test_run("rotated scheme", &rotated, 1);
}
