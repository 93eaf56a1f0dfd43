/* parts.h: headers of expr for other modules, in addition to graph.h:
 *
 *   eigen        the eigenvalues and eigenvectors of a symmetric tensor, as
 *                nodes
 *   elaborate    syntax trees become typed values
 *   evaluate     graphs as programs that are run
 *   graph_nodes  the nodes of a graph as they lie in memory, for the sweeps of
 *                expr and diff
 *   interpolate  the value of a table between its rows, as a node
 *   interval     enclosures of operations, for arguments that lie in intervals
 *   optimize     rewrites that may change rounding, made once per set of
 *                outputs, so that every engine computes the same thing
 *   print        graphs as formulas for people, in the language that they were
 *                written in
 *   syntax       the expression language as text becomes a tree (lexer,
 *                parser)
 *   value        typed values made of graph nodes, and the names bound to them
 */
#ifndef AM_EXPR_PARTS_H
#define AM_EXPR_PARTS_H

#include "expr/eigen.h"
#include "expr/elaborate.h"
#include "expr/evaluate.h"
#include "expr/graph_nodes.h"
#include "expr/interpolate.h"
#include "expr/interval.h"
#include "expr/optimize.h"
#include "expr/print.h"
#include "expr/syntax.h"
#include "expr/value.h"

#endif
