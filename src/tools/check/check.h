/* check.h: what is asked of a law before it is trusted.
 *
 * A check is a row of am_checks; it looks at a law from one side and adds
 * findings, each the worst entry of one comparison.  Everything that a check
 * relies on comes with the subject, so that tests can plant faults: in the
 * law, in a scheme's table, in an engine.
 *
 * Who calls it reads a material, fills an am_subject, and calls `run` of the
 * rows of am_checks (checks.c).
 *
 *   of states         virgin, gradient, hessian, rate, thermodynamics
 *                     (convexity, minimum, dissipation), standard (class,
 *                     theorem1, symmetry)
 *   of loading steps  tangent, accuracy, order, engines, balance, partials,
 *                     conventional
 *   of deformations   nominal, objectivity, cycle
 *   of cases          own
 *
 * What they share: sampling (random states that the law reaches), loadings
 * (random loading steps, the worst of what is found there), functions (nodes of
 * the law as numbers), differences and derivatives (difference quotients
 * against derivatives, with bounds of their errors), convergence (equal
 * substeps), deformed (deformation gradients), eigen, vector; findings, and replay (a case that begins where one
 * has failed). */
#ifndef AM_CHECK_CHECK_H
#define AM_CHECK_CHECK_H

#include <stdint.h>

#include "engine/engine.h"

typedef enum {
  AM_LEVEL_QUICK,
  AM_LEVEL_USUAL,
  AM_LEVEL_THOROUGH
} am_check_level;

/* A state of a law. */
typedef struct {
  double strain[6];  /* coordinates of base/basis.h */
  const double *y;   /* [law->na] */
  const double *external; /* [law->nf] */
} am_state;

/* A loading step; coordinates of base/basis.h. */
typedef struct {
  double duration;       /* [time] */
  double scale;          /* the law's own time */
  double from[6], to[6]; /* strain */
  double *state;         /* [nx] at the start */
  double external0[AM_MOST_EXTERNAL], external1[AM_MOST_EXTERNAL];
} am_loading;

typedef enum {
  AM_VERDICT_GOOD,
  AM_VERDICT_FAILED,
  AM_VERDICT_KNOWN,  /* failed, which the material says of itself */
  AM_VERDICT_SKIPPED
} am_verdict;

/* The worst entry of a comparison: the one with the largest
 * |ours - reference|/bound.  Good where that is at most 1; NaN never is. */
typedef struct {
  const char *check;     /* name of its row: "gradient" */
  const char *what;      /* which comparison: "omega", "ode23, automatic" */
  am_verdict verdict;
  const char *entry;     /* of the worst: "dPsi/dA_eps_vp[xy]"; or NULL */
  double time;           /* of the worst; NaN: none */
  double ours, reference, bound; /* bound = atol + rtol |reference| */
  const char *note;      /* the slope found, why it was skipped, …; or NULL */
  const am_state *state; /* where it is; or NULL */
  const char *replay;    /* text of a case that shows it, or NULL: written to
                            a file where the finding has failed */
} am_finding;

typedef struct {
  am_arena *arena;
  am_finding *items; /* [count] */
  size_t count, capacity;
} am_findings;

/* A law that is checked, and the means of the checks. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const char *path;            /* of the material's file */
  const am_material *material;
  am_law *law;                 /* by strategy automatic, with energies */
  const am_scheme *const *schemes; /* closed by NULL */
  const am_engine *engine;     /* that is checked, against differences */
  const am_engine *other;      /* compared with it; NULL: none is here */
  am_check_level level;
  uint64_t seed;
  int samples;                 /* random states or steps of each check */
  bool logarithmic;            /* its strain is that of deformations */
  const volatile int *stop;    /* set: end soon; or NULL */
  am_findings *findings;

  /* Made where they are first asked for: the output nodes of the functions of
   * the law (functions.h), and what draws random states (sampling.h). */
  struct {
    am_node *nodes; /* [count] */
    int count;
  } functions[AM_FUNCTIONS];
  struct am_sampler *sampler;
} am_subject;

typedef struct {
  const char *name;  /* "gradient" */
  const char *about; /* one line */
  /* Adds at least one finding.  AM_INPUT or AM_ENVIRONMENT with a message
   * where it cannot be done at all. */
  am_status (*run)(am_subject *subject);
} am_check;

/* The rows. */
extern const am_check am_check_class, am_check_virgin, am_check_gradient,
    am_check_hessian, am_check_rate, am_check_convexity, am_check_theorem1,
    am_check_dissipation, am_check_minimum, am_check_symmetry,
    am_check_tangent, am_check_accuracy, am_check_order, am_check_engines,
    am_check_balance, am_check_limit, am_check_nominal, am_check_objectivity,
    am_check_cycle, am_check_partials,
    am_check_conventional, am_check_own;

/* All of them, closed by NULL. */
extern const am_check *const am_checks[];

/* States and steps of each check by level, unless somebody says otherwise. */
extern const int am_check_samples[];

/* Those of `schemes` (closed by NULL) that can integrate the law, closed by
 * NULL. */
const am_scheme *const *am_check_suitable(am_arena *arena, const am_law *law,
                                          const am_scheme *const *schemes);

/* Adds a copy; its verdict follows from the numbers unless it is skipped.  A
 * finding that has failed in a state gets the text of a case that begins
 * there, unless it has one. */
void am_finding_add(am_subject *subject, const am_finding *finding);

/* A copy of it and of its texts but the replay. */
am_finding am_finding_copy(am_arena *arena, const am_finding *finding);

/* Adds a comparison that was not made, and why. */
void am_finding_skip(am_subject *subject, const char *check,
                     const char *what, const char *note);

/* |ours - reference|/bound, 0 where they are equal, and never NaN: infinite
 * where the numbers are not. */
double am_finding_ratio(const am_finding *finding);

/* As people read verdicts; and where the worst entry is, what was expected
 * there, and the note. */
extern const char *const am_verdict_words[];
const char *am_finding_entry(am_arena *arena, const am_finding *finding);

/* Does a finding say more of its check: a failed one, the worst, and any
 * comparison rather than one that was not made? */
bool am_finding_says_more(const am_finding *a, const am_finding *b);

/* Is a finding farther from good than the worst one so far?  One whose `what`
 * is NULL is none yet. */
bool am_finding_exceeds(const am_finding *finding, const am_finding *worst);

/* An item of `checks` of a material, and the keys of `lacks`. */
extern const am_yaml_shape am_own_check_shape;
const am_yaml_key *am_lacks_keys(am_arena *arena);

/* Reads the key `lacks` of a material, checks that it is known to fail and why
 * (automat-material(5)).  AM_INPUT with a message where it is no mapping from
 * names of checks to reasons. */
AM_MUST_USE am_status am_known_failures_read(am_report *report,
                                             const am_material *material);

/* The text of a case that begins in the finding's state, with the parameters
 * of the law, and has one loading step of duration 0 (replay.c). */
const char *am_replay_state(am_subject *subject, const am_finding *finding);

/* The text of a case of one loading step: the parameters of the law, the
 * complete state at the start, the settings and the strain at the end; `what`
 * is a part of its title. */
const char *am_replay_loading(am_subject *subject, const am_solver *solver,
                              const am_loading *loading, const char *what);

/* The text of a case of one jump from the initial state to the deformation
 * gradient F [9]; `what` is a part of its title. */
const char *am_replay_gradient(am_subject *subject, const am_solver *solver,
                               const double *F, const char *what);

/* Is the caller to end soon? */
static inline bool am_check_stopped(const am_subject *subject) {
  return subject->stop && *subject->stop;
}

#endif
