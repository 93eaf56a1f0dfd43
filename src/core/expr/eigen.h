/* eigen.h: eigenvalues and eigenvectors of a symmetric tensor, as nodes.
 *
 * Eigenvalues and eigenvectors are computed by operations of the graph without
 * loops or branches, so that every engine treats them like any other node.
 * However, their operations cannot be differentiated one by one: where
 * eigenvalues are close, the derivatives of eigenvectors grow without bound,
 * although derivatives of functions of the tensor may be finite.  They
 * therefore appear in the graph as marks, operations EIGEN(value, tensor,
 * which).  The value is the formula, `tensor` a chain of operations TENSOR with
 * the coordinates, and diff (spectral.h) differentiates all marks of one tensor
 * together.  Optimized outputs contain no marks.
 *
 * Eigenvectors and marks depend only on the deviator, with coordinates d [5],
 * those of base/basis.h without the first.  With the eigenvalues mu_0 >= mu_1
 * >= mu_2 of the deviator and its orthonormal eigenvectors n_0, n_1, n_2, the
 * marks are
 *
 *     mu_i                     i = 0, 1, 2
 *     n_i . E_k . n_j          i <= j, the coordinate k of n_i n_j, where E_k
 *                              are the basis tensors
 *
 * The diagonal marks (i = j) are d mu_i/d d_k where the eigenvalues are
 * distinct.  Where eigenvalues coincide, the eigenvectors are one of the
 * possible choices. */
#ifndef AM_EXPR_EIGEN_H
#define AM_EXPR_EIGEN_H

#include "expr/graph.h"

enum { AM_DEVIATOR = 5 };

/* Eigenvalue i (0 the largest) of the tensor with coordinates x [6]. */
am_node am_eigenvalue(am_graph *graph, const am_node *x, int i);

/* Tests for a mark; the tensor of a mark; the deviator of a tensor. */
bool am_is_mark(const am_graph *graph, am_node node);
am_node am_mark_tensor(const am_graph *graph, am_node mark);
void am_tensor_deviator(const am_graph *graph, am_node tensor,
                        am_node d[AM_DEVIATOR]);

/* Identity of a mark: mu_i, or n_i . E_k . n_j with i <= j. */
typedef struct {
  bool is_value;
  int i, j, k;
} am_mark;

am_mark am_which_mark(const am_graph *graph, am_node mark);

/* All marks of a tensor. */
typedef struct {
  am_node tensor;
  am_node value[3];
  am_node dyad[3][3][AM_DEVIATOR]; /* symmetric in the first two indices */
} am_eigen;

am_eigen am_eigen_marks(am_graph *graph, am_node tensor);

#endif
