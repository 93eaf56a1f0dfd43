/* diff.h: derivatives of graphs, as graphs (source-transformation AD).
 *
 * Both modes append nodes to the graph, so they nest to any depth.  Where an
 * operation is not differentiable the one-sided minimal derivative is taken
 * (automat-material(5)): roots, norms and powers have derivative 0 where the
 * true one is infinite, through the operations RECIP0 and POW0 that are 0 at
 * 0.
 *
 * A NaN in the branch that a selection did not take does not reach the
 * derivative: reverse mode guards contributions by the selection's condition
 * wherever a partial derivative might not be finite.
 *
 * Source: Griewank and Walther (2008), Evaluating Derivatives, chapters 3
 * and 4. */
#ifndef AM_DIFF_DIFF_H
#define AM_DIFF_DIFF_H

#include "expr/graph.h"

/* Forward mode: dy[k] = sum over i of (dy_k/dx_i)·dx_i for all outputs y
 * [ny]; x [nx] are inputs, dx [nx] their given derivatives (0, no node: zero).
 * dy [ny] always receives nodes, constant zeros included. */
void am_forward(am_graph *graph, const am_node *y, int ny, const am_node *x,
                const am_node *dx, int nx, am_node *dy);

/* The matrix jacobian[k*nx + i] = dy_k/dx_i [ny][nx], by forward mode. */
void am_jacobian(am_graph *graph, const am_node *y, int ny, const am_node *x,
                 int nx, am_node *jacobian);

/* Reverse mode: gradient[i] = dy/dx_i [nx] of one scalar y. */
void am_reverse(am_graph *graph, am_node y, const am_node *x, int nx,
                am_node *gradient);

/* Symmetric second derivatives: gradient [n] of a potential differentiated
 * by x [n], hessian [n][n]; entries above the diagonal are computed once and
 * mirrored. */
void am_hessian(am_graph *graph, const am_node *gradient, const am_node *x,
                int n, am_node *hessian);

/* Sparsity: depends[k*nx + i] tells whether y_k depends on x_i. */
void am_sparsity(const am_graph *graph, const am_node *y, int ny,
                 const am_node *x, int nx, bool *depends);

/* The partial derivative of `node` with respect to its argument i: a row of
 * op.def.  0 when it is identically zero. */
am_node am_partial(am_graph *graph, am_node node, int i);

/* The partial derivative with respect to the node that is argument i, all
 * later arguments that are the same node included: 2x for x·x; 0 when it is
 * identically zero. */
am_node am_merged_partial(am_graph *graph, am_node node, int i);

/* Is argument i the same node as an earlier one? */
bool am_is_repeated(const am_graph *graph, am_node node, int i);

#endif
