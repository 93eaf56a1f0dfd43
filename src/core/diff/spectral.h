/* spectral.h: derivatives of functions of eigenvalues and eigenvectors; private
 * to diff.
 *
 * Let q depend on the eigenvalues mu_i and eigenvectors n_i of a tensor a, and
 * on other variables.  With h_ij = n_i . da . n_j,
 *
 *     dq = sum over i of (dq/dmu_i) h_ii
 *        + sum over pairs i < j of (R_ij q)/(mu_i - mu_j) h_ij + …
 *
 * where R_ij is the derivative with respect to a rotation of n_i and n_j into
 * each other, n_i' = n_j, n_j' = -n_i, and … is the derivative at fixed
 * eigenvalues and eigenvectors.  The quotients are the divided differences of
 * Daletskii and Krein (1965).  If q is a smooth function of a, the sum R_ij q
 * vanishes with mu_i - mu_j, but its terms do not; divided_difference.c
 * therefore divides the whole formula by mu_i - mu_j, without cancellation and
 * with the correct limit.
 *
 * All derivatives are again functions of marks (expr/eigen.c): that of an
 * energy, by the chain rule for eigenvalues; that of a stress, a sum of
 * products of scalars and n_i n_i; and all higher ones. */
#ifndef AM_DIFF_SPECTRAL_H
#define AM_DIFF_SPECTRAL_H

#include "diff/diff.h"
#include "expr/parts.h"

/* Pairs (i, j) of eigenvalues; k is the index of the third. */
enum { AM_PAIRS = 3 };
extern const struct am_pair {
  int i, j, k;
} am_pairs[AM_PAIRS];

/* Quotients of rows.  The rows are the outputs [outputs], then the coordinates
 * [5] of each tensor, which may depend on the marks of previous tensors. */
typedef struct {
  am_graph *graph;
  int count;         /* number of tensors */
  am_node *tensors;  /* [count], in the order of node numbers */
  am_eigen *marks;   /* [count] */
  int rows, outputs;
  am_node *quotient; /* [rows][count][AM_PAIRS], 0: none */
} am_spectral;

/* Computes the quotients for outputs y [ny]; NULL if they contain no marks. */
am_spectral *am_spectral_new(am_arena *arena, am_graph *graph,
                             const am_node *y, int ny);

/* Index of the tensor represented by a node; -1 if the node is no tensor. */
static inline int am_spectral_tensor(const am_spectral *s, am_node node) {
  for (int t = 0; s && t < s->count; t++)
    if (s->tensors[t] == node) return t;
  return -1;
}

/* Row of coordinate k of a tensor. */
static inline int am_spectral_row(const am_spectral *s, int tensor, int k) {
  return s->outputs + AM_DEVIATOR * tensor + k;
}

static inline am_node am_spectral_quotient(const am_spectral *s, int row,
                                           int tensor, int pair) {
  return s->quotient[((size_t)row * (size_t)s->count + (size_t)tensor) *
                         AM_PAIRS +
                     (size_t)pair];
}

/* sum + a*b, where 0 (no node) counts as zero. */
am_node am_sum_product(am_graph *graph, am_node sum, am_node a, am_node b);

/* forward.c: derivatives dy [ny] with all marks fixed except those among x; 0
 * if there is none.  x [nx] may be any nodes. */
void am_forward_fixed(am_graph *graph, const am_node *y, int ny,
                      const am_node *x, const am_node *dx, int nx, am_node *dy);

/* root.c: limit of adjoint/root where the root is 0; 0 (no node) if the adjoint
 * does not vanish there, or the limit does. */
am_node am_root_limit(am_graph *graph, am_node root, am_node adjoint);

/* divided_difference.c: computes q/(mu_i - mu_j) for nodes q [count], whether
 * or not q vanishes with mu_i - mu_j. */
void am_divide_by_gap(am_graph *graph, const am_eigen *marks, int pair,
                      const am_node *q, int count, am_node *quotient);

/* zero_test.c: behaviour of q, determined by samples, when two eigenvalues are
 * replaced by their mean. */
typedef enum {
  AM_LIMIT_ZERO,    /* q vanishes */
  AM_LIMIT_FINITE,
  AM_LIMIT_INFINITE /* q is infinite or NaN there, but finite elsewhere */
} am_limit_kind;

void am_classify_limit(am_graph *graph, const am_node *q, const am_node *merged,
                       int count, am_limit_kind *judgement);

#endif
