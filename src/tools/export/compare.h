/* compare.h: compares results of the interfaces of a library with those of the
 * interpreter, for random steps (compare.c), for deformation gradients
 * (gradients.c) and for the checks of a material (stated_checks.c); internal to
 * export. */
#ifndef AM_EXPORT_COMPARE_H
#define AM_EXPORT_COMPARE_H

#include "check/parts.h"
#include "export/interfaces.h"

typedef struct {
  const am_host_session *s;
  am_random random;   /* for random rotations of gradients */
  am_host_step step;  /* current step */
  am_host_answer expected, found;
  double tolerance; /* for stress and state, relative to the largest component
                       of the same quantity and step */
  double of_others; /* likewise for tangent and energies */
  am_worst *worst[AM_HOST_WAYS][AM_HOST_QUANTITIES]; /* worst of each
                                                        quantity */
  am_worst *threads; /* bitwise equality of two threads */
} am_host_comparison;

am_host_comparison am_host_comparison_new(const am_host_session *session,
                                          double tolerance);

/* Magnitude that determines the rounding error of a stress. */
double am_host_stress_size(const am_host_call *way, const am_host_answer *a,
                           const am_loading *loading);

/* Performs a step with the interpreter and through all interfaces; false if the
 * interpreter fails. data: am_host_comparison. */
am_loading_visit am_host_compare;

/* Visits jumps from the initial state to principal stretches of 0.3 to 3,
 * except those that end at a kink of the law. */
void am_host_jumps_visit(const am_host_session *s, am_loading_visit *visit,
                         void *data);

/* Adds findings for the tangent of each interface, by differences, and for
 * rotations. */
AM_MUST_USE am_status am_host_check_gradients(const am_host_session *s,
                                              am_loadings *loadings);

/* Adds a finding for each check that the material states: runs all its loading
 * steps through all interfaces, with the strains of the interpreter.  Skips
 * checks whose law the library cannot represent. */
AM_MUST_USE am_status am_export_check_stated(const am_host_session *session);

#endif
