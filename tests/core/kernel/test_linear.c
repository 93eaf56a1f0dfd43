/* Small systems, dense and sparse, with and without row exchanges. */
#include "kernel/plan.h"
#include "tests/graph_tools.h"
#include "tests/core/kernel/problem.h"

enum { MOST = 12 };

typedef struct {
  int n;
  real w[MOST * MOST], row_at[MOST], scratch[MOST];
  k_lu lu;
  k_context context;
  am_law law;
  am_plan plan; /* the order of a sparse system */
} solved;

static const int pivot_order[MOST] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

static void factor(solved *s, const real *W, int n) {
  s->n = n;
  memcpy(s->w, W, sizeof(real) * (size_t)(n * n));
  s->lu = (k_lu){.w = s->w, .row_at = s->row_at, .exchanged = k_all_lanes(),
                 .n = n, .pivot_order = pivot_order, .scratch = s->scratch};
  if (!k_factor(&s->context, &s->lu)) return;
  k_factor_again(&s->context, s->lu, k_unshifted(W));
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

static void solve_to(solved *s, const real *W, uint64_t *seed,
                     double tolerance) {
  real x[MOST], b[MOST];
  for (int i = 0; i < s->n; i++) x[i] = b[i] = random_in(seed, -1, 1);
  k_solve(&s->context, &s->lu, x);
  ck_assert_double_lt(residual(W, x, b, s->n), tolerance);
}

static void solve(solved *s, const real *W, uint64_t *seed) {
  solve_to(s, W, seed, 1e-13);
}

static void random_matrix(uint64_t *seed, int n, real *W) {
  for (int i = 0; i < n * n; i++) W[i] = random_in(seed, -1, 1);
}

/* I + h P D with P, D positive: the matrices of implicit schemes for
 * generalized standard materials need no row exchange (theorem 1 of the AutoMat
 * paper). */
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
  k_solve(&s.context, &s.lu, x);
  ck_assert_double_eq(x[0], 5);
  ck_assert_double_eq(x[1], 7);
  ck_assert_double_eq(x[2], 3);
}
END_TEST

/* Without a solution, the result is not finite, so that it is never
 * accepted. */
START_TEST(singular_systems_are_not_solved) {
  const real W[9] = {1, 2, 3, 2, 4, 6, 1, 0, 1};
  real x[3] = {1, 1, 1};
  solved s;
  factor(&s, W, 3);
  k_solve(&s.context, &s.lu, x);
  ck_assert(!isfinite(x[0] + x[1] + x[2]));
}
END_TEST

START_TEST(empty_systems) {
  solved s;
  real x[1] = {3};
  factor(&s, x, 0);
  k_solve(&s.context, &s.lu, x);
  ck_assert_double_eq(x[0], 3);
}
END_TEST

/* Scaled rows, as for the slip systems of a crystal, need no exchange, and
 * neither do scaled columns. */
START_TEST(scales_of_rows_or_columns_keep_the_order) {
  solved s;
  real W[MOST * MOST], scale[MOST];
  uint64_t seed = 5;
  for (int i = 0; i < 1000; i++) {
    int n = 2 + random_below(&seed, MOST - 1), rows = i % 2;
    positive_product(&seed, n, W);
    for (int l = 0; l < n; l++) scale[l] = exp(random_in(&seed, -20, 20));
    for (int l = 0; l < n * n; l++) W[l] *= scale[rows ? l / n : l % n];
    factor(&s, W, n);
    ck_assert(!s.lu.exchanged);
  }
}
END_TEST

/* Pattern of a random sparse matrix; every third one is tridiagonal with one
 * full row and column, in random order. */
static void random_entries(uint64_t *seed, int n, int kind, bool *entries) {
  int hub = random_below(seed, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      entries[i * n + j] =
          i == j || (kind % 3 ? random_below(seed, 4) == 0
                              : abs(i - j) == 1 || i == hub || j == hub);
}

/* Factorizes shift I - J, with the entries of J in the order of the symbolic
 * analysis; zeros outside the pattern are not read. */
static void factor_sparse(am_arena *arena, solved *s, const bool *entries,
                          const real *J, int n, am_elimination *order) {
  bool *filled = AM_ARRAY(arena, bool, n * n);
  memcpy(filled, entries, sizeof *filled * (size_t)(n * n));
  am_elimination_new(arena, filled, n, 0, order);
  s->n = n;
  s->law.ns = n;
  s->plan.order = *order;
  s->context = (k_context){.law = &s->law, .plan = &s->plan};
  s->lu = (k_lu){.w = s->w, .row_at = s->row_at, .exchanged = k_all_lanes(),
                 .n = n, .scratch = s->scratch};
  for (int i = 0; i < MOST * MOST; i++) s->w[i] = NAN;
  k_shifted W = {1, 1, J};
  k_factor_shifted(&s->context, &s->lu, &W);
}

/* Entries may grow a thousandfold at every pivot that is not exchanged.
 * dominant: size of the diagonal relative to the other entries. */
static void random_sparse(uint64_t *seed, const bool *entries, int n,
                          real dominant, real *J, real *W) {
  for (int i = 0; i < n * n; i++) {
    bool diagonal = i % (n + 1) == 0;
    J[i] = entries[i] && !diagonal ? random_in(seed, -1, 1) : 0;
    if (diagonal) J[i] = 1 - dominant * random_in(seed, 1, 2);
    W[i] = diagonal - J[i];
  }
}

static void try_sparse(uint64_t *seed, int kind, real dominant,
                       int *exchanged) {
  am_arena *arena = am_arena_new();
  solved s;
  am_elimination order;
  bool entries[MOST * MOST];
  real J[MOST * MOST], W[MOST * MOST];
  int n = 2 + random_below(seed, MOST - 1);
  random_entries(seed, n, kind, entries);
  random_sparse(seed, entries, n, dominant, J, W);
  factor_sparse(arena, &s, entries, J, n, &order);
  ck_assert_int_le(order.places_count, n * n);
  *exchanged += s.lu.exchanged;
  solve_to(&s, W, seed, dominant > 1 ? 1e-13 : 1e-9);
  am_arena_free(arena);
}

START_TEST(sparse_systems) {
  uint64_t seed = 6;
  int exchanged = 0;
  for (int i = 0; i < 1000; i++) try_sparse(&seed, i, MOST, &exchanged);
  ck_assert_int_eq(exchanged, 0);
  for (int i = 0; i < 1000; i++) try_sparse(&seed, i, 1e-5, &exchanged);
  ck_assert_int_gt(exchanged, 100);
}
END_TEST

/* Code for lanes with row exchanges computes the same bits in lanes without
 * exchanges. */
START_TEST(neighbours_that_exchange_do_not_matter) {
  uint64_t seed = 7;
  for (int i = 0; i < 300; i++) {
    am_arena *arena = am_arena_new();
    solved s;
    am_elimination order;
    bool entries[MOST * MOST];
    real J[MOST * MOST], W[MOST * MOST], x[MOST], again[MOST];
    int n = 2 + random_below(&seed, MOST - 1);
    random_entries(&seed, n, i, entries);
    random_sparse(&seed, entries, n, MOST, J, W);
    for (int l = 0; l < n; l++) x[l] = again[l] = random_in(&seed, -1, 1);
    factor_sparse(arena, &s, entries, J, n, &order);
    k_solve(&s.context, &s.lu, x);
    k_factor_again(&s.context, s.lu, k_unshifted(W));
    k_solve_again(&s.context, s.lu, again);
    for (int l = 0; l < n; l++) ck_assert_double_eq(again[l], x[l]);
    am_arena_free(arena);
  }
}
END_TEST

/* An arrow matrix with a full first row and column is eliminated from the last
 * unknown, without fill-in. */
START_TEST(arrows_stay_sparse) {
  am_arena *arena = am_arena_new();
  enum { n = 10 };
  bool entries[n * n];
  am_elimination order;
  for (int i = 0; i < n * n; i++)
    entries[i] = i % (n + 1) == 0 || i < n || i % n == 0;
  am_elimination_new(arena, entries, n, 0, &order);
  ck_assert(order.sparse);
  ck_assert_int_eq(order.places_count, n + 2 * (n - 1));
  for (int i = 0; i < n - 2; i++) {
    ck_assert_int_eq(order.pivots[i].at, i + 1);
    ck_assert_int_eq(order.pivots[i].row_count, 1);
    ck_assert_int_eq(order.places[order.pivots[i].rows], 0);
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(dense_systems_go_from_top_to_bottom) {
  am_arena *arena = am_arena_new();
  bool entries[25];
  am_elimination order;
  memset(entries, 1, sizeof entries);
  am_elimination_new(arena, entries, 5, 0, &order);
  ck_assert(!order.sparse);
  for (int i = 0; i < 5; i++) {
    ck_assert_int_eq(order.pivots[i].at, i);
    ck_assert_int_eq(order.pivots[i].column_count, 4 - i);
  }
  am_arena_free(arena);
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
  tcase_add_test(tcase, scales_of_rows_or_columns_keep_the_order);
  tcase_add_test(tcase, sparse_systems);
  tcase_add_test(tcase, neighbours_that_exchange_do_not_matter);
  tcase_add_test(tcase, arrows_stay_sparse);
  tcase_add_test(tcase, dense_systems_go_from_top_to_bottom);
  return test_run("linear", &tcase, 1);
}
