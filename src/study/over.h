/* over.h: the values that keys of a case are swept over; internal to study. */
#ifndef AM_STUDY_OVER_H
#define AM_STUDY_OVER_H

#include "study/lists.h"

/* KEY=LO:HI:COUNT, KEY=LO:HI:COUNT:log, or KEY=A,B,C */
typedef struct {
  const char *key;
  const char **values; /* [count] as YAML */
  double *numbers;     /* [count] NaN where a value is none */
  size_t count;
  bool logarithmic;
} am_over;

/* AM_USAGE with a message when it is none of these. */
AM_MUST_USE am_status am_over_read(const am_inquiry *q, const char *text,
                                   am_over *over);

#endif
