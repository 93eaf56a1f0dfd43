/* pieces.h: a loading step cut into equal ones, each of a single substep: how
 * fast a scheme converges, without its error control. */
#ifndef AM_CHECK_PIECES_H
#define AM_CHECK_PIECES_H

#include "check/steps.h"

typedef struct am_pieces am_pieces;

/* What a loading step comes to. */
typedef struct {
  double stress[6];
  double *state;  /* [nx] */
  double stored;  /* change of omega */
  double balance; /* work - dissipation - stored */
  double size;    /* |work| + |dissipation| + |stored| */
} am_response;

/* NULL with a message where it cannot be compiled. */
am_pieces *am_pieces_new(am_subject *subject, const am_engine *engine,
                         const am_scheme *scheme);

/* With settings of the caller's own: any number of substeps a piece. */
am_pieces *am_pieces_with(am_subject *subject, const am_engine *engine,
                          const am_solver *solver);

/* The settings, for a replay. */
const am_solver *am_pieces_solver(const am_pieces *pieces);

/* False where a piece cannot be integrated. */
bool am_pieces_walk(am_pieces *pieces, const am_loading *loading, int count,
                    am_response *response);

/* Accepted substeps of the last walk. */
double am_pieces_substeps(const am_pieces *pieces);

/* The order in which the errors of the responses to 2, 4, ... pieces fall at
 * the end; `order`, that of the scheme, where they come below `least`. */
enum { AM_PIECES_MOST = 7 };
double am_pieces_order(const double *errors, int order, double least);

#endif
