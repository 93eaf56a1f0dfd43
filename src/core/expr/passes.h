/* passes.h: the passes of am_optimize, based on nodes as products.
 *
 * A product is number*(factor*factor*...). Its factors are nodes that are not
 * products; a quotient appears as a factor 1/x. A selection between a product
 * and 0 is also a product: its condition becomes a mask among the factors,
 * if(c, 0, 1) or if(c, 1, 0). Factors known to be finite are placed outside the
 * selection, the others inside, if(c, 0, x). */
#ifndef AM_EXPR_PASSES_H
#define AM_EXPR_PASSES_H

#include "expr/parts.h"

/* Maximum number of factors; a longer product is used as one factor. */
enum { AM_FACTORS = 24 };

typedef struct {
  double number; /* finite, not 0 */
  int count;
  am_node factors[]; /* [count] ascending, repeated in powers */
} am_product;

/* Products of the nodes of a graph. */
typedef struct {
  am_graph *graph;
  am_arena *arena;       /* owner of the products */
  const am_product **of; /* [capacity] by node; NULL: not computed yet */
  size_t capacity;
} am_products;

/* Product of a node: the recorded one, or the node itself as its only
 * factor. */
const am_product *am_product_of(am_products *p, am_node node);

/* Records that `node` equals `product`, unless the node already has a record or
 * a factor was created after the node. */
void am_product_record(am_products *p, am_node node, const am_product *product);

/* a*b; NULL if it has too many factors or its number overflows. */
const am_product *am_product_times(am_products *p, const am_product *a,
                                   const am_product *b);

/* number*a; NULL if the number overflows. */
const am_product *am_product_scaled(am_products *p, const am_product *a,
                                    double number);

/* Common part of a and b: their equal factors, and the magnitude of a number by
 * which both can be divided without rounding. */
const am_product *am_product_common(am_products *p, const am_product *a,
                                    const am_product *b);

/* a/b for a `b` that is contained in a. */
const am_product *am_product_rest(am_products *p, const am_product *a,
                                  const am_product *b);

/* Creates and records the node of a product.  Factors that do not vary come
 * first, masks last. */
am_node am_product_node(am_products *p, const am_product *product);

/* number*(factors of rank below AM_RANK_VARIABLE) as one node. */
am_node am_product_coefficient(am_products *p, const am_product *product);

/* Number of factors of the product, with the coefficient as one. */
int am_product_length(const am_products *p, const am_product *product);

/* True if all factors are known to be finite. */
bool am_product_is_finite(const am_graph *graph, const am_product *product);

/* Index of the argument of a selection that is the constant 0: 1 or 2; 0 if
 * there is none or the node is not a selection. */
int am_zero_branch(const am_graph *graph, am_node node);

/* True for if(c, 0, 1) or if(c, 1, 0) with a condition that varies. */
bool am_is_mask(const am_graph *graph, am_node node);

/* True for selections by the same condition that are 0 in the same branch. */
bool am_same_selection(const am_graph *graph, am_node a, am_node b);

/* True for 1/x with an x that varies. */
bool am_is_reciprocal(const am_graph *graph, am_node node);

/* if(condition, 0, a) for zero branch 1, if(condition, a, 0) for 2. */
am_node am_masked(am_graph *graph, am_node condition, int zero_branch,
                  am_node a);

/* Rewrites nodes as products: masks and signs become separate factors, powers
 * are computed from lower powers of the same base, and quotients by
 * reciprocals.  With `sums`, common factors move out of sums if that saves
 * operations. */
void am_factor(am_graph *graph, am_node *outputs, int count, bool sums);

/* Rebuilds products so that they share common subproducts. */
void am_share(am_graph *graph, am_node *outputs, int count);

#endif
