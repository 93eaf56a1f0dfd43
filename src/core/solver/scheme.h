/* scheme.h: integration schemes as data.
 *
 * A scheme advances the internal variables a' = f(t, a), f(t, a) =
 * f(eps(t), a), over one substep h.  A new scheme is a new row of
 * schemes.c; tests recompute the order conditions of every row. */
#ifndef AM_SOLVER_SCHEME_H
#define AM_SOLVER_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/base.h"
#include "solver/family.h"

typedef struct {
  const char *name, *title, *source;
  am_family family;
  int stages;
  int order;    /* of the solution that is advanced */
  int embedded; /* order of the other solution, 0 when there is none */
  int control;  /* q: the step size follows err^(-1/(q + 1)) */
  int fsal;     /* the last stage is the first of the next substep */

  /* Explicit (Hairer, Norsett and Wanner 1993, II.1):
   *   K_i = f(t + c_i h, y + h sum_j a_ij K_j),
   *   y1 = y + h sum b_i K_i, y1 - y^ = h sum e_i K_i.
   *
   * Rosenbrock (Hairer and Wanner 1996, IV.7.25), J = df/da, T = df/dt at
   * the start of the substep:
   *   (I/(h gamma) - J) U_i = f(t + c_i h, y + sum_j a_ij U_j)
   *                           + sum_j m_ij/h U_j + g_i h T,
   *   y1 = y + sum b_i U_i, y1 - y^ = sum e_i U_i. */
  double a[AM_STAGES][AM_STAGES];
  double b[AM_STAGES], e[AM_STAGES], c[AM_STAGES];

  /* Where tangents are measured: what the pair's difference of them counts,
   * and another difference h sum guard_i K_i of explicit schemes, of lower
   * order, in which tangent and stress show what the pair is blind for; chosen
   * such that tangents keep within five times their tolerance
   * (tests/core/engine/test_promise.c). */
  double caution;
  int guarded;
  double guard[AM_STAGES];
  double gamma, g[AM_STAGES], m[AM_STAGES][AM_STAGES];

  /* An explicit one that notices stiffness (kernel/ode/stiffness.h): differences
   * of stages in which what is linear in time falls out, so that with J = df/da
   *   J h sum probe_state_i K_i = sum probe_i K_i,
   * and its limit of stability, h times the fastest rate. */
  double probe[AM_STAGES], probe_state[AM_STAGES], stable;

  /* A chain: the names of its schemes, of which this one has the coefficients
   * of the first; NULL elsewhere.  A loading step of a point is done by one of
   * them: by the first one, or, where that notices stiffness or fails, from its
   * start by the next one.  A point remembers which, its method: a place in the
   * chain, or one of AM_METHOD_PLAIN and so on.  From time to time the first
   * one is tried again. */
  const char *chain[AM_METHODS];
} am_scheme;

/* Those that integrate: no chain. */
const am_scheme *am_schemes(size_t *count);

/* Their names [count], and, before them, those of chains where asked for;
 * closed by NULL. */
const char *const *am_scheme_names(am_arena *arena, bool with_chains,
                                   size_t *count);

/* NULL when there is no scheme of this name. */
const am_scheme *am_scheme_find(const char *name);

/* Is the solution that goes on the one of lower order? */
static inline bool am_scheme_goes_lower(const am_scheme *scheme) {
  return scheme->order < scheme->embedded;
}

static inline bool am_scheme_is_chain(const am_scheme *scheme) {
  return scheme->chain[0];
}

#endif
