/* diff.h: derivatives of graphs, as graphs (source-transformation AD).
 *
 * Both modes append nodes to the graph, so they can be nested to any depth.
 * Where an operation is not differentiable, the one-sided derivative of
 * smallest magnitude is taken (automat-material(5)).  Where the derivative of a
 * root, norm or power is infinite, it is replaced by 0 (operations RECIP0 and
 * POW0, which are 0 at 0).
 *
 * A NaN in the branch that is not selected does not affect the derivative:
 * reverse mode masks contributions by the condition of the selection wherever a
 * partial derivative might not be finite.
 *
 * Source: Griewank and Walther (2008), Evaluating Derivatives, chapters 3 and
 * 4. */
#ifndef AM_DIFF_DIFF_H
#define AM_DIFF_DIFF_H

#include "expr/graph.h"

/* Forward mode: dy[k] = sum over i of (dy_k/dx_i)*dx_i for all outputs y [ny];
 * x [nx] are inputs, dx [nx] their given derivatives (0, no node: zero).  All
 * dy [ny] are nodes; vanishing derivatives are constant zeros. */
void am_forward(am_graph *graph, const am_node *y, int ny, const am_node *x,
                const am_node *dx, int nx, am_node *dy);

/* Jacobian matrix jacobian[k*nx + i] = dy_k/dx_i [ny][nx], by forward mode. */
void am_jacobian(am_graph *graph, const am_node *y, int ny, const am_node *x,
                 int nx, am_node *jacobian);

/* Reverse mode: gradient[i] = dy/dx_i [nx] of one scalar y. */
void am_reverse(am_graph *graph, am_node y, const am_node *x, int nx,
                am_node *gradient);

/* Symmetric matrix of second derivatives hessian [n][n]: the gradient [n] of a
 * potential differentiated by x [n]; entries above the diagonal are computed
 * once and mirrored. */
void am_hessian(am_graph *graph, const am_node *gradient, const am_node *x,
                int n, am_node *hessian);

/* Sparsity pattern: depends[k*nx + i] is true if y_k depends on x_i. */
void am_sparsity(const am_graph *graph, const am_node *y, int ny,
                 const am_node *x, int nx, bool *depends);

/* True if one of y [ny] depends on one of x [nx]. */
bool am_reads(const am_graph *graph, const am_node *y, int ny,
              const am_node *x, int nx);

/* Partial derivative of `node` by its argument i, from op.def; 0 if it vanishes
 * identically. */
am_node am_partial(am_graph *graph, am_node node, int i);

/* Partial derivative by argument i, including later arguments that are the same
 * node: 2x for x*x.  0 if the derivative vanishes identically. */
am_node am_merged_partial(am_graph *graph, am_node node, int i);

/* True if argument i is the same node as an earlier argument. */
bool am_is_repeated(const am_graph *graph, am_node node, int i);

#endif
