/* check.h: what is asked of a law before it is trusted.
 *
 * A check is a row of am_checks; it looks at a law from one side and adds
 * findings, each the worst entry of one comparison.  Everything that a check
 * relies on comes with the subject, so that tests can plant faults: in the
 * law, in a scheme's table, in an engine.
 *
 * Who calls it reads a material, fills an am_subject, and calls `run` of the
 * rows of am_checks (checks.c); each is one file, named as the check is.  What
 * they share:
 *   sampling, steps, random   random states that the law reaches, and steps
 *   nodes, functions, pieces  its potentials as functions of a state
 *   derivative, sweep, ridders, jumps   difference quotients against
 *                             derivatives, with bounds of their errors
 *   compare, axes, eigen      the worst of many entries, and its name
 *   findings, lacks, replay   what is found, what a material says that it
 *                             lacks, a case that begins there */
#ifndef AM_CHECK_CHECK_H
#define AM_CHECK_CHECK_H

#include <stdint.h>

#include "engine/engine.h"

typedef enum { AM_LEVEL_QUICK, AM_LEVEL_USUAL, AM_LEVEL_THOROUGH } am_level;

/* A state of a law. */
typedef struct {
  double strain[6];  /* coordinates of base/basis.h */
  const double *y;   /* [law->na] */
} am_state;

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

/* What is checked, and by what. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const char *path;            /* of the material's file */
  const am_material *material;
  am_law *law;                 /* by strategy automatic, with energies */
  const am_scheme *const *schemes; /* closed by NULL */
  const am_engine *engine;     /* that is checked, against differences */
  const am_engine *other;      /* compared with it; NULL: none is here */
  am_level level;
  uint64_t seed;
  int samples;                 /* random states or steps of each check */
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

/* All of them, closed by NULL; each is defined in a file of its own. */
extern const am_check *const am_checks[];

/* Adds a copy; its verdict follows from the numbers unless it is skipped.  A
 * finding that has failed in a state gets the text of a case that begins
 * there, unless it has one. */
void am_finding_add(am_subject *subject, const am_finding *finding);

/* Adds a comparison that was not made, and why. */
void am_finding_skip(am_subject *subject, const char *check,
                     const char *what, const char *note);

/* |ours - reference|/bound, 0 where they are equal, and never NaN: infinite
 * where the numbers are not. */
double am_finding_ratio(const am_finding *finding);

/* Is a finding farther from good than the worst one so far?  One whose `what`
 * is NULL is none yet. */
bool am_finding_exceeds(const am_finding *finding, const am_finding *worst);

/* Is the caller to end soon? */
static inline bool am_check_stopped(const am_subject *subject) {
  return subject->stop && *subject->stop;
}

#endif
