/* scheme.h: integration schemes as data.
 *
 * A scheme advances the internal variables a' = f(t, a), f(t, a) =
 * f(eps(t), a), over one substep h. To add a scheme, add a row to schemes.c;
 * tests recompute the order conditions of every row. */
#ifndef AM_SOLVER_SCHEME_H
#define AM_SOLVER_SCHEME_H

#include "base/base.h"
#include "solver/family.h"

typedef struct {
  const char *name, *title, *source;
  am_family family;
  int stages;
  int order;    /* of the solution that is advanced */
  int embedded; /* order of the embedded solution; 0: none */
  int control;  /* q: the step size is proportional to err^(-1/(q + 1)) */
  int fsal;     /* the last stage is the first stage of the next substep */

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

  /* Error control of tangents. caution: factor of the difference between the
   * tangents of the pair. guard: another difference h sum guard_i K_i, of lower
   * order, for explicit schemes, which reveals errors of tangent and stress
   * that the pair does not detect. Both are chosen so that the errors of
   * tangents stay within five times the tolerance
   * (tests/core/engine/test_promise.c). */
  double caution;
  int guarded;
  double guard[AM_STAGES];
  double gamma, g[AM_STAGES], m[AM_STAGES][AM_STAGES];

  /* Stiffness detection of explicit schemes (kernel/ode/stiffness.h):
   * differences of stages in which terms linear in time cancel, so that
   *   J h sum probe_state_i K_i = sum probe_i K_i,  J = df/da,
   * and the stability limit, h times the fastest rate. */
  double probe[AM_STAGES], probe_state[AM_STAGES], stable;

  /* Chain: names of its schemes; NULL if the scheme is not a chain. A chain
   * itself holds the coefficients of its first scheme, which integrates the
   * loading step of a point; if the scheme detects stiffness or fails, the next
   * scheme repeats the step from its start. The point stores its method: the
   * index of the scheme in the chain, or one of AM_METHOD_PLAIN and so on. The
   * first scheme is tried again after some loading steps. */
  const char *chain[AM_METHODS];
} am_scheme;

/* Schemes, without chains */
const am_scheme *am_schemes(size_t *count);

/* Names [count] of schemes, preceded by those of chains if `with_chains`;
 * terminated by NULL. */
const char *const *am_scheme_names(am_arena *arena, bool with_chains,
                                   size_t *count);

/* NULL if no scheme has this name. */
const am_scheme *am_scheme_find(const char *name);

/* True if the scheme advances the solution of lower order. */
static inline bool am_scheme_advances_lower(const am_scheme *scheme) {
  return scheme->order < scheme->embedded;
}

static inline bool am_scheme_is_chain(const am_scheme *scheme) {
  return scheme->chain[0];
}

#endif
