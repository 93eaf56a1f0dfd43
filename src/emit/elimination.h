/* elimination.h: in what order solved variables are eliminated from a linear
 * system, so that much of what is zero in the matrix stays zero.
 *
 * Every pivot is on the diagonal; the next one is that whose row and column
 * have the fewest entries, and of these the first: a dense matrix is
 * eliminated from top to bottom.  Source: Markowitz (1957), Management Science
 * 3, with the values unknown: Duff, Erisman and Reid (2017), Direct Methods
 * for Sparse Matrices, chapter 7. */
#ifndef AM_EMIT_ELIMINATION_H
#define AM_EMIT_ELIMINATION_H

#include <stdbool.h>

#include "base/arena.h"
#include "kernel/groups.h"

typedef struct {
  k_pivot *pivots;   /* [n] */
  int *places;      /* [places_count], see k_pivot */
  int places_count;
  bool sparse;       /* some entry stays zero */
} am_elimination;

/* entries [n][n]: which may differ from zero, besides the diagonal; on return
 * also those that elimination makes. */
void am_elimination_new(am_arena *arena, bool *entries, int n,
                        am_elimination *order);

#endif
