/* ending.h: what the ending of a file's name promises.
 *
 * A file is written in the format of its command, whatever its name: a name
 * that promises another one would deceive whoever opens it.  Endings that are
 * in no table, and names without one, promise nothing. */
#ifndef AM_OUTPUT_ENDING_H
#define AM_OUTPUT_ENDING_H

#include "base/report.h"

typedef enum {
  AM_WRITES_ANYTHING,
  AM_WRITES_CSV,
  AM_WRITES_HDF5,
  AM_WRITES_JSON,
  AM_WRITES_VTK,
  AM_WRITES_XML,
  AM_WRITES_YAML
} am_written;

/* `status` with a message at the place where `path`, which `what` names,
 * promises another format than that which is written. */
AM_MUST_USE am_status am_ending_check(am_report *report, am_status status,
                                      am_place place, const char *what,
                                      const char *path, am_written written);

#endif
