/* compare.h: what the interfaces of a library answer against the interpreter;
 * internal to export. */
#ifndef AM_EXPORT_COMPARE_H
#define AM_EXPORT_COMPARE_H

#include "export/interfaces.h"

enum { AM_HOST_QUANTITIES = 5 };

/* Names of what is compared. */
extern const char *const am_host_quantity_names[AM_HOST_QUANTITIES];

typedef struct {
  const am_host_session *s;
  am_host_answer expected, found;
  double tolerance; /* of stress and state, relative to the largest component
                       of the same quantity and step */
  double of_others; /* the same of tangent and energies */
  am_worst *worst[AM_HOST_WAYS][AM_HOST_QUANTITIES]; /* where each goes … */
  am_worst *threads; /* … and whether two threads get the same bits */
} am_host_comparison;

am_host_comparison am_host_comparison_new(const am_host_session *session,
                                          double tolerance);

/* Takes a step by the interpreter and through all interfaces; false where the
 * interpreter cannot.  data: am_host_comparison. */
am_loading_visit am_host_compare;

#endif
