/* parts.h: headers of expr for other modules, in addition to graph.h:
 *
 *   eigen        eigenvalues and eigenvectors of a symmetric tensor as nodes
 *   elaborate    syntax trees to typed values
 *   evaluate     graphs as executable programs
 *   graph_nodes  memory layout of nodes, for the sweeps of expr and diff
 *   interpolate  interpolation in a table as a node
 *   interval     interval arithmetic for the operations
 *   optimize     rewriting for speed, once per set of outputs, so that every
 *                engine computes the same result
 *   print        graphs as readable formulas in the expression language
 *   syntax       text to syntax trees (lexer, parser)
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
