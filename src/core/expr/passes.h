/* passes.h: the passes of optimize.h, and what they share: nodes as products.
 *
 * A product is number·(factor·factor·…).  Factors are nodes that are no
 * products themselves; quotients appear as factors 1/x.  A selection between
 * a product and 0 is a product too, with a mask among its factors, if(c, 0,
 * 1) or if(c, 1, 0): factors that are known finite stand outside of the
 * selection, the others inside, if(c, 0, x). */
#ifndef AM_EXPR_PASSES_H
#define AM_EXPR_PASSES_H

#include "expr/graph_nodes.h"

/* A product of more factors is a factor where it is used. */
enum { AM_FACTORS = 24 };

typedef struct {
  double number; /* finite, not 0 */
  int count;
  am_node factors[]; /* [count] ascending, repeated in powers */
} am_product;

/* The products that nodes of a graph are. */
typedef struct {
  am_graph *graph;
  am_arena *arena;       /* of products, which end with it */
  const am_product **of; /* [capacity] by node; NULL: not yet asked for */
  size_t capacity;
} am_products;

/* A node as a product: recorded, or made of itself. */
const am_product *am_product_of(am_products *p, am_node node);

/* Records that `node` is `product`, unless it is recorded already or a factor
 * is younger than the node. */
void am_product_record(am_products *p, am_node node,
                       const am_product *product);

/* a·b; NULL when it has too many factors or its number overflows. */
const am_product *am_product_times(am_products *p, const am_product *a,
                                   const am_product *b);

/* number·a; NULL when the number overflows. */
const am_product *am_product_scaled(am_products *p, const am_product *a,
                                    double number);

/* What a and b have in common: equal factors, and the magnitude of a number
 * that divides both without rounding. */
const am_product *am_product_common(am_products *p, const am_product *a,
                                    const am_product *b);

/* a/b for a `b` that is contained in a. */
const am_product *am_product_rest(am_products *p, const am_product *a,
                                  const am_product *b);

/* The node of a product, which is recorded; what does not vary first, masks
 * last. */
am_node am_product_node(am_products *p, const am_product *product);

/* number·(factors of rank below AM_RANK_VARIABLE) as one node. */
am_node am_product_coefficient(am_products *p, const am_product *product);

/* Multiplications that the product takes, the coefficient as one factor. */
int am_product_length(const am_products *p, const am_product *product);

/* Are all factors known to be finite? */
bool am_product_is_finite(const am_graph *graph, const am_product *product);

/* Which argument of a selection is the constant 0: 1 or 2; 0 when none is or
 * the node is no selection. */
int am_zero_branch(const am_graph *graph, am_node node);

/* if(c, 0, 1) or if(c, 1, 0) with a condition that varies? */
bool am_is_mask(const am_graph *graph, am_node node);

/* Selections by the same condition that are 0 in the same branch? */
bool am_same_selection(const am_graph *graph, am_node a, am_node b);

/* 1/x with x that varies? */
bool am_is_reciprocal(const am_graph *graph, am_node node);

/* if(condition, 0, a) or if(condition, a, 0) by the branch that is 0. */
am_node am_masked(am_graph *graph, am_node condition, int zero_branch,
                  am_node a);

/* How sums are treated. */
typedef enum {
  AM_FACTOR_NEVER,
  AM_FACTOR_PAYING /* a·b + a·c = a·(b + c) where that saves operations */
} am_factoring;

/* Rewrites by products: selections and signs outside, powers from lower ones
 * of the same base, quotients as reciprocals, common factors out of sums. */
void am_factor(am_graph *graph, am_node *outputs, int count,
               am_factoring factoring);

/* Products rebuilt so that they share what they have in common. */
void am_share(am_graph *graph, am_node *outputs, int count);

/* Fused multiply-adds; reciprocals that are used once become quotients. */
void am_contract(am_graph *graph, am_node *outputs, int count);

#endif
