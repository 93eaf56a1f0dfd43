/* difference.h: how far two runs are apart at the times that both have;
 * internal to study.  Column 0 of their tables is the time, which grows. */
#ifndef AM_STUDY_DIFFERENCE_H
#define AM_STUDY_DIFFERENCE_H

#include "output/table.h"

typedef struct {
  double largest, mean; /* over these times, of the largest of a row */
  double scale;         /* largest of the second run */
  int times;
} am_apart;

/* Goes on to the first rows of one time, from *i of a and *j of b on; false:
 * there are none. */
bool am_apart_next(const am_table *a, const am_table *b, size_t *i,
                   size_t *j);

/* Of the columns 1 … columns - 1.  Without a common time all is NaN. */
am_apart am_apart_of(const am_table *a, const am_table *b, size_t columns);

#endif
