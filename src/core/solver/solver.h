/* solver.h: settings of an integration, from the key `solver` of a case
 * (automat-case(5)); settings.c reads and writes them. Tolerances and limits
 * are passed to a compiled program with every call (am_tolerances, fields.h);
 * all other settings are compiled into it. */
#ifndef AM_SOLVER_SOLVER_H
#define AM_SOLVER_SOLVER_H

#include "base/base.h"
#include "solver/family.h"
#include "yaml/yaml.h"

/* Integration scheme as data.
 *
 * A scheme advances the internal variables a' = f(t, a), f(t, a) =
 * f(eps(t), a), over one substep h. To add a scheme, add a row to schemes.c;
 * tests recompute the order conditions of every row. */
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

typedef enum {
  AM_STRATEGY_AUTOMATIC,     /* derivatives of the two potentials by AD */
  AM_STRATEGY_SEMI_AUTOMATIC, /* first derivatives from `partials` */
  AM_STRATEGY_CONVENTIONAL   /* hand-written update */
} am_strategy;

/* Names of strategies in cases, "automatic", …; terminated by NULL */
enum { AM_STRATEGIES = 3 };
extern const char *const am_strategy_names[AM_STRATEGIES + 1];

typedef enum { AM_CONTROL_STRESS, AM_CONTROL_INTERNAL } am_error_control;
/* Control of given stresses: along the whole loading step, like strains
 * (kernel/control/given_stress.h), or only at its end
 * (kernel/points/equilibrium.h). */
typedef enum { AM_CONTROL_PATH, AM_CONTROL_STEP } am_control;
typedef enum { AM_TANGENT_COUPLED, AM_TANGENT_PRIMAL } am_tangent_control;
typedef enum { AM_NEWTON_STATE, AM_NEWTON_STRESS } am_newton_on;
typedef enum { AM_MODE_VECTOR, AM_MODE_COLUMN } am_tangent_mode;

/* Minimum duration of a loading step (time); keeps the rates finite. */
#define AM_SHORTEST_STEP 1e-300

/* Maximum number of equal substeps of a loading step */
enum { AM_MOST_EQUAL_SUBSTEPS = 10000 };

typedef struct {
  const am_scheme *scheme;
  am_strategy strategy;
  am_control control;
  am_error_control error_control;
  am_tangent_control tangent_control;
  am_tangent_mode tangent_mode;
  bool tangent;        /* integrate da/deps and report C */
  bool derivatives;    /* report da/deps: also integrated, with error control,
                          for variables that do not affect the stress */
  bool energies;       /* integrate dissipation and work */
  double atol, rtol;
  double equilibrium;  /* stress residual relative to the largest stress so
                          far */
  am_newton_on newton_on; /* variables of the convergence test of Newton's
                             method */
  double newton;       /* relative update at which Newton has converged */
  int newton_iterations;
  int substeps;        /* number of equal substeps, for schemes without
                          step-size control */
  int max_substeps;
  double largest_part; /* longest substep: fraction of the loading step … */
  double largest_time; /* … or time; 0: no limit */
  double stress_scale; /* (stress); 0: scale of the law */
} am_solver;

/* Defaults of automat-case(5), without a scheme and with the tangent. Every
 * case sets the scheme. */
extern const am_solver am_solver_default;

/* The strain measure of a law (key `kinematics` of materials and cases). */

typedef enum {
  AM_KINEMATICS_SMALL,       /* symmetric displacement gradient */
  AM_KINEMATICS_LOGARITHMIC, /* E = ln(F'F)/2 (kernel/control/logarithmic.h) */
  AM_KINEMATICS
} am_kinematics;

/* "small", "logarithmic"; terminated by NULL */
extern const char *const am_kinematics_names[AM_KINEMATICS + 1];

#endif
