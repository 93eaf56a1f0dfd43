/* compare.h: answers of the interfaces of a library against those of the
 * interpreter, of random steps (compare.c), of deformation gradients
 * (gradients.c) and of the checks of a material (stated.c); internal to
 * export. */
#ifndef AM_EXPORT_COMPARE_H
#define AM_EXPORT_COMPARE_H

#include "check/parts.h"
#include "export/interfaces.h"

typedef struct {
  const am_host_session *s;
  am_random random;   /* by which gradients are turned */
  am_host_step step;  /* the last one */
  am_host_answer expected, found;
  double tolerance; /* of stress and state, relative to the largest component
                       of the same quantity and step */
  double of_others; /* the same of tangent and energies */
  am_worst *worst[AM_HOST_WAYS][AM_HOST_QUANTITIES]; /* where each goes … */
  am_worst *threads; /* … and whether two threads get the same bits */
} am_host_comparison;

am_host_comparison am_host_comparison_new(const am_host_session *session,
                                          double tolerance);

/* What the stress of an answer rounds to. */
double am_host_stress_size(const am_host_way *way, const am_host_answer *a,
                           const am_loading *loading);

/* Takes a step by the interpreter and through all interfaces; false where the
 * interpreter cannot.  data: am_host_comparison. */
am_loading_visit am_host_compare;

/* Visits jumps of the virgin law to stretches of 0.3 to 3, but for those to
 * where the law has a kink. */
void am_host_jumps_visit(const am_host_session *s, am_loading_visit *visit,
                         void *data);

/* A finding for the tangent of each way, by differences, and for rotations. */
AM_MUST_USE am_status am_host_check_gradients(const am_host_session *s,
                                              am_loadings *loadings);

/* A finding for each check that the material states: all its loading steps, by
 * the strains that the interpreter finds, through all interfaces.  One whose
 * law the library cannot be is skipped. */
AM_MUST_USE am_status am_export_check_stated(const am_host_session *session);

#endif
