/* check.h: verifies a law with independent checks: derivatives, thermodynamics,
 * convergence, tangents, engines.
 *
 * A check is a row of checks.def.  It tests one property of a law and adds
 * findings, each the worst entry of one comparison (am_worst).  The subject
 * contains all data on which a check depends, so that tests can plant faults in
 * the law, in the table of a scheme or in an engine.
 *
 * To run checks, read a material, fill an am_subject, and call `run` of the
 * rows of am_checks. */
#ifndef AM_CHECK_CHECK_H
#define AM_CHECK_CHECK_H

#include "engine/engine.h"

typedef enum {
  AM_LEVEL_QUICK,
  AM_LEVEL_USUAL,
  AM_LEVEL_THOROUGH
} am_check_level;

/* Loading step, in coordinates of base/basis.h; a state of a law is the start
 * of a step without change. */
typedef struct {
  double duration;       /* (time) NaN: a state */
  double from[6], to[6]; /* strain at the start, at the end */
  double *state;         /* [nx] at the start */
  double external0[AM_MOST_EXTERNAL], external1[AM_MOST_EXTERNAL];
  int steps; /* equal parts in its replay, 0: not divided */
} am_loading;

typedef enum {
  AM_VERDICT_GOOD,
  AM_VERDICT_FAILED,
  AM_VERDICT_KNOWN,  /* failed, as declared by the material */
  AM_VERDICT_SKIPPED
} am_verdict;

/* Worst entry of a comparison: the one with the largest
 * |ours - reference|/bound.  Good if this ratio is at most 1; a NaN is never
 * good. */
typedef struct {
  const char *check;     /* name of its row: "gradient" */
  const char *what;      /* comparison: "omega", "ode23, automatic" */
  am_verdict verdict;
  const char *entry;     /* worst entry: "dPsi/dA_eps_vp[xy]"; or NULL */
  double time;           /* time of the worst entry; NaN: none */
  double ours, reference, bound; /* bound = atol + rtol |reference| */
  bool at_least;         /* values above the reference are good; `ours` is then
                            limited to the reference */
  const char *note;      /* such as the observed slope or the reason for
                            skipping; or NULL */
  const char *replay;    /* text of a case that reproduces it, or NULL; written
                            to a file if the finding has failed */
} am_finding;

typedef struct {
  am_arena *arena;
  am_finding *items; /* [count] */
  size_t count;
} am_findings;

/* Range of a quantity in random states; low = high: not given. */
typedef struct {
  double low, high;
} am_range;

/* Law under test, and the engines and settings for its checks. */
typedef struct am_subject {
  am_arena *arena;
  am_report *report;
  const char *path;            /* path of the material file */
  const am_material *material;
  am_law *law;                 /* strategy automatic, with energies */
  const am_scheme *const *schemes; /* terminated by NULL */
  const am_engine *engine;     /* engine under test, compared with
                                  differences */
  const am_engine *other;      /* compared with `engine`; NULL: none */
  am_check_level level;
  uint64_t seed;
  int samples;                 /* random states or steps per check */
  bool logarithmic;            /* strain computed from deformation gradients */
  am_range ranges[AM_MOST_EXTERNAL + 1]; /* of external fields, then of strain
                                            rates */
  am_findings *findings;

  /* Created on first use (parts.h): output nodes of the functions of the law,
   * sampler of random states and loading steps, subject with the law under
   * deformation gradients. */
  struct {
    const am_node *nodes; /* [count] */
    int count;
  } functions[AM_FUNCTIONS];
  struct am_sampler *sampler;
  struct am_subject *finite_strain;
} am_subject;

typedef struct {
  const char *name;  /* "gradient" */
  const char *about; /* description in one line */
  /* Adds at least one finding.  AM_INPUT or AM_ENVIRONMENT with a message if
   * the check is impossible. */
  am_status (*run)(am_subject *subject);
} am_check;

#define AM_CHECK(name, about, skipped, reason) \
  extern const am_check am_check_##name;       \
  am_status am_check_run_##name(am_subject *subject);
#include "check/checks.def"
#undef AM_CHECK

/* Reason for not comparing engines; NULL: none. */
const char *am_check_lacks_engine(am_subject *subject);

/* All checks, terminated by NULL. */
extern const am_check *const am_checks[];

/* Default number of states and steps per check, by level. */
extern const int am_check_samples[];

/* Reads the law of the subject's material and its known failures, and selects
 * the schemes that can integrate it. */
AM_MUST_USE am_status am_subject_read(am_subject *subject);

/* "strain rates 1e-05 to 0.1 1/s, T 278 to 308 K" of the random states; NULL:
 * none were drawn. */
const char *am_check_ranges(const am_subject *subject);

/* Adds a copy with its texts; its verdict follows from the numbers unless it is
 * skipped. */
void am_finding_add(am_subject *subject, const am_finding *finding);

/* Adds a skipped comparison with the reason. */
void am_finding_skip(am_subject *subject, const char *check,
                     const char *what, const char *note);

/* |ours - reference|/bound, 0 if equal; infinite instead of NaN. */
double am_finding_ratio(const am_finding *finding);

/* Verdicts as printed in tables, and their names in files; description of the
 * worst entry, its expected value and note. */
extern const char *const am_verdict_words[], *const am_verdict_names[];
const char *am_finding_entry(am_arena *arena, const am_finding *finding);

/* True if lists show finding i: a failure, or the most informative one of its
 * check, by verdict and ratio. */
bool am_finding_stands(const am_findings *all, size_t i);

/* Worst entry so far of one comparison, in a random state or loading step. */
typedef struct {
  am_subject *subject;
  am_finding finding;
  double ratio;              /* of the worst entry, for `at_least` negative if
                                good; -INFINITY: none */
  const am_solver *solver;   /* settings of a replay; NULL: of its start only */
  am_loading loading;        /* loading step of the worst entry; state NULL:
                                none */
} am_worst;

am_worst am_worst_new(am_subject *subject, const char *check,
                      const char *what, const am_solver *solver);

/* Stores ours, reference and bound if they are worse, with a copy of their
 * step, or NULL.  True: the caller must set the name of the entry. */
bool am_worst_take(am_worst *worst, double ours, double reference,
                   double bound, const am_loading *loading);

/* Takes entries [count] of a quantity: a scalar, [6] components, or [6][6]
 * derivatives by strains; names the worst one. */
void am_worst_take_tensor(am_worst *worst, const char *name,
                          const double *ours, const double *reference,
                          int count, double bound, const am_loading *loading);

/* Adds the finding; a failure gets a case that reproduces it.  Without any
 * entry the finding contains the note or states that no step could be
 * integrated; for random states, am_check_states reports missing entries
 * instead. */
void am_worst_add(am_worst *worst);
void am_worst_add_state(am_worst *worst);

/* Item of `checks` of a material, and keys of `lacks`. */
extern const am_yaml_shape am_stated_values_check_shape;
const am_yaml_key *am_lacks_keys(am_arena *arena);

/* Reads the key `lacks` of a material: known failures of checks, with reasons
 * (automat-material(5)).  AM_INPUT with a message unless it maps names of
 * checks to reasons. */
AM_MUST_USE am_status am_known_failures_read(am_report *report,
                                             const am_material *material);

/* Text of a case with one loading step: parameters of the law, complete initial
 * state, settings and final strain; `what` becomes part of the title of the
 * case.  Without settings the step stays in the initial state. */
const char *am_replay_loading(am_subject *subject, const am_solver *solver,
                              const am_loading *loading, const char *what);

/* Text of a case with one jump from the initial state to the deformation
 * gradient F [9]; `what` becomes part of its title. */
const char *am_replay_gradient(am_subject *subject, const am_solver *solver,
                               const double *F, const char *what);

/* ---- laws, settings, points and programs of a check (subject.c) ---------- */

/* Copy of the subject with another law of its material. */
am_subject *am_subject_of_law(const am_subject *subject, am_law *law);

/* Subject with a law of this strategy, the same one if its law serves; NULL
 * with a message if not available. */
am_subject *am_subject_of_strategy(am_subject *subject, am_strategy strategy);

/* True if the material has the hand-written parts of a strategy. */
bool am_subject_has(const am_subject *subject, am_strategy strategy);

/* Default settings with a scheme, and with energies if the law has them. */
am_solver *am_subject_solver(am_subject *subject, const am_scheme *scheme);

/* Copies a state of a law in the order of the variables of another law of the
 * same material; other numbers of `reordered` are unchanged. */
void am_state_reorder(const am_law *from, const am_law *to, const double *state,
                      double *reordered);

/* Law of a subject, compiled, and a point with memory for results. */
typedef struct {
  am_subject *subject;
  am_engine_program *program;
  am_step *step;
} am_test_point;

AM_MUST_USE am_status am_test_point_new(am_subject *subject,
                                        const am_engine *engine,
                                        const am_solver *solver,
                                        am_test_point *point);

/* Likewise with the subject's engine, and with the reference whose frozen
 * substeps are differentiated: the same program and step if it is that
 * engine. */
AM_MUST_USE am_status am_test_point_both(am_subject *subject,
                                         const am_solver *solver,
                                         am_test_point *point,
                                         am_test_point *exact);

/* Copies the loading to the step of a single point. */
void am_loading_put(const am_loading *loading, am_step *step);

/* Performs the loading step; false on failure. */
bool am_test_point_advance(const am_test_point *point,
                           const am_loading *loading);

/* True for the two most common schemes; expensive checks are limited to them if
 * time is short. */
bool am_scheme_is_usual(const am_scheme *scheme);

/* Copy of the settings `like` with scheme rodas4 or, for laws with elastic
 * domains, implicit-euler-adaptive with a relative tolerance of at least 1e-6.
 * These settings control errors of the internal variables and, if computed, of
 * tangents. */
am_solver am_reference_solver(const am_material *material,
                              const am_solver *like, double rtol, bool tangent);

/* True if the caller has requested an early end. */
static inline bool am_check_stopped(const am_subject *subject) {
  return am_arena_stopped(subject->arena);
}

#endif
