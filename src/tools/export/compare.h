/* compare.h: what the interfaces of a library answer against the interpreter;
 * internal to export. */
#ifndef AM_EXPORT_COMPARE_H
#define AM_EXPORT_COMPARE_H

#include "check/vector.h"
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

#endif
