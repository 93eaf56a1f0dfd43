/* spectral.h: derivatives through eigenvalues and eigenvectors; private to
 * diff.
 *
 * Let q depend on eigenvalues mu_i and eigenvectors n_i of a tensor a, and on
 * other things.  With h_ij = n_i . da . n_j,
 *
 *     dq = sum over i of (dq/dmu_i) h_ii
 *        + sum over pairs i < j of (R_ij q)/(mu_i - mu_j) h_ij + …
 *
 * where R_ij is the derivative in the direction in which n_i and n_j turn into
 * each other, n_i' = n_j, n_j' = -n_i, and … the derivative at fixed
 * eigenvalues and eigenvectors.  The quotients are the divided differences of
 * Daletskii and Krein (1965).  Where q is a smooth function of a its R_ij
 * vanishes with mu_i - mu_j, though not term by term: the quotient is taken of
 * the whole formula (slope.c), without cancellation and with its limit.  Thus
 * the derivative of an energy by the chain rule of scalars, where there are
 * eigenvalues alone, that of a stress, a product of numbers and n_i n_i, and
 * all further ones are of one kind: functions of marks (expr/eigen.h). */
#ifndef AM_DIFF_SPECTRAL_H
#define AM_DIFF_SPECTRAL_H

#include "expr/parts.h"

/* Pairs (i, j) of eigenvalues; k is the third. */
enum { AM_PAIRS = 3 };
extern const struct am_pair {
  int i, j, k;
} am_pairs[AM_PAIRS];

/* The quotients of rows: outputs [count], then the coordinates [5] of each
 * tensor, which may depend on the marks of those before. */
typedef struct {
  am_graph *graph;
  int count;         /* tensors */
  am_node *tensors;  /* [count], in the order of their numbers */
  am_eigen *marks;   /* [count] */
  int rows, outputs;
  am_node *quotient; /* [rows][count][AM_PAIRS], 0: none */
} am_spectral;

/* Of outputs y [ny]; NULL when there are no marks. */
am_spectral *am_spectral_new(am_arena *arena, am_graph *graph,
                             const am_node *y, int ny);

/* Which tensor a node is, -1: none. */
static inline int am_spectral_tensor(const am_spectral *s, am_node node) {
  for (int t = 0; s && t < s->count; t++)
    if (s->tensors[t] == node) return t;
  return -1;
}

/* The row of coordinate k of a tensor. */
static inline int am_spectral_row(const am_spectral *s, int tensor, int k) {
  return s->outputs + AM_DEVIATOR * tensor + k;
}

static inline am_node am_spectral_quotient(const am_spectral *s, int row,
                                           int tensor, int pair) {
  return s->quotient[((size_t)row * (size_t)s->count + (size_t)tensor) *
                         AM_PAIRS +
                     (size_t)pair];
}

/* sum + a·b, where 0 is no node. */
am_node am_sum_product(am_graph *graph, am_node sum, am_node a, am_node b);

/* forward.c: derivatives dy [ny] at fixed marks but those among x, 0 where
 * there is none; x [nx] may be any nodes. */
void am_forward_fixed(am_graph *graph, const am_node *y, int ny,
                      const am_node *x, const am_node *dx, int nx,
                      am_node *dy);

/* slope.c: q/(mu_i - mu_j) for nodes q [count], which vanish with mu_i - mu_j,
 * or do not. */
void am_divide_by_gap(am_graph *graph, const am_eigen *marks, int pair,
                      const am_node *q, int count, am_node *quotient);

/* vanish.c: what samples say of q where two eigenvalues are replaced by their
 * mean. */
typedef enum {
  AM_MERGED_ZERO,    /* q vanishes */
  AM_MERGED_FINITE,
  AM_MERGED_INFINITE /* q does not exist there, though it does elsewhere */
} am_merged;

void am_judge_merged(am_graph *graph, const am_node *q, const am_node *merged,
                     int count, am_merged *judgement);

#endif
