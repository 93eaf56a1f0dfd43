/* Strains and forces by stencils against sums over corners, against one
 * another, and for any number of threads. */
#include "space/stencil.h"

#include <math.h>
#include <string.h>

#include "support.h"

static const int grids[][3] = {{5, 4, 3}, {1, 6, 2}, {4, 1, 1},
                               {2, 2, 2}, {1, 1, 1}, {9, 3, 8}};
enum { GRIDS = sizeof grids / sizeof *grids, MOST = 6 * 12 * 3 * 8 };

static am_stencil new_stencil(am_arena *arena, const int *n, int threads,
                              double *data) {
  long row = n[0] + 2;
  am_stencil s = {.grid = {n[0], n[1], n[2]},
                  .edge = {0.5, 0.25, 2},
                  .team = &am_team_alone,
                  .planes = {0, n[2]},
                  .threads = threads,
                  .row = row,
                  .field = row * n[1] * n[2],
                  .data = data};
  ck_assert_int_eq(am_stencil_new(arena, am_report_new(arena), &s), AM_OK);
  return s;
}

static long at(const am_stencil *s, int c, int i, int j, int k) {
  const int *n = s->grid;
  return c * s->field + ((k + n[2]) % n[2] * (long)n[1] + (j + n[1]) % n[1]) *
                            s->row +
         (i + n[0]) % n[0];
}

static void fill(double *data, int from) {
  for (int n = 0; n < MOST; n++) data[n] = sin(n * n % 97 + from);
}

/* The derivative of u_c along d: the mean over four edges. */
static double derivative(const am_stencil *s, const double *u, int c, int d,
                         const int *v) {
  double sum = 0;
  for (int corner = 0; corner < 8; corner++) {
    int x = corner & 1, y = corner >> 1 & 1, z = corner >> 2;
    int end = d == 0 ? x : d == 1 ? y : z;
    double value = u[at(s, c, v[0] + x, v[1] + y, v[2] + z)];
    sum += (end ? value : -value) / (4 * s->edge[d]);
  }
  return sum;
}

static const int tensor[6][2] = {{0, 0}, {1, 1}, {2, 2},
                                 {1, 2}, {0, 2}, {0, 1}};

START_TEST(strains_are_those_of_corners) {
  static const double mean[6] = {1, 2, 3, 4, 5, 6};
  am_arena *arena = test_arena();
  double u[MOST], data[MOST];
  fill(u, 1);
  memcpy(data, u, sizeof data);
  am_stencil s = new_stencil(arena, grids[_i], 2, data);
  am_stencil_strain(&s, mean);
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
  am_arena_free(arena);
}
END_TEST

/* (force, u) = -(stress, strain of u), and sums of planes. */
START_TEST(forces_are_the_transpose) {
  static const double none[6] = {0};
  am_arena *arena = test_arena();
  double stress[MOST], u[MOST], strain[MOST], force[MOST], sums[6 * 8];
  double inner = 0, outer = 0, size = 0;
  fill(stress, 2);
  fill(u, 3);
  memcpy(strain, u, sizeof u);
  memcpy(force, stress, sizeof stress);
  am_stencil s = new_stencil(arena, grids[_i], 3, strain);
  am_stencil f = new_stencil(arena, grids[_i], 3, force);
  am_stencil_strain(&s, none);
  am_stencil_force(&f, sums);
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
  am_arena_free(arena);
}
END_TEST

START_TEST(threads_make_no_difference) {
  static const double mean[6] = {1, 2, 3, 4, 5, 6};
  double found[3][MOST], sums[3][6 * 8] = {{0}};
  for (int t = 0; t < 3; t++) {
    am_arena *arena = test_arena();
    fill(found[t], 4);
    am_stencil s = new_stencil(arena, grids[_i], 1 + 3 * t, found[t]);
    am_stencil_strain(&s, mean);
    am_stencil_force(&s, sums[t]);
    am_arena_free(arena);
  }
  for (int t = 1; t < 3; t++) {
    ck_assert_mem_eq(found[t], found[0], sizeof found[0]);
    ck_assert_mem_eq(sums[t], sums[0], sizeof sums[0]);
  }
}
END_TEST

int main(void) {
  TCase *stencil = tcase_create("stencil");
  tcase_add_loop_test(stencil, strains_are_those_of_corners, 0, GRIDS);
  tcase_add_loop_test(stencil, forces_are_the_transpose, 0, GRIDS);
  tcase_add_loop_test(stencil, threads_make_no_difference, 0, GRIDS);
  return test_run("stencil", (TCase *const[]){stencil}, 1);
}
