/* Order conditions of each scheme, recomputed from its table over all rooted
 * trees (Butcher 2016, chapter 3; Hairer and Wanner 1996, IV.7, theorem 7.4):
 * sum over i of b_i phi_i(t) = 1/gamma(t), where a node with one child uses the
 * coefficients beta = alpha + Gamma and one with several uses alpha; for
 * explicit schemes both are a. */
#include "solver/solver.h"

#include <complex.h>
#include <stdbool.h>
#include <string.h>

#include "tests/support.h"

enum { S = AM_STAGES, ORDERS = 6, TREES = 40 };

typedef long double real;

/* A scheme in the standard form K_i = h f(y + sum alpha K) + h J sum Gamma K,
 * y1 = y + sum b K. */
typedef struct {
  int stages;
  real alpha[S][S], Gamma[S][S], beta[S][S];
  real b[S], embedded[S];
} method;

/* A rooted tree: children are earlier trees. */
typedef struct {
  int order, count, child[ORDERS];
  real gamma;
} tree;

static tree trees[TREES];
static int tree_count;

static void add_tree(const tree *t) {
  ck_assert_int_lt(tree_count, TREES);
  trees[tree_count] = *t;
  trees[tree_count].gamma = t->order;
  for (int i = 0; i < t->count; i++)
    trees[tree_count].gamma *= trees[t->child[i]].gamma;
  tree_count++;
}

/* Adds children up to `last` until `left` nodes are used. */
static void grow(tree t, int left, int last) {
  if (!left) {
    add_tree(&t);
    return;
  }
  for (int i = last; i >= 0; i--) {
    tree more = t;
    if (trees[i].order > left) continue;
    more.child[more.count++] = i;
    grow(more, left - trees[i].order, i);
  }
}

static void make_trees(void) {
  tree_count = 0;
  for (int order = 1; order <= ORDERS; order++)
    grow((tree){.order = order}, order - 1, tree_count - 1);
}

static void weight(const method *m, const tree *t, real *phi) {
  const real(*c)[S] = t->count == 1 ? m->beta : m->alpha;
  for (int i = 0; i < m->stages; i++) phi[i] = 1;
  for (int k = 0; k < t->count; k++) {
    real inner[S];
    weight(m, &trees[t->child[k]], inner);
    for (int i = 0; i < m->stages; i++) {
      real sum = 0;
      for (int j = 0; j < m->stages; j++) sum += c[i][j] * inner[j];
      phi[i] *= sum;
    }
  }
}

static real defect(const method *m, const real *b, const tree *t) {
  real phi[S], sum = -1 / t->gamma;
  weight(m, t, phi);
  for (int i = 0; i < m->stages; i++) sum += b[i] * phi[i];
  return fabsl(sum);
}

/* The largest defect over the trees of one order. */
static real worst(const method *m, const real *b, int order) {
  real w = 0;
  for (int i = 0; i < tree_count; i++)
    if (trees[i].order == order) w = fmaxl(w, defect(m, b, &trees[i]));
  return w;
}

/* Gamma = (diag(1/gamma) - m)^-1, by columns. */
static void invert(const am_scheme *s, method *m) {
  for (int j = 0; j < s->stages; j++)
    for (int i = 0; i < s->stages; i++) {
      real x = i == j;
      for (int k = 0; k < i; k++) x += s->m[i][k] * m->Gamma[k][j];
      m->Gamma[i][j] = x * s->gamma;
    }
}

/* x times Gamma, or x without Gamma */
static void standard_row(const am_scheme *s, const method *m, const double *x,
                         real *row) {
  for (int j = 0; j < s->stages; j++) {
    row[j] = s->family == AM_FAMILY_EXPLICIT ? x[j] : 0;
    for (int k = 0; k < s->stages; k++) row[j] += x[k] * m->Gamma[k][j];
  }
}

static method standard_form(const am_scheme *s) {
  method m = {.stages = s->stages};
  real e[S];
  if (s->family == AM_FAMILY_ROSENBROCK) invert(s, &m);
  for (int i = 0; i < s->stages; i++) standard_row(s, &m, s->a[i], m.alpha[i]);
  standard_row(s, &m, s->b, m.b);
  standard_row(s, &m, s->e, e);
  for (int i = 0; i < s->stages; i++) {
    m.embedded[i] = m.b[i] - e[i];
    for (int j = 0; j < s->stages; j++)
      m.beta[i][j] = m.alpha[i][j] + m.Gamma[i][j];
  }
  return m;
}

static bool has_table(const am_scheme *s) {
  return s->family == AM_FAMILY_EXPLICIT || s->family == AM_FAMILY_ROSENBROCK;
}

/* Published coefficients have 16 digits and reach 34: doubles hold the
 * conditions to a few units of 1e-14 where entries are large. */
static real tolerance(const method *m) {
  real largest = 1;
  for (int i = 0; i < m->stages; i++)
    for (int j = 0; j < m->stages; j++)
      largest = fmaxl(largest, fabsl(m->beta[i][j]));
  return 1e-14L * largest;
}

START_TEST(trees_are_counted_right) {
  const int known[ORDERS] = {1, 1, 2, 4, 9, 20};
  for (int order = 1; order <= ORDERS; order++) {
    int count = 0;
    for (int i = 0; i < tree_count; i++) count += trees[i].order == order;
    ck_assert_int_eq(count, known[order - 1]);
  }
}
END_TEST

static void check_order(const am_scheme *s, const method *m, const real *b,
                        int order, const char *what) {
  for (int p = 1; p <= order; p++)
    ck_assert_msg(worst(m, b, p) <= tolerance(m),
                  "%s, %s: order %d misses by %.3Lg", s->name, what, p,
                  worst(m, b, p));
  ck_assert_msg(worst(m, b, order + 1) > 1e-5L,
                "%s, %s has more than the order %d", s->name, what, order);
}

START_TEST(order_conditions) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t i = 0; i < count; i++) {
    if (!has_table(&schemes[i])) continue;
    method m = standard_form(&schemes[i]);
    check_order(&schemes[i], &m, m.b, schemes[i].order, "solution");
    check_order(&schemes[i], &m, m.embedded, schemes[i].embedded, "embedded");
  }
}
END_TEST

static real row_sum(const real *row, int n) {
  real sum = 0;
  for (int i = 0; i < n; i++) sum += row[i];
  return sum;
}

/* A guard is an error of second order at least: it vanishes for slopes that are
 * linear in time. */
START_TEST(guards_vanish_for_linear_slopes) {
  const am_scheme *s = am_schemes(&(size_t){0}) + _i;
  double sum = 0, moment = 0, size = 0;
  ck_assert(!s->control || s->caution > 0);
  for (int i = 0; i < s->stages; i++) {
    sum += s->guard[i];
    moment += s->guard[i] * s->c[i];
    size += fabs(s->guard[i]);
  }
  ck_assert_int_eq(s->guarded, size > 0);
  ck_assert_close(sum, 0, 0, 1e-15);
  ck_assert_close(moment, 0, 0, 1e-15);
}
END_TEST

/* c = alpha 1 and g = Gamma 1: times and strains belong to the stages. */
START_TEST(row_sums) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++) {
    const am_scheme *s = &schemes[n];
    if (!has_table(s)) continue;
    method m = standard_form(s);
    for (int i = 0; i < s->stages; i++) {
      real c = row_sum(m.alpha[i], S), g = row_sum(m.Gamma[i], S);
      ck_assert_msg(fabsl(c - s->c[i]) < tolerance(&m), "%s: c[%d] = %.17g",
                    s->name, i, s->c[i]);
      ck_assert_msg(fabsl(g - s->g[i]) < tolerance(&m), "%s: g[%d] = %.17g",
                    s->name, i, s->g[i]);
    }
  }
}
END_TEST

START_TEST(tables_are_strictly_lower) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++)
    for (int i = 0; i < S; i++)
      for (int j = i; j < S; j++) {
        ck_assert_double_eq(schemes[n].a[i][j], 0);
        ck_assert_double_eq(schemes[n].m[i][j], 0);
      }
}
END_TEST

/* First same as last: the last stage is f at the end of the substep. */
START_TEST(last_stages_that_are_kept) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++) {
    const am_scheme *s = &schemes[n];
    int last = s->stages - 1;
    if (s->family != AM_FAMILY_EXPLICIT) {
      ck_assert(!s->fsal);
      continue;
    }
    bool same = s->c[last] == 1 && s->b[last] == 0;
    for (int j = 0; j < last; j++) same &= s->a[last][j] == s->b[j];
    ck_assert_msg(same == (s->fsal != 0), "%s: fsal = %d", s->name, s->fsal);
  }
}
END_TEST

/* R(z) = 1 + z b' (I - z beta)^-1 1 by forward substitution. */
static double complex stability(const method *m, const real *b,
                                double complex z) {
  double complex x[S], r = 1;
  for (int i = 0; i < m->stages; i++) {
    x[i] = 1;
    for (int j = 0; j < i; j++) x[i] += z * (double)m->beta[i][j] * x[j];
    x[i] /= 1 - z * (double)m->beta[i][i];
    r += z * (double)b[i] * x[i];
  }
  return r;
}

/* R(infinity) = 1 - b' beta^-1 1 */
static real at_infinity(const method *m, const real *b) {
  real x[S], r = 1;
  for (int i = 0; i < m->stages; i++) {
    x[i] = 1;
    for (int j = 0; j < i; j++) x[i] -= m->beta[i][j] * x[j];
    x[i] /= m->beta[i][i];
    r -= b[i] * x[i];
  }
  return r;
}

/* No growth on the imaginary axis and no poles to its left: A-stable; with
 * R(infinity) = 0 L-stable. */
START_TEST(linearly_implicit_pairs_are_l_stable) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++) {
    const am_scheme *s = &schemes[n];
    if (s->family != AM_FAMILY_ROSENBROCK) continue;
    method m = standard_form(s);
    ck_assert_double_gt(s->gamma, 0);
    for (double y = 1e-3; y < 1e4; y *= 1.01) {
      double r = cabs(stability(&m, m.b, I * y));
      ck_assert_msg(r <= 1 + 1e-12, "%s: |R(%g i)| = %.17g", s->name, y, r);
    }
    ck_assert_msg(fabsl(at_infinity(&m, m.b)) < 1e-12L,
                  "%s: R(infinity) = %Lg", s->name, at_infinity(&m, m.b));
  }
}
END_TEST

/* RODAS: the embedded solution is L-stable too, so that stiff components do
 * not spoil the error estimate (Hairer and Wanner 1996, IV.7). */
START_TEST(rodas4_has_an_l_stable_estimate) {
  method m = standard_form(am_scheme_find("rodas4"));
  ck_assert_double_lt((double)fabsl(at_infinity(&m, m.embedded)), 1e-12);
}
END_TEST

/* R(z) approximates exp(z) to the stated order in the complex plane. */
START_TEST(stability_functions_approximate_the_exponential) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++) {
    const am_scheme *s = &schemes[n];
    if (!has_table(s)) continue;
    method m = standard_form(s);
    for (int i = 0; i < 8; i++) {
      double complex z = 0.01 * cexp(I * 0.785 * i);
      double error = cabs(stability(&m, m.b, z) - cexp(z));
      ck_assert_double_lt(error, pow(0.01, s->order + 1));
    }
  }
}
END_TEST

START_TEST(every_scheme_is_described) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t n = 0; n < count; n++) {
    const am_scheme *s = &schemes[n];
    ck_assert_ptr_eq(am_scheme_find(s->name), s);
    ck_assert_uint_gt(strlen(s->title), 0);
    ck_assert_uint_gt(strlen(s->source), 0);
    ck_assert_int_ge(s->stages, 1);
    ck_assert_int_le(s->stages, S);
    if (s->family == AM_FAMILY_IMPLICIT)
      ck_assert_int_eq(s->embedded, 0);
    else
      ck_assert_int_eq(s->control, s->order < s->embedded ? s->order
                                                          : s->embedded);
  }
  ck_assert_ptr_null(am_scheme_find("ode"));
  ck_assert_ptr_null(am_scheme_find(""));
}
END_TEST

/* A chain has the coefficients of its first scheme, whose stage differences
 * cancel slopes that are linear in time and measure J; and the limit of its
 * stability on the negative axis. */
START_TEST(chains_begin_with_a_scheme_that_finds_stiffness) {
  size_t count, all;
  const char *const *names = am_scheme_names(test_arena(), true, &all);
  am_schemes(&count);
  ck_assert_uint_gt(all, count);
  for (size_t n = 0; n < all - count; n++) {
    am_scheme chain = *am_scheme_find(names[n]);
    ck_assert(am_scheme_is_chain(&chain));
    for (int i = 0; i < AM_METHODS && chain.chain[i]; i++) {
      const am_scheme *member = am_scheme_find(chain.chain[i]);
      ck_assert_ptr_nonnull(member);
      ck_assert(!am_scheme_is_chain(member));
    }
    const am_scheme *first = am_scheme_find(chain.chain[0]);
    ck_assert_int_eq(memcmp(chain.a, first->a, sizeof chain.a), 0);
    ck_assert_int_eq(memcmp(chain.e, first->e, sizeof chain.e), 0);
    ck_assert_int_eq(chain.family, AM_FAMILY_EXPLICIT);
    double sum = 0, moment = 0;
    for (int i = 0; i < chain.stages; i++) {
      double state = 0;
      for (int j = 0; j < chain.stages; j++)
        state += chain.probe[j] * chain.a[j][i];
      ck_assert_double_eq_tol(state, chain.probe_state[i], 1e-15);
      sum += chain.probe[i];
      moment += chain.probe[i] * chain.c[i];
    }
    ck_assert_double_eq(sum, 0);
    ck_assert_double_eq(moment, 0);
    method m = standard_form(&chain);
    ck_assert_double_lt(cabs(stability(&m, m.b, -chain.stable + 1e-3)), 1);
    ck_assert_double_gt(cabs(stability(&m, m.b, -chain.stable - 1e-3)), 1);
  }
}
END_TEST

int main(void) {
  size_t count;
  am_schemes(&count);
  TCase *tcase = tcase_create("schemes");
  tcase_add_checked_fixture(tcase, make_trees, NULL);
  tcase_add_test(tcase, trees_are_counted_right);
  tcase_add_test(tcase, order_conditions);
  tcase_add_loop_test(tcase, guards_vanish_for_linear_slopes, 0, (int)count);
  tcase_add_test(tcase, row_sums);
  tcase_add_test(tcase, tables_are_strictly_lower);
  tcase_add_test(tcase, last_stages_that_are_kept);
  tcase_add_test(tcase, linearly_implicit_pairs_are_l_stable);
  tcase_add_test(tcase, rodas4_has_an_l_stable_estimate);
  tcase_add_test(tcase, stability_functions_approximate_the_exponential);
  tcase_add_test(tcase, every_scheme_is_described);
  tcase_add_test(tcase, chains_begin_with_a_scheme_that_finds_stiffness);
  return test_run("schemes", &tcase, 1);
}
