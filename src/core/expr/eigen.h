/* eigen.h: the eigenvalues and eigenvectors of a symmetric tensor, as nodes.
 *
 * They are made of the graph's own operations, without a loop or a branch, so
 * that every engine computes them like anything else.  But they are not to be
 * differentiated operation by operation: where eigenvalues come close their
 * derivatives grow without bound although those of what is made of them may
 * not.  So they stand in the graph as marks, operations EIGEN(value, tensor,
 * which): the value is the formula, `tensor` a chain of operations TENSOR that
 * names the coordinates, and diff (spectral.h) has a rule for all marks of one
 * tensor together.  Optimized outputs have no marks any more.
 *
 * Both depend on the deviator alone: coordinates d [5] are those of
 * base/basis.h from the second on.  With mu_1 >= mu_2 >= mu_3 the eigenvalues
 * of the deviator and n_1, n_2, n_3 its orthonormal eigenvectors, there are
 * marks of
 *
 *     mu_i                     i = 0, 1, 2
 *     n_i . E_k . n_j          i <= j, the coordinate k of n_i n_j, where E_k
 *                              are the basis tensors
 *
 * of which the diagonal ones are d mu_i/d d_k where eigenvalues are distinct.
 * Where they coincide the eigenvectors are some of those that there are. */
#ifndef AM_EXPR_EIGEN_H
#define AM_EXPR_EIGEN_H

#include "expr/graph.h"

enum { AM_DEVIATOR = 5 };

/* Eigenvalue i (0 the largest) of the tensor with coordinates x [6]. */
am_node am_eigenvalue(am_graph *graph, const am_node *x, int i);

/* What marks of one tensor have in common. */
bool am_is_mark(const am_graph *graph, am_node node);
am_node am_mark_tensor(const am_graph *graph, am_node mark);
void am_tensor_deviator(const am_graph *graph, am_node tensor,
                        am_node d[AM_DEVIATOR]);

/* Which mark it is: that of mu_i, or of n_i . E_k . n_j with i <= j. */
typedef struct {
  bool is_value;
  int i, j, k;
} am_mark;

am_mark am_which_mark(const am_graph *graph, am_node mark);

/* All marks of a tensor. */
typedef struct {
  am_node tensor;
  am_node value[3];
  am_node dyad[3][3][AM_DEVIATOR]; /* symmetric in the first two */
} am_eigen;

am_eigen am_eigen_marks(am_graph *graph, am_node tensor);

/* Nodes [count] without marks, which cannot be differentiated any more. */
void am_remove_marks(am_graph *graph, am_node *nodes, int count);

#endif
