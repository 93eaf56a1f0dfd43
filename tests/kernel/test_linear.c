/* Small dense systems: with and without row exchanges. */
#include "tests/graph_tools.h"
#include "tests/kernel/problem.h"

enum { MOST = 12 };

typedef struct {
  int n;
  real w[MOST * MOST], order[MOST], given[MOST];
  k_lu lu;
} solved;

static void factor(solved *s, const real *W, int n) {
  s->n = n;
  memcpy(s->w, W, sizeof(real) * (size_t)(n * n));
  s->lu = (k_lu){s->w, s->order, k_all_lanes(), n};
  if (!k_factor(NULL, &s->lu)) return;
  memcpy(s->w, W, sizeof(real) * (size_t)(n * n));
  k_factor_again(&s->lu);
}

/* The largest entry of W x - b over |W| |x|. */
static real residual(const real *W, const real *x, const real *b, int n) {
  real worst = 0, size = 0;
  for (int i = 0; i < n; i++) {
    real sum = -b[i], most = 0;
    for (int j = 0; j < n; j++) {
      sum += W[i * n + j] * x[j];
      most += fabs(W[i * n + j] * x[j]);
    }
    worst = fmax(worst, fabs(sum));
    size = fmax(size, most);
    if (!isfinite(x[i])) return INFINITY;
  }
  return worst / size;
}

static void solve(solved *s, const real *W, uint64_t *seed) {
  real x[MOST], b[MOST];
  for (int i = 0; i < s->n; i++) x[i] = b[i] = random_in(seed, -1, 1);
  k_solve(NULL, &s->lu, x, s->given);
  ck_assert_double_lt(residual(W, x, b, s->n), 1e-13);
}

static void random_matrix(uint64_t *seed, int n, real *W) {
  for (int i = 0; i < n * n; i++) W[i] = random_in(seed, -1, 1);
}

/* I + h P D with P, D positive: what implicit schemes make of generalized
 * standard materials needs no exchange (theorem 1 of the AutoMat paper). */
static void positive_product(uint64_t *seed, int n, real *W) {
  real h = exp(random_in(seed, -10, 10)), L[MOST * MOST];
  random_matrix(seed, n, L);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      real sum = 0;
      for (int l = 0; l < n; l++) sum += L[i * n + l] * L[j * n + l];
      W[i * n + j] = (i == j) + h * sum;
    }
}

START_TEST(positive_systems_keep_their_order) {
  solved s;
  real W[MOST * MOST];
  uint64_t seed = 1;
  for (int i = 0; i < 1000; i++) {
    int n = 1 + random_below(&seed, MOST);
    positive_product(&seed, n, W);
    factor(&s, W, n);
    ck_assert(!s.lu.exchanged);
    solve(&s, W, &seed);
  }
}
END_TEST

/* Scaled like I - h J of variables of different sizes. */
START_TEST(badly_scaled_systems) {
  solved s;
  real W[MOST * MOST], scale[MOST];
  uint64_t seed = 2;
  for (int i = 0; i < 1000; i++) {
    int n = 2 + random_below(&seed, MOST - 1);
    positive_product(&seed, n, W);
    for (int l = 0; l < n; l++) scale[l] = exp(random_in(&seed, -8, 8));
    for (int l = 0; l < n * n; l++) W[l] *= scale[l / n] / scale[l % n];
    factor(&s, W, n);
    solve(&s, W, &seed);
  }
}
END_TEST

START_TEST(random_systems) {
  solved s;
  real W[MOST * MOST];
  uint64_t seed = 3;
  int exchanged = 0;
  for (int i = 0; i < 2000; i++) {
    int n = 1 + random_below(&seed, MOST);
    random_matrix(&seed, n, W);
    factor(&s, W, n);
    exchanged += s.lu.exchanged;
    solve(&s, W, &seed);
  }
  ck_assert_int_gt(exchanged, 0);
  ck_assert_int_lt(exchanged, 1900);
}
END_TEST

/* Zero pivots: a permutation of a matrix with a dominant diagonal. */
START_TEST(zero_pivots) {
  solved s;
  real W[MOST * MOST];
  uint64_t seed = 4;
  for (int i = 0; i < 1000; i++) {
    int n = 2 + random_below(&seed, MOST - 1);
    int shift = 1 + random_below(&seed, n - 1);
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++) {
        bool diagonal = (r + shift) % n == c;
        W[r * n + c] = diagonal ? random_in(&seed, 1, 2)
                       : r == c ? 0
                                : random_in(&seed, -0.5, 0.5) / n;
      }
    factor(&s, W, n);
    ck_assert(s.lu.exchanged);
    solve(&s, W, &seed);
  }
}
END_TEST

START_TEST(exact_permutations) {
  const real W[9] = {0, 0, 2, 4, 0, 0, 0, 8, 0};
  real x[3] = {6, 20, 56};
  solved s;
  factor(&s, W, 3);
  k_solve(NULL, &s.lu, x, s.given);
  ck_assert_double_eq(x[0], 5);
  ck_assert_double_eq(x[1], 7);
  ck_assert_double_eq(x[2], 3);
}
END_TEST

/* No solution: what comes out is not finite, so that nobody takes it. */
START_TEST(singular_systems_are_not_solved) {
  const real W[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1};
  real x[3] = {1, 1, 1};
  solved s;
  factor(&s, W, 3);
  k_solve(NULL, &s.lu, x, s.given);
  ck_assert(!isfinite(x[0] + x[1] + x[2]));
}
END_TEST

START_TEST(empty_systems) {
  solved s;
  real x[1] = {3};
  factor(&s, x, 0);
  k_solve(NULL, &s.lu, x, s.given);
  ck_assert_double_eq(x[0], 3);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("linear");
  tcase_add_test(tcase, positive_systems_keep_their_order);
  tcase_add_test(tcase, badly_scaled_systems);
  tcase_add_test(tcase, random_systems);
  tcase_add_test(tcase, zero_pivots);
  tcase_add_test(tcase, exact_permutations);
  tcase_add_test(tcase, singular_systems_are_not_solved);
  tcase_add_test(tcase, empty_systems);
  return test_run("linear", &tcase, 1);
}
