#include "output/labels.h"

#include <limits.h>
#include <math.h>

am_status am_labels_of(am_report *report, const char *file, am_place place,
                       const double *values, long first, long count,
                       int *labels) {
  for (long i = 0; i < count; i++) {
    double value = values[i];
    if (!(value >= 0 && value <= INT_MAX && value == floor(value)))
      return am_error(report, AM_INPUT, place,
                      "%s: value %ld is %.17g, expected a label, a whole "
                      "number from 0 to %d",
                      file, first + i, value, INT_MAX);
    labels[i] = (int)value;
  }
  return AM_OK;
}
